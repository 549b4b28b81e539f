import { z } from 'zod';
import { BackupError } from './errors.ts';
import type { BackupKey } from './key.ts';
import { count, fileSchema, type ManifestFile } from './manifest-file.ts';
import { readSealed, writeSealed } from './sealed-file.ts';
import type { BackupTarget } from './target.ts';

/** File with the bytes: in this backup, or in an earlier one where they have not changed since. */
const placeSchema = z.object({ backup: z.string(), path: z.string() });

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  /** `schema.table` it is a partition of, and its bounds as SQL; null for a table of its own. */
  parent: z.string().nullable(),
  bound: z.string().nullable(),
  /** How it is itself partitioned; such a table holds no rows. */
  partitionKey: z.string().nullable(),
  columns: z.array(z.string()),
  rows: count,
  /** SHA-256 of the rows in PostgreSQL's binary COPY format; null where there are none. */
  sha256: z.string().nullable(),
  /** Fingerprint of the row versions: a later backup compares it to find out whether any row changed. */
  state: z.string().nullable(),
  file: placeSchema.nullable(),
});
export type ManifestTable = z.infer<typeof tableSchema>;

export const objectSchema = z.object({
  key: z.string(),
  bytes: count,
  modifiedAt: z.string(),
  sha256: z.string(),
  file: placeSchema,
});
export type ManifestObject = z.infer<typeof objectSchema>;

export const manifestSchema = z.object({
  format: z.literal(1),
  name: z.string(),
  kind: z.enum(['full', 'incremental']),
  /** The backup it was compared with; null for a full one. */
  base: z.string().nullable(),
  /** Earlier backups whose files it needs. */
  requires: z.array(z.string()),
  startedAt: z.string(),
  endedAt: z.string(),
  appVersion: z.string(),
  /** Every transaction acknowledged before this instant is in the backup. */
  mark: z.object({ at: z.string(), lsn: z.string(), snapshot: z.string() }),
  serverVersion: count,
  /** Key that seals the platform's secrets: its file is in the backup, or the operator sets it. */
  masterKey: z.object({ path: z.string().nullable(), fingerprint: z.string() }),
  migrations: z.array(z.object({ module: z.string(), id: z.string(), checksum: z.string() })),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string(), isCalled: z.boolean() })),
  objects: z.array(objectSchema),
  files: z.array(fileSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

const manifestName = 'manifesto.kb';
export const manifestPath = (backup: string): string => `${backup}/${manifestName}`;

/** Written last: a folder without it is no backup. */
export async function writeManifest(target: BackupTarget, key: BackupKey, manifest: Manifest): Promise<ManifestFile> {
  async function* bytes() {
    yield Buffer.from(JSON.stringify(manifest));
  }
  return writeSealed(target, key, { backup: manifest.name, path: manifestName, plain: bytes() });
}

/** Throws `BackupError`: `missing`, `wrong_key`, `corrupt`. */
export async function readManifest(target: BackupTarget, key: BackupKey, backup: string): Promise<Manifest> {
  const parts: Uint8Array[] = [];
  for await (const part of readSealed(target, key, { backup, path: manifestName })) parts.push(part);
  const parsed = manifestSchema.safeParse(JSON.parse(Buffer.concat(parts).toString('utf8')));
  if (!parsed.success) {
    throw new BackupError(
      'incompatible',
      `O manifesto da cópia ${backup} é de um formato que esta versão não lê. Use a versão da Kianda que a fez, ou uma mais recente.`,
      { cause: parsed.error },
    );
  }
  return parsed.data;
}

/** Names of the whole backups that a target holds, oldest first. */
export async function listBackups(target: BackupTarget): Promise<string[]> {
  const names: string[] = [];
  for await (const { path } of target.list('')) {
    if (path.endsWith(`/${manifestName}`)) names.push(path.slice(0, -manifestName.length - 1));
  }
  return names.filter((name) => !name.includes('/')).toSorted();
}
