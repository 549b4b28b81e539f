import { intakeUpload } from '@kianda/contract/ingestion/connectors/intake.contract';
import { featureCollections } from '@kianda/contract/open/features/features.contract';
import { executeProcess } from '@kianda/contract/open/features/processes.contract';
import { platformInfo } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { acknowledgeAlert, currentMetrics, listAlerts } from '@kianda/contract/operations/health/health.contract';
import { authLogin } from '@kianda/contract/people/identity/identity.contract';
import { usersCreate } from '@kianda/contract/people/identity/users.contract';
import { afterEach, expect, test, vi } from 'vitest';
import type { CallFailure } from './failure.ts';
import { createMemoryStore } from './store.ts';
import {
  acknowledgedAlert,
  envelope,
  memoryStorage,
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

async function serve(reply: (seen: Seen) => Reply): Promise<TestServer> {
  server = await startTestServer(reply);
  return server;
}

const noAlerts = envelope({ alerts: [], active: 0, total: 0 });
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (thrown: CallFailure) => thrown,
  );
const alertId = '0b9f6a52-6a0d-4c52-9d6c-3a1f5a4b7c10';

test('every request says who asks, on what and for whom', async () => {
  const { base, seen } = await serve(() => ({ json: noAlerts }));
  const { data } = await testApplication(base).client.call(listAlerts, { query: { limit: 5 } });
  expect(data.total).toBe(0);
  expect(seen[0]?.url).toBe('/admin-api/alerts?limit=5');
  expect(seen[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-client-version': '2.0.0',
    'x-platform': 'web',
    'x-source': 'admin-dashboard',
    'x-request-id': 'id-1',
    authorization: 'Bearer acesso-1',
  });
});

test('a public endpoint is asked without a token', async () => {
  const { base, seen } = await serve(() => ({ status: 404, json: problem('not_found', 404, 'Não existe.') }));
  await failureOf(testApplication(base).client.call(platformInfo, {}));
  expect(seen[0]?.headers.authorization).toBeUndefined();
});

test('a public list that holds more for who is known carries the session', async () => {
  const { base, seen } = await serve(() => ({ json: { links: [], collections: [] } }));
  const { client } = testApplication(base);
  await client.call(featureCollections, { query: { f: 'json' } });
  expect(seen[0]?.headers.authorization).toBe('Bearer acesso-1');
  const execute = { params: { processId: 'echo' }, body: { inputs: {} } };
  await client.submit(executeProcess, execute, { respondAsync: true });
  expect(seen[1]?.headers.prefer).toBe('respond-async');
});

test('a read that fails for the moment is asked again, three times at most', async () => {
  const { base, seen } = await serve(() => ({
    status: 503,
    json: problem('unavailable', 503, 'Já volta.'),
  }));
  const failure = await failureOf(testApplication(base).client.call(listAlerts, {}));
  expect(seen).toHaveLength(4);
  expect(failure).toMatchObject({
    kind: 'http',
    status: 503,
    code: 'unavailable',
    message: 'Já volta.',
    requestId: 'pedido-1',
  });
});

test('a read that recovers answers', async () => {
  let asked = 0;
  const { base } = await serve(() => {
    asked += 1;
    return asked < 3 ? { status: 502, json: null } : { json: noAlerts };
  });
  const { metadata } = await testApplication(base).client.call(listAlerts, {});
  expect(metadata.provenance.state).toBe('live');
});

test('what the caller must change is not asked again', async () => {
  const { base, seen } = await serve(() => ({ status: 404, json: problem('not_found', 404, 'Não existe.') }));
  await failureOf(testApplication(base).client.call(listAlerts, {}));
  expect(seen).toHaveLength(1);
});

test('a write is sent once, unless its key makes repeats safe', async () => {
  const { base, seen } = await serve(() => ({ status: 503, json: problem('unavailable', 503, 'Já volta.') }));
  const { client } = testApplication(base);
  const input = { params: { id: alertId } };
  await failureOf(client.call(acknowledgeAlert, input));
  expect(seen).toHaveLength(1);
  await failureOf(client.call(acknowledgeAlert, input, { idempotencyKey: 'chave' }));
  expect(seen).toHaveLength(5);
  expect(new Set(seen.slice(1).map((one) => one.headers['idempotency-key']))).toEqual(new Set(['chave']));
});

const acknowledged = acknowledgedAlert(alertId);

test('a write whose first request is still being handled waits for its answer, however often it must ask', async () => {
  const busy: Reply = {
    status: 409,
    json: { ...problem('conflict', 409, 'O mesmo pedido ainda está a ser tratado.'), retryAfterSeconds: 0 },
  };
  let asked = 0;
  const { base, seen } = await serve(() => {
    asked += 1;
    if (asked === 1) return 'hang';
    return asked < 9 ? busy : { json: envelope(acknowledged) };
  });
  const input = { params: { id: alertId } };
  const outcome = await testApplication(base).client.submit(acknowledgeAlert, input, { timeoutSeconds: 0.5 });
  expect(outcome.state).toBe('done');
  expect(seen).toHaveLength(9);
  expect(new Set(seen.map((one) => one.headers['idempotency-key'])).size).toBe(1);
});

test.each([
  ['a sign-in', authLogin, { body: { email: 'ana@kianda.test', password: 'uma palavra-passe' } }],
  ['an account with its link', usersCreate, { body: { email: 'eva@kianda.test', name: 'Eva', role: 'cliente' } }],
] as const)('what the server does not remember is never sent twice: %s', async (_, endpoint, input) => {
  const hanging = await serve(() => 'hang');
  const { client } = testApplication(hanging.base);
  const late = await failureOf(client.submit(endpoint, input as never, { offline: 'fail', timeoutSeconds: 0.2 }));
  expect([late?.kind, hanging.seen.length]).toEqual(['timeout', 1]);
  await hanging.close();
  const busy = await serve(() => ({ status: 503, json: problem('unavailable', 503, 'Já volta.') }));
  const refused = await failureOf(testApplication(busy.base).client.submit(endpoint, input as never));
  expect([refused?.status, busy.seen.length]).toEqual([503, 1]);
});

test('what may not be sent twice is waited for as long as the server works on it; the rest less', async () => {
  const spy = vi.spyOn(globalThis, 'setTimeout');
  const { base } = await serve(({ url }) => ({ json: envelope(url.includes('alerts') ? { alerts: [] } : {}) }));
  const { client } = testApplication(base);
  /** Which of the two limits a request has: other parts have timers of their own. */
  const limitOf = async (work: () => Promise<unknown>) => {
    spy.mockClear();
    await failureOf(work());
    const delays = spy.mock.calls.map(([, ms]) => ms);
    return [8_000, 30_000].filter((limit) => delays.includes(limit));
  };
  const read = () => client.call(listAlerts, {});
  const signIn = () => client.submit(authLogin, { body: { email: 'ana@kianda.test', password: 'uma palavra-passe' } });
  const limits = [await limitOf(read), await limitOf(signIn)];
  spy.mockRestore();
  expect(limits).toEqual([[8_000], [30_000]]);
});

test('a conflict with what is stored is told at once', async () => {
  const { base, seen } = await serve(() => ({ status: 409, json: problem('conflict', 409, 'Já existe.') }));
  const failure = await failureOf(
    testApplication(base).client.submit(acknowledgeAlert, { params: { id: alertId } }, { idempotencyKey: 'chave' }),
  );
  expect([failure?.status, seen.length]).toEqual([409, 1]);
});

test('an answer that is cut off in time counts as none in time, and is asked for again', async () => {
  let asked = 0;
  const { base, seen } = await serve(() => {
    asked += 1;
    return asked === 1 ? { isCutOff: true } : { json: noAlerts };
  });
  const { data } = await testApplication(base).client.call(listAlerts, {}, { timeoutSeconds: 0.5 });
  expect([data.total, seen.length]).toEqual([0, 2]);
});

test('no answer in time is a failure of its own', async () => {
  const { base } = await serve(() => 'hang');
  const failure = await failureOf(testApplication(base).client.call(listAlerts, {}, { timeoutSeconds: 0.05 }));
  expect(failure?.kind).toBe('timeout');
});

test('an answer that goes on arriving is read to its end, however long the whole takes', async () => {
  const text = JSON.stringify(noAlerts);
  const third = Math.ceil(text.length / 3);
  const parts = [text.slice(0, third), text.slice(third, 2 * third), text.slice(2 * third)];
  const stopped: AbortSignal[] = [];
  vi.useFakeTimers();
  const sent: typeof fetch = async (_url, init) => {
    if (init?.signal) stopped.push(init.signal);
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        // Each part comes just before the limit: together they take almost three times as long.
        vi.advanceTimersByTime(7_900);
        const part = parts.shift();
        if (part === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(part));
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  };
  try {
    const { data } = await testApplication('', { fetch: sent }).client.call(listAlerts, {});
    expect(data.total).toBe(0);
    expect(stopped.map(({ aborted }) => aborted)).toEqual([false]);
  } finally {
    vi.useRealTimers();
  }
});

test('an answer that breaks the contract is refused', async () => {
  const { base } = await serve(() => ({ json: { success: true, data: { alerts: 'nenhum' } } }));
  const failure = await failureOf(testApplication(base).client.call(listAlerts, {}));
  expect(failure).toMatchObject({ kind: 'format', message: 'Formato de resposta inválido' });
});

const tokens = envelope({ accessToken: 'acesso-2', refreshToken: 'renovar-2', expiresInSeconds: 900 });
const expired: Reply = { status: 401, json: problem('unauthenticated', 401, 'Sessão expirada.') };

test('an expired token is renewed once for all calls that met it', async () => {
  const { base, seen } = await serve(({ url, headers }) => {
    if (url === '/admin-api/auth/refresh') return { json: tokens };
    return headers.authorization === 'Bearer acesso-2' ? { json: noAlerts } : expired;
  });
  const { client, keeper } = testApplication(base);
  await Promise.all([client.call(listAlerts, {}), client.call(listAlerts, { query: { limit: 9 } })]);
  const renewals = seen.filter(({ url }) => url === '/admin-api/auth/refresh');
  expect(renewals.map(({ body }) => body)).toEqual([{ refreshToken: 'renovar-1' }]);
  expect(keeper.tokens()).toEqual({ accessToken: 'acesso-2', refreshToken: 'renovar-2' });
});

test('a refused renewal ends the session everywhere', async () => {
  const { base } = await serve(({ url }) =>
    url === '/admin-api/auth/refresh'
      ? { status: 401, json: problem('refresh_rejected', 401, 'Inicie sessão.') }
      : expired,
  );
  const send = vi.fn();
  const application = testApplication(base, { tabs: { send, listen: () => undefined } });
  const heard = vi.fn();
  application.onSessionEnd(heard);
  const failure = await failureOf(application.client.call(listAlerts, {}));
  expect(failure?.kind).toBe('signed-out');
  expect(application.keeper.tokens()).toBeNull();
  expect(heard).toHaveBeenCalledWith('expired');
  expect(send).toHaveBeenCalledWith({ type: 'session-end', reason: 'expired' });
});

test('a renewal without an answer leaves the session as it is', async () => {
  const { base } = await serve(({ url }) =>
    url === '/admin-api/auth/refresh' ? { status: 503, json: null } : expired,
  );
  const { client, keeper } = testApplication(base);
  const failure = await failureOf(client.call(listAlerts, {}));
  expect(failure?.status).toBe(503);
  expect(keeper.tokens()).toEqual({ accessToken: 'acesso-1', refreshToken: 'renovar-1' });
});

test('without tokens nothing is asked', async () => {
  const { base, seen } = await serve(() => ({ json: noAlerts }));
  const failure = await failureOf(testApplication(base, { tokenStorage: memoryStorage() }).client.call(listAlerts, {}));
  expect(failure?.kind).toBe('signed-out');
  expect(seen).toHaveLength(0);
});

test('a copy stands in for a server that fails, says so, and is forgotten after a day', async () => {
  let isUp = true;
  const { base } = await serve(() => (isUp ? { json: noAlerts } : { status: 500, json: null }));
  const time = { now: Date.parse('2026-08-31T09:00:00.000Z') };
  const { client } = testApplication(base, { clock: () => time.now });
  await client.call(listAlerts, {});
  isUp = false;
  time.now += 23 * 3_600_000;
  const { metadata } = await client.call(listAlerts, {});
  expect(metadata.cached).toBe(true);
  expect(metadata.provenance).toMatchObject({
    state: 'cached',
    staleAfter: '2026-08-31T09:05:00.000Z',
    source: 'Ensaio',
  });
  time.now += 2 * 3_600_000;
  expect((await failureOf(client.call(listAlerts, {})))?.status).toBe(500);
});

test('a caller may accept only younger copies', async () => {
  let isUp = true;
  const { base } = await serve(() => (isUp ? { json: noAlerts } : { status: 500, json: null }));
  const time = { now: Date.parse('2026-08-31T09:00:00.000Z') };
  const { client } = testApplication(base, { clock: () => time.now });
  await client.call(listAlerts, {});
  isUp = false;
  time.now += 3_600_001;
  expect((await failureOf(client.call(listAlerts, {}, { copyMaxAgeMs: 3_600_000 })))?.status).toBe(500);
});

test('a copy never hides a refusal', async () => {
  let isAllowed = true;
  const { base } = await serve(() =>
    isAllowed ? { json: noAlerts } : { status: 403, json: problem('forbidden', 403, 'Sem permissão.') },
  );
  const { client } = testApplication(base);
  await client.call(listAlerts, {});
  isAllowed = false;
  expect((await failureOf(client.call(listAlerts, {})))?.code).toBe('forbidden');
});

test('a fresh copy answers without a request where the caller prefers it', async () => {
  const { base, seen } = await serve(() => ({ json: noAlerts }));
  const { client } = testApplication(base);
  await client.call(listAlerts, {});
  await client.call(listAlerts, {}, { prefer: 'cache' });
  expect(seen).toHaveLength(1);
});

test('another account never sees the copies of this one', async () => {
  let isUp = true;
  const { base } = await serve(() => (isUp ? { json: noAlerts } : { status: 500, json: null }));
  const application = testApplication(base);
  await application.client.call(listAlerts, {});
  const account = application.account();
  application.setAccount(account === null ? null : { ...account, id: '00000000-0000-4000-8000-000000000002' });
  isUp = false;
  expect((await failureOf(application.client.call(listAlerts, {})))?.status).toBe(500);
});

test('offline, reads come from copies and fail without one', async () => {
  const { base, seen } = await serve(() => ({ json: noAlerts }));
  let isOnline = true;
  const { client } = testApplication(base, { isOnline: () => isOnline });
  await client.call(listAlerts, {});
  isOnline = false;
  expect((await client.call(listAlerts, {})).metadata.cached).toBe(true);
  expect((await failureOf(client.call(currentMetrics, {})))?.kind).toBe('offline');
  expect(seen).toHaveLength(1);
});

test('a server on this very machine is asked without any network, and a copy stands in where it is gone', async () => {
  let isUp = true;
  const { base, seen } = await serve(() => (isUp ? { json: noAlerts } : { status: 503, json: undefined }));
  const { client } = testApplication(base, { isOnline: () => false, isOwnMachine: true });
  expect((await client.call(listAlerts, {})).metadata.cached).toBe(false);
  isUp = false;
  expect((await client.call(listAlerts, {})).metadata.cached).toBe(true);
  expect(seen.length).toBeGreaterThan(1);
});

test('a store that never says anything costs the copies, not the answers', async () => {
  const { base } = await serve(() => ({ json: noAlerts }));
  const stuck = () => new Promise<never>(() => undefined);
  const store = { get: stuck, set: stuck, delete: stuck, entries: stuck, clear: stuck };
  const { client } = testApplication(base, { stores: { answers: store, times: store, outbox: createMemoryStore() } });
  expect(await client.copy(listAlerts, {}, 60_000)).toBeUndefined();
  expect((await client.call(listAlerts, {})).metadata.cached).toBe(false);
});

test('a file goes as it is, under its own type, with the session', async () => {
  const { base, seen } = await serve(() => ({ status: 413, json: problem('payload_too_large', 413, 'Demasiado.') }));
  const file = new Blob(['[1, 2]'], { type: 'text/csv' });
  const { client } = testApplication(base);
  const input = { params: { id: 'angola-inipm' }, query: { fileName: 'capturas.csv' } };
  const failure = await failureOf(client.upload(intakeUpload, input, file));
  expect(failure?.code).toBe('payload_too_large');
  expect(seen).toHaveLength(1);
  expect(seen[0]?.url).toBe('/admin-api/data/connectors/angola-inipm/uploads?fileName=capturas.csv');
  expect(seen[0]?.headers).toMatchObject({ 'content-type': 'text/csv', authorization: 'Bearer acesso-1' });
  expect(seen[0]?.body).toEqual([1, 2]);
});
