import {
  authMe,
  type SignIn,
  type User,
  usersCreate,
  usersDelete,
  usersList,
  usersResetPassword,
  usersUpdate,
} from '@kianda/contract/identity/identity.contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorld, goodPassword, type World } from './testing/world.ts';

let world: World;
let adminId: string;
let admin: string;

beforeAll(async () => {
  world = await createWorld();
  return () => world.close();
});
beforeEach(async () => {
  await world.reset();
  adminId = (await world.account('chefe@mar.ao', 'administrador')).id;
  admin = (await world.login('chefe@mar.ao')).data.accessToken;
});

function update(id: string, body: object, token = admin) {
  return world.call<User>(usersUpdate, { token, params: { id }, body });
}
function remove(id: string, token = admin) {
  return world.call(usersDelete, { token, params: { id } });
}
async function tokenOf(email: string): Promise<string> {
  return (await world.login(email)).data.accessToken;
}

test('a user is created with a one-time password that opens the account once changed', async () => {
  const body = { email: ' Nova@Mar.ao', name: 'Nova Pessoa', role: 'investigador' };
  const created = await world.call<{ user: User; oneTimePassword: string }>(usersCreate, { token: admin, body });
  expect(created.status).toBe(201);
  expect(created.headers['cache-control']).toBe('no-store');
  expect(created.data.user).toMatchObject({ email: 'nova@mar.ao', status: 'active', mustChangePassword: true });
  expect(created.data.oneTimePassword).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){4}[0-9a-hjkmnp-tv-z]{4}$/);
  const signedIn = await world.login('nova@mar.ao', { password: created.data.oneTimePassword });
  expect(signedIn.data.mustChangePassword).toBe(true);

  const again = await world.call(usersCreate, { token: admin, body });
  expect(again).toMatchObject({ status: 409, code: 'conflict' });
  expect((await world.events()).filter((event) => event === 'user.created')).toHaveLength(1);
});

test('what the caller may not set is not set', async () => {
  const body = {
    email: 'x@mar.ao',
    name: 'X',
    role: 'cliente',
    id: adminId,
    status: 'suspended',
    first_administrator: true,
    password_hash: 'x',
  };
  const created = await world.call<{ user: User }>(usersCreate, { token: admin, body });
  expect(created.data.user).toMatchObject({ role: 'cliente', status: 'active' });
  expect(created.data.user.id).not.toBe(adminId);
  const { rows } = await sql`select first_administrator from identity.accounts where email = 'x@mar.ao'`.execute(
    world.context.store,
  );
  expect(rows).toEqual([{ first_administrator: false }]);
});

test.each([
  ['an unknown role', { email: 'x@mar.ao', name: 'X', role: 'rei' }],
  ['no e-mail', { email: 'x', name: 'X', role: 'cliente' }],
  ['a blank name', { email: 'x@mar.ao', name: '   ', role: 'cliente' }],
  ['a name with a line break', { email: 'x@mar.ao', name: 'X\nY', role: 'cliente' }],
  ['a name with NUL', { email: 'x@mar.ao', name: 'X\0', role: 'cliente' }],
])('refuses %s', async (_name, body) => {
  expect((await world.call(usersCreate, { token: admin, body })).code).toBe('validation_failed');
});

test('a change of role acts on the open session at once', async () => {
  const { id } = await world.account('rui@mar.ao', 'operador');
  const token = await tokenOf('rui@mar.ao');
  expect((await world.call(usersList, { token })).status).toBe(200);
  expect((await update(id, { role: 'cliente' })).data).toMatchObject({ role: 'cliente' });
  expect((await world.call(usersList, { token })).code).toBe('forbidden');
  expect((await world.call(authMe, { token })).data).toMatchObject({ role: 'cliente' });
});

test.each(['inactive', 'suspended'])('a user made %s is out at once, and back in when active', async (status) => {
  const { id } = await world.account('rui@mar.ao');
  const token = await tokenOf('rui@mar.ao');
  expect((await world.call(authMe, { token })).status).toBe(200);
  await update(id, { status });
  expect((await world.call(authMe, { token })).code).toBe('unauthenticated');
  expect((await world.login('rui@mar.ao')).code).toBe('invalid_credentials');
  await update(id, { status: 'active' });
  expect((await world.call(authMe, { token })).code).toBe('unauthenticated');
  expect((await world.login('rui@mar.ao')).status).toBe(200);
  expect(await world.events()).toEqual(expect.arrayContaining(['user.deactivated', 'user.activated', 'user.updated']));
});

test('a deleted user is out at once, gone from the list, and the e-mail is free', async () => {
  const { id } = await world.account('rui@mar.ao');
  const token = await tokenOf('rui@mar.ao');
  expect((await world.call(authMe, { token })).status).toBe(200);
  expect((await remove(id)).data).toEqual({ endedSessions: 1 });
  expect((await world.call(authMe, { token })).code).toBe('unauthenticated');
  expect((await world.login('rui@mar.ao')).code).toBe('invalid_credentials');
  expect((await remove(id)).code).toBe('not_found');
  expect((await update(id, { name: 'Y' })).code).toBe('not_found');
  const body = { email: 'rui@mar.ao', name: 'Outro Rui', role: 'cliente' };
  expect((await world.call(usersCreate, { token: admin, body })).status).toBe(201);
  const { rows } = await sql`select password_hash from identity.accounts where id = ${id}`.execute(world.context.store);
  expect(rows).toEqual([{ password_hash: null }]);
});

test('the last active administrator cannot be removed, demoted or closed', async () => {
  expect(await remove(adminId)).toMatchObject({ status: 409, code: 'conflict' });
  expect((await update(adminId, { role: 'operador' })).code).toBe('conflict');
  expect((await update(adminId, { status: 'inactive' })).code).toBe('conflict');
  expect((await update(adminId, { name: 'Chefe' })).status).toBe(200);
  const { id } = await world.account('outro@mar.ao', 'administrador');
  await update(id, { status: 'suspended' });
  expect((await remove(adminId)).code).toBe('conflict');
  await update(id, { status: 'active' });
  expect((await remove(adminId)).status).toBe(200);
});

test('two administrators who remove each other at once leave one', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { rows } = await sql<{ id: string; email: string }>`
      select id, email from identity.accounts where role = 'administrador' and deleted_at is null
    `.execute(world.context.store);
    expect(rows).toHaveLength(1);
    const [one] = rows;
    const two = await world.account(`outro${round}@mar.ao`, 'administrador');
    const [first, second] = [await tokenOf(one?.email ?? ''), await tokenOf(two.email)];
    const replies = await Promise.all([remove(two.id, first), remove(one?.id ?? '', second)]);
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  }
});

test('an e-mail taken by another is a conflict, also with another case', async () => {
  const { id } = await world.account('rui@mar.ao');
  expect((await update(id, { email: 'CHEFE@mar.ao' })).code).toBe('conflict');
  expect((await update(id, { email: 'rui.novo@mar.ao' })).data.email).toBe('rui.novo@mar.ao');
  expect((await update(id, {})).code).toBe('validation_failed');
});

test('the list is paged by name, filtered and searched literally', async () => {
  for (const name of ['zita', 'bia', 'abel_', 'carla']) await world.account(`${name}@mar.ao`);
  type List = { data: User[]; total: number; hasNext: boolean; hasPrev: boolean };
  const list = (query: Record<string, string>) => world.call<List>(usersList, { token: admin, query });
  const first = (await list({ pageSize: '2' })).data;
  expect(first.data.map((user) => user.name)).toEqual(['abel_', 'bia']);
  expect(first).toMatchObject({ total: 5, hasNext: true, hasPrev: false });
  expect((await list({ pageSize: '2', page: '3' })).data).toMatchObject({ hasNext: false, hasPrev: true });
  expect((await list({ search: '_' })).data.data.map((user) => user.name)).toEqual(['abel_']);
  expect((await list({ search: '%' })).data.total).toBe(0);
  expect((await list({ search: 'ZIT' })).data.total).toBe(1);
  expect((await list({ role: 'administrador' })).data.total).toBe(1);
  expect((await list({ status: 'suspended' })).data.total).toBe(0);
  expect(JSON.stringify(first)).not.toMatch(/argon2|password_hash|secret/i);
});

test('a reset password ends the sessions and is one-time again', async () => {
  const { id } = await world.account('rui@mar.ao');
  const token = await tokenOf('rui@mar.ao');
  const reply = await world.call<{ oneTimePassword: string }>(usersResetPassword, { token: admin, params: { id } });
  expect((await world.call(authMe, { token })).code).toBe('unauthenticated');
  expect((await world.login('rui@mar.ao', { password: goodPassword })).code).toBe('invalid_credentials');
  const back: SignIn = (await world.login('rui@mar.ao', { password: reply.data.oneTimePassword })).data;
  expect(back.mustChangePassword).toBe(true);
});

test.each(['operador', 'cientista', 'investigador', 'cliente'] as const)('%s manages no users', async (role) => {
  const { id } = await world.account('rui@mar.ao', role);
  const token = await tokenOf('rui@mar.ao');
  expect((await update(id, { role: 'administrador' }, token)).code).toBe('forbidden');
  expect((await remove(adminId, token)).code).toBe('forbidden');
  expect((await world.call(usersList, { token })).status).toBe(role === 'operador' ? 200 : 403);
});
