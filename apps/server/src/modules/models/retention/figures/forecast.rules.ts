import { fitEts } from '@kianda/science/models/forecast/ets';
import { forecastEts } from '@kianda/science/models/forecast/ets-forecast';

/** Days of a series that a growth is told from at least. */
export const leastDays = 10;
const confidence = 0.8;
/** Origins in the past that the same method is tried at. */
const mostTrials = 12;
const dayMs = 86_400_000;
/** Sizes neither double by themselves nor have a season of their own: errors add up, with a trend that may fade, or none. */
const forms = ['ANN', 'AAN', 'AAdN'] as const;

export type DailySize = { readonly day: string; readonly bytes: number };
export type SizePath = readonly {
  readonly day: string;
  readonly size: number;
  readonly low: number;
  readonly high: number;
}[];
export type SizeForecast = {
  readonly method: string;
  readonly confidence: number;
  readonly path: SizePath;
  readonly backtest: {
    readonly trials: number;
    readonly meanError: number;
    /** Of the simple method: the size stays as it is. */
    readonly baselineError: number;
    /** Share of the trials that the interval held. */
    readonly covered: number;
  } | null;
};

/** Every day from the first to the last; a day that was not noted has the size of the day before. */
export function everyDay(sizes: readonly DailySize[]): readonly DailySize[] {
  const all: DailySize[] = [];
  for (const size of sizes) {
    let last = all.at(-1);
    while (last !== undefined && dayAfter(last.day, 1) < size.day) {
      last = { day: dayAfter(last.day, 1), bytes: last.bytes };
      all.push(last);
    }
    all.push(size);
  }
  return all;
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

function ahead(values: Float64Array, steps: number) {
  const { mean, intervals } = forecastEts(fitEts(values, { forms }), { steps, confidences: [confidence] });
  const [interval] = intervals;
  return { mean, low: interval?.low ?? mean, high: interval?.high ?? mean };
}

/** Size of each of the next days, with its interval, by exponential smoothing; null while the history is too short. */
export function forecastSizes(sizes: readonly DailySize[], days: number): SizeForecast | null {
  const all = everyDay(sizes);
  const last = all.at(-1);
  if (last === undefined || all.length < leastDays) return null;
  const values = Float64Array.from(all, ({ bytes }) => bytes);
  const { mean, low, high } = ahead(values, days);
  const size = (value: number | undefined) => Math.max(0, value ?? 0);
  return {
    method: 'Alisamento exponencial (ETS), forma escolhida por AICc',
    confidence,
    path: Array.from(mean, (value, step) => ({
      ...{ day: dayAfter(last.day, step + 1), size: size(value), low: size(low[step]), high: size(high[step]) },
    })),
    backtest: backtestOf(values, days),
  };
}

/** The same method on the days of the past, as far ahead as the history lets, beside «as it is». */
function backtestOf(values: Float64Array, days: number): SizeForecast['backtest'] {
  const steps = Math.min(days, Math.floor((values.length - leastDays) / 2));
  if (steps < 1) return null;
  const trials = Math.min(mostTrials, values.length - leastDays - steps + 1);
  let [error, baseline, covered] = [0, 0, 0];
  for (let trial = 0; trial < trials; trial += 1) {
    const origin = values.length - steps - trial;
    const { mean, low, high } = ahead(values.slice(0, origin), steps);
    const truth = values[origin + steps - 1] ?? 0;
    error += Math.abs((mean[steps - 1] ?? 0) - truth);
    baseline += Math.abs((values[origin - 1] ?? 0) - truth);
    covered += Number(truth >= (low[steps - 1] ?? 0) && truth <= (high[steps - 1] ?? 0));
  }
  return { trials, meanError: error / trials, baselineError: baseline / trials, covered: covered / trials };
}
