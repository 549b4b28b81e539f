/**
 * Collections and items that a foreign program writes by the STAC transaction extension: curl sends what pystac's authors
 * wrote, and GDAL and OWSLib read what the catalogue then has. No package of Debian's or npm's writes to a STAC API.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing, openPlatform, printed } from './testing/world.ts';

const items = join(import.meta.dirname, 'stac-items', 'pystac-1.0.0.json');
const id = 'simple-collection';
/** As its authors describe the collection of those items. */
const described = {
  type: 'Collection',
  stac_version: '1.0.0',
  id,
  title: 'Simple Example Collection',
  description: 'A simple collection demonstrating core catalog fields with links to a couple of items',
  license: 'CC-BY-4.0',
  extent: {
    spatial: { bbox: [[172.911, 1.343, 172.955, 1.3691]] },
    temporal: { interval: [['2020-12-11T22:38:32.125Z', '2020-12-14T18:02:31.437Z']] },
  },
  links: [{ rel: 'license', href: 'https://creativecommons.org/licenses/by/4.0/' }],
};

let world: Awaited<ReturnType<typeof openPlatform>>;
let folder: string;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  world = await openPlatform();
  folder = await mkdtemp(join(tmpdir(), 'kianda-escreve-'));
  for (const role of ['cientista', 'cliente'] as const) tokens[role] = (await world.app.newSession(role)).token;
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

type Sent = {
  readonly body?: object;
  /** Sent as it is, in place of a body. */
  readonly file?: string;
  readonly type?: string;
  readonly ifMatch?: string | undefined;
  readonly as?: 'cientista' | 'cliente' | null;
};

/** One request by curl: the status, the headers that matter and the document. */
async function curl(method: string, path: string, { body, file, type, ifMatch, as = 'cientista' }: Sent = {}) {
  const [sent, heads, answer] = ['enviado', 'cabecalhos', 'resposta'].map((name) => join(folder, name));
  if (body !== undefined) await writeFile(sent ?? '', JSON.stringify(body));
  const data = file ?? (body === undefined ? undefined : sent);
  const header = (name: string, value: string | null | undefined) =>
    value === undefined || value === null ? [] : ['-H', `${name}: ${value}`];
  const status = await printed(
    'curl',
    ...['-sS', '-X', method, '-D', heads ?? '', '-o', answer ?? '', '-w', '%{http_code}'],
    ...header('authorization', as === null ? null : `Bearer ${tokens[as]}`),
    ...header('content-type', data === undefined ? null : (type ?? 'application/json')),
    ...header('if-match', ifMatch),
    ...(data === undefined ? [] : ['--data-binary', `@${data}`]),
    `${world.url}/stac${path}`,
  );
  const lines = (await readFile(heads ?? '', 'utf8')).split('\r\n');
  const headerOf = (name: string) =>
    lines.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2);
  // A 204 has no body, and curl then writes no file.
  const text = status === '204' ? '' : await readFile(answer ?? '', 'utf8');
  return {
    status: Number(status),
    location: headerOf('location'),
    etag: headerOf('etag'),
    document: (text === '' ? null : JSON.parse(text)) as Record<string, unknown> | null,
  };
}

/** The collection as OWSLib finds it in the catalogue. */
async function owslib(): Promise<{ listed: boolean; matched: number | null; title: string | null }> {
  const script = `
import json
from owslib.ogcapi.features import Features
f = Features('${world.url}/stac/')
listed = '${id}' in f.feature_collections()
print(json.dumps({
  'listed': listed,
  'matched': f.collection_items('${id}')['numberMatched'] if listed else None,
  'title': f.collection('${id}')['title'] if listed else None,
}))`;
  return JSON.parse(await printed('/usr/bin/python3', '-c', script)) as never;
}

/** Features that GDAL reads. */
async function gdal(): Promise<string | undefined> {
  const summary = await printed('ogrinfo', '-ro', '-al', '-so', `${world.url}/stac/collections/${id}/items?limit=100`);
  return /Feature Count: (\d+)/.exec(summary)?.[1];
}

const absent = (['curl', 'gdal-bin', 'python3-owslib'] as const).map(missing).find((why) => why !== false) ?? false;

describe.skipIf(absent !== false)(`curl, read by GDAL and OWSLib (${absent || 'instalados'})`, () => {
  test('nobody writes without being known, nor an account that may not publish', async () => {
    expect((await curl('POST', '/collections', { body: described, as: null })).status).toBe(401);
    expect((await curl('POST', '/collections', { body: described, as: 'cliente' })).status).toBe(403);
    expect(await owslib()).toEqual({ listed: false, matched: null, title: null });
  });

  test('a collection is created, filled, replaced, altered and withdrawn', async () => {
    const created = await curl('POST', '/collections', { body: described });
    expect(created).toMatchObject({ status: 201, location: `${world.url}/stac/collections/${id}` });
    expect((await curl('POST', '/collections', { body: described })).status).toBe(409);
    const filled = await curl('POST', `/collections/${id}/items`, { file: items, type: 'application/geo+json' });
    expect(filled.status).toBe(201);
    expect(await owslib()).toEqual({ listed: true, matched: 3, title: described.title });
    expect(await gdal()).toBe('3');

    const before = await curl('GET', `/collections/${id}`);
    const body = { ...described, title: 'Uma coleção simples' };
    const replaced = await curl('PUT', `/collections/${id}`, { body, ifMatch: before.etag });
    expect(replaced).toMatchObject({ status: 200, document: { title: 'Uma coleção simples' } });
    expect(replaced.etag).not.toBe(before.etag);
    // Someone who read it earlier does not overwrite what was changed since.
    expect((await curl('PUT', `/collections/${id}`, { body: described, ifMatch: before.etag })).status).toBe(412);
    const patch = { body: { keywords: ['exemplo'] }, type: 'application/merge-patch+json' };
    expect(await curl('PATCH', `/collections/${id}`, patch)).toMatchObject({
      status: 200,
      document: { title: 'Uma coleção simples', keywords: ['exemplo'] },
    });
    expect(await owslib()).toEqual({ listed: true, matched: 3, title: 'Uma coleção simples' });

    // The number of items that go with it has to be said.
    expect((await curl('DELETE', `/collections/${id}`)).status).toBe(409);
    expect((await curl('DELETE', `/collections/${id}?items=2`)).status).toBe(409);
    expect((await curl('DELETE', `/collections/${id}?items=3`)).status).toBe(204);
    expect((await curl('GET', `/collections/${id}`)).status).toBe(404);
    expect(await owslib()).toEqual({ listed: false, matched: null, title: null });
  });

  test('an item is created, replaced, altered and withdrawn', async () => {
    expect((await curl('POST', '/collections', { body: described })).status).toBe(201);
    const { features } = JSON.parse(await readFile(items, 'utf8')) as { features: Record<string, unknown>[] };
    const body = features[0] ?? {};
    const path = `/collections/${id}/items/${String(body.id)}`;
    const created = await curl('POST', `/collections/${id}/items`, { body, type: 'application/geo+json' });
    expect(created).toMatchObject({ status: 201, location: `${world.url}/stac${path}` });
    expect((await curl('POST', `/collections/${id}/items`, { body })).status).toBe(409);
    const properties = { datetime: '2021-01-01T00:00:00Z' };
    const replaced = await curl('PUT', path, { body: { ...body, properties }, ifMatch: created.etag });
    expect(replaced).toMatchObject({ status: 200, document: { properties } });
    expect((await curl('PUT', path, { body, ifMatch: created.etag })).status).toBe(412);
    const altered = await curl('PATCH', path, {
      body: { properties: { 'eo:cloud_cover': 7 } },
      type: 'application/merge-patch+json',
    });
    expect(altered).toMatchObject({ status: 200, document: { properties: { ...properties, 'eo:cloud_cover': 7 } } });
    const fields = await printed('ogrinfo', '-ro', '-al', `${world.url}/stac${path}`);
    expect(fields).toMatch(/datetime \(\w+\) = 2021\/01\/01 00:00:00/);
    expect(fields).toMatch(/eo:cloud_cover \(\w+\) = 7/);
    expect((await curl('DELETE', path)).status).toBe(204);
    expect((await curl('DELETE', path)).status).toBe(404);
    expect(await owslib()).toMatchObject({ listed: true, matched: 0 });
    expect((await curl('DELETE', `/collections/${id}`)).status).toBe(204);
  });
});
