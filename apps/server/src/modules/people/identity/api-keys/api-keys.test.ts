import type { DataOf } from '@kianda/contract';
import {
  type ApiKey,
  apiKeyCreate,
  apiKeyRevoke,
  apiKeyRevokeAny,
  apiKeysAll,
  apiKeysOwn,
} from '@kianda/contract/people/identity/api-keys.contract';
import { authMe } from '@kianda/contract/people/identity/identity.contract';
import {
  sessionEnd,
  sessionsExport,
  sessionsList,
  userEndSessions,
} from '@kianda/contract/people/identity/user-sessions.contract';
import { usersCreate, usersDelete, usersList, usersUpdate } from '@kianda/contract/people/identity/users.contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorld, goodPassword, type World } from '../testing/world.ts';

let world: World;
let admin: string;

beforeAll(async () => {
  world = await createWorld();
  return () => world.close();
});
beforeEach(async () => {
  await world.reset();
  await world.account('chefe@mar.ao', 'administrador');
  admin = await tokenOf('chefe@mar.ao');
});

const tokenOf = async (email: string) => (await world.login(email)).data.accessToken;
type Created = DataOf<typeof apiKeyCreate>;
function create(token: string, extra: object = {}) {
  const body = { name: 'Leitura', permissions: ['users:read'], days: 30, currentPassword: goodPassword, ...extra };
  return world.call<Created>(apiKeyCreate, { token, body });
}
const list = (token: string) => world.call(usersList, { token });

test('a key does what it names and nothing else, and its text is kept nowhere', async () => {
  const { data } = await create(admin);
  expect(data.secret).toMatch(/^knd_[\w-]{43}$/);
  expect((await list(data.secret)).status).toBe(200);
  const body = { email: 'x@mar.ao', name: 'X', role: 'cliente' };
  expect((await world.call(usersCreate, { token: data.secret, body })).code).toBe('forbidden');
  expect((await world.call(authMe, { token: data.secret })).code).toBe('forbidden');
  expect((await create(data.secret)).code).toBe('forbidden');
  expect((await list(`${data.secret.slice(0, -1)}~`)).code).toBe('unauthenticated');

  const { rows } = await sql<{ row: string }>`select row_to_json(k)::text as row from identity.api_keys k`.execute(
    world.context.store,
  );
  expect(rows[0]?.row).not.toContain(data.secret.slice(12));
  const own = await world.call<{ keys: ApiKey[] }>(apiKeysOwn, { token: admin });
  expect(own.data.keys).toMatchObject([{ prefix: data.secret.slice(0, 10), state: 'active' }]);
  expect(own.data.keys[0]?.lastUsedAt).not.toBeNull();
  expect(JSON.stringify(own.data)).not.toContain(data.secret);
  expect(await world.events()).toContain('auth.key.created');
});

test('a key is made of its owner’s permissions, with the password', async () => {
  await world.account('ana@mar.ao', 'cientista');
  const ana = await tokenOf('ana@mar.ao');
  expect((await create(ana)).code).toBe('validation_failed');
  expect((await create(admin, { currentPassword: 'outra coisa qualquer' })).code).toBe('invalid_credentials');
  expect((await create(admin, { days: 366 })).code).toBe('validation_failed');
  expect((await create(admin, { permissions: [] })).code).toBe('validation_failed');
});

test('what the owner loses, the key loses at once', async () => {
  const { id } = await world.account('rui@mar.ao', 'operador');
  const rui = await tokenOf('rui@mar.ao');
  const { secret } = (await create(rui)).data;
  expect((await list(secret)).status).toBe(200);
  const change = (body: object) => world.call(usersUpdate, { token: admin, params: { id }, body });
  await change({ role: 'cliente' });
  expect((await list(secret)).code).toBe('forbidden');
  const { data } = await world.call<{ keys: ApiKey[] }>(apiKeysAll, { token: admin });
  expect(data.keys[0]).toMatchObject({ lost: ['users:read'], ownerName: 'rui' });
  await change({ role: 'operador', status: 'suspended' });
  expect((await list(secret)).code).toBe('unauthenticated');
  await change({ status: 'active' });
  expect((await list(secret)).status).toBe(200);
  await world.call(usersDelete, { token: admin, params: { id } });
  expect((await list(secret)).code).toBe('unauthenticated');
});

test('a key ends with its time and with its revocation; nobody revokes another’s but administrators', async () => {
  await world.account('ana@mar.ao', 'operador');
  const ana = await tokenOf('ana@mar.ao');
  const mine = (await create(ana)).data;
  const theirs = (await create(admin)).data;
  const revoke = (token: string, id: string) => world.call(apiKeyRevoke, { token, params: { id } });
  expect((await revoke(ana, theirs.key.id)).code).toBe('not_found');
  expect((await world.call(apiKeyRevokeAny, { token: ana, params: { id: theirs.key.id } })).code).toBe('forbidden');
  expect((await list(mine.secret)).status).toBe(200);
  expect((await world.call(apiKeyRevokeAny, { token: admin, params: { id: mine.key.id } })).status).toBe(200);
  expect((await list(mine.secret)).code).toBe('unauthenticated');
  expect((await revoke(ana, mine.key.id)).code).toBe('not_found');
  world.advanceSeconds(30 * 86_400);
  expect((await list(theirs.secret)).code).toBe('unauthenticated');
  expect(await world.events()).toContain('auth.key.revoked');
});

test('a key that runs wild is held up alone: its owner still gets in', async () => {
  const { secret } = (await create(admin)).data;
  const ask = await world.serve(world.identity.bindings ?? [], 3);
  const codes = [];
  for (let turn = 0; turn < 4; turn += 1) codes.push((await ask(usersList, { token: secret })).status);
  expect(codes).toEqual([200, 200, 200, 429]);
  expect((await ask(usersList, { token: admin })).status).toBe(200);
});

test('sessions of everyone, the last used first, page by page; one or all of an account end at once', async () => {
  const { id } = await world.account('rui@mar.ao', 'operador');
  world.advanceSeconds(1);
  const first = await tokenOf('rui@mar.ao');
  world.advanceSeconds(1);
  const second = await tokenOf('rui@mar.ao');
  type Sessions = DataOf<typeof sessionsList>;
  const read = async (query: Record<string, string> = {}) =>
    (await world.call<Sessions>(sessionsList, { token: admin, query })).data;
  const all = await read();
  expect(all).toMatchObject({ total: 3, accounts: 2, hasNext: false });
  expect(all.data.map(({ email, current }) => [email, current])).toEqual([
    ['rui@mar.ao', false],
    ['rui@mar.ao', false],
    ['chefe@mar.ao', true],
  ]);
  const emails = async (query: Record<string, string>) => (await read(query)).data.map(({ email }) => email);
  expect(await emails({ pageSize: '2', page: '2' })).toEqual(['chefe@mar.ao']);
  expect(await emails({ sort: 'begun', order: 'asc' })).toEqual(['chefe@mar.ao', 'rui@mar.ao', 'rui@mar.ao']);
  expect(await emails({ sort: 'email', order: 'asc', pageSize: '1' })).toEqual(['chefe@mar.ao']);
  expect(await read({ search: 'rui' })).toMatchObject({ total: 2, accounts: 1 });
  expect((await read({ accountId: id })).total).toBe(2);
  expect((await read({ method: 'oidc' })).total).toBe(0);
  const file = await world.download(sessionsExport, admin, { search: 'rui', format: 'json' });
  expect(file.headers['cache-control']).toBe('no-store');
  expect(JSON.parse(file.text)).toMatchObject({ total: 2, rows: [{ email: 'rui@mar.ao' }, { email: 'rui@mar.ao' }] });
  expect(await world.events()).toContain('data.export');
  expect((await world.download(sessionsExport, first, { format: 'json' })).status).toBe(403);

  const newest = all.data[0]?.id ?? '';
  expect((await world.call(sessionEnd, { token: first, params: { id: newest } })).code).toBe('forbidden');
  expect((await world.call(sessionEnd, { token: admin, params: { id: newest } })).data).toEqual({ endedSessions: 1 });
  expect((await list(second)).code).toBe('unauthenticated');
  expect((await world.call(sessionEnd, { token: admin, params: { id: newest } })).code).toBe('not_found');
  expect((await world.call(userEndSessions, { token: admin, params: { id } })).data).toEqual({ endedSessions: 1 });
  expect((await list(first)).code).toBe('unauthenticated');
  expect(await world.events()).toContain('user.sessions.ended');
});
