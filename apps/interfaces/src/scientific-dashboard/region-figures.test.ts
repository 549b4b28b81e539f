import { expect, test } from 'vitest';
import { cellFeatures, figuresOf, type Ground, maskedField, maskOf, thinned } from './region-figures.ts';

/** Three columns by two rows of one degree, the middle of the first cell at 10° E 10° S. */
const grid = { west: 10, south: -10, lonStepDegrees: 1, latStepDegrees: 1, columns: 3, rows: 2 };
const floor = { grid, values: Float32Array.from([4000, 500, 100, 4000, 500, Number.NaN]) };
const ground: Ground = {
  zee: [
    {
      type: 'Polygon',
      coordinates: [
        [
          [9, -12],
          [11.5, -12],
          [11.5, 0],
          [9, 0],
          [9, -12],
        ],
      ],
    },
  ],
  floor,
};

test('an area is the zone, between its latitudes and over its depths', () => {
  expect(maskOf(grid, { region: 'zee', depth: 'todas' }, ground)).toEqual([true, true, false, true, true, false]);
  // The middle of the country ends at 9,5° S: the row at 9° S lies north of it.
  expect(maskOf(grid, { region: 'centro', depth: 'todas' }, ground)).toEqual([true, true, false, false, false, false]);
  expect(maskOf(grid, { region: 'norte', depth: 'talude' }, ground)).toEqual([false, false, false, false, true, false]);
  expect(maskOf(grid, { region: 'sul', depth: 'todas' }, ground)).not.toContain(true);
});

test('the mean weighs a cell by its area, and what is unknown counts nowhere', () => {
  const tall = { west: 0, south: 0, lonStepDegrees: 1, latStepDegrees: 60, columns: 1, rows: 2 };
  // cos 0° is 1, cos 60° is one half: (1 × 10 + 0.5 × 40) ÷ 1.5 = 20.
  const figures = figuresOf({ grid: tall, values: Float32Array.from([10, 40]) });
  expect(figures?.mean).toBeCloseTo(20, 10);
  expect(figures).toMatchObject({ median: 25, min: 10, max: 40, cells: 2 });
  expect(figuresOf({ grid: tall, values: Float32Array.from([Number.NaN, 7]) })).toMatchObject({ median: 7, cells: 1 });
  expect(figuresOf({ grid: tall, values: Float32Array.from([Number.NaN, Number.NaN]) })).toBeNull();
});

test('a masked field keeps its grid, and only its known cells are exported', () => {
  const field = maskedField(floor, [false, true, false, false, false, true]);
  expect(cellFeatures(field, 'm').features).toEqual([
    { type: 'Feature', geometry: { type: 'Point', coordinates: [11, -10] }, properties: { value: 500, unit: 'm' } },
  ]);
  expect(() => maskedField(floor, [true])).toThrow(RangeError);
});

test('a long list is thinned evenly, with its ends', () => {
  const list = Array.from({ length: 101 }, (_, index) => index);
  expect(thinned(list, 5)).toEqual([0, 25, 50, 75, 100]);
  expect(thinned([1, 2], 5)).toEqual([1, 2]);
});
