import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { itemPages } from './item-pages.repository.ts';
import { createCatalogueWorld } from './testing/world.ts';

type Page = { features: { id: string }[]; links: { rel: string; href: string }[] };

let world: Awaited<ReturnType<typeof createCatalogueWorld>>;
beforeAll(async () => {
  world = await createCatalogueWorld();
});
afterAll(() => world.close());

const items = '/stac/collections/published-products/items';
const item = (id: string, change: object = {}) => ({
  type: 'Feature',
  stac_version: '1.1.0',
  id,
  geometry: { type: 'Point', coordinates: [12, -9] },
  bbox: [12, -9, 12, -9],
  properties: { datetime: '2026-08-30T00:00:00Z', title: `Item ${id}` },
  links: [],
  assets: { dados: { href: 'https://fora.test/dados.tif', type: 'image/tiff' } },
  ...change,
});
const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object, headers = {}) =>
  world.ask(method as 'POST', path, {
    role: 'cientista',
    ...(payload === undefined ? {} : { payload }),
    headers: { ...(payload === undefined ? {} : { 'content-type': 'application/geo+json' }), ...headers },
  });

test('whoever may publish creates, replaces, alters and withdraws an item; the trail hears of it', async () => {
  const created = await send('POST', items, item('a'));
  expect([created.status, created.headers.location]).toEqual([201, `${world.base}${items}/a`]);
  expect(created.body.assets.dados.href).toBe('https://fora.test/dados.tif');
  expect((await send('POST', items, item('a'))).status).toBe(409);
  const replaced = await send('PUT', `${items}/a`, item('outro', { properties: { datetime: '2026-08-29T00:00:00Z' } }));
  expect(replaced.body).toMatchObject({ id: 'a', properties: { datetime: '2026-08-29T00:00:00Z' } });
  const altered = await send('PATCH', `${items}/a`, { properties: { title: 'Novo', platform: null } });
  expect(altered.body.properties).toMatchObject({ datetime: '2026-08-29T00:00:00Z', title: 'Novo' });
  expect((await send('DELETE', `${items}/a`)).status).toBe(204);
  expect((await send('DELETE', `${items}/a`)).status).toBe(404);
  expect(world.audited.map(({ change, resource }) => `${change} ${resource}`)).toEqual([
    'publish published-products',
    'replace published-products/a',
    'update published-products/a',
    'withdraw published-products/a',
  ]);
});

test.each([
  ['javascript:alert(1)'],
  ['java\nscript:alert(1)'],
  ['data:text/html,x'],
  ['file:///etc/passwd'],
  ['s3://balde/objeto'],
])('a link or a file that leads to %j is refused, wherever it stands', async (href) => {
  const file = { href: 'https://fora.test/a.tif' };
  for (const [change, path] of [
    [{ assets: { dados: { href } } }, 'body.assets.dados.href'],
    [{ assets: { dados: { ...file, alternate: { s3: { href } } } } }, 'body.assets.dados.alternate.s3.href'],
    [{ links: [{ rel: 'about', href }] }, 'body.links.0.href'],
  ] as const) {
    const refused = await send('POST', items, item('perigoso', change));
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
    expect(refused.body.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
  }
  const relative = { links: [{ rel: 'about', href: '../sobre' }], assets: { dados: { href: 'dados.tif' } } };
  expect((await send('POST', items, item('relativo', relative))).status).toBe(201);
  expect((await send('PATCH', `${items}/relativo`, { assets: { dados: { href } } })).status).toBe(400);
  expect((await send('DELETE', `${items}/relativo`)).status).toBe(204);
});

test('what another changed meanwhile is not overwritten', async () => {
  const first = await send('POST', items, item('b'));
  const tag = String(first.headers.etag);
  expect((await send('PATCH', `${items}/b`, { properties: { title: 'Um' } }, { 'if-match': tag })).status).toBe(200);
  const late = await send('PATCH', `${items}/b`, { properties: { title: 'Dois' } }, { 'if-match': tag });
  expect([late.status, late.body.code]).toEqual([412, 'precondition_failed']);
  expect((await send('DELETE', `${items}/b`, undefined, { 'if-match': tag })).status).toBe(412);
});

test('a collection tells at once of what came and went, and of nothing that was undone', async () => {
  const count = async () => {
    const { summaries } = (await world.get('/collections/published-products')) as {
      summaries: { 'eo:count': number[] };
    };
    return summaries['eo:count'][0] ?? -1;
  };
  const before = await count();
  expect((await send('POST', items, item('contado'))).status).toBe(201);
  expect(await count()).toBe(before + 1);
  expect(await Promise.all([count(), count(), count()])).toEqual([before + 1, before + 1, before + 1]);
  const twice = { type: 'FeatureCollection', features: [item('outro'), item('contado')] };
  expect((await send('POST', items, twice)).status).toBe(409);
  expect(await count()).toBe(before + 1);
  expect((await send('DELETE', `${items}/contado`)).status).toBe(204);
  expect(await count()).toBe(before);
});

test('several items are published all or none', async () => {
  const many = (ids: readonly string[]) => ({ type: 'FeatureCollection', features: ids.map((id) => item(id)) });
  expect((await send('POST', items, many(['c1', 'c2']))).status).toBe(201);
  expect((await send('POST', items, many(['c3', 'c1']))).status).toBe(409);
  expect((await world.ask('GET', `${items}/c3`, { role: null })).status).toBe(404);
  expect((await send('POST', items, many(['c4', 'c4']))).status).toBe(409);
});

test.each([
  ['without bbox', { bbox: undefined }],
  ['without any time', { properties: {} }],
  ['with an open interval', { properties: { datetime: null, start_datetime: '2026-08-30T00:00:00Z' } }],
  ['with a strange id', { id: '../x' }],
  ['off the earth', { geometry: { type: 'Point', coordinates: [999, 0] } }],
  ['with a geometry that is none', { geometry: { type: 'Polygon', coordinates: [[1, 2]] } }],
])('refuses an item %s', async (_, change) => {
  const answer = await send('POST', items, item('mau', change));
  expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
});

test('the platform’s own collections, strangers and readers publish nothing', async () => {
  expect((await send('POST', '/stac/collections/currents/items', item('x'))).status).toBe(409);
  expect((await send('POST', '/stac/collections/nenhuma/items', item('x'))).status).toBe(404);
  expect((await world.ask('POST', items, { role: null, payload: item('x') })).status).toBe(401);
  expect((await world.ask('POST', items, { role: 'cliente', payload: item('x') })).status).toBe(403);
});

test('geometries count, not their boxes, and across the antimeridian too', async () => {
  const triangle = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [10, 0],
        [0, 10],
        [0, 0],
      ],
    ],
  };
  const strip = {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [179, 40],
          [180, 40],
          [180, 41],
          [179, 41],
          [179, 40],
        ],
      ],
      [
        [
          [-180, 40],
          [-179, 40],
          [-179, 41],
          [-180, 41],
          [-180, 40],
        ],
      ],
    ],
  };
  await send('POST', items, item('triângulo'.replace('â', 'a'), { geometry: triangle, bbox: [0, 0, 10, 10] }));
  await send('POST', items, item('faixa', { geometry: strip, bbox: [179, 40, -179, 41] }));
  const found = async (bbox: string) =>
    ((await world.get(`/search?collections=published-products&limit=100&bbox=${bbox}`)) as Page).features.map(
      ({ id }) => id,
    );
  expect(await found('8,8,9,9')).toEqual([]);
  expect(await found('1,1,2,2')).toEqual(['triangulo']);
  expect(await found('179.5,40,179.6,41')).toEqual(['faixa']);
  expect(await found('179.5,40,-179.5,41')).toEqual(['faixa']);
  expect(await found('100,40,110,41')).toEqual([]);
});

test('pages hold each item once while others come and go', async () => {
  const collection = `collections=published-products&filter=${encodeURIComponent("id LIKE 'p%'")}`;
  const at = (n: number) => new Date(Date.UTC(2020, 0, 1) + n * 60_000).toISOString();
  const some = (first: number, count: number) => ({
    type: 'FeatureCollection',
    features: Array.from({ length: count }, (_, index) =>
      // Ten items share each instant: their order hangs on the rest of the key.
      item(`p${first + index}`, { properties: { datetime: at(Math.floor((first + index) / 10)) } }),
    ),
  });
  for (let first = 0; first < 3_000; first += 1_000) await send('POST', items, some(first, 1_000));
  const seen: string[] = [];
  const deleted = new Set<string>();
  let page: Page = await world.get(`/search?limit=100&${collection}`);
  for (let turn = 0; ; turn += 1) {
    seen.push(...page.features.map(({ id }) => id));
    const next = page.links.find(({ rel }) => rel === 'next');
    if (next === undefined) break;
    // Newer than everything, so before the page; and gone from before and after it.
    await send('POST', items, some(10_000 + turn * 10, 10));
    for (const id of [seen.at(-1) ?? '', `p${turn * 7}`]) {
      if ((await send('DELETE', `${items}/${id}`)).status === 204) deleted.add(id);
    }
    page = await world.get(next.href);
  }
  expect(new Set(seen).size).toBe(seen.length);
  const missing = Array.from({ length: 3_000 }, (_, n) => `p${n}`).filter((id) => !seen.includes(id));
  expect(missing.filter((id) => !deleted.has(id))).toEqual([]);
  expect(seen.length).toBeGreaterThan(2_900);
});

test('a page with its count is given up only where more match than may be counted', async () => {
  for (const id of ['c1', 'c2', 'c3']) await send('POST', items, item(id));
  const pages = itemPages(world.platform.database.for());
  const page = (most: number, limit: number, of = 'c%') =>
    pages.pageOfFew(
      {
        conditions: [sql<boolean>`collection = 'published-products'`, sql<boolean>`id LIKE ${of}`],
        sort: [
          { name: 'id', expression: sql`id`, column: 'id', kind: 'text', descending: true, valueOf: ({ id }) => id },
        ],
        after: null,
        limit,
      },
      most,
    );
  const ids = (found: Awaited<ReturnType<typeof page>>) => found?.rows.map(({ id }) => id);
  const all = await page(3, 3);
  expect([ids(all), all?.more, all?.matched]).toEqual([['c3', 'c2', 'c1'], false, 3]);
  const some = await page(3, 2);
  expect([ids(some), some?.more, some?.matched]).toEqual([['c3', 'c2'], true, 3]);
  expect(await page(2, 2)).toBeNull();
  expect(await page(3, 2, 'nenhum')).toEqual({ rows: [], more: false, matched: 0 });
});
