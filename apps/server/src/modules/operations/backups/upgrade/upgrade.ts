import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import type { Database } from '../../../../platform/db/database.ts';
import { type ModuleMigrations, migrate, pendingMigrations, schemaFault } from '../../../../platform/db/migrate.ts';
import type { Logger } from '../../../../platform/log/log.ts';
import { messageOf, StartupError } from '../../../../platform/process/startup-error.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import { freeBackupName } from '../backup-rows.rules.ts';
import { connectFor } from '../engine/connection.ts';
import { createBackup } from '../engine/create.ts';
import { BackupError } from '../engine/errors.ts';
import { type BackupKey, backupKeyOf } from '../engine/key.ts';
import { refuseLiveSessions } from '../engine/live-sessions.ts';
import { listBackups, type Manifest } from '../engine/manifest.ts';
import { type BackupTarget, storageTarget } from '../engine/target.ts';
import { verifyBackup } from '../engine/verify.ts';
import { restoreFromFolder } from '../restore-folder.service.ts';
import { planMigrations, plannedText } from './plan.ts';

type UpgradeOptions = {
  readonly url: string;
  readonly modules: readonly ModuleMigrations[];
  readonly dataDir: string;
  readonly backupDir: string;
  readonly key: Uint8Array;
  readonly storage: ObjectStorage;
  readonly log: Logger;
  readonly now: () => Date;
  readonly say: (line: string) => void;
  readonly progress: (fraction: number | null, message: string) => Promise<void>;
};

/** Note of the last upgrade, by which the way back is found. */
const noteSchema = z.object({ backup: z.string(), version: z.string(), at: z.string() });
const noteFile = (dataDir: string): string => join(dataDir, 'atualizacao.json');
const never = new AbortController().signal;
const undefinedTable = '42P01';

const databaseName = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

async function writeNote(dataDir: string, note: z.infer<typeof noteSchema>): Promise<void> {
  const path = noteFile(dataDir);
  await writeFile(`${path}.novo`, JSON.stringify(note), { mode: 0o600, flush: true });
  await rename(`${path}.novo`, path);
}

async function readNote(dataDir: string): Promise<z.infer<typeof noteSchema>> {
  const text = await readFile(noteFile(dataDir), 'utf8').catch(() => null);
  if (text === null) {
    throw new StartupError(`Não há nenhuma atualização de que voltar: falta ${noteFile(dataDir)}.`);
  }
  return noteSchema.parse(JSON.parse(text));
}

async function versionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    'select app_version as version from platform.migrations order by applied_at desc limit 1',
  );
  return rows[0]?.version ?? '?';
}

/** The newest backup that opens with the key, proven whole; null where there is none. */
async function provenBackup(options: UpgradeOptions, target: BackupTarget, key: BackupKey): Promise<Manifest | null> {
  const { say, progress } = options;
  const name = (await listBackups(target)).at(-1);
  if (name === undefined) return null;
  try {
    const { manifest } = await verifyBackup({ target, key, name, signal: never, progress });
    say(`A cópia mais recente, ${name}, está íntegra.`);
    return manifest;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    say(`A cópia mais recente, ${name}, não serve (${error.message}); faz-se uma completa.`);
    return null;
  }
}

/**
 * Makes the backup that the way back needs, of this very moment: what changed since the newest one where that is whole,
 * all of it otherwise. It is read back before anything is migrated.
 */
async function backupNow(
  options: UpgradeOptions & { readonly masterKey: { readonly bytes: Uint8Array; readonly isFile: boolean } },
  version: string,
): Promise<string> {
  const { url, storage, backupDir, masterKey, now, progress, say } = options;
  const key = backupKeyOf(options.key);
  const target = storageTarget({ kind: 'folder', folder: backupDir }, backupDir);
  const base = await provenBackup(options, target, key);
  const kind = base === null ? 'full' : 'incremental';
  const name = freeBackupName(now().toISOString(), kind, new Set(await listBackups(target)));
  await createBackup({
    ...{ url, storage, target, key, name, kind, base, masterKey, appVersion: version },
    ...{ now: () => now().toISOString(), signal: never, progress },
  });
  await verifyBackup({ target, key, name, signal: never, progress });
  say(`Cópia de segurança feita e verificada: ${name}, em ${backupDir}.`);
  return name;
}

/**
 * Brings the database to this version: a backup, the migrations with their expected time, and a check. Refuses over a
 * database in use, unless it is the platform's own start. Answers the names of the migrations applied.
 */
export async function upgradeDatabase(
  options: UpgradeOptions & {
    readonly database: Database;
    readonly masterKey: { readonly bytes: Uint8Array; readonly isFile: boolean };
    /** Those connected are then this very process and others that start. */
    readonly isStart?: boolean;
  },
): Promise<readonly string[]> {
  const { url, database, modules, log, say, now, dataDir, isStart = false } = options;
  const refuseSessions = async () => {
    if (!isStart) await refuseLiveSessions(url, databaseName(url));
  };
  const pending = await pendingMigrations(database, modules).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === undefinedTable)) throw error;
    throw new StartupError(
      'A base de dados não tem dados da Kianda, e não há nada a atualizar: inicie-a com npm start.',
    );
  });
  if (pending.length === 0) {
    say('A base de dados já está nesta versão: não há nada a atualizar.');
    return [];
  }
  await refuseSessions();
  const client = await connectFor(url, 'kianda-reposicao');
  try {
    const version = await versionOf(client);
    const backup = await backupNow(options, version).catch((error: unknown) => {
      const without = isStart ? ' Para arrancar sem ela: KIANDA_UPGRADE_BACKUP=off.' : '';
      const why = `A cópia de segurança antes de migrar falhou, e nada foi mudado: ${messageOf(error)}${without}`;
      throw new StartupError(why, { cause: error });
    });
    await writeNote(dataDir, { backup, version, at: now().toISOString() });
    say(pending.length === 1 ? 'Migração a aplicar:' : `${pending.length} migrações a aplicar:`);
    for (const planned of await planMigrations(client, pending)) say(plannedText(planned));
    const way = `Para voltar atrás: npm run upgrade -- --voltar --confirmar=${backup}`;
    // Somebody may have connected while the backup was made.
    await refuseSessions();
    await migrate(database, modules, log).catch((error: unknown) => {
      say(way);
      throw error;
    });
    const fault = await schemaFault(database, modules);
    if (fault !== null) throw new StartupError(`${fault} ${way}`);
    say(`Atualização concluída e verificada. ${way}`);
    return pending.map(({ module, migration }) => `${module}/${migration.id}`);
  } finally {
    await client.end();
  }
}

/** Any fixed number: of two processes that start at once one makes the backup, and the other waits for it. */
const startLockKey = 4_611_200_931;

/**
 * `upgradeDatabase` for a start that finds migrations to apply to a database that holds data; nothing
 * otherwise. Throws `StartupError` where no backup could be made: nothing is migrated then.
 */
export async function upgradeBeforeStart(options: Parameters<typeof upgradeDatabase>[0]): Promise<void> {
  const { url, database, modules, say } = options;
  const client = await connectFor(url, 'kianda-reposicao');
  try {
    await client.query('select pg_advisory_lock($1)', [startLockKey]);
    if (!(await holdsData(client)) || (await pendingMigrations(database, modules)).length === 0) return;
    say('A base de dados é de uma versão anterior: antes de migrar, faz-se uma cópia de segurança.');
    await upgradeDatabase({ ...options, isStart: true });
  } finally {
    await client.end();
  }
}

/** True where a version of the platform has migrated the database before: an empty one needs no backup. */
async function holdsData(client: pg.Client): Promise<boolean> {
  const migrations = await client.query<{ found: string | null }>("select to_regclass('platform.migrations') as found");
  if (migrations.rows[0]?.found == null) return false;
  return (await client.query('select 1 from platform.migrations limit 1')).rows.length > 0;
}

/**
 * Puts the database and the objects as they were before the last upgrade. The present database is kept under another
 * name, which is answered. Refuses without the name of the backup as confirmation, and over a database in use.
 */
export async function undoUpgrade(options: UpgradeOptions, confirmation: string | undefined): Promise<string> {
  const { url, dataDir, backupDir, modules, storage, log, say, now, progress } = options;
  const { backup: name, version, at } = await readNote(dataDir);
  if (confirmation !== name) {
    throw new StartupError(
      `Voltar põe os dados como estavam antes da atualização de ${at}; o que se gravou desde então fica só na base de dados atual, guardada com outro nome. Para confirmar: npm run upgrade -- --voltar --confirmar=${name}`,
    );
  }
  const backup = await restoreFromFolder({ folder: backupDir, name, key: options.key });
  const { evidence, aside } = await backup.restore({
    ...{ url, database: databaseName(url), storage, modules, log, nowMs: now().getTime(), progress },
  });
  await rm(noteFile(dataDir), { force: true });
  say(`Base de dados reposta: ${evidence.length} tabelas, todas iguais à cópia ${name}.`);
  say(`A de depois da atualização ficou guardada como ${aside}.`);
  say(`Inicie agora a versão anterior (${version}) da Kianda: esta voltaria a atualizar a base de dados.`);
  return aside;
}
