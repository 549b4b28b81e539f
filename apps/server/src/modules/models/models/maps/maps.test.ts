import { randomUUID } from 'node:crypto';
import type { DataOf } from '@kianda/contract';
import * as links from '@kianda/contract/models/maps/map-links.contract';
import * as maps from '@kianda/contract/models/maps/maps.contract';
import * as contract from '@kianda/contract/models/registry/models.contract';
import { type Predicted, predictModel } from '@kianda/contract/models/registry/predictions.contract';
import { fromArrayBuffer } from 'geotiff';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../../testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../../../testing/simulator.ts';

let simulator: TestSimulator;
let app: TestApplication;
let scientist: string;
let colleague: string;
const type = 'temperature_forecaster' as const;

beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url });
  scientist = (await app.signIn('cientista')).token;
  colleague = (await app.newSession('cientista')).token;
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

type List = { maps: maps.ModelMap[]; runs: maps.MapRun[] };
const list = async () => (await app.call<List>(maps.listModelMaps, { query: { type }, token: scientist })).data;
const make = (body: object, token = scientist) =>
  app.call<maps.MapRun>(maps.makeModelMap, { token, body: { type, ...body } });
const bytesOf = async (path: string) => {
  const reply = await app.server.inject({
    method: 'GET',
    url: `/admin-api/ml/maps/${path}`,
    headers: { authorization: `Bearer ${scientist}` },
  });
  return reply;
};

async function linkTo(id: string, body: object) {
  const made = await app.call<DataOf<typeof links.createModelMapLink>>(links.createModelMapLink, {
    ...{ params: { id }, body, token: scientist },
  });
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, '']);
  return { ...made.data, secret: made.data.url.split('/').at(-1) ?? '' };
}
const open = (token: string) =>
  app.call<DataOf<typeof links.publicModelMap>>(links.publicModelMap, { params: { token } });

async function trained(): Promise<number> {
  const begun = await app.call<contract.ModelTraining>(contract.trainModel, { params: { type }, token: scientist });
  await app.ended(begun.data.id);
  const { data } = await app.call<{ versions: contract.ModelVersion[] }>(contract.getModel, {
    ...{ params: { type }, token: scientist },
  });
  return data.versions[0]?.version ?? 0;
}

async function approved(version: number): Promise<void> {
  const reply = await app.call(contract.approveModelVersion, {
    ...{ params: { type, version: String(version) }, token: colleague },
    body: { reason: 'Melhor do que a persistência.' },
  });
  expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, '']);
}

/** The map of a version, once its job has ended. */
const mapOf = (version: number) =>
  vi.waitFor(async () => {
    const found = (await list()).maps.find((one) => one.version === version);
    if (found === undefined) throw new Error(`no map of version ${version}`);
    return found;
  }, 30_000);

test('without a version in use there is nothing to map, and it says so', async () => {
  expect(await list()).toEqual({ maps: [], runs: [] });
  expect((await make({})).problem.detail).toContain('não tem versão em uso');
});

describe('with the daily temperature', () => {
  let map: maps.ModelMap;
  beforeAll(async () => {
    await app.ingest('noaa-sst', { mode: 'full' });
    await approved(await trained());
    map = await mapOf(1);
  });

  test('an approval makes the map of the version by itself', async () => {
    expect(map).toMatchObject({ modelType: type, version: 1, isInUse: true, requestedBy: 'Kianda', isSimulated: true });
    expect(map).toMatchObject({ cellDegrees: 0.1, month: null, unit: '°C', classes: [], without: [] });
    const [value, uncertainty, novelty] = map.bands;
    expect(value?.cells).toBeGreaterThan(1_000);
    expect(value?.mean).toBeGreaterThan(15);
    expect(uncertainty?.cells).toBe(value?.cells);
    expect(novelty?.max).toBeLessThanOrEqual(100);
    expect(map.sources[0]?.name).toContain('Temperatura diária');
    expect(map.oldestInputAt).toBe(map.sources[0]?.to);
    expect(map.outside).toBeGreaterThanOrEqual(0);
  });

  test('a cell has what a prediction there says, in the file, on the screen and in the table', async () => {
    const reply = await bytesOf(`${map.id}/file`);
    expect(reply.headers['content-disposition']).toContain('temperature_forecaster-v1-0.1.tif');
    const image = await (await fromArrayBuffer(Uint8Array.from(reply.rawPayload).buffer)).getImage();
    const [values] = (await image.readRasters()) as unknown as readonly Float32Array[];
    const known = Array.from(values?.keys() ?? []).filter((cell) => !Number.isNaN(values?.[cell] ?? Number.NaN));
    const cell = known[Math.floor(known.length / 2)] ?? 0;
    const [west = 0, , , north = 0] = image.getBoundingBox();
    const longitude = west + ((cell % map.columns) + 0.5) * map.cellDegrees;
    const latitude = north - (Math.floor(cell / map.columns) + 0.5) * map.cellDegrees;
    const predicted = await app.call<{ items: Predicted[] }>(predictModel, {
      ...{ params: { name: 'temperature' }, token: scientist },
      body: { items: [{ longitude, latitude }] },
    });
    expect(values?.[cell]).toBeCloseTo(predicted.data.items[0]?.value ?? Number.NaN, 4);

    const csv = (await bytesOf(`${map.id}/file?format=csv`)).payload.split('\n');
    expect([csv[0], csv.length - 2]).toEqual(['longitude,latitude,value,uncertainty,novelty', known.length]);
    const line = csv.find((one) => one.startsWith(`${Number(longitude.toFixed(6))},${Number(latitude.toFixed(6))},`));
    expect(Number(line?.split(',')[2])).toBeCloseTo(values?.[cell] ?? Number.NaN, 4);
    const parquet = (await bytesOf(`${map.id}/file?format=parquet`)).rawPayload;
    const file = Uint8Array.from(parquet).buffer;
    expect(parquetMetadata(file).key_value_metadata?.find(({ key }) => key === 'geo')?.value).toContain('WKB');
    const rows = await parquetReadObjects({ file, columns: ['longitude', 'value'] });
    expect(rows.length).toBe(known.length);

    const grid = await app.call<{ columns: number; scale: number; offset: number; values: string }>(maps.modelMapGrid, {
      ...{ params: { id: map.id }, token: scientist },
    });
    const packed = Buffer.from(grid.data.values, 'base64');
    const row = map.rows - 1 - Math.floor(cell / map.columns);
    const stored = packed.readInt16LE(2 * (row * map.columns + (cell % map.columns)));
    expect(stored * grid.data.scale + grid.data.offset).toBeCloseTo(values?.[cell] ?? Number.NaN, 2);
    expect(grid.metadata.provenance.state).toBe('simulated');
  });

  test('its tiles are pictures: coloured at sea, transparent on land, none beyond the grid', async () => {
    const tile = await bytesOf(`${map.id}/tiles/value/6/34/33`);
    expect([tile.statusCode, tile.headers['content-type']]).toEqual([200, 'image/png']);
    expect(tile.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    const empty = await bytesOf(`${map.id}/tiles/value/6/0/0`);
    expect(empty.rawPayload.byteLength).toBeLessThan(tile.rawPayload.byteLength);
    expect((await bytesOf(`${map.id}/tiles/value/1/2/0`)).statusCode).toBe(404);
    expect((await bytesOf(`${map.id}/tiles/altura/1/0/0`)).statusCode).toBe(400);
  });

  test('a link opens it without a session, until it is closed or its days are over; made anew it is the same link', async () => {
    const { token: researcher } = await app.signIn('investigador');
    const params = { id: map.id };
    expect((await app.call(links.createModelMapLink, { params, body: {}, token: researcher })).status).toBe(403);
    const made = await linkTo(map.id, { days: 2, note: 'Página do ministério' });
    expect(made.url).toBe(`${app.config.interfacesUrl}/modelo/${made.secret}`);
    const opened = await open(made.secret);
    expect(opened.data).toMatchObject({ modelType: type, version: 1, unit: '°C', isSimulated: true });
    expect(opened.metadata.provenance.state).toBe('simulated');
    expect(opened.data).not.toHaveProperty('requestedBy');
    const grid = await app.call<{ values: string }>(links.publicModelMapGrid, { params: { token: made.secret } });
    const own = await app.call<{ values: string }>(maps.modelMapGrid, { params, token: scientist });
    expect(grid.data.values).toBe(own.data.values);
    const tileOf = (secret: string) =>
      app.server.inject({ url: `/admin-api/api/public-model-maps/${secret}/tiles/value/6/34/33` });
    const tile = await tileOf(made.secret);
    expect(tile.rawPayload.equals((await bytesOf(`${map.id}/tiles/value/6/34/33`)).rawPayload)).toBe(true);

    const again = await make({});
    await app.ended(again.data.id);
    expect((await open(made.secret)).data.madeAt).not.toBe(map.madeAt);
    map = await mapOf(1);
    const list = async (token: string) =>
      (await app.call<{ links: links.ModelMapLink[] }>(links.listModelMapLinks, { query: { map: map.id }, token })).data
        .links;
    expect(await list(scientist)).toMatchObject([{ id: made.link.id, mapId: again.data.id, opens: 2 }]);
    expect(await list(colleague)).toEqual([]);

    const revoke = { params: { linkId: made.link.id } };
    expect((await app.call(links.revokeModelMapLink, { ...revoke, token: colleague })).status).toBe(404);
    expect((await app.call(links.revokeModelMapLink, { ...revoke, token: scientist })).status).toBe(200);
    expect([(await open(made.secret)).status, (await tileOf(made.secret)).statusCode]).toEqual([404, 404]);
    const late = await linkTo(map.id, { days: 1 });
    expect((await open(late.secret)).status).toBe(200);
    await app.select(`UPDATE models.map_links SET expires_at = created_at WHERE id = '${late.link.id}'`);
    expect((await open(late.secret)).problem.message).toBe((await open('A'.repeat(43))).problem.message);
    const kept = await app.select<{ text: string }>('SELECT l::text AS text FROM models.map_links l');
    expect(kept.some(({ text }) => text.includes(made.secret))).toBe(false);
    const trail = await app.select<{ event: string }>(
      `SELECT event FROM audit.events WHERE metadata->>'ligacao' = '${made.link.id}' ORDER BY seq`,
    );
    expect(trail.map(({ event }) => event)).toEqual(['map.published', 'map.unpublished']);
  });

  test('asked for again it takes the place of the one before, and its file goes', async () => {
    const begun = await make({});
    expect(begun.status).toBe(202);
    await app.ended(begun.data.id);
    const { maps: all } = await list();
    expect(all.map(({ id, requestedBy }) => [id === begun.data.id, requestedBy === 'Kianda'])).toEqual([[true, false]]);
    const files = await Array.fromAsync(app.storage.list('model-maps/'));
    expect(files.map(({ key }) => key)).toEqual([`model-maps/${type}/1/${begun.data.id}.tif`]);
    const finer = await make({ cellDegrees: 0.2 });
    await app.ended(finer.data.id);
    expect((await list()).maps.length).toBe(2);
    const removed = await app.call(maps.removeModelMap, { params: { id: finer.data.id }, token: scientist });
    expect([removed.status, (await list()).maps.length]).toEqual([200, 1]);
  });

  test('cells without number, or a version that is not there, are refused before anything runs', async () => {
    expect((await make({ cellDegrees: 0.005 })).problem.detail).toContain('o máximo é um milhão');
    expect((await make({ version: 9 })).problem.code).toBe('not_found');
    expect((await make({ inputs: { sal: 3 } })).status).toBe(202);
    const run = await vi.waitFor(async () => {
      const [first] = (await list()).runs;
      if (first?.state !== 'failed') throw new Error(`state: ${first?.state}`);
      return first;
    }, 30_000);
    expect(run.error).toContain('não tem a entrada «sal»');
  });

  test('the catalogue has it with its lineage, and its files', async () => {
    await app.ended(await app.composition.queue.enqueue('catalogue.sweep', {}));
    const headers = { authorization: `Bearer ${scientist}` };
    const items = await app.server.inject({ method: 'GET', url: '/stac/collections/model-maps/items', headers });
    const [item] = JSON.parse(items.payload).features;
    expect(item.properties).toMatchObject({ 'kianda:model': type, 'kianda:version': 1, 'kianda:simulated': true });
    expect(item.properties['kianda:data_sha256']).toBe(map.dataSha256);
    expect(item.assets['map.tif'].bands.map(({ name }: { name: string }) => name)).toEqual([
      ...['value', 'uncertainty', 'novelty'],
    ]);
    const asset = new URL(item.assets['map.tif'].href);
    const file = await app.server.inject({ method: 'GET', url: asset.pathname, headers });
    expect(file.rawPayload.equals((await bytesOf(`${(await list()).maps[0]?.id}/file`)).rawPayload)).toBe(true);
    expect((await app.server.inject({ method: 'GET', url: '/stac/collections/model-maps/items' })).statusCode).toBe(
      401,
    );
  });

  test('with a version its maps go, rows and files; before, the difference of two is a file with both', async () => {
    const second = await trained();
    await approved(second);
    const other = await mapOf(second);
    const first = await mapOf(1);
    const reply = await bytesOf(`${other.id}/difference?minus=${first.id}`);
    expect(reply.headers['content-disposition']).toContain(`${type}-v${second}-menos-v1-0.1.tif`);
    const image = await (await fromArrayBuffer(Uint8Array.from(reply.rawPayload).buffer)).getImage();
    const [difference, minuend, subtrahend] = (await image.readRasters()) as unknown as readonly Float32Array[];
    const known = Array.from(difference?.keys() ?? []).filter(
      (cell) => !Number.isNaN(difference?.[cell] ?? Number.NaN),
    );
    expect(known.length).toBe(other.bands[0]?.cells);
    for (const cell of known) {
      expect(difference?.[cell]).toBe(Math.fround((minuend?.[cell] ?? 0) - (subtrahend?.[cell] ?? 0)));
    }
    const coarse = await make({ cellDegrees: 0.2 });
    await app.ended(coarse.data.id);
    const refused = await bytesOf(`${other.id}/difference?minus=${coarse.data.id}`);
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      ...[409, 'Estes mapas não se subtraem: têm células diferentes.'],
    ]);
    expect((await bytesOf(`${other.id}/difference?minus=${randomUUID()}`)).statusCode).toBe(404);
    await app.call(maps.removeModelMap, { params: { id: coarse.data.id }, token: scientist });
    const gone = await app.call(contract.removeModelVersion, {
      ...{ params: { type, version: '1' }, query: { confirm: '1' }, token: scientist },
    });
    expect(gone.status).toBe(200);
    expect((await list()).maps.map(({ version }) => version)).toEqual([second]);
    const files = await Array.fromAsync(app.storage.list('model-maps/'));
    expect(files.every(({ key }) => key.startsWith(`model-maps/${type}/${second}/`))).toBe(true);
  });

  test('a client sees maps, and asks for none', async () => {
    const { token } = await app.signIn('cliente');
    expect((await app.call(maps.listModelMaps, { token })).status).toBe(200);
    expect((await make({}, token)).status).toBe(403);
  });
});
