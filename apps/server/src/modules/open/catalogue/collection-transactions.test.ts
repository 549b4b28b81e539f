import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCatalogueWorld } from './testing/world.ts';

let world: Awaited<ReturnType<typeof createCatalogueWorld>>;
beforeAll(async () => {
  world = await createCatalogueWorld();
});
afterAll(() => world.close());

const collection = (id: string, change: object = {}) => ({
  type: 'Collection',
  stac_version: '1.1.0',
  id,
  description: `Coleção ${id} de outra casa`,
  license: 'CC-BY-4.0',
  extent: {
    spatial: { bbox: [[11, -10, 13, -8]] },
    temporal: { interval: [['2026-01-01T00:00:00Z', null]] },
  },
  links: [{ rel: 'about', href: 'https://fora.test/sobre' }],
  ...change,
});
const item = (id: string) => ({
  type: 'Feature',
  stac_version: '1.1.0',
  id,
  geometry: { type: 'Point', coordinates: [12, -9] },
  bbox: [12, -9, 12, -9],
  properties: { datetime: '2026-08-30T00:00:00Z' },
  links: [],
  assets: {},
});
const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object, more: object = {}) =>
  world.ask(method, `/stac/collections${path}`, {
    role: 'cientista',
    ...(payload === undefined ? {} : { payload, headers: { 'content-type': 'application/json' } }),
    ...more,
  });
const pathsOf = (answer: { body: { issues: { path: string }[] } }) => answer.body.issues.map(({ path }) => path);

test('whoever may publish creates, replaces, alters and withdraws a collection; the trail hears of it', async () => {
  const created = await send('POST', '', collection('modelos'));
  expect([created.status, created.headers.location]).toEqual([201, `${world.base}/stac/collections/modelos`]);
  expect(created.body).toMatchObject({ title: 'modelos', summaries: { 'eo:count': [0] }, license: 'CC-BY-4.0' });
  expect(created.body.links.map(({ rel }: { rel: string }) => rel)).toEqual(
    expect.arrayContaining(['self', 'root', 'parent', 'items', 'about']),
  );
  expect(await send('POST', '', collection('modelos'))).toMatchObject({ status: 409 });
  // What is read is what may be sent back: nothing that the catalogue adds is kept as the publisher's.
  const same = await send('PUT', '/modelos', created.body);
  expect(same.body.links).toEqual(created.body.links);
  const replaced = await send('PUT', '/modelos', collection('modelos', { title: 'Modelos' }));
  expect([replaced.status, replaced.body.title]).toEqual([200, 'Modelos']);
  const altered = await send('PATCH', '/modelos', { keywords: ['invulgar'], title: null });
  expect(altered.body).toMatchObject({ keywords: ['invulgar'], title: 'modelos' });
  expect(await world.get('/collections?q=INVULGAR')).toMatchObject({ collections: [{ id: 'modelos' }] });
  expect((await send('DELETE', '/modelos')).status).toBe(204);
  expect((await send('DELETE', '/modelos')).status).toBe(404);
  expect(world.audited.map(({ change, resource }) => `${change} ${resource}`)).toEqual([
    'publish collections/modelos',
    'replace collections/modelos',
    'replace collections/modelos',
    'update collections/modelos',
    'withdraw collections/modelos',
  ]);
});

test('a list of collections goes in whole or not at all', async () => {
  const before = await world.get('/collections');
  const refused = await send('POST', '', { collections: [collection('a1'), collection('published-products')] });
  expect(refused.status).toBe(409);
  expect((await send('POST', '', { collections: [collection('a1'), collection('a1')] })).status).toBe(409);
  expect((await send('POST', '', { collections: [] })).status).toBe(400);
  expect((await world.get('/collections')).numberMatched).toBe(before.numberMatched);
  const created = await send('POST', '', { collections: [collection('a1'), collection('a2')] });
  expect([created.status, created.headers.location]).toEqual([201, undefined]);
  expect((await world.get('/collections')).numberMatched).toBe(before.numberMatched + 2);
  expect((await world.get('')).links.filter(({ href }: { href: string }) => /\/a[12]$/.test(href))).toHaveLength(2);
});

test.each([
  ['description', { description: '' }, 'body.description'],
  ['licence', { license: 'CC BY 4.0' }, 'body.license'],
  [
    'box',
    { extent: { spatial: { bbox: [[1, 2, 3]] }, temporal: { interval: [[null, null]] } } },
    'body.extent.spatial.bbox.0',
  ],
  [
    'interval in another zone',
    { extent: { spatial: { bbox: [[1, 2, 3, 4]] }, temporal: { interval: [['2026-01-01T00:00:00+01:00', null]] } } },
    'body.extent.temporal.interval.0.0',
  ],
  ['summary', { summaries: { platform: [] } }, 'body.summaries.platform'],
  ['link', { links: [{ rel: 'about', href: 'javascript:alert(1)' }] }, 'body.links.0.href'],
  ['file', { assets: { a: { href: 'file:///etc/passwd' } } }, 'body.assets.a.href'],
])('a collection with a wrong %s is refused, and told where', async (_what, change, path) => {
  const refused = await send('POST', '', collection('torta', change));
  expect([refused.status, ...pathsOf(refused)]).toEqual([400, path]);
});

test('another identifier than that of the address is refused', async () => {
  await send('POST', '', collection('certa'));
  for (const method of ['PUT', 'PATCH'] as const) {
    const refused = await send(method, '/certa', collection('outra'));
    expect([refused.status, ...pathsOf(refused)]).toEqual([400, 'body.id']);
  }
});

test('what another changed meanwhile is not overwritten, whichever tag the reader had', async () => {
  const tags = [
    String((await send('POST', '', collection('vista'))).headers.etag),
    String((await world.ask('GET', '/stac/collections/vista', { role: null })).headers.etag),
  ];
  await send('POST', '/vista/items', item('x'));
  // An item more changes the document, and nothing of what the publisher says.
  const read = await world.ask('GET', '/stac/collections/vista', { headers: { 'if-none-match': tags[1] } });
  expect([read.status, read.body.summaries['eo:count']]).toEqual([200, [1]]);
  const again = { headers: { 'content-type': 'application/json', 'if-match': tags.join(', ') } };
  expect((await send('PATCH', '/vista', { title: 'Um' }, again)).status).toBe(200);
  expect((await send('PATCH', '/vista', { title: 'Dois' }, again)).status).toBe(412);
  expect((await send('DELETE', '/vista?items=1', undefined, { headers: { 'if-match': tags[0] } })).status).toBe(412);
});

test('a tag that was read with GET holds for an item, too', async () => {
  await send('POST', '', collection('marcas'));
  await send('POST', '/marcas/items', item('x'));
  const { etag } = (await world.ask('GET', '/stac/collections/marcas/items/x', { role: null })).headers;
  const change = { properties: { title: 'Um' } };
  const headers = { 'content-type': 'application/json', 'if-match': String(etag) };
  expect((await send('PATCH', '/marcas/items/x', change, { headers })).status).toBe(200);
  expect((await send('PATCH', '/marcas/items/x', change, { headers })).status).toBe(412);
});

test('a collection with items goes only with their number confirmed, and its items with it', async () => {
  await send('POST', '', collection('cheia'));
  expect(
    (await send('POST', '/cheia/items', { type: 'FeatureCollection', features: [item('x'), item('y')] })).status,
  ).toBe(201);
  const refused = await send('DELETE', '/cheia');
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('?items=2')]);
  expect((await send('DELETE', '/cheia?items=1')).status).toBe(409);
  expect((await world.get('/collections/cheia/items')).numberMatched).toBe(2);
  expect((await send('DELETE', '/cheia?items=2')).status).toBe(204);
  expect((await send('POST', '/cheia/items', item('z'))).status).toBe(404);
  await send('POST', '', collection('cheia'));
  expect((await world.get('/collections/cheia/items')).numberMatched).toBe(0);
});

test("the platform's collections are its own; readers and strangers change nothing", async () => {
  for (const id of ['published-products', 'oceano-sst', 'reservada']) {
    if ((await world.ask('GET', `/stac/collections/${id}`, { role: 'administrador' })).status !== 200) continue;
    const as = { role: 'administrador' };
    expect((await send('PUT', `/${id}`, collection(id), as)).status).toBe(409);
    expect((await send('PATCH', `/${id}`, { title: 'Minha' }, as)).status).toBe(409);
    expect((await send('DELETE', `/${id}?items=0`, undefined, as)).status).toBe(409);
  }
  expect((await send('POST', '', collection('alheia'), { role: 'cliente' })).status).toBe(403);
  expect((await send('POST', '', collection('alheia'), { role: null })).status).toBe(401);
});

test('items of a published collection are found, and counted, in memory as in the database', async () => {
  await send('POST', '', collection('achada'));
  await send('POST', '/achada/items', item('x'));
  const search = '/search?collections=achada&bbox=11,-10,13,-8';
  const fromDatabase = await world.get(search);
  await world.hold();
  expect(await world.get(search)).toEqual(fromDatabase);
  expect(fromDatabase).toMatchObject({ numberMatched: 1, features: [{ id: 'x', collection: 'achada' }] });
});
