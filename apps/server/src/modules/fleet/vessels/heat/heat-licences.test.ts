import { mercatorTile } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HeatSea, mmsis, openSea, type Wanted } from './testing/sea.ts';

let sea: HeatSea;
beforeAll(async () => {
  sea = await openSea();
});
afterAll(() => sea.close());

test('a licence counts on its days alone, whatever is valid today', async () => {
  sea.register([
    // Ends within the period, on the second of its three days.
    [603_000_004, '2026-01-01', '2026-08-30'],
    // Begins on the last day.
    [668_000_005, '2026-08-31', '2026-12-31'],
    // Renewed without a day between, and with one that overlaps.
    [668_000_006, '2025-01-01', '2026-08-29'],
    [668_000_006, '2026-08-30', '2027-08-29'],
    [668_000_006, '2026-02-01', '2026-03-01'],
    // Long past, and yet to come.
    [603_000_001, '2020-01-01', '2020-12-31'],
    [603_000_002, '2026-09-01', '2026-12-31'],
  ]);
  const isWithout: Wanted = (record) => !sea.isLicensed(record);
  for (const interval of ['hour', 'day', 'month'] as const) {
    await sea.compare(interval, 5, { licence: 'with' }, sea.isLicensed);
    await sea.compare(interval, 8, { licence: 'without' }, isWithout);
  }
  await sea.compare(
    'month',
    5,
    { licence: 'with', types: 'fishing', flags: 'AGO' },
    (record) => sea.isLicensed(record) && record.mmsi === 603_000_004,
  );
  const heard = async (at: string, licence: string) => new Set((await sea.fleet({ at, licence })).mmsis);
  expect(await heard('2026-08-30T23:59:59Z', 'with')).toEqual(new Set([603_000_004, 668_000_006]));
  expect(await heard('2026-08-31T00:00:00Z', 'with')).toEqual(new Set([668_000_005, 668_000_006]));
  expect(await heard('2026-08-31T00:00:00Z', 'without')).toEqual(new Set(mmsis.filter((mmsi) => mmsi < 668_000_000)));
});

test('a month without a change of licence is read as it is stored, and an empty registry tells of nobody', async () => {
  sea.register([
    [603_000_004, '2026-08-01', '2026-08-31'],
    [668_000_005, '2026-08-31', '2026-08-31'],
  ]);
  // The second one is no fishing vessel of Angola: what changes with it is nothing to this tile.
  const own = { licence: 'with', flags: 'AGO' };
  await sea.compare('month', 7, own, (record) => record.mmsi === 603_000_004);
  sea.register(null);
  const { x, y } = mercatorTile(12.9, -9.1, 5);
  expect(await sea.tile(5, x, y, { licence: 'with' })).toBeNull();
  expect(await sea.tile(5, x, y, { licence: 'without' })).toBeNull();
});
