import * as contract from '@kianda/contract/space/spatial/analyses.contract';
import type { SpatialAnalysis } from '@kianda/contract/space/spatial/analysis-results';
import { analysisTypeNames } from '@kianda/contract/space/spatial/analysis-types';
import * as qgis from '@kianda/contract/space/spatial/qgis.contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../../testing/simulator.ts';

let simulator: TestSimulator;
let app: TestApplication;
let scientist: string;
let colleague: string;
beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url });
  scientist = (await app.signIn('cientista')).token;
  colleague = (await app.newSession('investigador')).token;
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

type Asked = { readonly type: string } & Readonly<Record<string, unknown>>;
const point = (lon: number, lat: number, properties: object = {}) => ({
  ...{ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [lon, lat] } },
});
const square = (lon: number, lat: number, side: number, properties: object = {}) => {
  const [east, north] = [lon + side, lat + side];
  const ring = [[lon, lat], [east, lat], [east, north], [lon, north], [lon, lat]];
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } };
};
const drawn = (...features: readonly object[]) => ({ kind: 'drawing', geojson: { type: 'FeatureCollection', features } });

async function begin(body: Asked, token = scientist): Promise<SpatialAnalysis> {
  const begun = await app.call<SpatialAnalysis>(contract.createAnalysis, { body, token });
  expect([begun.status, begun.status === 202 ? '' : begun.text]).toEqual([202, '']);
  return begun.data;
}
const find = async (id: string, token = scientist) =>
  (await app.call<SpatialAnalysis>(contract.getAnalysis, { params: { id }, token })).data;
/** Waits for the run of an analysis that is open. */
async function end(id: string): Promise<void> {
  const [row] = await app.select<{ run_id: string | null }>(`select run_id from spatial.analyses where id = '${id}'`);
  if (row?.run_id != null) await app.ended(row.run_id);
}
async function run(body: Asked, token = scientist): Promise<SpatialAnalysis> {
  const { id } = await begin(body, token);
  await end(id);
  return find(id, token);
}
const numberOf = ({ results }: SpatialAnalysis, id: string) => results?.statistics.find((one) => one.id === id)?.value;
type Features = { features: { id: string; geometry: { type: string }; properties: Record<string, unknown> }[] };
const features = async (id: string, layer: string, token = scientist) =>
  (await app.call<Features>(contract.analysisLayerFeatures, { params: { id, layer }, token })).data.features;

const habitats = drawn(
  square(11.6, -9.4, 0.2, { name: 'Norte' }),
  square(11.6, -9.9, 0.2, { name: 'Sul' }),
  square(11.6, -11.5, 0.2, { name: 'Longe' }),
);
const places = drawn(
  ...Array.from({ length: 36 }, (_, place) =>
    point(11 + (place % 6) * 0.2, -10 + Math.floor(place / 6) * 0.2, { valor: place % 6 > 3 ? 50 + place : place % 3 }),
  ),
);

describe('every kind, from the request to its layers', () => {
  test('a buffer of a point has the area of its geodesic disc, and grows with the distance', async () => {
    const inputs = { features: drawn(point(12, -10, { name: 'Boia' })) };
    const small = await run({ type: 'buffer', inputs });
    expect(small).toMatchObject({ status: 'completed', error: null, progress: 1, reusedFrom: null });
    expect(numberOf(small, 'total_area_km2')).toBeCloseTo(Math.PI * 25, 1);
    const [zone] = await features(small.id, 'buffers');
    expect(zone?.geometry.type).toBe('MultiPolygon');
    expect(zone?.properties).toMatchObject({ source_name: 'Boia', buffer_distance: 5_000, zone_type: 'protection' });
    const larger = await run({ type: 'buffer', inputs, parameters: { buffer_distance: 10_000 } });
    expect(Number(numberOf(larger, 'total_area_km2'))).toBeGreaterThan(3.99 * Number(numberOf(small, 'total_area_km2')));
    expect(small.results?.methods.join()).toContain('Karney');
    expect(small.pinned).toMatchObject([{ role: 'features', kind: 'drawing', count: 1 }]);
  });

  test('all thirteen with the usual inputs end, with a result or with what is missing', async () => {
    await app.ingest('noaa-sst');
    const ended = await Promise.all(analysisTypeNames.map((type) => run({ type })));
    for (const analysis of ended) console.log(analysis.type, analysis.status, analysis.error, JSON.stringify(analysis.results?.statistics.map(({id,value})=>[id,value])), analysis.results?.warnings.map((w)=>w.message).join('|'));
    for (const analysis of ended) expect([analysis.type, analysis.status]).toEqual([analysis.type, analysis.error === null ? 'completed' : 'failed']);
  });
});
