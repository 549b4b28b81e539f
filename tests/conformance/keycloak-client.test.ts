/** Keycloak's own administration client, unchanged, against the platform: what it changes is what the platform then has. */
import KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { permissions, roles } from '@kianda/contract';
import { authLogin } from '@kianda/contract/people/identity/identity.contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMailSink } from '../../apps/server/src/modules/people/delivery/testing/receivers.ts';
import { withoutMeaning } from './testing/keycloak-calls.ts';
import { refusal, refused } from './testing/keycloak-refusal.ts';
import { openPlatform } from './testing/world.ts';

const password = 'garoupa ao largo de Tombwa 77';

let mail: Awaited<ReturnType<typeof startMailSink>>;
let world: Awaited<ReturnType<typeof openPlatform>>;
let client: KeycloakAdminClient;
let admin: { readonly token: string; readonly accountId: string };

beforeAll(async () => {
  mail = await startMailSink();
  world = await openPlatform({
    mails: () => mail.mails,
    settings: { KIANDA_SMTP_URL: mail.url, KIANDA_SMTP_FROM: 'kianda@exemplo.ao' },
  });
  admin = await world.app.newSession('administrador');
  client = clientOf(admin.token);
});
afterAll(async () => {
  await world.close();
  await mail.close();
});

function clientOf(token: string): KeycloakAdminClient {
  const made = new KeycloakAdminClient({ baseUrl: `${world.url}/identity`, realmName: 'kianda' });
  made.setAccessToken(token);
  return made;
}

/** Rows of the platform's own tables. */
const rows = <T = Record<string, unknown>>(query: string) => world.app.select<T>(query);
const account = async (id: string) => (await rows(`select * from identity.accounts where id = '${id}'`))[0];

/** The newest event of the trail about something. */
async function trail(resource: string): Promise<Record<string, unknown> | undefined> {
  return (await rows(`select * from audit.events where resource = '${resource}' order by seq desc limit 1`))[0];
}

let number = 0;
async function person(role: (typeof roles)[number] = 'cliente'): Promise<{ id: string; email: string }> {
  number += 1;
  const email = `pessoa${number}@mar.ao`;
  const attributes = { role: [role] };
  const { id } = await client.users.create({ email, firstName: 'Pessoa', lastName: `N.º ${number}`, attributes });
  return { id, email };
}

function signIn(email: string, secret: string) {
  number += 1;
  return world.app.call(authLogin, { body: { email, password: secret }, ip: `10.9.${number >> 8}.${number & 255}` });
}

describe('users', () => {
  test('create, find, count, findOne, update, del', async () => {
    const { id } = await client.users.create({ username: 'ana@mar.ao', firstName: 'Ana', lastName: 'Domingos' });
    expect(await account(id)).toMatchObject({ email: 'ana@mar.ao', name: 'Ana Domingos', status: 'inactive' });
    expect(await client.users.find({ username: 'ANA@mar.ao', exact: true })).toMatchObject([
      { id, lastName: 'Domingos' },
    ]);
    expect(await client.users.find({ email: 'mar.ao', exact: true })).toEqual([]);
    expect(await client.users.find({ search: 'domingos' })).toMatchObject([{ id }]);
    expect(await client.users.find({ q: 'role:administrador' })).toHaveLength(2);
    expect(await client.users.find({ q: 'phone:123' })).toEqual([]);
    const [counted] = await rows<{ accounts: number }>(
      'select count(*)::int as accounts from identity.accounts where deleted_at is null',
    );
    expect(await client.users.count()).toBe(counted?.accounts);
    expect(await client.users.find({ first: 0, max: 1 })).toHaveLength(1);
    await client.users.update({ id }, { firstName: 'Ana', lastName: 'Bela', requiredActions: [] });
    expect(await account(id)).toMatchObject({ name: 'Ana Bela', email: 'ana@mar.ao' });
    expect(await trail(`user/${id}`)).toMatchObject({ event: 'user.updated', actor_id: admin.accountId });
    const whole = await client.users.findOne({ id });
    await client.users.update({ id }, { ...whole, email: 'bela@mar.ao' });
    expect(await account(id)).toMatchObject({ name: 'Ana Bela', email: 'bela@mar.ao', status: 'inactive' });
    expect(await refusal(client.users.create({ email: 'bela@mar.ao' }))).toEqual(refused(409, 'conflict'));
    await client.users.del({ id });
    expect((await account(id))?.deleted_at).not.toBeNull();
    expect(await client.users.findOne({ id })).toBeNull();
    expect(await trail(`user/${id}`)).toMatchObject({ event: 'user.deleted' });
  });

  test('a user with a password: a temporary one, that must be changed at the first sign-in', async () => {
    const credentials = [{ type: 'password', value: password, temporary: true }];
    const { id } = await client.users.create({ email: 'rui@mar.ao', firstName: 'Rui', credentials });
    expect(await account(id)).toMatchObject({ status: 'active', must_change_password: true });
    expect((await signIn('rui@mar.ao', password)).status).toBe(200);
    const weak = client.users.create({
      email: 'eva@mar.ao',
      credentials: [{ type: 'password', value: 'curta', temporary: true }],
    });
    expect(await refusal(weak)).toEqual(refused(422, 'password_weak'));
    expect(await client.users.count({ email: 'eva@mar.ao' })).toBe(0);
  });

  test('resetPassword, credentials and their labels', async () => {
    const { id, email } = await person();
    expect(await client.users.getCredentials({ id })).toEqual([]);
    const credential = { type: 'password', value: password };
    expect(await refusal(client.users.resetPassword({ id, credential: { ...credential, temporary: false } }))).toEqual(
      refused(400, 'validation_failed'),
    );
    await client.users.resetPassword({ id, credential: { ...credential, temporary: true } });
    expect(await trail(`user/${id}`)).toMatchObject({ event: 'user.password.reset', actor_id: admin.accountId });
    expect((await signIn(email, password)).status).toBe(200);
    const [kept] = await client.users.getCredentials({ id });
    expect(kept).toMatchObject({ type: 'password' });
    expect(JSON.stringify(kept)).not.toContain(String((await account(id))?.password_hash));
    const credentialId = kept?.id ?? '';
    await client.users.updateCredentialLabel({ id, credentialId }, 'De bordo');
    expect(await client.users.getCredentials({ id })).toMatchObject([{ userLabel: 'De bordo' }]);
    await client.users.update({ id }, { requiredActions: ['UPDATE_PASSWORD'] });
    expect(await client.users.findOne({ id })).toMatchObject({ requiredActions: ['UPDATE_PASSWORD'] });
    await client.users.deleteCredential({ id, credentialId });
    expect(await account(id)).toMatchObject({ password_hash: null });
    expect(await client.users.getCredentials({ id })).toEqual([]);
    expect(await client.users.listSessions({ id })).toEqual([]);
    expect(await refusal(client.users.deleteCredential({ id, credentialId }))).toEqual(refused(404, 'not_found'));
    const own = client.users.resetPassword({ id: admin.accountId, credential });
    expect(await refusal(own)).toEqual(refused(409, 'conflict'));
  });

  test('removeTotp', async () => {
    const { id } = await person();
    expect(await refusal(client.users.removeTotp({ id }))).toEqual(refused(409, 'conflict'));
    await rows(`update identity.accounts set totp_enabled = true, totp_secret = '\\x00', password_hash = 'x',
      status = 'active' where id = '${id}'`);
    expect((await client.users.getCredentials({ id })).map(({ type }) => type)).toEqual(['password', 'otp']);
    await client.users.removeTotp({ id });
    expect(await account(id)).toMatchObject({ totp_enabled: false, totp_secret: null });
    expect(await trail(`user/${id}`)).toMatchObject({ event: 'user.totp.reset', actor_id: admin.accountId });
  });

  test('executeActionsEmail: a link by mail, good for as long as was asked', async () => {
    const { id, email } = await person();
    const before = mail.mails.length;
    await client.users.executeActionsEmail({ id, lifespan: 3600, actions: ['UPDATE_PASSWORD'] });
    expect(mail.mails).toHaveLength(before + 1);
    expect(mail.mails.at(-1)?.to).toEqual([email]);
    const [link] = await rows<{ seconds: number }>(`select extract(epoch from expires_at - created_at)::int as seconds
      from identity.access_links where account_id = '${id}' and revoked_at is null`);
    expect(link).toEqual({ seconds: 3600 });
    expect(await refusal(client.users.executeActionsEmail({ id, actions: ['TERMS_AND_CONDITIONS'] }))).toEqual(
      refused(400, 'validation_failed'),
    );
  });

  test('sessions: list, logout; attack detection: status, clear', async () => {
    const { id, email } = await person();
    await client.users.resetPassword({ id, credential: { type: 'password', value: password, temporary: true } });
    await signIn(email, password);
    const [session] = await client.users.listSessions({ id });
    expect(session).toMatchObject({ userId: id, username: email });
    await client.realms.removeSession({ realm: 'kianda', sessionId: session?.id ?? '' });
    expect(await client.users.listSessions({ id })).toEqual([]);
    await signIn(email, password);
    await client.users.logout({ id });
    expect(await client.users.listSessions({ id })).toEqual([]);

    const status = () => client.attackDetection.findOne({ id });
    expect(await status()).toMatchObject({ numFailures: 0, disabled: false, lastFailure: 0 });
    for (let n = 0; n < 12; n += 1) await signIn(email, 'não é esta');
    expect(await status()).toMatchObject({ numFailures: expect.any(Number), disabled: true });
    expect((await signIn(email, password)).status).toBe(429);
    await client.attackDetection.del({ id });
    expect(await status()).toMatchObject({ numFailures: 0, disabled: false });
    expect(await trail(`user/${id}`)).toMatchObject({ metadata: { act: 'clear-login-failures' } });
    expect((await signIn(email, password)).status).toBe(200);
    for (let n = 0; n < 12; n += 1) await signIn(email, 'não é esta');
    await client.attackDetection.delAll();
    expect(await status()).toMatchObject({ numFailures: 0, disabled: false });
  });
});

describe('roles', () => {
  test('the roles of the platform, each made of its permissions', async () => {
    expect((await client.roles.find()).map(({ name }) => name)).toEqual(roles);
    const operator = await client.roles.findOneByName({ name: 'operador' });
    expect(await client.roles.findOneById({ id: operator?.id ?? '' })).toEqual(operator);
    const { id: observer } = await person('investigador');
    expect((await client.roles.findUsersWithRole({ name: 'investigador' })).map(({ id }) => id)).toContain(observer);
    const composites = await client.roles.getCompositeRoles({ id: operator?.id ?? '' });
    const held = Object.entries(permissions).filter(([, entry]) =>
      (entry.roles as readonly string[]).includes('operador'),
    );
    expect(composites.map(({ name }) => name)).toEqual(held.map(([name]) => name));
    expect(await client.roles.getCompositeRolesForRealm({ id: operator?.id ?? '' })).toEqual([]);
    const [console] = await client.clients.find({ clientId: 'kianda-console' });
    const own = { id: operator?.id ?? '', clientId: console?.id ?? '' };
    expect(await client.roles.getCompositeRolesForClient(own)).toEqual(composites);
    expect(await client.clients.listRoles({ id: own.clientId })).toHaveLength(Object.keys(permissions).length);
    expect(await client.clients.findRole({ id: own.clientId, roleName: 'users:write' })).toMatchObject({
      clientRole: true,
    });
    expect(await client.roles.findOneByName({ name: 'capitão' })).toBeNull();
  });

  test('role mappings: an account has one role; the last administrator keeps it', async () => {
    const { id } = await person();
    const named = async (name: string) => ({ id: (await client.roles.findOneByName({ name }))?.id ?? '', name });
    await client.users.addRealmRoleMappings({ id, roles: [await named('cientista')] });
    expect(await account(id)).toMatchObject({ role: 'cientista' });
    expect(await trail(`user/${id}`)).toMatchObject({ event: 'user.updated', metadata: { roleAfter: 'cientista' } });
    expect(await client.users.listRealmRoleMappings({ id })).toMatchObject([{ name: 'cientista' }]);
    expect(await client.users.listRoleMappings({ id })).toMatchObject({ realmMappings: [{ name: 'cientista' }] });
    expect(await client.users.listCompositeRealmRoleMappings({ id })).toMatchObject([{ name: 'cientista' }]);
    const available = await client.users.listAvailableRealmRoleMappings({ id });
    expect(available.map(({ name }) => name)).toEqual(roles.filter((role) => role !== 'cientista'));
    const [console] = await client.clients.find({ clientId: 'kianda-console' });
    const effective = await client.users.listCompositeClientRoleMappings({ id, clientUniqueId: console?.id ?? '' });
    expect(effective.map(({ name }) => name)).toContain('catalogue:write');
    expect(effective.map(({ name }) => name)).not.toContain('users:write');
    const both = client.users.addRealmRoleMappings({
      id,
      roles: [await named('operador'), await named('investigador')],
    });
    expect(await refusal(both)).toEqual(refused(409, 'conflict'));
    await client.users.delRealmRoleMappings({ id, roles: [await named('cientista')] });
    expect(await account(id)).toMatchObject({ role: 'cliente' });
    const least = client.users.delRealmRoleMappings({ id, roles: [await named('cliente')] });
    expect(await refusal(least)).toEqual(refused(409, 'conflict'));
    const own = client.users.delRealmRoleMappings({ id: admin.accountId, roles: [await named('administrador')] });
    expect(await refusal(own)).toEqual(refused(409, 'conflict'));
    expect(await refusal(client.users.del({ id: admin.accountId }))).toEqual(refused(409, 'conflict'));
    expect(await account(admin.accountId)).toMatchObject({ role: 'administrador', deleted_at: null });
  });
});

describe('clients', () => {
  test('create, find, findOne, update, secret, service account, scopes, del', async () => {
    const { id } = await client.clients.create({
      clientId: 'boletim',
      serviceAccountsEnabled: true,
      redirectUris: ['https://boletim.mar.ao/volta'],
      attributes: { 'post.logout.redirect.uris': 'https://boletim.mar.ao/adeus', 'acr.loa.map': '{}' },
    });
    const stored = async () => (await rows(`select * from identity.clients where id = '${id}'`))[0];
    expect(await stored()).toMatchObject({
      client_id: 'boletim',
      attributes: { 'post.logout.redirect.uris': 'https://boletim.mar.ao/adeus' },
    });
    expect(await client.clients.find({ clientId: 'boletim' })).toMatchObject([{ id, publicClient: false }]);
    const whole = await client.clients.findOne({ id });
    await client.clients.update({ id }, { ...whole, description: 'O boletim diário' });
    expect(await stored()).toMatchObject({ description: 'O boletim diário' });
    expect(await trail('client/boletim')).toMatchObject({
      metadata: { act: 'update-client' },
      actor_id: admin.accountId,
    });
    await client.clients.update({ id }, { attributes: { 'backchannel.logout.url': 'https://boletim.mar.ao/fim' } });
    expect(await client.clients.findOne({ id })).toMatchObject({
      attributes: {
        'backchannel.logout.url': 'https://boletim.mar.ao/fim',
        'post.logout.redirect.uris': 'https://boletim.mar.ao/adeus',
        'id.token.signed.response.alg': 'RS256',
      },
    });
    for (const change of [
      { enabled: false },
      { publicClient: true },
      { clientId: 'outro' },
      { directAccessGrantsEnabled: true },
      { rootUrl: 'https://outro.ao' },
      { attributes: { 'tls.client.certificate.bound.access.tokens': 'true' } },
      { attributes: { 'backchannel.logout.url': 'http://boletim.mar.ao/fim' } },
      { redirectUris: ['javascript:alert(1)'] },
    ]) {
      expect([change, await refusal(client.clients.update({ id }, change))]).toEqual([
        change,
        refused(400, 'validation_failed'),
      ]);
    }

    const first = await client.clients.getClientSecret({ id });
    expect(await trail('client/boletim')).toMatchObject({ metadata: { act: 'read-secret' } });
    const second = await client.clients.generateNewClientSecret({ id });
    expect(second.value).not.toBe(first.value);
    expect(await client.clients.getClientSecret({ id })).toEqual(second);
    const asProgram = new KeycloakAdminClient({ baseUrl: `${world.url}/identity`, realmName: 'kianda' });
    const credentials = { grantType: 'client_credentials', clientId: 'boletim' } as const;
    await expect(asProgram.auth({ ...credentials, clientSecret: first.value ?? '' })).rejects.toThrow('invalid_client');
    await asProgram.auth({ ...credentials, clientSecret: second.value ?? '' });
    expect(await refusal(asProgram.users.find())).toEqual(refused(403, 'forbidden'));

    const service = await client.clients.getServiceAccountUser({ id });
    expect(service).toMatchObject({ attributes: { role: ['cliente'] } });
    const role = await client.roles.findOneByName({ name: 'administrador' });
    const raised = client.users.addRealmRoleMappings({
      id: service.id ?? '',
      roles: [{ id: role?.id ?? '', name: 'administrador' }],
    });
    expect(await refusal(raised)).toEqual(refused(409, 'conflict'));

    const scope = await client.clientScopes.findOneByName({ name: 'ocean:read' });
    const optional = { id, clientScopeId: scope?.id ?? '' };
    await client.clients.addOptionalClientScope(optional);
    expect(await stored()).toMatchObject({ permissions: ['ocean:read'] });
    expect(await client.clients.listOptionalClientScopes({ id })).toMatchObject([{ name: 'ocean:read' }]);
    expect(await client.clients.listRoles({ id })).toMatchObject([{ name: 'ocean:read', containerId: id }]);
    await client.clients.delOptionalClientScope(optional);
    expect(await stored()).toMatchObject({ permissions: [] });
    expect((await client.clients.listDefaultClientScopes({ id })).map(({ name }) => name)).toContain('profile');

    await client.clients.del({ id });
    expect(await stored()).toBeUndefined();
    expect(await client.clients.findOne({ id })).toBeNull();
  });

  test('sessions of a client, and their count', async () => {
    const [console] = await client.clients.find({ clientId: 'kianda-console' });
    const id = console?.id ?? '';
    const listed = await client.clients.listSessions({ id, first: 0, max: 1000 });
    expect(listed.length).toBeGreaterThan(0);
    expect(await client.clients.getSessionCount({ id })).toEqual({ count: listed.length });
    const stats = await client.realms.getClientSessionStats({ realm: 'kianda' });
    expect(stats).toMatchObject([{ clientId: 'kianda-console', active: String(listed.length) }]);
    expect(await refusal(client.clients.update({ id }, { description: 'outra' }))).toEqual(refused(409, 'conflict'));
  });

  test('client scopes: those of OpenID Connect, and a permission each', async () => {
    const scopes = await client.clientScopes.find();
    expect(scopes).toHaveLength(3 + Object.keys(permissions).length);
    expect(await client.clientScopes.findOne({ id: scopes[0]?.id ?? '' })).toEqual(scopes[0]);
    expect(await client.clientScopes.listDefaultClientScopes()).toEqual(scopes.slice(0, 3));
  });
});

describe('realm', () => {
  const realm = 'kianda';

  test('find, findOne, update: its name, and nothing else', async () => {
    expect(await client.realms.find()).toMatchObject([{ realm }]);
    const whole = await client.realms.findOne({ realm });
    await client.realms.update({ realm }, { ...whole, displayName: 'Kianda do Namibe' });
    expect(await client.realms.findOne({ realm })).toMatchObject({ displayName: 'Kianda do Namibe' });
    expect(await trail('realm/kianda')).toMatchObject({ metadata: { act: 'rename-realm' }, actor_id: admin.accountId });
    for (const change of [
      { registrationAllowed: true },
      { accessTokenLifespan: 60 },
      { enabled: false },
      { smtpServer: { host: 'x' } },
    ]) {
      expect([change, await refusal(client.realms.update({ realm }, change))]).toEqual([
        change,
        refused(400, 'validation_failed'),
      ]);
    }
    expect(await client.realms.findOne({ realm: 'master' })).toBeNull();
  });

  test('keys: those that the world verifies with', async () => {
    const { keys = [], active } = await client.realms.getKeys({ realm });
    const published = await (await fetch(`${world.url}/identity/realms/kianda/protocol/openid-connect/certs`)).json();
    const kids = (published as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
    expect(keys.map(({ kid }) => kid)).toEqual(kids);
    expect(Object.keys(active ?? {})).toEqual(['RS256', 'ES256', 'EdDSA']);
    expect(JSON.stringify(keys)).not.toContain('PRIVATE');
  });

  test('events and admin events come from the audit trail', async () => {
    const { id, email } = await person();
    await client.users.resetPassword({ id, credential: { type: 'password', value: password, temporary: true } });
    await signIn(email, password);
    expect(await client.realms.findEvents({ realm, user: id, type: 'LOGIN' })).toMatchObject([
      { type: 'LOGIN', userId: id, details: { username: email } },
    ]);
    expect(await client.realms.findEvents({ realm, type: 'LOGOUT', user: id })).toEqual([]);
    const path = { realm, resourcePath: `users/${id}` };
    const acts = await client.realms.findAdminEvents(path);
    expect(acts.map(({ operationType, resourceType }) => [operationType, resourceType])).toEqual([
      ['ACTION', 'USER'],
      ['CREATE', 'USER'],
    ]);
    expect(acts[0]).toMatchObject({ authDetails: { userId: admin.accountId } });
    expect(await client.realms.findAdminEvents({ ...path, operationTypes: 'CREATE' })).toHaveLength(1);
    expect(await client.realms.findAdminEvents({ ...path, dateTo: new Date(0) })).toEqual([]);
    expect(await client.realms.getConfigEvents({ realm })).toMatchObject({ eventsEnabled: true });
  });

  test('whoami and serverinfo', async () => {
    expect(await client.whoAmI.find()).toMatchObject({
      userId: admin.accountId,
      realm_access: { kianda: expect.arrayContaining(['manage-users', 'view-events']) },
    });
    expect(await client.serverInfo.find()).toMatchObject({ systemInfo: { version: expect.any(String) } });
  });
});

test('who may not, may not by this door either', async () => {
  const operator = clientOf((await world.app.newSession('operador')).token);
  const scientist = clientOf((await world.app.newSession('cientista')).token);
  const { id } = await person();
  expect(await operator.users.findOne({ id })).toMatchObject({ id, access: { manage: false } });
  const [console] = await client.clients.find({ clientId: 'kianda-console' });
  const denied = [
    () => operator.users.create({ email: 'x@mar.ao' }),
    () => operator.users.update({ id }, { firstName: 'X' }),
    () => operator.users.del({ id }),
    () => operator.users.resetPassword({ id, credential: { type: 'password', value: password } }),
    () => operator.users.addRealmRoleMappings({ id, roles: [{ id: '', name: 'administrador' }] }),
    () => operator.clients.create({ clientId: 'meu-programa' }),
    () => operator.clients.getClientSecret({ id: console?.id ?? '' }),
    () => operator.realms.findEvents({ realm: 'kianda' }),
    () => operator.realms.logoutAll({ realm: 'kianda' }),
    () => operator.attackDetection.delAll(),
    () => scientist.users.find(),
    () => scientist.roles.find(),
    () => scientist.groups.find(),
  ];
  for (const call of denied) expect(await refusal(call())).toEqual(refused(403, 'forbidden'));
  expect(await account(id)).toMatchObject({ name: expect.stringContaining('Pessoa'), role: 'cliente' });
});

test('personal data are for no cache', async () => {
  const headers = { authorization: `Bearer ${admin.token}` };
  for (const path of [
    'users/',
    `users/${admin.accountId}`,
    `users/${admin.accountId}/credentials`,
    'events',
    'sessions',
  ]) {
    const answer = await fetch(`${world.url}/identity/admin/realms/kianda/${path}`, { headers });
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
  }
});

test.each(Object.entries(withoutMeaning))('%s is refused, and told so', async (_name, call) => {
  expect(await refusal(call(client))).toEqual(refused(501, 'not_supported'));
});

// Last: the sessions of the other tests end, too.
test('logoutAll ends every session but that of who asks', async () => {
  const realm = 'kianda';
  const { token } = await world.app.newSession('operador');
  await client.realms.logoutAll({ realm });
  expect(await refusal(clientOf(token).users.find())).toEqual(refused(401, 'unauthenticated'));
  expect(await client.users.count()).toBeGreaterThan(0);
  const [left] = await rows<{ open: number }>(
    'select count(*)::int as open from identity.sessions where ended_at is null',
  );
  expect(left?.open).toBe(1);
  expect(await trail('realm/kianda')).toMatchObject({ severity: 'critical', metadata: { act: 'logout-all' } });
});
