import { seededRandom } from '@kianda/geo';
import { type Column, rowsOf } from '../shared/columns.ts';
import { report, type Watch } from '../shared/watch.ts';
import { type BinnedTable, binsFor, binTable } from './binning.ts';
import { requireTarget, type Target } from './boosting.ts';
import { growTree, type Slopes } from './grow.ts';
import { leafAt, runningTrees } from './prediction.ts';
import { joinTrees, rounded, shortened, type TreeModel, type TreeNode, writeTrees } from './tree.ts';

export type ForestOptions = {
  readonly trees?: number;
  /** Columns tried at each split: by default a third for numbers, the square root of their number for classes. */
  readonly columnsPerNode?: number;
  /** Rows of a leaf at least, repeats counted. */
  readonly minRows?: number;
  readonly maxLeaves?: number;
  readonly maxDepth?: number;
  readonly seed?: number | string;
  /** Only these trees of the whole, for a worker of several; `joinForests` puts the parts together. */
  readonly part?: { readonly from: number; readonly to: number };
};

/**
 * Random forest on histogram bins: each tree on a bootstrap of the rows, each split among a few columns at random. Every
 * tree has a seed of its own, so that parts grown apart are the whole to the bit. Source: Breiman (2001), Mach. Learn. 45:5–32.
 */
export function trainForest(
  columns: readonly Column[],
  target: Target,
  options: ForestOptions = {},
  watch: Watch = {},
): TreeModel {
  const rows = rowsOf(columns);
  requireTarget(target, rows);
  const { trees = 100, seed = 1, minRows = target.task === 'regression' ? 5 : 1 } = options;
  const { maxLeaves = Number.POSITIVE_INFINITY, maxDepth = Number.POSITIVE_INFINITY } = options;
  const { from, to } = options.part ?? { from: 0, to: trees };
  const bins = binsFor(columns);
  const table = binTable(columns, bins);
  const slopes = leafSlopes(target);
  const all = Int32Array.from(bins, (_, column) => column);
  const usual = target.task === 'regression' ? Math.ceil(bins.length / 3) : Math.ceil(Math.sqrt(bins.length));
  const columnsPerNode = Math.min(bins.length, options.columnsPerNode ?? usual);
  const limits = { maxLeaves, maxDepth, minRows, minHessian: 0, minGain: 1e-12 };
  const rules = { ...limits, l2: 0, midway: true, monotone: null, columns: all, columnsPerNode };
  const grown: (readonly TreeNode[])[] = [];
  for (let tree = from; tree < to; tree += 1) {
    report(watch, (tree - from) / (to - from));
    const random = seededRandom(`${seed} tree ${tree}`);
    const drawn = bootstrapOf(rows, seed, tree);
    const { nodes } = growTree(table, slopes, { rows: drawn, rules, random }, watch);
    grown.push(nodes.map((node) => ({ ...node, values: node.split === null ? node.values.map(rounded) : [] })));
  }
  report(watch, 1);
  return {
    kind: 'forest',
    task: target.task === 'regression' ? 'regression' : slopes.outputs === 1 ? 'binary' : 'classes',
    outputs: slopes.outputs,
    leafOutputs: slopes.outputs,
    columns: bins,
    baseline: new Array<number>(slopes.outputs).fill(0),
    ...writeTrees(grown, bins.length),
    seed,
  };
}

/** Rows that a tree is grown on, with repeats, in rising order. */
function bootstrapOf(rows: number, seed: number | string, tree: number): Uint32Array {
  const random = seededRandom(`${seed} rows ${tree}`);
  return Uint32Array.from({ length: rows }, () => Math.floor(random() * rows)).sort();
}

/** Slopes whose best leaf values are means: of the numbers, of class 1, or of each class. */
function leafSlopes(target: Target): Slopes {
  if (target.task === 'regression' || target.classes === 2) {
    return { outputs: 1, gradients: target.values.map((value) => -value), hessians: null };
  }
  const { classes, values } = target;
  const gradients = new Float64Array(values.length * classes);
  values.forEach((value, row) => {
    gradients[row * classes + value] = -1;
  });
  return { outputs: classes, gradients, hessians: null };
}

/** One forest from parts that were grown apart, in the order of their trees. Throws a RangeError for none. */
export function joinForests(parts: readonly TreeModel[]): TreeModel {
  const [first] = parts;
  if (first === undefined) throw new RangeError('joinForests: received 0 parts, expected at least 1');
  const trees = joinTrees(
    parts.map((part) => part.trees),
    first.leafOutputs,
  );
  const gains = first.gains.map((_, column) =>
    shortened(parts.reduce((sum, part) => sum + (part.gains[column] ?? 0), 0)),
  );
  return { ...first, trees, gains };
}

/** Predictions of each row by the trees that did not see it. */
export type OutOfBag = {
  /** As `predictTrees` gives them; NaN for a row that every tree saw. */
  readonly predictions: Float64Array;
  /** Rows that some tree did not see. */
  readonly rows: number;
  /** Mean squared error, or mean squared difference of chance and class (Brier, of all classes); NaN without rows. */
  readonly error: number;
};

/** Out-of-bag predictions of a forest on the very columns and target that it was trained on. Source: Breiman (2001). */
export function outOfBag(model: TreeModel, columns: readonly Column[], target: Target, watch: Watch = {}): OutOfBag {
  const table = binTable(columns, model.columns);
  const { outputs } = model;
  const sums = new Float64Array(table.rows * outputs);
  const voters = new Uint32Array(table.rows);
  const { length } = model.trees.starts;
  for (let tree = 0; tree < length; tree += 1) {
    report(watch, tree / length);
    addUnseen(model, tree, table, { sums, voters });
  }
  const predictions = sums.map((sum, at) => sum / (voters[Math.floor(at / outputs)] ?? 0));
  let rows = 0;
  let squares = 0;
  for (let row = 0; row < table.rows; row += 1) {
    if ((voters[row] ?? 0) === 0) continue;
    rows += 1;
    const value = target.values[row] ?? Number.NaN;
    for (let output = 0; output < outputs; output += 1) {
      const wanted = outputs === 1 ? value : value === output ? 1 : 0;
      squares += ((predictions[row * outputs + output] ?? 0) - wanted) ** 2;
    }
  }
  return { predictions, rows, error: squares / rows };
}

function addUnseen(
  model: TreeModel,
  tree: number,
  table: BinnedTable,
  { sums, voters }: { readonly sums: Float64Array; readonly voters: Uint32Array },
): void {
  const trees = runningTrees(model);
  const { outputs } = model;
  const seen = new Uint8Array(table.rows);
  for (const row of bootstrapOf(table.rows, model.seed, tree)) seen[row] = 1;
  for (let row = 0; row < table.rows; row += 1) {
    if (seen[row] === 1) continue;
    const leaf = leafAt(trees, tree, table, row) * outputs;
    voters[row] = (voters[row] ?? 0) + 1;
    for (let output = 0; output < outputs; output += 1) {
      const at = row * outputs + output;
      sums[at] = (sums[at] ?? 0) + (trees.values[leaf + output] ?? 0);
    }
  }
}
