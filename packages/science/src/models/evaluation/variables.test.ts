import { randomNormal, seededRandom } from '@kianda/geo';
import { expect, test } from 'vitest';
import type { Column } from '../shared/columns.ts';
import { decilesOf, jackknifeImportance, permutationImportance, responseCurve, shuffled } from './importance.ts';
import { environmentalSimilarity } from './novelty.ts';

const random = seededRandom('variables');
const normal = (rows: number) => Float64Array.from({ length: rows }, () => randomNormal(random));
const columns: Column[] = ['strong', 'weak', 'none'].map((name) => ({ name, kind: 'continuous', values: normal(400) }));
const predict = (given: readonly Column[]): Float64Array => {
  const of = (name: string) => given.find((column) => column.name === name)?.values ?? new Float64Array(0);
  return of('strong').map((value, row) => 3 * value + (of('weak')[row] ?? 0));
};
const truth = predict(columns);
const score = (given: readonly Column[]) =>
  -predict(given).reduce((sum, value, row) => sum + (value - (truth[row] ?? 0)) ** 2, 0) / truth.length;

test('shuffling costs what the variable is worth: 2 · slope² · variance, and nothing for one that is not used', () => {
  const importance = permutationImportance(columns, score, { repeats: 20 });
  // Expected increase of the squared error: 2 · 9 and 2 · 1.
  expect(importance[0]?.drop).toBeGreaterThan(15);
  expect(importance[0]?.drop).toBeLessThan(21);
  expect(importance[0]?.share).toBeCloseTo(0.9, 1);
  expect(importance[2]).toMatchObject({ drop: 0, deviation: 0, share: 0 });
  expect(permutationImportance(columns, score, { repeats: 20 })).toEqual(importance);
});

test('shuffling keeps the values', () => {
  const values = Float64Array.of(5, 1, 4, 2, 3);
  const turned = shuffled(values, seededRandom(4));
  expect(turned).not.toEqual(values);
  expect(turned.toSorted()).toEqual(values.toSorted());
});

test('jackknife: each alone, and all without it', () => {
  const asked: string[] = [];
  const { all, variables } = jackknifeImportance(columns, (given) => {
    asked.push(given.map(({ name }) => name).join('+'));
    return given.length;
  });
  expect(all).toBe(3);
  expect(variables[1]).toEqual({ name: 'weak', alone: 1, without: 2 });
  expect(asked).toEqual(['strong+weak+none', 'strong', 'weak+none', 'weak', 'strong+none', 'none', 'strong+weak']);
  expect(jackknifeImportance(columns.slice(0, 1), () => 1).variables[0]?.without).toBeNull();
});

test('response curves: the slope of the variable, others at their mean or as they are', () => {
  for (const others of ['typical', 'partial'] as const) {
    const { points } = responseCurve(columns, 'strong', predict, { points: 3, others });
    const [first, , last] = points;
    const rise = ((last?.response ?? 0) - (first?.response ?? 0)) / ((last?.value ?? 0) - (first?.value ?? 0));
    expect(rise).toBeCloseTo(3, 9);
  }
  const ground: Column = { name: 'ground', kind: 'categorical', values: Float64Array.of(2, 7, 2) };
  const kinds = responseCurve([ground], 'ground', (given) => given[0]?.values ?? new Float64Array(0));
  expect(kinds.points).toEqual([
    { value: 2, response: 2 },
    { value: 7, response: 7 },
  ]);
  expect(() => responseCurve(columns, 'absent', predict)).toThrow('no column absent');
  expect(decilesOf({ name: 'x', kind: 'continuous', values: Float64Array.of(0, 10) })[3]).toBeCloseTo(3, 12);
});

test('similarity by hand: 100 in the middle, 0 at the edge, below 0 outside in parts of the range', () => {
  const reference: Column[] = [
    { name: 'a', kind: 'continuous', values: Float64Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 10) },
    { name: 'b', kind: 'continuous', values: Float64Array.from({ length: 10 }, (_, index) => index) },
  ];
  const at = (a: number[], b: number[]): Column[] => [
    { name: 'a', kind: 'continuous', values: Float64Array.from(a) },
    { name: 'b', kind: 'continuous', values: Float64Array.from(b) },
  ];
  const { similarity, mostDissimilar } = environmentalSimilarity(
    reference,
    at([4.5, 0, -5, 12, 4.5, Number.NaN, 4.5], [4.5, 4.5, 4.5, 4.5, 18, 4.5, 0.5]),
  );
  expect([...similarity]).toEqual([100, 0, -50, -20, -100, Number.NaN, 20]);
  expect([...mostDissimilar]).toEqual([0, 0, 0, 0, 1, -1, 1]);
  expect(() => environmentalSimilarity([], at([1], [1]))).toThrow('a: the reference has no value');
});
