import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ModuleMigrations } from '../../../platform/db/migrate.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { BackupError } from './engine/errors.ts';
import { backupKeyOf, fingerprintText } from './engine/key.ts';
import { refuseLiveSessions } from './engine/live-sessions.ts';
import { dropDatabase, loadDatabase, type TableEvidence } from './engine/load.ts';
import { listBackups, type Manifest, readManifest } from './engine/manifest.ts';
import { type ObjectsRestored, restoreObjects } from './engine/restore-objects.ts';
import { readSealed } from './engine/sealed-file.ts';
import { previousDatabaseName, putAuditMarks, readAuditMarks, stampOf, swapDatabases } from './engine/swap.ts';
import { type BackupTarget, storageTarget } from './engine/target.ts';

export type FolderBackup = {
  readonly manifest: Manifest;
  readonly fingerprint: string;
  /** The platform's master key as the backup has it; null where the operator sets it. */
  readonly masterKey: Buffer | null;
  /**
   * Puts the database and the objects in place. The database in use stays as it is unless everything was loaded and is the
   * same, and while anybody is connected to it.
   */
  restore(into: {
    url: string;
    database: string;
    storage: ObjectStorage;
    modules: readonly ModuleMigrations[];
    log: Logger;
    nowMs: number;
    progress: (fraction: number | null, message: string) => Promise<void>;
  }): Promise<{ evidence: readonly TableEvidence[]; objects: ObjectsRestored; aside: string }>;
};

/** `folder` may be the main folder, its folder of objects, or the folder of one backup, whose name is then answered. */
export async function folderTarget(folder: string): Promise<{ target: BackupTarget; named: string | null }> {
  const isFolder = async (path: string) => (await stat(path).catch(() => null))?.isDirectory() === true;
  const isOne = (await stat(join(folder, 'manifesto.kb')).catch(() => null)) !== null;
  const inside = isOne ? dirname(folder) : folder;
  const root = (await isFolder(join(inside, 'objects'))) ? inside : dirname(inside);
  return { target: storageTarget({ kind: 'folder', folder: root }, root), named: isOne ? basename(folder) : null };
}

async function placeOf(folder: string, name: string | null): Promise<{ target: BackupTarget; name: string }> {
  const { target, named } = await folderTarget(folder);
  const names = await listBackups(target);
  const wanted = named ?? name ?? names.at(-1);
  if (wanted === undefined || !names.includes(wanted)) {
    throw new BackupError(
      'missing',
      wanted === undefined
        ? `Não há nenhuma cópia em ${folder}. Indique a pasta das cópias (a que tem a pasta objects).`
        : `A cópia ${wanted} não está em ${folder}. Há: ${names.join(', ') || 'nenhuma'}.`,
    );
  }
  return { target, name: wanted };
}

/** Opens a backup in a folder with its key; throws `BackupError` where it is not there, or opens with another key. */
export async function restoreFromFolder(options: {
  folder: string;
  /** Null: the newest. */
  name: string | null;
  key: Uint8Array;
}): Promise<FolderBackup> {
  const key = backupKeyOf(options.key);
  const { target, name } = await placeOf(options.folder, options.name);
  const manifest = await readManifest(target, key, name);
  const signal = new AbortController().signal;
  let masterKey: Buffer | null = null;
  if (manifest.masterKey.path !== null) {
    const parts: Buffer[] = [];
    for await (const part of readSealed(target, key, { backup: name, path: manifest.masterKey.path })) parts.push(part);
    masterKey = Buffer.concat(parts);
  }
  return {
    manifest,
    fingerprint: fingerprintText(key.fingerprint),
    masterKey,
    async restore({ url, database, storage, modules, log, nowMs, progress }) {
      await refuseLiveSessions(url, database);
      const shared = { manifest, target, key, signal };
      const restored = `${database.slice(0, 40)}_reposta_${stampOf(nowMs)}`;
      const evidence = await loadDatabase({ ...shared, url, database: restored, modules, log, progress });
      // Loading lasts: the platform may have been started meanwhile.
      await refuseLiveSessions(url, database).catch(async (error: unknown) => {
        await dropDatabase(url, restored);
        throw error;
      });
      const objects = await restoreObjects({ ...shared, storage, progress });
      const wanted = new Set(manifest.objects.map((object) => object.key));
      const marks = (await readAuditMarks(storage)).filter((mark) => wanted.has(mark.key));
      await putAuditMarks(storage, marks, stampOf(nowMs));
      const aside = previousDatabaseName(database, nowMs);
      await swapDatabases(url, { current: database, restored, aside });
      return { evidence, objects, aside };
    },
  };
}
