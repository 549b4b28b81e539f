import type { MetricName } from '@kianda/contract/models/registry/models.contract';
import { classErrors, numberErrors } from '@kianda/science/models/evaluation/errors';
import { areaUnderRoc } from '@kianda/science/models/evaluation/ranking';
import { takeRows, takeValues } from '@kianda/science/models/shared/columns';
import { meanOf } from '@kianda/science/models/shared/statistics';
import { fit, likeliest, scoresOf, targetOf } from './fit.ts';
import type { Baseline, LearningTarget, TrainingTask } from './training.types.ts';

export const metricOf = { presence: 'auc', number: 'r2', classes: 'balanced_accuracy' } as const satisfies Record<
  LearningTarget['task'],
  MetricName
>;

/** Scores that a row has: of classes one each, else a single one. */
export const widthOf = (target: LearningTarget): number => (target.task === 'classes' ? target.classes.length : 1);

/**
 * The named measure of scores of rows; null where it has none, as an AUC without presences. An AUC compares rows of the
 * same group alone, each by its presences: scores of models that were fitted apart have no common level.
 */
export function measure(
  target: LearningTarget,
  scores: Float64Array,
  rows: ArrayLike<number>,
  groups?: Int32Array,
): number | null {
  const width = widthOf(target);
  const observed = takeValues(target.values, rows);
  if (target.task === 'classes') {
    const taken = Float64Array.from({ length: rows.length * width }, (_, place) => {
      const row = rows[Math.floor(place / width)] ?? 0;
      return scores[row * width + (place % width)] ?? Number.NaN;
    });
    return classErrors(likeliest(taken, width), Int32Array.from(observed), width).balancedAccuracy;
  }
  const predicted = takeValues(scores, rows);
  if (target.task === 'number') return numberErrors(predicted, observed).r2;
  return areaByGroup(predicted, observed, (place) => groups?.[rows[place] ?? 0] ?? 0);
}

function areaByGroup(
  predicted: Float64Array,
  observed: Float64Array,
  groupOf: (place: number) => number,
): number | null {
  const groups = new Map<number, number[]>();
  observed.forEach((_, place) => {
    const known = groups.get(groupOf(place));
    if (known === undefined) groups.set(groupOf(place), [place]);
    else known.push(place);
  });
  let sum = 0;
  let weight = 0;
  for (const places of groups.values()) {
    const labels = Uint8Array.from(takeValues(observed, places));
    const area = areaUnderRoc(takeValues(predicted, places), labels);
    const presences = labels.reduce((count, label) => count + label, 0);
    if (area === null) continue;
    sum += area * presences;
    weight += presences;
  }
  return weight === 0 ? null : sum / weight;
}

/** Scores of the test rows by a simple method that saw the train rows alone. */
export function baselineScores(
  task: Pick<TrainingTask, 'columns' | 'target' | 'seed'>,
  baseline: Baseline,
  train: Uint32Array,
  test: Uint32Array,
): Float64Array {
  const { columns, target } = task;
  const values = takeValues(target.values, train);
  switch (baseline.kind) {
    case 'mean':
      return new Float64Array(test.length).fill(meanOf(values));
    case 'column': {
      const column = columns.find(({ name }) => name === baseline.column);
      return takeValues(column?.values ?? new Float64Array(0), test);
    }
    case 'mean-of': {
      const column = columns.find(({ name }) => name === baseline.column)?.values ?? new Float64Array(0);
      return meansByCategory(takeValues(column, train), values, takeValues(column, test));
    }
    case 'most-frequent': {
      const width = widthOf(target);
      const counts = new Float64Array(width);
      for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
      return Float64Array.from(
        { length: test.length * width },
        (_, place) => (counts[place % width] ?? 0) / values.length,
      );
    }
    case 'linear':
      return linearScores(task, train, test);
  }
}

/** MaxEnt with linear terms alone: the optimum of a Poisson point process that is linear in the variables. */
function linearScores(
  { columns, target, seed }: Pick<TrainingTask, 'columns' | 'target' | 'seed'>,
  train: Uint32Array,
  test: Uint32Array,
): Float64Array {
  const linear = { kind: 'maxent', features: ['L'] } as const;
  const fitted = fit(linear, { seed, target: targetOf(target, train) }, takeRows(columns, train));
  return scoresOf(fitted, takeRows(columns, test));
}

function meansByCategory(trained: Float64Array, values: Float64Array, asked: Float64Array): Float64Array {
  const sums = new Map<number, { sum: number; rows: number }>();
  trained.forEach((category, row) => {
    const entry = sums.get(category) ?? { sum: 0, rows: 0 };
    entry.sum += values[row] ?? 0;
    entry.rows += 1;
    sums.set(category, entry);
  });
  const all = meanOf(values);
  return asked.map((category) => {
    const entry = sums.get(category);
    return entry === undefined ? all : entry.sum / entry.rows;
  });
}
