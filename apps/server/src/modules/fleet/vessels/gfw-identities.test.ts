import type { VesselIdentityRecord } from '@kianda/connectors';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createModulePlatform, echoAbsence, type ModulePlatform, originOf } from '../../../testing/module.ts';
import { createVessels, type VesselsModule } from './index.ts';
import { vesselMigrations } from './vessels.migrations.ts';

let base: ModulePlatform;
let module: VesselsModule;
beforeEach(async () => {
  base = await createModulePlatform([{ name: 'vessels', migrations: vesselMigrations }]);
  module = createVessels({
    platform: base.platform,
    provenanceOf: async () => ({ state: 'fallback', reason: 'ensaio' }),
    absenceOf: echoAbsence,
  });
});
afterEach(() => base.close());

const told = (from: string, until: string, over: Partial<VesselIdentityRecord> = {}): VesselIdentityRecord => ({
  kind: 'vessel-identity',
  vesselKey: 'mmsi:603990001',
  mmsi: 603_990_001,
  timeMs: Date.parse(from),
  untilMs: Date.parse(until),
  name: 'ESTRELA DO MAR',
  callsign: null,
  imo: null,
  flag: 'AGO',
  registration: null,
  shipType: null,
  lengthMeters: null,
  widthMeters: null,
  draughtMeters: null,
  destination: null,
  feed: 'ais',
  ...over,
});
const origin = () => originOf(base, { connectorId: 'gfw', streamId: 'identities' });
const periods = async () => {
  const { rows } = await sql<{ name: string; first: string; last: string; connector_id: string }>`
    SELECT p.ship_name AS name, to_char(p.from_at, 'YYYY') AS first, to_char(p.to_at, 'YYYY') AS last, f.connector_id
    FROM vessels.identity_periods p JOIN vessels.feeds f ON f.id = p.feed_id ORDER BY p.from_at`.execute(
    base.platform.database.for(),
  );
  return rows;
};

test('a period told as such is one period, however long; told again it grows and nothing is doubled', async () => {
  const stored = await module.identitySink([told('2013-05-15', '2024-07-04')], origin());
  expect(stored).toMatchObject({ written: 1, newestObservedMs: Date.parse('2024-07-04') });
  await module.identitySink([told('2013-05-15', '2026-07-04')], origin());
  expect(await module.identitySink([told('2013-05-15', '2026-07-04')], origin())).toMatchObject({ written: 0 });
  expect(await periods()).toEqual([{ name: 'ESTRELA DO MAR', first: '2013', last: '2026', connector_id: 'gfw' }]);
});

test('a former name keeps its own period, and the newest is what the ship is called', async () => {
  const former = told('2010-01-01', '2013-01-01', { name: 'KILY', flag: 'BLZ' });
  await module.identitySink([told('2013-05-15', '2026-07-04'), former], origin());
  expect((await periods()).map(({ name, last }) => [name, last])).toEqual([
    ['KILY', '2013'],
    ['ESTRELA DO MAR', '2026'],
  ]);
  const { rows } = await sql<{ ship_name: string; flag: string }>`SELECT ship_name, flag FROM vessels.ships`.execute(
    base.platform.database.for(),
  );
  expect(rows).toEqual([{ ship_name: 'ESTRELA DO MAR', flag: 'AGO' }]);
});

test('a gear told by a source is kept once, over the whole time it was told', async () => {
  const trawls = (from: string, until: string) => ({
    gear: 'TRAWLERS',
    source: 'Registos: ICCAT',
    fromMs: Date.parse(from),
    untilMs: Date.parse(until),
  });
  const first = trawls('2015-01-01', '2020-01-01');
  await module.identitySink([told('2013-05-15', '2024-07-04', { gears: [first] })], origin());
  const record = told('2013-05-15', '2024-07-04', { gears: [trawls('2013-01-01', '2018-01-01'), first] });
  await module.identitySink([record, told('2013-05-15', '2024-07-04')], origin());
  expect(await module.tracks.gears([1])).toEqual([
    {
      ship_id: 1,
      source: 'Registos: ICCAT',
      gear: 'TRAWLERS',
      from_at: new Date('2013-01-01'),
      to_at: new Date('2020-01-01'),
    },
  ]);
});

test('the same gear from the presence of a source is no second one', async () => {
  const claim = {
    gear: 'TRAWLERS',
    source: 'Global Fishing Watch',
    fromMs: Date.parse('2015-01-01'),
    untilMs: Date.parse('2020-01-01'),
  };
  await module.identitySink([told('2013-05-15', '2024-07-04', { gears: [claim] })], origin());
  await sql`INSERT INTO vessels.identities (vessel_id, ssvid, gear_type, first_transmission, last_transmission, updated_at)
    VALUES ('g', '603990001', 'TRAWLERS', '2014-01-01Z', '2026-01-01Z', now())`.execute(base.platform.database.for());
  expect(await module.tracks.gears([1])).toMatchObject([
    { source: 'Global Fishing Watch', from_at: new Date('2014-01-01'), to_at: new Date('2026-01-01') },
  ]);
});
