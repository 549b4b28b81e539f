import type { Field } from '@kianda/viz/field/decode.ts';
import { expect, test } from 'vitest';
import { filmSize } from './film.ts';

const fieldOf = (columns: number, rows: number): Field => ({
  grid: { west: 8, south: -18, lonStepDegrees: 0.1, latStepDegrees: 0.1, columns, rows },
  values: new Float32Array(columns * rows),
});

test('a film is as wide as its field, on even sides, and never too narrow for its caption', () => {
  const square = filmSize({ ...fieldOf(100, 100) });
  expect(filmSize(fieldOf(200, 100)).fieldWidth).toBe(2 * square.fieldWidth);
  expect(filmSize(fieldOf(50, 100)).fieldWidth).toBe(square.fieldWidth / 2);
  expect(filmSize(fieldOf(200, 100)).width).toBe(2 * square.fieldWidth);
  const narrow = filmSize(fieldOf(10, 100));
  expect(narrow.width).toBeGreaterThan(narrow.fieldWidth);
  for (const [columns, rows] of [
    [97, 61],
    [33, 100],
    [101, 99],
  ] as const) {
    const { width, height, fieldWidth } = filmSize(fieldOf(columns, rows));
    expect([width % 2, height % 2, fieldWidth % 2]).toEqual([0, 0, 0]);
    expect(height).toBe(square.height);
  }
});
