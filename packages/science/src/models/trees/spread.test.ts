import { seededRandom } from '@kianda/geo';
import { expect, test } from 'vitest';
import { trainBoosting } from './boosting.ts';
import { trainForest } from './forest.ts';
import { predictTrees } from './prediction.ts';
import { forestSpread } from './spread.ts';
import type { TreeModel } from './tree.ts';

const random = seededRandom(5);
const x = Float64Array.from({ length: 400 }, () => random());
const columns = [{ name: 'x', kind: 'continuous' as const, values: x }];
const target = { task: 'regression' as const, values: x.map((value) => 3 * value + random()) };
const forest = trainForest(columns, target, { trees: 20, maxLeaves: 32, seed: 2 });

/** The forest with one of its trees alone. */
function alone(tree: number): TreeModel {
  const { trees } = forest;
  return { ...forest, trees: { ...trees, starts: [trees.starts[tree] ?? 0] } };
}

test('it is the standard deviation of the answers of the trees, each asked by itself', () => {
  const each = Array.from({ length: 20 }, (_, tree) => predictTrees(alone(tree), columns));
  const spread = forestSpread(forest, columns);
  for (const row of [0, 57, 399]) {
    const answers = each.map((one) => one[row] ?? 0);
    const mean = answers.reduce((sum, value) => sum + value, 0) / answers.length;
    const variance = answers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / answers.length;
    expect(variance).toBeGreaterThan(0);
    expect(spread[row]).toBeCloseTo(Math.sqrt(variance), 12);
  }
});

test('trees that all say the same are not apart', () => {
  expect(Array.from(forestSpread(alone(3), columns))).toEqual(new Array(400).fill(0));
});

test('boosted trees have no spread', () => {
  const { model } = trainBoosting(columns, target, { rounds: 3, seed: 1 });
  expect(() => forestSpread(model, columns)).toThrow('expected a forest of one');
});
