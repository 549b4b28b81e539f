import { randomNormal, seededRandom } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { chiSquareQuantile, chiSquareTail } from '../shared/distributions.ts';
import {
  jensenShannonDistance,
  jensenShannonNull,
  stabilityIndex,
  stabilityNull,
  wassersteinDistance,
} from './distances.ts';
import { columnDrift, type DriftTest, referenceColumn } from './drift.ts';
import { homogeneity, kolmogorovChance, kolmogorovDistance, kolmogorovTail, proportions } from './two-samples.ts';

const squares = Float64Array.from({ length: 15 }, (_, place) => 0.1 * (place + 1) ** 2);
const line = Float64Array.from({ length: 12 }, (_, place) => 0.7 * (place + 1) + 1);
const before = Float64Array.of(20, 30, 50, 7);
const after = Float64Array.of(15, 45, 22, 0);

describe('as SciPy 1.17 and R 4 have it', () => {
  test('Kolmogorov–Smirnov: distance, exact chance and limit', () => {
    expect(kolmogorovDistance(squares, line)).toBeCloseTo(0.4, 12);
    expect(kolmogorovChance(0.4, 15, 12)).toBeCloseTo(0.18239056228018405, 10);
    const waves = (rows: number, step: number, shift: number) =>
      Float64Array.from({ length: rows }, (_, place) => Math.sin((place + 1) * step) + shift).sort();
    const distance = kolmogorovDistance(waves(40, 7.1, 0), waves(60, 3.3, 0.2));
    expect([distance, kolmogorovChance(distance, 40, 60)]).toEqual([
      expect.closeTo(0.2, 12),
      expect.closeTo(0.267977214182634, 10),
    ]);
    // Many rows: the limit stands in for the count of the paths.
    expect(kolmogorovChance(0.02, 20_000, 10_000)).toBeCloseTo(kolmogorovTail(0.02 * Math.sqrt(20_000 / 3)), 12);
    for (const [value, chance] of [
      [0.5, 0.963945244],
      [1, 0.269999672],
      [1.358, 0.0500267973],
      [2, 0.000670925256],
    ] as const) {
      expect(kolmogorovTail(value)).toBeCloseTo(chance, 8);
    }
  });

  test('χ²: tail, quantile and homogeneity of counts', () => {
    const tails = [chiSquareTail(3.84, 1), chiSquareTail(1, 9), chiSquareTail(30, 10), chiSquareTail(120, 100)];
    const published = [0.0500435212, 0.999437503, 0.000856641211, 0.0844066811];
    tails.forEach((tail, place) => {
      expect(tail).toBeCloseTo(published[place] ?? 0, 9);
    });
    expect(chiSquareQuantile(0.95, 9)).toBeCloseTo(16.9189776, 6);
    const { statistic, degrees, chance } = homogeneity(before, after) ?? { statistic: 0, degrees: 0, chance: 0 };
    expect([statistic, degrees]).toEqual([expect.closeTo(18.62212217916572, 10), 3]);
    expect(chance).toBeCloseTo(0.00032725976312726314, 12);
    // A class that neither has counts for nothing.
    expect(homogeneity(Float64Array.of(0, 5, 5), Float64Array.of(0, 5, 5))).toMatchObject({ degrees: 1, chance: 1 });
    expect(homogeneity(Float64Array.of(0, 5), Float64Array.of(0, 9))).toBeNull();
  });

  test('shares, Jensen–Shannon, Wasserstein and the stability index', () => {
    const tested = proportions([30, 100], [45, 80]);
    expect(tested?.statistic).toBeCloseTo(3.5496478698597698, 9);
    expect(tested?.chance).toBeCloseTo(0.0003857467556820066, 9);
    expect(proportions([0, 10], [0, 12])).toBeNull();
    expect(jensenShannonDistance(before, after)).toBeCloseTo(0.2903374391873793, 12);
    expect(jensenShannonDistance(Float64Array.of(1, 0), Float64Array.of(0, 1))).toBe(1);
    expect(wassersteinDistance(squares, line)).toBeCloseTo(3.9666666666666677, 10);
    expect(stabilityIndex(before, after)).toBeCloseTo(0.4339526666359246, 12);
  });
});

const normals = (rows: number, random: () => number, shift = 0) =>
  Float64Array.from({ length: rows }, () => shift + randomNormal(random));
const column = (values: Float64Array, kind: 'continuous' | 'categorical' = 'continuous') =>
  ({ name: 'sst', kind, values }) as const;

/** Share of comparisons that find drift where there is none. */
function falseAlarms(rows: number, current: number, draw: (random: () => number) => number, isClasses = false) {
  const random = seededRandom(`${rows} ${current}`);
  // A null that is drawn takes longer than one that is a formula.
  const draws = rows > 1_000 && !isClasses ? 100 : 300;
  let [found, unscaled] = [0, 0];
  const tests = new Set<DriftTest | undefined>();
  for (let place = 0; place < draws; place += 1) {
    const sample = (length: number) => Float64Array.from({ length }, () => draw(random));
    const reference = referenceColumn(column(sample(rows), isClasses ? 'categorical' : 'continuous'));
    const drift = columnDrift(reference, sample(current), place);
    found += Number(drift?.hasDrifted);
    unscaled += Number((drift?.statistic ?? 0) > 0.1);
    tests.add(drift?.test);
  }
  return { alarms: found / draws, unscaled: unscaled / draws, tests: [...tests] };
}

describe('without change', () => {
  test('a test by size raises at most its share of false alarms', () => {
    const small = falseAlarms(400, 120, randomNormal);
    expect(small.tests).toEqual(['kolmogorov_smirnov']);
    expect(small.alarms).toBeLessThan(0.08);
    expect(small.alarms).toBeGreaterThan(0.015);
    const classes = falseAlarms(400, 120, (random) => Math.floor(random() * 4), true);
    expect(classes.tests).toEqual(['chi_squared']);
    expect(classes.alarms).toBeLessThan(0.09);
    const two = falseAlarms(400, 120, (random) => Number(random() < 0.3), true);
    expect(two.tests).toEqual(['proportions']);
    expect(two.alarms).toBeLessThan(0.09);
  });

  test('a distance from few rows is measured against its null, where the bare bound fires mostly', () => {
    const large = falseAlarms(3_000, 60, randomNormal);
    expect(large.tests).toEqual(['wasserstein']);
    expect(large.unscaled).toBeGreaterThan(0.5);
    expect(large.alarms).toBeLessThan(0.12);
    const classes = falseAlarms(3_000, 60, (random) => Math.floor(random() * 8), true);
    expect(classes.tests).toEqual(['jensen_shannon']);
    expect(classes.unscaled).toBeGreaterThan(0.5);
    expect(classes.alarms).toBeLessThan(0.1);
  });

  test('the bound of the stability index is passed five times in a hundred, that of convention most of the time', () => {
    const random = seededRandom('index');
    let [above, conventional] = [0, 0];
    for (let draw = 0; draw < 1_000; draw += 1) {
      const counts = () => {
        const found = new Float64Array(10);
        for (let row = 0; row < 100; row += 1) {
          const place = Math.floor(random() * 10);
          found[place] = (found[place] ?? 0) + 1;
        }
        return found;
      };
      const index = stabilityIndex(counts(), counts());
      above += Number(index > stabilityNull(10, 100, 100));
      conventional += Number(index > 0.1);
    }
    expect(above / 1_000).toBeLessThan(0.075);
    expect(conventional / 1_000).toBeGreaterThan(0.75);
    expect(jensenShannonNull(1, 10, 10)).toBe(0);
  });
});

describe('with change', () => {
  test('a shift of half a deviation is found at either size, and its bins add up', () => {
    for (const rows of [500, 5_000]) {
      const random = seededRandom(rows);
      const reference = referenceColumn(column(normals(rows, random)));
      const drift = columnDrift(JSON.parse(JSON.stringify(reference)), normals(400, random, 0.5));
      expect(drift).toMatchObject({ hasDrifted: true });
      expect(drift?.stability).toBeGreaterThan(drift?.stabilityBound ?? 9);
      expect(drift?.bins.reduce((sum, bin) => sum + bin.reference, 0)).toBeCloseTo(1, 9);
      expect(drift?.bins.reduce((sum, bin) => sum + bin.current, 0)).toBeCloseTo(1, 9);
    }
  });

  test('a class that was never seen is one more bin', () => {
    const reference = referenceColumn(column(Float64Array.of(0, 0, 1, 1, 2, 2), 'categorical'));
    const drift = columnDrift(reference, Float64Array.of(0, 3, 3, 3, 3, 3, 3, 3, 3, 3));
    expect(drift?.bins.map(({ low }) => low)).toEqual([0, 1, 2, 3]);
    expect(drift).toMatchObject({ test: 'chi_squared', hasDrifted: true });
  });

  test('a constant that moves has drifted; missing values are counted, and alone give no answer', () => {
    const still = referenceColumn(column(new Float64Array(2_000).fill(3)));
    expect(still.counts).toEqual([[3, 2_000]]);
    expect(columnDrift(still, new Float64Array(50).fill(3))).toMatchObject({ hasDrifted: false, statistic: 0 });
    expect(columnDrift(still, new Float64Array(50).fill(4))).toMatchObject({ hasDrifted: true, statistic: 1 });
    const gaps = referenceColumn(column(Float64Array.of(1, Number.NaN, 2)));
    expect([gaps.rows, gaps.missing]).toEqual([2, 1]);
    expect(columnDrift(gaps, Float64Array.of(Number.NaN))).toBeNull();
  });
});
