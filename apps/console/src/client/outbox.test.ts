import { acknowledgeAlert } from '@kianda/contract/operations/health/health.contract';
import { authLogin } from '@kianda/contract/people/identity/identity.contract';
import { afterEach, expect, test } from 'vitest';
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

const account = '00000000-0000-4000-8000-000000000001';
const ids = [
  '0b9f6a52-6a0d-4c52-9d6c-3a1f5a4b7c11',
  '0b9f6a52-6a0d-4c52-9d6c-3a1f5a4b7c12',
  '0b9f6a52-6a0d-4c52-9d6c-3a1f5a4b7c13',
];

async function offlineWith(reply: (seen: Seen) => Reply) {
  server = await startTestServer(reply);
  const network = { isOnline: false };
  const application = testApplication(server.base, { isOnline: () => network.isOnline });
  for (const id of ids) {
    const result = await application.client.submit(acknowledgeAlert, { params: { id } });
    expect(result.state).toBe('queued');
  }
  network.isOnline = true;
  return { ...application, seen: server.seen };
}

const done: Reply = { json: envelope({}) };

test('writes made offline are sent in order, each with a key of its own', async () => {
  const { outbox, seen } = await offlineWith(() => done);
  expect(await outbox.list(account)).toHaveLength(3);
  expect(await outbox.replay(account)).toEqual({ sent: 3 });
  expect(seen.map(({ url }) => url)).toEqual(ids.map((id) => `/admin-api/alerts/${id}/acknowledge`));
  expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
  expect(await outbox.list(account)).toEqual([]);
});

test('a server that is away keeps them all in their order', async () => {
  let isUp = false;
  const { outbox, seen } = await offlineWith(() => (isUp ? done : { status: 503, json: null }));
  const before = await outbox.list(account);
  expect(await outbox.replay(account)).toEqual({ sent: 0 });
  expect(seen).toHaveLength(1);
  expect(await outbox.list(account)).toEqual(before);
  isUp = true;
  await outbox.replay(account);
  expect(seen[1]?.headers['idempotency-key']).toBe(seen[0]?.headers['idempotency-key']);
});

test('a refused write is set aside with the reason, and the later ones pass', async () => {
  let refuses = true;
  const { outbox } = await offlineWith(({ url }) =>
    refuses && url.includes(ids[0] ?? '')
      ? { status: 404, json: problem('not_found', 404, 'O alerta já não existe.') }
      : done,
  );
  expect(await outbox.replay(account)).toEqual({ sent: 2 });
  const [left] = await outbox.list(account);
  expect(left?.refusal).toBe('O alerta já não existe.');
  expect(await outbox.replay(account)).toEqual({ sent: 0 });
  refuses = false;
  await outbox.retry(account, left?.id ?? '');
  expect(await outbox.list(account)).toEqual([]);
});

test('a write that is still under way there is no refusal: it waits in its place', async () => {
  let isBusy = true;
  const { outbox } = await offlineWith(() =>
    isBusy
      ? {
          status: 409,
          json: { ...problem('conflict', 409, 'O mesmo pedido ainda está a ser tratado.'), retryAfterSeconds: 1 },
        }
      : done,
  );
  expect(await outbox.replay(account)).toEqual({ sent: 0 });
  for (const write of await outbox.list(account)) expect(write.refusal).toBeUndefined();
  isBusy = false;
  expect(await outbox.replay(account)).toEqual({ sent: 3 });
});

test('one that the server fails at each time does not hold the others for ever', async () => {
  const { outbox } = await offlineWith(({ url }) =>
    url.includes(ids[0] ?? '') ? { status: 500, json: problem('internal', 500, 'Erro interno.') } : done,
  );
  expect(await outbox.replay(account)).toEqual({ sent: 0 });
  expect(await outbox.replay(account)).toEqual({ sent: 0 });
  expect(await outbox.replay(account)).toEqual({ sent: 2 });
  expect((await outbox.list(account)).map(({ refusal }) => refusal)).toEqual(['Erro interno.']);
});

test('what waits can be discarded, and the list hears of it', async () => {
  const { outbox } = await offlineWith(() => done);
  let changes = 0;
  outbox.subscribe(() => {
    changes += 1;
  });
  const [first] = await outbox.list(account);
  await outbox.discard(first?.id ?? '');
  expect((await outbox.list(account)).map(({ url }) => url)).toHaveLength(2);
  expect(changes).toBe(1);
});

test('another account neither sees nor sends them', async () => {
  const { outbox, seen } = await offlineWith(() => done);
  expect(await outbox.list('outra')).toEqual([]);
  await outbox.replay('outra');
  expect(seen).toHaveLength(0);
});

test('a sign-in never waits in a queue', async () => {
  server = await startTestServer(() => done);
  const { client, outbox } = testApplication(server.base, {
    isOnline: () => false,
    fetch: () => Promise.reject(new TypeError('rede')),
  });
  await expect(client.submit(authLogin, { body: { email: 'a@b.ao', password: 'x' } })).rejects.toMatchObject({
    kind: 'offline',
  });
  expect(await outbox.list(account)).toEqual([]);
});
