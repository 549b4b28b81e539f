import type { VesselEventRecord } from '@kianda/connectors';
import * as alertContract from '@kianda/contract/fleet/surveillance/alerts.contract';
import * as registryContract from '@kianda/contract/fleet/surveillance/registry.contract';
import { destination, hourMs, type Position } from '@kianda/geo';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askModule } from '../../../testing/ask.ts';
import { originOf } from '../../../testing/module.ts';
import { openSurveillance, positionAt, positionsAlong, type SurveillanceWorld } from './testing/world.ts';

let world: SurveillanceWorld;
let startMs: number;
beforeEach(async () => {
  world = await openSurveillance();
  startMs = world.base.platform.clock.nowMs() - 5 * hourMs;
});
afterEach(async () => {
  await world.close();
});

const firstPage = { page: 1, pageSize: 50 } as const;
const alerts = async () =>
  (await askModule(world.module, alertContract.listVesselAlerts, { query: firstPage })).data.data;
const events = async (query: Record<string, string> = {}) =>
  (await askModule(world.module, alertContract.listVesselEvents, { query: { ...firstPage, ...query } })).data.data;

const openSea: Position = [9.5, -11];
/** Two hours of fishing on the way north. */
const fishing = (mmsi: number) =>
  positionsAlong(
    mmsi,
    { fromMs: startMs, everyMinutes: 5, count: 25, placeOf: (index) => destination(openSea, 0, index * 600) },
    { navigationStatus: 7, speedKnots: 4 },
  );

test('an empty registry accuses nobody of fishing without a licence', async () => {
  await world.storePositions(fishing(603_000_013));
  await world.detect();
  expect(await events({ kind: 'fishing' })).toHaveLength(1);
  expect(await alerts()).toEqual([]);
});

test('fishing without a licence, in a closed season, and with everything in order', async () => {
  const licence = {
    number: 'AO-2026-1',
    vesselName: 'Barco Um',
    mmsi: '603000011',
    imo: null,
    callsign: null,
    registration: null,
    flag: 'AGO',
    holder: null,
    gears: ['cerco'],
    areaIds: null,
    validFrom: '2026-01-01',
    validTo: '2026-12-31',
    source: 'ensaio',
  };
  await askModule(world.module, registryContract.createLicence, { body: licence });
  const trawler = { ...licence, number: 'AO-2026-2', mmsi: '603000012', gears: ['arrasto-pelagico'] };
  await askModule(world.module, registryContract.createLicence, { body: trawler });
  await askModule(world.module, registryContract.createSeason, {
    body: {
      name: 'Veda de ensaio',
      startsOn: '2026-08-01',
      endsOn: '2026-08-31',
      gears: ['arrasto-pelagico'],
      species: [],
      areaId: null,
      source: 'ensaio',
    },
  });
  await world.storePositions([...fishing(603_000_011), ...fishing(603_000_012), ...fishing(603_000_013)]);
  await world.detect();
  expect(await events({ kind: 'fishing' })).toHaveLength(3);
  const found = (await alerts()).map(({ rule, vessels: [vessel] }) => `${vessel?.name} ${rule}`).sort();
  expect(found).toEqual(['603000012 closed_season', '603000013 no_licence']);
});

test('a tow is judged by its movement: a licensed trawler in its closed season, by AIS without any status', async () => {
  const trawler = {
    ...{ number: 'AO-2026-3', vesselName: 'Arrastão', mmsi: '603000014', imo: null, callsign: null },
    ...{ registration: null, flag: 'AGO', holder: null, gears: ['arrasto de fundo'], areaIds: null },
    ...{ validFrom: '2026-01-01', validTo: '2026-12-31', source: 'ensaio' },
  };
  await askModule(world.module, registryContract.createLicence, { body: trawler });
  await askModule(world.module, registryContract.createSeason, {
    body: {
      ...{ name: 'Veda do arrasto', startsOn: '2026-08-01', endsOn: '2026-08-31', gears: ['arrasto de fundo'] },
      ...{ species: [], areaId: null, source: 'ensaio' },
    },
  });
  const tow = (mmsi: number) =>
    positionsAlong(
      mmsi,
      { fromMs: startMs, everyMinutes: 5, count: 37, placeOf: (index) => destination(openSea, 0, index * 494) },
      { navigationStatus: null, speedKnots: 3.2 },
    );
  // A ship of no known kind at the same speed is no trawler.
  await world.storePositions([...tow(603_000_014), ...tow(603_000_015)]);
  await world.detect();
  const [event, ...others] = await events({ kind: 'fishing' });
  expect(others).toEqual([]);
  expect(event?.details).toMatchObject({ basis: 'movement', gear: 'trawl', confidence: 'medium' });
  expect((await alerts()).map(({ rule, severity, description }) => [rule, severity, description])).toEqual([
    [
      'closed_season',
      'medium',
      '603000014 a pescar durante «Veda do arrasto», segundo o movimento (arrasto, confiança média).',
    ],
  ]);
});

test('fishing that Global Fishing Watch found is judged once, for ships that also report themselves', async () => {
  const licence = {
    ...{ number: 'AO-2026-4', vesselName: 'Licenciada', mmsi: '603000021', imo: null, callsign: null },
    ...{ registration: null, flag: 'AGO', holder: null, gears: ['cerco'], areaIds: null },
    ...{ validFrom: '2026-01-01', validTo: '2026-12-31', source: 'ensaio' },
  };
  await askModule(world.module, registryContract.createLicence, { body: licence });
  const nowMs = world.base.platform.clock.nowMs();
  const passing = (mmsi: number) => positionAt(mmsi, nowMs, openSea, { speedKnots: 9 });
  await world.storePositions([603_000_021, 603_000_022, 603_000_023, 603_000_024].map(passing));
  const fishingOf = (mmsi: string, over: Partial<VesselEventRecord> = {}): VesselEventRecord => ({
    ...{ kind: 'vessel-event', sourceId: `e-${mmsi}`, type: 'fishing', startMs: nowMs - 96 * hourMs },
    ...{ endMs: nowMs - 94 * hourMs, lon: 9.5, lat: -11, other: null, details: {} },
    vessel: { vesselId: `g-${mmsi}`, mmsi, name: null, flag: 'AGO', type: 'FISHING' },
    ...over,
  });
  const store = (records: readonly VesselEventRecord[], simulatedSeed: number | null = null) =>
    world.vessels.eventSink(records, originOf(world.base, { simulatedSeed }));
  await store([fishingOf('603000021'), fishingOf('603000022'), fishingOf('603999999')]);
  // History is no alert any more.
  await store([fishingOf('603000024', { startMs: nowMs - 169 * hourMs, endMs: nowMs - 167 * hourMs })]);
  // A simulated event says nothing of a ship that was really heard.
  await store([fishingOf('603000023')], 7);
  expect(await world.detect()).toMatchObject({ provided: 1 });
  expect((await alerts()).map(({ rule, severity, description }) => [rule, severity, description])).toEqual([
    ['no_licence', 'medium', '603000022 a pescar sem licença válida no registo, segundo a Global Fishing Watch.'],
  ]);
  expect(await world.detect()).toMatchObject({ provided: 0 });
  expect(await alerts()).toHaveLength(1);
});
