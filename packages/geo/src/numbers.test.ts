import { describe, expect, it } from 'vitest';
import {
  celsiusToKelvin,
  dayMs,
  directionFromDegrees,
  directionToDegrees,
  gradientNoise3,
  gridBbox,
  gridCell,
  gridIndex,
  gridNearest,
  gridOfBbox,
  gridPosition,
  hash32,
  hashUnit,
  isoDate,
  kelvinToCelsius,
  knotsToMetersPerSecond,
  metersPerSecondToKnots,
  metersToNauticalMiles,
  nauticalMilesToMeters,
  parseIsoDate,
  randomInteger,
  randomNormal,
  randomPick,
  sampleBilinear,
  seededRandom,
  speedOf,
  startOfUtcDay,
  valueNoise1,
  valueNoise2,
  valueNoise3,
  vectorTo,
  yearFraction,
} from './index.ts';

describe('grid', () => {
  const grid = gridOfBbox([8, -18, 14, -4.4], 0.05);
  it('holds both edges of the box', () => {
    expect([grid.columns, grid.rows]).toEqual([121, 273]);
    const [west, south, east, north] = gridBbox(grid);
    expect(west).toBe(8);
    expect(south).toBe(-18);
    expect(east).toBeCloseTo(14, 9);
    expect(north).toBeCloseTo(-4.4, 9);
  });
  it('goes from index to cell and back', () => {
    expect(gridIndex(grid, 0, 0)).toBe(0);
    expect(gridIndex(grid, 3, 2)).toBe(245);
    expect(gridCell(grid, 245)).toEqual({ column: 3, row: 2 });
    expect(gridIndex(grid, 121, 0)).toBeNull();
    expect(() => gridCell(grid, -1)).toThrow('received -1');
    expect(gridNearest(grid, gridPosition(grid, 17, 200))).toEqual({ column: 17, row: 200 });
    expect(gridNearest(grid, [20, 0])).toBeNull();
  });
  it('refuses a step of zero', () => {
    expect(() => gridOfBbox([0, 0, 1, 1], 0)).toThrow('received 0');
  });
  it('is exact for a plane and skips missing corners', () => {
    const small = gridOfBbox([0, 0, 2, 2], 1);
    const plane = Float32Array.from({ length: 9 }, (_, i) => {
      const { column, row } = gridCell(small, i);
      return 2 * column - 3 * row;
    });
    expect(sampleBilinear(small, plane, [0.5, 1.25])).toBeCloseTo(1 - 3.75, 6);
    expect(sampleBilinear(small, plane, [2, 2])).toBeCloseTo(-2, 6);
    expect(sampleBilinear(small, plane, [2.01, 1])).toBeNaN();
    plane[8] = Number.NaN;
    expect(sampleBilinear(small, plane, [2, 2])).toBeNaN();
    expect(sampleBilinear(small, plane, [1.5, 1.5])).toBeCloseTo((-1 + 1 - 4) / 3, 5);
  });
});

describe('units', () => {
  it('converts by definition', () => {
    expect(kelvinToCelsius(293.15)).toBeCloseTo(20, 9);
    expect(celsiusToKelvin(-273.15)).toBe(0);
    expect(knotsToMetersPerSecond(1)).toBeCloseTo(0.514444, 6);
    expect(metersPerSecondToKnots(knotsToMetersPerSecond(12.5))).toBeCloseTo(12.5, 12);
    expect(nauticalMilesToMeters(200)).toBe(370_400);
    expect(metersToNauticalMiles(1852)).toBe(1);
  });
  it('keeps the two conventions of direction apart', () => {
    expect(speedOf(3, -4)).toBe(5);
    expect(directionToDegrees(1, 0)).toBe(90);
    expect(directionFromDegrees(1, 0)).toBe(270);
    expect(directionFromDegrees(0, 5)).toBe(180);
    const { east, north } = vectorTo(2, 225);
    expect(directionToDegrees(east, north)).toBeCloseTo(225, 9);
  });
});

describe('seeded chance', () => {
  it('repeats for a seed and differs between seeds', () => {
    const take = (seed: number | string) => Array.from({ length: 4 }, seededRandom(seed));
    expect(take(42)).toEqual(take(42));
    expect(take('obis')).toEqual(take('obis'));
    expect(take(42)).not.toEqual(take(43));
  });
  it('gives the same numbers on every machine', () => {
    const random = seededRandom(1);
    expect([random(), random()]).toEqual([0.31129228975623846, 0.7558277114294469]);
    expect([hash32('a', 1), hash32(1, 'a')]).toEqual([307733099, 1743805849]);
  });
  it('is even and normal where it says so', () => {
    const random = seededRandom('chi');
    const buckets = new Array<number>(16).fill(0);
    for (let i = 0; i < 16_000; i++) {
      const bucket = Math.floor(random() * 16);
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    }
    const chiSquared = buckets.reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0);
    expect(chiSquared).toBeLessThan(37.7); // 0.1 % point of chi-squared with 15 degrees of freedom
    const normals = Array.from({ length: 10_000 }, () => randomNormal(random));
    const mean = normals.reduce((a, b) => a + b, 0) / normals.length;
    const variance = normals.reduce((a, b) => a + (b - mean) ** 2, 0) / normals.length;
    expect(Math.abs(mean)).toBeLessThan(0.04);
    expect(Math.abs(variance - 1)).toBeLessThan(0.06);
    const dice = Array.from({ length: 600 }, () => randomInteger(random, 1, 6));
    expect([...new Set(dice)].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(['a', 'b']).toContain(randomPick(random, ['a', 'b']));
    expect(() => randomPick(random, [])).toThrow('empty');
  });
  it('hashes numbers beyond 32 bits and fractions apart', () => {
    const values = [0, 1, -1, 0.5, 0.25, 2 ** 40, 2 ** 40 + 1, 1_700_000_000_000, 1_700_000_000_001];
    expect(new Set(values.map((value) => hash32(value))).size).toBe(values.length);
    expect(hashUnit('x')).toBeLessThan(1);
  });
});

describe('noise', () => {
  it('stays in [-1, 1], repeats, and moves smoothly', () => {
    let largestStep = 0;
    for (let i = 0; i < 2000; i++) {
      const x = i * 0.013 - 10;
      const value = valueNoise3(7, x, x * 0.7, x * 0.3);
      expect(Math.abs(value)).toBeLessThanOrEqual(1);
      largestStep = Math.max(largestStep, Math.abs(value - valueNoise3(7, x + 0.001, x * 0.7, x * 0.3)));
    }
    expect(largestStep).toBeLessThan(0.005);
    expect(valueNoise2(1, 0.3, 0.4)).toBe(valueNoise2(1, 0.3, 0.4));
    expect(valueNoise2(1, 0.3, 0.4)).not.toBe(valueNoise2(2, 0.3, 0.4));
    expect(valueNoise3(1, 0.3, 0.4, 0)).toBe(valueNoise2(1, 0.3, 0.4));
    expect(Math.abs(valueNoise1(5, 3.999999) - valueNoise1(5, 4.000001))).toBeLessThan(1e-9);
  });
});

describe('gradient noise', () => {
  it('vanishes at lattice points, stays in [-1, 1], uses its range, and is smooth', () => {
    expect(Math.abs(gradientNoise3(3, 5, -2, 7))).toBe(0);
    const values = Array.from({ length: 20_000 }, (_, i) => gradientNoise3(3, i * 0.137, i * 0.071 - 50, i * 0.013));
    expect(Math.max(...values)).toBeLessThanOrEqual(1);
    expect(Math.max(...values)).toBeGreaterThan(0.5);
    expect(Math.min(...values)).toBeLessThan(-0.5);
    expect(Math.abs(values.reduce((a, b) => a + b, 0) / values.length)).toBeLessThan(0.02);
    expect(Math.abs(gradientNoise3(3, 0.3, 1.999999, 2.5) - gradientNoise3(3, 0.3, 2.000001, 2.5))).toBeLessThan(1e-5);
  });
});

describe('time', () => {
  it('reads and writes UTC dates', () => {
    expect(parseIsoDate('2024-02-29')).toBe(Date.UTC(2024, 1, 29));
    expect(isoDate(0)).toBe('1970-01-01');
    expect(() => parseIsoDate('2024-02-30')).toThrow('2024-02-30');
    expect(() => parseIsoDate('1/2/2024')).toThrow('1/2/2024');
    expect(startOfUtcDay(dayMs * 3 + 5)).toBe(dayMs * 3);
    expect(startOfUtcDay(-1)).toBe(-dayMs);
    expect(yearFraction(Date.UTC(2024, 6, 2))).toBeCloseTo(0.5, 9);
  });
});
