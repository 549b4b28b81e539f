import type { Column } from '../shared/columns.ts';
import { report, type Watch } from '../shared/watch.ts';
import { type BinnedTable, binTable } from './binning.ts';
import { goesLeft, type RunningTrees, runningTrees } from './prediction.ts';
import type { TreeArrays, TreeModel } from './tree.ts';

export type Explanation = {
  /** Score that the model gives on average over its training rows, by output. */
  readonly base: Float64Array;
  /** Row by row, in it output by output, in that column by column: adds up with `base` to the score of the row. */
  readonly values: Float64Array;
};

/**
 * Exact path-dependent SHAP values of tree models, in the unit of the scores (before logistic or softmax): how much each
 * column moves a row's score from the average. `only` names for each row the one output that is explained, the values of
 * the others staying 0. The weights of the coalitions are an integral over a polynomial, which Gauss's points give
 * exactly, so that a tree is walked once. Source: Lundberg, Erion & Lee (2018), arXiv:1802.03888; Owen (1972), Manage.
 * Sci. 18:64–79, for the integral; Yu et al. (2022), arXiv:2209.08192, for the single walk.
 */
export function explainTrees(
  model: TreeModel,
  columns: readonly Column[],
  watch: Watch = {},
  only?: ArrayLike<number>,
): Explanation {
  const table = binTable(columns, model.columns);
  const known = explainedModel(model);
  const { trees } = known;
  const { outputs, leafOutputs } = model;
  const width = model.columns.length;
  const values = new Float64Array(table.rows * outputs * width);
  const walk = new TreeWalk(model, known, table);
  for (let row = 0; row < table.rows; row += 1) {
    const wanted = only?.[row];
    for (let tree = 0; tree < trees.starts.length; tree += 1) {
      if (tree % 16 === 0) report(watch, (row + tree / trees.starts.length) / table.rows);
      const first = leafOutputs === 1 ? tree % outputs : 0;
      for (let part = 0; part < leafOutputs; part += 1) {
        if (wanted !== undefined && wanted !== first + part) continue;
        const from = (row * outputs + first + part) * width;
        walk.run(tree, { row, part, into: values.subarray(from, from + width) });
      }
    }
  }
  report(watch, 1);
  return { base: known.base.slice(), values };
}

/** Parts of a model that every explanation needs. */
type ExplainedModel = {
  readonly trees: RunningTrees;
  readonly covers: Float64Array;
  readonly base: Float64Array;
  /** Nodes on the longest way to a leaf. */
  readonly depth: number;
};

const explained = new WeakMap<TreeArrays, ExplainedModel>();

function explainedModel(model: TreeModel): ExplainedModel {
  const known = explained.get(model.trees);
  if (known !== undefined) return known;
  const trees = runningTrees(model);
  const covers = Float64Array.from(model.trees.covers);
  const made = { trees, covers, base: expectedScores(model, trees, covers), depth: depthOf(trees) };
  explained.set(model.trees, made);
  return made;
}

function depthOf({ starts, columns, rights }: RunningTrees): number {
  const depths = new Int32Array(columns.length);
  for (const start of starts) depths[start] = 1;
  let most = 1;
  // A node stands before its children.
  for (let node = 0; node < columns.length; node += 1) {
    const depth = depths[node] ?? 1;
    most = Math.max(most, depth);
    if ((columns[node] ?? -1) < 0) continue;
    depths[node + 1] = depth + 1;
    depths[node + (rights[node] ?? 0)] = depth + 1;
  }
  return most;
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

type Asked = { readonly row: number; readonly part: number; readonly into: Float64Array };

/**
 * Walks of trees for one table. On the way to a node every column has the share of training rows that go on without
 * knowing it (`zeros`) and 1 or 0 of the row itself (`ones`); at each of Gauss's points t the product over the columns of
 * one·t + zero·(1 − t) weighs the leaves, and a column's part of it is (one − zero) ÷ its own factor.
 */
class TreeWalk {
  readonly #model: ExplainedModel;
  readonly #table: BinnedTable;
  readonly #leafOutputs: number;
  readonly #share: number;
  readonly #points: Float64Array;
  readonly #weights: Float64Array;
  readonly #zeros: Float64Array;
  readonly #ones: Float64Array;
  /** By column and point. */
  readonly #factors: Float64Array;
  readonly #parts: Float64Array;
  /** By depth and point: product so far, weighed leaves below, and what the column of the split had before. */
  readonly #products: Float64Array;
  readonly #sums: Float64Array;
  readonly #factorsBefore: Float64Array;
  readonly #partsBefore: Float64Array;
  #asked: Asked = { row: 0, part: 0, into: new Float64Array(0) };

  constructor({ columns, kind, leafOutputs }: TreeModel, model: ExplainedModel, table: BinnedTable) {
    const width = columns.length;
    // The polynomial has as many factors but one as there are columns on a way.
    const { points, weights } = gaussPoints(Math.max(1, Math.ceil(Math.min(width, model.depth) / 2)));
    const rooms = model.depth * points.length;
    [this.#model, this.#table, this.#leafOutputs] = [model, table, leafOutputs];
    [this.#points, this.#weights] = [points, weights];
    this.#share = kind === 'forest' ? 1 / model.trees.starts.length : 1;
    [this.#zeros, this.#ones] = [new Float64Array(width).fill(1), new Float64Array(width).fill(1)];
    this.#factors = new Float64Array(width * points.length).fill(1);
    this.#parts = new Float64Array(width * points.length);
    [this.#products, this.#sums] = [new Float64Array(rooms), new Float64Array(rooms)];
    [this.#factorsBefore, this.#partsBefore] = [new Float64Array(rooms), new Float64Array(rooms)];
  }

  run(tree: number, asked: Asked): void {
    this.#asked = asked;
    this.#products.fill(1, 0, this.#points.length);
    this.#visit(this.#model.trees.starts[tree] ?? 0, 0);
  }

  /** Leaves in `#sums` of this depth the weighed leaves below the node. */
  #visit(node: number, depth: number): void {
    const { trees } = this.#model;
    const { row, part } = this.#asked;
    const size = this.#points.length;
    const here = depth * size;
    const column = trees.columns[node] ?? -1;
    if (column < 0) {
      const value = (trees.values[(trees.places[node] ?? 0) * this.#leafOutputs + part] ?? 0) * this.#share;
      for (let at = here; at < here + size; at += 1) this.#sums[at] = (this.#products[at] ?? 0) * value;
      return;
    }
    this.#sums.fill(0, here, here + size);
    const left = node + 1;
    const right = node + (trees.rights[node] ?? 0);
    const isLeft = goesLeft(trees, node, this.#table.bins[column * this.#table.rows + row] ?? 0);
    this.#descend(node, left, depth, isLeft);
    this.#descend(node, right, depth, !isLeft);
  }

  #descend(node: number, child: number, depth: number, isHot: boolean): void {
    const [points, weights, products, sums] = [this.#points, this.#weights, this.#products, this.#sums];
    const [factors, parts] = [this.#factors, this.#parts];
    const [factorsBefore, partsBefore] = [this.#factorsBefore, this.#partsBefore];
    const column = this.#model.trees.columns[node] ?? 0;
    const size = points.length;
    const [here, below, own] = [depth * size, (depth + 1) * size, column * size];
    const [zeroBefore, oneBefore] = [this.#zeros[column] ?? 1, this.#ones[column] ?? 1];
    const zero = (zeroBefore * (this.#model.covers[child] ?? 0)) / (this.#model.covers[node] ?? 1);
    const one = isHot ? oneBefore : 0;
    // No row of training came here, nor does this one.
    if (zero === 0 && one === 0) return;
    for (let at = 0; at < size; at += 1) {
      const point = points[at] ?? 0;
      const before = factors[own + at] ?? 1;
      const factor = one * point + zero * (1 - point);
      factorsBefore[here + at] = before;
      partsBefore[here + at] = parts[own + at] ?? 0;
      products[below + at] = ((products[here + at] ?? 0) / before) * factor;
      factors[own + at] = factor;
      parts[own + at] = ((weights[at] ?? 0) * (one - zero)) / factor;
    }
    this.#zeros[column] = zero;
    this.#ones[column] = one;
    this.#visit(child, depth + 1);
    let moved = 0;
    for (let at = 0; at < size; at += 1) {
      const sum = sums[below + at] ?? 0;
      // The leaves below counted with what the column was before are taken back.
      moved += ((parts[own + at] ?? 0) - (partsBefore[here + at] ?? 0)) * sum;
      sums[here + at] = (sums[here + at] ?? 0) + sum;
      factors[own + at] = factorsBefore[here + at] ?? 1;
      parts[own + at] = partsBefore[here + at] ?? 0;
    }
    const { into } = this.#asked;
    into[column] = (into[column] ?? 0) + moved;
    this.#zeros[column] = zeroBefore;
    this.#ones[column] = oneBefore;
  }
}

/** Points and weights of Gauss and Legendre on 0–1, exact for polynomials up to degree 2·count − 1. */
function gaussPoints(count: number): { readonly points: Float64Array; readonly weights: Float64Array } {
  const [points, weights] = [new Float64Array(count), new Float64Array(count)];
  for (let place = 0; place < count; place += 1) {
    let root = Math.cos((Math.PI * (place + 0.75)) / (count + 0.5));
    let slope = 1;
    for (let step = 0; step < 100; step += 1) {
      let [before, value] = [1, root];
      for (let degree = 2; degree <= count; degree += 1) {
        [before, value] = [value, ((2 * degree - 1) * root * value - (degree - 1) * before) / degree];
      }
      slope = (count * (root * value - before)) / (root * root - 1);
      const move = value / slope;
      root -= move;
      if (Math.abs(move) < 1e-15) break;
    }
    points[place] = (1 + root) / 2;
    weights[place] = 1 / ((1 - root * root) * slope * slope);
  }
  return { points, weights };
}
