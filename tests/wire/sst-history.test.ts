import { dayMs } from '@kianda/geo';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ofKind, type SimulatedProvider, startSimulated } from './simulated-provider.ts';

let provider: SimulatedProvider;
beforeEach(async () => {
  provider = await startSimulated('noaa-sst', { nowMs: Date.UTC(2026, 8, 1, 6), streamId: 'oisst' });
});
afterEach(async () => provider.close());

test('a long window of history comes many days at a time, for its means alone, and from the first day of the archive', async () => {
  const window = { fromMs: Date.UTC(1981, 6, 1), toMs: Date.UTC(1982, 0, 31, 23) };
  const { pages, records, cursor } = await provider.run({ lastTimeMs: Date.UTC(2026, 7, 30) }, 'backfill', window);
  // September to January is 153 days: two requests, not 153.
  expect(pages).toHaveLength(2);
  const slices = ofKind(records, 'grid-slice');
  expect(slices.map(({ timeMs }) => timeMs)).toEqual(
    Array.from({ length: 153 }, (_, index) => Date.UTC(1981, 8, 1, 12) + index * dayMs),
  );
  expect(slices.every(({ meansOnly, variable }) => meansOnly === true && variable === 'oisstSst')).toBe(true);
  expect(pages.every(({ raw }) => raw.length === 0)).toBe(true);
  expect(cursor).toEqual({ lastTimeMs: Date.UTC(2026, 7, 30) });
  const [first, last] = [slices[0], slices.at(-1)];
  // The sea is warmer in January than in September, in each of the fields.
  const mean = (values: Float32Array | undefined) => {
    const known = [...(values ?? [])].filter((value) => !Number.isNaN(value));
    return known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  expect(mean(last?.values)).toBeGreaterThan(mean(first?.values));
});

test('a day of a long window is the day of a short one', async () => {
  const dayOf = (fromMs: number, toMs: number) => provider.run(null, 'backfill', { fromMs, toMs });
  const long = await dayOf(Date.UTC(1990, 0, 1), Date.UTC(1990, 4, 1));
  const short = await dayOf(Date.UTC(1990, 2, 1), Date.UTC(1990, 2, 1, 23));
  const at = Date.UTC(1990, 2, 1, 12);
  const one = (run: typeof long) =>
    ofKind(run.records, 'grid-slice').find(({ timeMs, variable }) => timeMs === at && variable === 'oisstSst');
  expect(one(long)?.values).toEqual(one(short)?.values);
  expect(one(short)?.meansOnly).toBeUndefined();
});
