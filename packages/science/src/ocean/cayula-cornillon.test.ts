import { expect, test } from 'vitest';
import { cayulaCornillon } from './cayula-cornillon.ts';

const size = 32;
/** The same noise at each call: a wave that repeats nowhere in the window. */
const noise = (column: number, row: number) => 0.08 * Math.sin(12.9 * column + 78.2 * row);
function fieldOf(value: (column: number, row: number) => number, columns = size, rows = size) {
  const values = Float32Array.from({ length: columns * rows }, (_, index) =>
    value(index % columns, Math.floor(index / columns)),
  );
  return { values, columns, rows };
}
const marked = (fronts: Uint8Array) => fronts.reduce((sum, cell) => sum + cell, 0);

test('an edge between two waters is marked on its colder side, all along', () => {
  const fronts = cayulaCornillon(fieldOf((column, row) => (row < 14 ? 16 : 19) + noise(column, row)));
  expect(marked(fronts)).toBe(size);
  expect([...fronts.slice(13 * size, 14 * size)]).toEqual(Array.from({ length: size }, () => 1));
});

test('a steady slope is no front: three quarters of its variance lie between its halves, whatever its steepness', () => {
  const slope = fieldOf((column) => 15 + column * 0.2);
  expect(marked(cayulaCornillon(slope))).toBe(0);
  expect(marked(cayulaCornillon(slope, { leastSeparation: 0.74 }))).toBe(size);
});

test('neither two waters that hardly differ nor two that are mixed up', () => {
  expect(marked(cayulaCornillon(fieldOf((_, row) => (row < 16 ? 16 : 16.3))))).toBe(0);
  expect(marked(cayulaCornillon(fieldOf((column, row) => ((column + row) % 2 === 0 ? 16 : 19))))).toBe(0);
  expect(marked(cayulaCornillon(fieldOf(() => 16)))).toBe(0);
});

test('looks past clouds, not where clouds are most of the window', () => {
  const water = (row: number) => (row < 14 ? 16 : 19);
  const some = cayulaCornillon(fieldOf((column, row) => (column < 10 ? Number.NaN : water(row))));
  expect(marked(some)).toBe(size - 10);
  expect(marked(cayulaCornillon(fieldOf((column, row) => (column < 20 ? Number.NaN : water(row)))))).toBe(0);
});

test('finds an edge in any window of a larger field, up to its last rows and columns', () => {
  const columns = 77;
  const rows = 61;
  const fronts = cayulaCornillon(fieldOf((_, row) => (row < 50 ? 16 : 19), columns, rows));
  expect([...fronts.slice(49 * columns, 50 * columns)]).toEqual(Array.from({ length: columns }, () => 1));
  expect(marked(fronts)).toBe(columns);
});
