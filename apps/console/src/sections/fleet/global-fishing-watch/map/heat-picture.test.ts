import { type HeatTile, heatFrameOf } from '@kianda/geo';
import { expect, test } from 'vitest';
import { heatPicture } from './heat-picture.ts';
import { type TileRequest, tileKey } from './use-heat-tiles.ts';

const hourMs = 3_600_000;
const nowMs = Date.parse('2026-08-31T00:00:00Z');
const now = { fromMs: nowMs, toMs: nowMs + 4 * hourMs };
const before = { fromMs: nowMs - 4 * hourMs, toMs: nowMs };
const requestOf = (period: TileRequest['period']): TileRequest => ({ filter: {}, period });
/** One cell, the first, with hours in each frame of a period. */
const tileOf = (fromMs: number, ...values: readonly number[]): HeatTile => ({
  interval: 'hour',
  measure: 'hours',
  firstFrame: heatFrameOf('hour', fromMs),
  frames: values.length,
  cells: new Uint16Array([0]),
  starts: new Uint32Array([0]),
  offsets: new Uint32Array([0, values.length]),
  values: new Float32Array(values),
});
const tiles = new Map<string, HeatTile | null>();
const block = { z: 0, x: 0, y: 0, columns: 1, rows: 1 };
const key = (period: TileRequest['period']) => tileKey({ z: 0, x: 0, y: 0 }, 'hour', requestOf(period));
tiles.set(key(now), tileOf(now.fromMs, 1, 2, 3, 4));
tiles.set(key(before), tileOf(before.fromMs, 1, 1, 1, 1));

type Input = Parameters<typeof heatPicture>[0];
const drawn = (over: Partial<Input>) =>
  heatPicture({
    ...{ block, mode: 'hours', requests: [requestOf(now), requestOf(before)], interval: 'hour', scheme: 'light' },
    ...{ keys: [key(now), key(before)], tile: (of: string) => tiles.get(of), before, shiftMs: 4 * hourMs, step: null },
    ...over,
  } as Input);
const firstCells = (picture: ReturnType<typeof drawn>) => picture?.mosaics.map(({ values }) => values[0]);

test('of one period the hours are summed, or of a step those of the step', () => {
  const requests = [requestOf(now)];
  const whole = drawn({ requests });
  expect([whole?.mode, firstCells(whole), whole?.isEmpty]).toEqual(['hours', [10], false]);
  const step = { fromMs: now.fromMs + hourMs, toMs: now.fromMs + 3 * hourMs };
  expect(firstCells(drawn({ requests, step }))).toEqual([5]);
});

test('of two periods one sees both, or what changed, each step against the one as long before', () => {
  const pair = drawn({ mode: 'pair' });
  expect([pair?.mode, firstCells(pair)]).toEqual(['pair', [10, 4]]);
  expect(pair !== null && 'breaks' in pair).toBe(true);
  const change = drawn({ mode: 'change' });
  expect([change?.mode, firstCells(change)]).toEqual(['change', [6]]);
  expect(change !== null && 'scale' in change).toBe(true);
  const step = { fromMs: now.fromMs + 3 * hourMs, toMs: now.toMs };
  expect(firstCells(drawn({ mode: 'change', step }))).toEqual([3]);
  expect(firstCells(drawn({ mode: 'pair', step }))).toEqual([4, 1]);
});

test('with one period alone there is nothing to compare: its hours; without any, no picture', () => {
  const requests = [requestOf(now)];
  expect(drawn({ mode: 'pair', requests })?.mode).toBe('hours');
  expect(drawn({ mode: 'change', requests })?.mode).toBe('hours');
  expect(drawn({ requests: [] })).toBeNull();
});

test('a tile that the server has not is empty, one on its way is unknown; both are nothing to see', () => {
  const requests = [requestOf(now)];
  const none = drawn({ requests, tile: () => null });
  expect([firstCells(none), none?.isEmpty]).toEqual([[0], true]);
  const coming = drawn({ requests, tile: () => undefined });
  expect([firstCells(coming), coming?.isEmpty]).toEqual([[Number.NaN], true]);
});
