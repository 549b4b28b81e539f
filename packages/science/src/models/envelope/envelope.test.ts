import { describe, expect, test } from 'vitest';
import type { Column } from '../shared/columns.ts';
import { aquamapsLimits, fitEnvelope, predictEnvelope, trapezoidAt } from './envelope.ts';

const column = (name: string, values: readonly number[]): Column => {
  return { name, kind: 'continuous', values: Float64Array.from(values) };
};
const numbers = (line: string) => line.split(' ').map(Number);
const edgesOf = ({ variables }: ReturnType<typeof fitEnvelope>) =>
  variables.map(({ min, preferredMin, preferredMax, max }) =>
    [min, preferredMin, preferredMax, max].map((edge) => Number(edge.toFixed(9))),
  );

// The first 40 rows of quakes, a table that ships with R.
const depth = column(
  'depth',
  numbers(
    '562 650 42 626 649 195 82 194 211 622 583 249 554 600 139 306 50 590 570 598 576 211 512 125 431 537 155 498 582 328 553 50 292 349 48 600 206 574 585 230',
  ),
);
const magnitude = column(
  'mag',
  numbers(
    '4.8 4.2 5.4 4.1 4 4 4.8 4.4 4.7 4.3 4.4 4.6 4.4 4.4 6.1 4.3 6 4.5 4.4 4.4 4.5 4.2 4.4 4.7 5.4 4 4.6 5.2 4.5 4.4 4.6 4.7 4.8 4 4.5 4.3 4.5 4.6 4.1 4.4',
  ),
);

// Reference: quantile() of R 4.2.2, type 7 (`Rscript bench/models/envelope.R`).
test('edges are those of the percentiles and quartiles of R', () => {
  expect(edgesOf(fitEnvelope([depth, magnitude]))).toEqual([
    [-365.25, 78.8, 602.2, 1150.75],
    [3.7, 4.09, 5.22, 6.1],
  ]);
});

describe('published limits', () => {
  test('a fence beyond them leaves the extreme that was found', () => {
    expect(edgesOf(fitEnvelope([depth], { limits: aquamapsLimits }))).toEqual([[42, 78.8, 602.2, 1150.75]]);
  });

  test('a range that is too narrow becomes as wide as it must be, within the limits', () => {
    const temperature = column('surfaceTemperature', new Array<number>(12).fill(29.8));
    // By hand: the preferred range cannot widen beyond the extremes, which then move half a degree out, at most to 30.
    expect(edgesOf(fitEnvelope([temperature], { limits: aquamapsLimits }))).toEqual([[29.3, 29.8, 29.8, 30]]);
    const spread = column('bottomTemperature', [...new Array<number>(20).fill(15), 10, 20]);
    expect(edgesOf(fitEnvelope([spread], { limits: aquamapsLimits }))).toEqual([[10, 14.5, 15.5, 20]]);
  });
});

describe('suitability', () => {
  const model = fitEnvelope([depth, magnitude]);

  test('falls in a straight line from the preferred range to the edge, and is 0 beyond', () => {
    const trapezoid = { min: 0, preferredMin: 10, preferredMax: 20, max: 40 };
    const at = [-1, 0, 5, 10, 15, 20, 30, 40, 41].map((value) => trapezoidAt(trapezoid, value));
    expect(at).toEqual([0, 0, 0.5, 1, 1, 1, 0.5, 0, 0]);
    expect(trapezoidAt({ min: 3, preferredMin: 3, preferredMax: 3, max: 3 }, 3)).toBe(1);
  });

  test('is the product of the responses, and names the variable that limits it', () => {
    const at = [column('mag', [4.5, 3.895, 5.66, Number.NaN, 9]), column('depth', [300, -143.225, 300, 300, 300])];
    const { suitability, limiting } = predictEnvelope(model, at);
    expect([...suitability].map((value) => Number(value.toFixed(9)))).toEqual([1, 0.25, 0.5, Number.NaN, 0]);
    expect([...limiting]).toEqual([-1, expect.any(Number), 1, -1, 1]);
    expect(() => predictEnvelope(model, [depth])).toThrow('no column mag');
  });

  test('the order of the cells changes nothing; JSON keeps a model', () => {
    const turned = { ...depth, values: depth.values.toReversed() };
    expect(fitEnvelope([turned, magnitude])).toEqual(model);
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
  });
});

test('cells without a value are left out; too few, and categories, are refused by name', () => {
  const gaps = column('depth', [...depth.values, Number.NaN, Number.NaN]);
  expect(fitEnvelope([gaps]).variables[0]?.cells).toBe(40);
  expect(() => fitEnvelope([column('depth', [1, 2, Number.NaN])])).toThrow('depth: received 2 cells with a value');
  expect(() => fitEnvelope([{ ...depth, kind: 'categorical' }])).toThrow('depth: received a category');
});
