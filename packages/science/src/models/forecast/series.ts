import { studentQuantile } from '../shared/distributions.ts';

/** Request to a forecaster. */
export type Horizon = {
  /** Steps after the last value, at least 1. */
  readonly steps: number;
  /** Shares of the future values within each interval. */
  readonly confidences?: readonly number[];
  /** Of the simulated paths, where a form needs them. */
  readonly seed?: number | string;
  readonly paths?: number;
};

/** Forecast of each step, in the unit of the series. */
export type Forecast = {
  readonly mean: Float64Array;
  readonly intervals: readonly {
    readonly confidence: number;
    readonly low: Float64Array;
    readonly high: Float64Array;
  }[];
};

export const usualConfidences: readonly number[] = [0.8, 0.95];

/** Throws a RangeError for a value that is missing, by its place, or for fewer than `least`. */
export function requireSeries(values: Float64Array, least: number): void {
  if (values.length < least)
    throw new RangeError(`series: received ${values.length} values, expected at least ${least}`);
  const place = values.findIndex((value) => !Number.isFinite(value));
  if (place >= 0) throw new RangeError(`series: value ${place} is ${values[place]}, expected a finite number`);
}

/** Throws a RangeError for a number of steps that is none. */
export function requireSteps({ steps, confidences = usualConfidences }: Horizon): void {
  if (!(Number.isInteger(steps) && steps > 0)) {
    throw new RangeError(`steps: received ${steps}, expected a whole number from 1`);
  }
  const bad = confidences.find((share) => !(share > 0 && share < 1));
  if (bad !== undefined) throw new RangeError(`confidences: received ${bad}, expected between 0 and 1`);
}

/** Symmetric intervals about the mean; `degrees` of freedom for Student's t, Infinity for the normal distribution. */
export function symmetricForecast(
  mean: Float64Array,
  deviation: Float64Array,
  { confidences = usualConfidences }: Horizon,
  degrees = Number.POSITIVE_INFINITY,
): Forecast {
  const intervals = confidences.map((confidence) => {
    const chance = (1 + confidence) / 2;
    const reach = studentQuantile(chance, degrees);
    return {
      confidence,
      low: mean.map((value, step) => value - reach * (deviation[step] ?? Number.NaN)),
      high: mean.map((value, step) => value + reach * (deviation[step] ?? Number.NaN)),
    };
  });
  return { mean, intervals };
}

/** Akaike's criterion for small samples; Infinity where there are too few values for the parameters. */
export function aiccOf(logLikelihood: number, parameters: number, values: number): number {
  const spare = values - parameters - 1;
  if (spare <= 0) return Number.POSITIVE_INFINITY;
  return -2 * logLikelihood + 2 * parameters + (2 * parameters * (parameters + 1)) / spare;
}
