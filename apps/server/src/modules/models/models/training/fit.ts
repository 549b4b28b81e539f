import type { FeatureClass } from '@kianda/science/models/maxent/features';
import { fitMaxent, predictMaxent } from '@kianda/science/models/maxent/maxent';
import type { Column } from '@kianda/science/models/shared/columns';
import type { Watch } from '@kianda/science/models/shared/watch';
import { trainBoosting } from '@kianda/science/models/trees/boosting';
import { trainForest } from '@kianda/science/models/trees/forest';
import { predictTrees } from '@kianda/science/models/trees/prediction';
import type { LearningTarget, ModelArtefact, TrainingTask } from './training.types.ts';

/** Parameters of the tree methods; they stand in each version that they made. */
export const forestOptions = { trees: 200 } as const;
export const boostingOptions = { rounds: 300, learningRate: 0.05, maxLeaves: 15, minRows: 20 } as const;

export type Fitted = ModelArtefact['fitted'];

/** Fits the method of a task to rows. */
export function fit(
  {
    method,
    seed,
    target,
    classes,
  }: Pick<TrainingTask, 'method' | 'seed' | 'target'> & {
    /** Features of MaxEnt; by default chosen by the number of presences. */
    readonly classes?: readonly FeatureClass[];
  },
  columns: readonly Column[],
  values: Float64Array,
  watch: Watch = {},
): Fitted {
  if (method === 'maxent') {
    const options = classes === undefined ? {} : { classes };
    return { kind: 'maxent', model: fitMaxent(columns, Uint8Array.from(values), options, watch) };
  }
  const treeTarget = treeTargetOf(target, values);
  const model =
    method === 'forest'
      ? trainForest(columns, treeTarget, { ...forestOptions, seed }, watch)
      : trainBoosting(columns, treeTarget, { ...boostingOptions, seed }, watch).model;
  return { kind: 'trees', model };
}

function treeTargetOf(target: LearningTarget, values: Float64Array) {
  if (target.task === 'classes') return { task: 'classes' as const, values, classes: target.classes.length };
  return { task: 'regression' as const, values };
}

/** Scores of rows: a number or a chance a row, of several classes all of a row together. */
export function scoresOf(fitted: Fitted, columns: readonly Column[], watch: Watch = {}): Float64Array {
  return fitted.kind === 'maxent'
    ? predictMaxent(fitted.model, columns, {}, watch)
    : predictTrees(fitted.model, columns, watch);
}

/** Class with the greatest chance, a row; of equal ones the first. */
export function likeliest(scores: Float64Array, classes: number): Int32Array {
  return Int32Array.from({ length: scores.length / classes }, (_, row) => {
    const chances = scores.subarray(row * classes, (row + 1) * classes);
    return chances.indexOf(Math.max(...chances));
  });
}
