import { createHash } from 'node:crypto';
import type { ObjectInfo, ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import { BackupError } from './errors.ts';
import type { BackupKey } from './key.ts';
import type { ManifestObject } from './manifest.ts';
import type { ManifestFile } from './manifest-file.ts';
import { readSealed, writeSealed } from './sealed-file.ts';
import type { BackupTarget } from './target.ts';

/** Objects are kept together in packs: many are small, and a file each would cost more than they weigh. */
const packBytes = 64 * 1_048_576;
/** Read whole, so that one that is replaced meanwhile is the old one or the new one, never half of each. */
const wholeBytes = 4 * 1_048_576;

export type ObjectSource = Pick<ObjectStorage, 'get' | 'open'>;

const length = (bytes: number): Buffer => {
  const out = Buffer.alloc(4);
  out.writeUInt32BE(bytes);
  return out;
};

async function contentOf(source: ObjectSource, info: ObjectInfo): Promise<AsyncIterable<Uint8Array> | null> {
  if (info.sizeBytes <= wholeBytes) {
    const bytes = await source.get(info.key);
    return bytes === null ? null : singlePart(bytes);
  }
  return (await source.open(info.key))?.bytes ?? null;
}

async function* singlePart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Writes objects into packs below a backup. In a pack each object is its key (length, text), its bytes in parts (length,
 * bytes) and a part of length 0. An object deleted since it was listed is left out.
 */
export async function writePacks(options: {
  source: ObjectSource;
  objects: readonly ObjectInfo[];
  target: BackupTarget;
  key: BackupKey;
  backup: string;
  firstPack: number;
  signal: AbortSignal;
  onBytes: (count: number) => void;
}): Promise<{ objects: ManifestObject[]; files: ManifestFile[] }> {
  const { source, target, key, backup, signal } = options;
  const waiting = options.objects.values();
  const written: ManifestObject[] = [];
  const files: ManifestFile[] = [];
  let next = waiting.next();
  while (next.done !== true) {
    const path = `objetos/${String(options.firstPack + files.length).padStart(5, '0')}.kb`;
    async function* pack(): AsyncGenerator<Uint8Array> {
      let inPack = 0;
      while (next.done !== true && inPack < packBytes) {
        signal.throwIfAborted();
        const info = next.value;
        next = waiting.next();
        const content = await contentOf(source, info);
        if (content === null) continue;
        const name = Buffer.from(info.key);
        yield Buffer.concat([length(name.length), name]);
        const hash = createHash('sha256');
        let bytes = 0;
        for await (const part of content) {
          if (part.byteLength === 0) continue;
          hash.update(part);
          bytes += part.byteLength;
          yield length(part.byteLength);
          yield part;
        }
        yield length(0);
        inPack += bytes;
        options.onBytes(bytes);
        const { key: objectKey, modifiedAt } = info;
        written.push({ key: objectKey, bytes, modifiedAt, sha256: hash.digest('hex'), file: { backup, path } });
      }
    }
    files.push(await writeSealed(target, key, { backup, path, plain: pack(), signal }));
  }
  return { objects: written, files };
}

/** Hands out bytes in the sizes that are asked for. */
function cursor(bytes: AsyncIterable<Buffer>) {
  const iterator = bytes[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);
  async function fill(): Promise<boolean> {
    const next = await iterator.next();
    if (next.done === true) return false;
    buffered = buffered.length === 0 ? next.value : Buffer.concat([buffered, next.value]);
    return true;
  }
  return {
    /** Null at the end. */
    async take(count: number): Promise<Buffer | null> {
      while (buffered.length < count) if (!(await fill())) return null;
      const taken = buffered.subarray(0, count);
      buffered = buffered.subarray(count);
      return taken;
    },
    /** At most `count`, without waiting for all of them. */
    async some(count: number): Promise<Buffer | null> {
      if (buffered.length === 0 && !(await fill())) return null;
      const taken = buffered.subarray(0, count);
      buffered = buffered.subarray(taken.length);
      return taken;
    },
    end: () => iterator.return?.(undefined),
  };
}

/**
 * Reads the wanted objects of one pack, each given to `take` as a stream whose SHA-256 is compared with the manifest's.
 * Throws `corrupt` where it differs, or where an object is not in the pack.
 */
export async function readPack(options: {
  target: BackupTarget;
  key: BackupKey;
  place: ManifestObject['file'];
  wanted: ReadonlyMap<string, ManifestObject>;
  take: (object: ManifestObject, bytes: AsyncIterable<Uint8Array>) => Promise<void>;
}): Promise<void> {
  const { target, key, place, wanted, take } = options;
  const damaged = (what: string) =>
    new BackupError('corrupt', `O ficheiro ${place.backup}/${place.path} da cópia está danificado (${what}).`);
  const pack = cursor(readSealed(target, key, place));
  const found = new Set<string>();
  async function* parts(): AsyncGenerator<Buffer> {
    for (;;) {
      const size = await pack.take(4);
      if (size === null) throw damaged('acaba a meio de um objeto');
      let left = size.readUInt32BE();
      if (left === 0) return;
      while (left > 0) {
        const part = await pack.some(left);
        if (part === null) throw damaged('acaba a meio de um objeto');
        left -= part.length;
        yield part;
      }
    }
  }
  try {
    for (let size = await pack.take(4); size !== null; size = await pack.take(4)) {
      const name = await pack.take(size.readUInt32BE());
      if (name === null) throw damaged('acaba a meio de um nome');
      const object = wanted.get(name.toString('utf8'));
      const hash = createHash('sha256');
      async function* counted(): AsyncGenerator<Buffer> {
        for await (const part of parts()) {
          hash.update(part);
          yield part;
        }
        // Checked here, before the storage takes the object for complete.
        if (object !== undefined && hash.digest('hex') !== object.sha256) throw damaged(`o objeto ${object.key}`);
      }
      if (object === undefined) for await (const _part of parts());
      else {
        await take(object, counted());
        found.add(object.key);
      }
    }
  } finally {
    await pack.end();
  }
  const absent = [...wanted.keys()].find((name) => !found.has(name));
  if (absent !== undefined) throw damaged(`falta o objeto ${absent}`);
}

/** Objects by the pack they lie in. */
export function byPack(objects: readonly ManifestObject[]): readonly {
  readonly place: ManifestObject['file'];
  readonly wanted: ReadonlyMap<string, ManifestObject>;
}[] {
  const packs = new Map<string, { place: ManifestObject['file']; wanted: Map<string, ManifestObject> }>();
  for (const object of objects) {
    const name = `${object.file.backup}/${object.file.path}`;
    const pack = packs.get(name) ?? { place: object.file, wanted: new Map<string, ManifestObject>() };
    pack.wanted.set(object.key, object);
    packs.set(name, pack);
  }
  return [...packs.values()];
}
