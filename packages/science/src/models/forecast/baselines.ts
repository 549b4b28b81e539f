import { type Forecast, type Horizon, requireSeries, requireSteps, symmetricForecast } from './series.ts';

/**
 * `climatology`: the mean of each phase of the season. `seasonal-naive`: the value one season before. `persistence`: the
 * last value.
 */
export type BaselineKind = 'climatology' | 'seasonal-naive' | 'persistence';

/** A baseline, as plain data that JSON keeps unchanged. */
export type BaselineModel = {
  readonly kind: BaselineKind;
  /** Values of a season; 1 of a series without. */
  readonly period: number;
  /** Values of the next season, or the last value alone. */
  readonly next: readonly number[];
  /** Of the errors one step, or one season, ahead. */
  readonly deviation: number;
  /** Seasons that each phase of `next` was averaged over; of the others empty. */
  readonly counts: readonly number[];
  readonly length: number;
};

/**
 * A baseline of a series at equal steps. Throws a RangeError for a missing value, or fewer than two values of each phase
 * (of persistence two values). Source: Hyndman & Athanasopoulos (2021), section 5.2; Wilks (2011), section 8.1.
 */
export function fitBaseline(kind: BaselineKind, values: Float64Array, period = 1): BaselineModel {
  if (!(Number.isInteger(period) && period > 0)) {
    throw new RangeError(`period: received ${period}, expected a whole number from 1`);
  }
  requireSeries(values, kind === 'persistence' ? 2 : 2 * period);
  const { length } = values;
  if (kind === 'climatology') return climatologyOf(values, period);
  const lag = kind === 'persistence' ? 1 : period;
  let squares = 0;
  for (let place = lag; place < length; place += 1) squares += ((values[place] ?? 0) - (values[place - lag] ?? 0)) ** 2;
  const deviation = Math.sqrt(squares / (length - lag));
  return { kind, period, next: [...values.slice(length - lag)], deviation, counts: [], length };
}

function climatologyOf(values: Float64Array, period: number): BaselineModel {
  const { length } = values;
  const sums = new Float64Array(period);
  const counts = new Uint32Array(period);
  values.forEach((value, place) => {
    const phase = place % period;
    sums[phase] = (sums[phase] ?? 0) + value;
    counts[phase] = (counts[phase] ?? 0) + 1;
  });
  const means = sums.map((sum, phase) => sum / (counts[phase] ?? 1));
  const squares = values.reduce((sum, value, place) => sum + (value - (means[place % period] ?? 0)) ** 2, 0);
  const turned = Array.from({ length: period }, (_, step) => (length + step) % period);
  return {
    kind: 'climatology',
    period,
    next: turned.map((phase) => means[phase] ?? Number.NaN),
    deviation: Math.sqrt(squares / (length - period)),
    counts: turned.map((phase) => counts[phase] ?? 0),
    length,
  };
}

/**
 * Forecast of a baseline. The errors of the naive ones add up step by step, or season by season (normal distribution);
 * those of the climatology are a new year about a mean of a few (Student's t).
 */
export function forecastBaseline(model: BaselineModel, horizon: Horizon): Forecast {
  requireSteps(horizon);
  const { kind, next, deviation, counts, length, period } = model;
  const steps = Float64Array.from({ length: horizon.steps }, (_, step) => step);
  const mean = steps.map((step) => next[step % next.length] ?? Number.NaN);
  if (kind === 'climatology') {
    const spread = steps.map((step) => deviation * Math.sqrt(1 + 1 / (counts[step % period] ?? 1)));
    return symmetricForecast(mean, spread, horizon, length - period);
  }
  const spread = steps.map((step) => deviation * Math.sqrt(Math.floor(step / next.length) + 1));
  return symmetricForecast(mean, spread, horizon);
}
