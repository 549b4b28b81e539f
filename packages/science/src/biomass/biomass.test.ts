import { seededRandom } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { netPrimaryProduction } from '../ocean/primary-production.ts';
import { dayLengthHours, estimatedPar } from '../ocean/sunlight.ts';
import { catchLevels } from './catch-levels.ts';
import { centralOf, type Distribution, draw } from './distribution.ts';
import { confidenceOf, intervalOf } from './interval.ts';
import { publishedSea, type SeaParameters } from './parameters.ts';
import { estimateSea, meansAt, seaQuantities } from './sea-biomass.ts';
import { atFactor, cellDay, factorNodes, type SeaCells, sumDay, type ZoneDay } from './sea-days.ts';

const nan = Number.NaN;
const many = (distribution: Distribution, count = 20_000) => {
  const random = seededRandom('ensaio');
  return Float64Array.from({ length: count }, () => draw(distribution, random));
};
const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
const fixed = (value: number): Distribution => ({ kind: 'fixed', value });

describe('distributions', () => {
  test('a triangle keeps its ends, its mean and the share below its mode', () => {
    const triangle = { kind: 'triangular', low: 0.5, mode: 1, high: 2 } as const;
    const drawn = many(triangle);
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0.5);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(2);
    expect(meanOf(drawn)).toBeCloseTo(3.5 / 3, 2);
    expect(drawn.filter((value) => value < 1).length / drawn.length).toBeCloseTo(1 / 3, 2);
    expect(centralOf(triangle)).toBe(1);
  });

  test('95 % of a log-normal lie between its two numbers, half of them below their geometric mean', () => {
    const ratio = { kind: 'lognormal', low: 15, high: 176 } as const;
    const drawn = many(ratio);
    const within = drawn.filter((value) => value >= 15 && value <= 176).length / drawn.length;
    expect(within).toBeCloseTo(0.95, 2);
    // √(15 × 176) = 51.38
    expect(centralOf(ratio)).toBeCloseTo(51.38, 2);
    expect(drawn.filter((value) => value < 51.38).length / drawn.length).toBeCloseTo(0.5, 1);
  });

  test('what is no distribution is refused', () => {
    const random = seededRandom(1);
    expect(() => draw({ kind: 'lognormal', low: 0, high: 2 }, random)).toThrow(RangeError);
    expect(() => draw({ kind: 'triangular', low: 2, mode: 1, high: 3 }, random)).toThrow(RangeError);
    expect(() => draw({ kind: 'normal', mean: 0, deviation: -1 }, random)).toThrow(RangeError);
  });

  test('an interval of the numbers 0 to 100: its middle, nine in ten of them, and its spread', () => {
    const interval = intervalOf(Float64Array.from({ length: 101 }, (_, index) => index));
    expect(interval).toEqual({ median: 50, low: 5, high: 95, spread: 34 / 50 });
    expect(() => intervalOf(new Float64Array(0))).toThrow(RangeError);
    expect(() => intervalOf(Float64Array.of(1, nan))).toThrow(RangeError);
  });

  test('confidence is the product of its three parts', () => {
    expect(confidenceOf({ spread: 0.25, coverage: 0.9, days: 0.5 }).value).toBeCloseTo(0.8 * 0.9 * 0.5, 12);
    expect(confidenceOf({ spread: 0, coverage: 1, days: 1 }).value).toBe(1);
  });
});

describe('a cell and a day', () => {
  const sun = { par: 45, dayLengthHours: 12 };

  test('production is the VGPM of the vectors; the stock is chlorophyll over the lit depth', () => {
    // Chl 1: total 40.2, 568.2 × 40.2^−0.746 = 36.1 m.
    const made = cellDay({ chlorophyll: 1, sstCelsius: 20, seabed: nan }, sun, 1);
    expect(made.production).toBeCloseTo(1739.6, 1);
    expect(made.stock).toBeCloseTo(568.2 * 40.2 ** -0.746, 6);
    expect(made.stock).toBeCloseTo(36.1, 1);
  });

  test('the sea bed ends the lit water; a factor is as much more chlorophyll; none is not known', () => {
    expect(cellDay({ chlorophyll: 1, sstCelsius: 20, seabed: 12 }, sun, 1).stock).toBe(12);
    const doubled = cellDay({ chlorophyll: 0.5, sstCelsius: 20, seabed: nan }, sun, 2);
    expect(doubled.production).toBeCloseTo(1739.6, 1);
    expect(cellDay({ chlorophyll: nan, sstCelsius: 20, seabed: nan }, sun, 1)).toEqual({ stock: nan, production: nan });
    expect(cellDay({ chlorophyll: 1, sstCelsius: nan, seabed: nan }, sun, 1).production).toBeNaN();
  });

  const cells: SeaCells = {
    lat: Float64Array.of(-10, -10, -15),
    area: Float64Array.of(1e6, 3e6, 2e6),
    seabed: Float64Array.of(nan, nan, nan),
  };
  const day = {
    dayOfYear: 100,
    chlorophyll: Float32Array.of(1, 2, nan),
    sstCelsius: Float32Array.of(20, 20, 18),
  };

  test("zones have the means of the cells seen, by their area and their latitude's sun", () => {
    const sums = sumDay(cells, day, [Uint32Array.of(0, 1, 2), Uint32Array.of(2)], 0.5);
    const light = { par: estimatedPar(-10, 100, 0.5), dayLengthHours: dayLengthHours(-10, 100) };
    const made = (chlorophyll: number) => netPrimaryProduction({ chlorophyll, sstCelsius: 20, ...light });
    const [whole, south] = sums.zones;
    const central = factorNodes.indexOf(1);
    expect(whole?.seenArea).toBe(4e6);
    expect(whole?.production[central]).toBeCloseTo((made(1) + 3 * made(2)) / 4, 1);
    expect(south?.seenArea).toBe(0);
    expect(sums.production[2]).toBeNaN();
    expect(sums.production[1]).toBeCloseTo(made(2), 1);
  });

  test('between its nodes a factor is within two per cent of the arithmetic itself, whose depth of light has a step at 1 mg', () => {
    const zone = sumDay(cells, day, [Uint32Array.of(0, 1)], 0.5).zones[0] as ZoneDay;
    for (const factor of [0.5, 0.72, 0.9, 1.1, 1.4, 2]) {
      const exact = sumDay(
        cells,
        { ...day, chlorophyll: day.chlorophyll.map((value) => value * factor) },
        [Uint32Array.of(0, 1)],
        0.5,
      ).zones[0];
      const central = factorNodes.indexOf(1);
      const away = (made: number, by: number | undefined) => Math.abs(made / (by ?? nan) - 1);
      expect(away(atFactor(zone.production, factor), exact?.production[central])).toBeLessThan(0.02);
      expect(away(atFactor(zone.stock, factor), exact?.stock[central])).toBeLessThan(0.02);
    }
  });
});

/** A day of which every factor gives the same. */
const flat = (stock: number, production: number): ZoneDay => ({
  ...{ seenArea: 1, producingArea: 1 },
  stock: new Float64Array(factorNodes.length).fill(stock),
  production: new Float64Array(factorNodes.length).fill(production),
});
const certain: SeaParameters = {
  chlorophyllFactor: fixed(1),
  productionFactor: fixed(1),
  carbonPerChlorophyll: fixed(50),
  wetPerCarbon: fixed(9),
  transferEfficiency: fixed(0.1),
  trophicLevel: fixed(3),
  productionPerBiomass: fixed(1.5),
};
const options = { draws: 4_000, seed: 7 };

describe('the biomass of a zone', () => {
  test('the arithmetic, by hand, on 10 000 km²', () => {
    const values = Object.fromEntries(Object.entries(certain).map(([name, one]) => [name, centralOf(one)]));
    const made = seaQuantities({ stock: 40, production: 1000 }, 1e10, values as never);
    // 40 mg × 10¹⁰ m² = 400 t Chl; × 50 = 20 000 t C; × 9 = 180 000 t.
    expect(made.phytoplanktonTonnes).toBeCloseTo(180_000, 6);
    // 1 g × 10¹⁰ m² × 365 = 3.65 Mt C.
    expect(made.productionTonnesCarbonYear).toBeCloseTo(3_650_000, 6);
    // × 0.1² × 9 = 328 500 t a year; ÷ 1.5 = 219 000 t.
    expect(made.fishProductionTonnesYear).toBeCloseTo(328_500, 6);
    expect(made.fishTonnes).toBeCloseTo(219_000, 6);
  });

  test('what is certain has an interval of no width; days alike count alike', () => {
    const estimate = estimateSea([flat(40, 1000), flat(40, 1000)], 1e10, certain, options);
    expect(estimate?.fish.median).toBeCloseTo(219_000, 6);
    expect(estimate?.fish.low).toBeCloseTo(219_000, 6);
    expect(estimate?.fish.spread).toBeCloseTo(0, 9);
    const [a, b] = [flat(10, 100), flat(30, 500)];
    expect(meansAt([a, b], 1, Uint32Array.of(0, 1))).toMatchObject({ stock: expect.closeTo(20, 9) });
    expect(meansAt([a, b], 1, Uint32Array.of(1, 1)).production).toBeCloseTo(500, 9);
  });

  test('the interval of one uncertain ratio is that of its distribution', () => {
    const one = { ...certain, carbonPerChlorophyll: publishedSea.carbonPerChlorophyll };
    const estimate = estimateSea([flat(40, 1000)], 1e10, one, options);
    // σ = ln(176/15) ÷ 3.92 = 0.628; 95 % over 5 % quantile = e^(2 × 1.645 × 0.628) = 7.90.
    const { low = nan, high = nan, median = nan } = estimate?.phytoplankton ?? {};
    expect(high / low / 7.9).toBeCloseTo(1, 1);
    expect(median / (40 * 10 * 51.38 * 9)).toBeCloseTo(1, 1);
    expect(estimate?.fish.spread).toBeCloseTo(0, 9);
  });

  test('days that differ widen it, as their bootstrap does', () => {
    const days = [flat(40, 800), flat(40, 1200)];
    const estimate = estimateSea(days, 1e10, certain, options);
    // Of two days drawn twice: 800, 1000, 1000, 1200.
    expect(estimate?.production.low).toBeCloseTo(800 * 3650, 3);
    expect(estimate?.production.median).toBeCloseTo(1000 * 3650, 3);
    expect(estimate?.production.high).toBeCloseTo(1200 * 3650, 3);
  });

  test('the same seed gives the same numbers, another one others; nothing seen gives nothing', () => {
    const days = [flat(40, 800), flat(50, 900)];
    const first = estimateSea(days, 1e10, publishedSea, options);
    expect(estimateSea(days, 1e10, publishedSea, options)).toEqual(first);
    expect(estimateSea(days, 1e10, publishedSea, { ...options, seed: 8 })?.fish).not.toEqual(first?.fish);
    expect(estimateSea([], 1e10, publishedSea, options)).toBeNull();
    expect(estimateSea([{ ...flat(1, 1), producingArea: 0 }], 1e10, publishedSea, options)).toBeNull();
    // Twice the area is twice the fish.
    expect((estimateSea(days, 2e10, publishedSea, options)?.fish.high ?? 0) / (first?.fish.high ?? 1)).toBeCloseTo(
      2,
      9,
    );
  });
});

test('catches: mean level by weight of the known ones, and the production they took', () => {
  const levels = catchLevels([
    { tonnes: 100_000, trophicLevel: 3.1 },
    { tonnes: 50_000, trophicLevel: null },
  ]);
  expect(levels).toMatchObject({ tonnes: 150_000, meanLevel: 3.1 });
  expect(levels.knownShare).toBeCloseTo(2 / 3, 12);
  // 100 000 ÷ 9 × 10^2.1
  expect(levels.requiredCarbon).toBeCloseTo(1_398_806, 0);
  expect(catchLevels([])).toEqual({ tonnes: 0, knownShare: 0, meanLevel: null, requiredCarbon: 0 });
});
