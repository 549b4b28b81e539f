import { describe, expect, test } from 'vitest';
import { anchoredLand, estimateLand, type LandParameters, landTonnes } from './land-biomass.ts';

const fixed = (value: number) => ({ kind: 'fixed', value }) as const;
const line: LandParameters = {
  ...{ bareNdvi: fixed(0.1), woodlandNdvi: fixed(0.6), woodlandTonnesPerHectare: fixed(80), modelFactor: fixed(1) },
};
const cellsOf = (...ndvi: readonly number[]) => ({
  ndvi: Float64Array.from(ndvi),
  area: Float64Array.from(ndvi, () => 1e6),
});
const options = { draws: 2000, seed: 'ensaio' };

describe('the line', () => {
  test('goes from nothing on bare ground to the woodland, and on above it', () => {
    // One km² is 100 ha: 80 t/ha are 8 000 t, half the way 4 000 t.
    const tonnes = (ndvi: number) => estimateLand(cellsOf(ndvi), 1e6, line, options)?.tonnes;
    expect(tonnes(0.6)).toBeCloseTo(8000, 6);
    expect(tonnes(0.35)).toBeCloseTo(4000, 6);
    expect(tonnes(0.1)).toBe(0);
    expect(tonnes(0.02)).toBe(0);
    expect(tonnes(0.7)).toBeCloseTo(9600, 6);
  });

  test('bare places take nothing from green ones: each is counted by itself, by its area', () => {
    const cells = { ndvi: Float64Array.from([0.6, 0, Number.NaN]), area: Float64Array.from([1, 3, 5]) };
    const estimate = estimateLand(cells, 1e6, line, options);
    expect(estimate?.woodiness).toBeCloseTo(0.25, 12);
    expect(estimate?.meanNdvi).toBeCloseTo(0.15, 12);
    expect(estimate?.tonnes).toBeCloseTo(2000, 6);
    expect(landTonnes(estimate?.woodiness ?? 0, 1e6, estimate?.values ?? ({} as never))).toBe(estimate?.tonnes);
  });

  test('without a place that was seen there is none', () => {
    expect(estimateLand(cellsOf(Number.NaN), 1e6, line, options)).toBeNull();
    expect(estimateLand(cellsOf(), 1e6, line, options)).toBeNull();
  });
});

describe('the interval', () => {
  const cells = cellsOf(...Array.from({ length: 200 }, (_, index) => 0.3 + (index % 10) * 0.04));
  const estimate = estimateLand(cells, 1e12, anchoredLand, { draws: 4000, seed: 1 });

  test('holds the central value, and is as wide as the error of the model and more', () => {
    const { low = 0, high = 0, spread = 0 } = estimate?.interval ?? {};
    expect(low).toBeLessThan(estimate?.tonnes ?? 0);
    expect(high).toBeGreaterThan(estimate?.tonnes ?? 0);
    // 95 % within a factor of 2.2 is a deviation of 0.40 in the logarithm.
    expect(spread).toBeGreaterThan(0.4);
    expect(spread).toBeLessThan(0.6);
  });

  test('is the same for the same seed, another for another', () => {
    expect(estimateLand(cells, 1e12, anchoredLand, { draws: 4000, seed: 1 })).toEqual(estimate);
    expect(estimateLand(cells, 1e12, anchoredLand, { draws: 4000, seed: 2 })?.interval).not.toEqual(estimate?.interval);
  });

  test('with nothing uncertain is as narrow as the sample of places lets it be', () => {
    const same = estimateLand(cellsOf(0.5, 0.5, 0.5), 1e6, line, options);
    expect(same?.interval.low).toBeCloseTo(same?.tonnes ?? 0, 6);
    expect(same?.interval.spread).toBe(0);
    const varied = estimateLand(cellsOf(0.1, 0.6), 1e6, line, options);
    expect(varied?.interval.spread).toBeGreaterThan(0);
  });
});
