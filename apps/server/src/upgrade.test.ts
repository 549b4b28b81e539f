import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { composeModules } from './composition/modules.ts';
import { describeSettings } from './config/describe.ts';
import { loadConfig } from './config/env.ts';
import { restoreFromFolder, undoUpgrade, upgradeDatabase } from './modules/operations/backups/index.ts';
import { systemClock } from './platform/clock/clock.ts';
import type { ModuleMigrations } from './platform/db/migrate.ts';
import { openDatabase } from './platform/db/open.ts';
import { createTestDatabase, testServerUrl } from './platform/db/testing.ts';
import { createEvents } from './platform/events/distributed.ts';
import { createLogger } from './platform/log/log.ts';
import { createRealtimeFigures } from './platform/realtime/figures.ts';
import { createStorage } from './platform/storage/storage.ts';

const releases = join(import.meta.dirname, 'testing/releases');
const log = createLogger({ level: 'silent', pretty: false });
const progress = async () => undefined;
let folder: string;
const made: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-atualizacao-'));
});
afterAll(async () => {
  await ask(testServerUrl(), async (client) => {
    for (const name of made) await client.query(`drop database if exists ${name} with (force)`);
  });
  await rm(folder, { recursive: true, force: true });
});

async function ask<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'kianda-api' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The backup of a release, in a folder of its own. */
async function unpacked(release: string, at: string): Promise<{ backupDir: string; key: Buffer }> {
  const text = gunzipSync(await readFile(join(releases, release))).toString();
  const { key, files } = JSON.parse(text) as { key: string; files: Record<string, string> };
  const backupDir = join(folder, at, 'copias');
  for (const [path, base64] of Object.entries(files)) {
    const place = join(backupDir, 'objects', path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, Buffer.from(base64, 'base64'));
  }
  return { backupDir, key: Buffer.from(key, 'base64') };
}

/** Migrations of this version, and the settings of an installation in the folder. */
async function thisVersion(url: string, dataDir: string) {
  const settings = {
    KIANDA_DATA_DIR: dataDir,
    KIANDA_MODE: 'demo',
    KIANDA_SECRET_KEY: randomBytes(32).toString('hex'),
  };
  const config = loadConfig(settings);
  const storage = createStorage(config.storage);
  const database = await openDatabase({ url, applicationName: 'kianda-reposicao', maxConnections: 2 });
  const parts = { config, settings: describeSettings(settings), database, simulatorUrl: 'http://127.0.0.1:9', log };
  const whole = { ...parts, clock: systemClock, storage, events: createEvents(database, log) };
  const { modules } = await composeModules(whole, createRealtimeFigures());
  return { storage, database, modules: modules.collected.migrations };
}

const accounts = (url: string) =>
  ask(url, async (client) => (await client.query('select id, email from identity.accounts order by id')).rows);
const applied = (url: string) =>
  ask(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select module || '/' || id as name from platform.migrations",
    );
    return new Set(rows.map(({ name }) => name));
  });

async function installed(release: string, place = release) {
  const { backupDir, key } = await unpacked(release, place);
  const name = `kianda_test_upgrade_${randomBytes(6).toString('hex')}`;
  made.push(name);
  const url = new URL(testServerUrl());
  url.pathname = `/${name}`;
  const dataDir = join(folder, place, 'dados');
  await mkdir(dataDir, { recursive: true });
  const { storage, database, modules } = await thisVersion(testServerUrl(), dataDir);
  await database.close();
  await ask(testServerUrl(), (client) => client.query(`create database ${name}`));
  const backup = await restoreFromFolder({ folder: backupDir, name: null, key });
  const { aside } = await backup.restore({
    ...{ url: testServerUrl(), database: name, storage, modules, log, nowMs: systemClock.nowMs(), progress },
  });
  made.push(aside);
  return { url: url.toString(), dataDir, backupDir, key, storage, modules };
}

function upgrade(at: Awaited<ReturnType<typeof installed>>) {
  const lines: string[] = [];
  const options = {
    ...at,
    log,
    progress,
    now: () => new Date(systemClock.nowMs()),
    say: (line: string) => lines.push(line),
  };
  return {
    lines,
    back: (confirmation?: string) => undoUpgrade(options, confirmation),
    async forth(modules: readonly ModuleMigrations[] = at.modules) {
      const database = await openDatabase({ url: at.url, applicationName: 'kianda-reposicao', maxConnections: 2 });
      const masterKey = { bytes: randomBytes(32), isFile: false };
      try {
        return await upgradeDatabase({ ...options, modules, database, masterKey });
      } finally {
        await database.close();
      }
    },
  };
}

test('from each kept release to this version and back, with its data', async () => {
  for (const release of await readdir(releases)) {
    const at = await installed(release);
    const before = { accounts: await accounts(at.url), applied: await applied(at.url) };
    expect(before.accounts.length).toBeGreaterThan(2);
    const { lines, forth, back } = upgrade(at);

    await ask(at.url, async () => {
      await expect(forth()).rejects.toThrow(/está em uso por .*kianda-api \(1\)/);
    });
    expect(await applied(at.url)).toEqual(before.applied);

    const done = await forth();
    const later = ['identity/0006-refused-sign-ins', 'identity/0007-used-codes', 'reports/0002-attempts'];
    expect(done).toEqual(expect.arrayContaining(later));
    expect(await applied(at.url)).toEqual(new Set([...before.applied, ...done]));
    expect(await accounts(at.url)).toEqual(before.accounts);
    // The kept backup is whole: what changed since is enough for the new one.
    const [backup = ''] = lines.flatMap((line) => /verificada: (\S+-incremental),/.exec(line)?.[1] ?? []);
    expect(lines).toContain(`${done.length} migrações a aplicar:`);
    const said = (name: string) => lines.find((line) => line.startsWith(`  ${name}:`)) ?? '';
    for (const name of done) expect(said(name)).toMatch(/: (estimativa (menos de 1|\d+).s, |— \()/);
    expect(await forth()).toEqual([]);

    await ask(at.url, (client) => client.query("update identity.accounts set email = 'depois-' || email"));
    await expect(back()).rejects.toThrow(`--voltar --confirmar=${backup}`);
    await ask(at.url, async () => {
      await expect(back(backup)).rejects.toThrow('está em uso');
    });
    const aside = await back(backup);
    made.push(aside);
    expect(await applied(at.url)).toEqual(before.applied);
    expect(await accounts(at.url)).toEqual(before.accounts);
    await expect(back(backup)).rejects.toThrow('Não há nenhuma atualização de que voltar');
    // And forth again, from what came back.
    expect(await forth()).toEqual(done);
  }
});

test('a start on the database of a kept release makes its backup first, once for all that start at once, and has the way back', async () => {
  const [release = ''] = await readdir(releases);
  const at = await installed(release, 'arranque');
  const before = { accounts: await accounts(at.url), applied: await applied(at.url) };
  const start = async (settings: Readonly<Record<string, string>> = {}) => {
    const lines: string[] = [];
    const given = {
      ...{ KIANDA_DATA_DIR: at.dataDir, KIANDA_BACKUP_DIR: at.backupDir, KIANDA_MODE: 'demo' },
      ...{ KIANDA_BACKUP_KEY: at.key.toString('base64url'), KIANDA_SECRET_KEY: 'x'.repeat(64), ...settings },
    };
    const config = loadConfig(given);
    const database = await openDatabase({ url: at.url, applicationName: 'kianda', maxConnections: 4 });
    try {
      const app = await createApp({
        ...{ config, settings: describeSettings(given), database, simulatorUrl: 'http://127.0.0.1:9', log },
        ...{ clock: systemClock, storage: at.storage, events: createEvents(database, log) },
        say: (line) => lines.push(line),
      });
      await app.close();
    } finally {
      // A start that is refused leaves no session behind either: the way back would be refused because of it.
      await database.close();
    }
    return lines;
  };

  const broken = join(folder, 'ficheiro');
  await writeFile(broken, '');
  await expect(start({ KIANDA_BACKUP_DIR: broken })).rejects.toThrow(/nada foi mudado: .*KIANDA_UPGRADE_BACKUP=off/);
  expect(await applied(at.url)).toEqual(before.applied);

  const said = (await Promise.all([start(), start()])).flat();
  const [backup = ''] = said.flatMap((line) => /verificada: (\S+-incremental),/.exec(line)?.[1] ?? []);
  expect(said.filter((line) => line.includes('faz-se uma cópia de segurança'))).toHaveLength(1);
  expect(said.join('\n')).toContain(`Para voltar atrás: npm run upgrade -- --voltar --confirmar=${backup}`);
  expect(said.filter((line) => line.includes('feita e verificada'))).toHaveLength(1);
  expect((await applied(at.url)).size).toBeGreaterThan(before.applied.size);
  expect(await start()).toEqual([]);

  made.push(await upgrade(at).back(backup));
  expect(await applied(at.url)).toEqual(before.applied);
  expect(await accounts(at.url)).toEqual(before.accounts);
  // Switched off, it only migrates.
  expect(await start({ KIANDA_UPGRADE_BACKUP: 'off' })).toEqual([]);
  expect((await applied(at.url)).size).toBeGreaterThan(before.applied.size);
});

test('an empty database has nothing to be upgraded, and the message says what to do', async () => {
  const empty = await createTestDatabase([]);
  try {
    const { url } = empty.database;
    const { storage, database, modules } = await thisVersion(url, folder);
    await database.close();
    const at = { url, dataDir: folder, backupDir: folder, key: randomBytes(32), storage, modules };
    await expect(upgrade(at).forth()).rejects.toThrow('npm start');
  } finally {
    await empty.drop();
  }
});
