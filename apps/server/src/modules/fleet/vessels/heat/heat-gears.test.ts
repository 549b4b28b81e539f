import type { VesselPresence } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import { heatOverview } from '@kianda/contract/fleet/vessels/fleet.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askModule } from '../../../../testing/ask.ts';
import { originOf } from '../../../../testing/module.ts';
import { fromMs, type HeatSea, mmsis, nowMs, openSea, to } from './testing/sea.ts';

let sea: HeatSea;
beforeAll(async () => {
  sea = await openSea();
  // The provider's presence says with what these ships fish; of the others nobody does.
  await sea.module.sink(
    [present(603_000_004, 'trawlers'), present(668_000_005, 'purse_seines'), present(668_000_006, 'trawlers')],
    originOf(sea.base, { connectorId: 'gfw', streamId: 'presence' }),
  );
  // Kinds of ships are read again after a minute.
  sea.base.advance(60_000);
});
afterAll(() => sea.close());

const present = (mmsi: number, gearType: string): VesselPresence => ({
  kind: 'vessel-presence',
  vesselId: `gfw-${mmsi}`,
  ssvid: String(mmsi),
  shipName: null,
  flag: null,
  vesselType: 'FISHING',
  gearType,
  imo: null,
  callsign: null,
  date: '2026-08-25',
  lon: 0,
  lat: 0,
  hours: 2,
  firstTransmissionMs: fromMs,
  lastTransmissionMs: nowMs,
});

test('a gear is a filter of the heat map and of the fleet; a vessel of an unknown gear passes none', async () => {
  const trawlers = [603_000_004, 668_000_006];
  for (const interval of ['hour', 'day', 'month'] as const)
    await sea.compare(interval, 5, { gears: 'trawlers' }, ({ mmsi }) => trawlers.includes(mmsi ?? 0));
  await sea.compare(
    'day',
    7,
    { gears: 'trawlers,purse_seines' },
    ({ mmsi }) => (mmsi ?? 0) === 668_000_005 || trawlers.includes(mmsi ?? 0),
  );
  const heard = async (query: Record<string, string>) => (await sea.fleet({ at: to, ...query })).mmsis;
  expect(new Set(await heard({ gears: 'trawlers' }))).toEqual(new Set(trawlers));
  expect(await heard({ gears: 'palangre' })).toEqual([]);
  expect(new Set(await heard({}))).toEqual(new Set(mmsis));
});

test('gear and licence together', async () => {
  sea.register([[603_000_004, '2026-08-01', '2026-09-30']]);
  const both = { gears: 'trawlers', licence: 'with' };
  expect((await sea.fleet({ at: to, ...both })).mmsis).toEqual([603_000_004]);
  await sea.compare('day', 5, both, ({ mmsi }) => mmsi === 603_000_004);
  expect((await sea.fleet({ at: to, gears: 'trawlers', licence: 'without' })).mmsis).toEqual([668_000_006]);
});

test('the gears that there are, most frequent first', async () => {
  const { gears } = (await askModule(sea.module, heatOverview)).data as DataOf<typeof heatOverview>;
  expect(gears).toEqual([
    { gear: 'trawlers', vessels: 2 },
    { gear: 'purse_seines', vessels: 1 },
  ]);
});
