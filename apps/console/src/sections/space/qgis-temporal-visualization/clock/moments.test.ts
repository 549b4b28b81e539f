import type { TemporalRecord } from '@kianda/contract/space/temporal/temporal.contract';
import { dayMs } from '@kianda/geo';
import { expect, test } from 'vitest';
import { coloursOf } from '../search.ts';
import { gapsOf, indexAt, nextIndex, stripOf, valueAtClock, within } from './moments.ts';

const start = Date.UTC(2026, 7, 1);
const iso = (day: number, hour = 0) => new Date(start + day * dayMs + hour * 3_600_000).toISOString();
const record = {
  available_dates: [iso(0), iso(1), iso(5), iso(6)],
  coverage: [1, 0.5, 0, 0.9],
  means: [20, 21, null, 23],
} as unknown as TemporalRecord;

test('the strip has one cell a day, its height the coverage, and says where days are missing', () => {
  const cells = stripOf(record, start, start + 6 * dayMs);
  expect(cells.map(({ share }) => share)).toEqual([1, 0.5, 0, 0, 0, 0.08, 0.9]);
  expect(gapsOf(cells)).toEqual([{ fromMs: start + 2 * dayMs, toMs: start + 5 * dayMs }]);
});

test('years fit into as many cells as a telephone shows', () => {
  const cells = stripOf(record, start - 3_000 * dayMs, start + 6 * dayMs);
  expect(cells.length).toBeLessThanOrEqual(240);
  expect(cells.at(-1)?.endMs).toBeGreaterThan(start + 6 * dayMs);
});

test('every variable shows its own date of the day that the clock is at, or the last one before', () => {
  expect(valueAtClock(record, start + dayMs + 5_000)).toEqual({ ms: start + dayMs, mean: 21 });
  expect(valueAtClock(record, start + 3 * dayMs)).toEqual({ ms: start + dayMs, mean: 21 });
  expect(valueAtClock(record, start - dayMs)).toBeNull();
});

test('the clock stays within the days chosen, and goes round unless it is to play once', () => {
  const moments = within(
    [0, 1, 2, 3].map((day) => start + day * dayMs),
    { from: '2026-08-02', to: '2026-08-03' },
  );
  expect(moments).toEqual([start + dayMs, start + 2 * dayMs]);
  expect(indexAt(moments, undefined)).toBe(1);
  expect(indexAt(moments, iso(0))).toBe(0);
  expect([nextIndex(0, 2, true), nextIndex(1, 2, true), nextIndex(1, 2, false), nextIndex(0, 0, true)]).toEqual([
    1,
    0,
    null,
    null,
  ]);
});

test('colours that cannot be are those of the variable', () => {
  expect(coloursOf('chl_a', { low: 0, log: 'yes' })).toMatchObject({ range: [0.05, 20], log: true });
  expect(coloursOf('chl_a', { low: 0, high: 5, log: 'no', ramp: 'haline' })).toEqual({
    ...{ ramp: 'haline', range: [0, 5], log: false },
  });
});
