import type { Random } from '@kianda/geo';
import { heed, type Watch } from '../shared/watch.ts';
import { type BinnedTable, valueBins } from './binning.ts';
import {
  type Bounds,
  bestSplit,
  binRoom,
  leafValue,
  type Split,
  type SplitRules,
  type Sums,
  strideOf,
} from './split.ts';
import type { TreeNode } from './tree.ts';

/** First derivatives row by row (all outputs of a row together), and second ones; null where each is 1. */
export type Slopes = {
  readonly outputs: number;
  readonly gradients: Float64Array;
  readonly hessians: Float64Array | null;
};

export type GrowRules = SplitRules & {
  /** Infinity for no limit: then nodes are split depth first, else the one that gains most is split next. */
  readonly maxLeaves: number;
  readonly maxDepth: number;
  /** Columns that this tree may use. */
  readonly columns: Int32Array;
  /** How many of them are tried at each node, at random; all where it is their number. */
  readonly columnsPerNode: number;
  /** Splits that gain no more are not made. */
  readonly minGain: number;
};

/** A leaf, and the rows of training in it: a part of the grown tree's `rows`. */
export type GrownLeaf = { readonly node: number; readonly from: number; readonly to: number };

export type GrownTree = {
  readonly nodes: readonly TreeNode[];
  readonly leaves: readonly GrownLeaf[];
  readonly rows: Uint32Array;
};

type Open = {
  readonly node: number;
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  readonly bounds: Bounds;
  readonly sums: Sums;
  /** Kept for the subtraction, where all columns are tried. */
  readonly histogram: Float64Array | null;
  readonly split: Split | null;
};

/**
 * Grows one tree on rows of a table (with repeats where a bootstrap drew them). The smaller child's histogram is counted,
 * the larger one's is the difference from the parent's. Source: Ke et al. (2017), NIPS 30 (LightGBM); Friedman (2001).
 */
export function growTree(
  table: BinnedTable,
  slopes: Slopes,
  { rows, rules, random }: { readonly rows: Uint32Array; readonly rules: GrowRules; readonly random: Random },
  watch: Watch = {},
): GrownTree {
  const grower = new Grower(table, slopes, { rows, rules, random }, watch);
  return grower.grow();
}

const unbound: Bounds = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

class Grower {
  readonly #table: BinnedTable;
  readonly #slopes: Slopes;
  readonly #rows: Uint32Array;
  readonly #rules: GrowRules;
  readonly #random: Random;
  readonly #watch: Watch;
  readonly #spare: Uint32Array;
  readonly #keeps: boolean;
  readonly #pool: Float64Array[] = [];
  readonly #nodes: TreeNode[] = [];

  constructor(
    table: BinnedTable,
    slopes: Slopes,
    { rows, rules, random }: { readonly rows: Uint32Array; readonly rules: GrowRules; readonly random: Random },
    watch: Watch,
  ) {
    this.#table = table;
    this.#slopes = slopes;
    this.#rows = rows;
    this.#rules = rules;
    this.#random = random;
    this.#watch = watch;
    this.#spare = new Uint32Array(rows.length);
    this.#keeps = Number.isFinite(rules.maxLeaves) && rules.columnsPerNode >= rules.columns.length;
  }

  grow(): GrownTree {
    const leaves: GrownLeaf[] = [];
    const root = this.#sumsOf(0, this.#rows.length);
    this.#nodes.push(this.#leaf(root, unbound));
    const open: Open[] = [this.#opened({ node: 0, from: 0, to: this.#rows.length, depth: 0, bounds: unbound }, root)];
    let count = 1;
    while (open.length > 0) {
      const next = this.#takeNext(open);
      if (next.split === null || count >= this.#rules.maxLeaves) {
        leaves.push({ node: next.node, from: next.from, to: next.to });
        if (next.histogram !== null) this.#pool.push(next.histogram);
        continue;
      }
      open.push(...this.#divide(next, next.split));
      count += 1;
    }
    return { nodes: this.#nodes, leaves, rows: this.#rows };
  }

  /** The node that gains most, where leaves are limited; else the last one, so that few wait at a time. */
  #takeNext(open: Open[]): Open {
    let place = open.length - 1;
    if (Number.isFinite(this.#rules.maxLeaves)) {
      place = open.reduce((best, { split }, index) => {
        return (split?.gain ?? -1) > (open[best]?.split?.gain ?? -1) ? index : best;
      }, 0);
    }
    const [taken] = open.splice(place, 1);
    if (taken === undefined) throw new RangeError('growTree: no open node');
    return taken;
  }

  #sumsOf(from: number, to: number): Sums {
    const { outputs, gradients, hessians } = this.#slopes;
    const rows = this.#rows;
    const sums = new Float64Array(outputs);
    let hessian = 0;
    for (let index = from; index < to; index += 1) {
      const row = rows[index] ?? 0;
      for (let output = 0; output < outputs; output += 1) {
        sums[output] = (sums[output] ?? 0) + (gradients[row * outputs + output] ?? 0);
      }
      hessian += hessians === null ? 1 : (hessians[row] ?? 0);
    }
    return { count: to - from, hessian, gradients: sums };
  }

  #leaf({ count, hessian, gradients }: Sums, bounds: Bounds): TreeNode {
    const values = Array.from(gradients, (gradient) => leafValue(gradient, hessian, this.#rules.l2, bounds));
    return { cover: count, values, split: null };
  }

  /** An open node with its best split; its histogram is counted unless one is given. */
  #opened(
    place: { node: number; from: number; to: number; depth: number; bounds: Bounds },
    sums: Sums,
    given?: Float64Array,
  ): Open {
    heed(this.#watch);
    const { minRows, maxDepth, columns, columnsPerNode } = this.#rules;
    const mayDivide = sums.count >= 2 * minRows && place.depth < maxDepth;
    if (!mayDivide) {
      if (given !== undefined) this.#pool.push(given);
      return { ...place, sums, histogram: null, split: null };
    }
    const all = columnsPerNode >= columns.length;
    const histogram = given ?? this.#blank();
    if (given === undefined && all) this.#countAll(histogram, place.from, place.to);
    let split: Split | null = null;
    let least = this.#rules.minGain;
    let tried = 0;
    const search = { table: this.#table, histogram, sums, rules: this.#rules, bounds: place.bounds };
    for (const column of all ? columns : this.#shuffled(columns)) {
      if (tried >= columnsPerNode) break;
      if (!all) this.#count(histogram, column, place.from, place.to);
      // A column that is constant in the node divides nothing, and another is tried in its place.
      if (all || this.#varies(histogram, column, sums.count)) tried += 1;
      const found = bestSplit(search, column, least);
      if (found === null) continue;
      split = found;
      least = found.gain;
    }
    if (!this.#keeps) this.#pool.push(histogram);
    return { ...place, sums, histogram: this.#keeps ? histogram : null, split };
  }

  #shuffled(columns: Int32Array): Int32Array {
    const order = columns.slice();
    for (let last = order.length - 1; last > 0; last -= 1) {
      const place = Math.floor(this.#random() * (last + 1));
      const kept = order[last] ?? 0;
      order[last] = order[place] ?? 0;
      order[place] = kept;
    }
    return order;
  }

  #varies(histogram: Float64Array, column: number, count: number): boolean {
    const stride = strideOf(this.#slopes.outputs);
    const from = column * binRoom * stride;
    let at = from;
    while ((histogram[at] ?? count) === 0) at += stride;
    return (histogram[at] ?? count) < count;
  }

  #blank(): Float64Array {
    const size = this.#table.columns.length * binRoom * strideOf(this.#slopes.outputs);
    return this.#pool.pop() ?? new Float64Array(size);
  }

  #countAll(histogram: Float64Array, from: number, to: number): void {
    for (const column of this.#rules.columns) {
      this.#count(histogram, column, from, to);
      if ((to - from) * this.#rules.columns.length > 1 << 18) heed(this.#watch);
    }
  }

  #count(histogram: Float64Array, column: number, from: number, to: number): void {
    const { outputs, gradients, hessians } = this.#slopes;
    const { bins, rows: size, columns } = this.#table;
    const described = columns[column];
    const used = described === undefined ? 0 : valueBins(described) + 1;
    const stride = strideOf(outputs);
    const base = column * binRoom * stride;
    histogram.fill(0, base, base + used * stride);
    const part = { rows: this.#rows, from, to, bins: bins.subarray(column * size, (column + 1) * size) };
    const target = histogram.subarray(base, base + used * stride);
    if (outputs === 1) countOne(target, part, gradients, hessians);
    else countMany(target, part, gradients, outputs);
  }

  #divide(parent: Open, split: Split): readonly Open[] {
    const middle = this.#partition(parent, split);
    const { from, to, depth, sums } = parent;
    const leftSums = this.#sumsOf(from, middle);
    const rightSums: Sums = {
      count: sums.count - leftSums.count,
      hessian: sums.hessian - leftSums.hessian,
      gradients: sums.gradients.map((value, output) => value - (leftSums.gradients[output] ?? 0)),
    };
    const [leftBounds, rightBounds] = this.#boundsOf(parent, split, [leftSums, rightSums]);
    const node = this.#nodes.length;
    this.#nodes.push(this.#leaf(leftSums, leftBounds), this.#leaf(rightSums, rightBounds));
    const divided = this.#nodes[parent.node];
    if (divided !== undefined) divided.split = { ...split, left: node, right: node + 1 };
    const left = { node, from, to: middle, depth: depth + 1, bounds: leftBounds };
    const right = { node: node + 1, from: middle, to, depth: depth + 1, bounds: rightBounds };
    const { histogram } = parent;
    if (histogram === null) return [this.#opened(right, rightSums), this.#opened(left, leftSums)];
    const leftIsSmaller = leftSums.count <= rightSums.count;
    const smaller = leftIsSmaller ? left : right;
    const counted = this.#blank();
    this.#countAll(counted, smaller.from, smaller.to);
    this.#subtract(histogram, counted);
    return [
      this.#opened(left, leftSums, leftIsSmaller ? counted : histogram),
      this.#opened(right, rightSums, leftIsSmaller ? histogram : counted),
    ];
  }

  #subtract(whole: Float64Array, part: Float64Array): void {
    const stride = strideOf(this.#slopes.outputs);
    for (const column of this.#rules.columns) {
      const described = this.#table.columns[column];
      const base = column * binRoom * stride;
      const end = base + (described === undefined ? 0 : valueBins(described) + 1) * stride;
      for (let index = base; index < end; index += 1) whole[index] = (whole[index] ?? 0) - (part[index] ?? 0);
    }
  }

  /** Below a split by a monotone column, the values of the two sides stay on their side of the middle. */
  #boundsOf({ bounds }: Open, split: Split, [left, right]: readonly [Sums, Sums]): readonly [Bounds, Bounds] {
    const direction = this.#rules.monotone?.[split.column] ?? 0;
    if (direction === 0) return [bounds, bounds];
    const value = ({ gradients, hessian }: Sums) => leafValue(gradients[0] ?? 0, hessian, this.#rules.l2, bounds);
    const middle = (value(left) + value(right)) / 2;
    const below = { low: bounds.low, high: middle };
    const above = { low: middle, high: bounds.high };
    return direction > 0 ? [below, above] : [above, below];
  }

  /** Puts the rows of a node that go left before the others, both in their order; the place where the right ones begin. */
  #partition({ from, to }: Open, split: Split): number {
    const { bins, rows: size, columns } = this.#table;
    const described = columns[split.column];
    const goesLeft = leftOf(split, described === undefined ? 0 : valueBins(described));
    const base = split.column * size;
    const [rows, spare] = [this.#rows, this.#spare];
    let left = from;
    let right = 0;
    for (let index = from; index < to; index += 1) {
      const row = rows[index] ?? 0;
      if (goesLeft[bins[base + row] ?? 0] === 1) {
        rows[left] = row;
        left += 1;
      } else {
        spare[right] = row;
        right += 1;
      }
    }
    rows.set(spare.subarray(0, right), left);
    return left;
  }
}

/** 1 for each bin that a split sends left; `missing` is the bin of missing values. */
export function leftOf({ bin, leftBins, missingLeft }: Omit<Split, 'gain'>, missing: number): Uint8Array {
  const goes = new Uint8Array(binRoom);
  if (leftBins === null) goes.fill(1, 0, bin + 1);
  else for (const left of leftBins) goes[left] = 1;
  goes[missing] = missingLeft ? 1 : 0;
  return goes;
}

type Part = { readonly rows: Uint32Array; readonly from: number; readonly to: number; readonly bins: Uint8Array };

function countOne(
  histogram: Float64Array,
  { rows, from, to, bins }: Part,
  gradients: Float64Array,
  hessians: Float64Array | null,
): void {
  if (hessians === null) {
    for (let index = from; index < to; index += 1) {
      const row = rows[index] ?? 0;
      const at = (bins[row] ?? 0) * 3;
      histogram[at] = (histogram[at] ?? 0) + 1;
      histogram[at + 2] = (histogram[at + 2] ?? 0) + (gradients[row] ?? 0);
    }
    // Each row weighs 1: its second derivatives are its count.
    for (let at = 0; at < histogram.length; at += 3) histogram[at + 1] = histogram[at] ?? 0;
    return;
  }
  for (let index = from; index < to; index += 1) {
    const row = rows[index] ?? 0;
    const at = (bins[row] ?? 0) * 3;
    histogram[at] = (histogram[at] ?? 0) + 1;
    histogram[at + 1] = (histogram[at + 1] ?? 0) + (hessians[row] ?? 0);
    histogram[at + 2] = (histogram[at + 2] ?? 0) + (gradients[row] ?? 0);
  }
}

function countMany(
  histogram: Float64Array,
  { rows, from, to, bins }: Part,
  gradients: Float64Array,
  outputs: number,
): void {
  const stride = strideOf(outputs);
  for (let index = from; index < to; index += 1) {
    const row = rows[index] ?? 0;
    const at = (bins[row] ?? 0) * stride;
    histogram[at] = (histogram[at] ?? 0) + 1;
    histogram[at + 1] = (histogram[at + 1] ?? 0) + 1;
    for (let output = 0; output < outputs; output += 1) {
      const here = at + 2 + output;
      histogram[here] = (histogram[here] ?? 0) + (gradients[row * outputs + output] ?? 0);
    }
  }
}
