import type { FixedStructure } from '@kianda/connectors';
import { listVesselAlerts } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { listAreas, updateArea } from '@kianda/contract/fleet/surveillance/registry.contract';
import { fixedStructures } from '@kianda/contract/fleet/vessels/vessels.contract';
import { dayMs, destination, hourMs, offshoreInstallations, type Position } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askModule } from '../../../testing/ask.ts';
import { originOf } from '../../../testing/module.ts';
import { createRegistryRepository } from './registry/registry.repository.ts';
import { syncStructureZones } from './registry/structure-zones.service.ts';
import { openSurveillance, positionsAlong, type SurveillanceWorld } from './testing/world.ts';

let world: SurveillanceWorld;
beforeAll(async () => {
  world = await openSurveillance();
});
afterAll(() => world.close());

const place: Position = [11.9, -6.4];
const structure = (structureId: string, over: Partial<FixedStructure> = {}): FixedStructure => ({
  kind: 'fixed-structure',
  structureId,
  lon: place[0],
  lat: place[1],
  label: 'oil',
  confidence: 'high',
  startMs: Date.UTC(2017, 0, 1),
  endMs: null,
  ...over,
});
const at = ([lon, lat]: Position) => ({ lon, lat });
const known = at(destination(offshoreInstallations[0]?.position ?? place, 45, 60));

const store = (records: readonly FixedStructure[]) =>
  world.vessels.structureSink(records, originOf(world.base, { connectorId: 'gfw', streamId: 'structures' }));
const sync = () =>
  syncStructureZones({
    repository: createRegistryRepository(world.base.platform.database.for()),
    clock: world.base.platform.clock,
    structures: world.vessels.structures,
  });
const zones = async () =>
  (await askModule(world.module, listAreas)).data.areas.filter(({ id }) => id.startsWith('gfw-estrutura-'));

test('before any: an empty answer with the reason', async () => {
  const { data, provenance } = await askModule(world.vessels, fixedStructures);
  expect([data.structures, provenance.state]).toEqual([[], 'fallback']);
});

test('oil structures of the zone are excluded with their confidence and source; those seeded are not doubled', async () => {
  const records = [
    structure('1'),
    structure('2', { ...at(destination(place, 90, 5000)), confidence: 'low' }),
    structure('3', { label: 'unknown' }),
    structure('4', { ...at([12.5, 1.5]) }),
    structure('5', known),
    structure('6', { endMs: Date.UTC(2020, 0, 1) }),
  ];
  expect(await store(records)).toMatchObject({ written: 6, newestObservedMs: world.base.platform.clock.nowMs() });
  expect(await store(records)).toMatchObject({ written: 0, duplicates: 6 });
  await sync();
  const found = await zones();
  expect(found.map(({ id, isMonitored }) => [id, isMonitored])).toEqual([
    ['gfw-estrutura-1', true],
    // A structure that is not sure is not watched before a person says so.
    ['gfw-estrutura-2', false],
  ]);
  expect(found[0]).toMatchObject({ kind: 'oil_exclusion', isSeeded: true });
  expect(found[0]?.areaKm2).toBeCloseTo(0.78, 2);
  expect(found[0]?.source).toContain(
    'Global Fishing Watch, estruturas fixas (Sentinel-1 e Sentinel-2), estrutura 1 em ',
  );
  expect(found[0]?.source).toContain(', confiança alta. Zona de segurança de 500 m');
  expect(
    (await askModule(world.module, listAreas)).data.areas.filter(({ kind }) => kind === 'oil_exclusion'),
  ).toHaveLength(offshoreInstallations.length + 2);
});

test('the map shows those that stood at the instant it shows', async () => {
  const ids = async (query: Record<string, string>) =>
    (await askModule(world.vessels, fixedStructures, { query })).data.structures.map(({ id }) => id);
  expect(await ids({})).toEqual(['1', '2', '3', '4', '5']);
  expect(await ids({ at: '2019-01-01T00:00:00Z' })).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(await ids({ at: '2016-01-01T00:00:00Z' })).toEqual([]);
});

test('a vessel within 500 m of a structure has an alert of the rule, one at 800 m has none', async () => {
  const fromMs = world.base.platform.clock.nowMs() - 2 * hourMs;
  const staying = (mmsi: number, where: Position) =>
    positionsAlong(mmsi, { fromMs, everyMinutes: 5, count: 13, placeOf: () => where });
  await world.storePositions([
    ...staying(603_000_011, destination(place, 200, 300)),
    ...staying(603_000_012, destination(place, 200, 800)),
  ]);
  await world.detect();
  const { data } = (
    await askModule(world.module, listVesselAlerts, { query: { page: 1, pageSize: 50, rule: 'oil_exclusion' } })
  ).data;
  expect(data.map(({ area }) => area?.id)).toEqual(['gfw-estrutura-1']);
});

test('what people decide stays; a structure that is gone leaves the watch, and is watched again when it is back', async () => {
  const [first] = await zones();
  if (first === undefined) throw new Error('no zone');
  const { name, kind, geometry, rules, source, note } = first;
  await askModule(world.module, updateArea, {
    params: { id: first.id },
    body: { name, kind, geometry, rules, source, note, isMonitored: false },
  });
  await store([structure('1', { confidence: 'medium' })]);
  await sync();
  expect((await zones())[0]).toMatchObject({ isMonitored: false, source: expect.stringContaining('confiança média') });
  await store([structure('1', { endMs: world.base.platform.clock.nowMs() - dayMs })]);
  await sync();
  expect((await zones())[0]).toMatchObject({ isMonitored: false, note: expect.stringContaining('Retirada') });
  await store([structure('1')]);
  await sync();
  expect((await zones())[0]).toMatchObject({
    isMonitored: true,
    note: expect.stringContaining('confiança da classificação: alta'),
  });
});
