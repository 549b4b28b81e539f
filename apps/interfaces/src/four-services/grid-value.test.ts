import { expect, test } from 'vitest';
import { valueAt } from './grid-value.ts';

const stored = Int16Array.from([0, 100, -32_768, 300]);
const grid = {
  ...{ west: 10, south: -12, lonStepDegrees: 0.5, latStepDegrees: 0.5, columns: 2, rows: 2, scale: 0.01, offset: 1 },
  values: btoa(String.fromCharCode(...new Uint8Array(stored.buffer))),
};

test('a position takes the value of its cell: south first, west first', () => {
  expect(valueAt(grid, 10.1, -12.1)).toBe(1);
  expect(valueAt(grid, 10.6, -12)).toBe(2);
  expect(valueAt(grid, 10.5, -11.5)).toBe(4);
});

test('no value where the cell has none, and outside', () => {
  expect(valueAt(grid, 10, -11.5)).toBeNull();
  expect(valueAt(grid, 12, -11.5)).toBeNull();
  expect(valueAt(grid, 9.7, -12)).toBeNull();
});
