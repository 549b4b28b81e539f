import { afterEach, expect, test } from 'vitest';
import { type FixtureAnswer, type FixtureServer, serveFixtures } from '../../testing/fixture-server.ts';
import { readMinioAccount } from './client.ts';

let server: FixtureServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function read(answer: FixtureAnswer) {
  server = await serveFixtures(() => answer, { nowMs: () => 0 });
  const { settings, context } = server;
  return readMinioAccount({ baseUrl: settings.baseUrl, http: context.http }, async (url) => ({ 'x-signed': url }));
}
const bucketOf = async (bucket: object) =>
  (await read({ body: { Buckets: [{ name: 'raw', ...bucket }] } }))?.buckets[0];

test('an account with its buckets; what is not said may be read, not written', async () => {
  expect(await read({ body: { AccountName: 'kianda', Buckets: [{ name: 'raw' }] } })).toEqual({
    name: 'kianda',
    buckets: [
      {
        name: 'raw',
        size: 0,
        objects: 0,
        histogram: {},
        createdAt: null,
        mayRead: true,
        mayWrite: false,
        versioning: 'off',
        locking: false,
        replication: false,
      },
    ],
  });
  expect(server?.requests[0]?.headers['x-signed']).toMatch(/\/minio\/admin\/v3\/accountinfo$/);
  expect(await read({ body: { Buckets: null } })).toEqual({ name: '', buckets: [] });
});

test.each([
  [{ versioning: true }, 'enabled'],
  [{ versioning: true, versioningSuspended: true }, 'suspended'],
  [{ versioning: false }, 'off'],
] as const)('versions: %j is %s', async (details, versioning) => {
  expect(await bucketOf({ details })).toMatchObject({ versioning });
});

test('sizes, rights and the instant of creation are those told; year 1 is none', async () => {
  const details = { locking: true, replication: true };
  const access = { read: false, write: true };
  expect(
    await bucketOf({ size: 9, objects: 2, details, access, created: '2026-01-02T03:04:05.123456789Z' }),
  ).toMatchObject({
    size: 9,
    objects: 2,
    locking: true,
    replication: true,
    mayRead: false,
    mayWrite: true,
    createdAt: '2026-01-02T03:04:05.123Z',
  });
  expect(await bucketOf({ created: '0001-01-01T00:00:00Z' })).toMatchObject({ createdAt: null });
  expect(await bucketOf({ created: '1970-01-01T00:00:00Z' })).toMatchObject({ createdAt: null });
});

test.each([
  ['refused', { status: 403, body: {} }],
  ['another server', { status: 404, body: '' }],
  ['a page', { body: '<html>', headers: { 'content-type': 'text/html' } }],
  ['another document', { body: { Buckets: 7 } }],
] as const)('%s is no account', async (_name, answer) => expect(await read(answer)).toBeNull());

test('a server that fails is a failure, not an absence', async () => {
  await expect(read({ status: 500, body: '' })).rejects.toThrow();
  await expect(read({ body: '{"Buckets":' })).rejects.toThrow();
});
