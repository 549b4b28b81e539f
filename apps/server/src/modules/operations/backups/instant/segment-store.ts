import { createReadStream } from 'node:fs';
import { BackupError } from '../engine/errors.ts';
import type { BackupKey } from '../engine/key.ts';
import type { ManifestFile } from '../engine/manifest-file.ts';
import { readSealed, writeSealed } from '../engine/sealed-file.ts';
import type { BackupTarget } from '../engine/target.ts';
import { isSegmentName } from './names.ts';

/** Folder of the journal; the name of a segment's file has the instant of its closing where that is known. */
const folder = 'diario';

export type StoredSegment = {
  readonly name: string;
  /** Everything committed before it is in this segment or in an earlier one; null where it was not noted. */
  readonly markedAt: Date | null;
  readonly path: string;
  readonly bytes: number;
};

const stampOf = (at: Date): string => at.toISOString().replaceAll(/[-:.]/g, '');
const stampPattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;

/** Path of a segment below `diario/`. */
export function segmentPath(systemId: string, name: string, markedAt: Date | null): string {
  return `${systemId}/${name.slice(0, 16)}/${name}${markedAt === null ? '' : `.${stampOf(markedAt)}`}.kb`;
}

const historyPath = (systemId: string, name: string): string => `${systemId}/linhas/${name}.kb`;
const sealedName = (path: string): string => `${folder}/${path}`;

function parse(path: string, bytes: number): StoredSegment | null {
  const [name = '', stamp] = (path.split('/').at(-1) ?? '').replace(/\.kb$/, '').split('.');
  if (!isSegmentName(name)) return null;
  const found = stamp === undefined ? null : stampPattern.exec(stamp);
  const markedAt = found === null ? null : new Date(stamp?.replace(stampPattern, '$1-$2-$3T$4:$5:$6.$7Z') ?? '');
  return { name, markedAt, path: path.slice(folder.length + 1), bytes };
}

/** Every segment of a cluster on a target, in no order. */
export async function listSegments(target: BackupTarget, systemId: string): Promise<StoredSegment[]> {
  const found: StoredSegment[] = [];
  for await (const { path, sizeBytes } of target.list(`${folder}/${systemId}/`)) {
    const segment = parse(path, sizeBytes);
    if (segment !== null) found.push(segment);
  }
  return found;
}

/** Compresses, seals and stores a file of the journal. */
export function storeSegment(
  target: BackupTarget,
  key: BackupKey,
  file: { readonly path: string; readonly source: string; readonly signal?: AbortSignal },
): Promise<ManifestFile> {
  const { path, source, signal } = file;
  return writeSealed(target, key, { backup: folder, path, plain: createReadStream(source), signal });
}

/** A segment as the server wrote it. Throws `BackupError` naming it where it is damaged or gone. */
export async function* readSegment(
  target: BackupTarget,
  key: BackupKey,
  { name, path }: Pick<StoredSegment, 'name' | 'path'>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* readSealed(target, key, { backup: folder, path });
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new BackupError(
      error.fault,
      `O segmento ${name} do diário não se lê: ${error.message} Um instante anterior a ele, ou a partir de uma base posterior, ainda se repõe.`,
      { cause: error },
    );
  }
}

export const removeSegment = (target: BackupTarget, path: string): Promise<void> => target.remove(sealedName(path));

/** Copies a file of the journal as it is, sealed. Throws `missing`. */
export async function copySegment(from: BackupTarget, to: BackupTarget, path: string): Promise<void> {
  const bytes = await from.open(sealedName(path));
  if (bytes === null) throw new BackupError('missing', `Falta o ficheiro ${sealedName(path)} em ${from.place}.`);
  await to.put(sealedName(path), bytes);
}

/** Stores the history file of a timeline, once; answers whether it was new. */
export async function storeHistory(
  target: BackupTarget,
  key: BackupKey,
  file: { systemId: string; name: string; source: string },
): Promise<boolean> {
  const path = historyPath(file.systemId, file.name);
  if ((await readHistory(target, key, file)) !== null) return false;
  await storeSegment(target, key, { path, source: file.source });
  return true;
}

/** History of a timeline; null where the target has none. */
export async function readHistory(
  target: BackupTarget,
  key: BackupKey,
  { systemId, name }: { systemId: string; name: string },
): Promise<AsyncIterable<Uint8Array> | null> {
  const path = historyPath(systemId, name);
  for await (const file of target.list(sealedName(path))) {
    if (file.path === sealedName(path)) return readSealed(target, key, { backup: folder, path });
  }
  return null;
}

export { historyPath };
