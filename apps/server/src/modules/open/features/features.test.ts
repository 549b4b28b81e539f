import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Json, type Link, linkOf, occurrenceRows, occurrences, openFeatures, type Page } from './testing/world.ts';

const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
const utm33 = 'http://www.opengis.net/def/crs/EPSG/0/32733';
let world: Awaited<ReturnType<typeof openFeatures>>;
beforeAll(async () => {
  world = await openFeatures();
});
afterAll(() => world.app.close());
const get = (...asked: Parameters<typeof world.get>) => world.get(...asked);
const json = <T = Json>(...asked: Parameters<typeof world.get>) => world.json<T>(...asked);
const counted = (condition: string) => world.counted(condition);

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

  test('say how many features they have', async () => {
    const { collections } = await json<{ collections: { id: string; itemCount: number }[] }>('/collections');
    const counts = new Map(collections.map(({ id, itemCount }) => [id, itemCount]));
    expect(counts.get('occurrences')).toBe(occurrenceRows);
    expect(counts.get('landings')).toBe(20);
    const ports = await json<Page>('/collections/ports/items?limit=10000');
    expect(counts.get('ports')).toBe(ports.features.length);
  });

  test('vessels need an account that may see them', async () => {
    expect((await get('/collections/vessel-positions/items')).status).toBe(401);
    const as = async (role: 'cliente' | 'cientista') => ({
      authorization: `Bearer ${(await world.app.signIn(role)).token}`,
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
    expect(page.numberMatched).toBe(occurrenceRows / 2);
    expect(page.features.map(({ properties }) => properties.species)).toEqual(Array(5).fill('Thunnus obesus'));
  });
});

/** The condition as the database counts it. */
describe('items', () => {
  test('answers GeoJSON of CRS84 with exact numbers and links', async () => {
    const reply = await get(`${occurrences}?limit=7`);
    expect(reply.headers['content-type']).toContain('application/geo+json');
    expect(reply.headers['content-crs']).toBe(`<${crs84}>`);
    expect(String(reply.headers['x-kianda-provenance'])).toContain('state');
    const page = reply.json() as Page;
    expect(page).toMatchObject({ type: 'FeatureCollection', numberMatched: occurrenceRows, numberReturned: 7 });
    expect(Date.parse(String(page.timeStamp))).not.toBeNaN();
    expect(linkOf(page.links, 'self')?.type).toBe('application/geo+json');
    expect(linkOf(page.links, 'alternate')?.type).toBe('text/html');
    expect(linkOf(page.links, 'next')?.href).toContain('token=');
  });

  test('a limit above the maximum is the maximum, and what is no limit is refused', async () => {
    expect((await json<Page>(`${occurrences}?limit=999999`)).numberReturned).toBe(occurrenceRows);
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
    expect((await json<Page>(`${occurrences}?bbox=-180,-90,180,90`)).numberMatched).toBe(occurrenceRows);
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
      '../../..',
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
    const places = await world.app.select<{ lon: number; lat: number }>(
      'select lon, lat from biodiversity.occurrences',
    );
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
    expect(all).toHaveLength(occurrenceRows);
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
