import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { StartupError } from '../../../../platform/process/startup-error.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import { connectFor, databaseAddress, quoted } from './connection.ts';

const markPrefix = 'audit/checkpoints/';

const pendingSchema = z.object({
  /** Database in use, and the restored one that takes its name. */
  current: z.string(),
  restored: z.string(),
  /** Name of the database in use after the swap. */
  aside: z.string(),
  backup: z.string(),
  markedAt: z.string(),
  preparedAt: z.string(),
  actor: z.object({ id: z.string().nullable(), name: z.string() }),
  reason: z.string(),
  rows: z.number(),
  /** The audit trail's marks as the backup has them; later ones would say that its end was cut off. */
  auditMarks: z.array(z.object({ key: z.string(), base64: z.string() })),
});
export type PendingRestore = z.infer<typeof pendingSchema>;

const pendingFile = (dataDir: string): string => join(dataDir, 'reposicao-pendente.json');
const doneFile = (dataDir: string): string => join(dataDir, 'reposicao-feita.json');

async function read(path: string): Promise<PendingRestore | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : pendingSchema.parse(JSON.parse(text));
}

/** Leaves a pending restore: the next start puts the restored database in the place of the one in use. */
export async function leavePending(dataDir: string, pending: PendingRestore): Promise<void> {
  const path = pendingFile(dataDir);
  await writeFile(`${path}.novo`, JSON.stringify(pending), { mode: 0o600, flush: true });
  await rename(`${path}.novo`, path);
}

/** Reads and removes the note of a restore that an earlier start put in place; null where there is none. */
export async function takeDone(dataDir: string): Promise<PendingRestore | null> {
  const done = await read(doneFile(dataDir));
  if (done !== null) await rm(doneFile(dataDir), { force: true });
  return done;
}

/** Name that a database gets when another takes its place: `kianda_antes_20261121211800`. */
export function previousDatabaseName(database: string, nowMs: number): string {
  return `${database.slice(0, 40)}_antes_${stampOf(nowMs)}`;
}

/** `20261121211800` */
export function stampOf(nowMs: number): string {
  return new Date(nowMs).toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

async function exists(client: pg.Client, database: string): Promise<boolean> {
  const { rows } = await client.query('select 1 from pg_database where datname = $1', [database]);
  return rows.length > 0;
}

/** Renames a database over a connection to another one: a database with connections cannot be renamed. */
async function renameDatabase(client: pg.Client, from: string, to: string): Promise<void> {
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [from]);
  await client.query(`alter database ${quoted(from)} rename to ${quoted(to)}`);
}

/**
 * Gives the restored database the name of the one in use, which is kept under another. Each step may be the last of a
 * process: begun again it goes on where it stood. `url` is an address of any database of the server.
 */
export async function swapDatabases(
  url: string,
  { current, restored, aside }: Pick<PendingRestore, 'current' | 'restored' | 'aside'>,
): Promise<void> {
  const first = await connectFor(databaseAddress(url, restored), 'kianda-reposicao').catch((error: unknown) => {
    // No such database: it has the name of the other already.
    if (error instanceof pg.DatabaseError && error.code === '3D000') return null;
    throw error;
  });
  if (first === null) return;
  let replacedName = aside;
  try {
    // A start between the two renames may have made an empty one under the old name.
    for (let number = 2; (await exists(first, current)) && (await exists(first, replacedName)); number += 1) {
      replacedName = `${aside}_${number}`;
    }
    if (await exists(first, current)) await renameDatabase(first, current, replacedName);
  } finally {
    await first.end();
  }
  const second = await connectFor(databaseAddress(url, replacedName), 'kianda-reposicao');
  try {
    await renameDatabase(second, restored, current);
  } finally {
    await second.end();
  }
}

/** Puts the trail's marks as the backup has them; later ones move to a folder of the restore. */
export async function putAuditMarks(
  storage: ObjectStorage,
  marks: PendingRestore['auditMarks'],
  stamp: string,
): Promise<void> {
  const wanted = new Map(marks.map(({ key, base64 }) => [key, Buffer.from(base64, 'base64')]));
  for await (const { key } of storage.list(markPrefix)) {
    const bytes = await storage.get(key);
    const mark = wanted.get(key);
    if (bytes === null || mark?.equals(bytes) === true) continue;
    await storage.put(`audit/antes-da-reposicao/${stamp}/${key.slice(markPrefix.length)}`, bytes);
    await storage.delete(key);
  }
  for (const [key, bytes] of wanted) await storage.put(key, bytes);
}

/** Reads the audit trail's marks from a storage. */
export async function readAuditMarks(storage: ObjectStorage): Promise<PendingRestore['auditMarks']> {
  const marks: { key: string; base64: string }[] = [];
  for await (const { key } of storage.list(markPrefix)) {
    const bytes = await storage.get(key);
    if (bytes !== null) marks.push({ key, base64: Buffer.from(bytes).toString('base64') });
  }
  return marks;
}

/**
 * Puts a prepared restore in place, before anything is connected; answers whether there was one. The start that follows
 * writes its audit entry (`takeDone`).
 */
export async function finishRestore(dataDir: string, url: string, storage: ObjectStorage): Promise<boolean> {
  const pending = await read(pendingFile(dataDir));
  if (pending === null) return false;
  try {
    await swapDatabases(url, pending);
  } catch (error) {
    throw new StartupError(
      `A reposição da cópia ${pending.backup} não pôde ser concluída (${error instanceof Error ? error.message : String(error)}). A base reposta chama-se ${pending.restored}; apague ${pendingFile(dataDir)} para continuar com a anterior.`,
      { cause: error },
    );
  }
  await putAuditMarks(storage, pending.auditMarks, stampOf(Date.parse(pending.preparedAt)));
  await rename(pendingFile(dataDir), doneFile(dataDir));
  return true;
}
