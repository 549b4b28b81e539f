import { type Random, randomNormal } from '@kianda/geo';

/** How uncertain a parameter is: what a source gives of it, as a distribution that numbers are drawn from. */
export type Distribution =
  | { readonly kind: 'fixed'; readonly value: number }
  | { readonly kind: 'triangular'; readonly low: number; readonly mode: number; readonly high: number }
  /** Positive; 95 % of it lies between the two, and its median is their geometric mean. */
  | { readonly kind: 'lognormal'; readonly low: number; readonly high: number }
  | { readonly kind: 'normal'; readonly mean: number; readonly deviation: number };

/** 97.5 % quantile of the normal distribution. */
const halfOf95 = 1.959963984540054;

/** Value that stands for the distribution where one number is shown: the mode of a triangle, the median of the others. */
export function centralOf(distribution: Distribution): number {
  if (distribution.kind === 'fixed') return distribution.value;
  if (distribution.kind === 'triangular') return distribution.mode;
  if (distribution.kind === 'normal') return distribution.mean;
  return Math.sqrt(distribution.low * distribution.high);
}

/** One number of the distribution. Throws on one that is none: ends out of order, or a logarithm of nought. */
export function draw(distribution: Distribution, random: Random): number {
  if (distribution.kind === 'fixed') return distribution.value;
  if (distribution.kind === 'normal') {
    if (!(distribution.deviation >= 0)) throw new RangeError(`deviation: received ${distribution.deviation}`);
    return distribution.mean + distribution.deviation * randomNormal(random);
  }
  if (distribution.kind === 'triangular') return drawTriangle(distribution, random());
  const { low, high } = distribution;
  if (!(low > 0 && high >= low)) throw new RangeError(`log-normal: expected 0 < low ≤ high, received ${low}, ${high}`);
  const deviation = Math.log(high / low) / (2 * halfOf95);
  return Math.sqrt(low * high) * Math.exp(deviation * randomNormal(random));
}

/** Inverse of the triangle's cumulated chance. */
function drawTriangle(
  { low, mode, high }: { readonly low: number; readonly mode: number; readonly high: number },
  chance: number,
): number {
  if (!(low <= mode && mode <= high)) {
    throw new RangeError(`triangle: expected low ≤ mode ≤ high, received ${low}, ${mode}, ${high}`);
  }
  const width = high - low;
  if (width === 0) return mode;
  const rise = (mode - low) / width;
  return chance < rise
    ? low + Math.sqrt(chance * width * (mode - low))
    : high - Math.sqrt((1 - chance) * width * (high - mode));
}
