import { BackupError } from './errors.ts';
import type { BackupKey } from './key.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { byPack, readPack } from './objects.ts';
import { measureStored, readSealed } from './sealed-file.ts';
import { hashed } from './tables.ts';
import { type BackupTarget, filesOf } from './target.ts';

export type Verification = {
  readonly files: number;
  readonly bytes: number;
  readonly tables: number;
  readonly objects: number;
  readonly rows: number;
};

/** Every file that a backup needs, of its own and of earlier ones, with what the manifest of its backup says of it. */
export async function neededFiles(
  target: BackupTarget,
  key: BackupKey,
  manifest: Manifest,
): Promise<readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[]> {
  const needed = new Set([
    ...manifest.files.map(({ path }) => `${manifest.name}/${path}`),
    ...manifest.tables.flatMap(({ file }) => (file === null ? [] : [`${file.backup}/${file.path}`])),
    ...manifest.objects.map(({ file }) => `${file.backup}/${file.path}`),
  ]);
  const known = new Map<string, { bytes: number; sha256: string }>();
  for (const backup of [manifest.name, ...manifest.requires]) {
    const owner = backup === manifest.name ? manifest : await readManifest(target, key, backup);
    for (const { path, bytes, sha256 } of owner.files) known.set(`${backup}/${path}`, { bytes, sha256 });
  }
  return [...needed].toSorted().map((name) => {
    const file = known.get(name);
    if (file === undefined) throw new BackupError('missing', `Nenhum manifesto fala do ficheiro ${name} da cópia.`);
    return { name, ...file };
  });
}

/** Whether every file that a backup needs is there with its size; nothing is read. The names of those that are not. */
export async function missingFiles(target: BackupTarget, key: BackupKey, manifest: Manifest): Promise<string[]> {
  const found = new Map<string, number>();
  for (const backup of [manifest.name, ...manifest.requires]) {
    for (const [path, size] of await filesOf(target, backup)) found.set(path, size);
  }
  return (await neededFiles(target, key, manifest))
    .filter(({ name, bytes }) => found.get(name) !== bytes)
    .map(({ name }) => name);
}

/**
 * Reads every file that a backup needs and compares it with what was noted when it was written; nothing is opened. Throws
 * `BackupError` naming the first that is not what it was.
 */
export async function verifyFiles(options: {
  target: BackupTarget;
  key: BackupKey;
  manifest: Manifest;
  signal: AbortSignal;
  progress: (fraction: number | null, message: string) => Promise<void>;
}): Promise<{ readonly files: number; readonly bytes: number }> {
  const { target, key, manifest, signal, progress } = options;
  const files = await neededFiles(target, key, manifest);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const { name, bytes, sha256 } of files) {
    signal.throwIfAborted();
    const stored = await measureStored(target, name);
    if (stored.bytes !== bytes || stored.sha256 !== sha256) {
      throw new BackupError(
        'corrupt',
        `O ficheiro ${name} da cópia está danificado: tem ${stored.bytes} bytes e não é o que foi gravado (${bytes} bytes). Use outra cópia.`,
      );
    }
    done += bytes;
    await progress(done / (total + 1), `Somas de controlo: ${name}`);
  }
  return { files: files.length, bytes: total };
}

/**
 * Reads a whole backup, earlier ones' files included: each file's checksum as it is kept, then each opened with the key
 * and its content's checksum. Throws `BackupError` naming the first file that is not what it was.
 */
export async function verifyBackup(options: {
  target: BackupTarget;
  key: BackupKey;
  name: string;
  signal: AbortSignal;
  progress: (fraction: number | null, message: string) => Promise<void>;
}): Promise<Verification & { readonly manifest: Manifest }> {
  const { target, key, signal, progress } = options;
  const manifest = await readManifest(target, key, options.name);
  const { files, bytes } = await verifyFiles({
    ...{ target, key, manifest, signal },
    progress: (fraction, message) => progress(fraction === null ? null : fraction * 0.4, message),
  });
  const tables = manifest.tables.filter((table) => table.file !== null);
  for (const [index, table] of tables.entries()) {
    signal.throwIfAborted();
    await progress(0.4 + (index / tables.length) * 0.3, `Base de dados: ${table.schema}.${table.name}`);
    if (table.file === null) continue;
    const content = hashed(readSealed(target, key, table.file));
    for await (const _part of content);
    if (content.digest() !== table.sha256) throw contentDiffers(`${table.schema}.${table.name}`);
  }
  const packs = byPack(manifest.objects);
  for (const [index, { place, wanted }] of packs.entries()) {
    signal.throwIfAborted();
    await progress(0.7 + (index / packs.length) * 0.3, `Objetos: ${place.path}`);
    await readPack({
      target,
      key,
      place,
      wanted,
      take: async (_object, bytes) => {
        for await (const _part of bytes);
      },
    });
  }
  return {
    manifest,
    files,
    bytes,
    tables: manifest.tables.length,
    objects: manifest.objects.length,
    rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
  };
}

/** The file opened, and yet it is not what the manifest says. */
export function contentDiffers(what: string): BackupError {
  return new BackupError('corrupt', `O conteúdo de ${what} na cópia não é o que o manifesto diz. Use outra cópia.`);
}
