import { afterEach, expect, test } from 'vitest';
import { type FixtureAnswer, type FixtureServer, serveFixtures } from '../../testing/fixture-server.ts';
import { createGateway } from './client.ts';
import { ownAddress, queryOfToken, withLinksTo } from './links.ts';
import {
  mapFeaturePage,
  mapJob,
  mapProcess,
  mapStacCollection,
  mapStacCollections,
  mapStacItems,
  matchedOf,
} from './map.ts';

const servers: FixtureServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function gatewayTo(answer: () => FixtureAnswer, over: Partial<Parameters<typeof createGateway>[0]> = {}) {
  const server = await serveFixtures(answer, { nowMs: () => 0 });
  servers.push(server);
  const { settings, context } = server;
  const baseUrl = settings.baseUrl;
  const gateway = createGateway({
    serviceClient: { baseUrl, http: context.http },
    publicUrl: 'https://kianda.test/stac',
    tokens: true,
    ...over,
  } as Parameters<typeof createGateway>[0]);
  return { gateway, baseUrl, requests: server.requests };
}

const sent = (contentType: string, body: unknown): FixtureAnswer => ({
  headers: { 'content-type': contentType },
  body,
});

test('JSON of any kind is a document whose links point at us, also from the address that the service gives itself', async () => {
  const document = {
    links: [
      { rel: 'self', href: 'http://inside:5000/collections?f=json' },
      { rel: 'next', href: 'http://inside:5000/collections?offset=10' },
      { rel: 'about', href: 'https://elsewhere.test/x' },
    ],
  };
  for (const type of ['application/json', 'application/geo+json; charset=utf-8', 'application/schema+json']) {
    const { gateway } = await gatewayTo(() => sent(type, JSON.stringify(document)));
    const { body } = await gateway.get('/collections', {});
    const [self, next, about] = (body as typeof document).links;
    expect(self?.href).toBe('https://kianda.test/stac/collections?f=json');
    expect(next?.href).toMatch(/^https:\/\/kianda\.test\/stac\/collections\?token=q\./);
    expect(queryOfToken(next?.href.split('token=')[1])).toBe('offset=10');
    expect(about?.href).toBe('https://elsewhere.test/x');
  }
});

test('bytes of harmless types pass, pages and unnamed types do not, nothing is nothing', async () => {
  const { gateway } = await gatewayTo(() => sent('image/png', Uint8Array.of(1, 2)));
  expect((await gateway.get('/tile', {})).body).toEqual(Buffer.from([1, 2]));
  for (const type of ['text/html', 'image/svg+xml']) {
    const page = await gatewayTo(() => sent(type, '<b>'));
    await expect(page.gateway.get('/', {})).rejects.toThrow(`respondeu ${type}`);
  }
  const empty = await gatewayTo(() => sent('text/html', ''));
  expect((await empty.gateway.get('/', {})).body).toBeUndefined();
});

test('asks for JSON unless a format is asked for, and puts a token of ours in place of the query', async () => {
  const { gateway, requests } = await gatewayTo(() => sent('application/json', '{}'), { username: 'u', password: 'p' });
  await gateway.get('/a', { limit: 5 });
  await gateway.get('/b', { f: 'html' });
  await gateway.get('/c', { token: `q.${Buffer.from('offset=10').toString('base64url')}`, limit: 5 });
  await gateway.get('/d', { token: 'q.' });
  await gateway.get('/e', { token: 'theirs' });
  expect(requests.map(({ url }) => `${url.pathname}${url.search}`.replace(/^.*(?=\/[a-e])/, ''))).toEqual([
    '/a?limit=5',
    '/b?f=html',
    '/c?offset=10',
    '/d',
    '/e?token=theirs',
  ]);
  expect(requests.map(({ headers }) => headers.accept)).toEqual([
    'application/json, application/geo+json, */*;q=0.5',
    '*/*',
    ...Array.from({ length: 3 }, () => 'application/json, application/geo+json, */*;q=0.5'),
  ]);
  expect(requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('u:p').toString('base64')}`);
});

test('sends a body as JSON, or none', async () => {
  const { gateway, requests } = await gatewayTo(() => sent('application/json', '{}'));
  await gateway.send('POST', '/search', { limit: 1 }, { prefer: 'respond-async' });
  await gateway.send('DELETE', '/jobs/1', undefined);
  expect(requests.map(({ method, body }) => [method, body])).toEqual([
    ['POST', '{"limit":1}'],
    ['DELETE', ''],
  ]);
  expect(requests[0]?.headers).toMatchObject({ prefer: 'respond-async', 'content-type': 'application/json' });
});

test('the own address of a service is its link to itself less what was asked for', () => {
  const self = (href: string) => ({
    links: [
      { rel: 'next', href: 'http://x/y' },
      { rel: 'self', href },
    ],
  });
  expect(ownAddress(self('http://inside/api/collections/?f=json'), '/collections/')).toBe('http://inside/api');
  expect(ownAddress(self('http://inside/api/other'), '/collections')).toBeNull();
  expect(ownAddress(self('not an address'), '/collections')).toBeNull();
  expect([ownAddress({}, '/'), ownAddress([], '/'), ownAddress(null, '/')]).toEqual([null, null, null]);
});

test('only links between pages carry a token, and none that would be too long', () => {
  const options = { addresses: ['http://in'], publicUrl: 'https://out', tokens: true };
  const href = (link: object, given = options) =>
    ((withLinksTo({ links: [link] }, given) as { links: { href: string }[] }).links[0] ?? { href: '' }).href;
  const long = `http://in/items?a=${'x'.repeat(2_000)}`;
  expect(href({ rel: 'next', href: 'http://in/items?a=1' })).toBe(
    `https://out/items?token=q.${Buffer.from('a=1').toString('base64url')}`,
  );
  expect(href({ rel: 'self', href: 'http://in/items?a=1' })).toBe('https://out/items?a=1');
  expect(href({ rel: 'next', href: 'http://in/search?a=1', method: 'POST' })).toBe('https://out/search?a=1');
  expect(href({ rel: 'next', href: long })).toBe(long.replace('http://in', 'https://out'));
  expect(href({ rel: 'next', href: 'http://in/items?a=1' }, { ...options, tokens: false })).toBe(
    'https://out/items?a=1',
  );
  expect(href({ rel: 'root', href: 'http://in' })).toBe('https://out');
  expect(href({ rel: 'root', href: 'http://inside/x' })).toBe('http://inside/x');
  const deep = {
    features: [{ links: [{ rel: 'self', href: 'http://in/1' }], geometry: { links: [{ href: 'http://in/2' }] } }],
  };
  expect(JSON.stringify(withLinksTo(deep, options))).toContain('"https://out/1"');
  expect(JSON.stringify(withLinksTo(deep, options))).toContain('"http://in/2"');
});

test('what a service leaves out of a document is filled in', () => {
  expect(mapFeaturePage({ features: [{ id: 7 }], timeStamp: '' }, 'agora')).toEqual({
    features: [{ id: '7', geometry: null, properties: {} }],
    links: [],
    timeStamp: 'agora',
    numberReturned: 1,
  });
  expect(mapJob({ jobID: 3 })).toEqual({ jobID: '3', type: 'process', links: [] });
  expect([mapProcess({}), mapProcess({ version: '2.1' })]).toEqual([{ version: '1.0.0' }, { version: '2.1' }]);
});

test('a collection of STAC has a licence that is a name, a version we know and a count where one is known', () => {
  const read = (over: object, items: number | null = null) => mapStacCollection({ id: 'sst', ...over }, items);
  expect(read({})).toMatchObject({
    title: 'sst',
    description: 'sst',
    license: 'other',
    stac_version: '1.0.0',
    summaries: { 'eo:count': [] },
  });
  expect(read({ license: 'CC-BY-4.0', stac_version: '1.1.0' }, 4)).toMatchObject({
    license: 'CC-BY-4.0',
    stac_version: '1.1.0',
    summaries: { 'eo:count': [4] },
  });
  expect(read({ license: 'https://x.test/a', stac_version: '0.9', summaries: { 'eo:count': [2] } })).toMatchObject({
    license: 'other',
    stac_version: '1.0.0',
    summaries: { 'eo:count': [2] },
  });
});

test('how many match stands at the top or in the older extension', () => {
  expect([
    matchedOf({ numberMatched: 5 }),
    matchedOf({ context: { matched: 6 } }),
    matchedOf({}),
    matchedOf({ numberMatched: 1.5 }),
  ]).toEqual([5, 6, null, null]);
  expect(mapStacCollections({ collections: [{ id: 'a' }] })).toMatchObject({ numberMatched: 1, numberReturned: 1 });
  expect(mapStacCollections({ collections: [], context: { matched: 9 } })).toMatchObject({
    numberMatched: 9,
    numberReturned: 0,
  });
  expect('numberMatched' in mapStacItems({ features: [] })).toBe(false);
  expect(mapStacItems({ features: [1], numberMatched: 3 })).toMatchObject({ numberMatched: 3, numberReturned: 1 });
});
