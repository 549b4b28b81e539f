import type { DataOf } from '@kianda/contract';
import { listFeatures } from '@kianda/contract/open/features/features.contract';
import { executeProcess, listProcesses } from '@kianda/contract/open/features/processes.contract';
import * as contract from '@kianda/contract/space/spatial/analyses.contract';
import type {
  AnalysisComparison,
  AnalysisEstimate,
  SpatialAnalysis,
} from '@kianda/contract/space/spatial/analysis-results';
import { analysisTypeNames } from '@kianda/contract/space/spatial/analysis-types';
import * as qgis from '@kianda/contract/space/spatial/qgis.contract';
import { XMLValidator } from 'fast-xml-parser';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { geotiff } from '../../../platform/formats/geotiff.ts';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../../testing/simulator.ts';

let simulator: TestSimulator;
let app: TestApplication;
let scientist: string;
let colleague: string;
beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({
    ...{ simulatorUrl: simulator.url, settings: { KIANDA_SPATIAL_MAX_CELLS: '10000' } },
  });
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
  const ring = [
    [lon, lat],
    [east, lat],
    [east, north],
    [lon, north],
    [lon, lat],
  ];
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } };
};
const drawn = (...features: readonly object[]) => ({
  kind: 'drawing',
  geojson: { type: 'FeatureCollection', features },
});

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
  ...Array.from({ length: 36 }, (_, place) => {
    const valor = place % 6 > 3 ? 50 + place : place % 3;
    return point(11 + (place % 6) * 0.2, -10 + Math.floor(place / 6) * 0.2, { valor, escala: 2 * valor + 7, igual: 4 });
  }),
);

describe('every kind, from the request to its layers', () => {
  test('a buffer: state, numbers, zones, method and the version of its input', async () => {
    const inputs = { features: drawn(point(12, -10, { name: 'Boia' })) };
    const small = await run({ type: 'buffer', inputs });
    expect(small).toMatchObject({ status: 'completed', error: null, progress: 1, reusedFrom: null });
    expect(numberOf(small, 'total_area_km2')).toBeCloseTo(Math.PI * 25, 1);
    const [zone] = await features(small.id, 'buffers');
    expect(zone?.geometry.type).toBe('MultiPolygon');
    expect(zone?.properties).toMatchObject({ source_name: 'Boia', buffer_distance: 5_000, zone_type: 'protection' });
    expect(small.results?.methods.join()).toContain('Karney');
    expect(small.pinned).toMatchObject([{ role: 'features', kind: 'drawing', count: 1 }]);
  });

  test('with the usual inputs an analysis ends with a result, or says which data are missing and how to bring them', async () => {
    await app.ingest('noaa-sst', { stream: 'mur' });
    const kinds = ['buffer', 'contours', 'corridors', 'hotspots', 'drift'];
    const ended = await Promise.all(kinds.map((type) => run({ type })));
    const refused = ended.filter(({ status }) => status === 'failed');
    expect(refused.map(({ type }) => type)).toEqual(['hotspots', 'drift']);
    for (const { error } of refused) expect(error).toMatch(/vazia|corra o conector/);
    for (const { results } of ended.filter(({ status }) => status === 'completed')) {
      expect(results?.layers.some(({ count }) => count > 0)).toBe(true);
      expect(results?.citation).toContain('Kianda');
    }
  });
});

describe('one result for the same question', () => {
  const asked = { type: 'buffer', inputs: { features: drawn(point(11.9, -11, { name: 'Rocha' })) } };

  test('the stored result is given at once, and says so; newly computed it has the same numbers', async () => {
    const first = await run(asked);
    const again = await begin({ parameters: { zone_type: 'protection', buffer_distance: 5_000 }, ...asked });
    expect(again).toMatchObject({ status: 'completed', reusedFrom: first.id });
    expect(again.results?.sha256).toBe(first.results?.sha256);
    expect(again.log.at(-1)?.message).toContain('resultado guardado');
    const theirs = await begin(asked, colleague);
    expect(theirs).toMatchObject({ status: 'completed', reusedFrom: null, isOwn: true });
    const fresh = await run({ ...asked, isFresh: true });
    expect(fresh.reusedFrom).toBeNull();
    expect(fresh.results?.statistics).toEqual(first.results?.statistics);
    expect(
      await app.select(`select id from spatial.results where sha256 like '${first.results?.sha256}%'`),
    ).toHaveLength(2);
    // The first goes, and those that show its result keep it.
    const query = { confirm: first.name };
    expect(
      (await app.call(contract.removeAnalysis, { params: { id: first.id }, query, token: scientist })).status,
    ).toBe(200);
    expect(await features(theirs.id, 'buffers', colleague)).toHaveLength(1);
  });

  test('duplicated with a change, and compared', async () => {
    const first = await run(asked);
    const copy = await app.call<SpatialAnalysis>(contract.duplicateAnalysis, {
      ...{ params: { id: first.id }, token: scientist, body: { parameters: { buffer_distance: 10_000 } } },
    });
    await end(copy.data.id);
    const params = { id: first.id, other: copy.data.id };
    const { data } = await app.call<AnalysisComparison>(contract.compareAnalyses, { params, token: scientist });
    expect(data.parameters).toEqual([{ name: 'buffer_distance', first: 5_000, second: 10_000 }]);
    expect(data.inputs).toMatchObject([{ role: 'features', isSame: true }]);
    expect(data.layers[0]?.areas?.share).toBeCloseTo(0.25, 2);
    const wrong = await app.call(contract.duplicateAnalysis, {
      ...{ params: { id: first.id }, token: scientist, body: { parameters: { buffer_distance: 0 } } },
    });
    expect([wrong.status, wrong.problem.issues?.[0]?.path]).toEqual([400, 'body.parameters.buffer_distance']);
  });
});

describe('who reads an analysis', () => {
  test('a private one is its owner’s alone: detail, layers, files, list, collection and catalogue; shared it is all’s', async () => {
    const { id } = await run({ type: 'buffer', name: 'Só minha', inputs: { features: drawn(point(12.1, -9.1)) } });
    const layer = { id, layer: 'buffers' };
    const collectionId = `analise-${id}-buffers`;
    const statuses = async (token?: string) => [
      (await app.call(contract.getAnalysis, { params: { id }, token })).status,
      (await app.call(contract.analysisLayerFeatures, { params: layer, token })).status,
      (await app.call(contract.analysisFile, { params: { id }, query: { format: 'geojson' }, token })).status,
      (await app.call(listFeatures, { params: { collectionId }, token })).status,
    ];
    const isListed = async (token: string) => {
      const { data } = await app.call<{ data: { id: string }[] }>(contract.listAnalyses, {
        query: { pageSize: '200' },
        token,
      });
      return data.data.some((one) => one.id === id);
    };
    expect(await statuses(scientist)).toEqual([200, 200, 200, 200]);
    expect(await statuses(colleague)).toEqual([404, 404, 404, 404]);
    expect([await isListed(scientist), await isListed(colleague)]).toEqual([true, false]);
    const change = (readers: string, token: string) =>
      app.call(contract.changeAnalysis, { params: { id }, body: { readers }, token });
    expect((await change('public', colleague)).status).toBe(404);
    expect((await change('staff', scientist)).status).toBe(200);
    expect(await statuses(colleague)).toEqual([200, 200, 200, 200]);
    expect((await change('private', colleague)).status).toBe(403);
    await change('public', scientist);
    expect(await statuses()).toEqual([401, 401, 401, 200]);
  });

  test('inputs that are another account’s are not found', async () => {
    const mine = await run({ type: 'buffer', inputs: { features: drawn(point(12.2, -9.2)) } });
    const body = { type: 'buffer', inputs: { features: { kind: 'result', analysisId: mine.id } } };
    expect((await app.call(contract.createAnalysis, { body, token: colleague })).status).toBe(404);
    const chained = await run(body);
    expect(chained.pinned).toMatchObject([{ kind: 'result', count: 1 }]);
  });

  test('a reader without the permission runs none', async () => {
    const { token } = await app.signIn('cliente');
    expect((await app.call(contract.createAnalysis, { body: { type: 'buffer' }, token })).status).toBe(403);
    expect((await app.call(contract.listAnalyses, { token })).status).toBe(200);
  });
});

describe('files', () => {
  test('a file holds all features, and comes back in as an input with the same areas', async () => {
    const made = await run({
      type: 'buffer',
      inputs: { features: drawn(point(12.3, -9.3, { name: 'Ilhéu' }), point(12.6, -9.3, { name: 'Cabo' })) },
    });
    const query = (format: string) => ({ params: { id: made.id }, query: { format }, token: scientist });
    for (const [format, name] of [
      ['kml', 'a.kml'],
      ['shp', 'a.zip'],
    ] as const) {
      const file = await app.server.inject({
        ...{ method: 'GET', url: `/admin-api/spatial/analyses/${made.id}/file?format=${format}` },
        headers: { authorization: `Bearer ${scientist}` },
      });
      expect([format, file.statusCode]).toEqual([format, 200]);
      const sent = await app.inject<{ fileId: string; tables: { features: number | null; refusal: string | null }[] }>({
        ...{ method: 'POST', url: `/admin-api/spatial/files?fileName=${name}`, payload: file.rawPayload },
        headers: { authorization: `Bearer ${scientist}`, 'content-type': 'application/octet-stream' },
      });
      expect([format, sent.status, sent.status === 200 ? '' : sent.text]).toEqual([format, 200, '']);
      expect(sent.data.tables[0]?.refusal).toBeNull();
      const back = await run({
        type: 'connectivity',
        inputs: { habitats: { kind: 'upload', fileId: sent.data.fileId } },
        parameters: { max_distance: 50_000 },
      });
      expect([format, back.error]).toEqual([format, null]);
      const zones = await features(back.id, 'habitats');
      expect(zones.map(({ properties }) => properties.name)).toEqual(['Ilhéu', 'Cabo']);
      for (const { properties } of zones) expect(Number(properties.area_km2)).toBeCloseTo(78.54, 1);
    }
    const kml = await app.call(contract.analysisFile, query('kml'));
    expect(XMLValidator.validate(kml.text)).toBe(true);
    expect(kml.text.match(/<Placemark /g)).toHaveLength(2);
    expect((await app.call(contract.analysisFile, query('tif'))).status).toBe(400);
  });

  test('a project of QGIS holds its data, a source and a style for each layer', async () => {
    const made = await run({ type: 'corridors', inputs: { habitats }, parameters: { cell_degrees: 0.2 } });
    const file = await app.server.inject({
      ...{ method: 'GET', url: `/admin-api/spatial/analyses/${made.id}/file?format=qgz` },
      headers: { authorization: `Bearer ${scientist}` },
    });
    const parts = unzipSync(new Uint8Array(file.rawPayload));
    expect(Object.keys(parts).sort()).toEqual(['dados.gpkg', 'projeto.qgz', 'swath.tif']);
    const { 'projeto.qgs': text = new Uint8Array() } = unzipSync(parts['projeto.qgz'] ?? new Uint8Array());
    const project = strFromU8(text);
    expect(XMLValidator.validate(project)).toBe(true);
    const sources = [...project.matchAll(/<datasource>([^<]+)<\/datasource>/g)].map(([, source]) => source);
    expect(sources).toEqual(['./dados.gpkg|layername=corridors', './swath.tif']);
    expect(project.match(/<renderer-v2 |<rasterrenderer /g)).toHaveLength(2);
  });

  test('a GeoTIFF is the field of an analysis: its cells, its lack of data and its hash', async () => {
    const grid = { west: 11.05, south: -9.95, lonStepDegrees: 0.1, latStepDegrees: 0.1, columns: 4, rows: 4 };
    const values = Float32Array.from({ length: 16 }, (_, cell) => (cell === 5 ? Number.NaN : Math.floor(cell / 4)));
    const sent = await app.inject<{ fileId: string; format: string; tables: { name: string }[] }>({
      ...{ method: 'POST', url: '/admin-api/spatial/files?fileName=campo.tif' },
      payload: Buffer.from(geotiff(grid, values)),
      headers: { authorization: `Bearer ${scientist}`, 'content-type': 'application/octet-stream' },
    });
    expect([sent.status, sent.data.format, sent.data.tables.map(({ name }) => name)]).toEqual([
      200,
      'geotiff',
      ['banda-1'],
    ]);
    const field = { kind: 'upload', fileId: sent.data.fileId };
    const zones = drawn(square(11, -10, 0.4, { name: 'Toda' }), square(11, -10, 0.2, { name: 'Sudoeste' }));
    const asked = { type: 'zonal_statistics', inputs: { zones, raster: field } };
    const made = await run(asked);
    expect([made.status, made.error]).toEqual(['completed', null]);
    expect(made.pinned.find(({ role }) => role === 'raster')).toMatchObject({ kind: 'upload', count: 15 });
    const found = (await features(made.id, 'zones')).map(({ properties }) => properties);
    expect(found).toMatchObject([
      { name: 'Toda', cells: 15, missing: 1, min: 0, max: 3 },
      { name: 'Sudoeste', cells: 3, missing: 1 },
    ]);
    // At once, or by the job where a busy machine reads the file for longer than a caller waits.
    expect((await run(asked)).reusedFrom).toBe(made.id);
    const misplaced = await app.call(contract.createAnalysis, {
      body: { type: 'buffer', inputs: { features: field } },
      token: scientist,
    });
    expect([misplaced.status, misplaced.problem.issues?.[0]?.path]).toEqual([400, 'body.inputs.features']);
    expect((await run({ type: 'contours', inputs: { raster: field } })).error).toBeNull();
  });

  test('what is no file of places is refused, and the file of another account is not found', async () => {
    const send = (name: string, payload: Buffer) =>
      app.inject<{ fileId: string }>({
        ...{ method: 'POST', url: `/admin-api/spatial/files?fileName=${name}`, payload },
        headers: { authorization: `Bearer ${scientist}`, 'content-type': 'application/octet-stream' },
      });
    expect((await send('a.bin', Buffer.from('nada'))).status).toBe(400);
    const sent = await send('a.csv', Buffer.from('nome,lon,lat\nA,12,-9\n'));
    const body = { type: 'buffer', inputs: { features: { kind: 'upload', fileId: sent.data.fileId } } };
    expect((await app.call(contract.createAnalysis, { body, token: colleague })).status).toBe(404);
    expect(numberOf(await run(body), 'zones')).toBe(1);
  });
});

describe('what goes wrong', () => {
  test('requests that contradict themselves are refused with the place', async () => {
    const paths = async (body: Asked) => {
      const reply = await app.call(contract.createAnalysis, { body, token: scientist });
      return [reply.status, reply.problem.issues?.[0]?.path];
    };
    expect(await paths({ type: 'buffer', inputs: { outra: habitats } })).toEqual([400, 'body.inputs.outra']);
    expect(await paths({ type: 'buffer', parameters: { rings: [1_000] } })).toEqual([400, 'body.parameters.rings']);
    expect(await paths({ type: 'contours', inputs: { raster: habitats } })).toEqual([400, 'body.inputs.raster']);
    const filter = { kind: 'collection', collection: 'ports', filter: 'nada = = 1' };
    expect(await paths({ type: 'buffer', inputs: { features: filter } })).toEqual([400, 'body.inputs.features']);
    expect(
      (await paths({ type: 'buffer', inputs: { features: { kind: 'collection', collection: 'nenhuma' } } }))[0],
    ).toBe(404);
  });

  test('what an analysis can’t be made of is its end, with what to do, and leaves nothing', async () => {
    const noAttribute = await run({
      type: 'hotspots',
      inputs: { points: places },
      parameters: { value_attribute: 'falta' },
    });
    expect(noAttribute).toMatchObject({ status: 'failed', results: null, error: expect.stringContaining('«falta»') });
    const tooFine = await run({ type: 'density', inputs: { points: places }, parameters: { cell_degrees: 0.05 } });
    expect(tooFine.error).toContain('células maiores');
    const { id, name } = noAttribute;
    expect(
      (await app.call(contract.analysisFile, { params: { id }, query: { format: 'gpkg' }, token: scientist })).status,
    ).toBe(409);
    expect(
      (await app.call(contract.removeAnalysis, { params: { id }, query: { confirm: 'outro' }, token: scientist }))
        .status,
    ).toBe(400);
    expect(
      (await app.call(contract.removeAnalysis, { params: { id }, query: { confirm: name }, token: scientist })).status,
    ).toBe(200);
    expect((await app.call(contract.getAnalysis, { params: { id }, token: scientist })).status).toBe(404);
  });

  test('a cancelled analysis publishes nothing', async () => {
    const many = drawn(
      ...Array.from({ length: 1_500 }, (_, place) =>
        square(9 + (place % 50) * 0.05, -14 + Math.floor(place / 50) * 0.1, 0.04),
      ),
    );
    const { id } = await begin({ type: 'buffer', inputs: { features: many }, parameters: { segments: 256 } });
    const cancelled = await app.call<SpatialAnalysis>(contract.cancelAnalysis, { params: { id }, token: scientist });
    expect(cancelled.data).toMatchObject({ status: 'cancelled', results: null });
    await end(id);
    expect(await find(id)).toMatchObject({ status: 'cancelled', results: null });
    expect(await app.select(`select 1 from spatial.results where id = '${id}'`)).toEqual([]);
    expect((await app.call(contract.cancelAnalysis, { params: { id }, token: scientist })).status).toBe(409);
  });
});

describe('for other programs', () => {
  test('each kind is a process: at once, in the background, and refused', async () => {
    const { processes } = (await app.call(listProcesses, {})).json() as { processes: { id: string }[] };
    // Each kind, and a chain of them.
    expect(processes.filter(({ id }) => id.startsWith('spatial-'))).toHaveLength(analysisTypeNames.length + 1);
    const params = { processId: 'spatial-buffer' };
    const body = { inputs: { features: drawn(point(12.4, -9.4, { name: 'Farol' })).geojson, buffer_distance: 2_000 } };
    const done = await app.call(executeProcess, { params, body, token: scientist });
    expect([done.status, done.status === 200 ? '' : done.text]).toEqual([200, '']);
    const { layers } = done.json() as { layers: { buffers: Features } };
    expect(layers.buffers.features[0]?.properties).toMatchObject({ source_name: 'Farol', buffer_distance: 2_000 });
    const later = await app.call(executeProcess, {
      params,
      body,
      token: scientist,
      headers: { prefer: 'respond-async' },
    });
    expect(later.status).toBe(201);
    const { jobID } = later.json() as { jobID: string };
    expect((await app.ended(jobID)).state).toBe('succeeded');
    expect((await app.call(executeProcess, { params, body })).status).toBe(401);
    const wrong = { inputs: { buffer_distance: 0 } };
    expect((await app.call(executeProcess, { params, body: wrong, token: scientist })).status).toBe(400);
  });

  test('the calls of the specification have its shapes, and count what is stored', async () => {
    const made = await app.call<SpatialAnalysis>(qgis.createQgisAnalysis, {
      body: { type: 'buffer', parameters: { buffer_distance: 5_000 } },
      token: scientist,
    });
    expect(made.status).toBe(202);
    await end(made.data.id);
    const listed = await app.call<qgis.QgisAnalysis[]>(qgis.qgisAnalyses, { token: scientist });
    const own = listed.data.find(({ id }) => id === made.data.id);
    expect(Object.keys(own ?? {}).sort()).toEqual([
      'completedAt',
      'createdAt',
      'id',
      'name',
      'parameters',
      'results',
      'status',
      'type',
    ]);
    expect(own).toMatchObject({ type: 'buffer', status: 'completed', parameters: { buffer_distance: 5_000 } });
    const { data } = await app.call<Record<string, number & { count: number }>>(qgis.qgisSpatialSummary, {
      token: scientist,
    });
    const stats = await app.call<Record<string, number>>(contract.spatialStats, { token: scientist });
    expect(data.buffer_zones?.count).toBe(stats.data.total_buffer_zones);
    expect(Number(data.buffer_zones?.count)).toBeGreaterThanOrEqual(4);
    expect(Number(data.fishing_zones)).toBeGreaterThan(0);
    expect(Number(data.overlap)).toBeGreaterThanOrEqual(0);
    expect(Number(data.overlap)).toBeLessThanOrEqual(100);
  });

  test('an estimate tells the size, what is beyond the limits, and the stored result', async () => {
    const estimate = async (body: Asked) =>
      (await app.call<AnalysisEstimate>(contract.estimateAnalysis, { body, token: scientist })).data;
    const inputs = { features: drawn(point(12.4, -9.5)) };
    const { id } = await run({ type: 'buffer', inputs });
    expect(await estimate({ type: 'buffer', inputs })).toMatchObject({
      features: 1,
      vertices: 1,
      isWithinLimits: true,
      stored: id,
    });
    const fine = await estimate({ type: 'density', inputs: { points: places }, parameters: { cell_degrees: 0.05 } });
    expect(fine).toMatchObject({ isWithinLimits: false, refusals: [expect.stringContaining('células')] });
    const sources = await app.call<DataOf<typeof contract.spatialSources>>(contract.spatialSources, {
      token: scientist,
    });
    expect(sources.data.collections.map((one) => one.id)).toEqual(
      expect.arrayContaining(['zee', 'ports', 'protected-areas']),
    );
    const events = sources.data.collections.find(({ id }) => id === 'vessel-events');
    expect(events).toMatchObject({ geometryType: 'point', hasTime: true });
    expect(events?.attributes).toEqual(
      expect.arrayContaining([
        { name: 'type', title: 'Tipo', unit: null, kind: 'other' },
        { name: 'hours', title: 'Duração', unit: 'h', kind: 'number' },
      ]),
    );
  });
});
