import { expect } from 'vitest';
import {
  type Classes,
  counted,
  created,
  crs84,
  get,
  inSquare,
  json,
  latLon,
  links,
  matched,
  read,
  relation,
  send,
  statusOf,
  typeOf,
  watched,
} from './conformance-kit.ts';
import { type Json, type Link, linkOf, occurrences, type Page, watchedArea } from './world.ts';

/** Common and Features, parts 1 to 5: what each class asks for. */
export const featuresClasses: Classes = {
  async 'ogcapi-common-1/1.0/conf/core'() {
    for (const path of ['', '/conformance', '/api']) expect([path, await statusOf(path)]).toEqual([path, 200]);
    expect(await statusOf('?nada=1')).toBe(400);
  },
  async 'ogcapi-common-1/1.0/conf/landing-page'() {
    const landing = await json<{ title: string; description: string; links: Link[] }>('');
    for (const rel of ['self', 'service-desc', 'service-doc', 'conformance']) {
      const link = linkOf(landing.links, rel);
      const answer = await get(link?.href ?? '');
      expect([rel, answer.status, typeOf(answer)]).toEqual([rel, 200, link?.type?.split(';')[0]]);
    }
  },
  async 'ogcapi-common-1/1.0/conf/json'() {
    for (const path of ['?f=json', '/collections', '/conformance'])
      expect([path, typeOf(await get(path))]).toEqual([path, 'application/json']);
  },
  async 'ogcapi-common-1/1.0/conf/oas30'() {
    const link = linkOf(await links(''), 'service-desc');
    const answer = await get(link?.href ?? '');
    expect(String(answer.headers['content-type'])).toContain('application/vnd.oai.openapi+json;version=3.0');
    expect((answer.json() as { openapi: string }).openapi).toMatch(/^3\.0\.\d$/);
    expect(answer.text).not.toMatch(/"\$ref":"https?:/);
  },
  async 'ogcapi-common-2/1.0/conf/collections'() {
    const { collections } = await json<{ collections: (Json & { id: string; links: Link[] })[]; links: Link[] }>(
      '/collections',
    );
    expect(linkOf(await links('/collections'), 'self')).toBeDefined();
    for (const collection of collections) {
      expect(await json(`/collections/${collection.id}`)).toEqual(collection);
      expect(linkOf(collection.links, 'self')).toBeDefined();
    }
    expect(await statusOf('/collections/nenhuma')).toBe(404);
  },
  async 'ogcapi-features-1/1.0/conf/core'() {
    const page = await json<Page & { timeStamp: string }>(`${occurrences}?limit=7&bbox=9,-17,13,-9`);
    expect([page.numberReturned, page.features.length]).toEqual([7, 7]);
    expect(page.numberMatched).toBe(await counted(inSquare));
    expect(Date.parse(page.timeStamp)).not.toBeNaN();
    for (const rel of ['self', 'alternate', 'next']) expect(linkOf(page.links, rel)?.type).toBeDefined();
    expect(await matched('datetime=2020-02-01T00:00:00Z/2020-02-03T00:00:00Z')).toBe(
      await counted(
        `event_start is null or event_start between timestamptz '2020-02-01Z' and timestamptz '2020-02-03Z'`,
      ),
    );
    for (const wrong of ['limit=0', 'limit=x', 'bbox=1,2,3', 'datetime=ontem', 'nada=1'])
      expect([wrong, await statusOf(`${occurrences}?${wrong}`)]).toEqual([wrong, 400]);
    const [feature] = page.features;
    const one = await json<{ id: string; links: Link[] }>(`${occurrences}/${encodeURIComponent(feature?.id ?? '')}`);
    expect(one.id).toBe(feature?.id);
    for (const rel of ['self', 'alternate', 'collection']) expect(linkOf(one.links, rel)).toBeDefined();
    expect(await statusOf(`${occurrences}/nenhuma:0`)).toBe(404);
  },
  async 'ogcapi-features-1/1.0/conf/oas30'() {
    const { paths } = await json<{ paths: Record<string, { get: { parameters: Json[]; responses: Json } }> }>('/api');
    const { collections } = await json<{ collections: { id: string }[] }>('/collections');
    for (const { id } of collections) {
      const items = paths[`/collections/${id}/items`]?.get;
      const names = items?.parameters.map(({ name }) => name);
      expect([id, names]).toEqual([id, expect.arrayContaining(['limit', 'bbox', 'datetime'])]);
      expect(Object.keys(items?.responses ?? {})).toEqual(expect.arrayContaining(['200', '400']));
    }
  },
  async 'ogcapi-features-1/1.0/conf/geojson'() {
    const answer = await get(`${occurrences}?limit=1`);
    expect(typeOf(answer)).toBe('application/geo+json');
    expect(answer.json()).toMatchObject({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', geometry: { type: 'Point' }, properties: {} }],
    });
  },
  async 'ogcapi-features-1/1.0/conf/html'() {
    for (const path of ['', '/collections', '/collections/ports', '/collections/ports/items', '/conformance']) {
      const answer = await get(path, { accept: 'text/html' });
      expect([path, typeOf(answer), answer.text.startsWith('<!doctype html>')]).toEqual([path, 'text/html', true]);
    }
  },
  async 'ogcapi-features-2/1.0/conf/crs'() {
    const collection = await json<{ crs: string[]; storageCrs: string }>('/collections/occurrences');
    expect(collection.crs).toEqual(expect.arrayContaining([crs84, latLon, collection.storageCrs]));
    expect((await get(`${occurrences}?limit=1`)).headers['content-crs']).toBe(`<${crs84}>`);
    const swapped = await get(`${occurrences}?limit=1&crs=${encodeURIComponent(latLon)}`);
    expect(swapped.headers['content-crs']).toBe(`<${latLon}>`);
    const plain = await json<Page>(`${occurrences}?limit=1`);
    const point = (page: Page) => page.features[0]?.geometry?.coordinates ?? [];
    expect(point(swapped.json() as Page)).toEqual(point(plain).toReversed());
    expect(await matched(`bbox=-17,9,-9,13&bbox-crs=${encodeURIComponent(latLon)}`)).toBe(
      await matched('bbox=9,-17,13,-9'),
    );
    for (const name of ['crs', 'bbox-crs'])
      expect(await statusOf(`${occurrences}?bbox=1,2,3,4&${name}=nada`)).toBe(400);
  },
  async 'ogcapi-features-3/1.0/conf/queryables'() {
    const link = linkOf(await links('/collections/occurrences'), `${relation}/queryables`);
    const answer = await get(link?.href ?? '');
    expect([answer.status, typeOf(answer)]).toEqual([200, 'application/schema+json']);
    expect(answer.json()).toMatchObject({
      ...{ $schema: 'https://json-schema.org/draft/2020-12/schema', $id: link?.href, type: 'object' },
      properties: { depthMeters: { type: 'number' }, geometry: { format: 'geometry-point' } },
    });
  },
  async 'ogcapi-features-3/1.0/conf/queryables-query-parameters'() {
    expect(await matched('species=Thunnus%20obesus')).toBe(await counted('taxon_id = 2'));
    expect(await matched('species=Thunnus%20obesus&depthMeters=11')).toBe(
      await counted('taxon_id = 2 and depth_meters = 11'),
    );
  },
  async 'ogcapi-features-3/1.0/conf/filter'() {
    for (const wrong of ['depthMeters%20%3D', 'nada%3D1', 'depthMeters%3D%27x%27'])
      expect([wrong, await statusOf(`${occurrences}?filter=${wrong}`)]).toEqual([wrong, 400]);
    expect(await statusOf(`${occurrences}?filter=true&filter-lang=sql`)).toBe(400);
    const box = encodeURIComponent('S_INTERSECTS(geometry, BBOX(-17,9,-9,13))');
    expect(await matched(`filter=${box}&filter-crs=${encodeURIComponent(latLon)}`)).toBe(await counted(inSquare));
  },
  async 'ogcapi-features-3/1.0/conf/features-filter'() {
    const filter = encodeURIComponent('depthMeters > 400');
    expect(await matched(`filter=${filter}&bbox=9,-17,13,-9&species=Thunnus%20obesus`)).toBe(
      await counted(`depth_meters > 400 and taxon_id = 2 and ${inSquare}`),
    );
  },
  async 'ogcapi-features-4/1.0/conf/create-replace-delete'() {
    const url = await created('Criada');
    expect((await send('PUT', url, watchedArea('Substituída'))).status).toBe(204);
    expect((await read(url)).json()).toMatchObject({ properties: { name: 'Substituída' } });
    expect((await send('DELETE', url)).status).toBe(204);
    expect([(await read(url)).status, (await send('PUT', url, watchedArea('x'))).status]).toEqual([404, 404]);
  },
  async 'ogcapi-features-4/1.0/conf/update'() {
    const url = await created('Por mudar');
    expect((await send('PATCH', url, { properties: { name: 'Mudada' } })).status).toBe(204);
    expect((await read(url)).json()).toMatchObject({ properties: { name: 'Mudada', source: 'Ensaio' } });
  },
  async 'ogcapi-features-4/1.0/conf/features'() {
    const url = await created('Em GeoJSON');
    const answer = await read(url);
    expect(typeOf(answer)).toBe('application/geo+json');
    expect(answer.json()).toMatchObject({ type: 'Feature', geometry: watchedArea('').geometry });
    expect((await send('POST', watched, { type: 'Feature', geometry: { type: 'Nada' }, properties: {} })).status).toBe(
      400,
    );
  },
  async 'ogcapi-features-5/1.0/conf/schemas'() {
    const link = linkOf(await links('/collections/occurrences'), `${relation}/schema`);
    const answer = await get(link?.href ?? '');
    expect([typeOf(answer), answer.json()]).toMatchObject([
      'application/schema+json',
      {
        $id: link?.href,
        properties: {
          geometry: { 'x-ogc-role': 'primary-geometry' },
          eventStart: { 'x-ogc-role': 'primary-instant', format: 'date-time' },
        },
      },
    ]);
  },
  async 'ogcapi-features-5/1.0/conf/queryables'() {
    const known = Object.keys((await json<{ properties: Json }>('/collections/occurrences/queryables')).properties);
    for (const name of known) {
      const filter = encodeURIComponent(`${name} IS NULL`);
      expect([name, await statusOf(`${occurrences}?limit=1&filter=${filter}`)]).toEqual([name, 200]);
    }
  },
  async 'ogcapi-features-5/1.0/conf/sortables'() {
    const link = linkOf(await links('/collections/occurrences'), `${relation}/sortables`);
    const { properties } = await json<{ properties: Json }>(link?.href ?? '');
    for (const name of Object.keys(properties))
      expect([name, await statusOf(`${occurrences}?limit=1&sortby=-${name}`)]).toEqual([name, 200]);
    expect(await statusOf(`${occurrences}?sortby=flags`)).toBe(400);
  },
};
