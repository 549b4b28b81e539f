import { createHash } from 'node:crypto';
import type { ObjectInfo, ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import type { BackupKey } from './key.ts';
import { type Manifest, type ManifestTable, writeManifest } from './manifest.ts';
import type { ManifestFile } from './manifest-file.ts';
import { writePacks } from './objects.ts';
import { writeSealed } from './sealed-file.ts';
import { lockSnapshot, readerOf, type Snapshot, type SnapshotTable } from './snapshot.ts';
import { copyOut, hashed, tableState } from './tables.ts';
import type { BackupTarget } from './target.ts';

const defaultReaders = 2;
export const masterKeyPath = 'segredos/master.key';
/** Marks of the audit trail: taken before the database, for one that is newer than the trail would belie it. */
const beforeDatabase = 'audit/';
/** Parts of uploads under way: they are worthless after the restore. */
const leftOut = ['uploads/'];

export type CreateOptions = {
  /** Address of the database. */
  readonly url: string;
  readonly storage: ObjectStorage;
  readonly target: BackupTarget;
  readonly key: BackupKey;
  readonly name: string;
  readonly kind: 'full' | 'incremental';
  /** Backup that an incremental one is compared with. */
  readonly base: Manifest | null;
  readonly masterKey: { readonly bytes: Uint8Array; readonly isFile: boolean };
  readonly appVersion: string;
  readonly now: () => string;
  readonly signal: AbortSignal;
  readonly progress: (fraction: number | null, message: string) => Promise<void>;
  readonly readers?: number;
};

/** Fingerprint of the platform's master key, which does not reveal the key. */
export function masterKeyFingerprint(bytes: Uint8Array): string {
  return createHash('sha256').update('kianda/master-key/name/v1').update(bytes).digest('hex').slice(0, 16);
}

async function listObjects(storage: ObjectStorage, isWanted: (key: string) => boolean): Promise<ObjectInfo[]> {
  const found: ObjectInfo[] = [];
  for await (const info of storage.list('')) {
    if (isWanted(info.key) && !leftOut.some((prefix) => info.key.startsWith(prefix))) found.push(info);
  }
  return found;
}

/** Splits the objects into those to read and those that the base already has as they are now. */
function changedSince(base: Manifest | null, listed: readonly ObjectInfo[]) {
  const known = new Map((base?.objects ?? []).map((object) => [object.key, object]));
  const same: Manifest['objects'] = [];
  const changed: ObjectInfo[] = [];
  for (const info of listed) {
    const before = known.get(info.key);
    if (before !== undefined && before.bytes === info.sizeBytes && before.modifiedAt === info.modifiedAt) {
      same.push(before);
    } else changed.push(info);
  }
  return { same, changed };
}

function describe(table: SnapshotTable): Omit<ManifestTable, 'rows' | 'sha256' | 'state' | 'file'> {
  const { schema, name, parent, bound, partition_key: partitionKey, columns } = table;
  return { schema, name, parent, bound, partitionKey, columns };
}

type Contents = {
  readonly startedAt: string;
  readonly snapshot: Snapshot;
  readonly tables: Manifest['tables'];
  readonly objects: Manifest['objects'];
  readonly files: Manifest['files'];
};

/** The manifest of everything that was written, with the earlier backups that its tables and objects still lie in. */
function manifestOf(options: CreateOptions, contents: Contents): Manifest {
  const { name, kind, base, appVersion, masterKey } = options;
  const { snapshot, tables, objects } = contents;
  const stored = [...tables.flatMap(({ file }) => (file === null ? [] : [file])), ...objects.map(({ file }) => file)];
  return {
    format: 1,
    name,
    kind,
    base: base?.name ?? null,
    requires: [...new Set(stored.map(({ backup }) => backup))].filter((backup) => backup !== name).toSorted(),
    startedAt: contents.startedAt,
    endedAt: options.now(),
    appVersion,
    mark: snapshot.mark,
    serverVersion: snapshot.serverVersion,
    masterKey: {
      path: masterKey.isFile ? masterKeyPath : null,
      fingerprint: masterKeyFingerprint(masterKey.bytes),
    },
    migrations: [...snapshot.migrations],
    tables,
    sequences: [...snapshot.sequences],
    objects,
    files: contents.files,
  };
}

/**
 * Makes a backup: one instant of the database, read by several connections at once, then the objects, sealed file by
 * file; the manifest last, so that a backup that was interrupted is none. Throws `BackupError`, or what the target threw.
 */
export async function createBackup(options: CreateOptions): Promise<Manifest> {
  const { storage, target, key, name, signal } = options;
  const base = options.kind === 'full' ? null : options.base;
  const startedAt = options.now();
  const files: ManifestFile[] = [];
  let done = 0;
  let total = 1;
  const report = (message: string) => options.progress(Math.min(0.99, done / total), message);
  const count = (bytes: number) => {
    done += bytes;
  };
  const pack = async (objects: readonly ObjectInfo[], firstPack: number) => {
    const packed = await writePacks({
      ...{ source: storage, target, key, backup: name, signal, firstPack },
      objects,
      onBytes(bytes) {
        count(bytes);
        void report('A copiar os objetos');
      },
    });
    files.push(...packed.files);
    return packed.objects;
  };

  await options.progress(0, 'A começar');
  const early = changedSince(base, await listObjects(storage, (object) => object.startsWith(beforeDatabase)));
  const objects = [...early.same, ...(await pack(early.changed, 0))];

  const snapshot = await lockSnapshot(options.url);
  let tables: ManifestTable[];
  // Listed after the snapshot: an object is written before the row that names it, so that every row finds its object.
  let late: ReturnType<typeof changedSince>;
  try {
    late = changedSince(base, await listObjects(storage, (object) => !object.startsWith(beforeDatabase)));
    total =
      snapshot.tables.reduce((sum, table) => sum + table.size_bytes, 0) +
      late.changed.reduce((sum, object) => sum + object.sizeBytes, 0) +
      1;
    tables = await copyTables({ ...options, base }, snapshot, files, async (table) => {
      count(table.size_bytes);
      await report(`Base de dados: ${table.schema}.${table.name}`);
    });
  } finally {
    await snapshot.release();
  }
  objects.push(...late.same, ...(await pack(late.changed, files.length)));

  if (options.masterKey.isFile) {
    const { bytes } = options.masterKey;
    async function* secret() {
      yield bytes;
    }
    files.push(await writeSealed(target, key, { backup: name, path: masterKeyPath, plain: secret(), signal }));
  }
  await options.progress(0.99, 'A fechar a cópia');
  const manifest = manifestOf({ ...options, base }, { startedAt, snapshot, tables, objects, files });
  signal.throwIfAborted();
  await writeManifest(target, key, manifest);
  return manifest;
}

/** Every table of the snapshot, the largest first, by several readers at once. */
async function copyTables(
  options: CreateOptions,
  snapshot: Snapshot,
  files: ManifestFile[],
  onDone: (table: SnapshotTable) => Promise<void>,
): Promise<ManifestTable[]> {
  const { base, key, name, target, signal } = options;
  const before = new Map((base?.tables ?? []).map((table) => [`${table.schema}.${table.name}`, table]));
  const waiting = snapshot.tables.toSorted((a, b) => b.size_bytes - a.size_bytes).entries();
  const copied: ManifestTable[] = [];

  async function copyOne(client: Awaited<ReturnType<typeof readerOf>>, index: number, table: SnapshotTable) {
    const described = describe(table);
    const empty = { ...described, rows: 0, sha256: null, state: null, file: null };
    if (table.partition_key !== null) return empty;
    const { rows, versions } = await tableState(client, described);
    if (rows === 0) return empty;
    const state = `${snapshot.databaseId}/${table.oid}/${table.filenode}/${rows}/${versions}`;
    const earlier = before.get(`${table.schema}.${table.name}`);
    if (
      earlier?.state === state &&
      earlier.file !== null &&
      earlier.columns.join('\0') === described.columns.join('\0')
    ) {
      return { ...described, rows, sha256: earlier.sha256, state, file: earlier.file };
    }
    const path = `base/${String(index).padStart(4, '0')}-${table.schema}.${table.name}.kb`;
    const content = hashed(copyOut(client, described));
    files.push(await writeSealed(target, key, { backup: name, path, plain: content, signal }));
    return { ...described, rows, sha256: content.digest(), state, file: { backup: name, path } };
  }

  async function read(): Promise<void> {
    const client = await readerOf(options.url, snapshot.id);
    const stop = () => void client.end().catch(() => undefined);
    signal.addEventListener('abort', stop, { once: true });
    try {
      for (const [index, table] of waiting) {
        signal.throwIfAborted();
        copied.push(await copyOne(client, index, table));
        await onDone(table);
      }
    } finally {
      signal.removeEventListener('abort', stop);
      await client.end().catch(() => undefined);
    }
  }

  const outcomes = await Promise.allSettled(Array.from({ length: options.readers ?? defaultReaders }, read));
  signal.throwIfAborted();
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return copied.toSorted((a, b) => (`${a.schema}.${a.name}` < `${b.schema}.${b.name}` ? -1 : 1));
}
