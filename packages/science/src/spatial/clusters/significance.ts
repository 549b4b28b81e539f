import { studentChance } from '../../models/shared/distributions.ts';

/** Chance of a standard score at least as far from 0, on both sides; NaN of NaN. */
export function twoSidedChance(z: number): number {
  return Number.isNaN(z) ? Number.NaN : Math.min(1, 2 * studentChance(-Math.abs(z), Number.POSITIVE_INFINITY));
}

/**
 * Chances adjusted for the rate of false discoveries, in the order given; NaN stays and does not count. Source: Benjamini
 * & Hochberg (1995), J. R. Stat. Soc. B 57:289–300, as R's p.adjust(method = "BH").
 */
export function falseDiscoveryAdjusted(chances: Float64Array): Float64Array {
  const order = Uint32Array.from(chances, (_, index) => index)
    .filter((index) => !Number.isNaN(chances[index]))
    .sort((a, b) => (chances[b] ?? 0) - (chances[a] ?? 0));
  const adjusted = new Float64Array(chances.length).fill(Number.NaN);
  let least = 1;
  order.forEach((index, place) => {
    least = Math.min(least, ((chances[index] ?? 0) * order.length) / (order.length - place));
    adjusted[index] = least;
  });
  return adjusted;
}

/** Classes −3…3 of confidence 90, 95 and 99 %, with the sign of the score; 0 is not significant or not known. */
export function confidenceBins(z: Float64Array, chances: Float64Array): Int8Array {
  return Int8Array.from(z, (score, index) => {
    const chance = chances[index] ?? Number.NaN;
    const level = chance <= 0.01 ? 3 : chance <= 0.05 ? 2 : chance <= 0.1 ? 1 : 0;
    return score < 0 ? -level : level;
  });
}
