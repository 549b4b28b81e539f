import { minimise } from '../shared/minimise.ts';
import { report, type Watch } from '../shared/watch.ts';
import { fitErrors, levinson } from './regression-errors.ts';
import { aiccOf, type Forecast, type Horizon, requireSeries, requireSteps, symmetricForecast } from './series.ts';

export type HarmonicArOptions = {
  /** Steps of a season, whole or not (365.25 days); 1 (the default) without. */
  readonly period?: number;
  /** Pairs of sine and cosine at most; by default 3. */
  readonly mostHarmonics?: number;
  /** Order of the autoregression at most; by default 4. */
  readonly mostOrder?: number;
  /** A straight line as well. */
  readonly trend?: boolean;
};

/** A fitted regression on harmonics with autoregressive errors, as plain data that JSON keeps unchanged. */
export type HarmonicArModel = {
  readonly kind: 'harmonic-ar';
  readonly period: number;
  readonly harmonics: number;
  readonly trend: boolean;
  /** Intercept, slope a step where there is a trend, then sine and cosine of each harmonic; the first value is step 1. */
  readonly coefficients: readonly number[];
  /** Of the errors one step back, two steps, … */
  readonly autoregression: readonly number[];
  /** The last errors, the latest first: as many as the order. */
  readonly latest: readonly number[];
  /** Values of training. */
  readonly length: number;
  /** Of the innovations, with the degrees of freedom of all coefficients taken off. */
  readonly variance: number;
  readonly logLikelihood: number;
  readonly aicc: number;
  /** Every order and number of harmonics that was tried, the best first. */
  readonly tried: readonly { readonly order: number; readonly harmonics: number; readonly aicc: number }[];
};

/**
 * Regression on the harmonics of a season with autoregressive errors by exact maximum likelihood; order and number of
 * harmonics by AICc. Throws a RangeError for a missing value, or too few values for the smallest model.
 * Source: Hyndman & Athanasopoulos (2021), sections 10.1 and 10.5; Brockwell & Davis (1991), section 8.7.
 */
export function fitHarmonicAr(
  values: Float64Array,
  { period = 1, mostHarmonics = 3, mostOrder = 4, trend = false }: HarmonicArOptions = {},
  watch: Watch = {},
): HarmonicArModel {
  requireSeries(values, 8);
  if (!(period >= 1 && Number.isFinite(period))) throw new RangeError(`period: received ${period}, expected 1 or more`);
  const harmonics = Math.min(mostHarmonics, Math.floor(period / 2));
  const fitted: HarmonicArModel[] = [];
  for (let count = 0; count <= harmonics; count += 1) {
    // Each order begins from the one before, which it contains.
    let partials = new Float64Array(0);
    for (let order = 0; order <= mostOrder; order += 1) {
      report(watch, (count * (mostOrder + 1) + order) / ((harmonics + 1) * (mostOrder + 1)));
      const model = fitOrder(values, { period, harmonics: count, trend }, partials);
      if (model === null) continue;
      fitted.push(model.model);
      partials = Float64Array.of(...model.partials, 0);
    }
  }
  report(watch, 1);
  const sorted = fitted.filter(({ aicc }) => Number.isFinite(aicc)).toSorted((a, b) => a.aicc - b.aicc);
  const [best] = sorted;
  if (best === undefined) throw new RangeError(`series: received ${values.length} values, too few for any model`);
  const tried = sorted.map(({ autoregression, harmonics: count, aicc }) => {
    return { order: autoregression.length, harmonics: count, aicc };
  });
  return { ...best, tried };
}

type Shape = { readonly period: number; readonly harmonics: number; readonly trend: boolean };

function fitOrder(values: Float64Array, shape: Shape, from: Float64Array) {
  const columns = columnsOf(shape, 1, values.length);
  const partialsAt = (at: Float64Array) => at.map((value) => Math.tanh(value));
  const cost = (at: Float64Array) => -(fitErrors(values, columns, partialsAt(at))?.logLikelihood ?? Number.NaN);
  const start = from.map((partial) => Math.atanh(Math.max(-0.999, Math.min(0.999, partial))));
  // A start of 0 is flat where the errors are even; a little to the side it is not.
  if (start.length > 0) start[start.length - 1] = 0.1;
  const partials = partialsAt(minimise(cost, start, { most: 100, tolerance: 1e-12 }).at);
  const fit = fitErrors(values, columns, partials);
  if (fit === null) return null;
  const autoregression = levinson(partials).at(-1) ?? new Float64Array(0);
  const parameters = columns.length + partials.length;
  const errors = values.map((value, place) => {
    let rest = value;
    for (const [column, of] of columns.entries()) rest -= (fit.coefficients[column] ?? 0) * (of[place] ?? 0);
    return rest;
  });
  const model: HarmonicArModel = {
    kind: 'harmonic-ar',
    ...shape,
    coefficients: [...fit.coefficients],
    autoregression: [...autoregression],
    latest: [...errors.toReversed().slice(0, partials.length)],
    length: values.length,
    variance: fit.squares / Math.max(1, values.length - parameters),
    logLikelihood: fit.logLikelihood,
    aicc: aiccOf(fit.logLikelihood, parameters + 1, values.length),
    tried: [],
  };
  return { model, partials };
}

/** Columns of the regression for steps from `first` on. */
function columnsOf({ period, harmonics, trend }: Shape, first: number, length: number): Float64Array[] {
  const of = (at: (step: number) => number) => Float64Array.from({ length }, (_, place) => at(first + place));
  const columns = [of(() => 1)];
  if (trend) columns.push(of((step) => step));
  for (let harmonic = 1; harmonic <= harmonics; harmonic += 1) {
    const angle = (step: number) => (2 * Math.PI * harmonic * step) / period;
    // The sine of half a turn a step is 0 always.
    if (2 * harmonic !== period) columns.push(of((step) => Math.sin(angle(step))));
    columns.push(of((step) => Math.cos(angle(step))));
  }
  return columns;
}

/** Forecast with normal intervals, whose variance is that of the errors to come. Source: Brockwell & Davis (1991), section 5.3. */
export function forecastHarmonicAr(model: HarmonicArModel, horizon: Horizon): Forecast {
  requireSteps(horizon);
  const { steps } = horizon;
  const { autoregression, latest, coefficients, variance } = model;
  const columns = columnsOf(model, model.length + 1, steps);
  const known = [...latest];
  const mean = new Float64Array(steps);
  const deviation = new Float64Array(steps);
  // Share of an innovation that is left after each step.
  const echoes = [1];
  let sum = 0;
  for (let step = 0; step < steps; step += 1) {
    const error = autoregression.reduce((total, weight, lag) => total + weight * (known[lag] ?? 0), 0);
    known.unshift(error);
    mean[step] = columns.reduce((total, of, column) => total + (coefficients[column] ?? 0) * (of[step] ?? 0), error);
    sum += (echoes[0] ?? 1) ** 2;
    deviation[step] = Math.sqrt(variance * sum);
    echoes.unshift(autoregression.reduce((total, weight, lag) => total + weight * (echoes[lag] ?? 0), 0));
  }
  return symmetricForecast(mean, deviation, horizon);
}
