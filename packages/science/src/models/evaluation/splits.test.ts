import { seededRandom } from '@kianda/geo';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkerboardFolds,
  environmentalFolds,
  type Folds,
  forwardSplits,
  leaveOneOut,
  quarterFolds,
  randomFolds,
  spatialBlockFolds,
  splitsOf,
  temporalFolds,
} from './splits.ts';

const random = seededRandom('splits');
const longitudes = Float64Array.from({ length: 300 }, () => 8 + 5 * random());
const latitudes = Float64Array.from({ length: 300 }, () => -18 + 13 * random());
const positions = { longitudes, latitudes };
const sizesOf = (folds: Folds) => {
  const sizes = new Map<number, number>();
  for (const fold of folds) sizes.set(fold, (sizes.get(fold) ?? 0) + 1);
  return [...sizes].sort(([a], [b]) => a - b).map(([, size]) => size);
};

test('every way tests each row once and never trains on what it tests', () => {
  const ways: Folds[] = [
    randomFolds(300, 5, 1),
    leaveOneOut(20),
    spatialBlockFolds(positions, { blockKilometres: 150, folds: 4, seed: 1 }),
    quarterFolds(positions),
    checkerboardFolds(positions, 1),
    checkerboardFolds(positions, 0.5, 4),
    environmentalFolds([longitudes, latitudes], 3, 1),
    temporalFolds(latitudes, 6),
  ];
  for (const folds of ways) {
    const splits = splitsOf(folds);
    const tested = splits.flatMap(({ test: rows }) => [...rows]).sort((a, b) => a - b);
    expect(tested).toEqual(Array.from(folds, (_, row) => row));
    for (const { train, test: rows } of splits) {
      expect(train.length + rows.length).toBe(folds.length);
      expect(rows.some((row) => train.includes(row))).toBe(false);
    }
  }
});

test('random folds are as large as can be, by stratum too, and belong to their seed', () => {
  assert(
    property(integer({ min: 4, max: 90 }), integer({ min: 2, max: 4 }), integer(), (rows, folds, seed) => {
      const sizes = sizesOf(randomFolds(rows, folds, seed));
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }),
  );
  const presence = Uint8Array.from({ length: 100 }, (_, row) => (row % 10 === 0 ? 1 : 0));
  const folds = randomFolds(100, 5, 'x', presence);
  expect(sizesOf(folds.filter((_, row) => presence[row] === 1))).toEqual([2, 2, 2, 2, 2]);
  expect(randomFolds(100, 5, 'x', presence)).toEqual(folds);
  expect(randomFolds(100, 5, 'y', presence)).not.toEqual(folds);
});

test('near rows share a spatial block, and blocks are spread evenly', () => {
  const twice = {
    longitudes: Float64Array.of(...longitudes, ...longitudes),
    latitudes: Float64Array.of(...latitudes, ...latitudes),
  };
  const folds = spatialBlockFolds(twice, { blockKilometres: 100, folds: 5, seed: 3 });
  expect(folds.slice(0, 300)).toEqual(folds.slice(300));
  const sizes = sizesOf(folds);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(20);
});

test('quarters: halves by latitude, each halved by longitude', () => {
  const folds = quarterFolds({ longitudes: Float64Array.of(1, 2, 1, 2), latitudes: Float64Array.of(5, 5, 9, 9) });
  expect([...folds]).toEqual([0, 1, 2, 3]);
  expect(sizesOf(quarterFolds(positions))).toEqual([75, 75, 75, 75]);
});

test('neighbouring cells of a checkerboard differ, south and west of zero too', () => {
  const cells = { longitudes: Float64Array.of(-1.5, -0.5, 0.5, 1.5), latitudes: new Float64Array(4).fill(-0.5) };
  expect([...checkerboardFolds(cells, 1)]).toEqual([1, 0, 1, 0]);
  expect([...checkerboardFolds(cells, 1, 2)]).toEqual([1, 0, 3, 2].map((fold) => fold));
});

test('environmental blocks find groups that lie apart', () => {
  const group = (row: number) => Math.floor(row / 30);
  const variable = (scale: number) =>
    Float64Array.from({ length: 90 }, (_, row) => scale * (group(row) * 10 + random()));
  const folds = environmentalFolds([variable(1), variable(1_000)], 3, 7);
  expect(sizesOf(folds)).toEqual([30, 30, 30]);
  for (let row = 0; row < 90; row += 1) expect(folds[row]).toBe(folds[group(row) * 30]);
});

test('time goes forward: nothing is trained on its future, one instant stays together', () => {
  const times = Float64Array.from({ length: 40 }, (_, row) => Math.floor(row / 4));
  const folds = temporalFolds(times, 5);
  for (let row = 0; row < 40; row += 4) expect(new Set(folds.slice(row, row + 4)).size).toBe(1);
  const splits = forwardSplits(folds);
  expect(splits).toHaveLength(4);
  for (const { train, test: rows } of splits) {
    const latest = Math.max(...Array.from(train, (row) => times[row] ?? 0));
    expect(latest).toBeLessThan(Math.min(...Array.from(rows, (row) => times[row] ?? 0)));
  }
});

test('folds that cannot be are refused', () => {
  expect(() => randomFolds(3, 4, 1)).toThrow('received 4');
  expect(() => randomFolds(3, 1, 1)).toThrow('received 1');
  expect(() => checkerboardFolds(positions, 0)).toThrow('received 0');
  expect(() => spatialBlockFolds(positions, { blockKilometres: -1, folds: 2, seed: 1 })).toThrow('received -1');
});
