import { expect, test } from 'vitest';
import { mapClient, mapRealm, mapSession, mapUser, mergeSessions } from './map.ts';

test('a realm shows its open settings only, and its name where it has no other', () => {
  expect(mapRealm({ realm: 'kianda', sslRequired: 'all', smtpServer: { password: 'x' }, privateKey: 'x' })).toEqual({
    id: 'kianda',
    realm: 'kianda',
    displayName: 'kianda',
    enabled: true,
    sslRequired: 'all',
  });
  expect(mapRealm({ id: '7', realm: 'kianda', displayName: '', enabled: false })).toEqual({
    id: '7',
    realm: 'kianda',
    displayName: 'kianda',
    enabled: false,
  });
  expect(mapRealm({ realm: 'kianda', displayName: 'Mar de Angola' }).displayName).toBe('Mar de Angola');
});

test('a user of which little is known may do nothing and has confirmed nothing', () => {
  expect(mapUser({ id: '1', username: 'ana' })).toEqual({
    id: '1',
    username: 'ana',
    emailVerified: false,
    enabled: false,
    totp: false,
    createdTimestamp: 0,
    requiredActions: [],
    disableableCredentialTypes: [],
    notBefore: 0,
    access: {},
  });
  expect(
    mapUser({ id: '1', username: 'ana', firstName: 'Ana', enabled: true, totp: true, emailVerified: true }),
  ).toMatchObject({
    firstName: 'Ana',
    enabled: true,
    totp: true,
    emailVerified: true,
  });
});

test('a client never shows a secret, a password or a key', () => {
  const revealed = {
    id: '1',
    clientId: 'console',
    secret: 'x',
    attributes: {
      'client.secret.creation.time': '1',
      'saml.signing.private.key': 'x',
      Password: 'x',
      'pkce.code.challenge.method': 'S256',
      empty: null,
    },
  };
  const client = mapClient(revealed);
  expect(client).toEqual({
    id: '1',
    clientId: 'console',
    enabled: false,
    protocol: 'openid-connect',
    publicClient: false,
    bearerOnly: false,
    standardFlowEnabled: false,
    directAccessGrantsEnabled: false,
    serviceAccountsEnabled: false,
    redirectUris: [],
    webOrigins: [],
    attributes: { 'pkce.code.challenge.method': 'S256' },
    defaultClientScopes: [],
    optionalClientScopes: [],
    fullScopeAllowed: false,
    consentRequired: false,
    access: {},
  });
});

const session = (id: string, lastAccess: number, over: object = {}) =>
  mapSession({ id, start: 1, lastAccess, clients: { [`client-${id}`]: id }, ...over });

test('a session has one of two types or none', () => {
  expect(session('a', 2, { type: 'OFFLINE' }).type).toBe('OFFLINE');
  expect(session('a', 2, { type: 'REGULAR' }).type).toBe('REGULAR');
  expect('type' in session('a', 2, { type: 'OTHER' })).toBe(false);
  expect(session('a', 2)).toMatchObject({ username: '', userId: '', ipAddress: '', start: 1, lastAccess: 2 });
});

test('a session of two clients comes once, with both, the newest access first', () => {
  const merged = mergeSessions([
    [session('a', 5), session('b', 9)],
    [session('a', 5, { clients: { other: 'console' } }), session('c', 7)],
  ]);
  expect(merged.map(({ id, clients }) => [id, Object.keys(clients ?? {})])).toEqual([
    ['b', ['client-b']],
    ['c', ['client-c']],
    ['a', ['client-a', 'other']],
  ]);
  expect(mergeSessions([])).toEqual([]);
});
