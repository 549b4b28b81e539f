import { VectorTile } from '@mapbox/vector-tile';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../testing/application.ts';

type Json = Record<string, unknown>;
type Link = { readonly rel: string; readonly href: string; readonly type?: string };
type Page = Json & {
  readonly features: readonly {
    readonly id: string;
    readonly geometry: { readonly type: string; readonly coordinates: readonly number[] } | null;
    readonly properties: Json;
  }[];
  readonly links: readonly Link[];
  readonly numberMatched?: number;
  readonly numberReturned: number;
};

const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
const utm33 = 'http://www.opengis.net/def/crs/EPSG/0/32733';
const rows = 3_000;
let app: TestApplication;

beforeAll(async () => {
  app = await createTestApplication();
  const db = app.database.for();
  await sql`insert into biodiversity.taxa (scientific_name) values ('Sardinella aurita'), ('Thunnus obesus')`.execute(
    db,
  );
  await sql`insert into biodiversity.occurrences
      (source, source_id, taxon_id, lon, lat, position, depth_meters, event_start, basis_of_record, dataset_id, flags,
       absence, connector_id, stream_id, run_id, retrieved_at)
    select 'obis', lpad(n::text, 7, '0'), 1 + n % 2, lon, lat, box(point(lon, lat), point(lon, lat)),
      case when n % 10 = 0 then null else n % 500 end,
      case when n % 7 = 0 then null else timestamptz '2020-01-01' + n * interval '1 hour' end,
      'HumanObservation', 'ensaio', array['a'], false, 'obis', 'occurrences', gen_random_uuid(), now()
    from (select n, 8.5 + (n * 0.6180339887) % 5.5 as lon, -18 + (n * 0.7548776662) % 12.6 as lat
      from generate_series(1, ${rows}::integer) n) t`.execute(db);
  await sql`insert into fisheries.landings select 'faostat', 'Angola', 2000 + n, 'Sardinella', n * 10.5, 'faostat', 's',
    gen_random_uuid(), now(), null from generate_series(1, 20) n`.execute(db);
}, 120_000);
afterAll(() => app.close());

function get(path: string, headers: Record<string, string> = {}) {
  const base = app.config.publicUrl;
  const url = path.startsWith(base) ? path.slice(base.length) : `/features${path}`;
  return app.inject({ method: 'GET', url, headers });
}
async function json<T = Json>(path: string, headers: Record<string, string> = {}): Promise<T> {
  const reply = await get(path, headers);
  expect([path, reply.status, reply.text.slice(0, 300)]).toMatchObject([path, 200, expect.any(String)]);
  return reply.json() as T;
}
const linkOf = (links: readonly Link[], rel: string) => links.find((link) => link.rel === rel);
const occurrences = '/collections/occurrences/items';

describe('the landing page and what it leads to', () => {
  test('links to description, conformance and collections, each of the type it says', async () => {
    const { links } = await json<{ links: readonly Link[] }>('');
    for (const rel of ['self', 'alternate', 'service-desc', 'service-doc', 'conformance', 'data']) {
      const link = linkOf(links, rel);
      expect([rel, link]).toEqual([rel, expect.objectContaining({ href: expect.stringContaining('/features') })]);
      const reply = await get(link?.href ?? '');
      expect(reply.status).toBe(200);
      expect(String(reply.headers['content-type'])).toContain((link?.type ?? '').split(';')[0]);
    }
    expect((await json('/')).title).toBe((await json('')).title);
  });

  test('conformance lists classes of parts 1 to 4 and CQL2', async () => {
    const { conformsTo } = await json<{ conformsTo: readonly string[] }>('/conformance');
    for (const part of ['features-1/1.0/conf/core', 'features-2/1.0/conf/crs', 'features-3/1.0/conf/filter']) {
      expect(conformsTo).toContain(`http://www.opengis.net/spec/ogcapi-${part}`);
    }
    expect(conformsTo.filter((uri) => uri.includes('cql2'))).toHaveLength(13);
  });

  test('the OpenAPI description is complete in itself and defines limit, bbox and datetime', async () => {
    const text = (await get('/api')).text;
    expect(text).not.toContain('http://schemas.opengis.net');
    const { openapi, paths } = JSON.parse(text) as { openapi: string; paths: Record<string, { get: Json }> };
    expect(openapi).toMatch(/^3\.0/);
    const parameters = paths['/collections/occurrences/items']?.get.parameters as readonly Json[];
    expect(parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['limit', 'bbox', 'datetime', 'species']),
    );
    expect(parameters.find(({ name }) => name === 'limit')?.schema).toMatchObject({ type: 'integer', minimum: 1 });
    expect(parameters.find(({ name }) => name === 'bbox')?.schema).toMatchObject({ type: 'array', minItems: 4 });
  });
});

describe('collections', () => {
  test('those open to all, without a session; a collection is its entry in the list', async () => {
    const { collections } = await json<{ collections: (Json & { id: string; links: Link[]; crs: string[] })[] }>(
      '/collections',
    );
    const ids = collections.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['zee', 'ports', 'stations', 'fishing-zones', 'protected-areas']));
    expect(ids).toEqual(expect.arrayContaining(['boundaries', 'occurrences', 'landings']));
    expect(ids).not.toContain('vessel-positions');
    for (const collection of collections) {
      expect(await json(`/collections/${collection.id}`)).toEqual(collection);
      expect(collection.crs).toContain(crs84);
      expect(collection.crs).toContain(collection.storageCrs);
      const items = collection.links.filter(({ rel }) => rel === 'items');
      expect(items.map(({ type }) => type)).toEqual(['application/geo+json', 'text/html']);
      const page = await json<Page>(items[0]?.href ?? '');
      expect(page.numberReturned).toBe(page.features.length);
    }
  });

  test('vessels need an account that may see them', async () => {
    expect((await get('/collections/vessel-positions/items')).status).toBe(401);
    const as = async (role: 'cliente' | 'cientista') => ({
      authorization: `Bearer ${(await app.signIn(role)).token}`,
    });
    expect((await get('/collections/vessel-positions/items', await as('cliente'))).status).toBe(403);
    expect((await get('/collections/vessel-events/items', await as('cientista'))).status).toBe(200);
    const { collections } = await json<{ collections: { id: string }[] }>('/collections', await as('cientista'));
    expect(collections.map(({ id }) => id)).toEqual(expect.arrayContaining(['vessel-positions', 'vessel-events']));
  });

  test('what is not there is 404', async () => {
    for (const path of [
      '/collections/nada',
      '/collections/nada/items',
      `${occurrences}/obis:nada`,
      `${occurrences}/x`,
    ]) {
      expect((await get(path)).status).toBe(404);
    }
  });

  test('queryables, sortables and schema name the properties; each queryable is a parameter', async () => {
    const queryables = await json<{ $id: string; properties: Record<string, Json> }>(
      '/collections/occurrences/queryables',
    );
    expect(queryables.$id).toMatch(/\/features\/collections\/occurrences\/queryables$/);
    expect(queryables.properties.geometry).toMatchObject({ format: 'geometry-point' });
    expect(queryables.properties.depthMeters).toMatchObject({ type: 'number' });
    const sortables = await json<{ properties: Json }>('/collections/occurrences/sortables');
    expect(Object.keys(sortables.properties)).not.toContain('flags');
    const page = await json<Page>(`${occurrences}?species=Thunnus%20obesus&limit=5`);
    expect(page.numberMatched).toBe(rows / 2);
    expect(page.features.map(({ properties }) => properties.species)).toEqual(Array(5).fill('Thunnus obesus'));
  });
});

/** The condition as the database counts it. */
async function counted(condition: string): Promise<number> {
  const [row] = await app.select<{ n: number }>(
    `select count(*)::integer as n from biodiversity.occurrences where ${condition}`,
  );
  return row?.n ?? -1;
}

describe('items', () => {
  test('answers GeoJSON of CRS84 with exact numbers and links', async () => {
    const reply = await get(`${occurrences}?limit=7`);
    expect(reply.headers['content-type']).toContain('application/geo+json');
    expect(reply.headers['content-crs']).toBe(`<${crs84}>`);
    expect(String(reply.headers['x-kianda-provenance'])).toContain('state');
    const page = reply.json() as Page;
    expect(page).toMatchObject({ type: 'FeatureCollection', numberMatched: rows, numberReturned: 7 });
    expect(Date.parse(String(page.timeStamp))).not.toBeNaN();
    expect(linkOf(page.links, 'self')?.type).toBe('application/geo+json');
    expect(linkOf(page.links, 'alternate')?.type).toBe('text/html');
    expect(linkOf(page.links, 'next')?.href).toContain('token=');
  });

  test('a limit above the maximum is the maximum, and what is no limit is refused', async () => {
    expect((await json<Page>(`${occurrences}?limit=999999`)).numberReturned).toBe(rows);
    for (const limit of ['0', '-1', 'unlimited', '1.5', '']) {
      expect([limit, (await get(`${occurrences}?limit=${limit}`)).status]).toEqual([limit, 400]);
    }
  });

  test('unknown parameters are refused everywhere', async () => {
    for (const path of [
      '',
      '/conformance',
      '/collections',
      '/collections/zee',
      occurrences,
      '/collections/zee/items',
    ]) {
      expect([path, (await get(`${path}?desconhecido=1`)).status]).toEqual([path, 400]);
    }
  });

  test('a box holds what intersects it, also across the antimeridian', async () => {
    const page = await json<Page>(`${occurrences}?bbox=11,-10,12,-9&limit=1000`);
    expect(page.numberMatched).toBe(await counted('lon between 11 and 12 and lat between -10 and -9'));
    expect(page.numberReturned).toBeGreaterThan(0);
    for (const { geometry } of page.features) {
      const [lon = 0, lat = 0] = geometry?.coordinates ?? [];
      expect(lon >= 11 && lon <= 12 && lat >= -10 && lat <= -9).toBe(true);
    }
    expect((await json<Page>(`${occurrences}?bbox=177,-90,-177,90`)).numberMatched).toBe(0);
    expect((await json<Page>(`${occurrences}?bbox=13,-90,9,90`)).numberMatched).toBe(
      await counted('lon >= 13 or lon <= 9'),
    );
    expect((await json<Page>(`${occurrences}?bbox=-180,-90,180,90`)).numberMatched).toBe(rows);
    for (const bbox of ['1,2,3', '1,2,3,x', '11,-9,12,-10', '', '1,2,3,4,5']) {
      expect([bbox, (await get(`${occurrences}?bbox=${bbox}`)).status]).toEqual([bbox, 400]);
    }
  });

  test('boxes of other CRS are their place, and what has no place is in every box', async () => {
    const mercator = '1224514.4,-1118889.97,1335833.9,-1006021.07';
    const page = await json<Page>(
      `${occurrences}?bbox=${mercator}&bbox-crs=http://www.opengis.net/def/crs/EPSG/0/3857&limit=1000`,
    );
    expect(page.numberMatched).toBe(
      await counted('lon between 11.0000001 and 11.9999999 and lat between -9.9999999 and -9.0000001'),
    );
    const latFirst = await json<Page>(
      `${occurrences}?bbox=-10,11,-9,12&bbox-crs=http://www.opengis.net/def/crs/EPSG/0/4326&limit=1`,
    );
    expect(latFirst.numberMatched).toBe(page.numberMatched);
    expect((await get(`${occurrences}?bbox=1,2,3,4&bbox-crs=EPSG:4326`)).status).toBe(400);
    expect((await json<Page>('/collections/landings/items?bbox=0,0,1,1')).numberMatched).toBe(20);
  });

  test('a time holds what intersects it and what has none', async () => {
    const page = await json<Page>(`${occurrences}?datetime=2020-02-01T00:00:00Z/2020-02-03T00:00:00Z`);
    expect(page.numberMatched).toBe(
      await counted(`event_start is null or event_start between '2020-02-01Z' and '2020-02-03Z'`),
    );
    expect((await json<Page>(`${occurrences}?datetime=../2020-02-01T00:00:00Z`)).numberMatched).toBe(
      await counted(`event_start is null or event_start <= '2020-02-01Z'`),
    );
    expect((await json<Page>(`${occurrences}?datetime=2020-01-01t01:00:00z`)).numberMatched).toBe(
      await counted(`event_start is null or event_start = '2020-01-01T01:00:00Z'`),
    );
    const wrong = [
      '/',
      '../..',
      '2020-01-01',
      '2020-13-01T00:00:00Z',
      '2020-01-02T00:00:00Z/2020-01-01T00:00:00Z',
      'x',
    ];
    for (const datetime of wrong) {
      expect([datetime, (await get(`${occurrences}?datetime=${datetime}`)).status]).toEqual([datetime, 400]);
    }
  });

  test('filters in both languages, and says where a wrong one is wrong', async () => {
    const expected = await counted('depth_meters > 400 and taxon_id = 1');
    const text = encodeURIComponent("depthMeters > 400 AND species LIKE 'Sard%'");
    expect((await json<Page>(`${occurrences}?filter=${text}`)).numberMatched).toBe(expected);
    const written = encodeURIComponent(
      JSON.stringify({
        op: 'and',
        args: [
          { op: '>', args: [{ property: 'depthMeters' }, 400] },
          { op: 'like', args: [{ property: 'species' }, 'Sard%'] },
        ],
      }),
    );
    expect((await json<Page>(`${occurrences}?filter=${written}&filter-lang=cql2-json`)).numberMatched).toBe(expected);
    const refused = await get(`${occurrences}?filter=${encodeURIComponent('depthMeters >')}`);
    expect(refused.status).toBe(400);
    expect(refused.problem.detail).toContain('na posição 14');
  });

  test('a polygon is judged exactly, page by page', async () => {
    const triangle = 'S_INTERSECTS(geometry, POLYGON((9 -17, 13 -17, 9 -6, 9 -17)))';
    const inside = (lon: number, lat: number) => lon >= 9 && lat >= -17 && (lon - 9) / 4 + (lat + 17) / 11 <= 1;
    const places = await app.select<{ lon: number; lat: number }>('select lon, lat from biodiversity.occurrences');
    const expected = places.filter(({ lon, lat }) => inside(lon, lat)).length;
    const seen = new Set<string>();
    let href: string | undefined = `${occurrences}?limit=200&filter=${encodeURIComponent(triangle)}`;
    for (; href !== undefined; ) {
      const page: Page = await json<Page>(href);
      expect(page.numberMatched).toBe(expected);
      for (const { id } of page.features) seen.add(id);
      href = linkOf(page.links, 'next')?.href;
    }
    expect(seen.size).toBe(expected);
    expect(expected).toBeGreaterThan(200);
  });

  test('sorts both ways, nulls last, and pages on', async () => {
    const all: unknown[] = [];
    let href: string | undefined = `${occurrences}?limit=700&sortby=-depthMeters,eventStart&properties=depthMeters`;
    for (; href !== undefined; ) {
      const page: Page = await json<Page>(href);
      all.push(...page.features.map(({ properties }) => properties.depthMeters));
      href = linkOf(page.links, 'next')?.href;
    }
    expect(all).toHaveLength(rows);
    const numbers = all.filter((depth) => depth !== null) as number[];
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect(all.slice(numbers.length).every((depth) => depth === null)).toBe(true);
    expect((await get(`${occurrences}?sortby=flags`)).status).toBe(400);
  });

  test('a made up token is refused', async () => {
    const token = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const bad of ['x', token([]), token([['a'], []]), token([['a', 'b'], ['c']]), token([['a', 'b\0'], []])]) {
      expect((await get(`${occurrences}?token=${bad}`)).status).toBe(400);
    }
    expect((await get(`${occurrences}?sortby=depthMeters&token=${token([['a', 'b'], ['x']])}`)).status).toBe(400);
  });

  test('other CRS: the axes of each, the same place', async () => {
    const [plain, utm, latFirst] = await Promise.all(
      [crs84, utm33, 'http://www.opengis.net/def/crs/EPSG/0/4326'].map((crs) =>
        json<Page['features'][number]>(`${occurrences}/obis:0000001?crs=${encodeURIComponent(crs)}`),
      ),
    );
    const [lon = 0, lat = 0] = plain?.geometry?.coordinates ?? [];
    expect(latFirst?.geometry?.coordinates).toEqual([lat, lon]);
    const [east = 0, north = 0] = utm?.geometry?.coordinates ?? [];
    // The central meridian of the zone is 15° E, and the equator 10,000 km.
    expect(east).toBeLessThan(500_000);
    expect(north / 1e6).toBeCloseTo(10 + (lat * 0.11067) / 1, 1);
    expect((await get(`${occurrences}?crs=${encodeURIComponent('http://exemplo/crs')}`)).status).toBe(400);
    expect((await get(`${occurrences}?limit=1&crs=${encodeURIComponent(utm33)}`)).headers['content-crs']).toBe(
      `<${utm33}>`,
    );
  });

  test('one feature is the one of its address', async () => {
    const feature = await json<Page['features'][number] & { links: Link[] }>(`${occurrences}/obis:0000042`);
    expect(feature.id).toBe('obis:0000042');
    expect(feature.links.map(({ rel }) => rel)).toEqual(['self', 'alternate', 'collection']);
    const port = await json<Page['features'][number]>('/collections/ports/items/luanda');
    expect(port.geometry?.coordinates).toEqual([13.279, -8.748]);
  });
});

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
    const reply = await app.server.inject(
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
    app.database.for(),
  );
  const hostile = await get(`${occurrences}?f=html`);
  expect(hostile.text).not.toContain('<script>');
  expect(hostile.text).toContain('&lt;script&gt;');
  await sql`update biodiversity.taxa set scientific_name = 'Thunnus obesus' where id = 2`.execute(app.database.for());
});

describe('processes', () => {
  const post = async (path: string, payload: object, headers = {}) => {
    const { token } = await app.signIn('cientista');
    return app.inject({
      method: 'POST',
      url: `/features${path}`,
      payload,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  };
  const inputs = { collection: 'occurrences', property: 'depthMeters', filter: 'depthMeters < 100' };

  test('are listed and described to anybody, and run for those signed in', async () => {
    const { processes } = await json<{ processes: { id: string }[] }>('/processes');
    expect(processes.map(({ id }) => id)).toEqual(['echo', 'polygon-area', 'feature-statistics']);
    expect(await json('/processes/echo')).toMatchObject({ inputs: { text: { minOccurs: 1 } } });
    const missing = await get('/processes/nada');
    expect([missing.status, (missing.json() as Json).type]).toEqual([404, expect.stringContaining('no-such-process')]);
    const anonymous = await app.inject({ method: 'POST', url: '/features/processes/echo/execution', payload: {} });
    expect(anonymous.status).toBe(401);
  });

  test('at once: the value, or a document of outputs; what does not fit is refused', async () => {
    const echo = await post('/processes/echo/execution', { inputs: { text: 'olá' } });
    expect(echo.json()).toEqual({ text: 'olá' });
    const counts = await post('/processes/feature-statistics/execution', { inputs, response: 'document' });
    const [truth] = await app.select<Json>(`select count(*)::integer as count, avg(depth_meters) as mean
      from biodiversity.occurrences where depth_meters < 100`);
    expect(counts.json()).toMatchObject({ count: truth?.count, known: truth?.count, min: 1, max: 99 });
    expect((counts.json() as { mean: number }).mean).toBeCloseTo(Number(truth?.mean), 3);
    for (const wrong of [{}, { text: 1 }, { text: 'a', outro: 1 }]) {
      expect((await post('/processes/echo/execution', { inputs: wrong })).status).toBe(400);
    }
    expect(
      (await post('/processes/feature-statistics/execution', { inputs: { ...inputs, property: 'species' } })).status,
    ).toBe(400);
  });

  test('in the background: accepted with an address, results when done, seen by their owner', async () => {
    const accepted = await post('/processes/feature-statistics/execution', { inputs }, { prefer: 'respond-async' });
    expect([accepted.status, accepted.headers['preference-applied']]).toEqual([201, 'respond-async']);
    const { jobID } = accepted.json() as { jobID: string };
    expect(accepted.headers.location).toContain(`/features/jobs/${jobID}`);
    expect((await app.ended(jobID)).state).toBe('succeeded');
    const as = async (role: 'cientista' | 'cliente') => ({ authorization: `Bearer ${(await app.signIn(role)).token}` });
    const status = await json<Json>(`/jobs/${jobID}`, await as('cientista'));
    expect(status).toMatchObject({ jobID, processID: 'feature-statistics', status: 'successful', type: 'process' });
    const results = await json<Json>(`/jobs/${jobID}/results`, await as('cientista'));
    expect(results).toMatchObject({ min: 1, max: 99 });
    const { jobs } = await json<{ jobs: Json[] }>('/jobs?status=successful', await as('cientista'));
    expect(jobs.map((job) => job.jobID)).toContain(jobID);
    expect((await get(`/jobs/${jobID}`, await as('cliente'))).status).toBe(404);
    const late = await app.inject({ method: 'DELETE', url: `/features/jobs/${jobID}`, headers: await as('cientista') });
    expect(late.status).toBe(409);
  });
});

test('watched areas are created, replaced, changed and deleted by those permitted', async () => {
  const path = '/features/collections/watched-areas/items';
  const as = async (role: 'operador' | 'cientista') => ({ authorization: `Bearer ${(await app.signIn(role)).token}` });
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
    app.inject({
      method,
      url,
      headers: { ...(await as('operador')), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });

  expect((await app.inject({ method: 'POST', url: path, payload: feature })).status).toBe(401);
  expect(
    (await app.inject({ method: 'POST', url: path, payload: feature, headers: await as('cientista') })).status,
  ).toBe(403);
  expect((await send('POST', path, { ...feature, properties: { name: 'x' } })).status).toBe(400);
  expect((await send('POST', '/features/collections/ports/items', feature)).status).toBe(405);

  const created = await send('POST', path, feature);
  expect(created.status).toBe(201);
  const own = String(created.headers.location).slice(app.config.publicUrl.length);
  const read = async () => app.inject({ method: 'GET', url: own, headers: await as('operador') });
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
