import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  backupDrills,
  backupSettings,
  changeBackupSettings,
} from '@kianda/contract/operations/backups/backups.contract';
import * as contract from '@kianda/contract/operations/backups/instants.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../../config/master-key.ts';
import { systemClock } from '../../../../platform/clock/clock.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../platform/db/embedded/embedded.ts';
import { migrate } from '../../../../platform/db/migrate.ts';
import { openDatabase } from '../../../../platform/db/open.ts';
import { createLocalEvents } from '../../../../platform/events/events.ts';
import { jobMigrations } from '../../../../platform/jobs/jobs.migrations.ts';
import type { JobQueue } from '../../../../platform/jobs/jobs.ts';
import { createLogger } from '../../../../platform/log/log.ts';
import { createFolderStorage } from '../../../../platform/storage/folder.ts';
import { askModule } from '../../../../testing/ask.ts';
import { backupsMigrations } from '../backups.migrations.ts';
import { createBackups, openInstants } from '../index.ts';

const run = promisify(execFile);
const log = createLogger({ level: 'silent', pretty: false });
const machine = `${process.platform}-${process.arch}`;
const seaSql = 'create table sea.fish (id integer primary key, name text)';
const modules = [
  { name: 'jobs', migrations: jobMigrations },
  { name: 'backups', migrations: backupsMigrations },
  { name: 'sea', migrations: [{ id: '0001-sea', sql: seaSql }] },
];
const key = randomBytes(32);
const masterKey = randomBytes(32);
const audited: AuditEntry[] = [];
const asked: { name: string; input: unknown }[] = [];
let folder: string;
let rootHome: string;
let server: EmbeddedPostgres;
let database: Database;
let module: ReturnType<typeof createBackups>;
let restarts = 0;
let laterMs = 0;

const dataDir = () => join(folder, 'Dados do Ministério', 'acção das águas');

async function open(): Promise<void> {
  server = await startEmbeddedPostgres({
    dataDir: dataDir(),
    rootHome,
    log,
    archive: { seconds: 3_600 },
    settings: { shared_buffers: '16MB', fsync: 'off' },
  });
  database = await openDatabase({ url: server.url, applicationName: 'kianda-test' });
  await migrate(database, modules, log);
  const storage = createFolderStorage({ folder: join(folder, 'objetos') });
  const events = createLocalEvents();
  module = createBackups({
    platform: {
      database,
      clock: { nowMs: () => systemClock.nowMs() + laterMs },
      log,
      events,
      storage,
      random: () => 0.5,
    },
    audit: { record: async (entry) => void audited.push(entry) },
    masterKey: { bytes: masterKey, isFile: true },
    backupKey: { bytes: key, origin: 'file', path: '/dados/secrets/backup.key' },
    dataDir: folder,
    backupDir: join(folder, 'copias'),
    disks: { watch: () => undefined },
    databaseHost: null,
    version: '2.0.0',
    machine,
    modules: () => modules,
    queue: () =>
      ({
        enqueue: async (name: string, input: unknown) => {
          asked.push({ name, input });
          return '5a3c1d10-0000-4000-8000-00000000000c';
        },
      }) as unknown as JobQueue,
    restart: () => {
      restarts += 1;
    },
  });
  await module.start?.();
}

async function close(): Promise<void> {
  await database.close();
  await server.stop();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-instante-'));
  rootHome = `${folder} raiz da ação`;
  await mkdir(dataDir(), { recursive: true });
  await chmod(folder, 0o755);
  await open();
});
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
  await rm(rootHome, { recursive: true, force: true });
});

const db = () => database.for();
const insert = (from: number, to: number) =>
  sql`insert into sea.fish select n, 'peixe ' || n from generate_series(${from}::int, ${to}::int) n`.execute(db());
const fish = async () => (await sql<{ n: number }>`select count(*)::int as n from sea.fish`.execute(db())).rows[0]?.n;
async function instant(): Promise<string> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at from pg_sleep(0.01)`.execute(db());
  return (rows[0]?.at ?? new Date(0)).toISOString();
}

async function runJob(name: string, input: unknown = {}): Promise<unknown> {
  const job = module.jobs?.find((one) => one.name === name);
  if (job === undefined) throw new Error(`no job ${name}`);
  const context = { runId: 'r', signal: new AbortController().signal, log, progress: async () => undefined };
  return job.run(input, context);
}

const status = async () => (await askModule(module, contract.instantStatus)).data;
const drill = (at: string) => runJob('backups.drill-instant', { instant: at });
const person = { id: null, name: 'ana@kianda.test' };
const makeBase = () => runJob('backups.base', { trigger: 'manual', actor: person });
const kept = () => readdir(join(folder, 'copias/objects'), { recursive: true });

test('what was destroyed comes back as it was at an instant: rehearsed beside what is in use, then put in its place', async () => {
  await insert(1, 100);
  await makeBase();
  await insert(101, 500);
  const before = await instant();
  await insert(501, 900);
  await sql`drop table sea.fish`.execute(db());
  await runJob('backups.archive');
  const told = await status();
  expect(told).toMatchObject({ isArchiving: true, waiting: 0, failure: null, gaps: [], everySeconds: 3_600 });
  expect(told.bases).toMatchObject([{ status: 'completed', actor: 'ana@kianda.test' }]);
  expect(told.windows).toHaveLength(1);

  await drill(before);
  const [rehearsed] = (await askModule(module, backupDrills)).data.drills;
  expect(rehearsed).toMatchObject({ state: 'passed', instant: before });
  const evidence = rehearsed?.evidence.find(({ table }) => table === 'sea.fish');
  expect(evidence).toEqual({ table: 'sea.fish', rows: 0, foundRows: 500, isSame: false });

  const body = { instant: before, confirmation: 'ontem', reason: 'tabela apagada por engano' };
  await expect(askModule(module, contract.restoreInstant, { body })).rejects.toThrow(before);
  await askModule(module, contract.restoreInstant, { body: { ...body, confirmation: before } });
  expect(asked.at(-1)).toMatchObject({ name: 'backups.restore-instant', input: { instant: before } });
  await runJob('backups.restore-instant', asked.at(-1)?.input);
  expect(restarts).toBe(1);
  await close();
  await open();
  expect(await fish()).toBe(500);
  const { rows } = await sql<{
    sum: number;
  }>`select sum(id)::int as sum from sea.fish where name = 'peixe ' || id`.execute(db());
  expect(rows).toEqual([{ sum: 125_250 }]);
  expect(audited.at(-1)).toMatchObject({ event: 'system.backup.restored', severity: 'critical' });
  await insert(1_001, 1_010);
});

test('on the new timeline a base is due, instants before the restoration are still there, and others are refused', async () => {
  asked.length = 0;
  await runJob('backups.archive');
  expect(asked.map(({ name }) => name)).toContain('backups.base');
  await makeBase();
  const { windows } = await status();
  expect(windows).toHaveLength(2);
  await drill(windows[0]?.to ?? '');
  const early = new Date(Date.parse(windows[0]?.from ?? '') - 60_000).toISOString();
  await expect(drill(early)).rejects.toThrow(`de ${windows[0]?.from} a ${windows[0]?.to}`);
  await expect(askModule(module, contract.drillInstant, { body: { instant: early } })).rejects.toThrow(
    'não está no arquivo',
  );
  await expect(
    askModule(module, contract.drillInstant, { body: { instant: '2099-01-01T00:00:00.000Z' } }),
  ).rejects.toThrow(windows[1]?.to);
  // Until now: the job closes the journal first.
  await insert(2_001, 2_005);
  await drill(await instant());
  const [newest] = (await askModule(module, backupDrills)).data.drills;
  expect(newest?.evidence.find(({ table }) => table === 'sea.fish')).toMatchObject({ foundRows: 515, isSame: true });
});

test('one corrupt byte of a segment: the recovery is refused and names it', async () => {
  await insert(3_001, 3_010);
  // Until now: the turn that closes the journal, and the segment that is spoilt next.
  await runJob('backups.archive');
  await insert(3_011, 3_020);
  const { windows } = await status();
  const segments = (await kept()).filter((path) => /diario\/.*\/00000002[0-9A-F]{16}\..*\.kb$/.test(path)).toSorted();
  const path = join(folder, 'copias/objects', segments.at(-1) ?? '');
  const name = /[0-9A-F]{24}/.exec(path)?.[0] ?? '?';
  const bytes = await readFile(path);
  bytes[200] = (bytes[200] ?? 0) ^ 0x01;
  await writeFile(path, bytes);
  await expect(drill(windows.at(-1)?.to ?? '')).rejects.toThrow(`O segmento ${name} do diário não se lê`);
  const [failed] = (await askModule(module, backupDrills)).data.drills;
  expect(failed).toMatchObject({ state: 'failed', error: expect.stringContaining(name) });
  bytes[200] = (bytes[200] ?? 0) ^ 0x01;
  await writeFile(path, bytes);
});

test('a missing segment is found and named, and a base is due from there on', async () => {
  const { rows } = await sql<{ lsn: string; name: string }>`
    select pg_walfile_name(pg_current_wal_lsn()) as name, pg_switch_wal()::text as lsn`.execute(db());
  const lost = rows[0]?.name ?? '';
  const { rows: places } = await sql<{ folder: string }>`select current_setting('data_directory') as folder`.execute(
    db(),
  );
  const spooled = join(places[0]?.folder ?? '', '../diario', lost);
  await expect
    .poll(() =>
      readFile(spooled).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await rm(spooled);
  await insert(4_001, 4_010);
  // The turn that closes the next segment.
  await drill(await instant()).catch(() => undefined);
  const told = await status();
  expect(told.gaps).toEqual([{ first: lost, last: lost, segments: 1 }]);
  asked.length = 0;
  await runJob('backups.archive');
  expect(asked.map(({ name }) => name)).toContain('backups.base');
  await makeBase();
  expect((await status()).windows).toHaveLength(3);
});

test('the command line: another machine, from the folder and the key alone; over a base of its own only when told', async () => {
  await insert(5_001, 5_020);
  const at = await instant();
  const there = await fish();
  await insert(5_021, 5_040);
  // On a fast machine this base begins in the same second as the one before it, which must stay.
  const { bases: before } = await status();
  const [, year, month, day, hour, minute, second] =
    /^instante-(....)(..)(..)-(..)(..)(..)$/.exec(before[0]?.name ?? '') ?? [];
  laterMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - systemClock.nowMs();
  await makeBase();
  laterMs = 0;
  const { bases } = await status();
  expect(bases).toHaveLength(before.length + 1);
  expect(bases.map(({ name }) => name)).toContain(`${before[0]?.name}-2`);
  const keyFile = join(folder, 'guardada.key');
  await createKey(keyFile, key);
  const dataDir = join(folder, 'outra');
  const restore = (...args: readonly string[]) =>
    run(process.execPath, [join(import.meta.dirname, '../../../../restore.ts'), join(folder, 'copias'), ...args], {
      env: { PATH: process.env.PATH, KIANDA_DATA_DIR: dataDir },
    });
  await expect(restore(`--chave=${keyFile}`, '--instante=2020-01-01T00:00:00Z')).rejects.toMatchObject({
    stderr: expect.stringContaining('que tem de 20'),
  });
  const { stdout } = await restore(`--chave=${keyFile}`, `--instante=${at}`);
  expect(stdout).toContain('Reposição concluída');
  expect(await readFile(join(dataDir, 'secrets/master.key'), 'utf8')).toBe(masterKey.toString('base64url'));
  await expect(restore(`--chave=${keyFile}`, `--instante=${at}`)).rejects.toMatchObject({
    stderr: expect.stringContaining('--substituir'),
  });
  const other = await startEmbeddedPostgres({ dataDir, log, settings: { shared_buffers: '16MB' } });
  const opened = await openDatabase({ url: other.url, applicationName: 'kianda-test' });
  const found = await sql<{ n: number }>`select count(*)::int as n from sea.fish`.execute(opened.for());
  await opened.close();
  await other.stop();
  const id = await readFile(join(dataDir, 'cluster-id'), 'utf8').catch(() => null);
  if (id !== null) await rm(join('/var/lib/kianda', id.trim()), { recursive: true });
  expect(found.rows[0]?.n).toBe(there);
});

test('the second place gets bases and journal, and gives an instant back; what no kept base needs goes from both', async () => {
  const second = join(folder, 'segunda');
  const { data } = await askModule(module, backupSettings);
  const { mainPlace: _place, hasSecret: _secret, updatedAt: _at, updatedBy: _by, ...settings } = data;
  await askModule(module, changeBackupSettings, { body: { ...settings, second: { kind: 'folder', folder: second } } });
  const at = await instant();
  await makeBase();
  await drill(await instant());
  const found = await openInstants({ folder: second, key, instant: new Date(at) });
  expect(found.masterKey?.equals(masterKey)).toBe(true);
  await expect(openInstants({ folder: second, key: randomBytes(32), instant: new Date(at) })).rejects.toThrow('chave');
  const before = await status();
  expect(before.bases.every(({ isOnSecond }) => isOnSecond)).toBe(true);

  laterMs = 60 * 86_400_000;
  await makeBase();
  laterMs = 0;
  const after = await status();
  expect(after.bases).toHaveLength(1);
  expect(after.segments).toBeLessThan(before.segments);
  for (const place of [join(folder, 'copias'), second]) {
    const names = (await readdir(join(place, 'objects'), { recursive: true })).filter((path) =>
      /[0-9A-F]{24}[^/]*\.kb$/.test(path),
    );
    expect(names).toHaveLength(after.segments);
  }
  expect(after.windows).toHaveLength(1);
});
