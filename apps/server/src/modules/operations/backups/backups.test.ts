import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contract from '@kianda/contract/operations/backups/backups.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../platform/db/open.ts';
import { jobMigrations } from '../../../platform/jobs/jobs.migrations.ts';
import { createJobQueue, type RunnableJobQueue } from '../../../platform/jobs/queue.ts';
import { askModule } from '../../../testing/ask.ts';
import { createModulePlatform, type ModulePlatform } from '../../../testing/module.ts';
import { backupsMigrations } from './backups.migrations.ts';
import { databaseAddress } from './engine/connection.ts';
import { dropDatabase } from './engine/load.ts';
import { createBackups, finishRestore, restoreFromFolder } from './index.ts';

const modules = [
  { name: 'jobs', migrations: jobMigrations },
  { name: 'backups', migrations: backupsMigrations },
  { name: 'sea', migrations: [{ id: '0001-sea', sql: 'create table sea.fish (id integer primary key, name text)' }] },
];
const audited: AuditEntry[] = [];
const key = randomBytes(32);
let base: ModulePlatform;
let folder: string;
let module: ReturnType<typeof createBackups>;
let queue: RunnableJobQueue;
let restarts = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-copias-'));
  base = await createModulePlatform(modules);
  const { platform } = base;
  module = createBackups({
    platform,
    audit: { record: async (entry) => void audited.push(entry) },
    masterKey: { bytes: randomBytes(32), isFile: true },
    backupKey: { bytes: key, origin: 'file', path: '/dados/secrets/backup.key' },
    dataDir: folder,
    backupDir: join(folder, 'copias'),
    disks: { watch: () => undefined },
    databaseHost: null,
    version: '2.0.0',
    machine: 'linux-x64',
    modules: () => modules,
    queue: () => queue,
    restart: () => {
      restarts += 1;
    },
  });
  const { database, clock, log, events } = platform;
  queue = createJobQueue({ database, jobs: module.jobs ?? [], clock, log, events, roles: ['worker'] });
  await queue.start();
  await sql`insert into sea.fish select n, 'peixe ' || n from generate_series(1, 1000) n`.execute(database.for());
  await platform.storage.put('raw/a.bin', Buffer.from('um'));
});
afterAll(async () => {
  await queue.stop();
  await base.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = <E extends Parameters<typeof askModule>[1]>(endpoint: E, input: Parameters<typeof askModule>[2] = {}) =>
  askModule(module, endpoint, input);
const overview = async () => (await ask(contract.backupOverview)).data;
const list = async () => (await ask(contract.backupList)).data.data;

async function ended(runId: string): Promise<unknown> {
  await expect.poll(async () => (await queue.get(runId))?.state).toMatch(/succeeded|failed/);
  const run = await queue.get(runId);
  return run?.error ?? run?.state;
}

async function make(type: 'full' | 'incremental'): Promise<contract.Backup> {
  base.advance(1_000);
  const { data } = await ask(contract.createBackup, { body: { type } });
  expect(await ended(data.runId)).toBe('succeeded');
  const [newest] = await list();
  if (newest === undefined) throw new Error('no backup');
  return newest;
}

async function settle(over: object): Promise<void> {
  const { data } = await ask(contract.backupSettings);
  const { mainPlace: _place, hasSecret: _secret, updatedAt: _at, updatedBy: _by, ...settings } = data;
  await ask(contract.changeBackupSettings, { body: { ...settings, ...over } });
}

test('a copy never made is late: beyond the greatest age since the installation, and at once without a schedule', async () => {
  const overdueHours = async () => (await module.metrics?.[0]?.read())?.[0]?.value ?? null;
  const { maxAgeHours } = (await ask(contract.backupSettings)).data;
  const since = new Date(base.platform.clock.nowMs());
  await sql`update backups.settings set since = ${since}`.execute(base.platform.database.for());
  expect(await overdueHours()).toBe(-maxAgeHours);
  base.advance((maxAgeHours + 1) * 3_600_000);
  expect(await overdueHours()).toBeCloseTo(1);
  await sql`update backups.settings set since = ${new Date(base.platform.clock.nowMs())}`.execute(
    base.platform.database.for(),
  );
  await settle({ scheduleEnabled: false });
  expect(await overdueHours()).toBeGreaterThan(0);
  await settle({ scheduleEnabled: true });
});

test('on demand: made, measured, audited; without a full one, an incremental is a full one', async () => {
  expect((await overview()).lastBackup).toBeNull();
  const first = await make('incremental');
  expect(first).toMatchObject({ type: 'full', status: 'completed', objects: 1, actor: 'ensaio@kianda.test' });
  expect(first.copies).toMatchObject([{ target: 'main', state: 'good' }]);
  const second = await make('incremental');
  expect(second).toMatchObject({ type: 'incremental', base: first.name, requires: [first.name] });
  expect(second.rows).toBeGreaterThanOrEqual(first.rows ?? 0);
  const told = await overview();
  expect(told).toMatchObject({ isTooOld: false, stats: { total: 2, successful: 2, successRate: 100 } });
  expect(told.rule).toMatchObject({ copies: 2, media: 1, offsite: 0, isMet: false });
  // Of a device a person reads which folders share it, and not the number that the system gives it.
  expect(told.rule.places.map(({ medium }) => medium)).toEqual([
    'num disco desta máquina',
    'no mesmo disco que os dados em uso',
  ]);
  expect(told.key.fingerprint).toMatch(/^([0-9a-f]{4}-){3}[0-9a-f]{4}$/);
  expect(told.key.savedAt).toBeNull();
  await ask(contract.confirmBackupKey, { body: { fingerprint: told.key.fingerprint } });
  expect((await overview()).key.savedBy).toBe('ensaio@kianda.test');
  expect(audited.map(({ event }) => event)).toContain('system.backup.created');
  await expect(ask(contract.deleteBackup, { params: { name: first.name } })).rejects.toThrow(second.name);
});

test('a second place gets what it lacks, and the copies are counted where they are found', async () => {
  const second = join(folder, 'segunda');
  await expect(ask(contract.testBackupTarget)).rejects.toThrow('segundo destino');
  await settle({ second: { kind: 'folder', folder: second } });
  expect((await ask(contract.testBackupTarget)).data).toMatchObject({ ok: true });
  const newest = await make('incremental');
  expect(newest.copies.map(({ target, state }) => `${target} ${state}`)).toEqual(['main good', 'second good']);
  expect((await overview()).rule.copies).toBe(3);
  const { data } = await ask(contract.verifyBackup, { params: { name: newest.name }, body: { target: 'second' } });
  expect(await ended(data.runId)).toBe('succeeded');
  const elsewhere = await restoreFromFolder({ folder: second, name: null, key });
  expect(elsewhere.manifest.name).toBe(newest.name);
  await settle({ second: null });
});

test('a drill restores beside what is in use, keeps its evidence, and leaves no database behind', async () => {
  const [newest] = await list();
  const { data } = await ask(contract.drillBackup, { params: { name: newest?.name ?? '' } });
  expect(await ended(data.runId)).toBe('succeeded');
  const [drill] = (await ask(contract.backupDrills)).data.drills;
  expect(drill).toMatchObject({ state: 'passed', backup: newest?.name, objects: 1 });
  expect(drill?.evidence.find(({ table }) => table === 'sea.fish')).toEqual({
    table: 'sea.fish',
    rows: 1000,
    foundRows: 1000,
    isSame: true,
  });
  const { rows } =
    await sql`select from pg_database where datname like left(current_database(), 40) || '\\_ensaio\\_%'`.execute(
      base.platform.database.for(),
    );
  expect(rows).toEqual([]);
  expect((await list())[0]).toMatchObject({ drillPassed: true });
});

test('one corrupt byte: the verification and the drill fail and name the file, and an alert tells of it', async () => {
  const spoiled = await make('full');
  const manifest = await restoreFromFolder({ folder: join(folder, 'copias'), name: spoiled.name, key });
  const file = manifest.manifest.tables.find(({ name }) => name === 'fish')?.file;
  const path = join(folder, 'copias/objects', spoiled.name, file?.path ?? '');
  const bytes = await readFile(path);
  bytes[100] = (bytes[100] ?? 0) ^ 0x01;
  await writeFile(path, bytes);
  const params = { name: spoiled.name };
  expect(await ended((await ask(contract.verifyBackup, { params })).data.runId)).toContain(file?.path);
  expect(await ended((await ask(contract.drillBackup, { params })).data.runId)).toContain(file?.path);
  const [row] = await list();
  expect(row).toMatchObject({ drillPassed: false, verifyError: expect.stringContaining(file?.path ?? '?') });
  const [rule] = module.alerts ?? [];
  expect(await rule?.judge()).toMatchObject([{ subject: 'drill', severity: 'critical' }]);
  expect((await ask(contract.backupLog)).data.data[0]).toMatchObject({ level: 'error' });
  await ask(contract.deleteBackup, { params });
  expect((await list()).map(({ name }) => name)).not.toContain(spoiled.name);
});

test('a backup that its own database remembers as under way, as after a restoration, is never taken for a half one', async () => {
  const whole = await make('full');
  await sql`update backups.backups set state = 'running', ended_at = null where name = ${whole.name}`.execute(
    base.platform.database.for(),
  );
  const next = await make('incremental');
  expect(next).toMatchObject({ type: 'incremental', base: whole.name });
  const kept = (await list()).find(({ name }) => name === whole.name);
  expect(kept).toMatchObject({ status: 'completed', rows: whole.rows });
  const { data } = await ask(contract.verifyBackup, { params: { name: whole.name } });
  expect(await ended(data.runId)).toBe('succeeded');
});

test('the schedule runs once what is due, and an age beyond the limit raises the alert', async () => {
  const conduct = module.jobs?.find(({ name }) => name === 'backups.conduct');
  const run = async () => {
    const context = { runId: 'r', signal: new AbortController().signal, log: base.platform.log };
    return (await conduct?.run({}, { ...context, progress: async () => undefined })) as { asked: string[] };
  };
  await sql`update backups.settings set since = ${new Date(base.platform.clock.nowMs())}`.execute(
    base.platform.database.for(),
  );
  await run();
  base.advance(3 * 86_400_000);
  const overdueHours = async () => (await module.metrics?.[0]?.read())?.[0]?.value ?? null;
  expect(await overdueHours()).toBeGreaterThan(0);
  const before = (await list()).length;
  expect((await run()).asked).toContain('backups.create');
  await expect.poll(async () => (await list()).filter(({ status }) => status === 'completed').length).toBe(before + 1);
  expect((await list())[0]).toMatchObject({ trigger: 'schedule', actor: 'Kianda' });
  // The row is complete before its job has ended, and a second job of the kind is refused until then.
  await expect
    .poll(async () => (await queue.list({ name: 'backups.create', limit: 1 }))[0]?.state)
    .toMatch(/succeeded|failed/);
  const { asked } = await run();
  expect(asked).not.toContain('backups.create');
  // Without a second place there is nowhere to copy to.
  expect(asked).not.toContain('backups.copy');
  expect(await overdueHours()).toBeLessThan(0);
});

test('retention takes what is past its time at the next backup, with its files', async () => {
  const all = await list();
  base.advance(60 * 86_400_000);
  const newest = await make('full');
  expect(await list()).toMatchObject([{ name: newest.name }]);
  for (const { name } of all) {
    await expect(restoreFromFolder({ folder: join(folder, 'copias'), name, key })).rejects.toThrow(name);
  }
});

test.each([
  ['files', 'ficheiros'],
  ['database', 'base de dados'],
] as const)('a backup of only the %s is made as a full one, and the answer says so', async (type, named) => {
  base.advance(1_000);
  const { data } = await ask(contract.createBackup, { body: { type } });
  expect(data).toMatchObject({ requested: type, type: 'full', note: expect.stringContaining(named) });
  expect(await ended(data.runId)).toBe('succeeded');
  const answered = (await ask(contract.backupList)).data;
  expect(contract.backupList.path).toBe('/backup');
  const [newest] = answered.data;
  expect(newest).toMatchObject({ id: newest?.name, type: 'full', status: 'completed' });
  expect(newest?.path).toBe(newest?.copies[0]?.place);
  expect(contract.createBackup.response.parse(data)).toEqual(data);
});

test('restored from the screen: asked by name, prepared beside, put in place by the next start', async () => {
  const { database, storage } = base.platform;
  const marked = await make('full');
  await sql`delete from sea.fish where id > 10`.execute(database.for());
  await storage.put('raw/a.bin', Buffer.from('outro'));
  const params = { name: marked.name };
  const body = { confirmation: 'outra', reason: 'dados apagados por engano' };
  await expect(ask(contract.restoreBackup, { params, body })).rejects.toThrow(marked.name);
  const asked = await ask(contract.restoreBackup, { params, body: { ...body, confirmation: marked.name } });
  expect(await ended(asked.data.runId)).toBe('succeeded');
  expect(restarts).toBe(1);
  expect(Buffer.from((await storage.get('raw/a.bin')) ?? []).toString()).toBe('um');
  const kept = await sql<{ count: number }>`select count(*) as count from sea.fish`.execute(database.for());
  expect(kept.rows[0]?.count).toBe(10);

  await queue.stop();
  expect(await finishRestore(folder, database.url, storage)).toBe(true);
  expect(await finishRestore(folder, database.url, storage)).toBe(false);
  const after = await openDatabase({ url: database.url, applicationName: 'kianda-test' });
  const found = await sql<{ count: number }>`select count(*) as count from sea.fish`.execute(after.for());
  expect(found.rows[0]?.count).toBe(1000);
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database where datname like left(current_database(), 40) || '\\_antes\\_%'`.execute(
    after.for(),
  );
  await after.close();
  await module.start?.();
  expect(audited.at(-1)).toMatchObject({ event: 'system.backup.restored', severity: 'critical' });
  for (const { name } of rows) await dropDatabase(databaseAddress(database.url, 'postgres'), name);
  expect(rows).toHaveLength(1);
});
