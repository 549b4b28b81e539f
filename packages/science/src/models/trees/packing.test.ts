import { expect, test } from 'vitest';
import type { Column } from '../shared/columns.ts';
import { type Target, trainBoosting } from './boosting.ts';
import { joinForests, trainForest } from './forest.ts';
import { packTrees, unpackTrees } from './packing.ts';
import { predictTrees } from './prediction.ts';
import { explainTrees } from './shap.ts';
import { classOf, friedman } from './testing/friedman.ts';
import type { TreeModel } from './tree.ts';

const { columns, target } = friedman(600, 'training', 8);
const gaps = columns.map((column, place): Column => {
  const values = column.values.map((value, row) => ((row + place) % 11 === 0 ? Number.NaN : value));
  return { ...column, values };
});
const ground: Column = { name: 'ground', kind: 'categorical', values: target.map((value) => Math.floor(value) % 13) };
const table = [...gaps, ground];
const numbers: Target = { task: 'regression', values: target };
const two: Target = { task: 'classes', values: target.map((value) => (value > 14 ? 1 : 0)), classes: 2 };
const five: Target = { task: 'classes', values: target.map(classOf), classes: 5 };
const part = (from: number, to: number) =>
  trainForest(table, five, { trees: 9, part: { from, to }, seed: 'two parts' });

const models: readonly (readonly [string, TreeModel])[] = [
  ['boosting, numbers', trainBoosting(table, numbers, { rounds: 40 }).model],
  ['boosting, two classes', trainBoosting(table, two, { rounds: 10, rowShare: 0.7 }).model],
  ['boosting, five classes', trainBoosting(table, five, { rounds: 5 }).model],
  ['forest, numbers', trainForest(table, numbers, { trees: 12 })],
  ['forest, five classes, joined', joinForests([part(0, 4), part(4, 9)])],
  ['no split at all', trainBoosting(table, numbers, { rounds: 3, minRows: 600 }).model],
];

test.each(models)('%s: bytes give the same model, to the bit', (_, model) => {
  const kept = unpackTrees(packTrees(model));
  expect(kept).toStrictEqual(model);
  expect(predictTrees(kept, table)).toStrictEqual(predictTrees(model, table));
  expect(explainTrees(kept, table)).toStrictEqual(explainTrees(model, table));
  expect(packTrees(kept)).toStrictEqual(packTrees(model));
});

test('values that 32 bits cannot hold are kept as well', () => {
  const model = models[0]?.[1];
  if (model === undefined) throw new Error('no model');
  const fine = {
    ...model,
    trees: { ...model.trees, values: model.trees.values.map((value) => value + Math.PI * 1e-9) },
  };
  expect(unpackTrees(packTrees(fine))).toStrictEqual(fine);
  expect(packTrees(fine).length).toBeGreaterThan(packTrees(model).length);
});

test('300 trees: boosted ones far below 2 MB, a forest of up to 512 leaves a tree below it', () => {
  const large = friedman(6_000, 'large', 12);
  const values: Target = { task: 'regression', values: large.target };
  const boosted = packTrees(trainBoosting(large.columns, values, { rounds: 300 }).model);
  expect(boosted.length).toBeLessThan(200_000);
  // Six trees tell what 300 take: each as much as the last five, and the columns once.
  const bytesOf = (trees: number) =>
    packTrees(trainForest(large.columns, values, { trees, minRows: 2, maxLeaves: 512 })).length;
  const first = bytesOf(1);
  expect(first + (bytesOf(6) - first) * (299 / 5)).toBeLessThan(2_000_000);
});

test('bytes of something else, or that end early, are refused', () => {
  const bytes = packTrees(trainBoosting(table, numbers, { rounds: 2 }).model);
  expect(() => unpackTrees(new TextEncoder().encode('{"kind":"boosting"}'))).toThrow('another format');
  for (const length of [0, 3, 10, 200, bytes.length - 1]) {
    expect(() => unpackTrees(bytes.slice(0, length))).toThrow(RangeError);
  }
});
