import { createHash } from 'node:crypto';
import {
  authMe,
  authMethods,
  authOidcCallback,
  authOidcExchange,
  authOidcStart,
  authTotpEnrol,
  type SignIn,
} from '@kianda/contract/people/identity/identity.contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Fault, type Person, startFakeIssuer } from '../testing/fake-issuer.ts';
import { createWorld, type World } from '../testing/world.ts';
import { createOidcProvider } from './oidc-provider.client.ts';

const client = { id: 'kianda', secret: 'palavra do cliente' };
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const ana: Person = { sub: 'sub-ana', email: 'Ana@mar.ao', email_verified: true, name: 'Ana' };

let world: World;
let issuer: Awaited<ReturnType<typeof startFakeIssuer>>;

const settings = () => ({
  issuer: issuer.issuer,
  clientId: client.id,
  clientSecret: client.secret,
  scopes: 'openid email profile',
  label: 'Keycloak do ministério',
  newAccountRole: null,
});

beforeAll(async () => {
  issuer = await startFakeIssuer(client);
  world = await createWorld({ oidc: settings() });
  return async () => {
    await world.close();
    await issuer.stop();
  };
});
beforeEach(async () => {
  issuer.setFault('none');
  await world.reset();
});

async function begin(at = world): Promise<string> {
  const reply = await at.call(authOidcStart, { query: { challenge } });
  expect(reply.status).toBe(302);
  expect(reply.headers['cache-control']).toBe('no-store');
  return String(reply.headers.location);
}
/** Sends the browser through the provider; answers the fragment of the sign-in page it lands on. */
async function visit(person: Person, at = world): Promise<URLSearchParams> {
  return callback(issuer.authorize(await begin(at), person), at);
}
async function callback(query: Record<string, string>, at = world): Promise<URLSearchParams> {
  const reply = await at.call(authOidcCallback, { query });
  expect(reply.status).toBe(302);
  const location = new URL(String(reply.headers.location));
  expect(location.origin + location.pathname + location.search).toBe('http://127.0.0.1:3000/login');
  return new URLSearchParams(location.hash.slice(1));
}
function exchange(code: string | null, given = verifier, at = world) {
  return at.call<SignIn>(authOidcExchange, { body: { code: code ?? '', verifier: given } });
}

test('the sign-in page is told of the provider', async () => {
  expect((await world.call(authMethods)).data).toEqual({ local: true, oidc: { label: 'Keycloak do ministério' } });
});

test('the browser is sent on with PKCE, state and nonce, and no secret', async () => {
  const { origin, searchParams } = new URL(await begin());
  expect(origin).toBe(issuer.issuer);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'kianda',
    redirect_uri: 'http://127.0.0.1:3000/admin-api/auth/oidc/callback',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(searchParams.get('code_challenge')).not.toBe(challenge);
  expect(searchParams.has('client_secret')).toBe(false);
});

test('an account is linked by its verified e-mail, and found by the link from then on', async () => {
  const account = await world.account('ana@mar.ao', 'operador');
  await sql`update identity.accounts set must_change_password = true where id = ${account.id}`.execute(
    world.context.store,
  );
  const signedIn = await exchange((await visit(ana)).get('code'));
  expect(signedIn).toMatchObject({ status: 200, data: { account: { id: account.id, role: 'operador' } } });
  expect(signedIn.data.mustChangePassword).toBe(false);
  expect((await world.call(authMe, { token: signedIn.data.accessToken })).status).toBe(200);
  expect(await world.events()).toEqual(['auth.identity.linked', 'auth.login.success']);

  // The address changed at the provider, and is no longer verified there: the person is the same.
  const moved = { ...ana, email: 'ana.nova@mar.ao', email_verified: false };
  expect((await exchange((await visit(moved)).get('code'))).data.account.id).toBe(account.id);
});

test.each([false, undefined, 'true'])('an e-mail verified: %s opens no account', async (email_verified) => {
  await world.account('ana@mar.ao');
  const { email_verified: _ignored, ...rest } = ana;
  const landed = await visit(email_verified === undefined ? rest : { ...rest, email_verified });
  expect(landed.has('code')).toBe(false);
  expect(landed.get('error')).toBe(email_verified === 'true' ? 'oidc_provider' : 'oidc_email_unverified');
  expect(await world.events()).toEqual(['auth.login.failed']);
});

test('an address that passed to someone else at the provider does not inherit the account', async () => {
  await world.account('ana@mar.ao');
  expect((await visit(ana)).has('code')).toBe(true);
  expect((await visit({ ...ana, sub: 'sub-outra' })).get('error')).toBe('oidc_no_account');
});

test('who has no account, or a closed one, is told so', async () => {
  expect((await visit(ana)).get('error')).toBe('oidc_no_account');
  const { id } = await world.account('ana@mar.ao');
  await sql`update identity.accounts set status = 'suspended' where id = ${id}`.execute(world.context.store);
  expect((await visit(ana)).get('error')).toBe('oidc_no_account');
});

describe('what the provider answers is checked', () => {
  const faults: Fault[] = ['wrong-nonce', 'wrong-audience', 'foreign-signature', 'expired', 'userinfo-of-another'];
  test.each(faults)('%s', async (fault) => {
    await world.account('ana@mar.ao');
    issuer.setFault(fault);
    expect((await visit(ana)).get('error')).toBe('oidc_provider');
  });

  test('an e-mail told only by userinfo counts', async () => {
    await world.account('ana@mar.ao');
    issuer.setFault('email-in-userinfo');
    expect((await visit(ana)).has('code')).toBe(true);
  });
});

test('a callback is good once, only with the state of a flow begun here, for ten minutes', async () => {
  await world.account('ana@mar.ao');
  const query = issuer.authorize(await begin(), ana);
  expect((await callback({ ...query, state: 'x'.repeat(43) })).get('error')).toBe('oidc_expired');
  expect((await callback({ code: query.code ?? '' })).get('error')).toBe('oidc_expired');
  expect((await callback(query)).has('code')).toBe(true);
  expect((await callback(query)).get('error')).toBe('oidc_expired');

  const late = issuer.authorize(await begin(), ana);
  world.advanceSeconds(601);
  expect((await callback(late)).get('error')).toBe('oidc_expired');
  const { state = '' } = issuer.authorize(await begin(), ana);
  expect((await callback({ state, error: 'access_denied' })).get('error')).toBe('oidc_denied');
});

test('a code of the provider meant for another flow is refused', async () => {
  await world.account('ana@mar.ao');
  const theirs = issuer.authorize(await begin(), ana);
  const mine = issuer.authorize(await begin(), ana);
  const mixed = { code: theirs.code ?? '', state: mine.state ?? '' };
  expect((await callback(mixed)).get('error')).toBe('oidc_provider');
});

test('the one-time code serves once, for a minute, and only the browser that began', async () => {
  await world.account('ana@mar.ao');
  const stolen = (await visit(ana)).get('code');
  expect((await exchange(stolen, 'w'.repeat(43))).code).toBe('invalid_credentials');
  expect((await exchange(stolen)).code).toBe('invalid_credentials');

  const code = (await visit(ana)).get('code');
  const replies = await Promise.all([exchange(code), exchange(code), exchange(code)]);
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);

  const late = (await visit(ana)).get('code');
  world.advanceSeconds(61);
  expect((await exchange(late)).code).toBe('invalid_credentials');
});

describe('with other settings', () => {
  const worlds: World[] = [];
  async function other(overrides: Parameters<typeof createWorld>[0]): Promise<World> {
    const made = await createWorld(overrides);
    worlds.push(made);
    return made;
  }
  afterAll(() => Promise.all(worlds.map((one) => one.close())));

  test('a role for new accounts makes one at the first sign-in, without a password', async () => {
    const open = await other({ oidc: { ...settings(), newAccountRole: 'cliente' } });
    const { data } = await exchange((await visit(ana, open)).get('code'), verifier, open);
    expect(data.account).toMatchObject({ email: 'ana@mar.ao', name: 'Ana', role: 'cliente', hasPassword: false });
    expect((await open.login('ana@mar.ao')).code).toBe('invalid_credentials');
    expect((await open.call(authTotpEnrol, { token: data.accessToken, body: {} })).status).toBe(200);
    expect(await open.events()).toEqual([
      'user.created',
      'auth.identity.linked',
      'auth.login.success',
      'auth.login.failed',
    ]);
  });

  test('a provider that is down is told as its fault, and asked again next time', async () => {
    const fresh = await other({ oidc: settings() });
    issuer.setFault('down');
    expect(await fresh.call(authOidcStart, { query: { challenge } })).toMatchObject({
      status: 502,
      code: 'provider_failed',
      problem: { downstream: true },
    });
    issuer.setFault('none');
    expect(await begin(fresh)).toContain(issuer.issuer);
  });

  test('without a provider the endpoints do not exist', async () => {
    const local = await other({});
    expect((await local.call(authMethods)).data).toEqual({ local: true, oidc: null });
    expect((await local.call(authOidcStart, { query: { challenge } })).code).toBe('not_found');
    expect((await local.call(authOidcCallback, { query: {} })).code).toBe('not_found');
    expect((await exchange('x', verifier, local)).code).toBe('not_found');
  });

  test('an issuer in clear is refused except on this machine', () => {
    const remote = { ...settings(), issuer: 'http://login.exemplo.ao' };
    expect(() => createOidcProvider(remote, 'https://kianda.ao/x', new Uint8Array(32))).toThrow(/tem de usar https/);
  });
});
