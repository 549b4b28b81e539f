import { seededRandom } from '@kianda/geo';
import { type Column, rowsOf, takeRows, takeValues } from '../shared/columns.ts';
import { report, type Watch } from '../shared/watch.ts';
import { type BinnedTable, binsFor, binTable, valueBins } from './binning.ts';
import { type GrownTree, type GrowRules, growTree, leftOf, type Slopes } from './grow.ts';
import { softmax } from './prediction.ts';
import { rounded, type TreeModel, type TreeNode, writeTrees } from './tree.ts';

/** Numbers to predict; or classes by their codes 0 … classes − 1 (two of them make a binary task). */
export type Target =
  | { readonly task: 'regression'; readonly values: Float64Array }
  | { readonly task: 'classes'; readonly values: Float64Array; readonly classes: number };

export type BoostingOptions = {
  /** Rounds at most: one tree each, of several classes one a class. */
  readonly rounds?: number;
  readonly learningRate?: number;
  readonly maxLeaves?: number;
  readonly maxDepth?: number;
  readonly minRows?: number;
  readonly l2?: number;
  /** Share of the rows drawn for each round, and of the columns for each tree. */
  readonly rowShare?: number;
  readonly columnShare?: number;
  /** By name: 1 the prediction may only rise with it, −1 only fall. Of two classes it holds for the chance of class 1. */
  readonly monotone?: Readonly<Record<string, 1 | -1>>;
  /** Ends once `patience` rounds did not improve the loss on a share of the rows that is held out for it. */
  readonly earlyStopping?: { readonly share: number; readonly patience: number };
  readonly seed?: number | string;
};

export type BoostingResult = {
  readonly model: TreeModel;
  /** Mean loss after each round: half the squared error, or the logarithmic loss; `validation` where rows are held out. */
  readonly trainingLoss: readonly number[];
  readonly validationLoss: readonly number[];
};

/**
 * Gradient boosting of histogram trees, grown best first, by second-order steps. Throws a RangeError for a target that
 * does not fit. Source: Friedman (2001), Ann. Stat. 29:1189–1232; Ke et al. (2017), NIPS 30; scikit-learn's HistGradientBoosting.
 */
export function trainBoosting(
  columns: readonly Column[],
  target: Target,
  options: BoostingOptions = {},
  watch: Watch = {},
): BoostingResult {
  requireTarget(target, rowsOf(columns));
  const { rounds = 100, seed = 1, earlyStopping } = options;
  const { train, held } = parted(rowsOf(columns), earlyStopping?.share ?? 0, seed);
  const bins = binsFor(takeRows(columns, train));
  const fit = stateOf(binTable(takeRows(columns, train), bins), target, train);
  const check = held.length === 0 ? null : stateOf(binTable(takeRows(columns, held), bins), target, held, fit.baseline);
  const grown: (readonly TreeNode[])[] = [];
  const trainingLoss: number[] = [];
  const validationLoss: number[] = [];
  let best = { round: 0, loss: Number.POSITIVE_INFINITY };
  const random = seededRandom(`${seed} rounds`);
  for (let round = 0; round < rounds; round += 1) {
    report(watch, round / rounds);
    for (const tree of boost(
      fit,
      rulesOf(
        bins.map(({ name }) => name),
        options,
      ),
      random,
      watch,
    )) {
      grown.push(tree);
      if (check !== null) addTree(check, tree, (grown.length - 1) % check.outputs);
    }
    trainingLoss.push(meanLoss(fit));
    if (check === null) continue;
    const loss = meanLoss(check);
    validationLoss.push(loss);
    if (loss < best.loss - 1e-7) best = { round: round + 1, loss };
    if (round + 1 - best.round >= (earlyStopping?.patience ?? 10)) break;
  }
  const kept = check === null ? grown : grown.slice(0, best.round * fit.outputs);
  report(watch, 1);
  const model: TreeModel = {
    kind: 'boosting',
    task: target.task === 'regression' ? 'regression' : fit.outputs === 1 ? 'binary' : 'classes',
    outputs: fit.outputs,
    leafOutputs: 1,
    columns: bins,
    baseline: [...fit.baseline],
    ...writeTrees(kept, bins.length),
    seed,
  };
  return { model, trainingLoss, validationLoss };
}

/** Throws a RangeError for values that are missing, or no codes of classes. */
export function requireTarget(target: Target, rows: number): void {
  if (target.values.length !== rows) {
    throw new RangeError(`target: received ${target.values.length} values, expected ${rows} as in the columns`);
  }
  const most = target.task === 'classes' ? target.classes - 1 : Number.POSITIVE_INFINITY;
  if (target.task === 'classes' && target.classes < 2)
    throw new RangeError('target: received 1 class, expected 2 or more');
  const fits = (value: number) =>
    target.task === 'regression' ? Number.isFinite(value) : Number.isInteger(value) && value >= 0 && value <= most;
  const row = target.values.findIndex((value) => !fits(value));
  if (row < 0) return;
  const expected = target.task === 'regression' ? 'a finite number' : `a class from 0 to ${most}`;
  throw new RangeError(`target: row ${row} is ${target.values[row]}, expected ${expected}`);
}

/** Rows to train on and rows held out, both in their order. */
function parted(rows: number, share: number, seed: number | string) {
  const random = seededRandom(`${seed} held`);
  const train: number[] = [];
  const held: number[] = [];
  for (let row = 0; row < rows; row += 1) (share > 0 && random() < share ? held : train).push(row);
  return { train: Uint32Array.from(train), held: Uint32Array.from(held) };
}

type State = {
  readonly table: BinnedTable;
  readonly task: Target['task'];
  readonly outputs: number;
  readonly target: Float64Array;
  readonly baseline: Float64Array;
  /** Scores by output, then by row. */
  readonly scores: readonly Float64Array[];
};

function stateOf(table: BinnedTable, target: Target, rows: Uint32Array, given?: Float64Array): State {
  const values = takeValues(target.values, rows);
  const outputs = target.task === 'classes' && target.classes > 2 ? target.classes : 1;
  const baseline = given ?? baselineOf(target, values, outputs);
  const scores = Array.from(baseline, (value) => new Float64Array(values.length).fill(value));
  return { table, task: target.task, outputs, target: values, baseline, scores };
}

function baselineOf(target: Target, values: Float64Array, outputs: number): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (target.task === 'regression') return Float64Array.of(mean);
  // A class that nobody has yet gets a small chance, so that its logarithm stays a number.
  const kept = (share: number) => Math.min(1 - 1e-6, Math.max(1e-6, share));
  if (outputs === 1) return Float64Array.of(Math.log(kept(mean) / (1 - kept(mean))));
  const shares = new Float64Array(outputs);
  for (const value of values) shares[value] = (shares[value] ?? 0) + 1 / values.length;
  return shares.map((share) => Math.log(kept(share)));
}

function rulesOf(names: readonly string[], options: BoostingOptions): BoostRules {
  const { maxLeaves = 31, maxDepth = Number.POSITIVE_INFINITY, minRows = 20, l2 = 0, monotone = {} } = options;
  const { rowShare = 1, columnShare = 1, learningRate = 0.1 } = options;
  const bound = Int8Array.from(names, (name) => monotone[name] ?? 0);
  const isBound = bound.some((direction) => direction !== 0);
  const grown = { maxLeaves, maxDepth, minRows, minHessian: 1e-3, l2, midway: false };
  return { ...grown, monotone: isBound ? bound : null, rowShare, columnShare, learningRate };
}

type BoostRules = Omit<GrowRules, 'columns' | 'columnsPerNode' | 'minGain'> & {
  readonly rowShare: number;
  readonly columnShare: number;
  readonly learningRate: number;
};

/** Trees of one round, whose values are added to the scores. */
function boost(state: State, rules: BoostRules, random: () => number, watch: Watch): readonly (readonly TreeNode[])[] {
  const rows = drawn(state.target.length, rules.rowShare, random);
  const columnCount = state.table.columns.length;
  // All outputs of a round start from the same scores.
  const slopes = Array.from({ length: state.outputs }, (_, output) => slopesOf(state, output));
  return slopes.map((slope, output) => {
    const columns = Int32Array.from(drawn(columnCount, rules.columnShare, random));
    const grown = growTree(
      state.table,
      slope,
      { rows: rows.slice(), rules: { ...rules, columns, columnsPerNode: columns.length, minGain: 1e-12 }, random },
      watch,
    );
    const nodes = grown.nodes.map((node) => ({
      ...node,
      values: node.values.map((value) => rounded(value * rules.learningRate)),
    }));
    if (rows.length === state.target.length) addLeaves(state, grown, nodes, output);
    else addTree(state, nodes, output);
    return nodes;
  });
}

/** A share of the numbers below `count`, at least one, in their order (Fan, Muller & Rezucha 1962). */
function drawn(count: number, share: number, random: () => number): Uint32Array {
  if (share >= 1) return Uint32Array.from({ length: count }, (_, index) => index);
  const chosen: number[] = [];
  let wanted = Math.max(1, Math.round(count * share));
  for (let index = 0; index < count && wanted > 0; index += 1) {
    if (random() * (count - index) >= wanted) continue;
    chosen.push(index);
    wanted -= 1;
  }
  return Uint32Array.from(chosen);
}

/** Derivatives of the loss by the scores of one output. */
function slopesOf({ task, outputs, target, scores }: State, output: number): Slopes {
  const rows = target.length;
  const own = scores[output] ?? new Float64Array(0);
  const gradients = new Float64Array(rows);
  if (task === 'regression') {
    for (let row = 0; row < rows; row += 1) gradients[row] = (own[row] ?? 0) - (target[row] ?? 0);
    return { outputs: 1, gradients, hessians: null };
  }
  const hessians = new Float64Array(rows);
  const chances = new Float64Array(outputs);
  for (let row = 0; row < rows; row += 1) {
    let chance: number;
    let happened = target[row] ?? 0;
    if (outputs === 1) chance = 1 / (1 + Math.exp(-(own[row] ?? 0)));
    else {
      for (let other = 0; other < outputs; other += 1) chances[other] = scores[other]?.[row] ?? 0;
      softmax(chances);
      chance = chances[output] ?? 0;
      happened = happened === output ? 1 : 0;
    }
    gradients[row] = chance - happened;
    hessians[row] = Math.max(chance * (1 - chance), 1e-16);
  }
  return { outputs: 1, gradients, hessians };
}

function addLeaves(state: State, grown: GrownTree, nodes: readonly TreeNode[], output: number): void {
  const scores = state.scores[output];
  if (scores === undefined) return;
  for (const { node, from, to } of grown.leaves) {
    const value = nodes[node]?.values[0] ?? 0;
    for (let index = from; index < to; index += 1) {
      const row = grown.rows[index] ?? 0;
      scores[row] = (scores[row] ?? 0) + value;
    }
  }
}

/** Adds the values of a tree to the scores of all rows. */
function addTree({ table, scores }: State, nodes: readonly TreeNode[], output: number): void {
  const own = scores[output];
  if (own === undefined) return;
  const goes = nodes.map(({ split }) => {
    const described = split === null ? undefined : table.columns[split.column];
    return split === null || described === undefined ? null : leftOf(split, valueBins(described));
  });
  for (let row = 0; row < own.length; row += 1) {
    let place = 0;
    for (let split = nodes[0]?.split; split != null; split = nodes[place]?.split) {
      const bin = table.bins[split.column * table.rows + row] ?? 0;
      place = goes[place]?.[bin] === 1 ? split.left : split.right;
    }
    own[row] = (own[row] ?? 0) + (nodes[place]?.values[0] ?? 0);
  }
}

/** Mean of the loss over the rows: half the squared error, or −ln of the chance of what happened. */
function meanLoss({ task, outputs, target, scores }: State): number {
  let sum = 0;
  const own = scores[0] ?? new Float64Array(0);
  const chances = new Float64Array(outputs);
  for (let row = 0; row < target.length; row += 1) {
    const score = own[row] ?? 0;
    const happened = target[row] ?? 0;
    if (task === 'regression') sum += 0.5 * (score - happened) ** 2;
    else if (outputs === 1) sum += Math.log1p(Math.exp(-Math.abs(score))) + Math.max(score, 0) - score * happened;
    else {
      for (let output = 0; output < outputs; output += 1) chances[output] = scores[output]?.[row] ?? 0;
      softmax(chances);
      sum -= Math.log(Math.max(chances[happened] ?? 0, 1e-300));
    }
  }
  return sum / target.length;
}
