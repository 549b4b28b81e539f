import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomNormal, seededRandom } from '@kianda/geo';
import { fitBaseline } from '../../packages/science/src/models/forecast/baselines.ts';
import { fitEts } from '../../packages/science/src/models/forecast/ets.ts';
import { forecastWith } from '../../packages/science/src/models/forecast/forecast.ts';
import { fitHarmonicAr } from '../../packages/science/src/models/forecast/harmonic-ar.ts';
import { published } from '../../packages/science/src/models/forecast/testing/published.ts';
import { askReference, timed, withFolder } from '../shared/reference.ts';

/** Errors of a forecaster over all series, as the M4 competition measures them. */
export type ForecastRow = {
  readonly name: string;
  /** Mean of 200 |error| ÷ (|observed| + |forecast|), per cent. */
  readonly smape: number;
  /** Mean of |error| ÷ the mean error of the seasonal-naive forecast in training. */
  readonly mase: number;
  /** Share of the values within the 80 % interval, per cent. */
  readonly within: number;
  readonly seconds: number;
};

type Answer = {
  readonly mean: ArrayLike<number>;
  readonly low: ArrayLike<number>;
  readonly high: ArrayLike<number>;
};

const [period, steps, confidence] = [12, 12, 0.8];

/** The last year of each series by each forecaster, and by ets() of R. */
export async function measureForecast(hasReference: boolean): Promise<readonly ForecastRow[]> {
  const all = [published.AirPassengers, published.USAccDeaths, published.nottem, ...seededSeries(9)];
  const training = all.map((values) => values.slice(0, values.length - steps));
  const horizon = { steps, confidences: [confidence] };
  const forecasters = {
    persistência: (values: Float64Array) => fitBaseline('persistence', values),
    'ano anterior': (values: Float64Array) => fitBaseline('seasonal-naive', values, period),
    climatologia: (values: Float64Array) => fitBaseline('climatology', values, period),
    'AR com harmónicas': (values: Float64Array) => fitHarmonicAr(values, { period, trend: true }),
    ETS: (values: Float64Array) => fitEts(values, { period }),
  };
  const rows = Object.entries(forecasters).map(([name, fit]) => {
    const { seconds, value } = timed(() =>
      training.map((values): Answer => {
        const { mean, intervals } = forecastWith(fit(values), horizon);
        return { mean, low: intervals[0]?.low ?? [], high: intervals[0]?.high ?? [] };
      }),
    );
    return { name, ...errorsOf(all, value), seconds };
  });
  if (!hasReference) return rows;
  const answer = await withFolder(async (folder) => {
    const file = join(folder, 'series.csv');
    writeFileSync(file, `${training.map((values) => values.join(',')).join('\n')}\n`);
    const args = ['table', file, String(period), String(steps), String(confidence)];
    return askReference<{ readonly seconds: number; readonly forecasts: readonly Answer[] }>('models/forecast.R', args);
  });
  return [...rows, { name: 'ets() de R', ...errorsOf(all, answer.forecasts), seconds: answer.seconds }];
}

function errorsOf(all: readonly Float64Array[], answers: readonly Answer[]) {
  let [smape, mase, within] = [0, 0, 0];
  all.forEach((values, number) => {
    const first = values.length - steps;
    let scale = 0;
    for (let place = period; place < first; place += 1) {
      scale += Math.abs((values[place] ?? 0) - (values[place - period] ?? 0)) / (first - period);
    }
    for (let step = 0; step < steps; step += 1) {
      const value = values[first + step] ?? Number.NaN;
      const answer = answers[number];
      const mean = answer?.mean[step] ?? Number.NaN;
      smape += (200 * Math.abs(value - mean)) / (Math.abs(value) + Math.abs(mean));
      mase += Math.abs(value - mean) / scale;
      if (value >= (answer?.low[step] ?? Number.NaN) && value <= (answer?.high[step] ?? Number.NaN)) within += 100;
    }
  });
  const count = all.length * steps;
  return { smape: smape / count, mase: mase / count, within: within / count };
}

/** Monthly temperatures of ten years: a season, slow errors, and in every third series a warming. */
function seededSeries(count: number): readonly Float64Array[] {
  return Array.from({ length: count }, (_, number) => {
    const random = seededRandom(`series ${number}`);
    let error = 0;
    return Float64Array.from({ length: 120 }, (_value, place) => {
      error = 0.6 * error + 0.5 * randomNormal(random);
      const warming = number % 3 === 0 ? 0.02 * place : 0;
      return 22 + 3 * Math.sin((2 * Math.PI * (place + number)) / period) + warming + error;
    });
  });
}
