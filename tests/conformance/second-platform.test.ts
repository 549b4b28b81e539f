/** A second Kianda behind the base URLs of the first: the requests of every view are answered with the other's data. */

import type { DataOf, Role } from '@kianda/contract';
import { createS3Key } from '@kianda/contract/open/storage/s3.contract';
import { createBucket } from '@kianda/contract/open/storage/storage.contract';
import { apiKeyCreate } from '@kianda/contract/people/identity/api-keys.contract';
import { createRealmClient } from '@kianda/contract/people/identity/keycloak.contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApplication } from '../../apps/server/src/testing/application.ts';
import { itemRows, occurrenceRows, openServices, publication } from './testing/world.ts';

type Application = Awaited<ReturnType<typeof createTestApplication>>;
type Json = Record<string, unknown>;

let other: Awaited<ReturnType<typeof openServices>>;
let ours: Application;
const area = 'campanha-lobito';
/** An analysis whose job any worker of the other platform does. */
const statistics = { inputs: { collection: 'occurrences', property: 'depthMeters' } };

/** The credentials of the second platform: an API key for what takes Basic authentication, an S3 key for the storage. */
async function credentials(): Promise<Record<string, string>> {
  const { token, password } = await other.app.newSession('operador');
  await other.app.call(createBucket, { token, body: { name: area } });
  const permissions = [
    ...['jobs:read', 'jobs:cancel', 'jobs:retry', 'vessels:read', 'surveillance:read', 'fisheries:read'],
    ...['models:read', 'filters:read', 'spatial:read'],
  ];
  const body = { name: 'Outra Kianda', permissions, days: 30, currentPassword: password };
  const key = await other.app.call<DataOf<typeof apiKeyCreate>>(apiKeyCreate, { token, body });
  const made = await other.app.call<DataOf<typeof createS3Key>>(createS3Key, {
    token,
    body: { name: 'Outra Kianda', write: true, buckets: null, days: 30, currentPassword: password },
  });
  const registered = await other.app.call(createRealmClient, {
    params: { realm: 'kianda' },
    token: (await other.app.signIn('administrador')).token,
    body: {
      clientId: 'outra-kianda',
      serviceAccountsEnabled: true,
      serviceAccountRole: 'operador',
      optionalClientScopes: ['users:read'],
    },
  });
  const program = registered.json() as { clientId: string; secret: string };
  const basic = (id: string) => ({
    [`KIANDA_SERVICE_${id}_USERNAME`]: 'outra',
    [`KIANDA_SERVICE_${id}_PASSWORD`]: key.data.secret,
  });
  return {
    ...basic('MONITOR'),
    ...basic('FEATURES'),
    ...basic('STAC'),
    KIANDA_SERVICE_STORAGE_ACCESS_KEY: made.data.key.accessKey,
    KIANDA_SERVICE_STORAGE_SECRET_KEY: made.data.secretKey,
    KIANDA_SERVICE_IDENTITY_REALM: 'kianda',
    KIANDA_SERVICE_IDENTITY_CLIENT_ID: program.clientId,
    KIANDA_SERVICE_IDENTITY_CLIENT_SECRET: program.secret,
  };
}

beforeAll(async () => {
  other = await openServices();
  const published = await other.app.inject({
    method: 'POST',
    url: '/stac/collections/published-products/items',
    headers: {
      authorization: `Bearer ${(await other.app.signIn('cientista')).token}`,
      'content-type': 'application/geo+json',
    },
    payload: publication(`${other.url}/modelo.tif`),
  });
  if (published.status !== 201) throw new Error(`publication: ${published.status} ${published.text}`);
  const address = (id: string, path: string) => ({ [`KIANDA_SERVICE_${id}_URL`]: `${other.url}${path}` });
  ours = await createTestApplication({
    settings: {
      ...address('STAC', '/stac'),
      ...address('FEATURES', '/features'),
      ...address('MONITOR', '/monitor'),
      ...address('STORAGE', '/storage/s3'),
      ...address('IDENTITY', '/identity'),
      ...(await credentials()),
    },
  });
});
afterAll(async () => {
  await ours?.close();
  await other?.close();
});

async function send(
  app: Application,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { role = 'operador', payload, headers = {} }: { role?: Role | null; payload?: object; headers?: Json } = {},
) {
  const authorization = role === null ? {} : { authorization: `Bearer ${(await app.signIn(role)).token}` };
  return app.inject({
    method,
    url,
    headers: { ...authorization, ...(headers as Record<string, string>) },
    ...(payload === undefined ? {} : { payload }),
  });
}

/** The answer of each platform to one request, which must succeed on both. */
async function both<T = Json>(path: string, role: Role | null = 'operador'): Promise<readonly [T, T]> {
  const [theirs, here] = [await send(other.app, 'GET', path, { role }), await send(ours, 'GET', path, { role })];
  expect([path, theirs.status, here.status, here.status === 200 ? '' : here.text]).toEqual([path, 200, 200, '']);
  return [theirs.json() as T, here.json() as T];
}

describe('features', () => {
  test('collections are the same, and their links lead to us', async () => {
    type Collections = { collections: { id: string; title: string; links: { href: string }[] }[] };
    const [theirs, here] = await both<Collections>('/features/collections');
    expect(here.collections.map(({ id, title }) => [id, title])).toEqual(
      theirs.collections.map(({ id, title }) => [id, title]),
    );
    expect(here.collections.map(({ id }) => id)).toContain('vessel-positions');
    expect(JSON.stringify(here)).not.toContain(other.url);
  });

  test.each(['limit=3', 'limit=3&bbox=9,-12,12,-9', 'limit=2&filter=depthMeters%3C100'])(
    'elements by %s are the same, counts and next page included',
    async (query) => {
      type Items = { features: Json[]; numberMatched: number; links: { rel: string; href: string }[] };
      const [theirs, here] = await both<Items>(`/features/collections/occurrences/items?${query}`);
      expect(here.features.map(({ id, geometry, properties }) => ({ id, geometry, properties }))).toEqual(
        theirs.features.map(({ id, geometry, properties }) => ({ id, geometry, properties })),
      );
      expect(here.numberMatched).toBe(theirs.numberMatched);
      const next = here.links.find(({ rel }) => rel === 'next')?.href ?? '';
      const page = await send(ours, 'GET', new URL(next, 'https://kianda.test').href.replace(/^.*?(?=\/features)/, ''));
      expect((page.json() as Items).features[0]?.id).not.toBe(here.features[0]?.id);
    },
  );

  test('one element, its collection’s queryables, and the analyses', async () => {
    for (const path of ['/features/collections/zee', '/features/processes', '/features/conformance']) await both(path);
    const [, { features }] = await both<{ features: { id: string }[] }>(
      '/features/collections/occurrences/items?limit=1',
    );
    const [theirs, here] = await both(`/features/collections/occurrences/items/${features[0]?.id}`);
    expect(here.properties).toEqual(theirs.properties);
  });

  test('an analysis runs there, at once and in the background, and nobody without a session borrows our credential', async () => {
    const path = '/features/processes/feature-statistics/execution';
    const atOnce = await send(ours, 'POST', path, { payload: statistics });
    expect(atOnce.json()).toMatchObject({ count: occurrenceRows });
    const later = await send(ours, 'POST', path, { payload: statistics, headers: { prefer: 'respond-async' } });
    expect(later.status).toBe(201);
    const { jobID } = later.json() as { jobID: string };
    expect((await other.app.ended(jobID)).state).toBe('succeeded');
    const results = await send(ours, 'GET', `/features/jobs/${jobID}/results`);
    expect(results.json()).toMatchObject({ count: occurrenceRows });
    expect((await send(ours, 'POST', path, { role: null, payload: statistics })).status).toBe(401);
    expect((await send(ours, 'GET', '/features/collections', { role: null })).status).toBe(401);
  });
});

describe('catalogue', () => {
  test('collections and items are the same, by GET and by POST', async () => {
    type Collections = { collections: { id: string }[] };
    const [theirs, here] = await both<Collections>('/stac/collections');
    expect(here.collections.map(({ id }) => id)).toEqual(theirs.collections.map(({ id }) => id));
    type Items = { features: { id: string; bbox: number[] }[]; numberMatched?: number };
    const query = 'collections=published-products&limit=5&bbox=8,-18,9.5,-12';
    const [theirItems, ourItems] = await both<Items>(`/stac/search?${query}`);
    expect(ourItems.features.map(({ id, bbox }) => [id, bbox])).toEqual(
      theirItems.features.map(({ id, bbox }) => [id, bbox]),
    );
    expect(ourItems.features).toHaveLength(5);
    const posted = await send(ours, 'POST', '/stac/search', {
      payload: { collections: ['published-products'], limit: 200 },
    });
    expect((posted.json() as Items).features).toHaveLength(itemRows);
  });

  test('one item, with links that lead to us', async () => {
    const [theirs, here] = await both('/stac/collections/published-products/items/modelo-0007');
    expect(here.properties).toEqual(theirs.properties);
    expect(JSON.stringify(here.links)).not.toContain(`${other.url}/stac`);
  });
});

describe('tasks', () => {
  test('are listed, called, waited for and aborted there', async () => {
    const name = 'features.process';
    const run = '7f2b9a52-6f0e-41ef-8a0c-0242ac120009';
    const input = { process: 'feature-statistics', ...statistics, run };
    const called = await send(ours, 'POST', `/monitor/api/task/apply/${name}`, { payload: { kwargs: input } });
    expect(called.json()).toMatchObject({ state: 'SUCCESS', result: { count: occurrenceRows } });
    const id = (called.json() as { 'task-id': string })['task-id'];
    const [theirs, here] = await both(`/monitor/api/task/info/${id}`);
    expect(here).toMatchObject({ uuid: id, name, state: 'SUCCESS', kwargs: theirs.kwargs, runtime: theirs.runtime });
    const [theirTasks, ourTasks] = await both('/monitor/api/tasks?limit=20');
    expect(Object.keys(ourTasks)).toEqual(Object.keys(theirTasks));
    expect((await send(ours, 'POST', `/monitor/api/task/abort/${id}`)).status).toBe(409);
    for (const path of [
      '/monitor/api/workers',
      '/monitor/workers?json=1',
      '/monitor/api/queues/length',
      '/monitor/api/dead-letters',
    ])
      await both(path);
    const [theirTypes, ourTypes] = await both<{ 'task-types': string[] }>('/monitor/api/task/types');
    expect(ourTypes['task-types']).toEqual(theirTypes['task-types']);
  });

  test('stay closed to who may not see ours', async () => {
    expect((await send(ours, 'GET', '/monitor/api/tasks', { role: 'cliente' })).status).toBe(403);
    const refused = await send(ours, 'POST', '/monitor/api/task/apply/features.process', { role: 'investigador' });
    expect(refused.status).toBe(403);
  });
});

describe('storage', () => {
  test('an object written here stands there, and is listed, read and removed', async () => {
    const object = `/storage/buckets/${area}/object?key=${encodeURIComponent('estação 1/perfil.csv')}`;
    const { token } = await ours.signIn('operador');
    const written = await ours.inject({
      method: 'PUT',
      url: object,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      payload: 'profundidade;temperatura\n10;21,4\n',
    });
    expect([written.status, written.text]).toEqual([201, expect.stringContaining('perfil.csv')]);
    type Buckets = { data: { buckets: { name: string }[] } };
    const [theirs, here] = await both<Buckets>('/admin-api/storage/buckets');
    expect(here.data.buckets.map(({ name }) => name)).toContain(area);
    expect(theirs.data.buckets.map(({ name }) => name)).toContain(area);
    type Objects = { data: { objects: { name: string; size: number }[] } };
    const [theirObjects, ourObjects] = await both<Objects>(`/admin-api/storage/buckets/${area}/objects`);
    expect(JSON.stringify(ourObjects.data)).toContain('estação 1');
    expect(JSON.stringify(theirObjects.data)).toContain('estação 1');
    expect((await send(other.app, 'GET', object)).text).toContain('10;21,4');
    expect((await send(ours, 'GET', object)).text).toContain('10;21,4');
    expect((await send(ours, 'DELETE', object)).status).toBe(200);
    expect((await send(other.app, 'GET', object)).status).toBe(404);
    expect((await send(ours, 'GET', object, { role: 'cliente' })).status).toBe(403);
  });
});

describe('identity', () => {
  const realm = '/identity/admin/realms/kianda';

  test('realm, accounts, programs and sessions are those of the other platform', async () => {
    type Users = { id: string; email: string }[];
    const [theirs, here] = await both<Users>(`${realm}/users?first=0&max=50`);
    expect(here.map(({ id, email }) => [id, email])).toEqual(theirs.map(({ id, email }) => [id, email]));
    expect(here.length).toBeGreaterThan(1);
    const [theirCount, ourCount] = await both<number>(`${realm}/users/count`);
    expect(ourCount).toBe(theirCount);
    const [theirPrograms, ourPrograms] = await both<{ clientId: string }[]>(`${realm}/clients`);
    expect(ourPrograms.map(({ clientId }) => clientId)).toEqual(theirPrograms.map(({ clientId }) => clientId));
    expect(ourPrograms.map(({ clientId }) => clientId)).toContain('outra-kianda');
    await both('/identity/admin/realms');
    await both(realm);
    await both(`${realm}/users/${theirs[0]?.id}`);
    await both(`${realm}/users/${theirs[0]?.id}/sessions`);
    await both(`${realm}/client-session-stats`);
  });

  test('nothing is changed there by a program that may only read, and a client of ours sees nobody', async () => {
    const [user] = (await send(ours, 'GET', `${realm}/users?max=1`)).json() as { id: string }[];
    const change = { firstName: 'Outro' };
    const refused = await send(ours, 'PUT', `${realm}/users/${user?.id}`, { role: 'administrador', payload: change });
    expect([refused.status, (refused.json() as Json).code]).toEqual([502, 'provider_failed']);
    expect((await send(ours, 'GET', `${realm}/users`, { role: 'cliente' })).status).toBe(403);
  });
});
