import type { ProtectedAreaRecord } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import { listProtectedAreas } from '@kianda/contract/sea/geography/geography.contract';
import { bboxOfGeometry, pointInPolygon, polygonAreaSquareMeters, protectedAreas } from '@kianda/geo';
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
import { createVessels } from '../../fleet/vessels/index.ts';
import { vesselMigrations } from '../../fleet/vessels/vessels.migrations.ts';
import { geographyMigrations } from './geography.migrations.ts';
import { createGeography, type GeographyModule } from './index.ts';

let base: ModulePlatform;
let module: GeographyModule;
beforeEach(async () => {
  base = await createModulePlatform([
    { name: 'vessels', migrations: vesselMigrations },
    { name: 'geography', migrations: geographyMigrations },
  ]);
  const vessels = createVessels({ platform: base.platform, provenanceOf: echoProvenance, absenceOf: echoAbsence });
  module = createGeography({
    platform: base.platform,
    vessels: vessels.service,
    provenanceOf: echoProvenance,
    absenceOf: echoAbsence,
  });
});
afterEach(() => base.close());

const square = (west: number, south: number): ProtectedAreaRecord['geometry'] => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + 1, south],
      [west + 1, south + 1],
      [west, south + 1],
      [west, south],
    ],
  ],
});

function site(siteId: string, over: Partial<ProtectedAreaRecord> = {}): ProtectedAreaRecord {
  return {
    kind: 'protected-area',
    siteId,
    withdrawn: false,
    name: `Sítio ${siteId}`,
    nameEnglish: null,
    designation: 'Parque Nacional',
    jurisdiction: 'National',
    iucnCategory: 'II',
    legalStatus: 'Designated',
    legalStatusDate: '1964-01-01',
    statusYear: 1964,
    governance: 'Federal or national ministry or agency',
    managementAuthority: null,
    noTake: null,
    realm: 'Terrestrial',
    marine: false,
    isOecm: false,
    reportedAreaKm2: 100,
    reportedMarineAreaKm2: 0,
    gisAreaKm2: 101.5,
    gisMarineAreaKm2: 0,
    countries: ['AGO'],
    sources: ['Ministério do Ambiente'],
    parcels: 0,
    url: null,
    geometry: square(12, -16),
    ...over,
  };
}

const wdpa = (over = {}) => originOf(base, { connectorId: 'protected-planet', streamId: 'sites', ...over });
const ask = async (query: object = {}) => {
  const answer = await askModule(module, listProtectedAreas, { query });
  return { ...answer, data: answer.data as DataOf<typeof listProtectedAreas> };
};
const ids = async (query: object = {}) =>
  (await ask(query)).data.features.filter(({ properties }) => properties.outline !== 'box').map(({ id }) => id);

test('until the register was read, our own list stands for it', async () => {
  const { data, provenance } = await ask();
  expect(data.features).toHaveLength(protectedAreas.filter(({ bbox }) => bbox !== null).length);
  expect(data.features.find(({ id }) => id === 'iona')?.properties).toMatchObject({
    name: 'Parque Nacional do Iona (limite aproximado)',
    outline: 'approximate',
    reportedAreaKm2: 15_150,
  });
  expect(data.attributions).toEqual([]);
  expect(provenance).toMatchObject({ state: 'configured', source: 'Dados de referência da Kianda' });
});

test('then the register counts, with its terms; of our list only what no register has stays', async () => {
  await module.sinks.protectedArea([site('347', { name: 'Iona' })], wdpa({ simulatedSeed: 8478 }));
  const { data, provenance } = await ask();
  expect(data.features[0]).toMatchObject({
    id: 'protected-planet:347',
    geometry: square(12, -16),
    properties: { name: 'Iona', iucnCategory: 'II', statusYear: 1964, outline: 'boundary', status: 'existente' },
  });
  expect(data.features.slice(1).map(({ properties }) => properties.status)).toEqual(
    protectedAreas.filter(({ bbox, status }) => bbox !== null && status !== 'existente').map(({ status }) => status),
  );
  expect(data.attributions).toMatchObject([{ licence: expect.stringContaining('não comercial') }]);
  expect(provenance).toMatchObject({ state: 'simulated', seed: 8478 });
});

test('the same page twice changes nothing; a corrected site is the same row; a withdrawn one goes and may come back', async () => {
  const page = [site('1'), site('2')];
  expect(await module.sinks.protectedArea(page, wdpa())).toMatchObject({ written: 2, duplicates: 0 });
  expect(await module.sinks.protectedArea(page, wdpa())).toMatchObject({ written: 0, duplicates: 2 });
  for (const change of [{ geometry: square(13, -16) }, { iucnCategory: null }, { legalStatus: 'Proposed' }])
    expect(await module.sinks.protectedArea([site('1', change)], wdpa())).toMatchObject({ written: 1 });
  expect(await ids()).toEqual(['protected-planet:1', 'protected-planet:2']);
  const gone = [{ kind: 'protected-area', siteId: '2', withdrawn: true }] as const;
  expect(await module.sinks.protectedArea(gone, wdpa())).toMatchObject({ written: 1 });
  expect(await module.sinks.protectedArea(gone, wdpa())).toMatchObject({ written: 0 });
  expect(await ids()).toEqual(['protected-planet:1']);
  await module.sinks.protectedArea([site('2')], wdpa());
  expect(await ids()).toEqual(['protected-planet:1', 'protected-planet:2']);
});

test('a register read again without change is current again; its sites have no time of their own', async () => {
  expect(await module.sinks.protectedArea([site('1')], wdpa())).toMatchObject({ newestObservedMs: null });
  base.advance(86_400_000);
  await module.sinks.protectedArea([site('1')], wdpa());
  const readAt = new Date(base.platform.clock.nowMs()).toISOString();
  expect((await ask({ west: 12, east: 12.1, south: -15.5, north: -15.4, pageSize: 1 })).provenance).toMatchObject({
    observedAt: null,
    retrievedAt: readAt,
  });
});

test('a box finds what touches it, on land or at sea', async () => {
  await module.sinks.protectedArea(
    [site('sul'), site('norte', { geometry: square(12, -6), marine: true }), site('sem', { geometry: null })],
    wdpa(),
  );
  expect(await ids({ south: -7, north: -5 })).toEqual(['protected-planet:norte']);
  expect(await ids({ west: 12.5, south: -15.5, east: 12.6, north: -15.4 })).toEqual(['protected-planet:sul']);
  expect(await ids({ marine: 'true' })).toEqual(['protected-planet:norte']);
  expect(await ids({ west: 20 })).toEqual([]);
});

test('a site that is a point in the register is drawn as a circle of the area reported', async () => {
  const point = { type: 'Point', coordinates: [13.14, -8.93] } as const;
  await module.sinks.protectedArea([site('1', { geometry: point, reportedAreaKm2: 2 })], wdpa());
  const [feature] = (await ask({ pageSize: 1 })).data.features;
  if (feature === undefined) throw new Error('no feature');
  expect(feature.properties.outline).toBe('circle');
  expect(pointInPolygon([13.14, -8.93], feature.geometry)).toBe(true);
  expect(polygonAreaSquareMeters(feature.geometry) / 1e6).toBeCloseTo(2, 1);
  expect(bboxOfGeometry(feature.geometry)?.[0]).toBeGreaterThan(13.13);
});

test('pages hold each area once, ours after those of the register', async () => {
  await module.sinks.protectedArea(
    Array.from({ length: 5 }, (_, index) => site(String(index))),
    wdpa(),
  );
  const { total } = (await ask()).data;
  const seen: string[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await ask({ page, pageSize: 3 });
    seen.push(...data.features.map(({ id }) => id));
    expect(data.hasPrev).toBe(page > 1);
    if (!data.hasNext) break;
  }
  expect(seen).toHaveLength(total);
  expect(new Set(seen).size).toBe(total);
  expect(seen.slice(0, 5).every((id) => id.startsWith('protected-planet:'))).toBe(true);
});

test('where the server has PostGIS, the view for GIS programs shows the areas in force', async ({ skip }) => {
  await module.sinks.protectedArea([site('1', { name: 'Iona' }), site('2')], wdpa());
  await module.sinks.protectedArea([{ kind: 'protected-area', siteId: '2', withdrawn: true }], wdpa());
  skip(!base.platform.database.hasPostgis, 'o servidor não tem PostGIS');
  const { rows } = await sql<{ name: string; wkt: string; srid: number }>`
    SELECT name, st_astext(geom) AS wkt, st_srid(geom) AS srid FROM gis.protected_areas`.execute(
    base.platform.database.for(),
  );
  expect(rows).toEqual([{ name: 'Iona', wkt: 'POLYGON((12 -16,13 -16,13 -15,12 -15,12 -16))', srid: 4326 }]);
});
