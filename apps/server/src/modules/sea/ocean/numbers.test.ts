import { type Grid, gridPosition, isInZee } from '@kianda/geo';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packInt16 } from '../../../platform/formats/int16.ts';
import { zeeCurrent, zeeStatistics } from './zee-statistics.rules.ts';

function unpacked(packed: ReturnType<typeof packInt16>): number[] {
  const bytes = new Uint8Array(Buffer.from(packed.base64, 'base64'));
  return Array.from(new Int16Array(bytes.buffer), (code) =>
    code === -32_768 ? Number.NaN : code * packed.scale + packed.offset,
  );
}

test('a packed field differs by half a step at most, and missing cells stay missing', () => {
  const cell = fc.oneof(fc.float({ min: -1e6, max: 1e6, noNaN: true }), fc.constant(Number.NaN));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 200 }), (values) => {
      const field = Float32Array.from(values);
      const packed = packInt16(field);
      const back = unpacked(packed);
      // A hair for the arithmetic itself, in proportion to the values.
      const slack = 1e-9 * Math.max(1, Math.abs(packed.offset));
      const worst = Array.from(field, (value, index) => {
        const other = back[index] ?? Number.NaN;
        if (Number.isNaN(value) || Number.isNaN(other))
          return Number.isNaN(value) === Number.isNaN(other) ? 0 : Infinity;
        return Math.abs(other - value);
      });
      expect(Math.max(...worst)).toBeLessThanOrEqual(packed.scale / 2 + slack);
    }),
  );
});

test('a field of one value keeps it exactly, one without values packs, too', () => {
  expect(unpacked(packInt16(Float32Array.from([21.5, 21.5])))).toEqual([21.5, 21.5]);
  expect(unpacked(packInt16(Float32Array.from([Number.NaN])))).toEqual([Number.NaN]);
  expect(unpacked(packInt16(new Float32Array(0)))).toEqual([]);
});

/** Three rows around 9° S: the western column lies far out at sea, the eastern on land. */
const grid: Grid = { west: 0, south: -9.5, lonStepDegrees: 6, latStepDegrees: 0.5, columns: 4, rows: 3 };
const inside = Array.from({ length: 12 }, (_, index) => {
  const position = gridPosition(grid, index % 4, Math.floor(index / 4));
  return isInZee(position) ? position[1] : null;
});

test('the hand-made grid has one column inside the ZEE', () => {
  expect(inside.map((lat) => lat !== null)).toEqual([
    false,
    false,
    true,
    false,
    false,
    false,
    true,
    false,
    false,
    false,
    true,
    false,
  ]);
});

/** Values for the column inside; 99 in every cell outside. */
const column = (...values: number[]) =>
  Float32Array.from({ length: 12 }, (_, index) => (index % 4 === 2 ? (values[Math.floor(index / 4)] ?? 0) : 99));

test('statistics over the ZEE: cells outside do not count, rows weigh by their area', () => {
  const weights = [-9.5, -9, -8.5].map((lat) => Math.cos((lat * Math.PI) / 180));
  const [a = 0, b = 0, c = 0] = weights;
  const found = zeeStatistics(grid, column(20, 21, 25));
  expect(found).toMatchObject({ median: 21, min: 20, max: 25, coverage: 1 });
  expect(found.mean).toBeCloseTo((20 * a + 21 * b + 25 * c) / (a + b + c), 12);
  expect(found.mean).not.toBeCloseTo(22, 4);
});

test('missing cells lower the coverage; of an even number the median is between', () => {
  expect(zeeStatistics(grid, column(20, Number.NaN, 25))).toMatchObject({
    median: 22.5,
    min: 20,
    max: 25,
    coverage: 2 / 3,
  });
});

test('a field without a value in the ZEE has no figures; zero is a value', () => {
  const none = { mean: null, median: null, min: null, max: null, coverage: 0 };
  expect(zeeStatistics(grid, column(Number.NaN, Number.NaN, Number.NaN))).toEqual(none);
  expect(zeeStatistics({ ...grid, west: -60 }, new Float32Array(12).fill(1)).mean).toBeNull();
  expect(zeeStatistics(grid, column(0, 0, 0))).toMatchObject({ mean: 0, median: 0, min: 0, max: 0 });
});

test('the current: mean of the speeds, and where the mean vector points to', () => {
  const east = zeeCurrent(grid, column(0.3, 0.3, 0.3), column(0, 0, 0));
  expect(east?.speed).toBeCloseTo(0.3, 6);
  expect(east?.directionDegrees).toBeCloseTo(90, 6);
  // To the south-west, as the Benguela never flows: 225°.
  expect(zeeCurrent(grid, column(-0.1, -0.1, -0.1), column(-0.1, -0.1, -0.1))?.directionDegrees).toBeCloseTo(225, 5);
  // Opposite currents: speed without a vector.
  const opposed = zeeCurrent(grid, column(1, Number.NaN, -1), column(0, 0, 0));
  expect(opposed?.speed).toBeCloseTo(1, 6);
  expect(zeeCurrent(grid, column(Number.NaN, Number.NaN, Number.NaN), column(0, 0, 0))).toBeNull();
});
