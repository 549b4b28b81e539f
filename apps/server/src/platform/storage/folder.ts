import { randomUUID } from 'node:crypto';
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { FileBytes } from './file-bytes.ts';
import { ignoreMissing, isCode } from './file-errors.ts';
import { createFolderListing, pathOf } from './folder-listing.ts';
import { checkedPrefix } from './keys.ts';
import type { ByteRange, ObjectInfo, ObjectStorage, OpenObject } from './object-storage.ts';
import { createSmallContents, modifiedAtOf, type SmallContents } from './small-contents.ts';

/** Attempts to move an object into a folder that a concurrent deletion keeps removing as empty. */
const moveAttempts = 5;
/** A temporary file older than this was left by a process that died. */
const abandonedAfterMs = 3_600_000;
/** Most bytes read at once rather than as a stream. */
const smallBytes = 128 * 1024;

type Folders = {
  readonly objects: string;
  readonly temporary: string;
  /** Makes both folders, once. */
  prepare(): Promise<void>;
};

/**
 * Object storage in a folder on disk: objects below `objects/`, files being written below `tmp/`.
 * A put is durable once it resolves (fsync of file and folders) and never shows half an object (rename).
 */
export function createFolderStorage({ folder }: { folder: string }): ObjectStorage {
  const folders = createFolders(folder);
  const { objects } = folders;
  const contents = createSmallContents();
  const listing = createFolderListing(objects);
  return {
    kind: 'folder',
    async put(key, bytes) {
      await place(folders, key, (draft) => writeDurably(draft, bytes));
    },
    putStream: (key, bytes) => place(folders, key, (draft) => streamDurably(draft, bytes)),
    async open(key, range) {
      const path = pathOf(objects, key);
      const held = await contents.get(path);
      if (held !== null) return heldObject(held, key, range);
      const file = await open(path, 'r').catch(ignoreMissing);
      return file === null ? null : opened(file, key, { range, path, contents });
    },
    listLevel: async (prefix, page) => listing.level(checkedPrefix(prefix), page),
    async get(key) {
      const path = pathOf(objects, key);
      try {
        return await readFile(path);
      } catch (error) {
        return ignoreMissing(error);
      }
    },
    stat: listing.infoOf,
    localPath: (key) => pathOf(objects, key),
    async delete(key) {
      const path = pathOf(objects, key);
      try {
        await unlink(path);
      } catch (error) {
        ignoreMissing(error);
        return;
      }
      await syncFolder(await removeEmptyFolders(dirname(path), objects));
    },
    async link(from, to) {
      const [source, target] = [pathOf(objects, from), pathOf(objects, to)];
      const [found, there] = await Promise.all([source, target].map((path) => stat(path).catch(ignoreMissing)));
      if (found?.isFile() !== true) return false;
      // A rename between two names of one file does nothing, and would leave the draft.
      if (there?.ino !== found.ino) await place(folders, to, (draft) => link(source, draft));
      return true;
    },
    list: (prefix, after) => listing.walk(checkedPrefix(prefix), after),
  };
}

function createFolders(folder: string): Folders {
  const objects = join(folder, 'objects');
  const temporary = join(folder, 'tmp');
  let prepared: Promise<void> | null = null;
  return {
    objects,
    temporary,
    prepare() {
      prepared ??= makeFolders(objects, temporary).catch((error: unknown) => {
        prepared = null;
        throw error;
      });
      return prepared;
    },
  };
}

async function makeFolders(objects: string, temporary: string): Promise<void> {
  await mkdir(objects, { recursive: true });
  await mkdir(temporary, { recursive: true });
  for (const name of await readdir(temporary)) {
    const info = await stat(join(temporary, name)).catch(ignoreMissing);
    if (info !== null && Date.now() - info.mtimeMs > abandonedAfterMs) await rm(join(temporary, name), { force: true });
  }
}

type Ranged = ((sizeBytes: number) => ByteRange | null) | undefined;

/** First byte and number of bytes of a range of a file. */
function extentOf(sizeBytes: number, range: Ranged): { readonly first: number; readonly length: number } {
  const wanted = range?.(sizeBytes);
  const first = wanted?.first ?? 0;
  const last = Math.min(wanted?.last ?? sizeBytes, sizeBytes - 1);
  return { first, length: Math.max(0, last - first + 1) };
}

const wholeObject = (info: ObjectInfo, whole: Uint8Array): OpenObject => ({
  ...info,
  whole,
  bytes: Readable.from([whole], { objectMode: false }),
});

function heldObject(
  { bytes, modifiedAt }: { readonly bytes: Uint8Array; readonly modifiedAt: string },
  key: string,
  range: Ranged,
): OpenObject {
  const { first, length } = extentOf(bytes.byteLength, range);
  return wholeObject({ key, sizeBytes: bytes.byteLength, modifiedAt }, bytes.subarray(first, first + length));
}

/** An open file as an object: read whole where that is few bytes, which costs less than a stream of them. */
async function opened(
  file: FileHandle,
  key: string,
  { range, path, contents }: { readonly range: Ranged; readonly path: string; readonly contents: SmallContents },
): Promise<OpenObject | null> {
  let isHandedOn = false;
  try {
    const mark = await file.stat({ bigint: true });
    if (!mark.isFile()) return null;
    const sizeBytes = Number(mark.size);
    const object = { key, sizeBytes, modifiedAt: modifiedAtOf(mark) };
    const { first, length } = extentOf(sizeBytes, range);
    if (length > smallBytes) {
      isHandedOn = true;
      return { ...object, bytes: new FileBytes(file, { first, last: first + length - 1 }) };
    }
    // One that is kept must not keep a shared block of memory with it.
    const whole = Buffer.allocUnsafeSlow(length);
    const { bytesRead } = await file.read(whole, 0, length, first);
    if (bytesRead !== length) throw new Error(`file ended at byte ${first + bytesRead}, expected ${first + length}`);
    if (length === sizeBytes) contents.keep(path, mark, whole);
    return wholeObject(object, whole);
  } finally {
    // Nobody waits for it: the bytes are read, and a descriptor that can't be closed is gone all the same.
    if (!isHandedOn) void file.close().catch(() => undefined);
  }
}

/** Writes a draft and moves it complete to its key; nothing stays when writing fails. */
async function place<T>(folders: Folders, key: string, write: (draft: string) => Promise<T>): Promise<T> {
  const path = pathOf(folders.objects, key);
  await folders.prepare();
  const draft = join(folders.temporary, randomUUID());
  let written: T;
  try {
    written = await write(draft);
    await moveDurably(draft, path, folders.objects);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
  return written;
}

async function moveDurably(draft: string, path: string, objects: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await makeFolderDurably(dirname(path), objects);
    try {
      await rename(draft, path);
      return;
    } catch (error) {
      if (attempt >= moveAttempts || !isCode(error, 'ENOENT')) throw error;
    }
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function streamDurably(path: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx');
  let total = 0;
  try {
    for await (const chunk of bytes) {
      await file.writeFile(chunk);
      total += chunk.byteLength;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return total;
}

/** mkdir -p whose entries survive a power cut: every parent that got a new entry is synced. */
async function makeFolderDurably(path: string, root: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let parent = dirname(path); parent.length >= root.length; parent = dirname(parent)) await syncFolder(parent);
}

async function syncFolder(path: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    // Windows cannot open a folder, and needs no sync of it; one that is gone was removed with the object, and that synced.
    if (isCode(error, 'EISDIR', 'EPERM', 'ENOENT')) return;
    throw error;
  }
  try {
    await handle.sync();
  } catch (error) {
    if (!isCode(error, 'EPERM', 'EINVAL')) throw error;
  } finally {
    await handle.close();
  }
}

/** Removes folders left empty, since S3 has no prefix without objects. Resolves to the nearest folder that stayed. */
async function removeEmptyFolders(path: string, root: string): Promise<string> {
  let folder = path;
  while (folder.length > root.length) {
    try {
      await rmdir(folder);
    } catch (error) {
      // Windows says EPERM of a folder that is not empty.
      if (isCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EBUSY')) return folder;
      // Another deletion was quicker.
      ignoreMissing(error);
    }
    folder = dirname(folder);
  }
  return folder;
}
