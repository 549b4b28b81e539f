import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createStorage, type StorageOptions } from '../../../../platform/storage/storage.ts';

/** Somewhere that backups are kept. Paths are `<backup>/<file>`. */
export type BackupTarget = {
  readonly kind: 'folder' | 's3' | 'sftp';
  /** For people: folder, bucket or server, without any secret. */
  readonly place: string;
  /** The file is complete once this resolves. */
  put(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Null when there is no such file. */
  open(path: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Files whose path begins with `prefix`. */
  list(prefix: string): AsyncIterable<{ readonly path: string; readonly sizeBytes: number }>;
  remove(path: string): Promise<void>;
  /** After a backup's files were removed. */
  tidy(backup: string): Promise<void>;
  close(): Promise<void>;
};

/** Backups in a folder or in a bucket of any S3, kept as the platform keeps its objects. */
export function storageTarget(options: StorageOptions, place: string): BackupTarget {
  const storage = createStorage(options);
  return {
    kind: options.kind,
    place,
    async put(path, bytes) {
      await storage.putStream(path, bytes);
    },
    async open(path) {
      const found = await storage.open(path);
      return found?.bytes ?? null;
    },
    async *list(prefix) {
      for await (const { key, sizeBytes } of storage.list(prefix)) yield { path: key, sizeBytes };
    },
    remove: (path) => storage.delete(path),
    async tidy(backup) {
      if (options.kind === 'folder')
        await rm(join(options.folder, 'objects', backup), { recursive: true, force: true });
    },
    async close() {},
  };
}

/** Files of one backup that a target holds, by path, with their sizes. */
export async function filesOf(target: BackupTarget, backup: string): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for await (const { path, sizeBytes } of target.list(`${backup}/`)) found.set(path, sizeBytes);
  return found;
}
