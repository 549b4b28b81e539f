import { describe, expect, test } from 'vitest';
import { type Column, takeRows, takeValues } from '../shared/columns.ts';
import { studentQuantile } from '../shared/distributions.ts';
import { StoppedError } from '../shared/watch.ts';
import { fitGlm, type GlmModel, predictGlm } from './glm.ts';
import { cars, weightAndPower, withCylinders } from './testing/mtcars.ts';

const coefficientsOf = ({ intercept, terms }: GlmModel) => [intercept, ...terms.map(({ coefficient }) => coefficient)];
const errorsOf = ({ interceptError, terms }: GlmModel) => [interceptError, ...terms.map((term) => term.standardError)];
const worst = (found: readonly (number | null)[], reference: readonly number[]): number =>
  Math.max(...reference.map((value, place) => Math.abs((found[place] ?? Number.NaN) / value - 1)));

// Reference: glm of R 4.2.2 on mtcars (`Rscript bench/models/glm.R`), epsilon 1e-14.
const linear = {
  coefficients: [35.8459953152, -3.18140404668, -0.0231198091545, -3.35902489594, -3.18588444498],
  errors: [2.04101907141, 0.719601002134, 0.0119521960088, 1.40166971929, 2.1704752897],
  figures: [160.777633985, 1126.0471875, 154.469229393],
};
const weighted = {
  coefficients: [36.1554420082, -3.26072026606, -0.0246427421061, -3.23319944988, -2.85206425477],
  errors: [2.08443816694, 0.733832016883, 0.0129147491316, 1.41078432393, 2.2208843398],
  figures: [2987.21306541, 20421.2797064, 155.907622334],
};
const logistic = {
  coefficients: [18.8662987172, -8.08347518244, 0.0362555960822],
  errors: [7.44355806021, 3.06867511305, 0.0177341536508],
  figures: [10.0591104723, 43.2297332769, 16.0591104723],
};
const logisticWeighted = {
  coefficients: [32.3902951994, -12.8676894805, 0.0492621609452],
  errors: [9.17274357223, 3.5712169669, 0.01477731547],
  figures: [17.608487131, 122.579845788, 23.608487131],
};

describe('without a penalty: the numbers of R', () => {
  test.each([
    ['linear', linear, fitGlm(withCylinders, cars.mpg, { family: 'gaussian' })],
    ['linear, weighted', weighted, fitGlm(withCylinders, cars.mpg, { family: 'gaussian', weights: cars.qsec })],
    ['logistic', logistic, fitGlm(weightAndPower, cars.am, { family: 'binomial' })],
    [
      'logistic, weighted',
      logisticWeighted,
      fitGlm(weightAndPower, cars.am, { family: 'binomial', weights: cars.carb }),
    ],
  ])('%s: coefficients, errors, deviances and AIC', (_, reference, model) => {
    expect(model.converged).toBe(true);
    expect(worst(coefficientsOf(model), reference.coefficients)).toBeLessThan(1e-9);
    expect(worst(errorsOf(model), reference.errors)).toBeLessThan(1e-6);
    expect(worst([model.deviance, model.nullDeviance, model.aic], reference.figures)).toBeLessThan(1e-9);
  });

  test('intervals: of the mean, and of one new row', () => {
    const model = fitGlm(withCylinders, cars.mpg, { family: 'gaussian' });
    const rows = takeRows(withCylinders, [0, 1]);
    const mean = predictGlm(model, rows);
    const one = predictGlm(model, rows, { interval: 'prediction', confidence: 0.8 });
    const bounds = ({ low, high }: typeof mean) => [...(low ?? []), ...(high ?? [])];
    expect(worst(bounds(mean), [19.5583331192, 18.8488697363, 23.6586925007, 22.7456398198])).toBeLessThan(1e-9);
    expect(worst(bounds(one), [18.1444402144, 17.3573502035, 25.0725854056, 24.2371593526])).toBeLessThan(1e-9);
  });

  test('intervals of a chance stand on the scale of the link', () => {
    const model = fitGlm(weightAndPower, cars.am, { family: 'binomial' });
    const { mean, low, high } = predictGlm(model, takeRows(weightAndPower, [0]), { confidence: 0.9 });
    const chance = (eta: number) => 1 / (1 + Math.exp(-eta));
    const reach = studentQuantile(0.95, Number.POSITIVE_INFINITY) * 1.17729744002;
    expect(mean[0]).toBeCloseTo(chance(1.67570930824), 9);
    expect(low?.[0]).toBeCloseTo(chance(1.67570930824 - reach), 6);
    expect(high?.[0]).toBeCloseTo(chance(1.67570930824 + reach), 6);
    expect(() => predictGlm(model, weightAndPower, { interval: 'prediction' })).toThrow('received prediction');
  });
});

// Reference: Ridge (alpha 7) and LogisticRegression (C ½) of scikit-learn 1.2.1 on standardised columns
// (`/usr/bin/python3 bench/models/ridge.py mtcars.csv`).
test.each([
  ['gaussian', 7, undefined, [34.97627852126479, -3.199681450194235, -0.031301088201976184]],
  ['gaussian', 7, cars.qsec, [37.26289038924623, -3.8399582073898686, -0.03266062574194529]],
  ['binomial', 2, undefined, [4.323708638530233, -1.7131742926717488, 0.0042126658872865]],
  ['binomial', 2, cars.carb, [6.957705559601565, -2.9063974602502283, 0.013055162095779307]],
] as const)('%s, ridge %d: the coefficients of scikit-learn', (family, ridge, weights, reference) => {
  const target = family === 'gaussian' ? cars.mpg : cars.am;
  const model = fitGlm(weightAndPower, target, { family, ridge, ...(weights === undefined ? {} : { weights }) });
  expect(worst(coefficientsOf(model), reference)).toBeLessThan(1e-6);
  expect([model.covariance, model.aic, errorsOf(model)]).toEqual([null, null, [null, null, null]]);
  expect(predictGlm(model, weightAndPower).low).toBeNull();
});

describe('properties', () => {
  const model = fitGlm(withCylinders, cars.mpg, { family: 'gaussian' });

  test('a weight of 2 is the row twice, a weight of 0 no row', () => {
    const weights = Float64Array.from(cars.am, (_, row) => row % 3);
    const rows = Array.from(weights.keys()).flatMap((row) => new Array<number>(weights[row] ?? 0).fill(row));
    const repeated = fitGlm(takeRows(weightAndPower, rows), takeValues(cars.am, rows), {
      family: 'binomial',
      ridge: 1,
    });
    const byWeight = fitGlm(weightAndPower, cars.am, { family: 'binomial', ridge: 1, weights });
    expect(worst(coefficientsOf(byWeight), coefficientsOf(repeated))).toBeLessThan(1e-9);
  });

  test('the order of the rows changes nothing that matters; JSON keeps a model', () => {
    const order = Array.from(cars.mpg, (_, row) => cars.mpg.length - 1 - row);
    const turned = fitGlm(takeRows(withCylinders, order), takeValues(cars.mpg, order), { family: 'gaussian' });
    expect(worst(coefficientsOf(turned), coefficientsOf(model))).toBeLessThan(1e-9);
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
  });

  test('a missing value, and a category that training did not have, give no prediction', () => {
    const at = (wt: number, cyl: number): Column[] => [
      { name: 'cyl', kind: 'categorical', values: Float64Array.of(cyl) },
      { name: 'hp', kind: 'continuous', values: Float64Array.of(100) },
      { name: 'wt', kind: 'continuous', values: Float64Array.of(wt) },
    ];
    const means = [at(3, 4), at(3, 5), at(Number.NaN, 4), at(3, Number.NaN)].map(
      (row) => predictGlm(model, row).mean[0],
    );
    expect(means.map((value) => Number.isNaN(value))).toEqual([false, true, true, true]);
    expect(() => predictGlm(model, weightAndPower)).toThrow('no column cyl');
  });

  test('groups that are told apart perfectly do not converge, but for a penalty', () => {
    const x: Column = { name: 'depth', kind: 'continuous', values: Float64Array.from({ length: 20 }, (_, row) => row) };
    const target = x.values.map((value) => (value < 9 ? 0 : 1));
    const free = fitGlm([x], target, { family: 'binomial' });
    expect([free.converged, free.covariance]).toEqual([false, null]);
    expect(fitGlm([x], target, { family: 'binomial', ridge: 0.1 }).converged).toBe(true);
  });

  test('it is stopped from outside', () => {
    const watch = { stopped: () => true };
    expect(() => fitGlm(weightAndPower, cars.am, { family: 'binomial' }, watch)).toThrow(StoppedError);
  });
});

test('it refuses what it cannot use, and names it', () => {
  const column = (name: string, values: Float64Array): Column => ({ name, kind: 'continuous', values });
  const broken = cars.hp.slice();
  broken[4] = Number.NaN;
  const family = 'gaussian';
  expect(() => fitGlm([column('hp', broken)], cars.mpg, { family })).toThrow('hp: row 4 is NaN');
  const twice = [
    ...weightAndPower,
    column(
      'copy',
      cars.hp.map((value) => 2 * value + 1),
    ),
  ];
  expect(() => fitGlm(twice, cars.mpg, { family })).toThrow('copy: constant, or a combination');
  expect(fitGlm(twice, cars.mpg, { family, ridge: 1 }).converged).toBe(true);
  const flat = [
    ...weightAndPower,
    column(
      'flat',
      cars.hp.map(() => 3.3),
    ),
  ];
  expect(() => fitGlm(flat, cars.mpg, { family })).toThrow('flat: constant');
  expect(fitGlm(flat, cars.mpg, { family, ridge: 1 }).terms[2]?.coefficient).toBe(0);
  expect(() => fitGlm(weightAndPower, cars.mpg, { family: 'binomial' })).toThrow('row 0 is 21, expected a share');
  expect(() => fitGlm(weightAndPower, cars.mpg.slice(1), { family })).toThrow('target: received 31 values');
  expect(() => fitGlm(weightAndPower, cars.mpg, { family, ridge: -1 })).toThrow('ridge: received -1');
  expect(() => fitGlm(weightAndPower, cars.mpg, { family, weights: cars.mpg.map(() => -1) })).toThrow('row 0 is -1');
  const few = takeRows(weightAndPower, [0, 1, 2]);
  expect(() => fitGlm(few, cars.mpg.slice(0, 3), { family })).toThrow('received 3 rows with a weight');
});

// Reference: qt and qnorm of R 4.2.2.
test('quantiles of Student and of the normal distribution', () => {
  const normal = Number.POSITIVE_INFINITY;
  expect(studentQuantile(0.975, 3)).toBeCloseTo(3.18244630528371, 11);
  expect(studentQuantile(0.9, 27)).toBeCloseTo(1.31370291282927, 11);
  expect(studentQuantile(0.05, 1)).toBeCloseTo(-6.31375151467504, 10);
  expect(studentQuantile(0.999, 500)).toBeCloseTo(3.10661162432163, 11);
  expect(studentQuantile(0.975, normal)).toBeCloseTo(1.95996398454005, 12);
  expect(studentQuantile(0.0001, normal)).toBeCloseTo(-3.71901648545568, 11);
  expect([studentQuantile(0.5, 9), studentQuantile(0.5, normal)]).toEqual([0, 0]);
  expect(() => studentQuantile(1, normal)).toThrow('received 1');
});
