import type { DataOf } from '@kianda/contract';
import { listConnectors } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { deadLetters } from '@kianda/contract/ingestion/connectors/dead-letters.contract';
import { connectorLineage, testConnection } from '@kianda/contract/ingestion/connectors/operations.contract';
import { listAnimalTracks } from '@kianda/contract/sea/biodiversity/tracks.contract';
import {
  listMapLayerFeatures,
  listMapLayers,
  listProtectedAreas,
} from '@kianda/contract/sea/geography/geography.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../apps/server/src/testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../apps/server/src/testing/simulator.ts';

const ids = ['protected-planet', 'bcc-geodata', 'movebank'] as const;
let simulator: TestSimulator;
let app: TestApplication;
let token: string;

beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url });
  token = (await app.signIn('administrador')).token;
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

test('each connector shows a sample before its first run', async () => {
  for (const id of ids) {
    const { data } = await app.call<DataOf<typeof testConnection>>(testConnection, { token, params: { id }, body: {} });
    expect(data, id).toMatchObject({ ok: true, failure: null });
    expect(data.sample, id).not.toBeNull();
  }
});

test('each runs through the engine, without a row refused, and again without a row more', async () => {
  for (const id of ids) {
    const [first] = await app.ingest(id);
    expect(first?.state, id).toBe('succeeded');
    const [again] = await app.ingest(id);
    expect(again?.state, id).toBe('succeeded');
    const refused = await app.call<DataOf<typeof deadLetters>>(deadLetters, { token, params: { id } });
    expect(refused.data.rows, id).toEqual([]);
  }
  const { data } = await app.call<DataOf<typeof listConnectors>>(listConnectors, { token });
  const ours = data.connectors.filter(({ id }) => ids.some((each) => each === id));
  expect(ours.map(({ recordsRejected, failedRuns }) => recordsRejected + failedRuns)).toEqual([0, 0, 0]);
  const fixes = await app.select<{ n: number }>('SELECT count(*) AS n FROM tracks.fixes');
  expect(fixes[0]?.n).toBeGreaterThan(1_000);
});

test('and is shown as simulated, with its terms', async () => {
  const areas = await app.call<DataOf<typeof listProtectedAreas>>(listProtectedAreas, { token });
  expect(areas.data.features.map(({ properties }) => properties.name)).toEqual(
    expect.arrayContaining(['Iona', 'Quiçama', 'Cangandala']),
  );
  expect(areas.metadata.provenance).toMatchObject({ state: 'simulated' });
  expect(areas.data.attributions[0]?.citation).toContain('UNEP-WCMC');

  const layers = await app.call<DataOf<typeof listMapLayers>>(listMapLayers, { token, query: { pageSize: '200' } });
  expect(layers.metadata.provenance).toMatchObject({ state: 'simulated' });
  const id = layers.data.layers.find(({ features }) => features !== null)?.id ?? '';
  const features = await app.call<DataOf<typeof listMapLayerFeatures>>(listMapLayerFeatures, { token, params: { id } });
  expect(features.data.features.length).toBe(features.data.layer.features);

  const tracks = await app.call<DataOf<typeof listAnimalTracks>>(listAnimalTracks, { token });
  expect(tracks.metadata.provenance).toMatchObject({ state: 'simulated', source: 'Movebank' });
  expect(tracks.data.features.length).toBeGreaterThan(0);
  expect(tracks.data.studies.every(({ citation }) => citation !== null)).toBe(true);
});

test('the lineage of each leads to its table and its endpoint', async () => {
  const tables = {
    'protected-planet': 'geography.protected_areas',
    'bcc-geodata': 'geography.layers',
    movebank: 'tracks.fixes',
  };
  for (const id of ids) {
    const { data } = await app.call<DataOf<typeof connectorLineage>>(connectorLineage, { token, params: { id } });
    expect(data.nodes.map(({ id: node }) => node)).toContain(`table:${tables[id]}`);
  }
});
