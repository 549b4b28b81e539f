import { createHash } from 'node:crypto';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import type { BackupKey } from './key.ts';
import type { Manifest, ManifestObject } from './manifest.ts';
import { byPack, readPack } from './objects.ts';
import type { BackupTarget } from './target.ts';

export type ObjectsRestored = { readonly written: number; readonly same: number; readonly bytes: number };

async function isAsInBackup(storage: ObjectStorage, object: ManifestObject): Promise<boolean> {
  const found = await storage.open(object.key);
  if (found === null) return false;
  if (found.sizeBytes !== object.bytes) {
    found.bytes.destroy();
    return false;
  }
  const hash = createHash('sha256');
  for await (const part of found.bytes as AsyncIterable<Uint8Array>) hash.update(part);
  return hash.digest('hex') === object.sha256;
}

/**
 * Puts the backup's objects where the storage has none or another, comparing contents; what the backup does not know
 * stays. Throws `BackupError` on a damaged pack: an object is put in its place only when it is whole.
 */
export async function restoreObjects(options: {
  manifest: Manifest;
  target: BackupTarget;
  key: BackupKey;
  storage: ObjectStorage;
  signal: AbortSignal;
  progress: (fraction: number | null, message: string) => Promise<void>;
  isWanted?: (key: string) => boolean;
}): Promise<ObjectsRestored> {
  const { manifest, target, key, storage, signal, progress, isWanted = () => true } = options;
  const wanted: ManifestObject[] = [];
  let same = 0;
  for (const object of manifest.objects.filter(({ key: objectKey }) => isWanted(objectKey))) {
    signal.throwIfAborted();
    if (await isAsInBackup(storage, object)) same += 1;
    else wanted.push(object);
  }
  let bytes = 0;
  const packs = byPack(wanted);
  for (const [index, pack] of packs.entries()) {
    signal.throwIfAborted();
    await progress(index / packs.length, `A repor objetos (${index + 1} de ${packs.length})`);
    await readPack({
      target,
      key,
      ...pack,
      async take(object, content) {
        await storage.putStream(object.key, content);
        bytes += object.bytes;
      },
    });
  }
  return { written: wanted.length, same, bytes };
}
