import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { ObjectInfo } from '../../../../platform/storage/object-storage.ts';
import { connectFor } from '../engine/connection.ts';
import { masterKeyFingerprint, masterKeyPath } from '../engine/create.ts';
import { BackupError } from '../engine/errors.ts';
import type { BackupKey } from '../engine/key.ts';
import { type ManifestObject, objectSchema } from '../engine/manifest.ts';
import { fileSchema, type ManifestFile } from '../engine/manifest-file.ts';
import { byPack, type ObjectSource, readPack, writePacks } from '../engine/objects.ts';
import { readSealed, writeSealed } from '../engine/sealed-file.ts';
import type { BackupTarget } from '../engine/target.ts';
import { segmentEndingAt, segmentName, segmentOf } from './names.ts';

const count = z.number().int().nonnegative();
const baseSchema = z.object({
  format: z.literal(1),
  name: z.string(),
  systemId: z.string(),
  timeline: count,
  segmentBytes: count,
  /** Segments of the journal without which it is not whole. */
  firstSegment: z.string(),
  lastSegment: z.string(),
  startedAt: z.string(),
  /** Everything from here on can be recovered with the journal. */
  stoppedAt: z.string(),
  startLsn: z.string(),
  stopLsn: z.string(),
  serverVersion: count,
  /** `linux-x64`: files of a cluster are read by servers of the same kind alone. */
  machine: z.string(),
  appVersion: z.string(),
  masterKey: z.object({ path: z.string().nullable(), fingerprint: z.string() }),
  /** Label file that `pg_backup_stop` returned. */
  label: z.string(),
  folders: z.array(z.string()),
  contents: z.array(objectSchema),
  files: z.array(fileSchema),
});
export type BaseManifest = z.infer<typeof baseSchema>;

const manifestName = 'base.kb';
export const baseManifestPath = (base: string): string => `${base}/${manifestName}`;
const namePrefix = 'instante-';

/**
 * `instante-20261122-033000`, and with `-2` behind it where that name is taken: a second base of the same second must not
 * be written over the first. Sorted by name, the oldest comes first.
 */
export function baseName(at: Date, taken: ReadonlySet<string>): string {
  const first = `${namePrefix}${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}`;
  let name = first;
  for (let number = 2; taken.has(name); number += 1) name = `${first}-${number}`;
  return name;
}

/**
 * Not part of a base copy («Making a Base Backup Using the Low Level API» of PostgreSQL's documentation): what the
 * server makes anew, the journal itself, which is archived, and the server's own log. Of the folders the empty ones stay.
 */
const emptied = new Set([
  'log',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|current_logfiles|recovery\.(signal|done)|standby\.signal)$|(^|\/)(pgsql_tmp|pg_internal\.init)[^/]*/;
const journalFolders = ['pg_wal/archive_status', 'pg_wal/summaries'];

type Listing = { readonly folders: string[]; readonly files: ObjectInfo[] };

/** Files and folders of a data folder that belong into a base copy. A file may vanish meanwhile: the journal has it. */
async function listData(root: string): Promise<Listing> {
  const listing: Listing = { folders: [...journalFolders], files: [] };
  async function walk(below: string): Promise<void> {
    for (const entry of await readdir(join(root, below), { withFileTypes: true }).catch(orNone)) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (leftOut.test(path)) continue;
      if (entry.isSymbolicLink()) {
        throw new BackupError(
          'refused',
          `A pasta da base de dados tem uma ligação para outro lugar (${path}): um espaço de tabelas fora da pasta não entra numa base.`,
        );
      }
      if (entry.isDirectory()) {
        listing.folders.push(path);
        if (!emptied.has(path)) await walk(path);
        continue;
      }
      const info = entry.isFile() ? await stat(join(root, path)).catch(() => null) : null;
      if (info !== null) listing.files.push({ key: path, sizeBytes: info.size, modifiedAt: info.mtime.toISOString() });
    }
  }
  await walk('');
  return listing;
}

function orNone(error: unknown): [] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}

/** Reads until two readings are equal: a half-written file could not be mended from the journal. */
async function readControl(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ; ) {
    const again = await readFile(path);
    if (again.equals(before)) return again;
    before = again;
  }
}

function sourceOf(root: string): ObjectSource {
  const missing = (error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  };
  return {
    get: (key) =>
      key === 'global/pg_control' ? readControl(join(root, key)) : readFile(join(root, key)).catch(missing),
    async open(key) {
      const file = await open(join(root, key)).catch(missing);
      if (file === null) return null;
      const bytes = file.createReadStream();
      return { key, sizeBytes: 0, modifiedAt: '', bytes };
    },
  };
}

export type BaseOptions = {
  readonly url: string;
  readonly systemId: string;
  readonly segmentBytes: number;
  /** The server's data folder. */
  readonly dataFolder: string;
  readonly target: BackupTarget;
  readonly key: BackupKey;
  readonly name: string;
  readonly masterKey: { readonly bytes: Uint8Array; readonly isFile: boolean };
  readonly appVersion: string;
  readonly machine: string;
  readonly signal: AbortSignal;
  readonly progress: (fraction: number | null, message: string) => Promise<void>;
};

const fieldOf = (label: string, pattern: RegExp): string => {
  const found = pattern.exec(label)?.[1];
  if (found === undefined) throw new Error(`backup_label without ${pattern}`);
  return found;
};

/**
 * Copies the files of a running server, sealed, between `pg_backup_start` and `pg_backup_stop`; it is of use once the
 * journal from its first segment to its last is kept. The manifest comes last. Throws `BackupError`.
 */
export async function createBase(options: BaseOptions): Promise<BaseManifest> {
  const { target, key, name, signal, segmentBytes, dataFolder } = options;
  const client = await connectFor(options.url, 'kianda-base');
  const cut = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', cut, { once: true });
  try {
    await options.progress(0, 'A abrir a base');
    const { rows: begun } = await client.query<{ lsn: string; at: Date; version: number }>(
      `select pg_backup_start($1, true)::text as lsn, clock_timestamp() as at,
         current_setting('server_version_num')::int as version`,
      [name],
    );
    const { folders, files: listed } = await listData(dataFolder);
    const total = listed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 1);
    let done = 0;
    const { objects, files } = await writePacks({
      source: sourceOf(dataFolder),
      objects: listed,
      target,
      key,
      backup: name,
      firstPack: 0,
      signal,
      onBytes(bytes) {
        done += bytes;
        void options.progress(Math.min(0.98, done / total), 'A copiar os ficheiros da base de dados');
      },
    });
    const { rows: ended } = await client.query<{ lsn: string; label: string }>(
      'select lsn::text as lsn, labelfile as label from pg_backup_stop(false)',
    );
    const { rows: clock } = await client.query<{ at: Date }>('select clock_timestamp() as at');
    const [first] = begun;
    const [last] = ended;
    const at = clock[0]?.at;
    if (first === undefined || last === undefined || at === undefined) throw new Error('the server gave no base');
    if (!objects.some((object) => object.key === 'global/pg_control')) throw new Error('no global/pg_control');
    const timeline = Number(fieldOf(last.label, /START TIMELINE: (\d+)/));
    if (options.masterKey.isFile) {
      const { bytes } = options.masterKey;
      async function* secret() {
        yield bytes;
      }
      files.push(await writeSealed(target, key, { backup: name, path: masterKeyPath, plain: secret(), signal }));
    }
    const manifest: BaseManifest = {
      format: 1,
      name,
      systemId: options.systemId,
      timeline,
      segmentBytes,
      firstSegment: fieldOf(last.label, /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/),
      lastSegment: segmentName({ timeline, number: segmentEndingAt(last.lsn, segmentBytes) }, segmentBytes),
      startedAt: first.at.toISOString(),
      // To the next millisecond: what is asked for must not come before the end of the copy.
      stoppedAt: new Date(at.getTime() + 1).toISOString(),
      startLsn: first.lsn,
      stopLsn: last.lsn,
      serverVersion: first.version,
      machine: options.machine,
      appVersion: options.appVersion,
      masterKey: {
        path: options.masterKey.isFile ? masterKeyPath : null,
        fingerprint: masterKeyFingerprint(options.masterKey.bytes),
      },
      label: last.label,
      folders,
      contents: objects,
      files,
    };
    signal.throwIfAborted();
    await writeBaseManifest(target, key, manifest);
    return manifest;
  } finally {
    signal.removeEventListener('abort', cut);
    await client.end().catch(() => undefined);
  }
}

async function writeBaseManifest(target: BackupTarget, key: BackupKey, manifest: BaseManifest): Promise<ManifestFile> {
  async function* bytes() {
    yield Buffer.from(JSON.stringify(manifest));
  }
  return writeSealed(target, key, { backup: manifest.name, path: manifestName, plain: bytes() });
}

async function readAll(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}

/** Throws `BackupError`: `missing`, `wrong_key`, `corrupt`, `incompatible`. */
export async function readBase(target: BackupTarget, key: BackupKey, name: string): Promise<BaseManifest> {
  const text = await readAll(readSealed(target, key, { backup: name, path: manifestName }));
  const parsed = baseSchema.safeParse(JSON.parse(text.toString('utf8')));
  if (parsed.success) return parsed.data;
  throw new BackupError('incompatible', `O manifesto da base ${name} é de um formato que esta versão não lê.`, {
    cause: parsed.error,
  });
}

/** The platform's master key as a base has it; null where the operator sets it. */
export async function masterKeyOf(target: BackupTarget, key: BackupKey, base: BaseManifest): Promise<Buffer | null> {
  const { path } = base.masterKey;
  return path === null ? null : readAll(readSealed(target, key, { backup: base.name, path }));
}

/** Names of the whole base copies that a place holds, oldest first. */
export async function listBases(target: BackupTarget): Promise<string[]> {
  const names: string[] = [];
  for await (const { path } of target.list(namePrefix)) {
    if (path.endsWith(`/${manifestName}`)) names.push(path.slice(0, -manifestName.length - 1));
  }
  return names.toSorted();
}

/** First and last segment of a base, as numbers. */
export function spanOf(base: BaseManifest) {
  const number = (name: string): number => segmentOf(name, base.segmentBytes)?.number ?? Number.NaN;
  const { name, systemId, timeline } = base;
  const stoppedAtMs = Date.parse(base.stoppedAt);
  return { name, systemId, timeline, first: number(base.firstSegment), last: number(base.lastSegment), stoppedAtMs };
}

/** Puts a base copy into an empty folder, every file compared with its checksum. Throws `BackupError`. */
export async function unpackBase(options: {
  manifest: BaseManifest;
  target: BackupTarget;
  key: BackupKey;
  into: string;
  signal: AbortSignal;
  progress: (fraction: number | null, message: string) => Promise<void>;
}): Promise<void> {
  const { manifest, target, key, into, signal, progress } = options;
  const folders = new Set([...manifest.folders, ...manifest.contents.map((file) => dirname(file.key))]);
  for (const path of folders) await mkdir(join(into, path), { recursive: true, mode: 0o700 });
  const packs = byPack(manifest.contents);
  for (const [index, pack] of packs.entries()) {
    signal.throwIfAborted();
    await progress(index / packs.length, `A abrir a base ${manifest.name}`);
    const take = (file: ManifestObject, bytes: AsyncIterable<Uint8Array>) =>
      writeFile(join(into, file.key), bytes, { mode: 0o600 });
    await readPack({ target, key, ...pack, take });
  }
  await writeFile(join(into, 'backup_label'), manifest.label, { mode: 0o600 });
}
