import { expect, test } from 'vitest';
import { valuesAlong } from './along.ts';

const field = {
  grid: { west: 8, south: -10, lonStepDegrees: 1, latStepDegrees: 1, columns: 4, rows: 2 },
  values: Float32Array.from([1, 2, 3, 4, 5, 6, Number.NaN, Number.NaN]),
};

test('values along a line grow with the field below it, and are unknown beyond it', () => {
  const along = valuesAlong(
    field,
    [
      [8, -10],
      [11, -10],
    ],
    4,
  );
  for (const [index, { value }] of along.entries()) expect(value).toBeCloseTo(1 + index, 5);
  expect(along[0]?.distanceKm).toBe(0);
  expect(along[3]?.distanceKm).toBeCloseTo(328.5, 0);
  expect(
    valuesAlong(
      field,
      [
        [8, -10],
        [8, -20],
      ],
      3,
    ).map(({ value }) => value),
  ).toEqual([1, null, null]);
});

test('a corner of the line belongs to it, and a gap of the field is a gap of the line', () => {
  const along = valuesAlong(
    field,
    [
      [8, -10],
      [8, -9],
      [11, -9],
    ],
    5,
  );
  expect(along.at(0)?.position).toEqual([8, -10]);
  expect(along.at(-1)?.position).toEqual([11, -9]);
  expect(along.at(-1)?.value).toBeNull();
});
