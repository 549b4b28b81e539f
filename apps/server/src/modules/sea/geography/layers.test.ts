import type { GeoGeometry, MapLayerRecord } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import { listMapLayerFeatures, listMapLayers } from '@kianda/contract/sea/geography/geography.contract';
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

const shapes: readonly GeoGeometry[] = [
  { type: 'Point', coordinates: [13.2, -8.8] },
  {
    type: 'MultiPoint',
    coordinates: [
      [12, -15],
      [12.1, -15.1],
    ],
  },
  {
    type: 'LineString',
    coordinates: [
      [11, -16],
      [11.5, -12],
      [12, -9],
    ],
  },
  {
    type: 'MultiLineString',
    coordinates: [
      [
        [0, 0],
        [1, 1],
      ],
    ],
  },
  {
    type: 'Polygon',
    coordinates: [
      [
        [8, -6],
        [9, -6],
        [9, -5],
        [8, -6],
      ],
    ],
  },
  {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [10, -6],
          [11, -6],
          [11, -5],
          [10, -6],
        ],
      ],
    ],
  },
];

function layer(layerId: string, over: Partial<MapLayerRecord> = {}): MapLayerRecord {
  return {
    kind: 'map-layer',
    layerId,
    withdrawn: false,
    title: `Camada ${layerId}`,
    abstract: null,
    keywords: ['Angola'],
    bbox: [8, -17, 14, -5],
    updatedMs: Date.UTC(2019, 4, 14),
    url: 'https://geodata.benguelacc.org/catalogue/#/dataset/1',
    licence: null,
    features: shapes.map((geometry, index) => ({ id: String(index), geometry, properties: { NOME: `n${index}` } })),
    ...over,
  };
}

const bcc = (over = {}) => originOf(base, { connectorId: 'bcc-geodata', streamId: 'layers', ...over });
const list = async (query: object = {}) =>
  (await askModule(module, listMapLayers, { query })).data as DataOf<typeof listMapLayers>;
const features = async (id: string, query: object = {}) =>
  (await askModule(module, listMapLayerFeatures, { params: { id }, query })).data as DataOf<
    typeof listMapLayerFeatures
  >;

test('before the first run there is no layer, and the answer says why', async () => {
  const answer = await askModule(module, listMapLayers);
  expect(answer.provenance).toMatchObject({ state: 'fallback', reason: 'Sem camadas regionais: bcc-geodata/layers' });
  expect(answer.data).toMatchObject({ layers: [], total: 0, hasNext: false });
  await expect(features('AGO_OEM_X')).rejects.toMatchObject({ code: 'not_found' });
});

test('every kind of geometry comes back as it went in, in the order of the provider, with terms and origin', async () => {
  await module.sinks.layer([layer('A')], bcc({ simulatedSeed: 1 }));
  const answer = await askModule(module, listMapLayerFeatures, { params: { id: 'A' } });
  const data = answer.data as DataOf<typeof listMapLayerFeatures>;
  expect(data.features.map(({ geometry }) => geometry)).toEqual(shapes);
  expect(data.features[2]?.properties).toEqual({ NOME: 'n2' });
  expect(data.layer).toMatchObject({
    id: 'A',
    features: 6,
    bbox: [8, -17, 14, -5],
    updatedAt: '2019-05-14T00:00:00.000Z',
  });
  expect(data.attributions).toMatchObject([{ licence: expect.stringContaining('BCC') }]);
  expect(answer.provenance).toMatchObject({ state: 'simulated', seed: 1, observedAt: '2019-05-14T00:00:00.000Z' });
});

test('layers are as old as their newest change; without one they have no time', async () => {
  const newer = layer('B', { updatedMs: Date.UTC(2021, 2, 2) });
  expect(await module.sinks.layer([layer('A'), newer], bcc())).toMatchObject({
    newestObservedMs: Date.UTC(2021, 2, 2),
  });
  expect((await askModule(module, listMapLayers)).provenance).toMatchObject({ observedAt: '2021-03-02T00:00:00.000Z' });
  expect(await module.sinks.layer([layer('C', { updatedMs: null })], bcc())).toMatchObject({ newestObservedMs: null });
  const answer = await askModule(module, listMapLayerFeatures, { params: { id: 'C' } });
  expect(answer.provenance).toMatchObject({ state: 'live', observedAt: null });
});

test('the same layer twice changes nothing; a new version replaces all its features; a withdrawn one is gone', async () => {
  expect(await module.sinks.layer([layer('A'), layer('B')], bcc())).toMatchObject({ written: 2, duplicates: 0 });
  expect(await module.sinks.layer([layer('A'), layer('B')], bcc())).toMatchObject({ written: 0, duplicates: 2 });
  const [first] = layer('A').features ?? [];
  if (first === undefined) throw new Error('no feature');
  await module.sinks.layer([layer('A', { features: [{ ...first, properties: { NOME: 'novo' } }] })], bcc());
  expect((await features('A')).features.map(({ properties }) => properties)).toEqual([{ NOME: 'novo' }]);
  expect((await features('B')).features).toHaveLength(6);
  await module.sinks.layer([{ kind: 'map-layer', layerId: 'A', withdrawn: true }], bcc());
  expect((await list()).layers.map(({ id }) => id)).toEqual(['B']);
  await expect(features('A')).rejects.toMatchObject({ code: 'not_found' });
  await module.sinks.layer([layer('A')], bcc());
  expect((await features('A')).features).toHaveLength(6);
});

test('a box and pages choose features; an image has none', async () => {
  await module.sinks.layer([layer('A'), layer('imagem', { features: null, bbox: null })], bcc());
  const south = { south: -16.5, north: -14.5 };
  expect((await features('A', south)).features.map(({ id }) => id)).toEqual(['1', '2']);
  // Zero is a coordinate: the third shape lies about 0, 0.
  expect((await features('A', { west: 0, south: 0, east: 0, north: 0 })).features.map(({ id }) => id)).toEqual(['3']);
  const second = await features('A', { page: 2, pageSize: 4 });
  expect(second.features.map(({ id }) => id)).toEqual(['4', '5']);
  expect(second).toMatchObject({ total: 6, hasNext: false, hasPrev: true });
  expect((await list()).layers.find(({ id }) => id === 'imagem')).toMatchObject({ features: null, bbox: null });
  expect((await features('imagem')).features).toEqual([]);
});

test('attributes that PostgreSQL cannot hold do not stop a layer', async () => {
  const geometry = shapes[0] as GeoGeometry;
  const odd = { id: '1', geometry, properties: { NOME: 'Lobito\u0000\u0000', nested: { a: [1, null] } } };
  await module.sinks.layer([layer('A', { features: [odd] })], bcc());
  expect((await features('A')).features[0]?.properties).toEqual({ NOME: 'Lobito', nested: { a: [1, null] } });
});

test('where the server has PostGIS, the view for GIS programs reads every kind of geometry', async ({ skip }) => {
  await module.sinks.layer([layer('A')], bcc());
  skip(!base.platform.database.hasPostgis, 'o servidor não tem PostGIS');
  const { rows } = await sql<{ geojson: string }>`
    SELECT st_asgeojson(geom) AS geojson FROM gis.layer_features ORDER BY feature_id`.execute(
    base.platform.database.for(),
  );
  expect(rows.map(({ geojson }) => JSON.parse(geojson))).toEqual(shapes);
});
