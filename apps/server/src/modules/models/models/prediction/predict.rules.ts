import type { Predicted } from '@kianda/contract/models/registry/predictions.contract';
import { environmentalSimilarity } from '@kianda/science/models/evaluation/novelty';
import { predictMaxent } from '@kianda/science/models/maxent/maxent';
import { maxentInterval } from '@kianda/science/models/maxent/spread';
import type { Column } from '@kianda/science/models/shared/columns';
import type { Watch } from '@kianda/science/models/shared/watch';
import { explainTrees } from '@kianda/science/models/trees/shap';
import { likeliest, scoresOf } from '../training/fit.ts';
import type { ModelArtefact, ReadyArtefact } from '../training/training.types.ts';

/** Items that are explained one by one: beyond them a batch is asked for its numbers. */
const mostExplained = 100;
const shownEffects = 5;
const shownChances = 5;

export type Answered = Omit<Predicted, 'inputs' | 'warning'>;

/** Predictions of rows by a version: values in their own unit, intervals, chances, explanations and similarity. */
export function answersOf(artefact: ReadyArtefact, columns: readonly Column[]): Answered[] {
  const rows = columns[0]?.values.length ?? 0;
  const { fitted, classes } = artefact;
  const scores = scoresOf(fitted, columns);
  const width = classes.length === 0 ? 1 : classes.length;
  const similarity = similaritiesOf(artefact, columns);
  const bounds = boundsOf(artefact, columns);
  const effects = rows <= mostExplained ? effectsOf(artefact, columns, scores, width) : null;
  return Array.from({ length: rows }, (_, row) => ({
    ...numberOf(artefact, scores[row] ?? Number.NaN),
    ...(bounds === null ? {} : { low: finite(bounds.low[row]), high: finite(bounds.high[row]) }),
    ...classesOf(classes, scores.subarray(row * width, (row + 1) * width)),
    explanation: (effects?.[row] ?? []).slice(0, shownEffects),
    similarity: finite(similarity[row]),
  }));
}

const finite = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : value;

/** A score in the unit of the value: what is learned as a logarithm is told as the number itself. */
export const inUnitOf = ({ isLogged }: Pick<ModelArtefact, 'isLogged'>) =>
  isLogged ? Math.expm1 : (score: number) => score;

/** Interval of chances of presence, from what was fitted without each part of the sea; null of other methods. */
export function boundsOf({ fitted }: Pick<ReadyArtefact, 'fitted'>, columns: readonly Column[], watch: Watch = {}) {
  if (fitted.kind !== 'maxent' || (fitted.members ?? []).length < 2) return null;
  return maxentInterval(fitted.model, fitted.members ?? [], columns, { watch });
}

function numberOf({ classes, isLogged, residuals }: ReadyArtefact, score: number) {
  if (classes.length > 0 || !Number.isFinite(score)) return { value: null, low: null, high: null };
  const back = inUnitOf({ isLogged });
  if (residuals === null) return { value: score, low: null, high: null };
  return { value: back(score), low: back(score + residuals[0]), high: back(score + residuals[1]) };
}

function classesOf(classes: readonly string[], chances: Float64Array) {
  if (classes.length === 0) return { label: null, chances: [] };
  const sorted = classes
    .map((label, code) => ({ label, chance: chances[code] ?? 0 }))
    .sort((a, b) => b.chance - a.chance);
  return { label: sorted[0]?.label ?? null, chances: sorted.slice(0, shownChances) };
}

/** Least similarity of rows with the training rows; NaN where the version keeps none of them. */
export function similaritiesOf(
  { reference }: Pick<ModelArtefact, 'reference'>,
  columns: readonly Column[],
): Float64Array {
  const known = reference.filter(({ values }) => values.length > 0);
  const columnOf = (name: string, values: ArrayLike<number>): Column => ({
    ...{ name, kind: 'continuous', values: Float64Array.from(values) },
  });
  const asked = columns.filter(({ name }) => known.some((one) => one.name === name));
  const rows = columns[0]?.values.length ?? 0;
  if (asked.length === 0) return new Float64Array(rows).fill(Number.NaN);
  return environmentalSimilarity(
    known.map(({ name, values }) => columnOf(name, values)),
    asked,
  ).similarity;
}

/** How much each column moves the score of each row, the greatest first. */
function effectsOf(artefact: ReadyArtefact, columns: readonly Column[], scores: Float64Array, width: number) {
  const { fitted } = artefact;
  const labels = new Map(artefact.columns.map(({ name, label }) => [name, label]));
  const sorted = (effects: readonly { name: string; effect: number }[]) =>
    effects
      .filter(({ effect }) => Number.isFinite(effect) && effect !== 0)
      .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
      .map(({ name, effect }) => ({ name, label: labels.get(name) ?? name, effect }));
  const rows = scores.length / width;
  if (fitted.kind !== 'trees') {
    const here = movable(artefact, columns, scores, width);
    const moved = columns.map((column) => ({
      name: column.name,
      effects: moveOf(artefact, columns, { column, here }),
    }));
    return Array.from({ length: rows }, (_, row) =>
      sorted(moved.map(({ name, effects }) => ({ name, effect: effects[row] ?? Number.NaN }))),
    );
  }
  // Of several classes the likeliest one is explained.
  const likely = Int32Array.from({ length: rows }, (_, row) => {
    const chances = scores.subarray(row * width, (row + 1) * width);
    return Math.max(0, chances.indexOf(Math.max(...chances)));
  });
  // Trees of two classes score the second alone: what speaks against it speaks for the first.
  const isOfTwo = fitted.model.task === 'binary';
  const { values } = explainTrees(fitted.model, columns, {}, isOfTwo ? new Int32Array(rows) : likely);
  return Array.from(likely, (output, row) => {
    const from = (isOfTwo ? row : row * width + output) * columns.length;
    const turn = isOfTwo && output === 0 ? -1 : 1;
    return sorted(columns.map(({ name }, place) => ({ name, effect: turn * (values[from + place] ?? Number.NaN) })));
  });
}

/** The amount that an explanation changes: the link of MaxEnt, the score, or the chance of the likeliest class. */
function movable(
  { fitted }: Pick<ReadyArtefact, 'fitted'>,
  columns: readonly Column[],
  scores: Float64Array,
  width: number,
): { readonly values: Float64Array; readonly outputs: Int32Array } {
  const outputs = likeliest(scores, width);
  if (fitted.kind === 'maxent') {
    return { values: predictMaxent(fitted.model, columns, { transform: 'link' }), outputs };
  }
  return { values: Float64Array.from(outputs, (output, row) => scores[row * width + output] ?? Number.NaN), outputs };
}

type Moved = { readonly column: Column; readonly here: ReturnType<typeof movable> };

/** Difference when one variable has its usual value in place of the one asked. */
function moveOf(
  { fitted, reference }: ReadyArtefact,
  columns: readonly Column[],
  { column, here }: Moved,
): Float64Array {
  const usual = reference.find(({ name }) => name === column.name)?.values;
  const median = usual?.[Math.floor(usual.length / 2)];
  if (median === undefined) return new Float64Array(column.values.length).fill(Number.NaN);
  const changed = columns.map((one) => (one === column ? { ...one, values: one.values.map(() => median) } : one));
  const { values, outputs } = here;
  if (fitted.kind === 'maxent') {
    const there = predictMaxent(fitted.model, changed, { transform: 'link' });
    return values.map((value, row) => value - (there[row] ?? Number.NaN));
  }
  const there = scoresOf(fitted, changed);
  const width = there.length / Math.max(1, values.length);
  return values.map((value, row) => value - (there[row * width + (outputs[row] ?? 0)] ?? Number.NaN));
}
