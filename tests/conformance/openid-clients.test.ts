/** OpenID Connect programs as people have them, unchanged: each signs a person in, by a real sign-in and a real consent. */
import { createRealmClient } from '@kianda/contract/people/identity/keycloak.contract';
import { userEndSessions } from '@kianda/contract/people/identity/user-sessions.contract';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { InMemoryWebStorage, OidcClient, WebStorageStateStore } from 'oidc-client-ts';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startWebhookSink } from '../../apps/server/src/modules/people/delivery/testing/receivers.ts';
import { startApache } from './testing/apache.ts';
import { startPassportSite } from './testing/passport-site.ts';
import { consent, locationOf, visit } from './testing/sign-in.ts';
import { missing, openPlatform } from './testing/world.ts';

const realm = { realm: 'kianda' };

let world: Awaited<ReturnType<typeof openPlatform>>;
let backchannel: Awaited<ReturnType<typeof startWebhookSink>>;
let issuer: string;
let admin: string;
let person: { readonly token: string; readonly email: string; readonly accountId: string };

beforeAll(async () => {
  backchannel = await startWebhookSink();
  world = await openPlatform({ settings: { KIANDA_ALLOWED_PRIVATE_HOSTS: backchannel.host } });
  issuer = `${world.url}/identity/realms/kianda`;
  admin = (await world.app.newSession('administrador')).token;
  person = await world.app.newSession('cientista');
});
afterAll(async () => {
  await world.close();
  await backchannel.close();
});

async function register(given: object): Promise<{ id: string; clientId: string; secret: string | null }> {
  const made = await world.app.call(createRealmClient, { params: realm, token: admin, body: given });
  if (made.status !== 201) throw new Error(`client: ${made.status} ${made.text}`);
  return made.json() as { id: string; clientId: string; secret: string | null };
}

const apache = 'libapache2-mod-auth-openidc';
describe.skipIf(missing(apache) !== false)(`mod_auth_openidc (${missing(apache) || 'instalado'})`, () => {
  test('a page behind Apache opens to whoever signed in, by code with PKCE and an RS256 id token', async () => {
    const site = await startApache(issuer, (uri) => register({ clientId: 'apache', redirectUris: [uri] }));
    try {
      const cookies = new Map<string, string>();
      const page = `${site.url}/protegido/`;
      const authorization = locationOf(await visit(page, cookies));
      expect(new URL(authorization).searchParams.get('code_challenge_method')).toBe('S256');
      const back = await consent(authorization, world.url, person.token);
      const returned = await visit(back, cookies);
      expect({ status: returned.status, log: await site.log() }).toMatchObject({ status: 302 });
      expect(locationOf(returned)).toBe(page);
      const shown = await visit(page, cookies);
      expect(shown.status).toBe(200);
      expect(shown.text.trim()).toBe(`${person.email} ${person.email} ${issuer}`);
    } finally {
      await site.close();
    }
  });
});

test('oidc-client-ts: code with PKCE, the claims, the sign-out', async () => {
  const back = 'http://localhost:9/volta';
  const { clientId } = await register({ clientId: 'pagina', publicClient: true, redirectUris: [back] });
  const page = new OidcClient({
    authority: issuer,
    client_id: clientId,
    redirect_uri: back,
    post_logout_redirect_uri: back,
    scope: 'openid profile email',
    loadUserInfo: true,
    stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  });
  const request = await page.createSigninRequest({ nonce: 'uma-vez' });
  const answer = await consent(request.url, world.url, person.token);
  const { profile, id_token: idToken, access_token: accessToken } = await page.processSigninResponse(answer);
  expect(profile).toMatchObject({ sub: person.accountId, email: person.email, iss: issuer });
  expect(decodeProtectedHeader(idToken ?? '').alg).toBe('RS256');
  expect((await userInfo(accessToken)).status).toBe(200);
  const signOut = await page.createSignoutRequest({ id_token_hint: idToken ?? '' });
  expect(locationOf(await visit(signOut.url))).toMatch(/^http:\/\/localhost:9\/volta/);
  expect((await userInfo(accessToken)).status).toBe(401);
});

test('passport-openidconnect: a program with a secret and no PKCE, by its nonce', async () => {
  const attributes = { 'pkce.code.challenge.method': '' };
  const site = await startPassportSite(issuer, (uri) =>
    register({ clientId: 'passport', redirectUris: [uri], attributes }),
  );
  try {
    const authorization = locationOf(await visit(site.url));
    const shown = await visit(await consent(authorization, world.url, person.token));
    expect(shown.status).toBe(200);
    expect(JSON.parse(shown.text)).toMatchObject({ id: person.accountId, emails: [{ value: person.email }] });
    const bare = new URL(authorization);
    bare.searchParams.delete('nonce');
    expect(new URL(locationOf(await visit(bare.href))).searchParams.get('error')).toBe('invalid_request');
  } finally {
    await site.close();
  }
});

async function discovered(given: { clientId: string; secret: string | null }, alg?: string) {
  const how = given.secret === null ? openid.None() : openid.ClientSecretBasic(given.secret);
  const metadata = alg === undefined ? {} : { id_token_signed_response_alg: alg };
  return openid.discovery(new URL(issuer), given.clientId, metadata, how, { execute: [openid.allowInsecureRequests] });
}

/** A sign-in by openid-client, with everything that it checks. */
async function signedIn(config: openid.Configuration, redirect_uri: string, scope = 'openid email') {
  const verifier = openid.randomPKCECodeVerifier();
  const [state, nonce] = [openid.randomState(), openid.randomNonce()];
  const code_challenge = await openid.calculatePKCECodeChallenge(verifier);
  const asked = { redirect_uri, scope, code_challenge, code_challenge_method: 'S256', state, nonce };
  const authorization = openid.buildAuthorizationUrl(config, asked);
  const back = new URL(await consent(authorization.href, world.url, person.token));
  return openid.authorizationCodeGrant(config, back, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
}

test.each([undefined, 'ES256', 'EdDSA'])('openid-client with %s: sign-in, claims, renewal', async (alg) => {
  const uri = 'http://localhost:9/volta';
  const attributes = alg === undefined ? {} : { 'id.token.signed.response.alg': alg };
  const given = await register({ clientId: `cliente-${alg ?? 'comum'}`, redirectUris: [uri], attributes });
  const config = await discovered(given, alg);
  const tokens = await signedIn(config, uri);
  expect(decodeProtectedHeader(tokens.id_token ?? '').alg).toBe(alg ?? 'RS256');
  const keys = createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`));
  const { payload } = await jwtVerify(tokens.id_token ?? '', keys, { issuer, audience: given.clientId });
  expect(payload).toMatchObject({ sub: person.accountId, email: person.email });
  expect(await openid.fetchUserInfo(config, tokens.access_token, person.accountId)).toMatchObject({
    email: person.email,
  });
  const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(decodeProtectedHeader(renewed.id_token ?? '').alg).toBe(alg ?? 'RS256');
});

test('after a sign-out the browser goes to registered addresses alone', async () => {
  const uri = 'http://localhost:9/volta';
  const attributes = { 'post.logout.redirect.uris': 'http://localhost:9/adeus##http://localhost:9/ate-logo' };
  const config = await discovered(await register({ clientId: 'saidas', redirectUris: [uri], attributes }));
  const tokens = await signedIn(config, uri);
  const signOut = (post_logout_redirect_uri: string) =>
    visit(
      openid.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri, state: 's1' })
        .href,
    );
  for (const other of ['http://localhost:9/outro', uri]) {
    expect((await signOut(other)).status).toBe(400);
    expect((await userInfo(tokens.access_token)).status).toBe(200);
  }
  expect(locationOf(await signOut('http://localhost:9/ate-logo'))).toBe('http://localhost:9/ate-logo?state=s1');
  expect((await userInfo(tokens.access_token)).status).toBe(401);
});

test('a sign-out asked for in a form keeps the token out of the address', async () => {
  const uri = 'http://localhost:9/volta';
  const attributes = { 'post.logout.redirect.uris': 'http://localhost:9/adeus' };
  const config = await discovered(await register({ clientId: 'formulario', redirectUris: [uri], attributes }));
  const tokens = await signedIn(config, uri);
  const fields = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: 'http://localhost:9/adeus' };
  const { origin, pathname } = openid.buildEndSessionUrl(config);
  const body = new URLSearchParams(fields);
  const answer = await fetch(origin + pathname, { method: 'POST', body, redirect: 'manual' });
  expect(answer.headers.get('location')).toBe('http://localhost:9/adeus');
  expect((await userInfo(tokens.access_token)).status).toBe(401);
});

test('a program is told when a session of its people ends, again where it did not take it', async () => {
  const uri = 'http://localhost:9/volta';
  const attributes = { 'backchannel.logout.url': backchannel.url };
  const given = await register({ clientId: 'avisada', redirectUris: [uri], attributes });
  const tokens = await signedIn(await discovered(given), uri);
  backchannel.state.status = 503;
  const ended = await world.app.call(userEndSessions, { token: admin, params: { id: person.accountId } });
  expect(ended.status).toBe(200);
  person = await world.app.newSession('cientista');
  await vi.waitUntil(() => backchannel.posts.length === 1, { timeout: 30_000 });
  backchannel.state.status = 200;
  expect(await world.app.select('select client_id from identity.logout_notices')).toEqual([{ client_id: given.id }]);
  await vi.waitUntil(() => backchannel.posts.length === 2, { timeout: 60_000 });
  const keys = createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`));
  const { sid, sub } = decodeJwt(tokens.id_token ?? '');
  for (const { body, headers } of backchannel.posts) {
    expect(headers['content-type']).toContain('application/x-www-form-urlencoded');
    const token = new URLSearchParams(body).get('logout_token') ?? '';
    const { payload } = await jwtVerify(token, keys, { issuer, audience: given.clientId, typ: 'logout+jwt' });
    const event = 'http://schemas.openid.net/event/backchannel-logout';
    expect(payload).toMatchObject({ sid, sub, jti: expect.any(String), events: { [event]: {} } });
    expect(payload).not.toHaveProperty('nonce');
  }
  await vi.waitUntil(async () => (await world.app.select('select 1 from identity.logout_notices')).length === 0);
});

test('a notice goes to no private address that the settings do not name', async () => {
  const other = await startWebhookSink();
  try {
    const uri = 'http://localhost:9/volta';
    const attributes = { 'backchannel.logout.url': other.url };
    const given = await register({ clientId: 'por-dentro', redirectUris: [uri], attributes });
    await signedIn(await discovered(given), uri);
    await world.app.call(userEndSessions, { token: admin, params: { id: person.accountId } });
    person = await world.app.newSession('cientista');
    const { queue } = world.app.composition;
    const refused = await vi.waitUntil(async () => {
      const runs = await queue.list({ name: 'identity.logout-notice', limit: 5 });
      return runs.find(({ error }) => error?.includes(other.host));
    });
    expect(refused.state).not.toBe('succeeded');
    expect(other.posts).toEqual([]);
  } finally {
    await other.close();
  }
});

const userInfo = (accessToken: string) =>
  fetch(`${issuer}/protocol/openid-connect/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } });

test('registration by the programs themselves is off', async () => {
  const description = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as object;
  expect(description).not.toHaveProperty('registration_endpoint');
  expect(description).toMatchObject({ id_token_signing_alg_values_supported: ['RS256', 'ES256', 'EdDSA'] });
  const asked = await fetch(`${issuer}/clients-registrations/openid-connect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin}` },
    body: JSON.stringify({ redirect_uris: ['http://localhost:1/volta'] }),
  });
  expect(asked.status).toBe(404);
});
