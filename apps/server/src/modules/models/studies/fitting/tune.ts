import type { StudyCandidate } from '@kianda/contract/models/studies/study-results';
import { continuousBoyce } from '@kianda/science/models/evaluation/boyce';
import { presenceAicc } from '@kianda/science/models/evaluation/errors';
import {
  areaUnderRoc,
  bestTrueSkill,
  omissionRate,
  percentilePresence,
} from '@kianda/science/models/evaluation/ranking';
import { splitsOf } from '@kianda/science/models/evaluation/splits';
import type { FeatureClass } from '@kianda/science/models/maxent/features';
import { fitMaxent, predictMaxent } from '@kianda/science/models/maxent/maxent';
import { takeRows } from '@kianda/science/models/shared/columns';
import { deviationOf, meanOf } from '@kianda/science/models/shared/statistics';
import { partOf, type Watch } from '@kianda/science/models/shared/watch';
import type { Combination, FeatureSet, StudyRows, TuneTask } from './fitting.types.ts';

export type Split = ReturnType<typeof splitsOf>[number];
type Measured = Pick<StudyCandidate, 'aucTest' | 'aucTrain' | 'tss' | 'boyce' | 'omission10'>;

export const classesOf = (features: FeatureSet): FeatureClass[] => Array.from(features) as FeatureClass[];
/** Share of the training presences that may lie below the threshold of omission. */
export const givenUp = 0.1;

/**
 * Each combination without each fold in turn, measured on the fold, and on all rows for AICc and its coefficients.
 * Folds without presences on both sides measure nothing, and are left out.
 */
export function tuneCandidates(task: TuneTask, watch: Watch = {}): readonly StudyCandidate[] {
  const splits = measurableSplits(task);
  if (splits.length < 2) throw new RangeError('folds: fewer than 2 hold presences and background');
  const measured = task.combinations.map((combination, place) => {
    const all = task.combinations.length;
    return candidateOf(task, splits, combination, partOf(watch, place / all, (place + 1) / all));
  });
  const least = Math.min(...measured.flatMap(({ aicc }) => aicc ?? []));
  return measured.map((one) => ({ ...one, deltaAicc: one.aicc === null ? null : one.aicc - least }));
}

/** The folds that have presences and background on both sides. */
export function measurableSplits({ presence, folds }: Pick<TuneTask, 'presence' | 'folds'>): readonly Split[] {
  return splitsOf(folds).filter(({ train, test }) => hasBoth(presence, train) && hasBoth(presence, test));
}

function hasBoth(presence: Uint8Array, rows: Uint32Array): boolean {
  return rows.some((row) => presence[row] === 1) && rows.some((row) => presence[row] === 0);
}

function candidateOf(task: TuneTask, splits: readonly Split[], combination: Combination, watch: Watch): StudyCandidate {
  const parts = splits.length + 1;
  const measured = splits.map((split, place) =>
    measuredOn(task, split, combination, partOf(watch, place / parts, (place + 1) / parts)),
  );
  const mean = (name: keyof Measured) => meanOfKnown(measured.map((one) => one[name]));
  const tests = Float64Array.from(measured.flatMap(({ aucTest }) => aucTest ?? []));
  const differences = measured.map(({ aucTrain, aucTest }) =>
    aucTrain === null || aucTest === null ? null : aucTrain - aucTest,
  );
  const { coefficients, aicc } = onAllRows(task, combination, partOf(watch, splits.length / parts, 1));
  return {
    ...combination,
    ...{ aucTest: mean('aucTest'), aucDeviation: tests.length < 2 ? null : deviationOf(tests) },
    ...{ aucTrain: mean('aucTrain'), aucDifference: meanOfKnown(differences) },
    ...{ tss: mean('tss'), boyce: mean('boyce'), omission10: mean('omission10') },
    ...{ aicc, deltaAicc: null, coefficients },
  };
}

function meanOfKnown(values: readonly (number | null)[]): number | null {
  const known = Float64Array.from(values.flatMap((value) => value ?? []));
  return known.length === 0 ? null : meanOf(known);
}

/** Scores of presences and of background rows, in their order. */
function scoresApart({ columns, presence }: StudyRows, rows: Uint32Array, predict: Predict) {
  const scores = predict(takeRows(columns, rows));
  const labels = Uint8Array.from(rows, (row) => presence[row] ?? 0);
  return {
    ...{ scores, labels },
    presences: scores.filter((_, place) => labels[place] === 1),
    background: scores.filter((_, place) => labels[place] === 0),
  };
}

type Predict = (columns: StudyRows['columns'] | ReturnType<typeof takeRows>) => Float64Array;

export function fitCombination({ columns, presence }: StudyRows, { features, beta }: Combination, watch: Watch) {
  return fitMaxent(columns, presence, { classes: classesOf(features), betaMultiplier: beta }, watch);
}

function measuredOn(task: TuneTask, { train, test }: Split, combination: Combination, watch: Watch): Measured {
  const part = {
    columns: task.columns.map((column, place) => ({
      ...column,
      values: takeRows(task.columns, train)[place]?.values ?? column.values,
    })),
    presence: Uint8Array.from(train, (row) => task.presence[row] ?? 0),
  };
  const model = fitCombination(part, combination, watch);
  const predict: Predict = (columns) => predictMaxent(model, columns);
  const trained = scoresApart(task, train, predict);
  const tested = scoresApart(task, test, predict);
  return {
    aucTest: areaUnderRoc(tested.scores, tested.labels),
    aucTrain: areaUnderRoc(trained.scores, trained.labels),
    tss: bestTrueSkill(tested.scores, tested.labels)?.tss ?? null,
    boyce: continuousBoyce(tested.presences, tested.background).index,
    omission10: omissionRate(tested.presences, percentilePresence(trained.presences, givenUp)),
  };
}

function onAllRows(task: TuneTask, combination: Combination, watch: Watch) {
  const model = fitCombination(task, combination, watch);
  const rows = Uint32Array.from(task.presence.keys());
  const raw = scoresApart(task, rows, (columns) => predictMaxent(model, columns, { transform: 'raw' }));
  const coefficients = model.features.length;
  return { coefficients, aicc: presenceAicc(raw.presences, raw.background, coefficients) };
}

/**
 * The candidate that is proposed: of those that omit least of the test presences, the one with the greatest AUC there.
 * Source: Radosavljevic & Anderson (2014), J. Biogeogr. 41:629–643, the sequential rule of ENMeval.
 */
export function proposedOf(candidates: readonly StudyCandidate[]): number | null {
  const order = candidates
    .map((candidate, place) => ({ candidate, place }))
    .filter(({ candidate }) => candidate.aucTest !== null && candidate.omission10 !== null)
    .sort(
      ({ candidate: a }, { candidate: b }) =>
        (a.omission10 ?? 1) - (b.omission10 ?? 1) ||
        (b.aucTest ?? 0) - (a.aucTest ?? 0) ||
        a.coefficients - b.coefficients,
    );
  return order[0]?.place ?? null;
}
