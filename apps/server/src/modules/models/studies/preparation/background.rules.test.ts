import { distanceMeters, type Position } from '@kianda/geo';
import { expect, test } from 'vitest';
import type { LearningOccurrences } from '../../../sea/biodiversity/index.ts';
import { backgroundCells, samplingEffort, scottBandwidth } from './background.rules.ts';

/** Fifty columns and forty rows of a tenth of a degree. */
const [columns, rows] = [50, 40] as const;
const cells = Array.from(
  { length: columns * rows },
  (_, cell): Position => [10 + (cell % columns) / 10, -12 + Math.floor(cell / columns) / 10],
);
const cellOf = ([lon, lat]: Position) => Math.round((lat + 12) * 10) * columns + Math.round((lon - 10) * 10);
const recordedAt = (places: readonly Position[]): LearningOccurrences => ({
  ...{ names: ['a'], species: new Int32Array(places.length), months: new Float64Array(), depths: new Float64Array() },
  ...{ longitudes: Float64Array.from(places, ([lon]) => lon), latitudes: Float64Array.from(places, ([, lat]) => lat) },
  sources: [],
});
const around = (middle: Position, count: number) =>
  Array.from(
    { length: count },
    (_, at): Position => [middle[0] + (at % 3) / 10, middle[1] + (Math.floor(at / 3) % 3) / 10],
  );

test('the width of the kernel is that of Scott, as worked by hand', () => {
  // Two places a degree apart on the equator, four records at each: a deviation of half a degree along x, none along y.
  const places = { x: Float64Array.of(0, 1), y: Float64Array.of(0, 0) };
  const byHand = 111_195 * Math.sqrt(0.25 / 2) * 8 ** (-1 / 6);
  expect(scottBandwidth(places, Float64Array.of(4, 4))).toBeCloseTo(byHand, 6);
  expect(scottBandwidth({ x: Float64Array.of(3), y: Float64Array.of(2) }, Float64Array.of(9))).toBeCloseTo(11_119.5, 6);
});

test('the effort is that of the Gaussian of the records around a cell', () => {
  const [first, second] = [cells[20 * columns + 10] as Position, cells[20 * columns + 30] as Position];
  const occurrences = recordedAt([first, first, first, second]);
  const effort = samplingEffort(cells, cellOf, occurrences);
  const x = Float64Array.of(first[0], second[0]);
  const width = scottBandwidth({ x, y: Float64Array.of(first[1], second[1]) }, Float64Array.of(3, 1));
  const height = 1 / (2 * Math.PI * width ** 2);
  const at = cells[20 * columns + 14] as Position;
  const part = (from: Position, weight: number) => weight * Math.exp(-((distanceMeters(from, at) / width) ** 2) / 2);
  // The kernel measures on the ellipsoid, and this on the sphere.
  expect((effort[20 * columns + 14] ?? 0) / (height * (part(first, 3) + part(second, 1)))).toBeCloseTo(1, 2);
});

test('the background is dense where much was looked for, the same again, and empty where nobody looked', () => {
  const occurrences = recordedAt([...around([10.5, -11.5], 90), ...around([14, -9], 10)]);
  const area = { cells, cellOf, presences: [], occurrences };
  const wanted = { kind: 'bias_layer', points: 200, bufferKilometres: 100 } as const;
  const drawn = backgroundCells(area, wanted, 3);
  expect(drawn.length).toBe(200);
  expect(new Set(drawn).size).toBe(200);
  expect(backgroundCells(area, wanted, 3)).toEqual(drawn);
  expect(backgroundCells(area, wanted, 4)).not.toEqual(drawn);
  const near = (middle: Position) =>
    drawn.filter((cell) => distanceMeters(cells[cell] as Position, middle) < 100_000).length;
  expect(near([10.6, -11.4])).toBeGreaterThan(2 * near([14.1, -8.9]));
  expect(backgroundCells({ ...area, occurrences: null }, wanted, 3)).toEqual([]);
});
