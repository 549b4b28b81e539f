import { seededRandom } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { calibrationOf } from '../evaluation/calibration.ts';
import { numberErrors } from '../evaluation/errors.ts';
import { areaUnderRoc } from '../evaluation/ranking.ts';
import { type Column, takeRows, takeValues } from '../shared/columns.ts';
import { StoppedError } from '../shared/watch.ts';
import { type BoostingOptions, type Target, trainBoosting } from './boosting.ts';
import { joinForests, outOfBag, trainForest } from './forest.ts';
import { predictTrees, rawScores } from './prediction.ts';
import { explainTrees } from './shap.ts';
import { classOf, friedman } from './testing/friedman.ts';

const training = friedman(600, 'training', 8);
const testing = friedman(600, 'testing', 8);
const numbers: Target = { task: 'regression', values: training.target };
const five: Target = { task: 'classes', values: training.target.map(classOf), classes: 5 };
const two: Target = { task: 'classes', values: training.target.map((value) => (value > 14 ? 1 : 0)), classes: 2 };
const boosted = (target: Target, options: BoostingOptions = {}) =>
  trainBoosting(training.columns, target, options).model;

/** Mean −ln of the chance of the class that happened. */
function logLoss(chances: Float64Array, classes: Float64Array, count: number): number {
  return -classes.reduce((sum, one, row) => sum + Math.log(chances[row * count + one] ?? 0), 0) / classes.length;
}

// Reference: HistGradientBoosting of scikit-learn 1.2.1 on the same tables, by bench/models/trees.py (`fit <training>
// <testing> regression|classes boosting 100`, 30 rounds for the five classes).
const referenceRmse = 1.590565862702591;
const referenceBinary = 0.29005412979579925;
const referenceClasses = 1.0321129831563947;

describe('boosting beside scikit-learn', () => {
  test('numbers: the same RMSE', () => {
    const { rmse } = numberErrors(predictTrees(boosted(numbers), testing.columns), testing.target);
    expect(Math.abs(rmse / referenceRmse - 1)).toBeLessThan(0.001);
  });

  test('two classes: the same logarithmic loss', () => {
    const outcomes = Uint8Array.from(testing.target, (value) => (value > 14 ? 1 : 0));
    const chances = predictTrees(boosted(two), testing.columns);
    expect(Math.abs(calibrationOf(chances, outcomes).logLoss / referenceBinary - 1)).toBeLessThan(0.01);
    expect(areaUnderRoc(chances, outcomes)).toBeGreaterThan(0.95);
  });

  test('five classes: the same logarithmic loss, and chances that add up to 1', () => {
    const chances = predictTrees(boosted(five, { rounds: 30 }), testing.columns);
    const loss = logLoss(chances, testing.target.map(classOf), 5);
    expect(Math.abs(loss / referenceClasses - 1)).toBeLessThan(0.01);
    expect(chances.slice(0, 5).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
  });
});

describe('boosting', () => {
  test('a step is found where it is, and half of a number that is missing goes with its kind', () => {
    const x = Float64Array.from({ length: 200 }, (_, row) => (row % 10 === 0 ? Number.NaN : row));
    const y = Float64Array.from(x, (value) => (Number.isNaN(value) ? 5 : value < 100 ? 1 : 2));
    const column: Column = { name: 'x', kind: 'continuous', values: x };
    const { model } = trainBoosting(
      [column],
      { task: 'regression', values: y },
      { learningRate: 1, rounds: 3, minRows: 5 },
    );
    const at = Float64Array.of(99, 101, Number.NaN, -1e9, 1e9);
    const predicted = predictTrees(model, [{ ...column, values: at }]);
    expect([...predicted].map((value) => Number(value.toFixed(6)))).toEqual([1, 2, 5, 1, 2]);
  });

  test('categories without an order are told apart, unknown ones go with the larger part', () => {
    const code = Float64Array.from({ length: 400 }, (_, row) => row % 8);
    const y = code.map((value) => ([1, 4, 6].includes(value) ? 3 : -1));
    const column: Column = { name: 'ground', kind: 'categorical', values: code };
    const options = { learningRate: 1, rounds: 1, maxLeaves: 2 };
    const { model } = trainBoosting([column], { task: 'regression', values: y }, options);
    const known = predictTrees(model, [{ ...column, values: Float64Array.of(0, 1, 2, 3, 4, 5, 6, 7, 99, Number.NaN) }]);
    expect([...known].map((value) => Number(value.toFixed(6)))).toEqual([-1, 3, -1, -1, 3, -1, 3, -1, -1, -1]);
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
  });

  test('a monotone column never lowers the prediction, whatever the noise says', () => {
    const monotone = { x3: 1, x0: -1 } as const;
    const rising = boosted(numbers, { monotone, minRows: 2, rounds: 60 });
    const free = boosted(numbers, { minRows: 2, rounds: 60 });
    const falls = (model: typeof free, name: string, sign: number) => {
      const grid = Float64Array.from({ length: 41 }, (_, index) => index / 40);
      let count = 0;
      for (let row = 0; row < 20; row += 1) {
        const line = testing.columns.map((column) => ({
          ...column,
          values: column.name === name ? grid : new Float64Array(41).fill(column.values[row] ?? 0),
        }));
        const predicted = predictTrees(model, line);
        for (let index = 1; index < 41; index += 1) {
          if (sign * ((predicted[index] ?? 0) - (predicted[index - 1] ?? 0)) < -1e-9) count += 1;
        }
      }
      return count;
    };
    expect([falls(rising, 'x3', 1), falls(rising, 'x0', -1)]).toEqual([0, 0]);
    expect(falls(free, 'x3', 1)).toBeGreaterThan(0);
  });

  test('it stops early once the rows held out gain no more, and keeps the best rounds alone', () => {
    const options = { rounds: 400, learningRate: 0.3, earlyStopping: { share: 0.25, patience: 5 }, seed: 3 };
    const { model, validationLoss } = trainBoosting(training.columns, numbers, options);
    const best = validationLoss.indexOf(Math.min(...validationLoss));
    expect(validationLoss.length).toBeLessThan(200);
    expect(Math.abs(model.trees.starts.length - 1 - best)).toBeLessThanOrEqual(5);
  });

  test('the loss on the rows of training falls with each round, for each kind of target', () => {
    for (const target of [numbers, two, five]) {
      const { trainingLoss } = trainBoosting(training.columns, target, { rounds: 10, rowShare: 1 });
      expect(trainingLoss.toSorted((a, b) => b - a)).toEqual(trainingLoss);
    }
  });

  test('the same seed gives the same bits, with rows and columns drawn; another seed another model', () => {
    const options = { rounds: 8, rowShare: 0.6, columnShare: 0.5 };
    expect(boosted(five, { ...options, seed: 4 })).toEqual(boosted(five, { ...options, seed: 4 }));
    expect(boosted(five, { ...options, seed: 4 })).not.toEqual(boosted(five, { ...options, seed: 5 }));
  });

  test('the order of the rows changes nothing that matters', () => {
    const order = Array.from(training.target, (_, row) => training.target.length - 1 - row);
    const values = takeValues(training.target, order);
    const turned = trainBoosting(takeRows(training.columns, order), { task: 'regression', values }, { rounds: 20 });
    const predicted = predictTrees(boosted(numbers, { rounds: 20 }), testing.columns);
    predictTrees(turned.model, testing.columns).forEach((value, row) => {
      expect(value).toBeCloseTo(predicted[row] ?? Number.NaN, 6);
    });
  });

  test('gains name the columns that matter; a column of noise gains little', () => {
    const { gains } = boosted(numbers);
    const order = gains.map((gain, column) => [gain, column] as const).toSorted(([a], [b]) => b - a);
    expect(new Set(order.slice(0, 5).map(([, column]) => column))).toEqual(new Set([0, 1, 2, 3, 4]));
  });

  test('it is stopped from outside, and refuses a target that does not fit', () => {
    let asked = 0;
    const stopped = () => ++asked > 30;
    expect(() => trainBoosting(training.columns, numbers, {}, { stopped })).toThrow(StoppedError);
    const bad: Target = { task: 'classes', values: training.target.map(() => 2), classes: 2 };
    expect(() => trainBoosting(training.columns, bad)).toThrow('row 0 is 2, expected a class from 0 to 1');
  });
});

describe('a forest', () => {
  const forest = trainForest(training.columns, numbers, { trees: 40 });

  test('errs out of the bag about as much as as many trees on new rows', () => {
    const { error, rows } = outOfBag(forest, training.columns, numbers);
    // A row is out of the bag of one tree in e: 15 of 40.
    const fifteen = trainForest(training.columns, numbers, { trees: 15 });
    const { rmse } = numberErrors(predictTrees(fifteen, testing.columns), testing.target);
    expect(rows).toBe(600);
    expect(Math.abs(Math.sqrt(error) / rmse - 1)).toBeLessThan(0.08);
  });

  test('grown in parts is the whole, to the bit', () => {
    const part = (from: number, to: number) =>
      trainForest(training.columns, numbers, { trees: 40, part: { from, to } });
    const joined = joinForests([part(0, 7), part(7, 40)]);
    expect(joined.trees).toEqual(forest.trees);
    expect(predictTrees(joined, testing.columns)).toEqual(predictTrees(forest, testing.columns));
    const ground: Column = { name: 'ground', kind: 'categorical', values: training.target.map(classOf) };
    const kinds = (from: number, to: number) => trainForest([ground], five, { trees: 4, part: { from, to } });
    expect(joinForests([kinds(0, 1), kinds(1, 4)]).trees).toEqual(kinds(0, 4).trees);
  });

  test('of classes gives chances; pure classes are certain', () => {
    const chances = predictTrees(trainForest(training.columns, five, { trees: 20 }), testing.columns);
    expect(chances.slice(0, 5).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 8);
    const certain = trainForest(training.columns, { ...two, values: two.values.map(() => 1) }, { trees: 3 });
    expect(predictTrees(certain, testing.columns).every((chance) => Math.abs(chance - 1) < 1e-9)).toBe(true);
  });
});

describe('explanations', () => {
  const width = 4;
  const random = seededRandom('explanations');
  const columns = Array.from({ length: width }, (_, index): Column => {
    const values = Float64Array.from({ length: 300 }, () => (random() < 0.1 ? Number.NaN : Math.floor(random() * 9)));
    return { name: `c${index}`, kind: index === 3 ? 'categorical' : 'continuous', values };
  });
  const known = (column: number, row: number) => columns[column]?.values[row] || 0;
  const values = Float64Array.from(
    { length: 300 },
    (_, row) => known(0, row) * known(1, row) + (known(3, row) === 4 ? 9 : 0),
  );
  const models = [
    trainBoosting(columns, { task: 'regression', values }, { rounds: 3, learningRate: 0.5 }).model,
    trainForest(
      columns,
      { task: 'classes', values: values.map((value) => value % 3), classes: 3 },
      { trees: 3, maxDepth: 5 },
    ),
  ];

  test.each(models)('$kind: they are the Shapley values of the trees, found by trying every subset', (model) => {
    const rows = takeRows(columns, [0, 1, 2, 3, 4]);
    const { base, values: found } = explainTrees(model, rows);
    const likely = [0, 1, 2, 3, 4].map((row) => row % model.outputs);
    const one = explainTrees(model, rows, {}, likely);
    const isAsked = (at: number) =>
      Math.floor(at / width) % model.outputs === likely[Math.floor(at / width / model.outputs)];
    expect(one.values).toEqual(found.map((value, at) => (isAsked(at) ? value : 0)));
    const scores = rawScores(model, rows);
    for (let row = 0; row < 5; row += 1) {
      for (let output = 0; output < model.outputs; output += 1) {
        const at = row * model.outputs + output;
        const own = found.subarray(at * width, (at + 1) * width);
        const expected = (subset: number) => conditional(model, rows, { row, output, subset });
        expect(base[output]).toBeCloseTo(expected(0), 6);
        expect((base[output] ?? 0) + own.reduce((a, b) => a + b, 0)).toBeCloseTo(scores[at] ?? Number.NaN, 6);
        for (let column = 0; column < width; column += 1) {
          expect(own[column]).toBeCloseTo(shapley(expected, column), 6);
        }
      }
    }
  });

  /** Shapley value of a column from the expectation given each subset of the columns (as bits). */
  function shapley(expected: (subset: number) => number, column: number): number {
    const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));
    let sum = 0;
    for (let subset = 0; subset < 1 << width; subset += 1) {
      if ((subset & (1 << column)) !== 0) continue;
      const size = subset.toString(2).replaceAll('0', '').length;
      const weight = (factorial(size) * factorial(width - size - 1)) / factorial(width);
      sum += weight * (expected(subset | (1 << column)) - expected(subset));
    }
    return sum;
  }

  /** Score when only the columns of a subset are known: elsewhere both children count, by their rows of training. */
  function conditional(
    model: (typeof models)[number],
    rows: readonly Column[],
    { row, output, subset }: { readonly row: number; readonly output: number; readonly subset: number },
  ): number {
    const { trees, kind, leafOutputs, baseline } = model;
    const visit = (node: number): number => {
      const column = trees.columns[node] ?? -1;
      const bin = trees.bins[node] ?? 0;
      if (column < 0) return trees.values[bin * leafOutputs + (leafOutputs === 1 ? 0 : output)] ?? 0;
      const [left, right] = [node + 1, node + (trees.rights[node] ?? 0)];
      if ((subset & (1 << column)) !== 0) return visit(goesLeft(node, column, bin) ? left : right);
      const cover = (child: number) => (trees.covers[child] ?? 0) / (trees.covers[node] ?? 1);
      return cover(left) * visit(left) + cover(right) * visit(right);
    };
    const goesLeft = (node: number, column: number, bin: number): boolean => {
      const value = rows[column]?.values[row] ?? Number.NaN;
      const flags = trees.flags[node] ?? 0;
      if (Number.isNaN(value)) return flags % 2 === 1;
      const edges = model.columns[column]?.edges ?? [];
      return flags >= 2
        ? (trees.categories[bin] ?? []).includes(edges.indexOf(value))
        : value <= (edges[bin] ?? Infinity);
    };
    const sum = trees.starts.reduce((total, start) => total + visit(start), 0);
    return (baseline[output] ?? 0) + sum * (kind === 'forest' ? 1 / trees.starts.length : 1);
  }
});

test('300 trees of 31 leaves are below 2 MB as JSON, which keeps them unchanged', () => {
  const model = boosted(numbers, { rounds: 300, minRows: 5 });
  const text = JSON.stringify(model);
  expect(text.length).toBeLessThan(2_000_000);
  expect(predictTrees(JSON.parse(text), testing.columns)).toEqual(predictTrees(model, testing.columns));
});
