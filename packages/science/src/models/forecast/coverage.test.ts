import { randomNormal, seededRandom } from '@kianda/geo';
import { expect, test } from 'vitest';
import { fitBaseline } from './baselines.ts';
import { fitEts } from './ets.ts';
import { type ForecastModel, forecastWith } from './forecast.ts';
import { fitHarmonicAr } from './harmonic-ar.ts';

const [series, training, steps] = [200, 96, 12];

type Case = {
  readonly name: string;
  /** A series of the kind that the forecaster takes for granted; `noise` gives normal numbers. */
  readonly make: (noise: () => number, length: number) => Float64Array;
  readonly fit: (values: Float64Array) => ForecastModel;
};

const season = (place: number) => 3 * Math.sin((2 * Math.PI * place) / 12);

const cases: readonly Case[] = [
  {
    name: 'climatology of a season with noise',
    make: (noise, length) => Float64Array.from({ length }, (_, place) => 20 + season(place) + noise()),
    fit: (values) => fitBaseline('climatology', values, 12),
  },
  {
    name: 'persistence of a random walk',
    make: (noise, length) => walk(noise, length, 1),
    fit: (values) => fitBaseline('persistence', values),
  },
  {
    name: 'seasonal-naive of a walk season by season',
    make: (noise, length) => walk(noise, length, 12),
    fit: (values) => fitBaseline('seasonal-naive', values, 12),
  },
  {
    name: 'autoregression about a season',
    make: (noise, length) => {
      let error = 0;
      return Float64Array.from({ length }, (_, place) => {
        error = 0.7 * error + noise();
        return 20 + season(place) + error;
      });
    },
    fit: (values) => fitHarmonicAr(values, { period: 12, mostHarmonics: 2, mostOrder: 2 }),
  },
  {
    name: 'smoothing with additive errors, its form chosen',
    make: (noise, length) => smoothed(noise, length, 0),
    fit: (values) => fitEts(values, { forms: ['ANN', 'AAN', 'AAdN'] }),
  },
  {
    name: 'smoothing with relative errors',
    make: (noise, length) => smoothed(noise, length, 0.05),
    fit: (values) => fitEts(values, { forms: ['MNN'] }),
  },
];

function walk(noise: () => number, length: number, lag: number): Float64Array {
  const values = new Float64Array(length);
  for (let place = 0; place < length; place += 1) values[place] = (values[place - lag] ?? 20) + noise();
  return values;
}

/** Level 100 that takes up 0.4 of each error; the error is a share of the level, or 2 units. */
function smoothed(noise: () => number, length: number, share: number): Float64Array {
  let level = 100;
  return Float64Array.from({ length }, () => {
    const error = noise() * (share > 0 ? share * level : 2);
    const value = level + error;
    level += 0.4 * error;
    return value;
  });
}

// 200 series of 12 steps; the steps of a series err together, so that the share within varies by up to some 3 points.
test.each(cases)('$name: 80 and 95 % intervals hold about that share of what came', ({ name, make, fit }) => {
  const within = [0, 0];
  for (let number = 0; number < series; number += 1) {
    const random = seededRandom(`${name} ${number}`);
    const values = make(() => randomNormal(random), training + steps);
    const { intervals } = forecastWith(fit(values.slice(0, training)), { steps, paths: 1_000 });
    for (const [place, { low, high }] of intervals.entries()) {
      for (let step = 0; step < steps; step += 1) {
        const value = values[training + step] ?? Number.NaN;
        if (value >= (low[step] ?? 0) && value <= (high[step] ?? 0)) within[place] = (within[place] ?? 0) + 1;
      }
    }
  }
  const [eighty = 0, ninetyFive = 0] = within.map((count) => count / (series * steps));
  expect(Math.abs(eighty - 0.8)).toBeLessThan(0.05);
  expect(Math.abs(ninetyFive - 0.95)).toBeLessThan(0.03);
});
