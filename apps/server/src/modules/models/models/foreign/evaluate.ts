import type {
  ModelCurve,
  ModelFeature,
  ModelSkill,
  ModelSlice,
} from '@kianda/contract/models/registry/models.contract';
import type { DriftReference } from '../drift/drift.types.ts';
import { driftReferenceOf } from '../drift/reference.ts';
import { measuredCurves, responsesOf } from '../training/curves.ts';
import { scoresOf } from '../training/fit.ts';
import { heldOut } from '../training/folds.ts';
import { baselineScores, widthOf } from '../training/measures.ts';
import { slicesOf } from '../training/slices.ts';
import { artefactOf, featureOf, importanceOf, put, skillOf } from '../training/train.ts';
import type { LearningTarget, ModelArtefact, Scorer, TrainingTask } from '../training/training.types.ts';
import type { LambdasFitted, OnnxFitted } from './foreign.types.ts';

/** A model from elsewhere, and the rows that it is measured on. */
export type ForeignTrial = {
  /** The table of the platform's own model; `methods` are not used. */
  readonly task: TrainingTask;
  readonly fitted: LambdasFitted | OnnxFitted;
  /** Classes in the order of its scores; empty of others. */
  readonly classes: readonly string[];
};

/** A model from elsewhere as a version has it. */
export type EvaluatedModel = {
  readonly skill: ModelSkill;
  readonly features: readonly ModelFeature[];
  readonly curves: readonly ModelCurve[];
  readonly slices: readonly ModelSlice[];
  readonly artefact: ModelArtefact;
  readonly reference: DriftReference;
  readonly rows: number;
};

/** A model whose scores can't be used, in Portuguese. */
export class UnusableScores extends RangeError {}

/** The questions to the model, in the same order whatever it answers; `check` looks at the scores of its rows first. */
export function askedOf(
  { task, fitted, classes }: ForeignTrial,
  score: Scorer['score'],
  check: (scores: Float64Array, width: number) => void = () => undefined,
) {
  const own = ownColumns(task, fitted);
  const target = targetOf(task.target, classes);
  const scorer: Scorer = {
    kind: 'scorer',
    score: (columns) => padded(score(columns), classes.length, widthOf(target)),
  };
  const narrow = { ...task, columns: own, target };
  const scores = scoresOf(scorer, own);
  check(scores, widthOf(target));
  return { narrow, scores, importance: importanceOf(narrow, scorer), responses: responsesOf(narrow, scorer) };
}

/** The columns that a file uses, each once, as the platform has them. */
function ownColumns({ columns }: TrainingTask, { inputs }: ForeignTrial['fitted']) {
  const used = new Set(inputs.map(({ column }) => column));
  return columns.filter(({ name }) => used.has(name));
}

/** Classes in the file's order, those of the rows that it does not know after them. */
function targetOf(target: LearningTarget, classes: readonly string[]): LearningTarget {
  if (target.task !== 'classes') return target;
  const all = [...classes, ...target.classes.filter((name) => !classes.includes(name))];
  const codes = target.classes.map((name) => all.indexOf(name));
  return { task: 'classes', classes: all, values: target.values.map((code) => codes[code] ?? 0) };
}

/** Chances with nought for the classes that a file does not know. */
function padded(scores: Float64Array, known: number, width: number): Float64Array {
  if (width <= 1 || known === width) return scores;
  const all = new Float64Array((scores.length / known) * width);
  for (let row = 0; row * known < scores.length; row += 1) {
    all.set(scores.subarray(row * known, (row + 1) * known), row * width);
  }
  return all;
}

/**
 * Measures a model from elsewhere on the rows that a version of the same seed is held out on, beside the same simple
 * method. It is the same model in every part, since it is not trained here. Throws UnusableScores.
 */
export function evaluateForeign(trial: ForeignTrial, score: Scorer['score']): EvaluatedModel {
  const { task, fitted, classes } = trial;
  const { splits, blocks } = heldOut(task.split, task.seed);
  const rows = Uint32Array.from(splits.flatMap(({ test }) => [...test])).sort();
  const isChance = task.target.task !== 'number';
  const asked = askedOf(trial, score, (given, width) => requireUsable(given, rows, { width, isChance }));
  const { narrow, scores, importance, responses } = asked;
  const { target } = narrow;
  const width = widthOf(target);
  const baseline = new Float64Array(scores.length).fill(Number.NaN);
  const groups = new Int32Array(target.values.length);
  splits.forEach(({ train, test }, place) => {
    put(baseline, test, baselineScores({ ...task, target }, task.baseline, train, test), width);
    for (const row of test) groups[row] = place;
  });
  const validation = { scores, baseline, groups, rows };
  const measured = { ...task, target };
  const artefact = artefactOf(narrow, fitted, validation);
  return {
    skill: skillOf(measured, validation, blocks, null),
    features: narrow.columns.map((column) => featureOf(column, importance.get(column.name) ?? null)),
    curves: [...measuredCurves(target, validation), ...responses],
    slices: slicesOf(measured, validation),
    artefact: { ...artefact, classes },
    reference: driftReferenceOf(narrow.columns, target, validation),
    rows: target.values.length,
  };
}

/** Rounding of 32 bits that a chance may be beyond 0 or 1 by. */
const slack = 1e-5;

function requireUsable(
  scores: Float64Array,
  rows: Uint32Array,
  { width, isChance }: { readonly width: number; readonly isChance: boolean },
): void {
  let [gaps, outside] = [0, 0];
  for (const row of rows) {
    const own = scores.subarray(row * width, (row + 1) * width);
    if (own.some((value) => !Number.isFinite(value))) gaps += 1;
    else if (isChance && own.some((value) => value < -slack || value > 1 + slack)) outside += 1;
  }
  if (gaps > 0) {
    throw new UnusableScores(
      `O modelo não deu valor a ${gaps} de ${rows.length} linhas: não aceita variáveis sem valor, ou sai dos números.`,
    );
  }
  if (outside > 0) {
    throw new UnusableScores(
      `A saída não é uma probabilidade: em ${outside} de ${rows.length} linhas fica fora de 0 a 1.`,
    );
  }
}
