import { allEndpoints } from '@kianda/contract/all';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { replay } from '../../../testing/replay.ts';
import { pygeoapi018, signInPage } from './testing/pygeoapi-0.18.ts';
import { publicUrl, serveExternal } from './testing/serve-external.ts';
import { stacFastapi3 } from './testing/stac-fastapi-3.ts';

type Link = { readonly rel: string; readonly href: string };
const hrefOf = (links: readonly Link[], rel: string) => links.find((link) => link.rel === rel)?.href;
const own = (href: string | undefined) => String(href).replace(publicUrl, '');

describe('a pygeoapi elsewhere', () => {
  let real: Awaited<ReturnType<typeof replay>>;
  let site: Awaited<ReturnType<typeof serveExternal>>;
  beforeAll(async () => {
    real = await replay(pygeoapi018, { status: 404, body: { code: 'NotFound', description: 'not found' } });
    site = await serveExternal('features', real.url, {});
  });
  beforeEach(() => real.use({}));
  afterAll(async () => {
    await site.close();
    await real.close();
  });
  const read = (path: string) => site.ask('GET', `/features${path}`, { role: null });

  test('gives its collections as ours, links pointing here', async () => {
    const { body, headers } = await read('/collections');
    const [stations, coverage] = body.collections;
    expect(stations).toMatchObject({ id: 'estacoes', title: 'Estações' });
    expect(coverage).toMatchObject({ title: 'temperatura', crs: [expect.stringContaining('CRS84')], extent: {} });
    expect(hrefOf(stations.links, 'items')).toBe(`${publicUrl}/features/collections/estacoes/items?f=json`);
    expect(hrefOf(stations.links, 'canonical')).toBe('https://dados.gov.ao/estacoes');
    expect(real.requests.at(-1)?.url.search).toBe('?f=json');
    expect(JSON.parse(String(headers['x-kianda-provenance'])).source).toBe(`OGC API (${new URL(real.url).host})`);
    expect((await read('')).body.title).toBe('pygeoapi');
    expect((await read('/api')).body.openapi).toBe('3.0.2');
    const unknown = await read('/collections/nada');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
  });

  test('gives items by its own pages, one after the other to the end', async () => {
    const ids: string[] = [];
    let path: string | undefined = '/features/collections/estacoes/items?limit=2';
    while (path !== undefined) {
      const { body } = await site.ask('GET', path, { role: null });
      ids.push(...body.features.map(({ id }: { id: string }) => id));
      expect(body).toMatchObject({ numberMatched: 5, numberReturned: body.features.length });
      const next = hrefOf(body.links, 'next');
      path = next === undefined ? undefined : own(next);
    }
    expect(ids).toEqual(['0', '1', '2', '3', '4']);
    await read('/collections/estacoes/items?bbox=11,-10,14,-8&nome=E3');
    expect(Object.fromEntries(real.requests.at(-1)?.url.searchParams ?? [])).toEqual({
      bbox: '11,-10,14,-8',
      nome: 'E3',
      f: 'json',
    });
    expect((await read('/collections/estacoes/items/3')).body).toMatchObject({ id: '3', properties: { nome: 'E3' } });
  });

  test('never gives a page: what a front server puts in the way does not reach the browser', async () => {
    real.use(signInPage);
    const answer = await read('/collections/estacoes/items/3');
    expect([answer.status, answer.body.code]).toEqual([502, 'provider_failed']);
    expect(answer.text).not.toContain('script');
    const tile = await read('/collections/estacoes/tiles/WebMercatorQuad/4/8/8');
    expect([...tile.bytes]).toEqual([0x1a, 0x02, 0x78, 0x02]);
    expect(tile.headers['content-security-policy']).toContain('sandbox');
  });

  test('runs its processes for who is signed in, and the trail knows', async () => {
    expect((await read('/processes')).body.processes).toMatchObject([{ id: 'hello-world', version: '0.2.0' }]);
    expect((await read('/processes/hello-world')).body.inputs).toHaveProperty('name');
    const execution = '/features/processes/hello-world/execution';
    const payload = { inputs: { name: 'mar' } };
    expect((await site.ask('POST', execution, { payload, role: null })).status).toBe(401);
    expect((await site.ask('POST', execution, { payload })).body.value).toBe('Olá, mar!');
    expect(JSON.parse(real.requests.at(-1)?.body ?? '')).toMatchObject(payload);
    const begun = await site.ask('POST', execution, { payload, headers: { prefer: 'respond-async' } });
    const job = '/features/jobs/7f2b9a52-6f0e-11ef-8a0c-0242ac120002';
    expect([begun.status, begun.headers.location]).toEqual([201, job]);
    expect(site.audited).toMatchObject([
      { event: 'data.access', resource: 'ogc api/process/hello-world' },
      { metadata: { job: '7f2b9a52-6f0e-11ef-8a0c-0242ac120002' } },
    ]);
    expect((await site.ask('GET', job)).body).toMatchObject({ type: 'process', status: 'successful' });
    expect((await site.ask('GET', `${job}/results`)).body.value).toBe('Olá, mar!');
    // Its list is everybody's, and so is what it may end.
    expect((await site.ask('GET', '/features/jobs', { role: 'cliente' })).status).toBe(403);
    expect((await site.ask('GET', '/features/jobs')).body.jobs).toHaveLength(1);
    expect((await site.ask('DELETE', job, { role: 'cliente' })).status).toBe(403);
    expect((await site.ask('DELETE', job)).body.status).toBe('dismissed');
  });

  test('with a credential, is read by who is signed in alone', async () => {
    const guarded = await serveExternal('features', real.url, { username: 'kianda', password: 'x' });
    expect((await guarded.ask('GET', '/features/collections', { role: null })).status).toBe(401);
    expect((await guarded.ask('GET', '/features/collections', { role: 'cliente' })).status).toBe(200);
    expect(real.requests.at(-1)?.headers.authorization).toMatch(/^Basic /);
    await guarded.close();
  });
});

describe('a STAC API elsewhere', () => {
  let real: Awaited<ReturnType<typeof replay>>;
  let site: Awaited<ReturnType<typeof serveExternal>>;
  beforeAll(async () => {
    real = await replay(stacFastapi3, { status: 404, body: { code: 'NotFoundError' } });
    site = await serveExternal('stac', `${real.url}`, {});
  });
  afterAll(async () => {
    await site.close();
    await real.close();
  });
  const read = (path: string) => site.ask('GET', path, { role: null });

  test('gives its collections, their items counted where it counts them', async () => {
    expect((await read('/stac')).body).toMatchObject({ id: 'mar', title: 'mar', stac_version: '1.0.0' });
    const list = (await read('/stac/collections')).body;
    expect(list).toMatchObject({ numberMatched: 1, collections: [{ id: 'sst', summaries: { 'eo:count': [] } }] });
    const { body } = await read('/stac/collections/sst');
    expect(body).toMatchObject({ title: 'sst', summaries: { 'eo:count': [2] }, keywords: [], providers: [] });
    expect(hrefOf(body.links, 'items')).toBe(`${publicUrl}/stac/collections/sst/items`);
    expect((await read('/stac/health')).body).toMatchObject({ collections: 1, items: 2, lastUpdated: null });
  });

  test('searches, and its next page is reached through ours', async () => {
    const first = (await read('/stac/search?limit=1&collections=sst')).body;
    expect(first).toMatchObject({ numberMatched: 2, numberReturned: 1, features: [{ id: 'sst-2026-08-31' }] });
    const second = (await read(own(hrefOf(first.links, 'next')))).body;
    expect(second.features).toMatchObject([{ id: 'sst-2026-08-30' }]);
    expect(Object.fromEntries(real.requests.at(-1)?.url.searchParams ?? [])).toEqual({
      limit: '1',
      pagina: 'dois/2',
      collections: 'sst',
    });
    const found = await site.ask('POST', '/stac/search', { payload: { collections: ['sst'], limit: 1 }, role: null });
    expect(found.body.features).toHaveLength(1);
    expect(JSON.parse(real.requests.at(-1)?.body ?? '')).toEqual({ collections: ['sst'], limit: 1 });
  });

  test('a made-up token reaches no other path', async () => {
    const token = `q.${Buffer.from('a=1#/../admin?b=2 HTTP/1.1\r\nX: y').toString('base64url')}`;
    await read(`/stac/search?token=${token}`);
    expect(real.requests.at(-1)?.url.pathname).toBe('/search');
  });

  test('gives items with their files where they are; nobody changes them from here', async () => {
    const item = (await read('/stac/collections/sst/items/sst-2026-08-31')).body;
    expect(item.assets.data.href).toBe('https://dados.mar.ao/sst.tif');
    expect(hrefOf(item.links, 'collection')).toBe(`${publicUrl}/stac/collections/sst`);
    const removal = await site.ask('DELETE', '/stac/collections/sst/items/sst-2026-08-31', { role: 'administrador' });
    expect([removal.status, removal.body.code]).toEqual([409, 'service_outside']);
  });
});

test.each([
  ['stac', '/'],
  ['features', '/'],
  ['monitor', '/'],
  // Its sign-in and its tokens stay the platform's own.
  ['identity', '/admin/'],
] as const)('every endpoint of %s is taken over, so that none answers with another’s data', async (id, below) => {
  const site = await serveExternal(id, 'http://127.0.0.1:9', {});
  const declared = allEndpoints.filter(({ service, path }) => service === id && `${path}/`.startsWith(below));
  expect(site.endpoints.toSorted()).toEqual(declared.map((endpoint) => endpoint.id).toSorted());
  await site.close();
});
