/** MapServer of Debian behind the base URL of our features: every view reads it, and what it can't do is said. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApplication } from '../../apps/server/src/testing/application.ts';
import { startMapServer, stationCount, stations } from './testing/mapserver.ts';
import { missing } from './testing/world.ts';

const absent = missing('cgi-mapserver');
const items = '/features/collections/estacoes/items';

type Link = { readonly rel: string; readonly href: string };
type Page = {
  readonly features: readonly { readonly id: string; readonly geometry: unknown; readonly properties: object }[];
  readonly numberMatched: number;
  readonly links: readonly Link[];
};
type Refusal = {
  readonly code: string;
  readonly detail: string;
  readonly issues?: readonly { readonly path: string }[];
};

describe.skipIf(absent !== false)(`MapServer (${absent || 'instalado'})`, () => {
  let server: Awaited<ReturnType<typeof startMapServer>>;
  let app: Awaited<ReturnType<typeof createTestApplication>>;

  beforeAll(async () => {
    server = await startMapServer();
    app = await createTestApplication({ settings: { KIANDA_SERVICE_FEATURES_URL: server.url } });
  });
  afterAll(async () => {
    await app?.close();
    await server?.close();
  });

  const read = (url: string) => app.inject({ method: 'GET', url });

  /** Every feature of a list, by the links from page to page, and the number that each page says. */
  async function walked(
    query: string,
  ): Promise<{ ids: readonly string[]; counts: ReadonlySet<number>; pages: number }> {
    const ids: string[] = [];
    const counts = new Set<number>();
    let pages = 0;
    let path: string | undefined = `${items}?${query}`;
    while (path !== undefined) {
      const answer = await read(path);
      expect([path, answer.status]).toEqual([path, 200]);
      const page = answer.json() as Page;
      pages += 1;
      counts.add(page.numberMatched);
      ids.push(...page.features.map(({ id }) => id));
      const next = page.links.find(({ rel }) => rel === 'next');
      path =
        next === undefined
          ? undefined
          : new URL(next.href, 'https://kianda.test').href.replace(/^.*?(?=\/features)/, '');
      // The console reads this mark, and no other parameter: without it, the walk ends here and the counts differ.
      if (path !== undefined && !/[?&]token=q\./.test(path)) path = undefined;
    }
    return { ids, counts, pages };
  }

  test('the landing page, the API definition and the collections are its own, their links lead to us', async () => {
    expect((await read('/features/')).json()).toMatchObject({ title: 'Cartas do instituto' });
    expect((await read('/features/api')).json()).toMatchObject({ openapi: '3.0.2' });
    const list = await read('/features/collections');
    const { collections } = list.json() as { collections: readonly object[] };
    expect(collections).toMatchObject([
      {
        ...{ id: 'estacoes', title: 'Estações', description: '' },
        ...{ crs: [expect.stringContaining('CRS84')], extent: { spatial: { bbox: [[8, -18.5, 17, -4]] } } },
      },
    ]);
    expect(list.text).not.toContain(server.url);
    expect((await read('/features/collections/estacoes')).json()).toMatchObject({ id: 'estacoes' });
    expect(String(list.headers['x-kianda-provenance'])).toContain(new URL(server.url).host);
  });

  test('elements are those of its file, one and all of them, page after page', async () => {
    const { ids, counts, pages } = await walked('limit=10');
    expect(ids).toEqual(stations.features.map(({ properties }) => properties.code));
    expect([[...counts], pages]).toEqual([[stationCount], 3]);
    const third = stations.features[3];
    expect((await read(`${items}/E03`)).json()).toMatchObject({
      ...{ id: 'E03', geometry: third?.geometry, properties: third?.properties },
    });
    expect((await read(`${items}/E99`)).status).toBe(404);
  });

  test('a box holds on every page, although its own links forget it', async () => {
    const inside = stations.features.filter(({ geometry }) => {
      const [lon = 0, lat = 0] = geometry.coordinates;
      return lon >= 12.2 && lon <= 12.8 && lat >= -15 && lat <= -11;
    });
    const { ids, counts, pages } = await walked('limit=3&bbox=12.2,-15,12.8,-11');
    expect(ids).toEqual(inside.map(({ properties }) => properties.code));
    expect([[...counts], pages]).toEqual([[inside.length], Math.ceil(inside.length / 3)]);
  });

  test('a schema, which it does not give, is read from its elements', async () => {
    const { properties } = (await read('/features/collections/estacoes/schema')).json() as { properties: object };
    expect(properties).toEqual({
      geometry: { 'x-ogc-role': 'primary-geometry', format: 'geometry-point' },
      code: { title: 'code', type: 'string' },
      depth: { title: 'depth', type: 'number' },
      name: { title: 'name', type: 'string' },
    });
  });

  test.each([
    ['filter', `filter=${encodeURIComponent('depth < 50')}`, 'não filtra por CQL2'],
    ['sortby', 'sortby=-depth', 'não ordena'],
    ['crs', `crs=${encodeURIComponent('http://www.opengis.net/def/crs/EPSG/0/3857')}`, 'CRS84'],
    ['code', 'code=E07', 'não filtra por «code»'],
  ])('%s, which it would ignore in silence, is refused in words beside its field', async (name, query, words) => {
    const answer = await read(`${items}?${query}`);
    const refusal = answer.json() as Refusal;
    expect([answer.status, refusal.code]).toEqual([400, 'validation_failed']);
    expect(refusal.detail).toContain(words);
    expect(refusal.issues?.map(({ path }) => path)).toEqual([`query.${name}`]);
  });

  test('what it does not have is said to be absent there, and writing is refused', async () => {
    for (const path of [
      '/features/processes',
      '/features/collections/estacoes/queryables',
      '/features/collections/nada',
    ]) {
      const answer = await read(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect((answer.json() as Refusal).detail).toContain('não existe lá');
    }
    const { token } = await app.signIn('operador');
    const written = await app.inject({
      ...{ method: 'POST', url: items, payload: { ...stations.features[0] } },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/geo+json' },
    });
    expect([written.status, (written.json() as Refusal).code]).toEqual([409, 'service_outside']);
  });
});
