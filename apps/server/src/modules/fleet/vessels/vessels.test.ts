import type { VesselPresence } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import { presenceCells, vesselPresence } from '@kianda/contract/fleet/vessels/vessels.contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askModule } from '../../../testing/ask.ts';
import {
  createModulePlatform,
  echoAbsence,
  echoProvenance,
  type ModulePlatform,
  originOf,
} from '../../../testing/module.ts';
import { createVessels, type VesselsModule } from './index.ts';
import { vesselMigrations } from './vessels.migrations.ts';

let base: ModulePlatform;
let module: VesselsModule;
beforeEach(async () => {
  base = await createModulePlatform([{ name: 'vessels', migrations: vesselMigrations }]);
  module = createVessels({ platform: base.platform, provenanceOf: echoProvenance, absenceOf: echoAbsence });
  await module.start?.();
});
afterEach(async () => {
  await module.stop?.();
  await base.close();
});

function seen(vesselId: string, date: string, over: Partial<VesselPresence> = {}): VesselPresence {
  return {
    kind: 'vessel-presence',
    vesselId,
    ssvid: `6030000${vesselId}`,
    shipName: `Barco ${vesselId}`,
    flag: 'AGO',
    vesselType: 'fishing',
    gearType: 'trawlers',
    imo: null,
    callsign: null,
    date,
    lon: 12.1,
    lat: -9.2,
    hours: 2,
    firstTransmissionMs: null,
    lastTransmissionMs: null,
    ...over,
  };
}
const presence = async (hours: number) =>
  (await askModule(module, vesselPresence, { query: { hours } })).data as DataOf<typeof vesselPresence>;

test('before the first run: unknown, with the reason', async () => {
  const answer = await askModule(module, vesselPresence);
  expect(answer.data).toMatchObject({ vessel_count: null, window_end: null, updated_at: null, api_status: 'offline' });
  const reason = 'Sem presença de embarcações: gfw/presence';
  expect(answer.provenance).toEqual({ state: 'fallback', reason });
  expect(answer.missing).toEqual({ vessel_count: reason, total_hours: reason });
  expect((await askModule(module, presenceCells)).data).toMatchObject({ from: null, to: null, cells: [] });
  expect(await module.service.byZone([{ id: 'z', contains: () => true }], 7)).toBeNull();
  const collections = module.featureCollections ?? [];
  expect(await Promise.all(collections.map(({ provenance }) => provenance()))).toEqual([
    { state: 'fallback', reason: 'Sem posições de embarcações: angola-ais, angola-vms' },
    { state: 'fallback', reason: 'Sem eventos de embarcações: gfw/events' },
  ]);
});

test('the same page twice changes nothing; revised hours replace', async () => {
  const page = [seen('1', '2026-08-25'), seen('1', '2026-08-26'), seen('2', '2026-08-26')];
  expect(await module.sink(page, originOf(base))).toEqual({
    written: 3,
    duplicates: 0,
    newestObservedMs: Date.UTC(2026, 7, 27),
  });
  expect(await module.sink(page, originOf(base))).toMatchObject({ written: 0, duplicates: 3 });
  expect(await module.sink([seen('2', '2026-08-26', { hours: 5 })], originOf(base))).toMatchObject({ written: 1 });
  expect(await presence(24)).toMatchObject({ vessel_count: 2, total_hours: 7 });
});

test('a window ends with the newest day obtained, and goes back whole days', async () => {
  await module.sink(
    [seen('1', '2026-08-01'), seen('2', '2026-08-20'), seen('3', '2026-08-26'), seen('3', '2026-08-27')],
    originOf(base),
  );
  expect(await presence(24)).toMatchObject({ vessel_count: 1, total_hours: 2, window_end: '2026-08-28T00:00:00.000Z' });
  expect(await presence(25)).toMatchObject({ vessel_count: 1, total_hours: 4 });
  expect(await presence(168)).toMatchObject({ vessel_count: 1 });
  expect((await module.service.cells(8)).value?.cells).toMatchObject([{ vessels: 2, hours: 6 }]);
});

test('the last days with data are compared with as many before them; before the first there is nothing to compare with', async () => {
  expect((await module.service.compared(7)).value).toBeNull();
  await module.sink([seen('1', '2026-08-27'), seen('2', '2026-08-21'), seen('2', '2026-08-26')], originOf(base));
  expect((await module.service.compared(7)).value).toEqual({ current: 2, previous: null, until: '2026-08-27' });
  await module.sink(
    [seen('1', '2026-08-20'), seen('3', '2026-08-20'), seen('4', '2026-08-14'), seen('5', '2026-08-13')],
    originOf(base),
  );
  // 21–27 against 14–20: the 13th is before both.
  expect((await module.service.compared(7)).value).toEqual({ current: 2, previous: 3, until: '2026-08-27' });
});

test('by flag: vessels once each, the flag of their newest identity, unknown ones apart', async () => {
  await module.sink(
    [
      seen('1', '2026-08-26'),
      seen('1', '2026-08-26', { lon: 12.2 }),
      seen('2', '2026-08-26', { flag: 'NAM' }),
      seen('3', '2026-08-26', { flag: null, hours: 1.5 }),
      seen('4', '2026-08-26', { flag: 'ESP' }),
    ],
    originOf(base),
  );
  await module.sink([seen('4', '2026-08-25', { flag: 'AGO' })], originOf(base));
  const { by_flag } = await presence(24);
  expect(by_flag.toSorted((a, b) => (a.flag < b.flag ? -1 : 1))).toEqual([
    { flag: 'AGO', vessels: 2, hours: 6 },
    { flag: 'Desconhecida', vessels: 1, hours: 1.5 },
    { flag: 'NAM', vessels: 1, hours: 2 },
  ]);
});

test('cells add up hours and count vessels once', async () => {
  await module.sink(
    [seen('1', '2026-08-25'), seen('1', '2026-08-26'), seen('2', '2026-08-26'), seen('2', '2026-08-26', { lat: -9.3 })],
    originOf(base),
  );
  const { data } = await askModule(module, presenceCells, { query: { days: 2 } });
  const { cells, from, to } = data as DataOf<typeof presenceCells>;
  expect({ from, to }).toEqual({ from: '2026-08-25', to: '2026-08-26' });
  expect(cells.toSorted((a, b) => b.lat - a.lat)).toEqual([
    { lon: 12.1, lat: -9.2, hours: 6, vessels: 2 },
    { lon: 12.1, lat: -9.3, hours: 2, vessels: 1 },
  ]);
});

test('by zone: each vessel once in each zone it was in; counted anew when presence was stored', async () => {
  const zones = [
    { id: 'norte', contains: ([, lat]: readonly [number, number]) => lat > -10 },
    { id: 'tudo', contains: () => true },
  ];
  const counts = async () => (await module.service.byZone(zones, 7))?.value;
  await module.sink(
    [seen('1', '2026-08-26'), seen('1', '2026-08-26', { lat: -12 }), seen('2', '2026-08-26', { lat: -12 })],
    originOf(base),
  );
  const first = [
    { vessels: 1, hours: 2 },
    { vessels: 2, hours: 6 },
  ];
  expect(await counts()).toEqual(first);
  await module.sink([seen('3', '2026-08-26')], originOf(base));
  expect(await counts()).toEqual(first);
  base.platform.events.publish({ channel: 'vessels', type: 'records.stored', payload: { kind: 'vessel-presence' } });
  expect((await counts())?.[0]).toEqual({ vessels: 2, hours: 4 });
});

test('months make their partitions, over the turn of the year, too', async () => {
  await module.sink([seen('1', '2025-12-31'), seen('1', '2026-01-01')], originOf(base));
  const { rows } = await sql<{ name: string }>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits
    WHERE inhparent = 'vessels.presence'::regclass ORDER BY 1`.execute(base.platform.database.for());
  expect(rows.map(({ name }) => name)).toEqual(['vessels.presence_2025_12', 'vessels.presence_2026_01']);
});

test('two processes that meet the same new month at once both store', async () => {
  const other = createVessels({ platform: base.platform, provenanceOf: echoProvenance, absenceOf: echoAbsence });
  const pages = Array.from({ length: 40 }, (_, index) => seen(String(index), '2026-08-26'));
  await Promise.all([module.sink(pages, originOf(base)), other.sink(pages.toReversed(), originOf(base))]);
  expect((await presence(24)).vessel_count).toBe(40);
});

test('where the server has PostGIS, the view for GIS programs shows presence as points', async ({ skip }) => {
  skip(!base.platform.database.hasPostgis, 'o servidor não tem PostGIS');
  await module.sink([seen('1', '2026-08-26', { lon: 11.5, lat: -8.25 })], originOf(base));
  const { rows } = await sql<{ wkt: string; flag: string }>`
    SELECT st_astext(geom) AS wkt, flag FROM gis.vessel_presence`.execute(base.platform.database.for());
  expect(rows).toEqual([{ wkt: 'POINT(11.5 -8.25)', flag: 'AGO' }]);
});
