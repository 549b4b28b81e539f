import { expect, test } from 'vitest';
import { expectedSpecies } from './diversity.ts';
import {
  accumulatedSpecies,
  asymptoticHill,
  curveSizes,
  hillAt,
  observedHill,
  sampleCoverage,
  unseenSpecies,
} from './hill.ts';

/** Four records of three species: one seen twice, two once. All figures below are worked by hand. */
const few = [2, 1, 1];

test('Hill numbers of the records as they are', () => {
  const hill = observedHill(few);
  // H = ½ ln 2 + ½ ln 4 = 1.5 ln 2; Σp² = ¼ + 1/16 + 1/16.
  expect(hill?.q0).toBe(3);
  expect(hill?.q1).toBeCloseTo(2 ** 1.5, 12);
  expect(hill?.q2).toBeCloseTo(1 / 0.375, 12);
  expect(observedHill([5])).toEqual({ q0: 1, q1: 1, q2: 1 });
  expect(observedHill([])).toBeNull();
  expect(() => observedHill([1.5])).toThrow(RangeError);
});

test('species not seen, and the share of the sea that was', () => {
  // ¾ · 2² ÷ (2·1) = 1.5; 1 − ½ · 6 ÷ (6 + 2) = 0.625.
  expect(unseenSpecies(few)).toBeCloseTo(1.5, 12);
  expect(sampleCoverage(few)).toBeCloseTo(0.625, 12);
  // None twice: ⅔ · 3 · 2 ÷ 2 = 2; 1 − 1 · 4 ÷ (4 + 2) = 1/3.
  expect(unseenSpecies([1, 1, 1])).toBeCloseTo(2, 12);
  expect(sampleCoverage([1, 1, 1])).toBeCloseTo(1 / 3, 12);
  expect(sampleCoverage([4, 6])).toBe(1);
  expect(sampleCoverage([1])).toBeNull();
});

test('what more records would come to', () => {
  const hill = asymptoticHill(few);
  expect(hill?.q0).toBeCloseTo(4.5, 12);
  expect(hill?.q2).toBeCloseTo(6, 12);
  // 4/3 + ½ · (4/3)³ · (ln 4 − 0.75 − 0.28125 − 0.140625).
  expect(Math.log(hill?.q1 ?? 0)).toBeCloseTo(4 / 3 + 0.5 * (4 / 3) ** 3 * (Math.log(4) - 1.171875), 10);
  expect(asymptoticHill([1, 1])?.q2).toBe(Number.POSITIVE_INFINITY);
  expect(asymptoticHill([1])).toBeNull();
});

test('two records drawn of the four: of one species by a chance of a sixth', () => {
  const two = hillAt(few, 2);
  expect(two.q0).toBeCloseTo(2 - 1 / 6, 12);
  expect(two.q1).toBeCloseTo(2 ** (5 / 6), 12);
  expect(two.q2).toBeCloseTo(12 / 7, 12);
  expect(two.isExtrapolated).toBe(false);
});

test('a sample of all the records is the records, and one record is one species', () => {
  const counts = [40, 23, 9, 9, 4, 2, 1, 1, 1];
  const total = 90;
  const all = hillAt(counts, total);
  const observed = observedHill(counts);
  for (const q of ['q0', 'q1', 'q2'] as const) {
    expect(all[q]).toBeCloseTo(observed?.[q] ?? 0, 9);
    expect(hillAt(counts, 1)[q]).toBeCloseTo(1, 9);
  }
  expect(hillAt(counts, 30).q0).toBeCloseTo(expectedSpecies(counts, 30) ?? 0, 9);
});

test('beyond the records the numbers grow towards what they would come to', () => {
  // One more record: 3 + 1.5 · (1 − ¾).
  expect(hillAt(few, 5)).toMatchObject({ records: 5, isExtrapolated: true });
  expect(hillAt(few, 5).q0).toBeCloseTo(3.375, 12);
  const all = asymptoticHill(few);
  let before = hillAt(few, 4);
  for (const records of [5, 8, 20, 60]) {
    const point = hillAt(few, records);
    for (const q of ['q0', 'q1', 'q2'] as const) {
      expect(point[q]).toBeGreaterThan(before[q]);
      expect(point[q]).toBeLessThanOrEqual((all?.[q] ?? 0) + 1e-9);
    }
    before = point;
  }
  // With nothing rare there is nothing to look for.
  expect(hillAt([5, 7], 100)).toMatchObject({ q0: 2 });
});

test('large counts neither overflow nor lose their digits', () => {
  const counts = Array.from({ length: 400 }, (_, index) => Math.max(1, Math.round(20_000 / (index + 1) ** 1.4)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const observed = observedHill(counts);
  expect(hillAt(counts, total).q1).toBeCloseTo(observed?.q1 ?? 0, 6);
  expect(hillAt(counts, total).q0).toBeCloseTo(400, 6);
  const half = hillAt(counts, Math.round(total / 2));
  expect(half.q0).toBeLessThan(400);
  expect(half.q0).toBeCloseTo(expectedSpecies(counts, Math.round(total / 2)) ?? 0, 5);
});

test('a curve goes to the records and to twice as many', () => {
  expect(curveSizes(100, 4)).toEqual([1, 25, 50, 75, 100, 125, 150, 175, 200]);
  expect(curveSizes(1, 4)).toEqual([1, 2]);
});

test('species add up over sampling units', () => {
  // Three units; one species in all of them, one in two, one in one: a single unit holds (3 + 2 + 1) ÷ 3.
  expect(accumulatedSpecies([3, 2, 1], 3, 1)).toBeCloseTo(2, 12);
  // Of two units: 1 + 1 + (1 − C(2,2) ÷ C(3,2)).
  expect(accumulatedSpecies([3, 2, 1], 3, 2)).toBeCloseTo(2 + 2 / 3, 12);
  expect(accumulatedSpecies([3, 2, 1], 3, 3)).toBeCloseTo(3, 12);
  expect(() => accumulatedSpecies([4], 3, 1)).toThrow(RangeError);
  expect(() => accumulatedSpecies([1], 3, 4)).toThrow(RangeError);
});
