import { chiSquareTail, studentChance } from '../shared/distributions.ts';

/** Cells of the lattice up to which the chance is counted path by path. */
const mostPaths = 10_000_000;

/** Greatest distance between the distribution functions of two sorted samples; NaN where one is empty. */
export function kolmogorovDistance(a: Float64Array, b: Float64Array): number {
  if (a.length === 0 || b.length === 0) return Number.NaN;
  let [left, right, greatest] = [0, 0, 0];
  while (left < a.length && right < b.length) {
    const value = Math.min(a[left] ?? 0, b[right] ?? 0);
    while (left < a.length && (a[left] ?? 0) <= value) left += 1;
    while (right < b.length && (b[right] ?? 0) <= value) right += 1;
    greatest = Math.max(greatest, Math.abs(left / a.length - right / b.length));
  }
  return greatest;
}

/**
 * Chance of at least this distance between two samples of one distribution: counted by lattice paths, for many rows by
 * the limit of Kolmogorov. Ties make it no smaller. Sources: Kim & Jennrich (1973), Selected Tables in Math. Stat. 1;
 * Smirnov (1948), Ann. Math. Stat. 19:279–281.
 */
export function kolmogorovChance(distance: number, rowsA: number, rowsB: number): number {
  const [few, many] = rowsA < rowsB ? [rowsA, rowsB] : [rowsB, rowsA];
  if (few * many > mostPaths) return kolmogorovTail(distance * Math.sqrt((few * many) / (few + many)));
  // Half a step above the multiple of 1 ⁄ (few × many) below the distance: only paths that stay under it count.
  const bound = (0.5 + Math.floor(distance * few * many - 1e-7)) / (few * many);
  const paths = Float64Array.from({ length: many + 1 }, (_, place) => (place / many > bound ? 0 : 1));
  for (let row = 1; row <= few; row += 1) {
    const weight = row / (row + many);
    paths[0] = row / few > bound ? 0 : weight * (paths[0] ?? 0);
    for (let place = 1; place <= many; place += 1) {
      const isOutside = Math.abs(row / few - place / many) > bound;
      paths[place] = isOutside ? 0 : weight * (paths[place] ?? 0) + (paths[place - 1] ?? 0);
    }
  }
  return Math.min(1, Math.max(0, 1 - (paths[many] ?? 0)));
}

/** Chance that Kolmogorov's distribution is above `value`. */
export function kolmogorovTail(value: number): number {
  if (value < 0.3) return 1;
  let sum = 0;
  for (let k = 1; k < 100; k += 1) {
    const term = Math.exp(-2 * k * k * value * value);
    sum += k % 2 === 1 ? term : -term;
    if (term < 1e-17) break;
  }
  return Math.min(1, 2 * sum);
}

/**
 * Pearson's chi-squared that two rows of counts come of one distribution; classes that neither has are left out. Null
 * where fewer than two classes are left.
 */
export function homogeneity(
  a: Float64Array,
  b: Float64Array,
): { readonly statistic: number; readonly degrees: number; readonly chance: number } | null {
  const [rowsA, rowsB] = [total(a), total(b)];
  let [statistic, classes] = [0, 0];
  for (let place = 0; place < a.length; place += 1) {
    const both = (a[place] ?? 0) + (b[place] ?? 0);
    if (both === 0) continue;
    classes += 1;
    const [expectedA, expectedB] = [(both * rowsA) / (rowsA + rowsB), (both * rowsB) / (rowsA + rowsB)];
    statistic += ((a[place] ?? 0) - expectedA) ** 2 / expectedA + ((b[place] ?? 0) - expectedB) ** 2 / expectedB;
  }
  if (classes < 2 || rowsA === 0 || rowsB === 0) return null;
  return { statistic, degrees: classes - 1, chance: chiSquareTail(statistic, classes - 1) };
}

/** Two-sided z-test that two shares of one thing are the same, by the pooled share. Null where all rows are alike. */
export function proportions(
  [hitsA, rowsA]: readonly [number, number],
  [hitsB, rowsB]: readonly [number, number],
): { readonly statistic: number; readonly chance: number } | null {
  const pooled = (hitsA + hitsB) / (rowsA + rowsB);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / rowsA + 1 / rowsB));
  if (!(error > 0)) return null;
  const statistic = (hitsB / rowsB - hitsA / rowsA) / error;
  return { statistic, chance: 2 * studentChance(-Math.abs(statistic), Number.POSITIVE_INFINITY) };
}

export function total(counts: Float64Array): number {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
}
