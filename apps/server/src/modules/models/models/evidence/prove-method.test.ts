import { seededRandom } from '@kianda/geo';
import { expect, test } from 'vitest';
import type { LearningColumn, LearningSplit } from '../training/training.types.ts';
import { type ProofTask, proveMethod } from './prove-method.ts';

const dayMs = 86_400_000;
const column = (name: string, values: Float64Array): LearningColumn => ({
  ...{ name, label: name, unit: null, kind: 'continuous', values },
});

/** Rows by day: a variable that tells the answer, one that tells nothing, and a chance of either. */
function days(rows: number) {
  const random = seededRandom('proof');
  const drawn = () => Float64Array.from({ length: rows }, () => random());
  const [useful, useless, noise] = [drawn(), drawn(), drawn()];
  const columns = [column('useful', useful), column('useless', useless)];
  const times = Float64Array.from(useful, (_, row) => row * dayMs);
  const split: LearningSplit = { kind: 'temporal', times, gapMs: 0 };
  return { columns, split, values: useful.map((value, row) => 10 * value + (noise[row] ?? 0)) };
}

const { columns, split, values } = days(600);
const number = { task: 'number' as const, unit: 't', isLogged: false, values };
const task: ProofTask = { ...{ columns, split, seed: 3, nullModels: 19 }, method: { kind: 'linear' }, target: number };

test('a variable that tells the answer is worth what the others are not, and chance does not reach the method', () => {
  const { all, variables, nullModels, rows, trees } = proveMethod(task);
  expect(all).toBeGreaterThan(0.95);
  expect([rows, trees]).toEqual([480, null]);
  const [useful, useless] = variables;
  expect(useful?.alone).toBeCloseTo(all, 2);
  expect(useful?.without).toBeLessThan(0.05);
  expect(useless?.alone).toBeLessThan(0.05);
  expect(useless?.without).toBeCloseTo(all, 2);
  expect(nullModels.mean).toBeLessThan(0.05);
  expect(nullModels.effect).toBeGreaterThan(10);
  expect(nullModels.p).toBe(1 / 20);
});

test('of answers that nothing tells, the method is like its null models', () => {
  const random = seededRandom('no relation');
  const target = { ...number, values: values.map(() => random()) };
  const { all, nullModels } = proveMethod({ ...task, target });
  expect(all).toBeLessThan(0.1);
  expect(nullModels.p).toBeGreaterThan(0.05);
});

test('a change is learned without the column that it is a change from', () => {
  const before = columns[1]?.values ?? new Float64Array(0);
  const changed = values.map((value, row) => value + (before[row] ?? 0));
  const target = { ...number, values: changed, changeFrom: 'useless' };
  const { all, variables } = proveMethod({ ...task, target });
  expect(all).toBeGreaterThan(0.95);
  expect(variables[1]?.without).toBeCloseTo(all, 2);
});

test('presences are kept where rows are too many, classes are measured, and trees are few', () => {
  const many = days(9_000);
  const presence = many.values.map((value, row) => Number(value > 9 && row % 3 === 0));
  const places = {
    longitudes: many.values.map((value) => 9 + value / 3),
    latitudes: many.values.map((_, row) => -5 - (row % 12)),
  };
  const found = proveMethod({
    ...{ ...task, columns: many.columns, target: { task: 'presence', values: presence }, nullModels: 1 },
    ...{ split: { kind: 'spatial_blocks', ...places }, method: { kind: 'maxent', features: ['L'] } },
  });
  expect(found.rows).toBe(4_000);
  expect(found.all).toBeGreaterThan(0.8);
  const classes = {
    task: 'classes' as const,
    classes: ['pouco', 'meio', 'muito'],
    values: values.map((value) => Math.min(2, Math.floor(value / 4))),
  };
  const forest = proveMethod({ ...task, method: { kind: 'forest' }, trees: 400, target: classes, nullModels: 1 });
  expect(forest.trees).toBe(50);
  expect(forest.all).toBeGreaterThan(0.9);
});

test('the same task gives the same proof, and one whose rows are all alike none', () => {
  expect(proveMethod({ ...task, nullModels: 2 })).toEqual(proveMethod({ ...task, nullModels: 2 }));
  const alike = { task: 'presence' as const, values: values.map(() => 0) };
  expect(() => proveMethod({ ...task, target: alike, method: { kind: 'forest' } })).toThrow(RangeError);
});
