import { generateKeyPairSync } from 'node:crypto';
import { authLogout, authMe, authSessions } from '@kianda/contract/people/identity/identity.contract';
import { usersList } from '@kianda/contract/people/identity/users.contract';
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { testMasterKey } from '../../audit/testing/platform.ts';
import { deriveKeys } from '../core/keys.ts';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
let accessToken: string;

beforeAll(async () => {
  world = await createWorld();
  return () => world.close();
});
beforeEach(async () => {
  await world.reset();
  await world.account('ana@mar.ao', 'administrador');
  accessToken = (await world.login('ana@mar.ao')).data.accessToken;
});

/** The claims of the good token with changes, signed as told. */
function forged(claims: object, header: object = {}, key = deriveKeys(testMasterKey).signing.privateKey) {
  return new SignJWT({ ...decodeJwt(accessToken), ...claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', ...header })
    .sign(key);
}

test('the token says what RFC 9068 asks for, and no personal data', () => {
  expect(decodeProtectedHeader(accessToken)).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: expect.any(String) });
  const { exp = 0, iat = 0, ...claims } = decodeJwt(accessToken);
  expect(exp - iat).toBe(900);
  expect(Object.keys(claims).toSorted()).toEqual(['aud', 'iss', 'jti', 'sid', 'sub']);
});

test('a tampered, foreign or misused token opens nothing', async () => {
  expect(await world.identity.authenticate(accessToken)).toMatchObject({ email: 'ana@mar.ao' });
  expect(await world.identity.authenticate(await forged({}))).not.toBeNull();

  const [header = '', payload = '', signature = ''] = accessToken.split('.');
  const changed = Buffer.from(JSON.stringify({ ...decodeJwt(accessToken), sub: crypto.randomUUID() })).toString(
    'base64url',
  );
  const other = generateKeyPairSync('ed25519').privateKey;
  const refused: Record<string, string> = {
    'changed payload': `${header}.${changed}.${signature}`,
    'cut signature': `${header}.${payload}.${signature.slice(0, -4)}`,
    'no signature': `${header}.${payload}.`,
    'algorithm none': new UnsecuredJWT(decodeJwt(accessToken)).encode(),
    'other key': await forged({}, {}, other),
    'other master key': await forged({}, {}, deriveKeys(new Uint8Array(32).fill(9)).signing.privateKey),
    'other type': await forged({}, { typ: 'JWT' }),
    'other issuer': await forged({ iss: 'outro' }),
    'other audience': await forged({ aud: 'outra' }),
    'interface token without scope': await forged({ aud: 'interfaces' }),
    'console token with scope': await forged({ scope: ['ocean:read'] }),
    'no session': await forged({ sid: undefined }),
    'unknown session': await forged({ sid: crypto.randomUUID() }),
    'session of another account': await forged({ sub: crypto.randomUUID() }),
    'no expiry': await forged({ exp: undefined }),
    empty: '',
    garbage: 'a.b.c',
  };
  const accepted: string[] = [];
  for (const [name, token] of Object.entries(refused)) {
    if ((await world.identity.authenticate(token)) !== null) accepted.push(name);
  }
  expect(accepted).toEqual([]);
  expect((await world.call(authMe, { token: refused['changed payload'] ?? '' })).code).toBe('unauthenticated');
  expect((await world.call(authMe, {})).code).toBe('unauthenticated');
});

test('a token that was good once is good no longer than it says, and no longer than its session', async () => {
  const again = () => world.identity.authenticate(accessToken);
  expect([await again(), await again()]).toMatchObject([{ email: 'ana@mar.ao' }, { email: 'ana@mar.ao' }]);
  // A signature that was found good lends nothing to another one over the same claims.
  const [header, payload] = accessToken.split('.');
  expect(await world.identity.authenticate(`${header}.${payload}.${'A'.repeat(86)}`)).toBeNull();
  world.advanceSeconds(899);
  expect(await again()).not.toBeNull();
  world.advanceSeconds(1);
  expect(await again()).toBeNull();
  accessToken = (await world.login('ana@mar.ao')).data.accessToken;
  expect(await again()).not.toBeNull();
  await world.call(authLogout, { token: accessToken, body: {} });
  expect(await again()).toBeNull();
});

test('HMAC with the public key as secret is refused', async () => {
  const { publicKey } = deriveKeys(testMasterKey).signing;
  const secret = publicKey.export({ format: 'der', type: 'spki' });
  const token = await new SignJWT(decodeJwt(accessToken))
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .sign(secret);
  expect(await world.identity.authenticate(token)).toBeNull();
});

test('an interface token carries only what was asked and the role allows, for five minutes', async () => {
  await world.account('vera@mar.ao', 'cliente');
  const vera = await world.identity.authenticate((await world.login('vera@mar.ao')).data.accessToken);
  const ana = await world.identity.authenticate(accessToken);
  if (vera === null || ana === null) throw new Error('both must be signed in');
  const narrow = await world.identity.issueInterfaceToken(vera, ['ocean:read', 'vessels:read']);
  expect(narrow.scopes).toEqual(['ocean:read']);

  const { token } = await world.identity.issueInterfaceToken(ana, ['ocean:read', 'users:read']);
  const principal = await world.identity.authenticate(token);
  expect(principal).toMatchObject({ email: 'ana@mar.ao', scopes: ['ocean:read', 'users:read'] });
  expect((await world.call(usersList, { token })).status).toBe(200);
  expect((await world.call(authMe, { token })).code).toBe('forbidden');
  expect((await world.call(authSessions, { token })).code).toBe('forbidden');
  const oceanOnly = (await world.identity.issueInterfaceToken(ana, ['ocean:read'])).token;
  expect((await world.call(usersList, { token: oceanOnly })).code).toBe('forbidden');
  expect(world.denied).toEqual(['authMe', 'authSessions', 'usersList']);

  if (principal === null) throw new Error('the interface token must be good');
  const wider = await world.identity.issueInterfaceToken(principal, ['ocean:read', 'users:write']);
  expect(wider.scopes).toEqual(['ocean:read']);
  world.advanceSeconds(300);
  expect(await world.identity.authenticate(token)).toBeNull();
});

test('an interface token ends with its session', async () => {
  const ana = await world.identity.authenticate(accessToken);
  if (ana === null) throw new Error('must be signed in');
  const { token } = await world.identity.issueInterfaceToken(ana, ['ocean:read']);
  expect(await world.identity.authenticate(token)).not.toBeNull();
  await world.call(authLogout, { token: accessToken, body: {} });
  expect(await world.identity.authenticate(token)).toBeNull();
});

test('a short master key is refused', () => {
  expect(() => deriveKeys(new Uint8Array(31))).toThrow(/received 31 bytes, expected at least 32/);
});
