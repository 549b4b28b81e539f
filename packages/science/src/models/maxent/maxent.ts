import { type Column, requireComplete, rowsOf, takeRows } from '../shared/columns.ts';
import { partOf, report, type Watch } from '../shared/watch.ts';
import { defaultClasses, evaluateFeature, type Feature, type FeatureClass, featuresOf, rangeOf } from './features.ts';
import { solveLasso } from './lasso.ts';
import { defaultRegularisation } from './regularisation.ts';

export type MaxentOptions = {
  /** By default chosen by the number of presences. */
  readonly classes?: readonly FeatureClass[];
  /** Multiplies every penalty (the beta multiplier). */
  readonly betaMultiplier?: number;
  /** Presences that stand nowhere in the background are added to it, as published. */
  readonly addPresencesToBackground?: boolean;
};

/** A fitted model, as plain data that JSON keeps unchanged. */
export type MaxentModel = {
  readonly kind: 'maxent';
  readonly variables: readonly {
    readonly name: string;
    readonly kind: Column['kind'];
    readonly min: number;
    readonly max: number;
  }[];
  readonly classes: readonly FeatureClass[];
  /** Features with a coefficient other than 0, and the range of each in training. */
  readonly features: readonly (Feature & {
    readonly coefficient: number;
    readonly min: number;
    readonly max: number;
  })[];
  /** −ln of the sum of e^(features · coefficients) over the background. */
  readonly alpha: number;
  /** Of the raw output over the background, natural logarithm. */
  readonly entropy: number;
  /** Penalised objective at the coefficients: (1 ÷ presences) Σ weight · loss + Σ penalty · |coefficient|. */
  readonly objective: number;
  readonly presences: number;
  readonly background: number;
  readonly converged: boolean;
};

/** Weight of a background row beside 1 of a presence: large enough to stand for infinity (Fithian & Hastie 2013). */
const backgroundWeight = 100;

/**
 * MaxEnt by infinitely weighted logistic regression with a lasso: the optimum of maxnet's problem. `presence` has 1 for
 * a presence and 0 for a background row. Throws a RangeError for missing values, no presence or no background.
 * Source: Phillips et al. (2017), Ecography 40:887–893; Fithian & Hastie (2013), Ann. Appl. Stat. 7:1917–1939.
 */
export function fitMaxent(
  given: readonly Column[],
  givenPresence: Uint8Array,
  { classes, betaMultiplier = 1, addPresencesToBackground = true }: MaxentOptions = {},
  watch: Watch = {},
): MaxentModel {
  const { columns, presence, presences } = prepared(given, givenPresence, addPresencesToBackground);
  if (!(betaMultiplier > 0)) throw new RangeError(`betaMultiplier: received ${betaMultiplier}, expected more than 0`);
  const chosen = classes ?? defaultClasses(presences);
  const candidates = featuresOf(columns, chosen);
  report(watch, 0);
  const values = columns.map((column) => column.values);
  const evaluated = candidates.map((feature) => evaluateFeature(feature, values));
  const penalties = defaultRegularisation(candidates, evaluated, presence).map((penalty) => penalty * betaMultiplier);
  const { coefficients, objective, converged } = solveLasso(
    {
      columns: evaluated,
      labels: presence,
      weights: Float64Array.from(presence, (one) => (one === 1 ? 1 : backgroundWeight)),
      penalties,
      scale: presences,
    },
    partOf(watch, 0.05, 1),
  );
  const features = candidates.flatMap((feature, index) => {
    const coefficient = coefficients[index] ?? 0;
    if (coefficient === 0) return [];
    const [min, max] = rangeOf(evaluated[index] ?? new Float64Array(0));
    return [{ ...feature, coefficient, min, max }];
  });
  const scores = new Float64Array(presence.length);
  for (const [index, column] of evaluated.entries()) addScaled(scores, column, coefficients[index] ?? 0);
  const background = scores.filter((_, row) => presence[row] === 0);
  return {
    kind: 'maxent',
    variables: columns.map(({ name, kind, values: all }) => {
      const [min, max] = rangeOf(all);
      return { name, kind, min, max };
    }),
    classes: chosen,
    features,
    ...normalisedOver(background),
    objective,
    presences,
    background: background.length,
    converged,
  };
}

function prepared(columns: readonly Column[], presence: Uint8Array, add: boolean) {
  const rows = rowsOf(columns);
  if (presence.length !== rows) {
    throw new RangeError(`presence: received ${presence.length} rows, expected ${rows} as in the columns`);
  }
  requireComplete(columns);
  const presences = presence.reduce((sum, one) => sum + (one === 1 ? 1 : 0), 0);
  if (presences === 0 || presences === rows) {
    throw new RangeError(`presence: received ${presences} presences of ${rows} rows, expected some of both`);
  }
  if (!add) return { columns, presence, presences };
  const keyOf = (row: number) => columns.map(({ values }) => values[row]).join(' ');
  const known = new Set<string>();
  for (let row = 0; row < rows; row += 1) if (presence[row] !== 1) known.add(keyOf(row));
  const kept = Array.from({ length: rows }, (_, row) => row);
  for (let row = 0; row < rows; row += 1) {
    const key = presence[row] === 1 ? keyOf(row) : null;
    if (key === null || known.has(key)) continue;
    known.add(key);
    kept.push(row);
  }
  const extended = Uint8Array.from(kept, (row, place) => (place < rows ? (presence[row] ?? 0) : 0));
  return { columns: takeRows(columns, kept), presence: extended, presences };
}

function addScaled(sums: Float64Array, values: Float64Array | undefined, by: number): void {
  if (by === 0 || values === undefined) return;
  for (let row = 0; row < sums.length; row += 1) sums[row] = (sums[row] ?? 0) + by * (values[row] ?? Number.NaN);
}

/** Constant that makes the raw output sum to 1 over the background, and the entropy of that output. */
function normalisedOver(scores: Float64Array): { readonly alpha: number; readonly entropy: number } {
  const [, most] = rangeOf(scores);
  const sum = scores.reduce((total, score) => total + Math.exp(score - most), 0);
  const alpha = -(most + Math.log(sum));
  const entropy = scores.reduce((total, score) => total - Math.exp(score + alpha) * (score + alpha), 0);
  return { alpha, entropy };
}

/** `raw` sums to 1 over the background; `logistic` and `cloglog` lie in 0–1; `link` is the logarithm of raw. */
export type MaxentTransform = 'link' | 'raw' | 'logistic' | 'cloglog';

/**
 * Output of a model, one a row; NaN where a variable is. With `clamp`, variables and features are kept within the range
 * of training. Columns are found by name; throws a RangeError for one that is not there.
 */
export function predictMaxent(
  model: MaxentModel,
  columns: readonly Column[],
  { transform = 'cloglog', clamp = true }: { readonly transform?: MaxentTransform; readonly clamp?: boolean } = {},
  watch: Watch = {},
): Float64Array {
  const values = model.variables.map(({ name, kind, min, max }) => {
    const found = columns.find((column) => column.name === name);
    if (found === undefined) throw new RangeError(`predictMaxent: no column ${name}`);
    if (!clamp || kind === 'categorical') return found.values;
    return found.values.map((value) => Math.min(max, Math.max(min, value)));
  });
  const link = new Float64Array(values[0]?.length ?? 0).fill(model.alpha);
  // A missing variable makes the output missing, even one that no feature uses.
  for (const one of values)
    addScaled(
      link,
      one.map((value) => (Number.isNaN(value) ? value : 0)),
      1,
    );
  model.features.forEach((feature, index) => {
    report(watch, index / model.features.length);
    const { coefficient, min, max } = feature;
    const evaluated = evaluateFeature(feature, values);
    addScaled(link, clamp ? evaluated.map((value) => Math.min(max, Math.max(min, value))) : evaluated, coefficient);
  });
  return link.map((value) => transformed(value, model.entropy, transform));
}

function transformed(link: number, entropy: number, transform: MaxentTransform): number {
  switch (transform) {
    case 'link':
      return link;
    case 'raw':
      return Math.exp(link);
    case 'logistic':
      return 1 / (1 + Math.exp(-entropy - link));
    case 'cloglog':
      return -Math.expm1(-Math.exp(entropy + link));
  }
}
