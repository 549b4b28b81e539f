import Fastify from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCache } from '../platform/cache/cache.ts';
import { createContents } from '../platform/db/contents.ts';
import { createTestDatabase, testServerUrl } from '../platform/db/testing.ts';
import { idempotencyMigrations } from '../platform/http/idempotency.ts';
import { createLogger } from '../platform/log/log.ts';
import { createDisks } from '../platform/process/disk.ts';
import { createReadiness } from '../platform/process/readiness.ts';
import { bindHealthProbes, mayScrape } from './probes.ts';

const modules = [{ name: 'http', migrations: idempotencyMigrations }];
const later = [{ name: 'http', migrations: [...idempotencyMigrations, { id: '0002-later', sql: 'select 1' }] }];
let installation: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  installation = await createTestDatabase(modules);
});
afterAll(() => installation.drop());

/** The probes of a process, which reads its disk and its database anew at each request. */
async function probesOf(
  over: {
    migrations?: typeof modules;
    freeBytes?: () => number;
    freeElsewhere?: Readonly<Record<string, number>>;
    onReplaced?: () => void;
  } = {},
) {
  const { database } = installation;
  const { migrations = modules, freeBytes = () => 1e12, freeElsewhere = {}, onReplaced } = over;
  let nowMs = 0;
  const clock = { nowMs: () => (nowMs += 10_000) };
  const log = createLogger({ level: 'silent', pretty: false });
  const contents = createContents({ database, log, onReplaced });
  await contents.fault();
  const folders = ['/dados', '/copias', '/base'];
  const probe = async (folder: string) => ({
    freeBytes: folder === '/dados' ? freeBytes() : (freeElsewhere[folder] ?? 1e12),
    ...{ totalBytes: 2e12, device: folders.indexOf(folder) },
  });
  const disks = createDisks({
    folders: { data: '/dados', backups: '/copias', database: '/base' },
    ...{ reserveBytes: () => 512 * 2 ** 20, clock, probe },
  });
  const app = Fastify();
  bindHealthProbes(app, {
    hasStarted: () => true,
    readiness: createReadiness({ database, migrations, contents, disks, clock }),
  });
  return {
    alive: async () => (await app.inject({ url: '/healthz' })).statusCode,
    async ready() {
      const answer = await app.inject({ url: '/readyz' });
      const { reasons = [], warnings } = answer.json<{ reasons?: unknown[]; warnings?: unknown[] }>();
      return { status: answer.statusCode, reasons, ...(warnings === undefined ? {} : { warnings }) };
    },
  };
}

test('ready, until the disk is full; alive all the same, and ready again once there is room', async () => {
  let freeBytes = 300 * 2 ** 20;
  const probes = await probesOf({ freeBytes: () => freeBytes });
  // Below the reserve files are refused, and the rest goes on.
  expect(await probes.ready()).toEqual({ status: 200, reasons: [] });
  freeBytes = 20 * 2 ** 20;
  const full = { reason: 'disk_full', detail: 'O disco da pasta de dados só tem 20 MB livres.' };
  expect(await probes.ready()).toEqual({ status: 503, reasons: [full] });
  expect(await probes.alive()).toBe(200);
  freeBytes = 1e10;
  expect((await probes.ready()).status).toBe(200);
});

test('the disk of the backups keeps nobody away, that of the database does; both are named', async () => {
  const full = (ofWhat: string) => ({ reason: 'disk_full', detail: `O disco ${ofWhat} só tem 20 MB livres.` });
  const copies = await probesOf({ freeElsewhere: { '/copias': 20 * 2 ** 20 } });
  const warnings = [full('das cópias de segurança')];
  expect(await copies.ready()).toEqual({ status: 200, reasons: [], warnings });
  const base = await probesOf({ freeElsewhere: { '/base': 20 * 2 ** 20 } });
  expect(await base.ready()).toEqual({ status: 503, reasons: [full('da base de dados')] });
});

test('not ready where the schema is another version’s, whichever is the older', async () => {
  const missing = { reason: 'schema_mismatch', detail: 'Falta à base de dados a migração http/0002-later.' };
  expect(await (await probesOf({ migrations: later })).ready()).toEqual({ status: 503, reasons: [missing] });
  const { status, reasons } = await (await probesOf({ migrations: [{ name: 'http', migrations: [] }] })).ready();
  expect(status).toBe(503);
  expect(JSON.stringify(reasons)).toContain('mais recente da Kianda');
});

test('a process whose database was replaced beneath it says so, forgets what it knew and asks for its restart', async () => {
  const onReplaced = vi.fn();
  const probes = await probesOf({ onReplaced });
  const cache = createCache<string>({
    ...{ name: 'ensaio/antes', clock: { nowMs: () => 0 }, ttlMs: 1e9, maxStaleMs: 0, maxEntries: 1 },
  });
  await cache.get('x', async () => 'antes');
  expect((await probes.ready()).status).toBe(200);
  const { pathname } = new URL(installation.database.url);
  const current = pathname.slice(1);
  const restored = await createTestDatabase(modules);
  const name = new URL(restored.database.url).pathname.slice(1);
  await restored.database.close();
  const client = new pg.Client({ connectionString: testServerUrl() });
  await client.connect();
  try {
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = any($1)', [
      [current, name],
    ]);
    await client.query(`alter database ${current} rename to ${current}_antes`);
    await client.query(`alter database ${name} rename to ${current}`);
    const detail = 'A base de dados foi reposta ou trocada por outra: este processo tem de reiniciar.';
    const replaced = { status: 503, reasons: [{ reason: 'database_replaced', detail }] };
    // Cut connections are found one by one.
    await vi.waitFor(async () => expect(await probes.ready()).toEqual(replaced), { timeout: 60_000 });
    expect(await probes.ready()).toEqual(replaced);
    expect(await probes.alive()).toBe(200);
    expect(onReplaced).toHaveBeenCalledOnce();
    expect((await cache.get('x', async () => 'depois')).value).toBe('depois');
    // A process that starts on it stands on what it found.
    expect(await (await probesOf()).ready()).toEqual({ status: 200, reasons: [] });
  } finally {
    await client.query(`drop database ${current}_antes with (force)`);
    await client.end();
  }
});

test('not ready while the database does not answer', async () => {
  const probes = await probesOf();
  await installation.database.close();
  const reason = { reason: 'database_unreachable', detail: 'A base de dados não responde.' };
  expect(await probes.ready()).toEqual({ status: 503, reasons: [reason] });
  expect(await probes.alive()).toBe(200);
});

const token = 'um-segredo-comprido';

test.each([
  { mode: 'demo', metricsToken: null, ip: '127.0.0.1', expected: true },
  { mode: 'demo', metricsToken: null, ip: '::1', expected: true },
  { mode: 'demo', metricsToken: null, ip: '::ffff:127.0.0.1', expected: true },
  { mode: 'demo', metricsToken: null, ip: '10.0.0.9', expected: false },
  { mode: 'production', metricsToken: null, ip: '127.0.0.1', expected: false },
  { mode: 'production', metricsToken: null, ip: '::1', expected: false },
  { mode: 'production', metricsToken: token, ip: '10.0.0.9', authorization: `Bearer ${token}`, expected: true },
  { mode: 'production', metricsToken: token, ip: '127.0.0.1', expected: false },
  { mode: 'demo', metricsToken: token, ip: '127.0.0.1', authorization: 'Bearer outro', expected: false },
] as const)('in $mode, from $ip: $expected', ({ expected, ip, mode, metricsToken, ...rest }) => {
  expect(mayScrape({ headers: rest, ip }, { mode, metricsToken })).toBe(expected);
});
