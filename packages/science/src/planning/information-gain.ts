import { distanceMeters, type Position } from '@kianda/geo';

/** Where one might measure, and how little is known there. */
export type MonitoringProblem = {
  readonly positions: readonly Position[];
  /** Standard deviation of what is believed at each place, in the unit of the quantity; NaN or 0: nothing to learn. */
  readonly spread: ArrayLike<number>;
  /** Standard deviation of one measurement, in the same unit. */
  readonly noise: number;
  /** Distance over which places tell of each other, kilometres: the correlation is exp(−d² / 2ℓ²). */
  readonly lengthKm: number;
};

export type MonitoringChoice = {
  readonly place: number;
  /** Bits that a measurement there is expected to add to those before it. */
  readonly gainBits: number;
  /** Standard deviation there before it is measured, given the places chosen before. */
  readonly spread: number;
};

/**
 * Places to measure at, one after the other, each where a measurement is expected to tell most: of a Gaussian process the
 * gain of information is ½ log₂(1 + v / σ²), v being the variance that the places before leave. The greedy choice reaches
 * at least 1 − 1/e of the best set's information. Source: Krause, Singh & Guestrin (2008), J. Mach. Learn. Res. 9:235–284;
 * Srinivas et al. (2012), IEEE Trans. Inf. Theory 58:3250–3265. Ends early where less than `leastBits` are left to gain.
 */
export function mostInformativePlaces(
  { positions, spread, noise, lengthKm }: MonitoringProblem,
  { count, leastBits = 0 }: { readonly count: number; readonly leastBits?: number },
): readonly MonitoringChoice[] {
  if (!(noise > 0) || !(lengthKm > 0))
    throw new RangeError(`noise and lengthKm are above 0, not ${noise}, ${lengthKm}`);
  const scale = Float64Array.from(positions, (_, place) => finite(spread[place]));
  const variance = scale.map((one) => one * one);
  /** Rows of the Cholesky factor of the chosen places, over all places. */
  const factors: Float64Array[] = [];
  const chosen: MonitoringChoice[] = [];
  while (chosen.length < Math.min(count, positions.length)) {
    const place = greatest(variance);
    const left = variance[place] ?? 0;
    const gainBits = Math.log2(1 + left / (noise * noise)) / 2;
    if (place < 0 || left <= 0 || gainBits < leastBits) break;
    chosen.push({ place, gainBits, spread: Math.sqrt(left) });
    factors.push(learn({ positions, scale, variance, factors, lengthKm, noise }, place));
  }
  return chosen;
}

const finite = (value: number | undefined) => (value === undefined || !Number.isFinite(value) ? 0 : Math.max(0, value));

function greatest(values: Float64Array): number {
  let best = -1;
  values.forEach((value, place) => {
    if (best < 0 || value > (values[best] ?? 0)) best = place;
  });
  return best;
}

type Belief = {
  readonly positions: readonly Position[];
  readonly scale: Float64Array;
  readonly variance: Float64Array;
  readonly factors: readonly Float64Array[];
  readonly lengthKm: number;
  readonly noise: number;
};

/** Lowers the variance everywhere by what a measurement at a place tells; resolves to its row of the factor. */
function learn({ positions, scale, variance, factors, lengthKm, noise }: Belief, place: number): Float64Array {
  const here = positions[place] as Position;
  const norm = Math.sqrt((variance[place] ?? 0) + noise * noise);
  const row = new Float64Array(positions.length);
  positions.forEach((there, other) => {
    const d = distanceMeters(here, there) / 1_000 / lengthKm;
    let covariance = (scale[place] ?? 0) * (scale[other] ?? 0) * Math.exp((-d * d) / 2);
    for (const factor of factors) covariance -= (factor[place] ?? 0) * (factor[other] ?? 0);
    row[other] = covariance / norm;
  });
  row.forEach((value, other) => {
    variance[other] = Math.max(0, (variance[other] ?? 0) - value * value);
  });
  return row;
}
