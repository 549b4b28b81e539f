import { expect, test } from 'vitest';
import {
  decodeHeatTile,
  encodeHeatTile,
  heatCellBbox,
  heatFrameOf,
  heatFrameStartMs,
  heatIntervals,
  mercatorTile,
  mercatorTileBbox,
  seededRandom,
  sumHeatTile,
} from './index.ts';

type Entry = { readonly cell: number; readonly frame: number; readonly value: number };
const columns = (entries: readonly Entry[]) => ({
  cells: entries.map(({ cell }) => cell),
  frames: entries.map(({ frame }) => frame),
  values: entries.map(({ value }) => value),
});
const head = { interval: 'hour', measure: 'hours', firstFrame: 500_000, frames: 100 } as const;

test('a tile comes back as it was written, silences as zeros or as runs of their own', () => {
  const entries: Entry[] = [
    { cell: 0, frame: 500_000, value: 1 },
    { cell: 0, frame: 500_002, value: 0.25 },
    { cell: 0, frame: 500_090, value: 700.5 },
    { cell: 4095, frame: 500_099, value: 3 },
  ];
  const tile = decodeHeatTile(encodeHeatTile(head, columns(entries)));
  expect(tile).toMatchObject(head);
  expect([...tile.cells]).toEqual([0, 0, 4095]);
  expect([...tile.starts]).toEqual([0, 90, 99]);
  expect([...tile.values]).toEqual([1, 0, 0.25, 700.5, 3]);
  expect([...tile.offsets]).toEqual([0, 3, 4, 5]);
  expect([
    ...encodeHeatTile(
      { ...head, measure: 'vessels', firstFrame: 1, frames: 2 },
      columns([{ cell: 2, frame: 2, value: 300 }]),
    ),
  ]).toEqual([0x4b, 0x48, 0x54, 1, 0, 1, 1, 2, 1, 2, 1, 1, 0xac, 2]);
});

test('sums of a stretch of frames are those of its entries, whatever the runs', () => {
  const random = seededRandom('heat');
  const entries: Entry[] = [];
  for (let cell = 0; cell < 4096; cell += 37)
    for (let frame = 500_000; frame < 500_100; frame += 1)
      if (random() < 0.3) entries.push({ cell, frame, value: Math.round(random() * 1000) / 100 });
  const tile = decodeHeatTile(encodeHeatTile(head, columns(entries)));
  for (const [from, to] of [
    [500_000, 500_100],
    [500_013, 500_014],
    [500_050, 500_072],
    [0, 500_000],
    [500_100, 600_000],
  ] as const) {
    const expected = new Float64Array(4096);
    for (const { cell, frame, value } of entries)
      if (frame >= from && frame < to) expected[cell] = (expected[cell] ?? 0) + value;
    const sums = sumHeatTile(tile, from, to);
    for (let cell = 0; cell < 4096; cell += 1) expect(sums[cell]).toBeCloseTo(expected[cell] ?? 0, 3);
  }
});

test('bytes that are no tile are refused', () => {
  const bytes = encodeHeatTile(head, columns([{ cell: 7, frame: 500_001, value: 2 }]));
  expect(() => decodeHeatTile(new Uint8Array())).toThrow(RangeError);
  expect(() => decodeHeatTile(bytes.subarray(0, bytes.length - 1))).toThrow(/ends in the midst/);
  expect(() => decodeHeatTile(Uint8Array.from([0x4b, 0x48, 0x54, 1, 0, 0, 0, 0, 0xff, 0xff, 0x7f]))).toThrow(/runs/);
});

test('frames begin where they say', () => {
  const timeMs = Date.parse('2026-02-28T23:59:59.999Z');
  for (const interval of heatIntervals) {
    const frame = heatFrameOf(interval, timeMs);
    expect(heatFrameStartMs(interval, frame)).toBeLessThanOrEqual(timeMs);
    expect(heatFrameStartMs(interval, frame + 1)).toBe(timeMs + 1);
  }
});

test('zero belongs to the tile east and south of it, 180° to 180° W, the poles to the outermost rows', () => {
  expect(mercatorTile(0, 0, 1)).toEqual({ x: 1, y: 1 });
  expect(mercatorTile(180, 0, 4)).toEqual(mercatorTile(-180, 0, 4));
  expect(mercatorTile(0, 90, 4).y).toBe(0);
  expect(mercatorTile(0, -90, 4).y).toBe(15);
  expect(mercatorTileBbox(1, 1, 1)).toEqual([0, expect.closeTo(-85.0511, 4), 180, 0]);
  // Luanda, in its cell of tile 5/17/16.
  const { x, y } = mercatorTile(13.23, -8.8, 11);
  const [west, south, east, north] = heatCellBbox(5, 17, 16, (y - 16 * 64) * 64 + (x - 17 * 64));
  expect(west <= 13.23 && 13.23 < east && south <= -8.8 && -8.8 < north).toBe(true);
});

test('a silence of three frames is written as zeros, one of four begins a run', () => {
  const decode = (frames: readonly number[]) =>
    decodeHeatTile(encodeHeatTile(head, columns(frames.map((frame) => ({ cell: 9, frame, value: 1 })))));
  const bridged = decode([500_000, 500_004]);
  expect([...bridged.starts]).toEqual([0]);
  expect([...bridged.values]).toEqual([1, 0, 0, 0, 1]);
  expect([...decode([500_000, 500_005]).starts]).toEqual([0, 5]);
});

test('the smallest tile is read, and one with more values than were expected is written whole', () => {
  const smallest = encodeHeatTile(
    { interval: 'day', measure: 'vessels', firstFrame: 1, frames: 1 },
    columns([{ cell: 0, frame: 1, value: 1 }]),
  );
  expect(decodeHeatTile(smallest)).toMatchObject({ interval: 'day', measure: 'vessels', firstFrame: 1, frames: 1 });
  // Values of three bytes each and a run for every one: more than four bytes an entry.
  const entries = Array.from({ length: 200 }, (_, index) => ({ cell: index * 20, frame: 500_000, value: 655 + index }));
  const tile = decodeHeatTile(encodeHeatTile(head, columns(entries)));
  expect([...tile.values]).toEqual(entries.map(({ value }) => value));
  expect([...tile.cells]).toEqual(entries.map(({ cell }) => cell));
});

test('an unknown interval or measure, another first byte or an empty list of runs', () => {
  expect(() => decodeHeatTile(Uint8Array.from([0x4b, 0x48, 0x54, 1, 3, 0, 0, 0, 0]))).toThrow(/unknown interval/);
  expect(() => decodeHeatTile(Uint8Array.from([0x4b, 0x48, 0x54, 1, 0, 2, 0, 0, 0]))).toThrow(/unknown interval/);
  expect(() => decodeHeatTile(Uint8Array.from([0x4b, 0x48, 0x54, 2, 0, 0, 0, 0, 0]))).toThrow(/75 72 84 2/);
  const empty = decodeHeatTile(encodeHeatTile(head, columns([])));
  expect([empty.cells.length, empty.values.length, [...empty.offsets]]).toEqual([0, 0, [0]]);
});

test('a position west of 180° W and one in each hemisphere', () => {
  expect(mercatorTile(-181, 0, 3)).toEqual(mercatorTile(179, 0, 3));
  expect(mercatorTile(13.23, -8.8, 3)).toEqual({ x: 4, y: 4 });
  expect(mercatorTile(-74, 40.7, 3)).toEqual({ x: 2, y: 3 });
  expect(mercatorTileBbox(3, 2, 3)).toEqual([-90, 0, -45, expect.closeTo(40.98, 2)]);
});
