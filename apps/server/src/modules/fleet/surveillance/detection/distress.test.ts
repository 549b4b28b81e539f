import type { AisSafetyRecord } from '@kianda/connectors';
import * as alertContract from '@kianda/contract/fleet/surveillance/alerts.contract';
import { alertEvidence } from '@kianda/contract/fleet/surveillance/evidence.contract';
import { listSafetyStations } from '@kianda/contract/fleet/vessels/safety.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askModule } from '../../../../testing/ask.ts';
import { originOf } from '../../../../testing/module.ts';
import { openSurveillance, type SurveillanceWorld } from '../testing/world.ts';

let world: SurveillanceWorld;
let nowMs: number;
beforeEach(async () => {
  world = await openSurveillance({}, [{ address: '192.0.2.7', name: 'Luanda', antenna: 'terrestrial' }]);
  nowMs = world.base.platform.clock.nowMs();
});
afterEach(async () => {
  await world.close();
});

const report = (over: Partial<AisSafetyRecord>): AisSafetyRecord => ({
  ...{ kind: 'ais-safety', station: 'distress', mmsi: 970_010_001, timeMs: nowMs, feed: 'udp 192.0.2.7' },
  ...{ lon: null, lat: null, name: null, text: null, aidType: null, isVirtual: null, isOffPosition: null },
  ...{ isActive: null, altitudeMeters: null, speedKnots: null, courseDegrees: null },
  ...over,
});
const store = (...records: readonly AisSafetyRecord[]) => world.vessels.safetySink(records, originOf(world.base));
const alerts = async () =>
  (await askModule(world.module, alertContract.listVesselAlerts, { query: { page: 1, pageSize: 50 } })).data.data;
const stations = async (query: object = {}) =>
  (await askModule(world.vessels, listSafetyStations, { query: { page: 1, pageSize: 50, ...query } })).data.data;

test('a beacon in use is one alert of high severity, which follows it; its dossier can be written', async () => {
  await store(report({ isActive: true, text: 'SART ACTIVE' }));
  await world.detect();
  expect(await alerts()).toMatchObject([{ rule: 'distress', severity: 'high', location: null, vesselCount: 0 }]);
  world.base.advance(90_000);
  await store(report({ isActive: true, timeMs: nowMs + 60_000, lon: 12.5, lat: -9.25, speedKnots: 0 }));
  await world.detect();
  const [alert, ...others] = await alerts();
  expect(others).toEqual([]);
  const heardLast = new Date(nowMs + 60_000).toISOString();
  expect(alert).toMatchObject({ location: { lon: 12.5, lat: -9.25 }, simulated: false, lastAt: heardLast });
  expect(alert?.description).toMatch(
    /^Transponder de busca \(AIS-SART\) 970010001 ativo desde .*\. Mensagem: «SART ACTIVE»\.$/,
  );
  // Nothing new was heard: nothing is written again.
  expect(await world.detect()).toMatchObject({ alerts: 0 });
  const file = await askModule(world.module, alertEvidence, { params: { id: alert?.id ?? '' } });
  expect(file).toBeDefined();
});

test.each([
  [970_010_002, 'Transponder de busca (AIS-SART)'],
  [972_010_002, 'Homem ao mar (MOB)'],
  [974_010_002, 'Radiobaliza (EPIRB-AIS)'],
])('%i is told as %s', async (mmsi, name) => {
  await store(report({ mmsi, isActive: true, lon: 12, lat: -9 }));
  await world.detect();
  expect((await alerts()).map(({ description }) => description.startsWith(`${name} ${mmsi} ativo`))).toEqual([true]);
});

test('a beacon under test, an aid, an aircraft and a text raise nothing and are listed', async () => {
  await store(
    report({ isActive: false, text: 'SART TEST' }),
    report({ station: 'aid', mmsi: 996_031_001, aidType: 30, isVirtual: true, isOffPosition: false, name: 'BOIA 1' }),
    report({ station: 'aircraft', mmsi: 111_603_001, lon: 12, lat: -9, altitudeMeters: 300 }),
    report({ station: 'text', mmsi: 6_039_903, text: 'NAVAREA VII: TIROS' }),
    report({ station: 'base', mmsi: 6_039_903, lon: 13.28, lat: -8.75 }),
  );
  await world.detect();
  expect(await alerts()).toEqual([]);
  const listed = await stations({ sort: 'kind', order: 'asc' });
  expect(listed.map(({ kind, mmsi, state }) => `${kind} ${mmsi} ${state}`)).toEqual([
    'aid 996031001 on_position',
    'aircraft 111603001 null',
    'base 006039903 null',
    'distress 970010001 test',
    'text 006039903 null',
  ]);
  expect(new Set(listed.map(({ source }) => source))).toEqual(new Set(['Luanda']));
  expect((await stations({ virtual: 'true' })).map(({ name, isVirtual }) => [name, isVirtual])).toEqual([
    ['BOIA 1', true],
  ]);
  expect((await stations({ search: 'tiros' })).map(({ kind }) => kind)).toEqual(['text']);
});

test('late and repeated reports change nothing that is newer; a beacon that ends its test is in use', async () => {
  await store(report({ station: 'aid', mmsi: 996_031_001, name: 'BOIA 1', lon: 13, lat: -9, isOffPosition: true }));
  await store(
    report({
      station: 'aid',
      mmsi: 996_031_001,
      timeMs: nowMs - 60_000,
      name: 'BOIA UM',
      lon: 13.1,
      isOffPosition: false,
    }),
  );
  expect(await stations()).toMatchObject([
    { name: 'BOIA 1', lon: 13, state: 'off_position', firstAt: new Date(nowMs - 60_000).toISOString() },
  ]);
  await store(report({ isActive: false }), report({ isActive: true, timeMs: nowMs + 1_000 }));
  await world.detect();
  expect(await alerts()).toHaveLength(1);
});
