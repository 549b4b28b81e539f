import { fitGlm, predictGlm } from '@kianda/science/models/glm/glm';
import { predictLambdas } from '@kianda/science/models/lambdas/lambdas';
import { fitMaxent, predictMaxent } from '@kianda/science/models/maxent/maxent';
import { type Column, takeValues } from '@kianda/science/models/shared/columns';
import { meanOf } from '@kianda/science/models/shared/statistics';
import type { Watch } from '@kianda/science/models/shared/watch';
import { trainBoosting } from '@kianda/science/models/trees/boosting';
import { trainForest } from '@kianda/science/models/trees/forest';
import { predictTrees } from '@kianda/science/models/trees/prediction';
import type { TreeModel } from '@kianda/science/models/trees/tree';
import { foreignColumns } from '../foreign/foreign-columns.ts';
import type { Fitted, LearningTarget, Method, Scorer, TrainingTask } from './training.types.ts';

/** Parameters of the tree methods; they stand in each version that they made. */
const forestOptions = { maxLeaves: 256 } as const;
export const boostingOptions = { learningRate: 0.05, maxLeaves: 15, minRows: 20 } as const;
/** Trees of a forest where nothing else is asked. */
export const usualTrees = 200;
/** Rounds of boosting that take about as long as a forest of so many trees. */
export const roundsFor = (trees: number): number => Math.round(trees * 1.5);
/** λ of the linear regression, on standardised terms. */
export const ridge = 1;

/** Fits a method to rows. */
export function fit(
  method: Method,
  { seed, trees = usualTrees, target }: Pick<TrainingTask, 'seed' | 'trees' | 'target'>,
  columns: readonly Column[],
  watch: Watch = {},
): Fitted {
  const { values } = target;
  if (method.kind === 'maxent') {
    const options = method.features === undefined ? {} : { classes: method.features };
    return { kind: 'maxent', model: fitMaxent(columns, Uint8Array.from(values), options, watch) };
  }
  const from = target.task === 'number' ? target.changeFrom : undefined;
  if (method.kind === 'linear') return fitLinear(target, columns, from);
  const treeTarget = treeTargetOf(from === undefined ? target : changeOf(target, columnNamed(columns, from)));
  const model =
    method.kind === 'forest'
      ? trainForest(columns, treeTarget, { ...forestOptions, trees, seed }, watch)
      : trainBoosting(columns, treeTarget, { ...boostingOptions, rounds: roundsFor(trees), seed }, watch).model;
  return { kind: 'trees', model, ...(from === undefined ? {} : { from }) };
}

/** A number by a straight line of every column, missing values at the mean of the others, or at the commonest category. */
function fitLinear(target: LearningTarget, columns: readonly Column[], from: string | undefined): Fitted {
  if (target.task !== 'number') throw new RangeError(`fitLinear: received ${target.task}, expected a number`);
  const { values } = from === undefined ? target : changeOf(target, columnNamed(columns, from));
  const fill = Object.fromEntries(columns.map((column) => [column.name, usualOf(column)]));
  const model = fitGlm(filled(columns, fill), values, { family: 'gaussian', ridge });
  return { kind: 'linear', model, fill, ...(from === undefined ? {} : { from }) };
}

function usualOf({ kind, values }: Column): number {
  const present = values.filter((value) => !Number.isNaN(value));
  if (present.length === 0) return 0;
  if (kind === 'continuous') return meanOf(present);
  const counts = new Map<number, number>();
  for (const code of present) counts.set(code, (counts.get(code) ?? 0) + 1);
  const [first = [0, 0], ...rest] = counts;
  return rest.reduce((most, one) => (one[1] > most[1] ? one : most), first)[0];
}

/** Columns as a regression knows them: a category that it has not seen is missing to it. */
const known = ({ model, fill }: Extract<Fitted, { kind: 'linear' }>, columns: readonly Column[]): Column[] =>
  filled(
    columns.map((column) => {
      const codes = new Set(model.columns.find(({ name }) => name === column.name)?.codes);
      if (column.kind === 'continuous') return column;
      return { ...column, values: column.values.map((code) => (codes.has(code) ? code : Number.NaN)) };
    }),
    fill,
  );

const filled = (columns: readonly Column[], fill: Readonly<Record<string, number>>): Column[] =>
  columns.map((column) => ({
    ...column,
    values: column.values.map((value) => (Number.isNaN(value) ? (fill[column.name] ?? 0) : value)),
  }));

const changeOf = (target: LearningTarget, from: Float64Array): LearningTarget => ({
  ...target,
  values: target.values.map((value, row) => value - (from[row] ?? Number.NaN)),
});

function columnNamed(columns: readonly Column[], name: string): Float64Array {
  const found = columns.find((column) => column.name === name);
  if (found === undefined) throw new RangeError(`columns: expected ${name}`);
  return found.values;
}

/** The target of these rows, in this order. */
export const targetOf = (target: LearningTarget, rows: ArrayLike<number>): LearningTarget => ({
  ...target,
  values: takeValues(target.values, rows),
});

function treeTargetOf(target: LearningTarget) {
  const { values } = target;
  if (target.task === 'classes') return { task: 'classes' as const, values, classes: target.classes.length };
  return { task: 'regression' as const, values };
}

/** Scores of rows: a number or a chance a row, of several classes all of a row together. */
export function scoresOf(fitted: Fitted | Scorer, columns: readonly Column[], watch: Watch = {}): Float64Array {
  switch (fitted.kind) {
    case 'scorer':
      return fitted.score(columns);
    case 'maxent':
      return predictMaxent(fitted.model, columns, {}, watch);
    case 'lambdas':
      return predictLambdas(fitted.model, foreignColumns(fitted.inputs, columns), fitted.output, watch);
    case 'trees':
      return fromColumn(fitted, columns, chancesOfBoth(fitted.model, predictTrees(fitted.model, columns, watch)));
    case 'linear':
      return fromColumn(fitted, columns, predictGlm(fitted.model, known(fitted, columns)).mean);
  }
}

/** Trees give of two classes the chance of the second alone; everything here reads one of each. */
function chancesOfBoth({ task }: TreeModel, scores: Float64Array): Float64Array {
  if (task !== 'binary') return scores;
  return Float64Array.from({ length: 2 * scores.length }, (_, place) => {
    const second = scores[place >> 1] ?? Number.NaN;
    return place % 2 === 0 ? 1 - second : second;
  });
}

/** A learned change, added to the column that it is a change from. */
function fromColumn(
  fitted: { readonly from?: string },
  columns: readonly Column[],
  scores: Float64Array,
): Float64Array {
  if (fitted.from === undefined) return scores;
  const from = columnNamed(columns, fitted.from);
  return scores.map((change, row) => change + (from[row] ?? Number.NaN));
}

/** Class with the greatest chance, a row; of equal ones the first. */
export function likeliest(scores: Float64Array, classes: number): Int32Array {
  return Int32Array.from({ length: scores.length / classes }, (_, row) => {
    const chances = scores.subarray(row * classes, (row + 1) * classes);
    return chances.indexOf(Math.max(...chances));
  });
}
