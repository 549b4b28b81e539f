/**
 * The catalogue, filled by the simulated providers, judged by public packages: the types made of STAC's own schemas, the
 * STAC team's migration, its list of fields, and DuckDB on the files.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import fields from '@radiantearth/stac-fields/fields.json' with { type: 'json' };
import migrate from '@radiantearth/stac-migrate';
import type { StacCatalog, StacCollection, StacItem } from 'stac-ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApplication, type TestApplication } from '../../apps/server/src/testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../apps/server/src/testing/simulator.ts';
import { createStacValidator } from './testing/stac-schemas.ts';
import { freePort, missing, printed } from './testing/world.ts';

/** Providers whose products make every kind of collection. */
const connectors = ['noaa-sst', 'open-meteo-marine', 'argo', 'obis', 'fisheries-area47'];
const itemsOfEach = 2;
const wait = { timeout: 120_000, interval: 250 };
const run = promisify(execFile);

let simulator: TestSimulator;
let app: TestApplication;
/** Where the links of the catalogue lead. */
let url: string;
let token: string;
let folder: string;
let duck: DuckDBInstance;
let collections: readonly StacCollection[];
let items: readonly StacItem[];

beforeAll(async () => {
  simulator = await spawnSimulator();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  app = await createTestApplication({ simulatorUrl: simulator.url, settings: { KIANDA_PUBLIC_URL: url } });
  await app.server.listen({ host: '127.0.0.1', port });
  token = (await app.signIn('operador')).token;
  await Promise.all(connectors.map((id) => app.ingest(id)));
  // The sweep of the minute may be under way, and may have begun before the last page came.
  await app.ended(
    await vi.waitUntil(() => app.composition.queue.enqueue('catalogue.sweep', {}).catch(() => null), wait),
  );
  collections = (await get<{ collections: StacCollection[] }>('/stac/collections')).collections;
  const pages = await Promise.all(
    collections.map(({ id }) => get<{ features: StacItem[] }>(`/stac/collections/${id}/items?limit=${itemsOfEach}`)),
  );
  items = pages.flatMap(({ features }) => features);
  folder = await mkdtemp(join(tmpdir(), 'kianda-catalogo-'));
  // Schemas that it would have to download are absent: only those of the package are there.
  duck = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    threads: '1',
  });
}, 240_000);
afterAll(async () => {
  duck.closeSync();
  await app.close();
  await simulator.stop();
  await rm(folder, { recursive: true, force: true });
});

const headers = () => ({ authorization: `Bearer ${token}` });
async function get<T>(url: string): Promise<T> {
  const answer = await app.inject({ method: 'GET', url, headers: headers() });
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${answer.text.slice(0, 300)}`);
  return answer.json() as T;
}

/** Names that the list of fields does not hold: our own, and the count that the console's specification asks for. */
const own = (name: string) => name.startsWith('kianda:') || name === 'eo:count';

test('there is something to judge in every kind of collection', () => {
  const filled = new Set(items.map(({ collection }) => collection));
  expect(filled).toEqual(new Set(['biodiversity', 'fisheries', 'profiles', 'sea-surface-temperature', 'waves']));
  expect(collections.length).toBeGreaterThan(filled.size);
});

test('the types made of the schemas of STAC hold every collection, item and landing page', async () => {
  const types = fileURLToPath(import.meta.resolve('stac-ts/package.json')).replace(
    'package.json',
    'src/types/index.d.ts',
  );
  // They name the one version they were made of; between it and ours the objects only gained members.
  const text = (value: object) => JSON.stringify(value).replaceAll('"stac_version":"1.1.0"', '"stac_version":"1.0.0"');
  const check = async (name: string, given: { collections: readonly object[]; items: readonly object[] }) => {
    const file = join(folder, `${name}.mts`);
    await writeFile(
      file,
      `import type { StacCatalog, StacCollection, StacItem } from ${JSON.stringify(types.replace('.d.ts', '.js'))};
export const landing: StacCatalog = ${text(await get<object>('/stac'))};
export const collections: StacCollection[] = ${text(given.collections)};
export const items: StacItem[] = ${text(given.items)};
`,
    );
    const options = [
      '--noEmit',
      '--strict',
      '--target',
      'esnext',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--types',
      '',
      '--ignoreConfig',
    ];
    return run('tsc', [...options, file]).then(
      () => [],
      ({ stdout }: { stdout?: string }) => (stdout ?? '').split('\n').filter((line) => line.includes('error TS')),
    );
  };
  expect(await check('bons', { collections, items })).toEqual([]);
  const [collection, item] = [collections[0], items[0]];
  const wrong = {
    collections: [{ ...collection, extent: { spatial: { bbox: [] }, temporal: { interval: [['2026']] } } }],
    items: [{ ...item, links: [{ rel: 'self' }] }],
  };
  expect((await check('maus', wrong)).length).toBeGreaterThanOrEqual(2);
});

test('the JSON schemas of STAC 1.1 and of every declared extension hold each document, filled or not', async () => {
  const faults = createStacValidator();
  const landing = await get<StacCatalog>('/stac');
  const found = [landing, ...collections, ...items].flatMap((document) =>
    faults(document).map((fault) => `${document.id}: ${fault}`),
  );
  expect(found).toEqual([]);
  const declared = new Set([...collections, ...items].flatMap((document) => document.stac_extensions ?? []));
  expect([...declared].filter((name) => /\/(processing|projection|datacube|raster)\//.test(name))).toHaveLength(4);
  const [collection, item] = [collections[0], items.find(({ bbox }) => bbox !== undefined)];
  if (collection === undefined || item === undefined) throw new Error('nothing to spoil');
  const processing = [...declared].find((name) => name.includes('/processing/')) ?? '';
  const spoilt = { ...collection, stac_extensions: [processing], summaries: {}, item_assets: {} };
  for (const wrong of [spoilt, { ...item, bbox: [1] }, { ...item, stac_extensions: ['https://nada.test/schema.json'] }])
    expect(faults(wrong).length).toBeGreaterThan(0);
});

test('the migration to the newest version of STAC and its extensions only takes away what GDAL 3.6 needs', () => {
  // `proj:epsg`, gone from the projection extension since 2.0.
  const newest = (item: StacItem) =>
    JSON.parse(
      JSON.stringify(item)
        .replaceAll('"proj:epsg":4326', '"proj:code":"EPSG:4326"')
        .replaceAll('/projection/v1.2.0/', '/projection/v2.0.0/'),
    );
  for (const item of items) expect(migrate.item(structuredClone(item))).toEqual(newest(item));
  for (const collection of collections) expect(migrate.collection(structuredClone(collection))).toEqual(collection);
  const old = { ...items[0], stac_version: '1.0.0', properties: { ...items[0]?.properties, 'proj:epsg': 4326 } };
  expect(migrate.item(structuredClone(old))).not.toEqual(old);
});

test('every field is one that STAC or its extensions know, or our own', () => {
  const known = new Set([...Object.keys(fields.metadata), ...Object.keys(fields.assets)]);
  const strange = (object: object) => Object.keys(object).filter((name) => !known.has(name) && !own(name));
  const found = [
    ...items.flatMap(({ properties, assets }) => [properties, ...Object.values(assets)].flatMap(strange)),
    ...collections.flatMap(({ summaries, item_assets }) =>
      [summaries ?? {}, ...Object.values((item_assets ?? {}) as Record<string, object>)].flatMap(strange),
    ),
  ];
  expect([...new Set(found)]).toEqual([]);
  expect(strange({ 'proj:epgs': 1 })).toEqual(['proj:epgs']);
});

/** The file of an asset, on disk. */
async function fileOf(item: StacItem, key: string): Promise<string> {
  const address = new URL(item.assets[key]?.href ?? '');
  const answer = await app.server.inject({ method: 'GET', url: address.pathname, headers: headers() });
  if (answer.statusCode !== 200) throw new Error(`${address.pathname}: ${answer.statusCode}`);
  const file = join(folder, `${item.collection}-${item.id}-${key}`);
  await writeFile(file, answer.rawPayload);
  return file;
}

test.skipIf(missing('gdal-bin') !== false)(
  `GDAL's STACIT driver reads our own grids: the values of the CSV, cell by cell (${missing('gdal-bin') || 'instalado'})`,
  async () => {
    const collection = 'sea-surface-temperature';
    const grids = items.filter((item) => item.collection === collection);
    expect(grids.length).toBeGreaterThan(0);
    for (const item of grids) {
      const [raster = '', ...others] = Object.keys(item.assets).filter((key) => key.endsWith('.tif'));
      expect(others).toEqual([]);
      const opened = `STACIT:"${url}/stac/search?collections=${collection}&ids=${item.id}"`;
      expect(await printed('gdalinfo', opened)).toMatch(/Size is [1-9]\d*, [1-9]\d*[\s\S]*WGS 84[\s\S]*Type=Float32/);
      const cells = cellsOf(await printed('gdal_translate', '-q', '-of', 'XYZ', opened, '/vsistdout/'), ' ');
      const csv = await readFile(await fileOf(item, raster.replace('.tif', '.csv')), 'utf8');
      const ours = cellsOf(csv.slice(csv.indexOf('\n') + 1), ',');
      expect(ours.size).toBeGreaterThan(100);
      expect([...cells.keys()].toSorted()).toEqual([...ours.keys()].toSorted());
      for (const [cell, value] of ours) expect([cell, cells.get(cell)]).toEqual([cell, expect.closeTo(value, 4)]);
    }
  },
  60_000,
);

/** Values by cell, of lines of longitude, latitude and value; cells without a value are left out. */
function cellsOf(text: string, separator: string): Map<string, number> {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.split(separator).map(Number));
  return new Map(
    lines.flatMap(([lon = NaN, lat = NaN, value = NaN]) =>
      Number.isNaN(value) ? [] : [[`${lon.toFixed(4)} ${lat.toFixed(4)}`, value] as const],
    ),
  );
}

async function rows(query: string): Promise<Record<string, unknown>[]> {
  const connection = await duck.connect();
  try {
    return (await connection.runAndReadAll(query)).getRowObjects();
  } finally {
    connection.disconnectSync();
  }
}

test('DuckDB reads the Parquet files: as many rows as the item says, typed columns, the values of the CSV', async () => {
  const tables = items.flatMap((item) =>
    Object.keys(item.assets)
      .filter((key) => key.endsWith('.parquet'))
      .map((key) => ({ item, key })),
  );
  expect(new Set(tables.map(({ item }) => item.collection)).size).toBe(4);
  for (const { item, key } of tables) {
    const [file, csv] = [await fileOf(item, key), await fileOf(item, key.replace('.parquet', '.csv'))];
    const [counted] = await rows(`select count(*) as n from '${file}'`);
    expect([item.id, Number(counted?.n)]).toEqual([item.id, item.properties['kianda:rows']]);
    const columns = await rows(`describe select * from '${file}'`);
    expect(columns.map(({ column_type }) => column_type)).toEqual(
      columns.map(() => expect.stringMatching(/^(VARCHAR|DOUBLE|BOOLEAN)$/)),
    );
    const types = columns
      .map(({ column_name, column_type }) => `'${String(column_name)}': '${String(column_type)}'`)
      .join(', ');
    const read = `select * from read_csv('${csv}', header = true, columns = {${types}})`;
    const [differ] = await rows(`select count(*) as n from ((select * from '${file}' except all ${read}) union all
      (${read} except all select * from '${file}'))`);
    expect([item.id, key, Number(differ?.n)]).toEqual([item.id, key, 0]);
  }
  const occurrences = tables.find(({ item }) => item.collection === 'biodiversity');
  if (occurrences === undefined) throw new Error('no occurrences');
  const [south] = await rows(`select count(*) as n, avg("decimalLatitude") as lat
    from '${await fileOf(occurrences.item, occurrences.key)}' where "decimalLatitude" < -12`);
  const [year = ''] = /\d{4}/.exec(occurrences.item.id) ?? [];
  const [truth] = await app.select<{ n: number; lat: number }>(`select count(*)::integer as n, avg(lat) as lat
    from biodiversity.occurrences where source = 'obis' and lat < -12
      and to_char(event_start at time zone 'UTC', 'YYYY') = '${year}' and event_start <= retrieved_at`);
  expect([Number(south?.n), Number(south?.lat)]).toEqual([truth?.n, expect.closeTo(truth?.lat ?? Number.NaN, 9)]);
});

test('a Parquet file that DuckDB wrote is described as it is', async () => {
  const file = join(folder, 'campanha.parquet');
  await rows(`copy (select n as id, n / 7.0 as depth, 'estação ' || n as name, date '2026-01-01' + n::integer as day
    from range(2500) t(n)) to '${file}' (format parquet, compression zstd, row_group_size 2048)`);
  const send = (method: 'POST' | 'PUT', url: string, payload: object | Buffer, type: string) =>
    app.server.inject({ method, url, payload, headers: { ...headers(), 'content-type': type } });
  expect((await send('POST', '/storage/buckets', { name: 'duckdb' }, 'application/json')).statusCode).toBe(201);
  const sent = await send(
    ...(['PUT', '/storage/buckets/duckdb/object?key=campanha.parquet', await readFile(file)] as const),
    'application/octet-stream',
  );
  expect(sent.statusCode).toBe(201);
  const { data } = await get<{ data: object }>('/storage/buckets/duckdb/preview?key=campanha.parquet');
  expect(data).toMatchObject({
    ...{ kind: 'parquet', rows: 2500, rowGroups: 2, createdBy: expect.stringContaining('DuckDB') },
    columns: [
      { name: 'id', type: 'INT_64' },
      { name: 'depth', type: 'DOUBLE' },
      { name: 'name', type: 'UTF8' },
      { name: 'day', type: 'DATE' },
    ],
  });
});
