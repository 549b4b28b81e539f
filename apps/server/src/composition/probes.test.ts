import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createTestDatabase, testServerUrl } from '../platform/db/testing.ts';
import { createHttpServer, type HttpServer } from '../platform/http/server.ts';
import { createLogger } from '../platform/log/log.ts';
import { createReadiness } from '../platform/process/readiness.ts';
import { bindHealthProbes } from './probes.ts';

const log = createLogger({ level: 'silent', pretty: false });
const gib = 2 ** 30;
const migrations = [
  {
    name: 'sea',
    migrations: [
      { id: '0001-fish', sql: 'create table sea.fish (id bigint primary key);' },
      { id: '0002-length', sql: 'alter table sea.fish add column length_cm double precision;' },
    ],
  },
];

let database: Database;
let drop: () => Promise<void>;
let app: HttpServer;
let nowMs = Date.UTC(2026, 0, 1);
let freeBytes = gib;
let hasStarted = true;

beforeAll(async () => {
  ({ database, drop } = await createTestDatabase([]));
  await migrate(database, migrations, log);
  app = await createHttpServer({
    log,
    authenticate: async () => null,
    rateLimitPerMinute: 1_000,
    requestTimeoutSeconds: 30,
    allowedOrigins: [],
    contentSecurityPolicy: { connect: [], frame: [], frameAncestors: [], secure: false },
  });
  const clock = { nowMs: () => nowMs };
  const readiness = createReadiness({ database, migrations, dataDir: '/', clock, freeBytes: async () => freeBytes });
  bindHealthProbes(app, { hasStarted: () => hasStarted, readiness });
});
afterAll(async () => {
  await app.close();
  await drop();
});
beforeEach(() => {
  freeBytes = gib;
  hasStarted = true;
});

/** Both probes, after the time for which an answer is shared. */
async function probe(): Promise<{ readonly status: number; readonly reasons: readonly string[] }> {
  nowMs += 2_000;
  const ready = await app.inject({ url: '/readyz' });
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  expect(ready.headers['retry-after']).toBe(ready.statusCode === 503 ? '1' : undefined);
  const body = ready.json<{ reasons?: { reason: string; detail: string }[] }>();
  for (const { detail } of body.reasons ?? []) expect(detail).toMatch(/\.$/);
  return { status: ready.statusCode, reasons: (body.reasons ?? []).map(({ reason }) => reason) };
}

const isReady = { status: 200, reasons: [] };
const isNotReady = (reason: string) => ({ status: 503, reasons: [reason] });

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
const administer = (statement: string) => run(testServerUrl(), statement);
const change = (statement: string) => run(database.url, statement);

test('ready with its database, its schema and room on the disk, and not before the start is over', async () => {
  expect(await probe()).toEqual(isReady);
  hasStarted = false;
  expect(await probe()).toEqual(isNotReady('starting'));
});

test('not ready while the database is unreachable, and ready once it is back', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await administer(`alter database ${name} with allow_connections false`);
  await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  expect(await probe()).toEqual(isNotReady('database_unreachable'));
  await administer(`alter database ${name} with allow_connections true`);
  expect(await probe()).toEqual(isReady);
});

test('not ready while the disk is full', async () => {
  freeBytes = 1_000_000;
  expect(await probe()).toEqual(isNotReady('disk_full'));
});

test('not ready on the schema of a newer version, of an older one, of a changed one, and of another program', async () => {
  await change(`insert into platform.migrations values ('sea', '0009-tomorrow', 'x', now(), '9.0.0')`);
  expect(await probe()).toEqual(isNotReady('schema_mismatch'));
  await change(`delete from platform.migrations where id = '0009-tomorrow'`);
  expect(await probe()).toEqual(isReady);

  await change(`delete from platform.migrations where id = '0002-length'`);
  expect(await probe()).toEqual(isNotReady('schema_mismatch'));
  await change(`update platform.migrations set checksum = 'x'`);
  expect(await probe()).toEqual(isNotReady('schema_mismatch'));
  await change('drop schema platform cascade');
  expect(await probe()).toEqual(isNotReady('schema_mismatch'));
});
