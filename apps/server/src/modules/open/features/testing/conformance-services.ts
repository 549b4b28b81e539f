import { expect } from 'vitest';
import {
  app,
  as,
  background,
  type Classes,
  execute,
  get,
  json,
  links,
  relation,
  statistics,
  statusOf,
  subscriber,
  typeOf,
} from './conformance-kit.ts';
import { type Json, type Link, linkOf, occurrenceRows } from './world.ts';

/** Tiles and Processes: what each class asks for. */
export const servicesClasses: Classes = {
  async 'ogcapi-tiles-1/1.0/conf/core'() {
    const tiles = '/collections/occurrences/tiles/WebMercatorQuad';
    expect([await statusOf(`${tiles}/7/67/68`), await statusOf(`${tiles}/7/0/0`)]).toEqual([200, 204]);
    expect([await statusOf(`${tiles}/7/128/0`), await statusOf(`${tiles}/x/0/0`)]).toEqual([404, 400]);
  },
  async 'ogcapi-tiles-1/1.0/conf/tileset'() {
    const set = await json<Json & { links: Link[] }>('/collections/occurrences/tiles/WebMercatorQuad');
    expect(set).toMatchObject({ dataType: 'vector', crs: expect.stringContaining('3857') });
    for (const rel of ['self', 'item', `${relation}/tiling-scheme`]) expect(linkOf(set.links, rel)).toBeDefined();
  },
  async 'ogcapi-tiles-1/1.0/conf/tilesets-list'() {
    const { tilesets } = await json<{ tilesets: (Json & { links: Link[] })[] }>('/collections/occurrences/tiles');
    expect(tilesets.map(({ tileMatrixSetId }) => tileMatrixSetId)).toEqual(['WebMercatorQuad', 'WorldCRS84Quad']);
    for (const set of tilesets) expect(set).toMatchObject({ dataType: 'vector', crs: expect.any(String) });
    expect(await statusOf(linkOf(tilesets[0]?.links ?? [], 'self')?.href ?? '')).toBe(200);
  },
  async 'ogcapi-tiles-1/1.0/conf/geodata-tilesets'() {
    const link = linkOf(await links('/collections/occurrences'), `${relation}/tilesets-vector`);
    expect(await statusOf(link?.href ?? '')).toBe(200);
    expect(linkOf(await links('/collections/landings'), `${relation}/tilesets-vector`)).toBeUndefined();
  },
  async 'ogcapi-tiles-1/1.0/conf/datetime'() {
    const tile = '/collections/occurrences/tiles/WebMercatorQuad/5/16/17';
    const size = async (datetime: string) => Number((await get(`${tile}?datetime=${datetime}`)).text.length);
    const [all, month] = [
      await size('2000-01-01T00:00:00Z/..'),
      await size('2020-02-01T00:00:00Z/2020-02-03T00:00:00Z'),
    ];
    expect(month).toBeGreaterThan(0);
    expect(month).toBeLessThan(all);
    expect(await statusOf(`${tile}?datetime=ontem`)).toBe(400);
  },
  async 'ogcapi-tiles-1/1.0/conf/mvt'() {
    expect(typeOf(await get('/collections/occurrences/tiles/WebMercatorQuad/7/67/68'))).toBe(
      'application/vnd.mapbox-vector-tile',
    );
  },
  async 'ogcapi-processes-1/1.0/conf/core'() {
    const listed = linkOf(await links(''), `${relation}/processes`);
    const { processes } = await json<{ processes: (Json & { id: string; links: Link[] })[] }>(listed?.href ?? '');
    expect((await json<{ processes: Json[] }>('/processes?limit=2')).processes).toHaveLength(2);
    for (const { id, version, jobControlOptions } of processes) {
      expect([id, version, jobControlOptions]).toEqual([
        id,
        expect.any(String),
        expect.arrayContaining(['sync-execute', 'async-execute']),
      ]);
      expect(await statusOf(`/processes/${id}`)).toBe(200);
    }
    expect((await get('/processes/nenhum')).json()).toMatchObject({ type: expect.stringContaining('no-such-process') });
    const now = await execute('feature-statistics', statistics);
    expect([now.status, now.json()]).toMatchObject([200, { count: occurrenceRows }]);
    const id = await background();
    await app().ended(id);
    const headers = await as('cientista');
    expect(await json(`/jobs/${id}`, headers)).toMatchObject({ jobID: id, status: 'successful', type: 'process' });
    expect(await json(`/jobs/${id}/results`, headers)).toMatchObject({ count: occurrenceRows });
    const none = '/jobs/7f2b9a52-6f0e-41ef-8a0c-0242ac120002';
    for (const path of [none, `${none}/results`])
      expect((await get(path, headers)).json()).toMatchObject({
        status: 404,
        type: expect.stringContaining('no-such-job'),
      });
  },
  async 'ogcapi-processes-1/1.0/conf/ogc-process-description'() {
    const described = await json<{ inputs: Record<string, Json>; outputs: Record<string, Json> }>(
      '/processes/feature-statistics',
    );
    for (const part of [...Object.values(described.inputs), ...Object.values(described.outputs)])
      expect(part).toMatchObject({ title: expect.any(String), schema: {} });
    expect(described.inputs.collection).toMatchObject({ minOccurs: 1 });
  },
  async 'ogcapi-processes-1/1.0/conf/json'() {
    for (const path of ['/processes', '/processes/echo']) expect(typeOf(await get(path))).toBe('application/json');
    expect(typeOf(await execute('echo', { inputs: { text: 'olá' }, response: 'document' }))).toBe('application/json');
  },
  async 'ogcapi-processes-1/1.0/conf/job-list'() {
    const id = await background();
    const run = await app().ended(id);
    const headers = await as('cientista');
    const href = linkOf(await links(''), `${relation}/job-list`)?.href ?? '';
    const found = async (query: string) => {
      const { jobs } = await json<{ jobs: { jobID: string }[] }>(`${href}?${query}`, headers);
      return jobs.some(({ jobID }) => jobID === id);
    };
    for (const query of [
      ...['', 'type=process', 'processID=echo,feature-statistics', 'status=failed,successful', 'maxDuration=600'],
      ...[`datetime=${run.createdAt}`, `datetime=../${run.createdAt}`, 'minDuration=0'],
    ])
      expect([query, await found(query)]).toEqual([query, true]);
    for (const query of ['processID=echo', 'status=failed', 'minDuration=600', 'datetime=../2020-01-01T00:00:00Z'])
      expect([query, await found(query)]).toEqual([query, false]);
    const { jobs } = await json<{ jobs: Json[] }>(`${href}?limit=1`, headers);
    expect(jobs).toHaveLength(1);
    for (const wrong of ['type=outra', 'status=nada', 'minDuration=x', 'datetime=ontem', 'nada=1', 'limit=0'])
      expect([wrong, (await get(`${href}?${wrong}`, headers)).status]).toEqual([wrong, 400]);
  },
  async 'ogcapi-processes-1/1.0/conf/callback'() {
    const { url, requests } = subscriber();
    const addresses = { successUri: `${url}/feito`, inProgressUri: `${url}/em-curso` };
    const body = { ...statistics, subscriber: addresses };
    const answer = await execute('feature-statistics', body, { prefer: 'respond-async' });
    const { jobID } = answer.json() as { jobID: string };
    const received = (path: string) => requests.find((request) => request.url.pathname === path)?.body ?? '{}';
    await expect.poll(() => JSON.parse(received('/feito'))).toMatchObject({ count: occurrenceRows });
    await expect.poll(() => JSON.parse(received('/em-curso'))).toMatchObject({ jobID, type: 'process' });
    const inside = { ...statistics, subscriber: { successUri: 'ftp://exemplo.ao/feito' } };
    expect((await execute('feature-statistics', inside, { prefer: 'respond-async' })).status).toBe(400);
  },
  async 'ogcapi-processes-1/1.0/conf/dismiss'() {
    // Nothing may take it before it is dismissed.
    await app().composition.queue.setPaused((name) => name === 'features.process');
    const id = await background();
    const url = `/features/jobs/${id}`;
    const answer = await app().inject({ method: 'DELETE', url, headers: await as('cientista') });
    expect([answer.status, answer.json()]).toMatchObject([200, { jobID: id, status: 'dismissed' }]);
    await expect.poll(async () => (await json(`/jobs/${id}`, await as('cientista'))).status).toBe('dismissed');
    await app().composition.queue.setPaused(() => false);
    const done = await background();
    await app().ended(done);
    const own = { url: `/features/jobs/${done}`, headers: await as('cientista') };
    const removed = await app().inject({ method: 'DELETE', ...own });
    expect([removed.status, removed.json()]).toMatchObject([200, { jobID: done, status: 'dismissed' }]);
    expect((await app().inject({ method: 'GET', ...own })).json()).toMatchObject({
      status: 404,
      type: expect.stringContaining('no-such-job'),
    });
  },
  async 'tilematrixset/1.0/conf/json-tilematrixset'() {
    const listed = linkOf(await links(''), `${relation}/tiling-schemes`);
    const { tileMatrixSets } = await json<{ tileMatrixSets: { id: string; links: Link[] }[] }>(listed?.href ?? '');
    for (const { id, links: own } of tileMatrixSets) {
      const set = await json<Json & { tileMatrices: Json[] }>(linkOf(own, 'self')?.href ?? '');
      expect(set).toMatchObject({ id, crs: expect.any(String) });
      // The members of version 1.0 beside say the same.
      expect(set).toMatchObject({ type: 'TileMatrixSetType', identifier: id, supportedCRS: set.crs });
      expect(set.tileMatrix).toMatchObject(
        set.tileMatrices.map(({ id: level, scaleDenominator, pointOfOrigin, matrixWidth, matrixHeight }) => ({
          ...{ identifier: level, scaleDenominator, topLeftCorner: pointOfOrigin, matrixWidth, matrixHeight },
        })),
      );
      for (const [zoom, matrix] of set.tileMatrices.entries())
        expect(matrix).toMatchObject({
          ...{ id: String(zoom), matrixHeight: 2 ** zoom, tileWidth: 256, tileHeight: 256 },
          matrixWidth: (id === 'WorldCRS84Quad' ? 2 : 1) * 2 ** zoom,
          ...{ cellSize: expect.any(Number), scaleDenominator: expect.any(Number), pointOfOrigin: expect.any(Array) },
        });
    }
  },
};
