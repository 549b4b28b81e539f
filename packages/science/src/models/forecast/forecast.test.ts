import { describe, expect, test } from 'vitest';
import { StoppedError } from '../shared/watch.ts';
import { fitBaseline } from './baselines.ts';
import { type EtsModel, fitEts } from './ets.ts';
import { etsForms } from './ets-states.ts';
import { forecastWith } from './forecast.ts';
import { fitHarmonicAr } from './harmonic-ar.ts';
import type { Forecast } from './series.ts';
import { published } from './testing/published.ts';

const { AirPassengers, USAccDeaths, nottem, Nile } = published;
const worst = (found: ArrayLike<number>, reference: readonly number[]): number =>
  Math.max(...reference.map((value, place) => Math.abs((found[place] ?? Number.NaN) / value - 1)));
const bounds = ({ intervals: [first] }: Forecast) => [...(first?.low ?? []), ...(first?.high ?? [])];
const eighty = { confidences: [0.8] };

// Reference, here and below: forecast 8.20 under R 4.2.2, 80 % intervals (`Rscript bench/models/forecast.R`).
describe('baselines are those of R', () => {
  test('seasonal-naive (snaive): the errors of two seasons add up', () => {
    const forecast = forecastWith(fitBaseline('seasonal-naive', USAccDeaths, 12), { steps: 14, ...eighty });
    expect([...forecast.mean]).toEqual([
      7836, 6892, 7791, 8192, 9115, 9434, 10484, 9827, 9110, 9070, 8633, 9240, 7836, 6892,
    ]);
    const [first] = forecast.intervals;
    expect(worst(first?.low.slice(11) ?? [], [8523.093193, 6822.14067, 5878.14067])).toBeLessThan(1e-9);
    expect(worst(first?.high.slice(11) ?? [], [9956.906807, 8849.85933, 7905.85933])).toBeLessThan(1e-9);
  });

  test('persistence (naive)', () => {
    const forecast = forecastWith(fitBaseline('persistence', USAccDeaths), { steps: 3, ...eighty });
    const reference = [8304.265577, 7916.671688, 7619.260437, 10175.73442, 10563.32831, 10860.73956];
    expect([...forecast.mean]).toEqual([9240, 9240, 9240]);
    expect(worst(bounds(forecast), reference)).toBeLessThan(1e-9);
  });

  test('climatology (lm on the months, prediction interval)', () => {
    const forecast = forecastWith(fitBaseline('climatology', USAccDeaths, 12), { steps: 3, ...eighty });
    expect(worst(forecast.mean, [8044, 7283.833333, 8062.333333])).toBeLessThan(1e-9);
    const reference = [7325.844718, 6565.678051, 7344.178051, 8762.155282, 8001.988616, 8780.488616];
    expect(worst(bounds(forecast), reference)).toBeLessThan(1e-9);
  });

  test('a series that ends within a season goes on where it ended', () => {
    const values = Float64Array.of(1, 2, 3, 1, 2, 3, 1);
    expect([...forecastWith(fitBaseline('climatology', values, 3), { steps: 4 }).mean]).toEqual([2, 3, 1, 2]);
    expect([...forecastWith(fitBaseline('seasonal-naive', values, 3), { steps: 4 }).mean]).toEqual([2, 3, 1, 2]);
  });
});

describe('exponential smoothing beside R', () => {
  test('additive errors: likelihood, variance and intervals of the Nile', () => {
    const model = fitEts(Nile, { forms: ['ANN'] });
    expect(Math.abs(model.logLikelihood - -726.39052)).toBeLessThan(1e-4);
    expect(Math.abs(model.aicc - 1459.03104)).toBeLessThan(1e-4);
    expect(Math.abs(model.variance / 20802.801 - 1)).toBeLessThan(1e-6);
    const forecast = forecastWith(model, { steps: 5, ...eighty });
    expect(worst(forecast.mean, [805.3812829, 805.3812829])).toBeLessThan(2e-4);
    const low = [620.5408431, 615.0506523, 609.7144495, 604.5199615, 599.4564636];
    const high = [990.2217226, 995.7119134, 1001.048116, 1006.242604, 1011.306102];
    expect(worst(bounds(forecast), [...low, ...high])).toBeLessThan(5e-4);
  });

  test('relative errors: the simulated interval is within 1.5 % of the exact one', () => {
    const model = fitEts(Nile, { forms: ['MNN'] });
    expect(Math.abs(model.logLikelihood - -726.150958)).toBeLessThan(1e-4);
    const forecast = forecastWith(model, { steps: 5, ...eighty });
    const low = [672.4763767, 670.5348404, 668.6143947, 666.7143331, 664.8339874];
    const high = [1005.273946, 1007.215482, 1009.135928, 1011.03599, 1012.916335];
    expect(worst(bounds(forecast), [...low, ...high])).toBeLessThan(0.015);
  });

  // R's Nelder–Mead search stops early with a season; at these parameters R's own likelihood is the second number, its
  // states before the first value still searched by R (`Rscript bench/models/forecast.R at AirPassengers MAM 0.7409351 0.0001 0.0001001 1`).
  test.each([
    ['AirPassengers', AirPassengers, 'MAM', -679.583216, -676.0538],
    ['USAccDeaths', USAccDeaths, 'ANA', -555.072335, -552.2319],
    ['nottem', nottem, 'ANA', -852.472073, -852.1902],
  ] as const)(
    '%s: the optimum is no worse than that of R, and R agrees on it to 0.15',
    (_, values, form, found, there) => {
      const model = fitEts(values, { period: 12 });
      expect(model.form).toBe(form);
      expect(model.logLikelihood).toBeGreaterThan(found);
      expect(Math.abs(model.logLikelihood - there)).toBeLessThan(0.15);
      expect(model.tried.map((one) => one.aicc)).toEqual(model.tried.map((one) => one.aicc).toSorted((a, b) => a - b));
      expect(model.tried).toHaveLength(etsForms.length);
    },
  );

  test('with an additive season: the forecast of R within 1.5 %', () => {
    const forecast = forecastWith(fitEts(USAccDeaths, { period: 12 }), { steps: 14, ...eighty });
    const mean = [8397.496909, 7599.220613, 8396.594687, 8646.509703, 9443.411945, 9893.064727];
    const low = [8022.398662, 7162.825254, 7906.509874, 8108.062549, 8860.601897, 9269.037671];
    expect(worst(forecast.mean, mean)).toBeLessThan(0.015);
    expect(worst(forecast.intervals[0]?.low ?? [], low)).toBeLessThan(0.015);
  });

  test('by hand: a damped trend halves its steps as the damping says', () => {
    const model: EtsModel = {
      ...fitEts(Nile, { forms: ['AAdN'] }),
      ...{ level: 100, slope: 10, phi: 0.5, alpha: 0.5, beta: 0.2, variance: 4 },
    };
    const { mean, intervals } = forecastWith(model, { steps: 3, confidences: [0.6826894921370859] });
    expect([...mean]).toEqual([105, 107.5, 108.75]);
    const half = [...(intervals[0]?.high ?? [])].map((high, step) => high - (mean[step] ?? 0));
    // σ √(1 + Σ (α + β (φ + … + φʲ))²).
    expect(half[0]).toBeCloseTo(2, 9);
    expect(half[1]).toBeCloseTo(2 * Math.sqrt(1 + 0.6 ** 2), 9);
    expect(half[2]).toBeCloseTo(2 * Math.sqrt(1 + 0.6 ** 2 + 0.65 ** 2), 9);
  });

  test('values that are not above 0 leave additive forms, short series those without a season', () => {
    const shifted = Nile.map((value) => value - 900);
    expect(
      fitEts(shifted)
        .tried.map(({ form }) => form)
        .toSorted(),
    ).toEqual(['AAN', 'AAdN', 'ANN']);
    const short = USAccDeaths.slice(0, 20);
    expect(fitEts(short, { period: 12 }).tried.every(({ form }) => form.endsWith('N'))).toBe(true);
    expect(() => fitEts(shifted, { forms: ['MNN'] })).toThrow('received MNN, none of which fits');
  });
});

describe('harmonics with autoregressive errors beside R', () => {
  // Arima(nottem, order = c(2, 0, 0), xreg = fourier(nottem, 2), method = "ML").
  test('nottem: AICc chooses order 2 and two harmonics, with the likelihood and forecast of R', () => {
    const model = fitHarmonicAr(nottem, { period: 12 });
    expect([model.autoregression.length, model.harmonics]).toEqual([2, 2]);
    expect(Math.abs(model.logLikelihood - -533.233622)).toBeLessThan(1e-6);
    expect(Math.abs(model.aicc - 1083.09062)).toBeLessThan(1e-5);
    expect(Math.abs(model.variance / 5.12978263 - 1)).toBeLessThan(1e-8);
    expect(worst(model.autoregression, [0.1904648929, 0.09951065215])).toBeLessThan(1e-5);
    const forecast = forecastWith(model, { steps: 4, ...eighty });
    expect(worst(forecast.mean, [38.79940831, 39.5439359, 42.13204909, 46.3614102])).toBeLessThan(1e-7);
    const low = [35.89681917, 36.58916733, 39.15110964, 43.37763383];
    const high = [41.70199746, 42.49870446, 45.11298854, 49.34518658];
    expect(worst(bounds(forecast), [...low, ...high])).toBeLessThan(1e-7);
  });

  test('with a straight line, order 1 and three harmonics', () => {
    const model = fitHarmonicAr(USAccDeaths, { period: 12, trend: true, mostOrder: 1 });
    expect(Math.abs(model.logLikelihood - -537.062918)).toBeLessThan(1e-5);
    expect(Math.abs(model.variance / 201071.513 - 1)).toBeLessThan(1e-7);
    const { mean } = forecastWith(model, { steps: 12 });
    const reference = [7906.400001, 7249.515298, 7453.861012, 7962.020888];
    expect(worst(mean, [...reference, 8541.510113, 9309.047573])).toBeLessThan(1e-6);
  });
});

describe('all of them', () => {
  const models = [
    fitBaseline('climatology', USAccDeaths, 12),
    fitEts(AirPassengers, { period: 12, forms: ['MAM', 'MNM'] }),
    fitHarmonicAr(USAccDeaths, { period: 12 }),
  ];

  test.each(models)('$kind: JSON keeps it, and the same seed gives the same bits', (model) => {
    const kept = JSON.parse(JSON.stringify(model));
    expect(kept).toEqual(model);
    const ask = { steps: 24, seed: 3 };
    expect(forecastWith(kept, ask)).toEqual(forecastWith(model, ask));
    const { mean, intervals } = forecastWith(model, ask);
    const [narrow, wide] = intervals;
    mean.forEach((value, step) => {
      const edges = [wide?.low[step], narrow?.low[step], value, narrow?.high[step], wide?.high[step]].map(Number);
      expect(edges).toEqual(edges.toSorted((a, b) => a - b));
    });
  });

  test('another seed gives other paths', () => {
    const [, ets] = models;
    if (ets === undefined) throw new Error('no model');
    expect(forecastWith(ets, { steps: 3, seed: 1 })).not.toEqual(forecastWith(ets, { steps: 3, seed: 2 }));
  });

  test('they are stopped from outside, and tell how far they are', () => {
    let asked = 0;
    const stopped = () => ++asked > 3;
    expect(() => fitEts(AirPassengers, { period: 12 }, { stopped })).toThrow(StoppedError);
    asked = 0;
    expect(() => fitHarmonicAr(USAccDeaths, { period: 12 }, { stopped })).toThrow(StoppedError);
    const shares: number[] = [];
    fitEts(Nile, {}, { progress: (share) => shares.push(share) });
    expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
  });

  test('they refuse what they cannot use', () => {
    const gap = Nile.slice();
    gap[7] = Number.NaN;
    expect(() => fitEts(gap)).toThrow('value 7 is NaN');
    expect(() => fitHarmonicAr(gap)).toThrow('value 7 is NaN');
    expect(() => fitBaseline('persistence', gap)).toThrow('value 7 is NaN');
    expect(() => fitBaseline('climatology', Nile.slice(0, 20), 12)).toThrow('received 20 values, expected at least 24');
    expect(() => fitEts(Nile, { period: 365 })).toThrow('period: received 365');
    expect(() => forecastWith(fitBaseline('persistence', Nile), { steps: 0 })).toThrow('steps: received 0');
    const wrong = { steps: 1, confidences: [80] };
    expect(() => forecastWith(fitBaseline('persistence', Nile), wrong)).toThrow('confidences: received 80');
  });
});
