import { expect, test } from 'vitest';
import { migrate } from '../../../../platform/db/migrate.ts';
import { createTestDatabase } from '../../../../platform/db/testing.ts';
import { createLogger } from '../../../../platform/log/log.ts';
import { identityMigrations } from '../identity.migrations.ts';
import type { IdentityTables } from '../identity.types.ts';
import {
  backchannelUrl,
  checkedAttributes,
  idTokenAlgorithm,
  postLogoutUris,
  requiresChallenge,
  shownAttributes,
} from './client-attributes.rules.ts';

const fields = (attributes: Record<string, string>) => ({ attributes, redirect_uris: ['https://a.ao/volta'] });

test('a program registered before other algorithms existed goes on with EdDSA', async () => {
  const index = identityMigrations.findIndex(({ id }) => id === '0008-foreign-clients');
  const before = { name: 'identity', migrations: identityMigrations.slice(0, index) };
  const { database, drop } = await createTestDatabase([before]);
  try {
    const store = database.for<IdentityTables>();
    const row = {
      id: '00000000-0000-4000-8000-000000000009',
      client_id: 'antiga',
      name: 'Antiga',
      description: '',
      secret_hash: Buffer.alloc(32),
      service_account_id: null,
      redirect_uris: ['https://a.ao/volta'],
      permissions: [],
      created_at: new Date(0),
    };
    await store
      .insertInto('identity.clients')
      .values(row as never)
      .execute();
    const log = createLogger({ level: 'silent', pretty: false });
    await migrate(database, [{ ...before, migrations: identityMigrations }], log);
    const kept = await store.selectFrom('identity.clients').selectAll().executeTakeFirstOrThrow();
    expect(idTokenAlgorithm(kept)).toBe('EdDSA');
    expect(kept.secret_sealed).toBeNull();
    expect(postLogoutUris(kept)).toEqual(['https://a.ao/volta']);
    expect(requiresChallenge(kept)).toBe(true);
  } finally {
    await drop();
  }
});

test('what a program is without any attribute', () => {
  expect(idTokenAlgorithm(fields({}))).toBe('RS256');
  expect(requiresChallenge(fields({}))).toBe(true);
  expect(backchannelUrl(fields({}))).toBeNull();
  expect(postLogoutUris(fields({}))).toEqual(['https://a.ao/volta']);
  expect(shownAttributes(fields({}))).toEqual({
    'id.token.signed.response.alg': 'RS256',
    'pkce.code.challenge.method': 'S256',
  });
});

test.each([
  ['+', ['https://a.ao/volta']],
  ['-', []],
  ['https://a.ao/1##https://a.ao/2', ['https://a.ao/1', 'https://a.ao/2']],
  ['+##https://a.ao/1', ['https://a.ao/volta', 'https://a.ao/1']],
])('addresses after a sign-out: %s', (value, expected) => {
  expect(postLogoutUris(fields({ 'post.logout.redirect.uris': value }))).toEqual(expected);
});

test.each([
  ['id.token.signed.response.alg', 'HS256', false],
  ['id.token.signed.response.alg', 'none', false],
  ['pkce.code.challenge.method', 'plain', false],
  ['pkce.code.challenge.method', '', true],
  ['post.logout.redirect.uris', 'https://a.ao/1##javascript:alert(1)', false],
  ['backchannel.logout.url', 'http://a.ao/fim', false],
  ['backchannel.logout.url', 'ao.a.programa:/fim', false],
  ['backchannel.logout.session.required', 'false-ish', false],
  ['exclude.issuer.from.auth.response', 'true', false],
])('%s: %s is refused by its name', (name, value, publicClient) => {
  expect(() => checkedAttributes({ [name]: value }, { publicClient })).toThrow(
    expect.objectContaining({
      code: 'validation_failed',
      issues: [expect.objectContaining({ path: `attributes.${name}` })],
    }),
  );
});

test('what is switched off, or holds anyway, is taken and not stored', () => {
  const given = {
    'id.token.signed.response.alg': 'ES256',
    'pkce.code.challenge.method': '',
    'oauth2.device.authorization.grant.enabled': 'false',
    'backchannel.logout.session.required': 'true',
    'client.secret.creation.time': '1700000000',
    'request.uris': '',
  };
  expect(checkedAttributes(given, { publicClient: false })).toEqual({
    'id.token.signed.response.alg': 'ES256',
    'pkce.code.challenge.method': '',
  });
});
