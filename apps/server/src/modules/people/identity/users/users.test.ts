import type { DataOf } from '@kianda/contract';
import { allEndpoints } from '@kianda/contract/all';
import {
  type AccessLink,
  authMe,
  authPassword,
  type SignIn,
  type User,
} from '@kianda/contract/people/identity/identity.contract';
import {
  permissionMatrix,
  userAccess,
  userHoldings,
  usersCreate,
  usersDelete,
  usersExport,
  usersForcePassword,
  usersList,
  usersResetPassword,
  usersSummary,
  usersUpdate,
} from '@kianda/contract/people/identity/users.contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorld, goodPassword, type World } from '../testing/world.ts';

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
test.each([{ role: 'operador' }, { status: 'suspended' }])(
  'no administrator becomes %o by an own act',
  async (change) => {
    await world.account('outra@mar.ao', 'administrador');
    expect(await update(adminId, change)).toMatchObject({ status: 409, code: 'conflict' });
    expect(await update(adminId, { name: 'Chefe do Mar', role: 'administrador' })).toMatchObject({ status: 200 });
    expect(await update(adminId, change, await tokenOf('outra@mar.ao'))).toMatchObject({ status: 200 });
  },
);
async function tokenOf(email: string): Promise<string> {
  return (await world.login(email)).data.accessToken;
}

test('who is invited cannot sign in before the link is used, and an e-mail is invited once', async () => {
  const body = { email: ' Nova@Mar.ao', name: 'Nova Pessoa', role: 'investigador' };
  const created = await world.call<{ user: User; link: AccessLink }>(usersCreate, { token: admin, body });
  expect(created.status).toBe(201);
  expect(created.headers['cache-control']).toBe('no-store');
  expect(created.data.user).toMatchObject({
    email: 'nova@mar.ao',
    status: 'inactive',
    hasPassword: false,
    pendingLink: { purpose: 'invitation' },
  });
  expect(created.data.link.url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/convite#[\w-]{43}$/);
  expect((await world.login('nova@mar.ao')).code).toBe('invalid_credentials');

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
  expect(created.data.user).toMatchObject({ role: 'cliente', status: 'inactive' });
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
  const others = await tokenOf('outro@mar.ao');
  // Not the last any more, but an own act, too easily done by accident.
  expect(await remove(adminId)).toMatchObject({ status: 409, code: 'conflict' });
  expect((await remove(adminId, others)).status).toBe(200);
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

test('the list is ordered by the server, and its pages neither overlap nor leave anyone out', async () => {
  for (const name of ['zita', 'bia', 'abel']) await world.account(`${name}@mar.ao`, 'cliente');
  const { id } = await world.account('rui@mar.ao', 'operador');
  await update(id, { status: 'suspended' });
  type List = { data: User[]; total: number };
  const names = async (query: Record<string, string>) =>
    (await world.call<List>(usersList, { token: admin, query })).data.data.map(({ name }) => name);
  expect(await names({ sort: 'email', order: 'desc' })).toEqual(['zita', 'rui', 'chefe', 'bia', 'abel']);
  expect((await names({ sort: 'role' })).slice(0, 2)).toEqual(['chefe', 'rui']);
  expect((await names({ sort: 'status', order: 'desc' }))[0]).toBe('rui');
  // Only one has signed in: those without a time come last both ways.
  expect((await names({ sort: 'last-access', order: 'desc' }))[0]).toBe('chefe');
  expect((await names({ sort: 'last-access' }))[0]).toBe('chefe');
  expect((await world.call(usersList, { token: admin, query: { sort: 'password_hash' } })).code).toBe(
    'validation_failed',
  );
  const pages = [];
  for (const page of ['1', '2', '3']) pages.push(...(await names({ sort: 'two-step', pageSize: '2', page })));
  expect([...pages].sort()).toEqual(['abel', 'bia', 'chefe', 'rui', 'zita']);
});

test('the whole list is a file for who manages users: as filtered and ordered, stored by no cache, audited', async () => {
  for (const name of ['zita', 'bia']) await world.account(`${name}@mar.ao`, 'cliente');
  const query = { role: 'cliente', sort: 'name', order: 'desc', format: 'csv' };
  const { text, headers } = await world.download(usersExport, admin, query);
  const lines = text.trim().split('\r\n');
  expect(lines[0]).toBe('Nome;E-mail;Perfil;Estado;Dois passos;Último acesso;Criado;Convite por aceitar;Aplicação');
  expect(lines.slice(1).map((line) => line.split(';').slice(0, 5).join(';'))).toEqual([
    'zita;zita@mar.ao;Cliente;Ativo;não',
    'bia;bia@mar.ao;Cliente;Ativo;não',
  ]);
  expect(headers['cache-control']).toBe('no-store');
  const { rows } = await sql`select severity, resource, metadata from audit.events where event = 'data.export'`.execute(
    world.context.store,
  );
  expect(rows).toEqual([
    {
      severity: 'high',
      resource: 'list/utilizadores',
      metadata: { what: 'utilizadores', format: 'csv', rows: 2 },
    },
  ]);
  await world.account('rui@mar.ao', 'operador');
  expect((await world.download(usersExport, await tokenOf('rui@mar.ao'), query)).status).toBe(403);
});

test('people are counted by what they are now; programs apart', async () => {
  await world.account('bia@mar.ao', 'investigador');
  const { id } = await world.account('abel@mar.ao');
  await update(id, { status: 'suspended' });
  await world.call(usersCreate, { token: admin, body: { email: 'nova@mar.ao', name: 'Nova', role: 'cliente' } });
  const program = await world.account('aplicacao@mar.ao');
  await sql`insert into identity.clients (id, client_id, name, description, service_account_id, redirect_uris, permissions,
    created_at) values (${crypto.randomUUID()}, 'aplicacao', 'A', '', ${program.id}, '{}', '{}', now())`.execute(
    world.context.store,
  );
  world.advanceSeconds(91 * 86_400);
  admin = await tokenOf('chefe@mar.ao');
  const { data } = await world.call(usersSummary, { token: admin });
  expect(data).toMatchObject({
    total: 4,
    active: 2,
    inactive: 1,
    suspended: 1,
    invited: 1,
    dormant: 1,
    programs: 1,
    activeByRole: { administrador: 1, investigador: 1, cientista: 0 },
    withPassword: 2,
    withTwoStep: 0,
    openSessions: 1,
    signedIn: 1,
    canMail: false,
  });
  const names = async (focus: string) =>
    (await world.call<{ data: User[] }>(usersList, { token: admin, query: { focus } })).data.data.map(
      ({ name }) => name,
    );
  expect(await names('dormant')).toEqual(['bia']);
  expect(await names('program')).toEqual(['aplicacao']);
  expect(await names('invited')).toEqual(['Nova']);
});

test('a forced change of password holds the next request up until it is done', async () => {
  const { id } = await world.account('rui@mar.ao', 'operador');
  const token = await tokenOf('rui@mar.ao');
  const forced = await world.call<User>(usersForcePassword, { token: admin, params: { id } });
  expect(forced.data.mustChangePassword).toBe(true);
  expect((await world.call(usersList, { token })).code).toBe('password_change_required');
  expect((await world.login('rui@mar.ao')).data.mustChangePassword).toBe(true);
  const body = { currentPassword: goodPassword, newPassword: 'sardinha no convés ao meio-dia' };
  const changed = await world.call<SignIn>(authPassword, { token, body });
  expect((await world.call(usersList, { token: changed.data.accessToken })).status).toBe(200);
});

test('reset access ends password, sessions and second step; only the link opens the account', async () => {
  const { id } = await world.account('rui@mar.ao');
  const token = await tokenOf('rui@mar.ao');
  const reply = await world.call<{ link: AccessLink }>(usersResetPassword, { token: admin, params: { id } });
  expect(reply.data.link).toMatchObject({ purpose: 'reset', sentTo: null });
  expect((await world.call(authMe, { token })).code).toBe('unauthenticated');
  expect((await world.login('rui@mar.ao')).code).toBe('invalid_credentials');
  expect((await world.call(usersResetPassword, { token: admin, params: { id: adminId } })).code).toBe('conflict');
});

test('two administrators who reset each other at once leave one with a way in', async () => {
  const two = await world.account('outro@mar.ao', 'administrador');
  const second = await tokenOf('outro@mar.ao');
  const reset = (id: string, token: string) => world.call(usersResetPassword, { token, params: { id } });
  const replies = await Promise.all([reset(two.id, admin), reset(adminId, second)]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const { rows } = await sql`select id from identity.accounts where password_hash is not null`.execute(
    world.context.store,
  );
  expect(rows).toHaveLength(1);
});

test('why someone has an access: role, since when and by whom, keys; and what blocks it', async () => {
  const { id } = await world.account('rui@mar.ao', 'cientista');
  await update(id, { role: 'operador' });
  type Access = DataOf<typeof userAccess>;
  const access = async () => (await world.call<Access>(userAccess, { token: admin, params: { id } })).data;
  const open = await access();
  expect(open.blocked).toBeNull();
  expect(open.roleSince).toMatchObject({ by: 'chefe@mar.ao', event: 'user.updated' });
  expect(open.permissions.find(({ permission }) => permission === 'users:write')).toMatchObject({
    granted: false,
    roles: ['administrador'],
  });
  expect(open.permissions.find(({ permission }) => permission === 'users:read')).toMatchObject({ granted: true });
  await update(id, { status: 'suspended' });
  expect((await access()).blocked).toContain('suspensa');
});

test('the matrix names each endpoint under the permission that it asks for', async () => {
  const { data } = await world.call<DataOf<typeof permissionMatrix>>(permissionMatrix, { token: admin });
  const named = data.permissions.reduce((sum, { endpoints }) => sum + endpoints.length, 0);
  expect(named + data.publicEndpoints + data.sessionEndpoints).toBe(allEndpoints.length);
  expect(data.roles.find(({ role }) => role === 'administrador')?.accounts).toBe(1);
});

test('before a deletion, what is the account’s and what becomes of it', async () => {
  const { id } = await world.account('rui@mar.ao');
  await tokenOf('rui@mar.ao');
  const { data } = await world.call<DataOf<typeof userHoldings>>(userHoldings, { token: admin, params: { id } });
  expect(data.holdings.find(({ id: holding }) => holding === 'sessions')).toMatchObject({ count: 1, fate: 'removed' });
  expect((await world.call(userHoldings, { token: admin, params: { id: crypto.randomUUID() } })).code).toBe(
    'not_found',
  );
});

test.each(['operador', 'cientista', 'investigador', 'cliente'] as const)('%s manages no users', async (role) => {
  const { id } = await world.account('rui@mar.ao', role);
  const token = await tokenOf('rui@mar.ao');
  expect((await update(id, { role: 'administrador' }, token)).code).toBe('forbidden');
  expect((await remove(adminId, token)).code).toBe('forbidden');
  expect((await world.call(usersList, { token })).status).toBe(role === 'operador' ? 200 : 403);
});
