import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createScratchFolder } from '../../../../platform/process/scratch-folder.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';

/** Copies kept on this machine of files that lie in a storage elsewhere, bytes. */
const mostCopiedBytes = 4 * 1024 ** 3;

type Copy = { readonly path: string; readonly bytes: number };

/** SHA-256 of a file. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  return hash.digest('hex');
}

/** Writes an object's bytes to a file; false where there is no such object. */
export async function copyObject(storage: ObjectStorage, key: string, path: string): Promise<boolean> {
  const object = await storage.open(key);
  if (object === null) return false;
  await pipeline(object.bytes, createWriteStream(path));
  return true;
}

/** Objects as files of this machine, which DuckDB reads: a folder's own, or copies of those elsewhere. */
export function createLocalFiles(storage: ObjectStorage) {
  let folder: Promise<string> | null = null;
  const copies = new Map<string, Copy>();
  const copying = new Map<string, Promise<Copy | null>>();

  async function copy(key: string, name: string, bytes: number): Promise<Copy | null> {
    folder ??= createScratchFolder('archive');
    const path = join(await folder, createHash('sha256').update(name).digest('hex'));
    if (!(await copyObject(storage, key, `${path}.part`))) return null;
    await rename(`${path}.part`, path);
    const made = { path, bytes };
    copies.set(name, made);
    let total = [...copies.values()].reduce((sum, each) => sum + each.bytes, 0);
    for (const [oldName, old] of copies) {
      if (total <= mostCopiedBytes || oldName === name) break;
      copies.delete(oldName);
      total -= old.bytes;
      await rm(old.path, { force: true });
    }
    return made;
  }

  return {
    /** Path of an object's file; null where there is none. */
    async path(key: string): Promise<string | null> {
      const info = await storage.stat(key);
      if (info === null) return null;
      const own = storage.localPath?.(key);
      if (own !== undefined) return own;
      const name = `${key}\n${info.modifiedAt}\n${info.sizeBytes}`;
      const known = copies.get(name);
      if (known !== undefined) {
        // Last in the order: what was used longest ago goes first.
        copies.delete(name);
        copies.set(name, known);
        return known.path;
      }
      const begun = copying.get(name) ?? copy(key, name, info.sizeBytes).finally(() => copying.delete(name));
      copying.set(name, begun);
      return (await begun)?.path ?? null;
    },
    async stop(): Promise<void> {
      if (folder !== null) await rm(await folder, { recursive: true, force: true });
      folder = null;
      copies.clear();
    },
  };
}

export type LocalFiles = ReturnType<typeof createLocalFiles>;

export const sizeOf = async (path: string): Promise<number> => (await stat(path)).size;
