import { array, assert, double, integer, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areaUnderRoc,
  averagePrecision,
  bestTrueSkill,
  cutsOf,
  equalSensitivitySpecificity,
  omissionRate,
  percentilePresence,
} from './ranking.ts';

const labelled = array(tuple(integer({ min: 0, max: 8 }), integer({ min: 0, max: 1 })), {
  minLength: 2,
  maxLength: 40,
}).filter((rows) => rows.some(([, label]) => label === 1) && rows.some(([, label]) => label === 0));
const split = (rows: readonly (readonly [number, number])[]) =>
  [Float64Array.from(rows, ([score]) => score), Uint8Array.from(rows, ([, label]) => label)] as const;

test("scikit-learn's published example: AUC 0.75, average precision 0.8333", () => {
  const scores = Float64Array.of(0.1, 0.4, 0.35, 0.8);
  const labels = Uint8Array.of(0, 0, 1, 1);
  expect(areaUnderRoc(scores, labels)).toBe(0.75);
  expect(averagePrecision(scores, labels)).toBeCloseTo(5 / 6, 12);
  expect(cutsOf(scores, labels).map(({ threshold }) => threshold)).toEqual([0.8, 0.4, 0.35, 0.1]);
});

describe('the AUC', () => {
  test('is the share of pairs in which the presence scores higher, ties counting half', () => {
    assert(
      property(labelled, (rows) => {
        let wins = 0;
        const presences = rows.filter(([, label]) => label === 1);
        const others = rows.filter(([, label]) => label === 0);
        for (const [a] of presences) for (const [b] of others) wins += a > b ? 1 : a === b ? 0.5 : 0;
        expect(areaUnderRoc(...split(rows))).toBeCloseTo(wins / (presences.length * others.length), 12);
      }),
    );
  });

  test('does not change with the order of the rows, nor with any rising change of the scores', () => {
    assert(
      property(labelled, (rows) => {
        const usual = areaUnderRoc(...split(rows));
        expect(areaUnderRoc(...split(rows.toReversed()))).toBe(usual);
        expect(areaUnderRoc(...split(rows.map(([score, label]) => [score ** 3 - 7, label] as const)))).toBe(usual);
        const turned = areaUnderRoc(...split(rows.map(([score, label]) => [-score, label] as const)));
        expect((turned ?? 0) + (usual ?? 0)).toBeCloseTo(1, 12);
      }),
    );
  });

  test('of a constant is a half, and without presences or others there is none', () => {
    expect(areaUnderRoc(new Float64Array(5).fill(3), Uint8Array.of(1, 0, 0, 1, 0))).toBe(0.5);
    expect(areaUnderRoc(Float64Array.of(1, 2), Uint8Array.of(1, 1))).toBeNull();
    expect(areaUnderRoc(new Float64Array(0), new Uint8Array(0))).toBeNull();
    expect(averagePrecision(Float64Array.of(1, 2), Uint8Array.of(0, 0))).toBeNull();
    expect(bestTrueSkill(Float64Array.of(1, 2), Uint8Array.of(0, 0))).toBeNull();
  });
});

test('the best true skill is that of no worse cut', () => {
  assert(
    property(labelled, (rows) => {
      const [scores, labels] = split(rows);
      const best = bestTrueSkill(scores, labels);
      for (const limit of scores) {
        const share = (label: number, above: boolean) => {
          const those = rows.filter(([, one]) => one === label);
          return those.filter(([score]) => score >= limit === above).length / those.length;
        };
        expect(best?.tss).toBeGreaterThanOrEqual(share(1, true) + share(0, false) - 1 - 1e-12);
      }
    }),
  );
});

test('thresholds by hand', () => {
  const scores = Float64Array.of(0.9, 0.8, 0.7, 0.6, 0.5, 0.4);
  const labels = Uint8Array.of(1, 1, 0, 1, 0, 0);
  expect(bestTrueSkill(scores, labels)).toMatchObject({ threshold: 0.8, sensitivity: 2 / 3, specificity: 1 });
  expect(equalSensitivitySpecificity(scores, labels)).toMatchObject({ threshold: 0.7, specificity: 2 / 3 });
});

test('the 10th percentile of the training presences gives up a tenth of them', () => {
  const presences = Float64Array.from({ length: 20 }, (_, index) => (index + 1) / 20);
  expect(percentilePresence(presences, 0.1)).toBe(0.15);
  expect(omissionRate(presences, percentilePresence(presences, 0.1))).toBe(0.1);
  expect(percentilePresence(presences, 0)).toBe(0.05);
  expect(() => percentilePresence(new Float64Array(0), 0.1)).toThrow('received 0');
  const any = array(double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 });
  assert(
    property(any, (values) => {
      const scores = Float64Array.from(values);
      expect(omissionRate(scores, percentilePresence(scores, 0.1))).toBeLessThanOrEqual(0.1 + 1e-12);
    }),
  );
});

test('a score that is none is refused by its row', () => {
  expect(() => areaUnderRoc(Float64Array.of(1, Number.NaN), Uint8Array.of(1, 0))).toThrow('row 1 is NaN');
  expect(() => areaUnderRoc(Float64Array.of(1, 2), Uint8Array.of(1))).toThrow('received 1 rows');
});
