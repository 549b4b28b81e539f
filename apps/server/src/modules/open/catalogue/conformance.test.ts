/** Each class of the catalogue's `/conformance` has a test here, and none that is not listed has one. */
import type { GridSlice } from '@kianda/connectors';
import { stacCollectionSchema, stacItemSchema } from '@kianda/contract/open/catalogue/stac-schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCatalogueWorld } from './testing/world.ts';

const dayMs = 86_400_000;
const todayMs = Date.UTC(2026, 7, 31);
const grid = { west: 8, south: -18, lonStepDegrees: 0.5, latStepDegrees: 0.5, columns: 4, rows: 3 };

function field(variable: string, dataset: string, timeMs: number, first: number): GridSlice {
  const values = Float32Array.from({ length: 12 }, (_, index) => first + index);
  return { kind: 'grid-slice', dataset, variable, unit: '°C', timeMs, depthMeters: 0, ...grid, values };
}

let world: Awaited<ReturnType<typeof createCatalogueWorld>>;
beforeAll(async () => {
  world = await createCatalogueWorld();
  await world.store(
    Array.from({ length: 6 }, (_, ago) => field('analysedSst', 'MUR', todayMs - ago * dayMs, 20 + ago)),
  );
  await world.store([field('sstAnomaly', 'OISST', todayMs, 1)]);
  await world.store([field('currentEast', 'phy', todayMs, 0), field('currentNorth', 'phy', todayMs, 1)], 7);
  await world.index();
});
afterAll(() => world.close());

const items = 8;
type Link = { rel: string; href: string; type?: string; method?: string; body?: object };
type Item = { id: string; collection: string; properties: Record<string, unknown> };
type Page = { features: Item[]; links: Link[]; numberMatched: number; numberReturned: number };
const linkOf = (links: readonly Link[], rel: string) => links.find((link) => link.rel === rel);
const sst = '/collections/sea-surface-temperature';
const found = async (query: string, path = '/search'): Promise<Page> => world.get(`${path}?limit=50&${query}`);
const names = async (query: string, path = '/search') => (await found(query, path)).features.map(({ id }) => id);
const status = async (path: string) => (await world.ask('GET', `/stac${path}`, { role: null })).status;
const posted = async (payload: object): Promise<Page> =>
  (await world.ask('POST', '/stac/search', { payload, role: null })).body as Page;
const listed = async (query: string) =>
  (await world.get(`/collections?${query}`)).collections.map(({ id }: { id: string }) => id) as string[];

/** A filter in both languages finds these items. */
async function filters(text: string, json: object, ids: readonly string[]): Promise<void> {
  expect(new Set(await names(`filter=${encodeURIComponent(text)}`))).toEqual(new Set(ids));
  const page = await posted({ limit: 50, filter: json, 'filter-lang': 'cql2-json' });
  expect(new Set(page.features.map(({ id }) => id))).toEqual(new Set(ids));
}
const property = (name: string) => ({ property: name });
const mur = (ago: number) =>
  `MUR_${new Date(todayMs - ago * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}T000000Z`;
const others = ['OISST_20260831T000000Z', 'phy_20260831T000000Z'];
const dataset = property('kianda:dataset');
const area = {
  type: 'Polygon',
  coordinates: [
    [
      [0, -30],
      [20, -30],
      [20, 0],
      [0, 0],
      [0, -30],
    ],
  ],
};
const wkt = 'POLYGON((0 -30, 20 -30, 20 0, 0 0, 0 -30))';
const all = [0, 1, 2, 3, 4, 5].map(mur).concat(others);

async function trims(path: string): Promise<void> {
  const [item] = (await found('fields=id,properties.title', path)).features;
  expect(Object.keys(item?.properties ?? {})).toEqual(['title']);
  expect((await found('fields=-assets,-links', path)).features[0]).not.toHaveProperty('assets');
}
async function sorts(path: string): Promise<void> {
  const up = await names('sortby=properties.datetime,id', path);
  expect(await names('sortby=-properties.datetime,-id', path)).toEqual(up.toReversed());
  expect(await status(`${path}?sortby=nada`)).toBe(400);
}
const stac = 'https://api.stacspec.org';
const ogc = 'http://www.opengis.net/spec';

const classes: Readonly<Record<string, () => Promise<void>>> = {
  async [`${stac}/v1.0.0/core`]() {
    const landing = await world.get('');
    expect(landing).toMatchObject({ type: 'Catalog', stac_version: '1.1.0', id: expect.any(String) });
    for (const rel of ['root', 'self', 'service-desc', 'conformance', 'data', 'search'])
      expect([rel, linkOf(landing.links, rel)?.type]).toEqual([rel, expect.any(String)]);
    expect((await world.get('/conformance')).conformsTo).toEqual(landing.conformsTo);
  },
  async [`${stac}/v1.0.0/collections`]() {
    const { collections, links } = await world.get('/collections');
    for (const rel of ['root', 'self']) expect(linkOf(links, rel)).toBeDefined();
    for (const collection of collections) {
      expect(stacCollectionSchema.safeParse(collection).error).toBeUndefined();
      expect(await world.get(`/collections/${collection.id}`)).toEqual(collection);
    }
    expect(await status('/collections/nenhuma')).toBe(404);
  },
  async [`${stac}/v1.0.0/ogcapi-features`]() {
    const page = await found('', `${sst}/items`);
    expect([page.numberMatched, page.numberReturned]).toEqual([7, 7]);
    for (const { id } of page.features) {
      const item = await world.get(`${sst}/items/${id}`);
      expect(stacItemSchema.safeParse(item).error).toBeUndefined();
      for (const rel of ['root', 'self', 'collection', 'parent']) expect(linkOf(item.links, rel)).toBeDefined();
    }
    expect(await status(`${sst}/items/nenhum`)).toBe(404);
  },
  async [`${stac}/v1.0.0/item-search`]() {
    const page = await posted({ collections: ['sea-surface-temperature'], limit: 3 });
    expect([page.numberMatched, page.features.length]).toEqual([7, 3]);
    const next = linkOf(page.links, 'next');
    expect(next).toMatchObject({ method: 'POST', body: { token: expect.any(String) } });
    const rest = await posted({ collections: ['sea-surface-temperature'], limit: 3, ...next?.body });
    expect(rest.features.map(({ id }) => id)).not.toEqual(expect.arrayContaining(page.features.map(({ id }) => id)));
    expect(await names(`ids=${mur(0)},nenhum`)).toEqual([mur(0)]);
    expect(await names('bbox=9,-17,30,10&collections=currents')).toEqual(['phy_20260831T000000Z']);
    expect(await names('datetime=../2026-08-26T00:00:00Z')).toEqual([mur(5)]);
    const point = encodeURIComponent(JSON.stringify({ type: 'Point', coordinates: [40, 0] }));
    expect(await names(`intersects=${point}`)).toEqual([]);
    expect(await status(`/search?bbox=1,2,3,4&intersects=${point}`)).toBe(400);
  },
  [`${stac}/v1.0.0/item-search#fields`]: () => trims('/search'),
  [`${stac}/v1.0.0/ogcapi-features#fields`]: () => trims(`${sst}/items`),
  [`${stac}/v1.0.0/item-search#sort`]: () => sorts('/search'),
  [`${stac}/v1.0.0/ogcapi-features#sort`]: () => sorts(`${sst}/items`),
  async [`${stac}/v1.1.0/item-search#sort`]() {
    const { features } = await posted({ sortby: [{ field: 'properties.datetime', direction: 'asc' }], limit: 1 });
    expect(features[0]?.id).toBe(mur(5));
  },
  async [`${stac}/v1.1.0/ogcapi-features#sort`]() {
    const link = linkOf((await world.get(sst)).links, 'http://www.opengis.net/def/rel/ogc/1.0/sortables');
    expect(Object.keys((await world.get(link?.href ?? '')).properties)).toContain('datetime');
  },
  async [`${stac}/v1.1.0/item-search#sortables`]() {
    const { properties } = await world.get('/sortables');
    for (const name of Object.keys(properties))
      expect([name, await status(`/search?sortby=${name}`)]).toEqual([name, 200]);
  },
  async [`${stac}/v1.0.0/item-search#query`]() {
    const { features } = await posted({ query: { 'kianda:dataset': { in: ['OISST', 'phy'], neq: 'MUR' } }, limit: 50 });
    expect(new Set(features.map(({ id }) => id))).toEqual(new Set(others));
  },
  async [`${stac}/v1.0.0/item-search#filter`]() {
    for (const path of ['', sst]) {
      const schema = await world.get(`${path}/queryables`);
      expect(schema.properties).toMatchObject({ id: {}, datetime: {}, geometry: {} });
    }
    expect(await status('/search?filter=nada%3D1')).toBe(400);
  },
  async [`${stac}/v1.0.0-rc.1/item-search#free-text`]() {
    const wanted = await names(`filter=${encodeURIComponent("kianda:dataset = 'phy'")}`);
    expect(wanted).toHaveLength(1);
    expect(await names(`q=${encodeURIComponent('nada disto,CORRENTES À SUPERFÍCIE')}`)).toEqual(wanted);
    expect((await posted({ q: ['correntes à'], limit: 50 })).features.map(({ id }) => id)).toEqual(wanted);
    expect(await names('q=nada')).toEqual([]);
    for (const wrong of ['q=', 'q=,', 'q=%00']) expect([wrong, await status(`/search?${wrong}`)]).toEqual([wrong, 400]);
  },
  async [`${stac}/v1.0.0-rc.1/ogcapi-features#free-text`]() {
    const all = await names('', `${sst}/items`);
    expect(await names('q=temperatura', `${sst}/items`)).toEqual(all);
    expect(await names('q=correntes', `${sst}/items`)).toEqual([]);
    const page = await world.get(`${sst}/items?limit=1&q=temperatura`);
    expect(linkOf(page.links, 'next')?.href).toContain('q=temperatura');
  },
  async [`${stac}/v1.0.0-rc.2/children`]() {
    const landing = await world.get('');
    const { children, links } = await world.get(linkOf(landing.links, 'children')?.href ?? '');
    const byId = (list: { id: string }[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId(children)).toEqual(byId((await world.get('/collections')).collections));
    const linked = landing.links.filter(({ rel }: Link) => rel === 'child').map(({ href }: Link) => href);
    expect(children.map((child: { links: Link[] }) => linkOf(child.links, 'self')?.href)).toEqual(linked);
    for (const rel of ['root', 'self']) expect(linkOf(links, rel)).toBeDefined();
  },
  async [`${stac}/v1.0.0/collections/extensions/transaction`]() {
    const as = { role: 'cientista', headers: { 'content-type': 'application/json' } } as const;
    const extent = { spatial: { bbox: [[11, -10, 13, -8]] }, temporal: { interval: [[null, null]] } };
    const payload = { id: 'de-fora', description: 'De fora', license: 'other', extent };
    const created = await world.ask('POST', '/stac/collections', { ...as, payload });
    expect([created.status, created.headers.location]).toEqual([201, `${world.base}/stac/collections/de-fora`]);
    expect(stacCollectionSchema.safeParse(created.body).error).toBeUndefined();
    expect((await world.ask('POST', '/stac/collections', { ...as, payload })).status).toBe(409);
    const url = '/stac/collections/de-fora';
    expect((await world.ask('PUT', url, { ...as, payload: { ...payload, id: 'outra' } })).status).toBe(400);
    expect((await world.ask('PUT', url, { ...as, payload })).status).toBe(200);
    expect((await world.ask('PATCH', url, { ...as, payload: { title: 'T' } })).body.title).toBe('T');
    expect((await world.ask('DELETE', url, { role: 'cientista' })).status).toBe(204);
    expect((await world.ask('PATCH', url, { ...as, payload: {} })).status).toBe(404);
  },
  async [`${stac}/v1.0.0/ogcapi-features/extensions/transaction`]() {
    const path = '/stac/collections/published-products/items';
    const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
      world.ask(method, url, { role: 'operador', ...(payload === undefined ? {} : { payload }) });
    const item = {
      ...{ type: 'Feature', stac_version: '1.1.0', id: 'ensaio', geometry: null, links: [], assets: {} },
      properties: { datetime: '2026-08-01T00:00:00Z', title: 'a' },
    };
    expect((await send('POST', path, item)).status).toBe(201);
    expect((await send('POST', path, item)).status).toBe(409);
    const url = `${path}/ensaio`;
    expect((await send('PUT', url, { ...item, properties: { ...item.properties, title: 'b' } })).status).toBeLessThan(
      205,
    );
    expect((await send('PATCH', url, { properties: { title: 'c' } })).status).toBeLessThan(205);
    expect((await world.get('/collections/published-products/items/ensaio')).properties.title).toBe('c');
    expect((await send('DELETE', url)).status).toBeLessThan(205);
    expect((await send('DELETE', url)).status).toBe(404);
  },
  async [`${stac}/v1.0.0-rc.1/collection-search`]() {
    expect(await listed('bbox=100,0,101,1')).toEqual([]);
    expect(await listed('datetime=2026-08-27T00:00:00Z')).toEqual(['sea-surface-temperature']);
    expect(await listed('limit=2')).toHaveLength(2);
  },
  async [`${stac}/v1.0.0-rc.1/collection-search#free-text`]() {
    expect(await listed('q=CORRENTES,nada')).toEqual(['currents']);
  },
  async [`${stac}/v1.0.0-rc.1/collection-search#sort`]() {
    expect(await listed('sortby=-id')).toEqual((await listed('sortby=id')).toReversed());
  },
  async [`${stac}/v1.0.0-rc.1/collection-search#fields`]() {
    const { collections } = await world.get('/collections?fields=id,title');
    for (const collection of collections) expect(Object.keys(collection).toSorted()).toEqual(['id', 'title', 'type']);
  },
  async [`${stac}/v0.3.0/aggregation`]() {
    const { type, aggregations } = await world.get('/aggregate?aggregations=total_count,collection_frequency');
    expect(type).toBe('AggregationCollection');
    expect(aggregations[0].value).toBe(items);
    const offered = (await world.get('/aggregations')).aggregations.map(({ name }: { name: string }) => name);
    expect(offered).toEqual(expect.arrayContaining(['total_count', 'collection_frequency', 'datetime_frequency']));
    for (const name of offered) expect([name, await status(`/aggregate?aggregations=${name}`)]).toEqual([name, 200]);
  },
  async [`${stac}/v0.3.0/aggregation#query`]() {
    const query = encodeURIComponent(JSON.stringify({ 'kianda:dataset': { eq: 'MUR' } }));
    expect((await world.get(`/aggregate?aggregations=total_count&query=${query}`)).aggregations[0].value).toBe(6);
  },
  async [`${stac}/v0.3.0/aggregation#filter`]() {
    const filter = encodeURIComponent("kianda:dataset = 'MUR'");
    expect((await world.get(`/aggregate?aggregations=total_count&filter=${filter}`)).aggregations[0].value).toBe(6);
  },
  async [`${ogc}/ogcapi-common-2/1.0/conf/simple-query`]() {
    const { numberMatched, numberReturned } = await world.get('/collections?limit=1&bbox=8,-18,9,-17');
    expect([numberMatched, numberReturned]).toEqual([expect.any(Number), 1]);
    for (const wrong of ['limit=0', 'bbox=1,2', 'datetime=ontem'])
      expect([wrong, await status(`/collections?${wrong}`)]).toEqual([wrong, 400]);
  },
  async [`${ogc}/ogcapi-features-1/1.0/conf/core`]() {
    for (const wrong of ['limit=0', 'bbox=1,2,3', 'datetime=ontem', 'nada=1'])
      expect([wrong, await status(`${sst}/items?${wrong}`)]).toEqual([wrong, 400]);
    expect(await names('datetime=2026-08-29T00:00:00Z', `${sst}/items`)).toEqual([mur(2)]);
    expect(await names('bbox=100,0,101,1', `${sst}/items`)).toEqual([]);
  },
  async [`${ogc}/ogcapi-features-1/1.0/conf/geojson`]() {
    const { headers } = await world.ask('GET', `/stac${sst}/items`, { role: null });
    expect(headers['content-type']).toContain('application/geo+json');
    expect(await found('', `${sst}/items`)).toMatchObject({ type: 'FeatureCollection' });
  },
  [`${ogc}/ogcapi-features-3/1.0/conf/filter`]: () =>
    filters("kianda:dataset <> 'MUR'", { op: '<>', args: [dataset, 'MUR'] }, others),
  async [`${ogc}/ogcapi-features-3/1.0/conf/features-filter`]() {
    const filter = encodeURIComponent("kianda:dataset = 'OISST'");
    expect(await names(`filter=${filter}`, `${sst}/items`)).toEqual(['OISST_20260831T000000Z']);
  },
  async [`${ogc}/ogcapi-features-5/1.0/conf/sortables`]() {
    const schema = await world.get(`${sst}/sortables`);
    expect(schema).toMatchObject({ type: 'object', $id: `${world.base}/stac${sst}/sortables` });
  },
  [`${ogc}/cql2/1.0/conf/basic-cql2`]: () =>
    filters(
      "kianda:dataset = 'phy' OR NOT kianda:dataset < 'N'",
      {
        op: 'or',
        args: [
          { op: '=', args: [dataset, 'phy'] },
          { op: 'not', args: [{ op: '<', args: [dataset, 'N'] }] },
        ],
      },
      others,
    ),
  async [`${ogc}/cql2/1.0/conf/cql2-text`]() {
    expect(await names(`filter-lang=cql2-text&filter=${encodeURIComponent(`id = '${mur(1)}'`)}`)).toEqual([mur(1)]);
  },
  async [`${ogc}/cql2/1.0/conf/cql2-json`]() {
    const { features } = await posted({ filter: { op: '=', args: [property('id'), mur(1)] } });
    expect(features.map(({ id }) => id)).toEqual([mur(1)]);
  },
  [`${ogc}/cql2/1.0/conf/advanced-comparison-operators`]: () =>
    filters(
      `kianda:dataset IN ('OISST', 'phy') AND id LIKE '%2026%' AND kianda:dataset BETWEEN 'A' AND 'z'`,
      {
        op: 'and',
        args: [
          { op: 'in', args: [dataset, ['OISST', 'phy']] },
          { op: 'like', args: [property('id'), '%2026%'] },
          { op: 'between', args: [dataset, 'A', 'z'] },
        ],
      },
      others,
    ),
  [`${ogc}/cql2/1.0/conf/case-insensitive-comparison`]: () =>
    filters(
      "CASEI(kianda:dataset) = CASEI('PHY')",
      {
        op: '=',
        args: [
          { op: 'casei', args: [dataset] },
          { op: 'casei', args: ['PHY'] },
        ],
      },
      ['phy_20260831T000000Z'],
    ),
  [`${ogc}/cql2/1.0/conf/accent-insensitive-comparison`]: () =>
    filters(
      "ACCENTI(kianda:dataset) = ACCENTI('phÿ')",
      {
        op: '=',
        args: [
          { op: 'accenti', args: [dataset] },
          { op: 'accenti', args: ['phÿ'] },
        ],
      },
      ['phy_20260831T000000Z'],
    ),
  async [`${ogc}/cql2/1.0/conf/basic-spatial-functions`]() {
    const box = { op: 's_intersects', args: [property('geometry'), { bbox: [0, -30, 20, 0] }] };
    await filters('S_INTERSECTS(geometry, BBOX(0, -30, 20, 0))', box, all);
    await filters(
      'S_INTERSECTS(geometry, POINT(40 0))',
      { op: 's_intersects', args: [property('geometry'), { type: 'Point', coordinates: [40, 0] }] },
      [],
    );
  },
  [`${ogc}/cql2/1.0/conf/basic-spatial-functions-plus`]: () =>
    filters(`S_INTERSECTS(geometry, ${wkt})`, { op: 's_intersects', args: [property('geometry'), area] }, all),
  async [`${ogc}/cql2/1.0/conf/spatial-functions`]() {
    for (const [name, ids] of [
      ['within', all],
      ['disjoint', []],
      ['contains', []],
      ['equals', []],
      ['touches', []],
      ['overlaps', []],
      ['crosses', []],
    ] as const)
      await filters(
        `S_${name.toUpperCase()}(geometry, ${wkt})`,
        { op: `s_${name}`, args: [property('geometry'), area] },
        ids,
      );
  },
  [`${ogc}/cql2/1.0/conf/temporal-functions`]: () =>
    filters(
      "T_BEFORE(datetime, TIMESTAMP('2026-08-27T00:00:00Z'))",
      { op: 't_before', args: [property('datetime'), { timestamp: '2026-08-27T00:00:00Z' }] },
      [mur(5)],
    ),
  [`${ogc}/cql2/1.0/conf/array-functions`]: () =>
    filters(
      "A_CONTAINS(kianda:variables, ('currentEast'))",
      { op: 'a_contains', args: [property('kianda:variables'), ['currentEast']] },
      ['phy_20260831T000000Z'],
    ),
  [`${ogc}/cql2/1.0/conf/property-property`]: () =>
    filters('id <> collection', { op: '<>', args: [property('id'), property('collection')] }, all),
  async [`${ogc}/cql2/1.0/conf/arithmetic`]() {
    const mean = ({ properties }: Item) => properties['kianda:zee_mean'];
    const { features } = await found('');
    const warm = features.filter((item) => Number(mean(item) ?? Number.NaN) * 2 - 1 > 55);
    expect(warm.length).toBeGreaterThan(0);
    expect(warm.length).toBeLessThan(items);
    await filters(
      'kianda:zee_mean * 2 - 1 > 55',
      { op: '>', args: [{ op: '-', args: [{ op: '*', args: [property('kianda:zee_mean'), 2] }, 1] }, 55] },
      warm.map(({ id }) => id),
    );
  },
};

test('every address is the same with a slash at its end', async () => {
  const one = `${sst}/items/${mur(0)}`;
  for (const path of ['', '/conformance', '/collections', '/search', '/queryables', sst, `${sst}/items`, one])
    expect([path, await world.get(`${path}/`)]).toEqual([path, await world.get(path)]);
  const posts = await world.ask('POST', '/stac/search/', { payload: { limit: 3 }, role: null });
  expect([posts.status, posts.body.features.length]).toEqual([200, 3]);
  expect((await world.ask('DELETE', `/stac${one}/`, { role: null })).status).toBe(401);
});

test('the classes that are listed are those that are tested', async () => {
  const { conformsTo } = await world.get('/conformance');
  expect([...new Set(conformsTo as string[])].toSorted()).toEqual(Object.keys(classes).toSorted());
  expect(conformsTo).toHaveLength(Object.keys(classes).length);
});

test.each(Object.entries(classes))('%s', (_name, holds) => holds());
