import type { ColumnBins } from './binning.ts';
import type { Split } from './split.ts';

/** A node while its tree grows. */
export type TreeNode = {
  readonly cover: number;
  readonly values: readonly number[];
  split: (Split & { readonly left: number; readonly right: number }) | null;
};

/**
 * Trees one after the other, each node before its left subtree and that before its right one: the left child is the next
 * node. Plain arrays of whole numbers and of rounded values, so that JSON is short and keeps them unchanged.
 */
export type TreeArrays = {
  /** First node of each tree. */
  readonly starts: readonly number[];
  /** Column of the split; −1 for a leaf. */
  readonly columns: readonly number[];
  /** Continuous: bins up to this one go left. Categorical: place in `categories`. Leaf: place in `values` ÷ outputs. */
  readonly bins: readonly number[];
  /** Steps to the right child; 0 for a leaf. */
  readonly rights: readonly number[];
  /** 1 where missing values go left; 2 more for a categorical split. */
  readonly flags: readonly number[];
  /** Rows of training in the node. */
  readonly covers: readonly number[];
  /** Bins that go left, of each categorical split. */
  readonly categories: readonly (readonly number[])[];
  /** Values of the leaves, all outputs of a leaf together. */
  readonly values: readonly number[];
};

/** A boosted model or a forest, as plain data. */
export type TreeModel = {
  readonly kind: 'boosting' | 'forest';
  readonly task: 'regression' | 'binary' | 'classes';
  /** 1 but for several classes. */
  readonly outputs: number;
  /** Outputs of one leaf: of a boosted model 1, the trees taking turns by output. */
  readonly leafOutputs: number;
  readonly columns: readonly ColumnBins[];
  /** Score of each output before the first tree. */
  readonly baseline: readonly number[];
  readonly trees: TreeArrays;
  /** Sum of the gains of the splits by each column. */
  readonly gains: readonly number[];
  readonly seed: number | string;
};

/** The nearest 32-bit number by nine significant digits, which tell all of them apart: short as text and as bytes. */
export const rounded = (value: number): number => Number(Math.fround(value).toPrecision(9));

/** Nine significant digits, for numbers that may be beyond the range of 32 bits. */
export const shortened = (value: number): number => Number(value.toPrecision(9));

/** Arrays that trees are written into. */
export const noTrees = () => ({
  starts: [] as number[],
  columns: [] as number[],
  bins: [] as number[],
  rights: [] as number[],
  flags: [] as number[],
  covers: [] as number[],
  categories: [] as number[][],
  values: [] as number[],
});

/** Grown trees as arrays, and the sum of the gains by column; leaf values are written as they are. */
export function writeTrees(
  grown: readonly (readonly TreeNode[])[],
  columns: number,
): { readonly trees: TreeArrays; readonly gains: number[] } {
  const trees = noTrees();
  const gains = new Array<number>(columns).fill(0);
  let leaves = 0;
  for (const nodes of grown) {
    trees.starts.push(trees.columns.length);
    write(nodes, 0);
  }
  return { trees, gains: gains.map(shortened) };

  function write(nodes: readonly TreeNode[], place: number): void {
    const node = nodes[place];
    if (node === undefined) return;
    const { split, values, cover } = node;
    const here = trees.columns.length;
    trees.covers.push(cover);
    trees.rights.push(0);
    trees.columns.push(split?.column ?? -1);
    trees.flags.push((split?.missingLeft === true ? 1 : 0) + (split?.leftBins == null ? 0 : 2));
    if (split === null) {
      trees.bins.push(leaves);
      leaves += 1;
      trees.values.push(...values);
      return;
    }
    trees.bins.push(split.leftBins === null ? split.bin : trees.categories.push([...split.leftBins]) - 1);
    gains[split.column] = (gains[split.column] ?? 0) + split.gain;
    write(nodes, split.left);
    trees.rights[here] = trees.columns.length - here;
    write(nodes, split.right);
  }
}

/** Joins trees of one model that were grown apart, in their order. */
export function joinTrees(parts: readonly TreeArrays[], leafOutputs: number): TreeArrays {
  const joined = {
    starts: [] as number[],
    columns: [] as number[],
    bins: [] as number[],
    rights: [] as number[],
    flags: [] as number[],
    covers: [] as number[],
    categories: [] as (readonly number[])[],
    values: [] as number[],
  };
  for (const part of parts) {
    const [nodes, sets] = [joined.columns.length, joined.categories.length];
    const leaves = joined.values.length / leafOutputs;
    for (const start of part.starts) joined.starts.push(start + nodes);
    part.bins.forEach((bin, node) => {
      joined.bins.push(part.columns[node] === -1 ? bin + leaves : (part.flags[node] ?? 0) >= 2 ? bin + sets : bin);
    });
    for (const name of ['columns', 'rights', 'flags', 'covers', 'values'] as const) {
      for (const value of part[name]) joined[name].push(value);
    }
    joined.categories.push(...part.categories);
  }
  return joined;
}
