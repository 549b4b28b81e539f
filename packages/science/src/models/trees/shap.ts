import type { Column } from '../shared/columns.ts';
import { report, type Watch } from '../shared/watch.ts';
import { type BinnedTable, binTable } from './binning.ts';
import { goesLeft, type RunningTrees, runningTrees } from './prediction.ts';
import type { TreeModel } from './tree.ts';

export type Explanation = {
  /** Score that the model gives on average over its training rows, by output. */
  readonly base: Float64Array;
  /** Row by row, in it output by output, in that column by column: adds up with `base` to the score of the row. */
  readonly values: Float64Array;
};

/**
 * Exact path-dependent SHAP values of tree models, in the unit of the scores (before logistic or softmax): how much each
 * column moves a row's score from the average. Source: Lundberg, Erion & Lee (2018), arXiv:1802.03888, algorithm 2.
 */
export function explainTrees(model: TreeModel, columns: readonly Column[], watch: Watch = {}): Explanation {
  const table = binTable(columns, model.columns);
  const trees = runningTrees(model);
  const covers = Float64Array.from(model.trees.covers);
  const { outputs, leafOutputs } = model;
  const width = model.columns.length;
  const values = new Float64Array(table.rows * outputs * width);
  const share = model.kind === 'forest' ? 1 / trees.starts.length : 1;
  for (let row = 0; row < table.rows; row += 1) {
    for (let tree = 0; tree < trees.starts.length; tree += 1) {
      if (tree % 16 === 0) report(watch, (row + tree / trees.starts.length) / table.rows);
      const output = leafOutputs === 1 ? tree % outputs : 0;
      const into = values.subarray((row * outputs + output) * width, (row * outputs + output + leafOutputs) * width);
      new TreeWalk({ trees, covers, table, row, into, leafOutputs, width, share }).run(tree);
    }
  }
  report(watch, 1);
  return { base: expectedScores(model, trees, covers), values };
}

/** Mean score over the training rows, by output, as the covers of the leaves tell. */
function expectedScores(
  { baseline, kind, leafOutputs }: TreeModel,
  trees: RunningTrees,
  covers: Float64Array,
): Float64Array {
  const base = Float64Array.from(baseline);
  const share = kind === 'forest' ? 1 / trees.starts.length : 1;
  trees.starts.forEach((start, tree) => {
    const end = trees.starts[tree + 1] ?? trees.columns.length;
    for (let node = start; node < end; node += 1) {
      if ((trees.columns[node] ?? 0) >= 0) continue;
      const weight = (share * (covers[node] ?? 0)) / (covers[start] ?? 1);
      for (let part = 0; part < leafOutputs; part += 1) {
        const output = leafOutputs === 1 ? tree % base.length : part;
        base[output] =
          (base[output] ?? 0) + weight * (trees.values[(trees.places[node] ?? 0) * leafOutputs + part] ?? 0);
      }
    }
  });
  return base;
}

type Surroundings = {
  readonly trees: RunningTrees;
  readonly covers: Float64Array;
  readonly table: BinnedTable;
  readonly row: number;
  readonly into: Float64Array;
  readonly leafOutputs: number;
  readonly width: number;
  readonly share: number;
};

/** Columns on the way to a node: share of paths that go on without knowing each, 1 or 0 when knowing it, and weights. */
type Path = { columns: number[]; zeros: number[]; ones: number[]; weights: number[] };

class TreeWalk {
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  run(tree: number): void {
    this.#visit(this.#around.trees.starts[tree] ?? 0, { columns: [], zeros: [], ones: [], weights: [] }, -1, [1, 1]);
  }

  #visit(node: number, before: Path, column: number, [zero, one]: readonly [number, number]): void {
    const path = extended(before, column, zero, one);
    const { trees, covers, table, row } = this.#around;
    const split = trees.columns[node] ?? -1;
    if (split < 0) {
      this.#give(path, node);
      return;
    }
    const left = node + 1;
    const right = node + (trees.rights[node] ?? 0);
    const hot = goesLeft(trees, node, table.bins[split * table.rows + row] ?? 0) ? left : right;
    const known = path.columns.indexOf(split);
    const [knownZero, knownOne] = known < 0 ? [1, 1] : [path.zeros[known] ?? 0, path.ones[known] ?? 0];
    const rest = known < 0 ? path : unwound(path, known);
    for (const child of [hot, hot === left ? right : left]) {
      const part = (covers[child] ?? 0) / (covers[node] ?? 1);
      this.#visit(child, rest, split, [knownZero * part, child === hot ? knownOne : 0]);
    }
  }

  #give(path: Path, node: number): void {
    const { trees, into, leafOutputs, width, share } = this.#around;
    const leaf = (trees.places[node] ?? 0) * leafOutputs;
    for (let place = 1; place < path.columns.length; place += 1) {
      const weight = unwoundSum(path, place) * ((path.ones[place] ?? 0) - (path.zeros[place] ?? 0)) * share;
      for (let part = 0; part < leafOutputs; part += 1) {
        const at = part * width + (path.columns[place] ?? 0);
        into[at] = (into[at] ?? 0) + weight * (trees.values[leaf + part] ?? 0);
      }
    }
  }
}

function extended(before: Path, column: number, zero: number, one: number): Path {
  const length = before.columns.length;
  const weights = [...before.weights, length === 0 ? 1 : 0];
  for (let place = length - 1; place >= 0; place -= 1) {
    const here = weights[place] ?? 0;
    weights[place + 1] = (weights[place + 1] ?? 0) + (one * here * (place + 1)) / (length + 1);
    weights[place] = (zero * here * (length - place)) / (length + 1);
  }
  return {
    columns: [...before.columns, column],
    zeros: [...before.zeros, zero],
    ones: [...before.ones, one],
    weights,
  };
}

/** Weights of a path without one of its columns. */
function weightsWithout({ zeros, ones, weights }: Path, place: number): number[] {
  const last = weights.length - 1;
  const [zero, one] = [zeros[place] ?? 0, ones[place] ?? 0];
  const left = new Array<number>(last).fill(0);
  let next = weights[last] ?? 0;
  for (let index = last - 1; index >= 0; index -= 1) {
    if (one !== 0) {
      left[index] = (next * (last + 1)) / ((index + 1) * one);
      next = (weights[index] ?? 0) - ((left[index] ?? 0) * zero * (last - index)) / (last + 1);
    } else left[index] = ((weights[index] ?? 0) * (last + 1)) / (zero * (last - index));
  }
  return left;
}

function unwound(path: Path, place: number): Path {
  const without = (values: readonly number[]) => values.filter((_, index) => index !== place);
  return {
    columns: without(path.columns),
    zeros: without(path.zeros),
    ones: without(path.ones),
    weights: weightsWithout(path, place),
  };
}

function unwoundSum(path: Path, place: number): number {
  let sum = 0;
  for (const weight of weightsWithout(path, place)) sum += weight;
  return sum;
}
