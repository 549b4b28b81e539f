import { type Column, rowsOf } from '../shared/columns.ts';
import { report, type Watch } from '../shared/watch.ts';

export type Novelty = {
  /** Per cent: 100 is the middle of the reference, below 0 lies outside it; NaN where a variable is missing. */
  readonly similarity: Float64Array;
  /** Place of the variable that decides, −1 where it is not known. */
  readonly mostDissimilar: Int32Array;
};

/**
 * Multivariate environmental similarity surface of rows against reference rows, and the most dissimilar variable of
 * each. Continuous columns alone count, found by name. Throws a RangeError where the reference has none of them, or lacks
 * values. Source: Elith, Kearney & Phillips (2010), Methods Ecol. Evol. 1:330–342.
 */
export function environmentalSimilarity(
  reference: readonly Column[],
  columns: readonly Column[],
  watch: Watch = {},
): Novelty {
  const rows = rowsOf(columns);
  const similarity = new Float64Array(rows).fill(Number.POSITIVE_INFINITY);
  const mostDissimilar = new Int32Array(rows).fill(-1);
  columns.forEach((column, place) => {
    if (column.kind !== 'continuous') return;
    report(watch, place / columns.length);
    const known = reference.find(({ name }) => name === column.name)?.values.filter((value) => !Number.isNaN(value));
    if (known === undefined || known.length === 0) throw new RangeError(`${column.name}: the reference has no value`);
    const sorted = known.sort();
    for (let row = 0; row < rows; row += 1) {
      const here = similarityOf(sorted, column.values[row] ?? Number.NaN);
      const least = similarity[row] ?? Number.NaN;
      if (Number.isNaN(least) || here >= least) continue;
      similarity[row] = here;
      mostDissimilar[row] = Number.isNaN(here) ? -1 : place;
    }
    for (let row = 0; row < rows; row += 1) {
      if (!Number.isNaN(column.values[row] ?? Number.NaN)) continue;
      similarity[row] = Number.NaN;
      mostDissimilar[row] = -1;
    }
  });
  return { similarity, mostDissimilar };
}

/** Similarity of one value to sorted reference values, per cent. */
function similarityOf(sorted: Float64Array, value: number): number {
  const [min, max] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  const range = max - min;
  if (value < min) return range === 0 ? -100 : ((value - min) / range) * 100;
  if (value > max) return range === 0 ? -100 : ((max - value) / range) * 100;
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  const below = (100 * low) / sorted.length;
  // At the very minimum no reference lies below, and the value is no distance outside: 0.
  return below <= 50 ? 2 * below : 2 * (100 - below);
}
