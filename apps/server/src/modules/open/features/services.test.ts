import { apiKeyCreate } from '@kianda/contract/people/identity/api-keys.contract';
import { analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import { VectorTile } from '@mapbox/vector-tile';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Json, type Link, linkOf, occurrences, openFeatures, watchedArea } from './testing/world.ts';

let world: Awaited<ReturnType<typeof openFeatures>>;
beforeAll(async () => {
  world = await openFeatures();
});
afterAll(() => world.app.close());
const get = (...asked: Parameters<typeof world.get>) => world.get(...asked);
const json = <T = Json>(...asked: Parameters<typeof world.get>) => world.json<T>(...asked);
const counted = (condition: string) => world.counted(condition);

describe('tiles', () => {
  const tiles = '/collections/occurrences/tiles/WebMercatorQuad';

  test('the description leads to tiles of the grid, which hold the features of their box', async () => {
    const set = await json<{ dataType: string; links: readonly Link[] }>(tiles);
    const template = linkOf(set.links, 'item')?.href ?? '';
    const grid = await json<{ tileMatrices: readonly { id: string; matrixWidth: number }[] }>(
      linkOf(set.links, 'http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme')?.href ?? '',
    );
    expect(grid.tileMatrices[7]).toMatchObject({ id: '7', matrixWidth: 128 });
    // Tile 7/67/68 covers 11.25 to 14.0625 E and -11.18 to -8.41 N; a margin of a 64th of it on each side.
    const reply = await world.app.server.inject(
      `/features${template.split('/features')[1]?.replace('{tileMatrix}', '7').replace('{tileRow}', '67').replace('{tileCol}', '68')}`,
    );
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('application/vnd.mapbox-vector-tile');
    const layer = new VectorTile(new PbfReader(new Uint8Array(reply.rawPayload))).layers.occurrences;
    const inner = await counted('lon between 11.25 and 14.0625 and lat between -11.178 and -8.407');
    const outer = await counted('lon between 11.20 and 14.11 and lat between -11.23 and -8.36');
    expect(layer?.length).toBeGreaterThanOrEqual(inner);
    expect(layer?.length).toBeLessThanOrEqual(outer);
    expect(layer?.feature(0).properties).toMatchObject({ source: 'obis' });
  });

  test('an empty tile is 204, one outside the grid 404, and a collection without places has none', async () => {
    expect((await get(`${tiles}/7/0/0`)).status).toBe(204);
    for (const path of [`${tiles}/7/128/0`, `${tiles}/19/0/0`, '/collections/occurrences/tiles/Outra/0/0/0']) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
    expect((await get('/collections/landings/tiles')).status).toBe(404);
    expect((await get(`${tiles}/a/0/0`)).status).toBe(400);
  });
});

test('pages in Portuguese for people, with what a stranger wrote kept as text', async () => {
  for (const path of [
    '',
    '/api',
    '/conformance',
    '/collections',
    '/collections/ports',
    '/collections/ports/queryables',
  ]) {
    const reply = await get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect(reply.headers['content-type']).toContain('text/html');
    expect(reply.text).toContain('lang="pt-PT"');
  }
  const page = await get('/collections/ports/items?f=html&limit=2');
  expect(page.text).toContain('Página seguinte');
  await sql`update biodiversity.taxa set scientific_name = '<script>alert(1)</script>' where id = 2`.execute(
    world.app.database.for(),
  );
  const hostile = await get(`${occurrences}?f=html`);
  expect(hostile.text).not.toContain('<script>');
  expect(hostile.text).toContain('&lt;script&gt;');
  await sql`update biodiversity.taxa set scientific_name = 'Thunnus obesus' where id = 2`.execute(
    world.app.database.for(),
  );
});

describe('processes', () => {
  const post = async (path: string, payload: object, headers = {}) => {
    const { token } = await world.app.signIn('cientista');
    return world.app.inject({
      method: 'POST',
      url: `/features${path}`,
      payload,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  };
  const inputs = { collection: 'occurrences', property: 'depthMeters', filter: 'depthMeters < 100' };

  test('are listed and described to anybody, and run for those signed in', async () => {
    const { processes } = await json<{ processes: { id: string }[] }>('/processes');
    expect(processes.map(({ id }) => id).toSorted()).toEqual([
      'area-report',
      'echo',
      'feature-density',
      'feature-statistics',
      'polygon-area',
      ...[...Object.keys(analysisTypes), 'chain'].map((type) => `spatial-${type.replace('_', '-')}`).toSorted(),
      'vessel-presence-summary',
    ]);
    for (const { id } of processes) {
      const described = await json<{ inputs: Json; outputs: Record<string, { title: string }> }>(`/processes/${id}`);
      expect(Object.keys(described.inputs).length).toBeGreaterThan(0);
      for (const [name, { title }] of Object.entries(described.outputs)) expect(title).not.toBe(name);
    }
    expect(await json('/processes/echo')).toMatchObject({ inputs: { text: { minOccurs: 1 } } });
    const missing = await get('/processes/nada');
    expect([missing.status, (missing.json() as Json).type]).toEqual([404, expect.stringContaining('no-such-process')]);
  });

  test('those of public data are done without a session; the others, and what has an owner, ask for one', async () => {
    const anonymous = (id: string, payload: object, headers = {}) =>
      world.app.inject({ method: 'POST', url: `/features/processes/${id}/execution`, payload, headers });
    expect((await anonymous('echo', { inputs: { text: 'olá' } })).json()).toEqual({ text: 'olá' });
    expect((await anonymous('feature-statistics', { inputs })).json()).toMatchObject({ min: 1, max: 99 });
    const closed = { collection: 'watched-areas', property: 'areaKm2' };
    for (const [id, payload, headers] of [
      ['feature-statistics', { inputs: closed }, {}],
      ['vessel-presence-summary', { inputs: {} }, {}],
      ['feature-statistics', { inputs }, { prefer: 'respond-async' }],
    ] as const) {
      expect([id, (await anonymous(id, payload, headers)).status]).toEqual([id, 401]);
    }
  });

  test('at once: the value, or a document of outputs; what does not fit is refused', async () => {
    const echo = await post('/processes/echo/execution', { inputs: { text: 'olá' } });
    expect(echo.json()).toEqual({ text: 'olá' });
    const counts = await post('/processes/feature-statistics/execution', { inputs, response: 'document' });
    const [truth] = await world.app.select<Json>(`select count(*)::integer as count, avg(depth_meters) as mean
      from biodiversity.occurrences where depth_meters < 100`);
    expect(counts.json()).toMatchObject({ count: truth?.count, known: truth?.count, min: 1, max: 99 });
    expect((counts.json() as { mean: number }).mean).toBeCloseTo(Number(truth?.mean), 3);
    const subscriber = { successUri: 'https://exemplo.ao/feito' };
    expect((await post('/processes/echo/execution', { inputs: { text: 'olá' }, subscriber })).status).toBe(400);
    for (const wrong of [{}, { text: 1 }, { text: 'a', outro: 1 }]) {
      expect((await post('/processes/echo/execution', { inputs: wrong })).status).toBe(400);
    }
    expect(
      (await post('/processes/feature-statistics/execution', { inputs: { ...inputs, property: 'species' } })).status,
    ).toBe(400);
  });

  test('density counts each feature once, in the cell it lies in', async () => {
    const asked = { collection: 'occurrences', cellDegrees: 1, bbox: [9, -12, 12, -9] };
    const reply = await post('/processes/feature-density/execution', { inputs: asked });
    type Cell = { properties: { count: number }; geometry: { coordinates: readonly (readonly [number, number])[][] } };
    const { cells, count } = reply.json() as { cells: { features: readonly Cell[] }; count: number };
    expect(count).toBe(await counted('lon between 9 and 12 and lat between -12 and -9'));
    expect(cells.features).toHaveLength(9);
    for (const { properties, geometry } of cells.features) {
      const [west, south] = geometry.coordinates[0]?.[0] ?? [0, 0];
      expect(properties.count).toBe(
        await counted(`lon >= ${west} and lon < ${west + 1} and lat >= ${south} and lat < ${south + 1}`),
      );
    }
    const placeless = await post('/processes/feature-density/execution', { inputs: { collection: 'landings' } });
    expect(placeless.status).toBe(400);
  });

  test('those of vessels and watched areas ask for their permission, and answer as their screens do', async () => {
    const { token } = await world.app.signIn('cientista');
    const summary = await post('/processes/vessel-presence-summary/execution', { inputs: { interval: 'month' } });
    const screen = await world.app.inject({
      method: 'GET',
      url: '/admin-api/vessels/heat?interval=month',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(summary.json()).toEqual(screen.data);
    const as = async (role: 'operador' | 'cliente') => ({
      authorization: `Bearer ${(await world.app.signIn(role)).token}`,
    });
    for (const [id, inputs] of [
      ['vessel-presence-summary', {}],
      ['area-report', { area: 'x' }],
    ] as const) {
      expect([id, (await post(`/processes/${id}/execution`, { inputs }, await as('cliente'))).status]).toEqual([
        id,
        403,
      ]);
    }
    const created = await world.app.inject({
      method: 'POST',
      url: '/features/collections/watched-areas/items',
      headers: await as('operador'),
      payload: watchedArea('Banco do relatório'),
    });
    const area = String(created.headers.location).split('/').at(-1);
    const period = { from: '2026-08-01', to: '2026-08-10' };
    const report = await post(
      '/processes/area-report/execution',
      { inputs: { area, ...period } },
      await as('operador'),
    );
    expect(report.json()).toMatchObject({ current: { ...period, area: { id: area } }, before: { to: '2026-07-31' } });
    const backwards = { area, from: '2026-08-10', to: '2026-08-01' };
    expect((await post('/processes/area-report/execution', { inputs: backwards }, await as('operador'))).status).toBe(
      400,
    );
    const none = { area: 'nenhuma', ...period };
    expect((await post('/processes/area-report/execution', { inputs: none }, await as('operador'))).status).toBe(404);
  });

  test('in the background: accepted with an address, results when done, seen by their owner', async () => {
    const accepted = await post('/processes/feature-statistics/execution', { inputs }, { prefer: 'respond-async' });
    expect([accepted.status, accepted.headers['preference-applied']]).toEqual([201, 'respond-async']);
    const { jobID } = accepted.json() as { jobID: string };
    expect(accepted.headers.location).toContain(`/features/jobs/${jobID}`);
    expect((await world.app.ended(jobID)).state).toBe('succeeded');
    const as = async (role: 'cientista' | 'cliente') => ({
      authorization: `Bearer ${(await world.app.signIn(role)).token}`,
    });
    const status = await json<Json>(`/jobs/${jobID}`, await as('cientista'));
    expect(status).toMatchObject({ jobID, processID: 'feature-statistics', status: 'successful', type: 'process' });
    const results = await json<Json>(`/jobs/${jobID}/results`, await as('cientista'));
    expect(results).toMatchObject({ min: 1, max: 99 });
    const { jobs } = await json<{ jobs: Json[] }>('/jobs?status=successful', await as('cientista'));
    expect(jobs.map((job) => job.jobID)).toContain(jobID);
    expect((await get(`/jobs/${jobID}`, await as('cliente'))).status).toBe(404);
  });

  test('one that has ended is removed with its results by its owner alone, which the audit keeps', async () => {
    const accepted = await post('/processes/feature-statistics/execution', { inputs }, { prefer: 'respond-async' });
    const { jobID } = accepted.json() as { jobID: string };
    expect((await world.app.ended(jobID)).state).toBe('succeeded');
    const as = async (role: 'cientista' | 'cliente' | 'administrador') => ({
      authorization: `Bearer ${(await world.app.signIn(role)).token}`,
    });
    const dismiss = async (role: 'cientista' | 'cliente' | 'administrador') =>
      world.app.inject({ method: 'DELETE', url: `/features/jobs/${jobID}`, headers: await as(role) });
    expect([(await dismiss('cliente')).status, (await dismiss('administrador')).status]).toEqual([404, 409]);
    expect((await get(`/jobs/${jobID}/results`, await as('cientista'))).status).toBe(200);

    const dismissed = await dismiss('cientista');
    const { status, links } = dismissed.json() as { status: string; links: readonly Link[] };
    expect([dismissed.status, status]).toEqual([200, 'dismissed']);
    expect(links.map(({ rel }) => rel)).toEqual(['up']);
    for (const path of [`/jobs/${jobID}`, `/jobs/${jobID}/results`]) {
      const gone = await get(path, await as('cientista'));
      expect([path, gone.status, gone.json()]).toMatchObject([path, 404, { code: 'no-such-job' }]);
    }
    const { jobs } = await json<{ jobs: Json[] }>('/jobs', await as('cientista'));
    expect(jobs.map((job) => job.jobID)).not.toContain(jobID);
    expect(await world.app.select(`select 1 from jobs.job_runs where id = '${jobID}'`)).toEqual([]);
    expect((await dismiss('cientista')).status).toBe(404);
    const kept = await world.app.select<{ event: string; metadata: Json }>(
      `select event, metadata from audit.events where resource = 'process-job/${jobID}'`,
    );
    expect(kept).toEqual([{ event: 'data.delete', metadata: { act: 'dismiss', process: 'feature-statistics' } }]);
  });
});

test('an execution that no one began is unknown to the standard, whatever its name', async () => {
  for (const path of ['/jobs/xx', '/jobs/xx/results', '/jobs/00000000-0000-4000-8000-000000000000']) {
    const reply = await get(path);
    const type = 'http://www.opengis.net/def/exceptions/ogcapi-processes-1/1.0/no-such-job';
    expect([path, reply.status, (reply.json() as Json).type]).toEqual([path, 404, type]);
  }
});

test('the area of a polygon that crosses itself is refused', async () => {
  const bow = [
    [8, -8],
    [9, -7],
    [9, -8],
    [8, -7],
    [8, -8],
  ];
  const square = [
    [8, -8],
    [9, -8],
    [9, -7],
    [8, -7],
    [8, -8],
  ];
  const areaOf = (ring: readonly (readonly number[])[]) =>
    world.app.inject({
      method: 'POST',
      url: '/features/processes/polygon-area/execution',
      payload: { inputs: { geometry: { type: 'Polygon', coordinates: [ring] } } },
    });
  const refused = await areaOf(bow);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('um anel cruza-se a si próprio')]);
  expect((await areaOf(square)).json()).toBeGreaterThan(12_000);
});

test('an address with a slash at its end is that without', async () => {
  for (const path of [
    '/collections',
    '/collections/ports',
    '/collections/ports/items',
    '/processes',
    '/processes/echo',
  ]) {
    expect([path, (await get(`${path}/`)).status]).toEqual([path, 200]);
  }
});

test('a key sees of its owner’s executions those that it might have asked for itself', async () => {
  const { token, password } = await world.app.newSession('cientista');
  const keyFor = async (permission: string) => {
    const body = { name: 'Execuções', permissions: [permission], days: 1, currentPassword: password };
    return (await world.app.call<{ secret: string }>(apiKeyCreate, { token, body })).data.secret;
  };
  const headers = { authorization: `Bearer ${token}`, prefer: 'respond-async' };
  const url = '/features/processes/vessel-presence-summary/execution';
  const started = await world.app.inject({ method: 'POST', url, headers, payload: { inputs: { interval: 'month' } } });
  const { jobID } = started.json() as { jobID: string };
  expect((await world.app.ended(jobID)).state).toBe('succeeded');
  for (const [permission, status] of [
    ['fisheries:read', 404],
    ['vessels:read', 200],
  ] as const) {
    const asKey = { authorization: `Bearer ${await keyFor(permission)}` };
    expect([permission, (await get(`/jobs/${jobID}/results`, asKey)).status]).toEqual([permission, status]);
  }
  expect((await get(`/jobs/${jobID}`)).status).toBe(404);
  expect((await json<{ jobs: Json[] }>('/jobs')).jobs).toEqual([]);
});

test('watched areas are created, replaced, changed and deleted by those permitted', async () => {
  const path = '/features/collections/watched-areas/items';
  const as = async (role: 'operador' | 'cientista') => ({
    authorization: `Bearer ${(await world.app.signIn(role)).token}`,
  });
  const feature = {
    type: 'Feature',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [12, -9],
          [12.5, -9],
          [12.5, -8.5],
          [12, -9],
        ],
      ],
    },
    properties: { name: 'Banco de ensaio', kind: 'watched', source: 'Ensaio', alertOnEntry: true },
  };
  const send = async (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object, headers = {}) =>
    world.app.inject({
      method,
      url,
      headers: { ...(await as('operador')), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });

  expect((await world.app.inject({ method: 'POST', url: path, payload: feature })).status).toBe(401);
  expect(
    (await world.app.inject({ method: 'POST', url: path, payload: feature, headers: await as('cientista') })).status,
  ).toBe(403);
  expect((await send('POST', path, { ...feature, properties: { name: 'x' } })).status).toBe(400);
  expect((await send('POST', '/features/collections/ports/items', feature)).status).toBe(405);

  const created = await send('POST', path, feature);
  expect(created.status).toBe(201);
  const own = String(created.headers.location).slice(world.app.config.publicUrl.length);
  const read = async () => world.app.inject({ method: 'GET', url: own, headers: await as('operador') });
  const first = await read();
  expect(first.json()).toMatchObject({
    properties: { name: 'Banco de ensaio', alertOnEntry: true },
    geometry: feature.geometry,
  });

  const tag = String(first.headers.etag);
  const renamed = { ...feature, properties: { ...feature.properties, name: 'Banco mudado' } };
  expect((await send('PUT', own, renamed, { 'if-match': '"outra"' })).status).toBe(412);
  expect((await send('PUT', own, renamed, { 'if-match': tag })).status).toBe(204);
  expect((await send('PUT', own, renamed, { 'if-match': tag })).status).toBe(412);
  expect((await send('PATCH', own, { properties: { alertBelowKnots: 3 } })).status).toBe(204);
  expect((await read()).json()).toMatchObject({ properties: { name: 'Banco mudado', alertBelowKnots: 3 } });
  expect((await send('DELETE', own)).status).toBe(204);
  expect((await read()).status).toBe(404);
  expect((await send('DELETE', own)).status).toBe(404);
});
