import type { Column } from '../shared/columns.ts';
import { heed, report, type Watch } from '../shared/watch.ts';
import { binTable } from './binning.ts';
import { leafAt, runningTrees } from './prediction.ts';
import type { TreeModel } from './tree.ts';

/**
 * How far the trees of a forest are apart at each row: the standard deviation of their answers, as a measure of how
 * uncertain the mean is. Throws a RangeError for boosted trees, whose parts add up, and for several classes.
 */
export function forestSpread(model: TreeModel, columns: readonly Column[], watch: Watch = {}): Float64Array {
  if (model.kind !== 'forest' || model.outputs !== 1) {
    throw new RangeError(
      `forestSpread: received ${model.kind} with ${model.outputs} outputs, expected a forest of one`,
    );
  }
  const table = binTable(columns, model.columns);
  const trees = runningTrees(model);
  const { length } = trees.starts;
  const spread = new Float64Array(table.rows);
  const block = 4_096;
  for (let from = 0; from < table.rows; from += block) {
    report(watch, from / table.rows);
    const to = Math.min(table.rows, from + block);
    // Welford's running mean: sums of squares of numbers that are nearly alike would cancel out.
    const mean = new Float64Array(to - from);
    for (let tree = 0; tree < length; tree += 1) {
      if (tree % 16 === 0) heed(watch);
      for (let row = from; row < to; row += 1) {
        const value = trees.values[leafAt(trees, tree, table, row)] ?? 0;
        const before = mean[row - from] ?? 0;
        const after = before + (value - before) / (tree + 1);
        mean[row - from] = after;
        spread[row] = (spread[row] ?? 0) + (value - before) * (value - after);
      }
    }
  }
  report(watch, 1);
  return spread.map((squares) => Math.sqrt(squares / length));
}
