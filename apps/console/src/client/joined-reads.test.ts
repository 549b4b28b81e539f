import type { JoinedAnswer } from '@kianda/contract/core/joined-reads';
import { listAlerts } from '@kianda/contract/operations/health/health.contract';
import { homeLayout } from '@kianda/contract/operations/home/home.contract';
import { afterEach, expect, test } from 'vitest';
import type { Environment } from './application.ts';
import type { CallFailure } from './failure.ts';
import { createMemoryStore } from './store.ts';
import {
  envelope,
  problem,
  type Reply,
  type Seen,
  startTestServer,
  type TestServer,
  testApplication,
} from './testing.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const batchPath = '/admin-api/batch';
const joins = { quietMs: 1, mostMs: 1_000 };
const noAlerts = envelope({ alerts: [], active: 0, total: 0 });
const tiles = envelope({ tiles: ['condition'], from: 'default', updatedAt: null });
const testStores = (): Environment['stores'] => ({
  answers: createMemoryStore(),
  times: createMemoryStore(),
  outbox: createMemoryStore(),
});
type Asked = { readonly reads: readonly { readonly path: string; readonly tag?: string }[] };

type Line = Partial<JoinedAnswer>;

/** A server that answers each read by its path, the last of those joined first; single ones by the same answers. */
async function serve(answer: (path: string, tag: string | undefined) => Line) {
  const reply = ({ url, body }: Seen): Reply => {
    if (url !== batchPath) {
      const { status = 200, headers = {}, body: json } = answer(url, undefined);
      return { status, headers, json };
    }
    const lines = (body as Asked).reads.map(({ path, tag }, read) => ({
      read,
      status: 200,
      headers: {},
      ...answer(path, tag),
    }));
    return { lines: lines.toReversed() };
  };
  server = await startTestServer(reply);
  return server;
}

const pathsOf = (seen: readonly Seen[]) =>
  seen.map(({ method, url, body }) =>
    url === batchPath ? (body as Asked).reads.map(({ path }) => path) : `${method} ${url}`,
  );

test('reads asked together go in one request, and each has its own answer', async () => {
  const { base, seen } = await serve((path) => ({ body: path.includes('alerts') ? noAlerts : tiles }));
  const { client } = testApplication(base, { joins });
  const [alerts, layout] = await Promise.all([
    client.call(listAlerts, { query: { limit: 5 } }),
    client.call(homeLayout, {}),
  ]);
  expect(pathsOf(seen)).toEqual([['/admin-api/alerts?limit=5', '/admin-api/home/layout']]);
  expect(alerts.data.total).toBe(0);
  expect(layout.data.tiles).toEqual(['condition']);
  expect(seen[0]?.headers.authorization).toBe('Bearer acesso-1');
});

test('one that is asked alone goes alone', async () => {
  const { base, seen } = await serve(() => ({ body: noAlerts }));
  await testApplication(base, { joins }).client.call(listAlerts, {});
  expect(pathsOf(seen)).toEqual(['GET /admin-api/alerts']);
});

test('a read that waits for no others goes alone beside others of the same moment', async () => {
  const { base, seen } = await serve((path) => ({ body: path.includes('alerts') ? noAlerts : tiles }));
  const { client } = testApplication(base, { joins });
  await Promise.all([
    client.call(listAlerts, {}, { isAlone: true }),
    client.call(listAlerts, { query: { limit: 5 } }),
    client.call(homeLayout, {}),
  ]);
  expect(pathsOf(seen)).toHaveLength(2);
  expect(pathsOf(seen)).toContain('GET /admin-api/alerts');
  expect(pathsOf(seen)).toContainEqual(['/admin-api/alerts?limit=5', '/admin-api/home/layout']);
});

test('an unchanged answer comes as its tag alone, and is read from what is held', async () => {
  const { base, seen } = await serve((path, tag) => {
    if (tag === 'W/"1"') return { status: 304 };
    return { headers: { etag: 'W/"1"' }, body: path.includes('alerts') ? noAlerts : tiles };
  });
  const { client } = testApplication(base, { joins });
  const both = () => Promise.all([client.call(listAlerts, {}), client.call(homeLayout, {})]);
  const first = await both();
  expect(await both()).toEqual(first);
  const tags = seen.map(({ body }) => (body as Asked).reads.map(({ tag }) => tag));
  expect(tags).toEqual([
    [undefined, undefined],
    ['W/"1"', 'W/"1"'],
  ]);
});

test('what has changed in an answer is put into what is held', async () => {
  const { base, seen } = await serve((path, tag) => {
    if (!path.includes('alerts')) return { headers: { etag: 'W/"1"' }, body: tiles };
    if (tag === undefined) return { headers: { etag: 'W/"1"' }, base: 'um', body: noAlerts };
    return { headers: { etag: 'W/"2"' }, base: 'dois', patch: { data: { total: [7] } } };
  });
  const { client } = testApplication(base, { joins });
  const both = () => Promise.all([client.call(listAlerts, {}), client.call(homeLayout, {})]);
  await both();
  const [alerts] = await both();
  expect(alerts.data).toEqual({ ...noAlerts.data, total: 7 });
  await both();
  const held = seen.map(({ body }) => (body as Asked).reads[0]);
  expect(held[1]).toMatchObject({ tag: 'W/"1"', base: 'um' });
  expect(held[2]).toMatchObject({ tag: 'W/"2"', base: 'dois' });
});

test('a change of something else than what is held is not taken: the whole is asked for', async () => {
  const { base, seen } = await serve((path, tag) => {
    if (!path.includes('alerts')) return { headers: { etag: 'W/"1"' }, body: tiles };
    if (tag === undefined) return { headers: { etag: 'W/"1"' }, base: 'um', body: noAlerts };
    return { headers: { etag: 'W/"2"' }, base: 'dois', patch: { data: { total: { de: [7] } } } };
  });
  const { client } = testApplication(base, { joins });
  const both = () => Promise.all([client.call(listAlerts, {}), client.call(homeLayout, {})]);
  await both();
  const [alerts] = await both();
  expect(alerts.data.total).toBe(0);
  expect(pathsOf(seen).at(-1)).toBe('GET /admin-api/alerts');
});

test('a copy of an earlier visit is enough where the answer is unchanged; not one that another release made', async () => {
  const { base, seen } = await serve((path, tag) =>
    tag === undefined
      ? { headers: { etag: 'W/"1"' }, body: path.includes('alerts') ? noAlerts : tiles }
      : { status: 304 },
  );
  const stores = testStores();
  const both = async (release: string) => {
    const { client } = testApplication(base, { joins, stores, release });
    await Promise.all([client.call(listAlerts, {}), client.call(homeLayout, {})]);
    return (seen.at(-1)?.body as Asked | undefined)?.reads.map(({ tag }) => tag);
  };
  expect(await both('1')).toEqual([undefined, undefined]);
  await expect.poll(async () => (await stores.answers.entries()).length).toBe(2);
  expect(await both('1')).toEqual(['W/"1"', 'W/"1"']);
  const tagsKept = async () => (await stores.answers.entries()).map(([, { mark }]) => mark?.tag);
  // An unchanged answer is kept anew, with the tag by which it was asked for.
  await expect.poll(tagsKept).toEqual(['W/"1"', 'W/"1"']);
  expect(await both('1')).toEqual(['W/"1"', 'W/"1"']);
  expect(await both('2')).toEqual([undefined, undefined]);
});

test('one that fails leaves the others; one refused for the moment is asked again', async () => {
  let asked = 0;
  const { base } = await serve((path) => {
    if (path.includes('layout')) return { status: 404, body: problem('not_found', 404, 'Não existe.') };
    asked += 1;
    return asked === 1 ? { status: 503, body: problem('unavailable', 503, 'Já volta.') } : { body: noAlerts };
  });
  const { client } = testApplication(base, { joins });
  const failed = client.call(homeLayout, {}).catch((thrown: CallFailure) => thrown);
  const alerts = await client.call(listAlerts, {});
  expect(alerts.data.total).toBe(0);
  expect(await failed).toMatchObject({ kind: 'http', status: 404, code: 'not_found', message: 'Não existe.' });
});

test('an answer that is cut off costs only what had not come, and each falls back to its own copy', async () => {
  const isCut = { now: false };
  const { base } = await serve((path) => ({ body: path.includes('alerts') ? noAlerts : tiles }));
  const { client } = testApplication(base, {
    joins,
    retry: { retries: 0, firstDelayMs: 1, multiplier: 1, maxDelayMs: 1 },
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      if (!isCut.now) return answer;
      const [line] = (await answer.text()).split('\n');
      return new Response(`${line}\n`, { headers: answer.headers });
    },
  });
  const both = () => Promise.all([client.call(listAlerts, {}), client.call(homeLayout, {})]);
  await both();
  isCut.now = true;
  const [alerts, layout] = await both();
  // The server of the test answers the last read first.
  expect(layout.storedAt).toBeUndefined();
  expect(alerts).toMatchObject({ standsInFor: { kind: 'network' }, metadata: { cached: true } });
});

test('a request of several that reaches nobody counts as one', async () => {
  const application = testApplication('', {
    joins,
    retry: { retries: 0, firstDelayMs: 1, multiplier: 1, maxDelayMs: 1 },
    fetch: async () => {
      throw new TypeError('no network');
    },
  });
  const { client, reachability } = application;
  const both = () => Promise.allSettled([client.call(listAlerts, {}), client.call(homeLayout, {})]);
  await both();
  expect(reachability.isReachable()).toBe(true);
  await both();
  expect(reachability.isReachable()).toBe(false);
});

test('one that is no longer wanted ends alone, and the request with the last of them', async () => {
  let aborted: AbortSignal | null | undefined;
  const { client } = testApplication('', {
    joins,
    fetch: (_input, init) => {
      aborted = init?.signal;
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('gone'))));
    },
  });
  const [one, two] = [new AbortController(), new AbortController()];
  const calls = [
    client.call(listAlerts, {}, { signal: one.signal }),
    client.call(homeLayout, {}, { signal: two.signal }),
  ].map((call) => call.catch((thrown: unknown) => thrown));
  await expect.poll(() => aborted).toBeDefined();
  one.abort(new Error('left'));
  expect(await calls[0]).toMatchObject({ message: 'left' });
  expect(aborted?.aborted).toBe(false);
  two.abort(new Error('left too'));
  expect(await calls[1]).toMatchObject({ message: 'left too' });
  expect(aborted?.aborted).toBe(true);
});

test('a session that has ended renews itself once for all of them', async () => {
  const renewed = envelope({ accessToken: 'acesso-2', refreshToken: 'renovar-2', expiresInSeconds: 900 });
  server = await startTestServer(({ url, headers, body }) => {
    if (url.includes('refresh')) return { json: renewed };
    if (headers.authorization !== 'Bearer acesso-2')
      return { status: 401, json: problem('unauthenticated', 401, 'Sessão.') };
    const lines = (body as Asked).reads.map(({ path }, read) => ({
      read,
      status: 200,
      headers: {},
      body: path.includes('alerts') ? noAlerts : tiles,
    }));
    return { lines };
  });
  const { client } = testApplication(server.base, { joins });
  await Promise.all([client.call(listAlerts, {}), client.call(homeLayout, {})]);
  expect(server.seen.filter(({ url }) => url.includes('refresh'))).toHaveLength(1);
});
