import { fitMaxent, predictMaxent } from '@kianda/science/models/maxent/maxent';
import { type Column, takeValues } from '@kianda/science/models/shared/columns';
import type { Watch } from '@kianda/science/models/shared/watch';
import { trainBoosting } from '@kianda/science/models/trees/boosting';
import { trainForest } from '@kianda/science/models/trees/forest';
import { predictTrees } from '@kianda/science/models/trees/prediction';
import type { LearningTarget, Method, ModelArtefact, TrainingTask } from './training.types.ts';

/** Parameters of the tree methods; they stand in each version that they made. */
export const forestOptions = { trees: 200, maxLeaves: 256 } as const;
export const boostingOptions = { rounds: 300, learningRate: 0.05, maxLeaves: 15, minRows: 20 } as const;

export type Fitted = ModelArtefact['fitted'];

/** Fits a method to rows. */
export function fit(
  method: Method,
  { seed, target }: Pick<TrainingTask, 'seed' | 'target'>,
  columns: readonly Column[],
  watch: Watch = {},
): Fitted {
  const { values } = target;
  if (method.kind === 'maxent') {
    const options = method.features === undefined ? {} : { classes: method.features };
    return { kind: 'maxent', model: fitMaxent(columns, Uint8Array.from(values), options, watch) };
  }
  const from = target.task === 'number' ? target.changeFrom : undefined;
  const treeTarget = treeTargetOf(from === undefined ? target : changeOf(target, columnNamed(columns, from)));
  const model =
    method.kind === 'forest'
      ? trainForest(columns, treeTarget, { ...forestOptions, seed }, watch)
      : trainBoosting(columns, treeTarget, { ...boostingOptions, seed }, watch).model;
  return { kind: 'trees', model, ...(from === undefined ? {} : { from }) };
}

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
export function scoresOf(fitted: Fitted, columns: readonly Column[], watch: Watch = {}): Float64Array {
  if (fitted.kind === 'maxent') return predictMaxent(fitted.model, columns, {}, watch);
  const scores = predictTrees(fitted.model, columns, watch);
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
