/** Collections and items that others made, published in the catalogue and judged by what STAC and DuckDB say of them. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { StacLoad } from '@kianda/contract/open/catalogue/stac-loads.contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { catalogueMigrations } from '../../apps/server/src/modules/open/catalogue/catalogue.migrations.ts';
import { base, openLoader } from '../../apps/server/src/modules/open/catalogue/loads/testing/loader.ts';
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts';
import { createTestDatabase } from '../../apps/server/src/platform/db/testing.ts';
import { toWkb } from '../../apps/server/src/platform/geometry/wkb.ts';
import { jobMigrations, jobsModuleName } from '../../apps/server/src/platform/jobs/jobs.migrations.ts';
import { serveBindings } from '../../apps/server/src/testing/serve.ts';
import { createStacValidator, type StacDocument } from './testing/stac-schemas.ts';

const wait = { timeout: 120_000, interval: 50 };
const url = '/stac/collections/de-fora';
let store: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let loader: Awaited<ReturnType<typeof openLoader>>;
let server: Awaited<ReturnType<typeof serveBindings>>;
beforeAll(async () => {
  store = await createTestDatabase([
    { name: jobsModuleName, migrations: jobMigrations },
    { name: 'catalogue', migrations: catalogueMigrations },
  ]);
  folder = await mkdtemp(join(tmpdir(), 'kianda-publica-'));
  loader = await openLoader({ database: store.database, folder: join(folder, 'objetos'), works: true });
  server = await serveBindings(loader.catalogue.bindings ?? [], systemClock);
});
afterAll(async () => {
  await server.close();
  await loader.close();
  await store.drop();
  await rm(folder, { recursive: true, force: true });
});

const get = async (path: string) => (await server.ask('GET', path, { role: 'cientista' })).body;

async function load(payload: Buffer, contentType: string): Promise<StacLoad> {
  const headers = { 'content-type': contentType };
  const accepted = await server.ask('POST', `${url}/loads`, { role: 'cientista', payload, headers });
  expect(accepted.status).toBe(202);
  const state = String(accepted.headers.location).replace(base, '');
  return vi.waitUntil(async () => {
    const now = (await get(state)) as StacLoad;
    return now.finished === undefined ? null : now;
  }, wait);
}

test('a published collection is one by the schemas of STAC, as it is read, changed and filled', async () => {
  const faults = createStacValidator();
  const headers = { 'content-type': 'application/json' };
  const extent = {
    spatial: { bbox: [[-180, -90, 180, 90]] },
    temporal: { interval: [['2020-01-01T00:00:00Z', null]] },
  };
  const payload = {
    type: 'Collection',
    stac_version: '1.1.0',
    id: 'de-fora',
    description: 'De fora',
    license: 'Apache-2.0',
    extent,
    summaries: { gsd: { minimum: 0.5, maximum: 2 }, platform: ['cool_sat2'] },
    item_assets: { analytic: { title: 'Analítico', roles: ['data'] } },
    links: [],
  };
  const created = await server.ask('POST', '/stac/collections', { role: 'cientista', payload, headers });
  expect([created.status, faults(created.body as StacDocument)]).toEqual([201, []]);
  const changed = await server.ask('PATCH', url, { role: 'cientista', payload: { keywords: ['a'] }, headers });
  expect([changed.status, faults(changed.body as StacDocument)]).toEqual([200, []]);
});

test("pystac's own examples are loaded as they are, and are items by the schemas of STAC", async () => {
  const file = await readFile(new URL('stac-items/pystac-1.0.0.json', import.meta.url));
  expect(await load(file, 'application/geo+json')).toMatchObject({
    status: 'successful',
    rows: 3,
    stored: 3,
    refused: 0,
  });
  const faults = createStacValidator();
  const { features } = (await get(`${url}/items`)) as { features: (StacDocument & { id: string })[] };
  expect(features.map(({ id }) => id).toSorted()).toEqual(
    (JSON.parse(file.toString()) as { features: { id: string }[] }).features.map(({ id }) => id).toSorted(),
  );
  // Their extensions are of versions whose schemas are not here.
  for (const feature of features) expect(faults({ ...feature, stac_extensions: [] })).toEqual([]);
});

test('stac-geoparquet that DuckDB wrote gives its items, and the same again changes none', async () => {
  const point = toWkb({ type: 'Point', coordinates: [12, -9] }).toString('hex');
  const file = join(folder, 'itens.parquet');
  const duck = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await duck.connect();
  await connection.run(`COPY (SELECT 'Feature' AS type, '1.1.0' AS stac_version, []::VARCHAR[] AS stac_extensions,
    'duck' || i AS id, unhex('${point}') AS geometry,
    {'xmin': 12.0, 'ymin': -9.0, 'xmax': 12.0, 'ymax': -9.0} AS bbox,
    [{'rel': 'about', 'href': 'https://fora.test/' || i}] AS links,
    {'dados': {'href': 'https://fora.test/' || i || '.tif', 'type': 'image/tiff', 'title': NULL::VARCHAR}} AS assets,
    'outra' AS collection, TIMESTAMPTZ '2026-01-01 00:00:00+00' + i * INTERVAL 1 SECOND AS datetime,
    CASE WHEN i % 2 = 0 THEN i::DOUBLE END AS "eo:cloud_cover", i::BIGINT AS "fora:number"
    FROM range(2500) AS r(i)) TO '${file}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 2048)`);
  connection.closeSync();
  duck.closeSync();
  const bytes = await readFile(file);
  const done = { status: 'successful', format: 'geoparquet', rows: 2500, refused: 0 };
  expect(await load(bytes, 'application/vnd.apache.parquet')).toMatchObject({ ...done, stored: 2500 });
  expect(await load(bytes, 'application/octet-stream')).toMatchObject({ ...done, stored: 0, unchanged: 2500 });
  const item = (await get(`${url}/items/duck3`)) as StacDocument;
  expect(createStacValidator()(item)).toEqual([]);
  expect(item).toMatchObject({
    collection: 'de-fora',
    geometry: { type: 'Point', coordinates: [12, -9] },
    bbox: [12, -9, 12, -9],
    properties: { datetime: '2026-01-01T00:00:03.000Z', 'fora:number': 3 },
    assets: { dados: { href: 'https://fora.test/3.tif', type: 'image/tiff' } },
  });
  expect((item as unknown as { properties: object }).properties).not.toHaveProperty('eo:cloud_cover');
});
