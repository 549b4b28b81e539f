import type { Column } from '../shared/columns.ts';
import { heed, report, type Watch } from '../shared/watch.ts';
import { type BinnedTable, binTable, valueBins } from './binning.ts';
import { binRoom } from './split.ts';
import type { TreeArrays, TreeModel } from './tree.ts';

/** Trees as typed arrays, quick to walk; `goes` has, for each inner node, whether a bin goes left. */
export type RunningTrees = {
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly rights: Int32Array;
  /** Bins up to this go left; −1 where `sets` decides. */
  readonly limits: Int32Array;
  /** Bin of missing values of the split's column. */
  readonly missing: Int32Array;
  readonly missingLeft: Uint8Array;
  /** Categorical splits: 256 entries each, 1 goes left, by `places` of the node. */
  readonly sets: Uint8Array;
  readonly places: Int32Array;
  readonly values: Float64Array;
};

const running = new WeakMap<TreeArrays, RunningTrees>();

/** The running form of a model's trees, made once. */
export function runningTrees({ trees, columns }: TreeModel): RunningTrees {
  const known = running.get(trees);
  if (known !== undefined) return known;
  const sets = new Uint8Array(trees.categories.length * binRoom);
  trees.categories.forEach((bins, set) => {
    for (const bin of bins) sets[set * binRoom + bin] = 1;
  });
  const isSet = (node: number) => (trees.flags[node] ?? 0) >= 2;
  const made: RunningTrees = {
    starts: Int32Array.from(trees.starts),
    columns: Int32Array.from(trees.columns),
    rights: Int32Array.from(trees.rights),
    limits: Int32Array.from(trees.bins, (bin, node) => (isSet(node) ? -1 : bin)),
    missing: Int32Array.from(trees.columns, (column) => {
      const described = columns[column];
      return described === undefined ? -1 : valueBins(described);
    }),
    missingLeft: Uint8Array.from(trees.flags, (flag) => flag & 1),
    sets,
    places: Int32Array.from(trees.bins, (bin, node) => (isSet(node) ? bin * binRoom : bin)),
    values: Float64Array.from(trees.values),
  };
  running.set(trees, made);
  return made;
}

/** The leaf of a tree that a row of a binned table falls in: its place among the leaves. */
export function leafAt(trees: RunningTrees, tree: number, { bins, rows }: BinnedTable, row: number): number {
  let node = trees.starts[tree] ?? 0;
  for (;;) {
    const column = trees.columns[node] ?? -1;
    if (column < 0) return trees.places[node] ?? 0;
    node += goesLeft(trees, node, bins[column * rows + row] ?? 0) ? 1 : (trees.rights[node] ?? 0);
  }
}

/** Whether a bin goes to the left child of an inner node. */
export function goesLeft(trees: RunningTrees, node: number, bin: number): boolean {
  if (bin === trees.missing[node]) return trees.missingLeft[node] === 1;
  const limit = trees.limits[node] ?? 0;
  return limit >= 0 ? bin <= limit : trees.sets[(trees.places[node] ?? 0) + bin] === 1;
}

/**
 * Scores of each row, all outputs of a row together: of boosted trees their sum on the baseline (for classes before the
 * softmax), of a forest the mean of its leaves.
 */
export function rawScores(model: TreeModel, columns: readonly Column[], watch: Watch = {}): Float64Array {
  const table = binTable(columns, model.columns);
  const trees = runningTrees(model);
  const { outputs, leafOutputs } = model;
  const scores = new Float64Array(table.rows * outputs);
  const share = model.kind === 'forest' ? 1 / trees.starts.length : 1;
  const block = 4_096;
  for (let from = 0; from < table.rows; from += block) {
    report(watch, from / table.rows);
    const to = Math.min(table.rows, from + block);
    for (let tree = 0; tree < trees.starts.length; tree += 1) {
      if (tree % 16 === 0) heed(watch);
      const output = leafOutputs === 1 ? tree % outputs : 0;
      for (let row = from; row < to; row += 1) {
        const leaf = leafAt(trees, tree, table, row) * leafOutputs;
        for (let part = 0; part < leafOutputs; part += 1) {
          const at = row * outputs + output + part;
          scores[at] = (scores[at] ?? 0) + (trees.values[leaf + part] ?? 0) * share;
        }
      }
    }
  }
  for (let at = 0; at < scores.length; at += 1) scores[at] = (scores[at] ?? 0) + (model.baseline[at % outputs] ?? 0);
  report(watch, 1);
  return scores;
}

/**
 * Predictions of each row: of a regression the number, of two classes the chance of class 1, of several the chance of
 * each class, all of a row together. Columns are found by name; missing values are allowed everywhere.
 */
export function predictTrees(model: TreeModel, columns: readonly Column[], watch: Watch = {}): Float64Array {
  const scores = rawScores(model, columns, watch);
  if (model.kind === 'forest' || model.task === 'regression') return scores;
  if (model.task === 'binary') return scores.map((score) => 1 / (1 + Math.exp(-score)));
  for (let from = 0; from < scores.length; from += model.outputs) softmax(scores.subarray(from, from + model.outputs));
  return scores;
}

/** Turns scores into chances, in place. */
export function softmax(scores: Float64Array): void {
  let most = Number.NEGATIVE_INFINITY;
  for (const score of scores) most = Math.max(most, score);
  let sum = 0;
  for (let index = 0; index < scores.length; index += 1) {
    const value = Math.exp((scores[index] ?? 0) - most);
    scores[index] = value;
    sum += value;
  }
  for (let index = 0; index < scores.length; index += 1) scores[index] = (scores[index] ?? 0) / sum;
}
