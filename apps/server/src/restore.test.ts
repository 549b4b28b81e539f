import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from './config/master-key.ts';
import { createBackup } from './modules/operations/backups/engine/create.ts';
import { backupKeyOf } from './modules/operations/backups/engine/key.ts';
import { storageTarget } from './modules/operations/backups/engine/target.ts';
import { createTestDatabase } from './platform/db/testing.ts';
import { jobMigrations } from './platform/jobs/jobs.migrations.ts';
import { createFolderStorage } from './platform/storage/folder.ts';

const run = promisify(execFile);
const key = randomBytes(32);
const masterKey = randomBytes(32);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-reposicao-'));
  const source = await createTestDatabase([{ name: 'jobs', migrations: jobMigrations }]);
  try {
    await sql`insert into jobs.workers (instance, machine, pid, load_average, slots)
      select 'n' || n, 'm', n, '{0.5}', 1 from generate_series(1, 300) n`.execute(source.database.for());
    const storage = createFolderStorage({ folder: join(folder, 'objetos-de-antes') });
    await storage.put('raw/a.bin', Buffer.from('um objeto'));
    await createBackup({
      url: source.database.url,
      storage,
      target: storageTarget({ kind: 'folder', folder: join(folder, 'copias') }, 'copias'),
      key: backupKeyOf(key),
      name: '2026-11-22-010000-completa',
      kind: 'full',
      base: null,
      masterKey: { bytes: masterKey, isFile: true },
      appVersion: '2.0.0',
      now: () => '2026-11-22T01:00:00.000Z',
      signal: new AbortController().signal,
      progress: async () => undefined,
    });
  } finally {
    await source.drop();
  }
  await createKey(join(folder, 'guardada.key'), key);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const restoreInto = (settings: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  run(process.execPath, [join(import.meta.dirname, 'restore.ts'), join(folder, 'copias'), ...args], {
    env: { PATH: process.env.PATH, KIANDA_DATA_DIR: join(folder, 'dados'), ...settings },
  });
const restore = (...args: readonly string[]) => restoreInto({}, ...args);

test('the data folder is gone: database, objects and keys come back; without the key, or over other data, nothing does', async () => {
  await expect(restore()).rejects.toMatchObject({ stderr: expect.stringContaining('Falta a chave') });
  const { stdout } = await restore(`--chave=${join(folder, 'guardada.key')}`);
  expect(stdout).toContain('todas iguais à cópia');
  const dataDir = join(folder, 'dados');
  expect(await readFile(join(dataDir, 'secrets/master.key'), 'utf8')).toBe(masterKey.toString('base64url'));
  expect(await readFile(join(dataDir, 'secrets/backup.key'), 'utf8')).toBe(key.toString('base64url'));
  const objects = createFolderStorage({ folder: join(dataDir, 'objetos') });
  expect(Buffer.from((await objects.get('raw/a.bin')) ?? []).toString()).toBe('um objeto');
  // The database that the next start opens is the restored one: it is not empty.
  await expect(restore()).rejects.toMatchObject({ stderr: expect.stringContaining('--substituir') });
});

test('a database that somebody is connected to is left as it is, and the message says who', async () => {
  const live = await createTestDatabase([{ name: 'jobs', migrations: jobMigrations }]);
  try {
    const db = live.database.for();
    const watcher = new pg.Client({ connectionString: live.database.url, application_name: 'kianda-api' });
    await watcher.connect();
    const settings = { KIANDA_DATA_DIR: join(folder, 'em-uso'), KIANDA_DATABASE_URL: live.database.url };
    await expect(
      restoreInto(settings, `--chave=${join(folder, 'guardada.key')}`, '--substituir'),
    ).rejects.toMatchObject({ stderr: expect.stringMatching(/está em uso por .*kianda-api \(1\)/) });
    // Still the same database, over the same connections, and nothing beside it.
    expect((await watcher.query('select count(*)::int as n from jobs.workers')).rows).toEqual([{ n: 0 }]);
    await watcher.end();
    const { rows } =
      await sql`select from pg_database where datname like left(current_database(), 40) || '\\_reposta\\_%'`.execute(
        db,
      );
    expect(rows).toEqual([]);
  } finally {
    await live.drop();
  }
});
