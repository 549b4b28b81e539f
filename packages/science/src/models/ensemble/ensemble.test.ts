import { expect, test } from 'vitest';
import { committeeAverage, type Member, weightedEnsemble } from './ensemble.ts';

const member = (name: string, skill: number, predictions: readonly number[]): Member => {
  return { name, skill, predictions: Float64Array.from(predictions) };
};
const three = [
  member('maxent', 0.62, [0.1, 0.55, 0.9]),
  member('glm', 0.35, [0.3, 0.45, 0.7]),
  member('forest', 0.48, [0.25, 0.8, 1]),
];
const near = (found: Float64Array, reference: readonly number[]) => {
  for (const [row, value] of reference.entries()) expect(found[row]).toBeCloseTo(value, 12);
};

// Reference: DescrStatsW of statsmodels 0.13.5 (`/usr/bin/python3 bench/models/ensemble.py`).
test('mean and spread are those of weighted statistics', () => {
  const { mean, deviation, lowest, highest, weights } = weightedEnsemble(three);
  near(mean, [0.19793103448275862, 0.6086206896551725, 0.8848275862068965]);
  near(deviation, [0.08667733706684123, 0.14023930625974315, 0.11285085334666353]);
  expect([...lowest]).toEqual([0.1, 0.45, 0.7]);
  expect([...highest]).toEqual([0.3, 0.8, 1]);
  expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 15);
});

test('a member without skill has no say, not even by a missing value', () => {
  const useless = member('persistence', -0.2, [Number.NaN, 5, 5]);
  const { mean, deviation, weights } = weightedEnsemble([...three, useless]);
  expect(weights[3]).toBe(0);
  expect({ mean, deviation }).toEqual({
    mean: weightedEnsemble(three).mean,
    deviation: weightedEnsemble(three).deviation,
  });
  expect(weightedEnsemble(three, { leastSkill: 0.5 }).weights).toEqual([1, 0, 0]);
});

test('a value that is missing in a member with a weight makes the mean missing', () => {
  const { mean, deviation, lowest } = weightedEnsemble([...three, member('trees', 0.1, [Number.NaN, 0.5, 0.5])]);
  expect([mean[0], deviation[0], lowest[0]]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  expect(Number.isFinite(mean[1])).toBe(true);
});

test('a committee counts who says presence, each at its own threshold', () => {
  const thresholds = [0.5, 0.45, 0.9];
  const voters = three.map((one, place) => ({ ...one, threshold: thresholds[place] ?? 0 }));
  const { votes, agreement } = committeeAverage(voters);
  near(votes, [0, 2 / 3, 1]);
  near(agreement, [1, 1 / 3, 1]);
  const gap = { name: 'gap', predictions: Float64Array.of(Number.NaN, 1, 1), threshold: 0 };
  expect([...committeeAverage([gap]).votes]).toEqual([Number.NaN, 1, 1]);
});

test('it refuses what it cannot use, and names it', () => {
  expect(() => weightedEnsemble([])).toThrow('received 0');
  expect(() => weightedEnsemble([...three, member('short', 1, [1])])).toThrow('short: received 1 rows, expected 3');
  expect(() => weightedEnsemble([member('glm', -1, [1])])).toThrow('received glm -1, expected one above 0');
  const voter = { name: 'glm', predictions: Float64Array.of(1), threshold: Number.NaN };
  expect(() => committeeAverage([voter])).toThrow('glm: received the threshold NaN');
});
