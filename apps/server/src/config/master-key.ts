import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../platform/process/startup-error.ts';
import type { Config } from './config.ts';

const KEY_BYTES = 32;

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** File of the master key when the operator sets none. */
export const masterKeyFile = (dataDir: string): string => join(dataDir, 'secrets', 'master.key');

/** File of the key of backups when the operator sets none. */
export const backupKeyFile = (dataDir: string): string => join(dataDir, 'secrets', 'backup.key');

/**
 * The 32 bytes every other key is derived from: of `KIANDA_SECRET_KEY` (any text of 32 characters or more), or of
 * `<dataDir>/secrets/master.key`, made at the first start, readable by its owner alone.
 */
export async function masterKey(config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Buffer> {
  if (config.secretKey !== null) return createHash('sha256').update(config.secretKey).digest();
  const path = masterKeyFile(config.dataDir);
  return (await readKeyFile(path)) ?? (await createKey(path, randomBytes(KEY_BYTES)));
}

/**
 * The 32 bytes that backups are sealed with: of `KIANDA_BACKUP_KEY` (what a key file holds, or any text of 32 characters
 * or more), or of `<dataDir>/secrets/backup.key`, made when it is first needed. It is never in a backup.
 */
export async function backupKey(config: Pick<Config, 'backupKey' | 'dataDir'>): Promise<Buffer> {
  if (config.backupKey !== null) return backupKeyOfText(config.backupKey);
  const path = backupKeyFile(config.dataDir);
  return (await readKeyFile(path)) ?? (await createKey(path, randomBytes(KEY_BYTES)));
}

/** A key as its file holds it, or of a passphrase. */
export function backupKeyOfText(text: string): Buffer {
  const bytes = Buffer.from(text.trim(), 'base64url');
  const isKey = bytes.length === KEY_BYTES && bytes.toString('base64url') === text.trim();
  return isKey ? bytes : createHash('sha256').update(text).digest();
}

/** The key in a file; null when there is no such file. Throws `StartupError` on one that is no key. */
export async function readKeyFile(path: string): Promise<Buffer | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw new StartupError(`A chave ${path} não pôde ser lida.`, { cause: error });
  });
  if (text === null) return null;
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length !== KEY_BYTES) {
    throw new StartupError(`A chave ${path} está danificada: ${key.length} bytes em vez de ${KEY_BYTES}.`);
  }
  return key;
}

/**
 * Keeps a key where there is none, readable by its owner alone; answers the one that is there afterwards. Written whole
 * under another name and linked into place: a second process that starts at once takes the first one's key.
 */
export async function createKey(path: string, key: Uint8Array): Promise<Buffer> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const partial = `${path}.${randomUUID()}`;
  await writeFile(partial, Buffer.from(key).toString('base64url'), { mode: 0o600, flush: true });
  try {
    await link(partial, path);
  } catch (error) {
    // Some file systems have no hard links.
    if (hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP')) await rename(partial, path);
    else if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(partial, { force: true });
  }
  const stored = await readKeyFile(path);
  if (stored === null) throw new StartupError(`A chave ${path} não pôde ser gravada.`);
  return stored;
}
