import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GridSlice } from '@kianda/connectors';
import { stacCollectionSchema, stacItemSchema } from '@kianda/contract/open/catalogue/stac-schemas';
import { fromFile } from 'geotiff';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCatalogueWorld } from './testing/world.ts';

const dayMs = 86_400_000;
const todayMs = Date.UTC(2026, 7, 31);
const grid = { west: 8, south: -18, lonStepDegrees: 0.5, latStepDegrees: 0.5, columns: 4, rows: 3 };

function field(variable: string, dataset: string, timeMs: number, first: number): GridSlice {
  const values = Float32Array.from({ length: 12 }, (_, index) => first + index);
  values[1] = Number.NaN;
  return { kind: 'grid-slice', dataset, variable, unit: '°C', timeMs, depthMeters: 0, ...grid, values };
}

let world: Awaited<ReturnType<typeof createCatalogueWorld>>;
beforeAll(async () => {
  world = await createCatalogueWorld();
  await world.store([
    ...[0, 1, 2, 3].map((ago) => field('analysedSst', 'MUR', todayMs - ago * dayMs, 20 + ago)),
    field('sstAnomaly', 'OISST', todayMs, 1),
  ]);
  await world.store([field('currentEast', 'phy', todayMs, 0), field('currentNorth', 'phy', todayMs, 1)], 7);
  await world.index();
});
afterAll(() => world.close());

type Link = { rel: string; href: string; type?: string; method?: string; body?: object };
type Item = {
  id: string;
  collection: string;
  properties: Record<string, unknown>;
  assets: Record<string, { href: string }>;
  links: Link[];
};
type Page = { features: Item[]; links: Link[]; numberMatched?: number; numberReturned: number };
const linkOf = (from: { links: Link[] }, rel: string) => from.links.find((link) => link.rel === rel);
const ids = (page: Page) => page.features.map(({ id }) => id);

test('from the landing page, every link of the catalogue leads to an answer of its type', async () => {
  const landing = await world.get('');
  expect(await world.get('/')).toEqual(landing);
  expect((await world.get('/conformance')).conformsTo).toEqual(landing.conformsTo);
  for (const link of landing.links as Link[]) {
    if (!link.href.startsWith(`${world.base}/stac`) || link.method === 'POST' || link.rel === 'aggregate') continue;
    const { pathname } = new URL(link.href);
    const answer = await world.ask('GET', pathname, { role: null });
    expect([link.rel, answer.status]).toEqual([link.rel, 200]);
    expect(answer.headers['content-type']?.toString().split(';')[0]).toBe(link.type?.split(';')[0]);
  }
});

test('collections are those of the modules: count, extent, licence, citation, and valid STAC', async () => {
  const { collections } = await world.get('/collections');
  for (const collection of collections) expect(stacCollectionSchema.safeParse(collection).error).toBeUndefined();
  const sst = await world.get('/collections/sea-surface-temperature');
  expect(sst).toEqual(collections.find(({ id }: Item) => id === 'sea-surface-temperature'));
  expect(sst).toMatchObject({
    license: 'CC-BY-4.0',
    'sci:citation': 'Citação de noaa-sst',
    summaries: { 'eo:count': [5] },
    extent: {
      spatial: { bbox: [[7.75, -18.25, 9.75, -16.75]] },
      temporal: { interval: [['2026-08-28T00:00:00.000Z', '2026-08-31T00:00:00.000Z']] },
    },
  });
  const currents = await world.get('/collections/currents');
  expect(currents).toMatchObject({ license: 'other', summaries: { 'eo:count': [1] } });
});

test('items are valid STAC, with the links that browsers go by, and where they come from in the header', async () => {
  const page: Page = await world.get('/collections/sea-surface-temperature/items?limit=3');
  expect(page).toMatchObject({ type: 'FeatureCollection', numberMatched: 5, numberReturned: 3 });
  for (const item of page.features) {
    expect(stacItemSchema.safeParse(item).error).toBeUndefined();
    expect(await world.get(linkOf(item, 'self')?.href ?? '')).toEqual(item);
    expect((await world.get(linkOf(item, 'parent')?.href ?? '')).id).toBe('sea-surface-temperature');
  }
  const simulated = await world.ask('GET', '/stac/collections/currents/items', { role: null });
  expect(JSON.parse(String(simulated.headers['x-kianda-provenance']))).toMatchObject({ state: 'simulated', seed: 7 });
  expect(simulated.body.features[0].properties).toMatchObject({ 'kianda:simulated': true });
  expect(Object.keys(simulated.body.features[0].assets).toSorted()).toEqual([
    'currentEast.csv',
    'currentEast.tif',
    'currentNorth.csv',
    'currentNorth.tif',
  ]);
});

test('pages follow one another to the end, by GET and by POST, in any order', async () => {
  for (const sortby of ['', 'properties.datetime', '-id', 'kianda:zee_mean,-collection']) {
    const seen: string[] = [];
    let page: Page = await world.get(`/search?limit=2&sortby=${encodeURIComponent(sortby) || '-datetime'}`);
    for (;;) {
      seen.push(...ids(page));
      const next = linkOf(page, 'next');
      if (next === undefined) break;
      page = await world.get(next.href);
    }
    expect([sortby, new Set(seen).size, seen.length]).toEqual([sortby, 6, 6]);
  }
  const body = { limit: 4, collections: ['sea-surface-temperature'], sortby: [{ field: 'id', direction: 'desc' }] };
  const first = (await world.ask('POST', '/stac/search', { payload: body, role: null })).body as Page;
  const next = linkOf(first, 'next');
  expect(next).toMatchObject({ method: 'POST', merge: true });
  const rest = (await world.ask('POST', '/stac/search', { payload: { ...body, ...next?.body }, role: null }))
    .body as Page;
  expect([...ids(first), ...ids(rest)]).toEqual([
    'OISST_20260831T000000Z',
    ...[31, 30, 29, 28].map((day) => `MUR_202608${day}T000000Z`),
  ]);
  expect(linkOf(rest, 'next')).toBeUndefined();
});

test('space, time, ids, query and CQL2 narrow a search', async () => {
  const found = async (query: string) => ids(await world.get(`/search?limit=50&${query}`)).length;
  expect(await found('bbox=9,-17,30,10')).toBe(6);
  expect(await found('bbox=10,-17,30,10')).toBe(0);
  expect(await found('bbox=170,-20,9,10')).toBe(6);
  expect(await found('datetime=2026-08-30T00:00:00Z/..')).toBe(4);
  expect(await found('datetime=2026-08-30T00:00:00Z')).toBe(1);
  expect(await found('ids=MUR_20260830T000000Z,nenhum')).toBe(1);
  expect(await found('collections=currents')).toBe(1);
  expect(
    await found(`intersects=${encodeURIComponent(JSON.stringify({ type: 'Point', coordinates: [9, -17] }))}`),
  ).toBe(6);
  expect(
    await found(
      `filter=${encodeURIComponent("kianda:dataset = 'MUR' AND datetime > TIMESTAMP('2026-08-29T00:00:00Z')")}`,
    ),
  ).toBe(2);
  expect(await found(`filter=${encodeURIComponent('S_INTERSECTS(geometry, POINT(20 0))')}`)).toBe(0);
  expect(await found(`query=${encodeURIComponent(JSON.stringify({ 'kianda:dataset': { startsWith: 'O' } }))}`)).toBe(1);
  const json = { filter: { op: 'a_contains', args: [{ property: 'kianda:variables' }, ['currentEast']] } };
  expect(ids((await world.ask('POST', '/stac/search', { payload: json, role: null })).body as Page)).toEqual([
    'phy_20260831T000000Z',
  ]);
});

test('fields trims items to what was asked for', async () => {
  const item = async (fields: string) =>
    (await world.get(`/search?ids=phy_20260831T000000Z&fields=${fields}`)).features[0];
  expect(Object.keys(await item('id,properties.title')).sort()).toEqual(['collection', 'id', 'properties', 'type']);
  expect(Object.keys((await item('properties.title')).properties)).toEqual(['title']);
  expect(await item('-assets,-links')).not.toHaveProperty('assets');
  expect(stacItemSchema.safeParse(await item('')).error).toBeUndefined();
});

const refused = [
  'limit=0',
  'limit=-1',
  'limit=x',
  'bbox=1,2,3',
  'bbox=1,2,3,x',
  'bbox=1,5,3,2',
  'bbox=[1,2,3,4]',
  'datetime=2026-08-30',
  'datetime=/',
  'datetime=../..',
  'datetime=2026-13-01T00:00:00Z',
  'datetime=2026-08-31T00:00:00',
  'datetime=2026-08-31T00:00:00Z/2026-08-30T00:00:00Z',
  'datetime=2026-08-31T00:00:00%2B0100',
  'datetime=2026-02-30T00:00:00Z',
  'bbox=1,2,3,4&intersects={"type":"Point","coordinates":[1,2]}',
  'intersects={"type":"Point"}',
  'intersects=x',
  'sortby=nada',
  'token=x',
  'filter=a%20%3D',
  'filter=nada%3D1',
  'filter-lang=x',
  'desconhecido=1',
  'query=[]',
  'query={"id":{"x":1}}',
  'limit=1&limit=2',
];
test.each([
  // As pystac-client sends `query=['kianda:coverage<0.5', …]`.
  { query: { 'kianda:zee_mean': { gt: '22.5' } }, as: { 'kianda:zee_mean': { gt: 22.5 } } },
  { query: { 'kianda:zee_mean': { lte: '2.25e1' } }, as: { 'kianda:zee_mean': { lte: 22.5 } } },
  { query: { 'kianda:simulated': { eq: 'true' } }, as: { 'kianda:simulated': { eq: true } } },
  { query: { 'proj:epgs': { eq: '4326' } }, as: { 'proj:epgs': { eq: 4326 } } },
  { query: { datetime: { eq: '2026-08-31T01:00:00+01:00' } }, as: { datetime: { eq: '2026-08-31T00:00:00Z' } } },
])('the text in $query is understood as $as', async ({ query, as }) => {
  const found = async (payload: object) =>
    ids((await world.ask('POST', '/stac/search', { role: null, payload: { limit: 50, query: payload } })).body as Page);
  expect(await found(query)).toEqual(await found(as));
});

test('a numeric text finds the same as its number, in both extensions, and not nothing', async () => {
  const found = async (query: string) => ids(await world.get(`/search?limit=50&${query}`));
  const wanted = await found(`filter=${encodeURIComponent('kianda:zee_mean > 22.5')}`);
  expect(wanted.length).toBeGreaterThan(0);
  expect(await found(`query=${encodeURIComponent('{"kianda:zee_mean":{"gt":"22.5"}}')}`)).toEqual(wanted);
  expect(await found(`filter=${encodeURIComponent("kianda:zee_mean > '22.5'")}`)).toEqual(wanted);
  expect(await found(`filter=${encodeURIComponent("'22.5' < kianda:zee_mean")}`)).toEqual(wanted);
});

test.each([
  { query: { 'kianda:zee_mean': { lt: 'muito' } }, says: '«kianda:zee_mean» é um número, e «muito» não o é.' },
  { query: { 'kianda:zee_mean': { in: [1, ''] } }, says: '«kianda:zee_mean» é um número' },
  { query: { 'kianda:zee_mean': { startsWith: '2' } }, says: '«kianda:zee_mean» é um número' },
  { query: { 'kianda:dataset': { gt: 3 } }, says: '«kianda:dataset» é um texto, e «3» não o é.' },
  { query: { 'kianda:simulated': { eq: 'talvez' } }, says: '«kianda:simulated» é verdadeiro ou falso' },
  { query: { datetime: { lt: 'ontem' } }, says: '«datetime» é um instante (RFC 3339)' },
])('$query is refused, with the type of the property', async ({ query, says }) => {
  const answer = await world.ask('POST', '/stac/search', { role: null, payload: { query } });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(says)]);
});

test.each(refused)('refuses %s with 400', async (query) => {
  const answer = await world.ask('GET', `/stac/search?${query}`, { role: null });
  expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
});

test.each([
  '2026-08-31t00:00:00z',
  '2026-08-31T01:00:00+01:00',
  '2026-08-31T00:00:00.000000000Z',
  '2026-08-31T00:00:00-00:00',
  '../2026-08-31T00:00:00Z',
  '/2026-08-31T00:00:00Z',
  '1937-01-01T12:00:27.87+00:20/..',
])('takes the instant %s', async (datetime) => {
  expect((await world.get(`/search?datetime=${encodeURIComponent(datetime)}`)).numberMatched).toBeGreaterThan(0);
});

test('a grid is a GeoTIFF with its cells where they are, made once, in parts where they are asked for', async () => {
  const item: Item = await world.get('/collections/sea-surface-temperature/items/MUR_20260831T000000Z');
  const href = new URL(item.assets['analysedSst.tif']?.href ?? '').pathname;
  const whole = await world.ask('GET', href, { role: null });
  expect(whole.headers['content-type']).toBe('image/tiff; application=geotiff; profile=cloud-optimized');
  const folder = await mkdtemp(join(tmpdir(), 'kianda-tif-'));
  const path = join(folder, 'a.tif');
  await writeFile(path, whole.bytes);
  const image = await (await fromFile(path)).getImage();
  expect(image.getBoundingBox()).toEqual([7.75, -18.25, 9.75, -16.75]);
  expect(image.getGeoKeys()).toMatchObject({ GeographicTypeGeoKey: 4326 });
  const [band] = await image.readRasters();
  // North first: the last row of the store, then the others.
  expect([...(band as Float32Array)]).toEqual([28, 29, 30, 31, 24, 25, 26, 27, 20, Number.NaN, 22, 23]);
  await rm(folder, { recursive: true });

  const part = await world.ask('GET', href, { role: null, headers: { range: 'bytes=2-5' } });
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 2-5/${whole.bytes.length}`]);
  expect(part.bytes).toEqual(whole.bytes.subarray(2, 6));
  expect((await world.ask('GET', href, { role: null, headers: { range: 'bytes=999999-' } })).status).toBe(416);
  const after: { assets: Record<string, object> } = await world.get(
    '/collections/sea-surface-temperature/items/MUR_20260831T000000Z',
  );
  expect(after.assets['analysedSst.tif']).toMatchObject({ 'file:size': whole.bytes.length });
  const csv = await world.ask('GET', href.replace('.tif', '.csv'), { role: null });
  expect(csv.text.split('\n').slice(0, 3)).toEqual(['longitude,latitude,analysedSst', '8,-18,20', '9,-18,22']);
  expect((await world.ask('GET', href.replace('.tif', '.nc'), { role: null })).status).toBe(404);
});

test('a revised field is another file; a field that is gone is no item', async () => {
  const url = '/stac/collections/sea-surface-temperature/items/MUR_20260828T000000Z';
  const before = await world.ask('GET', `${url}/assets/analysedSst.csv`, { role: null });
  await world.store([field('analysedSst', 'MUR', todayMs - 3 * dayMs, 50)]);
  await world.index();
  const after = await world.ask('GET', `${url}/assets/analysedSst.csv`, { role: null });
  expect([before.text.split('\n')[1], after.text.split('\n')[1]]).toEqual(['8,-18,23', '8,-18,50']);
  const kept = await Array.fromAsync(
    world.platform.storage.list('catalogue/sea-surface-temperature/MUR_20260828T000000Z/'),
  );
  expect(kept).toHaveLength(1);
});

test('reads of files are counted by themselves: whoever reads many still asks the catalogue', async () => {
  const left = async (path: string) =>
    Number((await world.ask('GET', path, { role: null })).headers['x-ratelimit-remaining']);
  const before = await left('/stac');
  const file = '/stac/collections/sea-surface-temperature/items/MUR_20260828T000000Z/assets/analysedSst.csv';
  expect((await left(file)) - (await left(file))).toBe(1);
  expect(await left('/stac')).toBe(before - 1);
});

test('counts over a search', async () => {
  const { aggregations } = await world.get(
    '/aggregate?aggregations=total_count,collection_frequency,datetime_frequency,datetime_max',
  );
  expect(aggregations).toMatchObject([
    { name: 'total_count', value: 6 },
    {
      buckets: [
        { key: 'currents', frequency: 1 },
        { key: 'sea-surface-temperature', frequency: 5 },
      ],
    },
    { buckets: [{ key: '2026-08-01T00:00:00.000Z', frequency: 6 }] },
    { value: '2026-08-31T00:00:00.000Z' },
  ]);
  const judged = await world.get(
    `/collections/currents/aggregate?aggregations=total_count&filter=${encodeURIComponent('S_INTERSECTS(geometry, LINESTRING(8 -18, 9 -17))')}`,
  );
  expect(judged.aggregations).toMatchObject([{ value: 1 }]);
  expect((await world.ask('GET', '/stac/aggregate?aggregations=nada', { role: null })).status).toBe(400);
});

test('collections are searched by words, place and time, and come in pages', async () => {
  const names = async (query: string) =>
    (await world.get(`/collections?${query}`)).collections.map(({ id }: Item) => id);
  expect(await names('q=CORRENTES,nada')).toEqual(['currents']);
  expect(await names('bbox=100,0,101,1')).toEqual([]);
  expect(await names('datetime=2026-08-28T00:00:00Z')).toEqual(['sea-surface-temperature']);
  const first = await world.get('/collections?limit=2&sortby=-id&fields=id');
  expect(Object.keys(first.collections[0])).toEqual(['type', 'id']);
  const second = await world.get(linkOf(first, 'next')?.href ?? '');
  expect([...first.collections, ...second.collections].map(({ id }: Item) => id)).toEqual(
    (await names('sortby=-id')).slice(0, 4),
  );
});

test('a collection of a permission is nobody else’s: in lists, searches, counts, items and files', async () => {
  const paths = [
    '',
    '/items',
    '/items/segredo',
    '/items/segredo/assets/a.csv',
    '/queryables',
    '/aggregate?aggregations=total_count',
  ];
  const statuses = (role: 'investigador' | 'cliente' | null) =>
    Promise.all(
      paths.map(async (path) => (await world.ask('GET', `/stac/collections/reservada${path}`, { role })).status),
    );
  expect(new Set(await statuses('investigador'))).toEqual(new Set([200]));
  expect(new Set(await statuses('cliente'))).toEqual(new Set([403]));
  expect(new Set(await statuses(null))).toEqual(new Set([401]));
  const seen = async (role: 'investigador' | null) => {
    const read = async (path: string) => (await world.ask('GET', `/stac${path}`, { role })).body;
    const landing: { links: Link[] } = await read('');
    const counts = await read('/aggregate?aggregations=total_count&ids=segredo');
    return [
      landing.links.some(({ href }) => href.endsWith('/reservada')),
      (await read('/collections')).collections.some(({ id }: Item) => id === 'reservada'),
      ids(await read('/search?ids=segredo')).length,
      ids(await read('/search?ids=segredo&collections=reservada')).length,
      counts.aggregations[0].value,
    ];
  };
  expect(await seen('investigador')).toEqual([true, true, 1, 1, 1]);
  expect(await seen(null)).toEqual([false, false, 0, 0, 0]);
});

test('a shape that is not its box is judged as it is, and counted, by the database and by the index in memory', async () => {
  const corners = [
    [8, -10],
    [12, -10],
    [8, -6],
    [8, -10],
  ];
  const item = {
    ...{ type: 'Feature', stac_version: '1.1.0', id: 'triangulo', bbox: [8, -10, 12, -6], links: [], assets: {} },
    geometry: { type: 'Polygon', coordinates: [corners] },
    properties: { datetime: '2026-08-01T00:00:00Z' },
  };
  const path = '/stac/collections/published-products/items';
  expect((await world.ask('POST', path, { role: 'operador', payload: item })).status).toBe(201);
  const counts = async () =>
    Promise.all(
      // Inside its box and outside the shape; across an edge; around it; outside its box.
      ['11,-7,11.9,-6.2', '9,-9.5,9.5,-9', '0,-20,20,0', '12.5,-7,13,-6'].map(async (bbox) => {
        const page: Page = await world.get(`/collections/published-products/items?bbox=${bbox}`);
        return [page.features.length, page.numberMatched];
      }),
    );
  const right = [
    [0, 0],
    [1, 1],
    [1, 1],
    [0, 0],
  ];
  expect(await counts()).toEqual(right);
  await world.hold();
  expect(await counts()).toEqual(right);
  expect((await world.ask('DELETE', `${path}/triangulo`, { role: 'operador' })).status).toBeLessThan(205);
  expect((await world.get('/collections/published-products/items?bbox=0,-20,20,0')).numberMatched).toBe(0);
});
