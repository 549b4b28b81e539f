import { twoSidedChance } from './significance.ts';

/** Trend of a series: Kendall's S, its rank correlation with time, standard score and chance on both sides. */
export type Trend = { readonly s: number; readonly tau: number; readonly z: number; readonly p: number };

/**
 * Mann-Kendall trend with the correction for ties and for continuity; null of fewer than 3 values. Source: Kendall (1975),
 * Rank Correlation Methods, ch. 4; the numbers of R's cor.test(method = "kendall", continuity = TRUE).
 */
export function mannKendall(values: Float64Array): Trend | null {
  const known = values.filter((value) => !Number.isNaN(value));
  const count = known.length;
  if (count < 3) return null;
  let s = 0;
  for (let later = 1; later < count; later += 1) {
    for (let earlier = 0; earlier < later; earlier += 1) s += Math.sign((known[later] ?? 0) - (known[earlier] ?? 0));
  }
  let [variance, tied] = [count * (count - 1) * (2 * count + 5), 0];
  for (const same of tiesOf(known)) {
    variance -= same * (same - 1) * (2 * same + 5);
    tied += (same * (same - 1)) / 2;
  }
  const pairs = (count * (count - 1)) / 2;
  if (tied === pairs) return { s: 0, tau: 0, z: 0, p: 1 };
  const z = (s - Math.sign(s)) / Math.sqrt(variance / 18);
  return { s, tau: s / Math.sqrt(pairs * (pairs - tied)), z, p: twoSidedChance(z) };
}

function tiesOf(values: Float64Array): readonly number[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].filter((count) => count > 1);
}
