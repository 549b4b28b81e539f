import type { Endpoint } from '@kianda/contract';
import { pathOf } from '@kianda/contract';
import { authRefresh, authSessions } from '@kianda/contract/people/identity/identity.contract';
import {
  createRealmClient,
  createRealmUser,
  deleteRealmClient,
  endRealmSession,
  keycloakSessionSchema,
  keycloakUserSchema,
  listRealms,
  realmClientStats,
  realmClients,
  realmSessions,
  realmUiSessions,
  realmUser,
  realmUserCount,
  realmUsers,
  updateRealmUser,
} from '@kianda/contract/people/identity/keycloak.contract';
import { realmAdminEvents, realmEvents } from '@kianda/contract/people/identity/keycloak-realm.contract';
import { oidcConsent, oidcRequest } from '@kianda/contract/people/identity/oidc.contract';
import { usersList } from '@kianda/contract/people/identity/users.contract';
import type { FastifyInstance } from 'fastify';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createRequestMetrics } from '../../../../platform/http/request-metrics.ts';
import { bindRoutes } from '../../../../platform/http/routes.ts';
import { createHttpServer } from '../../../../platform/http/server.ts';
import { createWorld, type World } from '../testing/world.ts';

const issuer = 'http://127.0.0.1:3000/identity/realms/kianda';
const params = { realm: 'kianda' };
const redirectUri = 'http://localhost:9999/volta';

let world: World;
let app: FastifyInstance;
let admin: string;

beforeAll(async () => {
  world = await createWorld();
  const { platform } = world;
  app = await createHttpServer({
    log: platform.log,
    authenticate: (token) => world.identity.authenticate(token),
    rateLimitPerMinute: 100_000,
    requestTimeoutSeconds: 10,
    allowedOrigins: [],
    contentSecurityPolicy: { connect: [], frame: [], frameAncestors: ["'self'"], secure: false },
  });
  bindRoutes(app, world.identity.bindings ?? [], {
    clock: platform.clock,
    metrics: createRequestMetrics({ nowMs: () => platform.clock.nowMs(), random: platform.random }),
    idempotency: null,
    onDenied: () => undefined,
    validateResponses: true,
  });
  await world.account('chefe@mar.ao', 'administrador');
  admin = (await world.login('chefe@mar.ao')).data.accessToken;
});
afterAll(async () => {
  await app.close();
  await world.close();
});

/** Any endpoint, its whole answer; the admin asks unless another does. */
async function ask(
  endpoint: Endpoint,
  request: {
    params?: Record<string, string>;
    query?: Record<string, string>;
    body?: object;
    token?: string | null;
  } = {},
) {
  const { token = admin, body, query } = request;
  const search = new URLSearchParams(query).toString();
  const answer = await app.inject({
    method: endpoint.method,
    url: pathOf(endpoint, request.params ?? params) + (search === '' ? '' : `?${search}`),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body === '' ? null : answer.json() };
}

/** Requests of the client library, answered by the server under test. */
async function throughServer(url: string, init: RequestInit): Promise<Response> {
  const { pathname, search } = new URL(url);
  const answer = await app.inject({
    method: (init.method ?? 'GET') as 'GET',
    url: pathname + search,
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(init.body instanceof URLSearchParams ? { payload: init.body.toString() } : {}),
  });
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string]);
  return new Response(answer.body === '' ? null : answer.body, { status: answer.statusCode, headers });
}

async function register(given: object): Promise<{ id: string; clientId: string; secret: string | null }> {
  const made = await ask(createRealmClient, { body: given });
  expect(made.status).toBe(201);
  expect(made.headers.location).toBe(`http://127.0.0.1:3000/identity/admin/realms/kianda/clients/${made.body.id}`);
  return made.body;
}

async function discover(registered: { clientId: string; secret: string | null }) {
  const how = registered.secret === null ? client.None() : client.ClientSecretBasic(registered.secret);
  // The clock of the test stands elsewhere than the library's.
  const skew = Math.round((world.platform.clock.nowMs() - Date.now()) / 1000);
  const metadata = { [client.clockSkew]: skew };
  return client.discovery(new URL(issuer), registered.clientId, metadata, how, {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: throughServer as client.CustomFetch,
  });
}

describe('OpenID Connect, asked by a client library', () => {
  test('client credentials: a token of the program’s own account, for its permissions alone', async () => {
    const registered = await register({
      clientId: 'boletim',
      serviceAccountsEnabled: true,
      serviceAccountRole: 'operador',
      optionalClientScopes: ['users:read', 'ocean:read'],
    });
    const config = await discover(registered);
    const granted = await client.clientCredentialsGrant(config, { scope: 'users:read' });
    expect(granted).toMatchObject({ token_type: 'bearer', scope: 'users:read', expires_in: 900 });
    const token = granted.access_token;
    expect((await ask(usersList, { params: {}, token })).status).toBe(200);
    // Its role may; its permissions do not say so.
    expect((await ask(authSessions, { params: {}, token })).status).toBe(403);
    expect(await client.tokenIntrospection(config, token)).toMatchObject({ active: true, client_id: 'boletim' });
    await client.tokenRevocation(config, token);
    expect((await ask(usersList, { params: {}, token })).status).toBe(401);
    expect(await client.tokenIntrospection(config, token)).toEqual({ active: false });
    const wrong = await discover({ ...registered, secret: 'errado' });
    await expect(client.clientCredentialsGrant(wrong)).rejects.toMatchObject({ status: 401 });
  });

  test('code with PKCE: consent, tokens, who it is, renewal, end', async () => {
    const registered = await register({
      clientId: 'qgis',
      publicClient: true,
      redirectUris: [redirectUri],
      optionalClientScopes: ['ocean:read', 'audit:read'],
    });
    const config = await discover(registered);
    const verifier = client.randomPKCECodeVerifier();
    const nonce = client.randomNonce();
    const state = client.randomState();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid ocean:read audit:read',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      nonce,
      state,
    });
    const sent = await app.inject({ url: url.pathname + url.search });
    expect(sent.statusCode).toBe(302);
    const page = new URL(String(sent.headers.location));
    expect(page.origin + page.pathname).toBe('http://127.0.0.1:3000/');
    expect(page.searchParams.get('section')).toBe('autorizar');

    await world.account('ana@mar.ao', 'cientista');
    const ana = (await world.login('ana@mar.ao')).data.accessToken;
    const { section: _section, ...query } = Object.fromEntries(page.searchParams);
    const shown = await ask(oidcRequest, { params: {}, query, token: ana });
    expect(shown.body.data.permissions).toEqual([
      { id: 'ocean:read', label: 'Ver dados oceânicos', held: true },
      { id: 'audit:read', label: 'Ver a auditoria', held: false },
    ]);
    const refused = await ask(oidcConsent, { params: {}, body: { ...query, accept: false }, token: ana });
    expect(new URL(refused.body.data.location).searchParams.get('error')).toBe('access_denied');
    const accepted = await ask(oidcConsent, { params: {}, body: { ...query, accept: true }, token: ana });
    const callback = new URL(accepted.body.data.location);
    const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state };
    const tokens = await client.authorizationCodeGrant(config, callback, checks);
    expect(tokens.claims()).toMatchObject({ email: 'ana@mar.ao', aud: 'qgis', iss: issuer });
    const subject = tokens.claims()?.sub ?? '';
    expect(await client.fetchUserInfo(config, tokens.access_token, subject)).toMatchObject({ name: 'ana' });

    // The console's door stays shut: through it the token would become one that may do everything.
    const asConsole = await ask(authRefresh, { params: {}, body: { refreshToken: tokens.refresh_token }, token: null });
    expect([asConsole.status, asConsole.body.code]).toEqual([401, 'refresh_rejected']);
    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect((await ask(authSessions, { params: {}, token: renewed.access_token })).status).toBe(403);

    const bye = client.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: redirectUri,
    });
    expect((await app.inject({ url: bye.pathname + bye.search })).headers.location).toBe(redirectUri);
    await expect(client.refreshTokenGrant(config, renewed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });

    // A code serves once. When it comes back, one of the two who had it is a thief: what it gave ends.
    const again = await ask(oidcConsent, { params: {}, body: { ...query, accept: true }, token: ana });
    const second = new URL(again.body.data.location);
    const given = await client.authorizationCodeGrant(config, second, checks);
    expect(await client.fetchUserInfo(config, given.access_token, subject)).toMatchObject({ name: 'ana' });
    await expect(client.authorizationCodeGrant(config, second, checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(client.fetchUserInfo(config, given.access_token, subject)).rejects.toMatchObject({ status: 401 });
    await expect(client.refreshTokenGrant(config, given.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('what a client must not ask', async () => {
    const auth = (query: Record<string, string>) =>
      app.inject({ url: `/identity/realms/kianda/protocol/openid-connect/auth?${new URLSearchParams(query)}` });
    const good = { response_type: 'code', client_id: 'qgis', redirect_uri: redirectUri };
    // Nobody is sent to an address that is not the client's.
    expect((await auth({ ...good, redirect_uri: 'https://outro.example/' })).statusCode).toBe(400);
    expect((await auth({ ...good, client_id: 'nada' })).statusCode).toBe(400);
    const plain = await auth({ ...good, code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' });
    expect(String(plain.headers.location)).toMatch(/^http:\/\/localhost:9999\/volta\?error=invalid_request/);
    for (const body of [
      { clientId: 'mau', redirectUris: ['javascript:alert(1)'] },
      { clientId: 'mau', redirectUris: ['http://fora.example/x'] },
      { clientId: 'mau', redirectUris: ['https://ana:senha@bom.example/volta'] },
      { clientId: 'mau', publicClient: true, serviceAccountsEnabled: true },
      { clientId: 'mau', serviceAccountsEnabled: true, serviceAccountRole: 'administrador' },
      { clientId: 'mau', optionalClientScopes: ['tudo'] },
    ]) {
      expect((await ask(createRealmClient, { body })).status).toBe(400);
    }
    expect((await ask(createRealmClient, { body: { clientId: 'qgis' } })).status).toBe(409);
    const form = await app.inject({
      method: 'POST',
      url: '/identity/realms/kianda/protocol/openid-connect/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=password&client_id=qgis',
    });
    expect(form.json()).toMatchObject({ error: 'unsupported_grant_type' });
    expect(form.headers['cache-control']).toBe('no-store');
    expect((await app.inject({ url: '/identity/realms/outro' })).statusCode).toBe(404);
  });
});

describe('as clients of Keycloak’s administration see it', () => {
  test('realms, users, counts and changes in its representations', async () => {
    expect((await ask(listRealms, { params: {} })).body).toMatchObject([
      { realm: 'kianda', bruteForceProtected: true },
    ]);
    const made = await ask(createRealmUser, {
      body: { username: 'rui@mar.ao', firstName: 'Rui', lastName: 'da Costa', attributes: { role: ['investigador'] } },
    });
    expect([made.status, made.body]).toEqual([201, null]);
    const id = String(made.headers.location).split('/').at(-1) ?? '';
    const found = z.array(keycloakUserSchema).parse((await ask(realmUsers, { query: { search: 'rui@' } })).body);
    expect(found).toMatchObject([
      { id, username: 'rui@mar.ao', firstName: 'Rui', lastName: 'da Costa', requiredActions: ['UPDATE_PASSWORD'] },
    ]);
    expect((await ask(realmUserCount)).body).toBe((await ask(realmUsers)).body.length);
    const changed = await ask(updateRealmUser, { params: { ...params, id }, body: { enabled: false } });
    expect([changed.status, changed.body]).toEqual([204, null]);
    expect((await ask(realmUsers, { query: { search: 'rui@' } })).body[0].enabled).toBe(false);
    expect((await ask(createRealmUser, { body: { username: 'rui@mar.ao' } })).status).toBe(409);
  });

  test('a name where an id belongs is of nobody: no events, no user, and never a fault of the database', async () => {
    for (const user of ['admin', 'chefe@mar.ao', '42', '{}']) {
      expect(await ask(realmEvents, { query: { user } })).toMatchObject({ status: 200, body: [] });
      expect(await ask(realmAdminEvents, { query: { authUser: user } })).toMatchObject({ status: 200, body: [] });
    }
    expect((await ask(realmEvents)).body.length).toBeGreaterThan(0);
    const unknown = await ask(realmUser, { params: { ...params, id: 'nope' } });
    expect([unknown.status, unknown.body.error]).toEqual([404, 'not_found']);
    expect((await ask(endRealmSession, { params: { ...params, id: 'nope' } })).status).toBe(404);
  });

  test('sessions are listed everywhere alike, counted as texts, and can be ended', async () => {
    await world.account('bia@mar.ao', 'operador');
    const bia = (await world.login('bia@mar.ao')).data.accessToken;
    const all = z.array(keycloakSessionSchema).parse((await ask(realmSessions, { query: { search: 'bia@' } })).body);
    expect(all).toMatchObject([
      { username: 'bia@mar.ao', clients: { [String(Object.keys(all[0]?.clients ?? {})[0])]: 'kianda-console' } },
    ]);
    const ui = (await ask(realmUiSessions, { query: { search: 'bia@', type: 'ALL' } })).body;
    expect(ui).toEqual([{ ...all[0], type: 'REGULAR' }]);
    const stats = (await ask(realmClientStats)).body;
    expect(stats.find(({ clientId }: { clientId: string }) => clientId === 'kianda-console').active).toMatch(/^\d+$/);
    expect((await ask(endRealmSession, { params: { ...params, id: all[0]?.id ?? '' }, token: bia })).status).toBe(403);
    expect((await ask(endRealmSession, { params: { ...params, id: all[0]?.id ?? '' } })).status).toBe(204);
    expect((await ask(authSessions, { params: {}, token: bia })).status).toBe(401);
    expect((await ask(endRealmSession, { params: { ...params, id: all[0]?.id ?? '' } })).status).toBe(404);
    expect(await world.events()).toContain('auth.logout');
  });

  test('a program that is deleted takes its tokens with it', async () => {
    const registered = await register({
      clientId: 'efemero',
      serviceAccountsEnabled: true,
      serviceAccountRole: 'operador',
      optionalClientScopes: ['users:read'],
    });
    const { access_token: token } = await client.clientCredentialsGrant(await discover(registered));
    expect((await ask(usersList, { params: {}, token })).status).toBe(200);
    expect((await ask(deleteRealmClient, { params: { ...params, id: registered.id } })).status).toBe(204);
    expect((await ask(usersList, { params: {}, token })).status).toBe(401);
    const listed = (await ask(realmClients)).body.map(({ clientId }: { clientId: string }) => clientId);
    expect(listed).toEqual(['kianda-console', 'boletim', 'qgis']);
  });
});
