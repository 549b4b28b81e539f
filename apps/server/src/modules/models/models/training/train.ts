import type { ModelFeature, ModelSkill } from '@kianda/contract/models/registry/models.contract';
import { permutationImportance } from '@kianda/science/models/evaluation/importance';
import { bootstrapped } from '@kianda/science/models/evaluation/skill';
import { rowsOf, takeRows, takeValues } from '@kianda/science/models/shared/columns';
import { quantileOfSorted } from '@kianda/science/models/shared/statistics';
import { partOf, type Watch } from '@kianda/science/models/shared/watch';
import { driftReferenceOf } from '../drift/reference.ts';
import { curvesOf } from './curves.ts';
import { boostingOptions, fit, ridge, roundsFor, scoresOf, targetOf, usualTrees } from './fit.ts';
import { blockKilometres, foldCount, heldOut } from './folds.ts';
import { baselineScores, measure, metricOf, widthOf } from './measures.ts';
import { slicesOf } from './slices.ts';
import type {
  Fitted,
  LearningColumn,
  Method,
  ModelArtefact,
  Scorer,
  TrainedVersion,
  TrainingTask,
} from './training.types.ts';

const referencePoints = 101;
const linearName = 'Regressão linear (ridge)';
const forestName = 'Floresta aleatória';
const boostingName = 'Árvores em gradiente (histogramas)';

/** Scores of rows that were held out, by the method and by the simple one. */
type Validation = {
  readonly scores: Float64Array;
  readonly baseline: Float64Array;
  readonly rows: Uint32Array;
  /** Split in which each row was held out. */
  readonly groups: Int32Array;
  /** The fits without each split in turn. */
  readonly fitted: readonly Fitted[];
};

/**
 * Trains a version: each method without each fold in turn, to measure it on rows that it has not seen, then the best one
 * on all rows. Throws a RangeError for a table that can't be learned from.
 */
export function trainVersion(task: TrainingTask, watch: Watch = {}): TrainedVersion {
  const rows = rowsOf(task.columns);
  const { splits, blocks } = heldOut(task.split, task.seed);
  const { method, validation, others } = bestOf(task, splits, partOf(watch, 0, 0.7));
  const fitted = withMembers(fit(method, task, task.columns, partOf(watch, 0.7, 0.85)), validation.fitted);
  const all = Uint32Array.from({ length: rows }, (_, row) => row);
  const training = measure(task.target, scoresOf(fitted, task.columns), all) ?? 0;
  const skill = skillOf(task, validation, blocks, training);
  const importance = importanceOf(task, fitted, partOf(watch, 0.85, 0.97));
  return {
    ...{ algorithm: algorithmOf(fitted), skill, rows },
    features: task.columns.map((column) => featureOf(column, importance.get(column.name) ?? null)),
    curves: curvesOf(task, fitted, validation),
    slices: slicesOf(task, validation),
    parameters: { ...parametersOf(task, fitted), ...others },
    artefact: artefactOf(task, fitted, validation),
    reference: driftReferenceOf(task.columns, task.target, validation),
  };
}

/** MaxEnt keeps what was fitted without each part: how far those differ is how sure it is. */
function withMembers(fitted: Fitted, apart: readonly Fitted[]): Fitted {
  if (fitted.kind !== 'maxent') return fitted;
  return { ...fitted, members: apart.flatMap((one) => (one.kind === 'maxent' ? [one.model] : [])) };
}

/** The method that measures best on the rows held out, and what the others measured there. */
function bestOf(task: TrainingTask, splits: ReturnType<typeof heldOut>['splits'], watch: Watch) {
  const measured = task.methods.map((method, place) => {
    const part = partOf(watch, place / task.methods.length, (place + 1) / task.methods.length);
    const validation = validate(task, method, splits, part);
    return { method, validation, value: measure(task.target, validation.scores, validation.rows, validation.groups) };
  });
  const [first, ...rest] = measured;
  if (first === undefined) throw new RangeError('methods: received 0, expected at least 1');
  const best = rest.reduce((found, one) => ((one.value ?? 0) > (found.value ?? 0) ? one : found), first);
  const others = measured
    .filter((one) => one !== best && one.value !== null && Number.isFinite(one.value))
    .map(({ method, value }) => [`em vez deste: ${methodName(method)}`, Number((value ?? 0).toFixed(3))] as const);
  return { method: best.method, validation: best.validation, others: Object.fromEntries(others) };
}

function methodName(method: Method): string {
  if (method.kind === 'maxent') return `MaxEnt (${method.features?.join('') ?? 'pelo número de presenças'})`;
  return { forest: forestName, boosting: boostingName, linear: linearName }[method.kind];
}

function validate(
  task: TrainingTask,
  method: Method,
  splits: ReturnType<typeof heldOut>['splits'],
  watch: Watch,
): Validation {
  const { columns, target, seed, trees } = task;
  const width = widthOf(target);
  const scores = new Float64Array(target.values.length * width).fill(Number.NaN);
  const baseline = scores.slice();
  const tested: number[] = [];
  const apart: Fitted[] = [];
  const groups = new Int32Array(target.values.length);
  splits.forEach(({ train, test }, place) => {
    const part = partOf(watch, place / splits.length, (place + 1) / splits.length);
    const fitted = fit(method, { seed, trees, target: targetOf(target, train) }, takeRows(columns, train), part);
    // Only MaxEnt's are asked for again, and forests are large.
    if (fitted.kind === 'maxent') apart.push(fitted);
    put(scores, test, scoresOf(fitted, takeRows(columns, test)), width);
    put(baseline, test, baselineScores(task, task.baseline, train, test), width);
    for (const row of test) {
      tested.push(row);
      groups[row] = place;
    }
  });
  return { scores, baseline, groups, fitted: apart, rows: Uint32Array.from(tested).sort() };
}

export function put(into: Float64Array, rows: Uint32Array, values: Float64Array, width: number): void {
  for (let place = 0; place < rows.length; place += 1) {
    into.set(values.subarray(place * width, (place + 1) * width), (rows[place] ?? 0) * width);
  }
}

/** `training`: the measure on the rows that it learned from; null where nobody knows them. */
export function skillOf(
  task: TrainingTask,
  validation: Omit<Validation, 'fitted'>,
  blocks: Int32Array,
  training: number | null,
): ModelSkill {
  const { target, seed, split, baseline } = task;
  const { rows, scores, groups } = validation;
  const at = (drawn: Uint32Array) => takeValues(Float64Array.from(rows), drawn);
  const { value, low, high } = bootstrapped(rows.length, (drawn) => measure(target, scores, at(drawn), groups), {
    ...{ draws: 400, seed },
    blocks: Int32Array.from(rows, (row) => blocks[row] ?? 0),
  });
  if (value === null || !Number.isFinite(value))
    throw new RangeError('held-out rows: the measure has no value, as when all of them are alike');
  return {
    ...{ metric: metricOf[target.task], split: split.kind, validation: value, low, high, training },
    baseline: baseline.name,
    baselineValidation: measure(target, validation.baseline, rows, groups),
  };
}

export function importanceOf(
  task: TrainingTask,
  fitted: Fitted | Scorer,
  watch: Watch = {},
): ReadonlyMap<string, number> {
  const { target, columns, seed } = task;
  const sample = Uint32Array.from({ length: Math.min(4_000, target.values.length) }, (_, place) =>
    Math.floor((place * target.values.length) / Math.min(4_000, target.values.length)),
  );
  const part = { ...target, values: takeValues(target.values, sample) };
  const all = Uint32Array.from(sample, (_, row) => row);
  const score = (given: Parameters<typeof scoresOf>[1]) => measure(part, scoresOf(fitted, given), all) ?? 0;
  const found = permutationImportance(takeRows(columns, sample), score, { repeats: 3, seed }, watch);
  return new Map(found.map(({ name, drop }) => [name, drop]));
}

export function featureOf(column: LearningColumn, importance: number | null): ModelFeature {
  const { name, label, unit, kind, values, categories = null } = column;
  const known = kind === 'categorical' ? new Float64Array(0) : values.filter((value) => !Number.isNaN(value)).sort();
  const named = categories === null ? null : [...categories];
  return { name, label, unit, min: known[0] ?? null, max: known.at(-1) ?? null, categories: named, importance };
}

function algorithmOf(fitted: Fitted): string {
  if (fitted.kind === 'maxent') return `MaxEnt (${fitted.model.classes.join('')})`;
  if (fitted.kind === 'linear') return linearName;
  if (fitted.kind === 'lambdas') throw new RangeError('algorithmOf: received lambdas, expected a method that trains');
  return fitted.model.kind === 'forest' ? forestName : boostingName;
}

function parametersOf(
  { seed, split, trees: asked = usualTrees }: TrainingTask,
  fitted: Fitted,
): TrainedVersion['parameters'] {
  const held = {
    ...{ semente: seed, partes: foldCount },
    ...(split.kind === 'spatial_blocks' ? { 'lado dos blocos (km)': blockKilometres } : {}),
  };
  if (fitted.kind === 'linear') return { ...held, ridge, coeficientes: fitted.model.terms.length };
  if (fitted.kind === 'lambdas') return held;
  if (fitted.kind === 'trees') {
    const { kind, trees } = fitted.model;
    const options = kind === 'forest' ? { árvores: asked } : boostingParameters(asked);
    return { ...held, ...options, nós: trees.columns.length };
  }
  const { classes, features, presences, background, converged } = fitted.model;
  return {
    ...held,
    ...{ classes: classes.join(''), termos: features.length, presenças: presences, fundo: background },
    convergiu: converged,
  };
}

const boostingParameters = (trees: number) => ({
  rondas: roundsFor(trees),
  'ritmo de aprendizagem': boostingOptions.learningRate,
  'folhas por árvore': boostingOptions.maxLeaves,
  'linhas por folha': boostingOptions.minRows,
});

export function artefactOf<F extends ModelArtefact['fitted']>(
  task: TrainingTask,
  fitted: F,
  { scores, rows }: Pick<Validation, 'scores' | 'rows'>,
): ModelArtefact & { readonly fitted: F } {
  const { modelType, columns, target } = task;
  const errors = Float64Array.from(rows, (row) => (target.values[row] ?? 0) - (scores[row] ?? 0)).sort();
  return {
    ...{ format: 1, modelType, fitted },
    columns: columns.map(({ name, kind, label, unit, categories }) => ({
      ...{ name, kind, label, unit },
      ...(categories === undefined ? {} : { categories }),
    })),
    classes: target.task === 'classes' ? target.classes : [],
    unit: target.task === 'number' ? target.unit : null,
    isLogged: target.task === 'number' && target.isLogged,
    reference: columns.filter(({ kind }) => kind === 'continuous').map(referenceOf),
    residuals: target.task === 'number' ? [quantileOfSorted(errors, 0.1), quantileOfSorted(errors, 0.9)] : null,
  };
}

function referenceOf({ name, values }: LearningColumn): ModelArtefact['reference'][number] {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const at = (place: number) => Number(quantileOfSorted(sorted, place / (referencePoints - 1)).toPrecision(7));
  return { name, values: Array.from({ length: sorted.length === 0 ? 0 : referencePoints }, (_, place) => at(place)) };
}
