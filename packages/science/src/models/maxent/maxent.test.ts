import { describe, expect, test } from 'vitest';
import { type Column, takeRows } from '../shared/columns.ts';
import { StoppedError } from '../shared/watch.ts';
import { defaultClasses, evaluateFeature, type FeatureClass, featuresOf } from './features.ts';
import { fitMaxent, predictMaxent } from './maxent.ts';
import { betaOf, defaultRegularisation } from './regularisation.ts';
import { bradypusColumns, bradypusPresence } from './testing/bradypus.ts';
import { syntheticSpecies } from './testing/synthetic.ts';

const classesOf = (text: string) => text.split('') as FeatureClass[];
const relative = (value: number, reference: number) => Math.abs(value - reference) / Math.abs(reference);

const published = [
  ['L', 1, 6.983434360511, 6.129867413],
  ['LQ', 1, 6.966878487783, 6.113266833],
  ['LQH', 1, 6.911831281443, 6.05805468],
  ['LQHP', 1, 6.80158138188, 5.947079006],
] as const;

// Reference: glmnet 4.1-6 under R 4.2.2, thresh 1e-13, by bench/models/maxent.R on the same table
// (`npm run bench -- models --only=maxent`).
test.each(published)('Bradypus, %s × %d: the optimum of glmnet', (classes, betaMultiplier, objective, entropy) => {
  const model = fitMaxent(bradypusColumns, bradypusPresence, { classes: classesOf(classes), betaMultiplier });
  expect(model.converged).toBe(true);
  expect(relative(model.objective, objective)).toBeLessThan(1e-6);
  expect(model.entropy).toBeCloseTo(entropy, 4);
});

const small = () => syntheticSpecies({ presences: 60, background: 600, variables: 3 }, 'known niche');

describe('a species with a known niche', () => {
  const { columns, presence } = small();
  const model = fitMaxent(columns, presence);

  test.each([
    ['LQ', 0.5, 7.432813780247],
    ['LQH', 1, 7.458726837742],
    ['LQHPT', 1, 7.490183048986],
  ] as const)('%s × %d: the optimum of glmnet', (classes, betaMultiplier, objective) => {
    const fitted = fitMaxent(columns, presence, { classes: classesOf(classes), betaMultiplier });
    expect(relative(fitted.objective, objective)).toBeLessThan(1e-6);
  });

  test('the raw output sums to 1 over the background, and the others follow from it', () => {
    const raw = predictMaxent(model, columns, { transform: 'raw' });
    const background = raw.filter((_, row) => presence[row] === 0);
    const added = raw.filter((_, row) => presence[row] === 1);
    expect(background.reduce((a, b) => a + b, 0) + added.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
    const logistic = predictMaxent(model, columns, { transform: 'logistic' });
    const cloglog = predictMaxent(model, columns);
    raw.forEach((value, row) => {
      const scaled = value * Math.exp(model.entropy);
      expect(logistic[row]).toBeCloseTo(scaled / (1 + scaled), 12);
      expect(cloglog[row]).toBeCloseTo(1 - Math.exp(-scaled), 12);
    });
  });

  test('the best place is that of the niche', () => {
    const grid = Array.from({ length: 121 }, (_, index) => [(index % 11) * 0.4 - 2, Math.floor(index / 11) * 0.4 - 2]);
    const at = (place: 0 | 1) => Float64Array.from(grid, (pair) => pair[place] ?? 0);
    const here: Column[] = [
      { name: 'x0', kind: 'continuous', values: at(0) },
      { name: 'x1', kind: 'continuous', values: at(1) },
      { name: 'x2', kind: 'continuous', values: new Float64Array(121) },
    ];
    const suitability = predictMaxent(model, here);
    const best = grid[suitability.indexOf(Math.max(...suitability))] ?? [];
    expect(best[0]).toBeCloseTo(0.4, 0);
    expect(best[1]).toBeCloseTo(-0.4, 0);
  });

  test('beyond the range of training it stays as at its edge, unless that is not wanted', () => {
    const column = (values: number[]): Column[] =>
      columns.map(({ name, kind }) => ({ name, kind, values: Float64Array.from(values) }));
    const edge = model.variables.map(({ max }) => max);
    const at = (shift: number) =>
      columns.map(({ name, kind }, i) => ({ name, kind, values: Float64Array.of((edge[i] ?? 0) + shift) }));
    expect(predictMaxent(model, at(5))).toEqual(predictMaxent(model, at(0)));
    expect(predictMaxent(model, at(5), { clamp: false })).not.toEqual(predictMaxent(model, at(0)));
    expect(predictMaxent(model, column([Number.NaN]))).toEqual(Float64Array.of(Number.NaN));
    expect(() => predictMaxent(model, column([0]).slice(1))).toThrow('x0');
  });

  test('JSON keeps a model; the same data give the same bits; the order of the rows changes nothing that matters', () => {
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
    expect(fitMaxent(columns, presence)).toEqual(model);
    const order = Array.from(presence, (_, row) => presence.length - 1 - row);
    const turned = fitMaxent(takeRows(columns, order), presence.toReversed());
    expect(relative(turned.objective, model.objective)).toBeLessThan(1e-9);
  });

  test('a variable twice makes the optimum no better', () => {
    const twice = [...columns, { ...(columns[0] as Column), name: 'copy' }];
    const options = { classes: classesOf('LQ') };
    const [one, two] = [fitMaxent(columns, presence, options), fitMaxent(twice, presence, options)];
    expect(relative(two.objective, one.objective)).toBeLessThan(1e-8);
  });

  test('it is stopped from outside, and tells how far it is', () => {
    let asked = 0;
    expect(() => fitMaxent(columns, presence, {}, { stopped: () => ++asked > 20 })).toThrow(StoppedError);
    const shares: number[] = [];
    fitMaxent(columns, presence, {}, { progress: (share) => shares.push(share) });
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });
});

test('classes by the number of presences, and beta by class and presences', () => {
  expect([9, 10, 15, 79, 80].map((count) => defaultClasses(count).join(''))).toEqual(['L', 'LQ', 'LQH', 'LQH', 'LQHP']);
  expect([0, 10, 20, 30, 100, 500].map((count) => betaOf('linear', count))).toEqual([1, 1, 0.6, 0.2, 0.05, 0.05]);
  expect(betaOf('quadratic', 5)).toBeCloseTo(1.05, 12);
  expect(betaOf('product', 17)).toBe(0.9);
  expect(betaOf('hinge', 1_000)).toBe(0.5);
  expect(betaOf('threshold', 50)).toBe(1.5);
  expect(betaOf('category', 13.5)).toBe(0.375);
});

test('features by hand: a hinge rises between its knots, categories are one a level, a constant gives none', () => {
  const columns: Column[] = [
    { name: 'depth', kind: 'continuous', values: Float64Array.of(0, 49, 98) },
    { name: 'flat', kind: 'continuous', values: Float64Array.of(7, 7, 7) },
    { name: 'ground', kind: 'categorical', values: Float64Array.of(2, 5, 2) },
  ];
  const values = columns.map((column) => column.values);
  const features = featuresOf(columns, ['L', 'H', 'T', 'P']);
  expect(features).toHaveLength(1 + 98 + 50 + 2);
  expect(features[2]).toEqual({ kind: 'hinge', variable: 0, from: 2, to: 98 });
  expect(evaluateFeature({ kind: 'hinge', variable: 0, from: 49, to: 73.5 }, values)).toEqual(Float64Array.of(0, 0, 1));
  expect(evaluateFeature({ kind: 'hinge', variable: 0, from: 0, to: 98 }, values)).toEqual(Float64Array.of(0, 0.5, 1));
  expect(evaluateFeature({ kind: 'category', variable: 2, code: 5 }, values)).toEqual(Float64Array.of(0, 1, 0));
  // One presence: a deviation of 0 leaves the lower bounds, half of a single presence for a hinge, 1 for a step.
  const one = features.slice(0, 1).concat(features[1] ?? [], features[99] ?? []);
  const penalties = defaultRegularisation(
    one,
    one.map((each) => evaluateFeature(each, values)),
    Uint8Array.of(0, 1, 0),
  );
  expect([...penalties]).toEqual([0.098, 0.5, 1]);
});

test('it refuses what it cannot use, and says what it received', () => {
  const { columns, presence } = small();
  expect(() => fitMaxent(columns, new Uint8Array(presence.length))).toThrow('received 0 presences');
  expect(() => fitMaxent(columns, presence.slice(1))).toThrow('received 659 rows');
  expect(() => fitMaxent(columns, presence, { betaMultiplier: 0 })).toThrow('received 0');
  const broken = columns.map((column) => ({ ...column, values: column.values.slice() }));
  broken[1]?.values.fill(Number.NaN, 3, 4);
  expect(() => fitMaxent(broken, presence)).toThrow('x1: row 3 is NaN');
});
