import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../platform/process/startup-error.ts';
import type { Config } from './env.ts';

const KEY_BYTES = 32;

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/**
 * The 32 bytes every other key is derived from: of `KIANDA_SECRET_KEY` (any text of 32 characters or more), or of
 * `<dataDir>/secrets/master.key`, made at the first start, readable by its owner alone.
 */
export async function masterKey(config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Buffer> {
  if (config.secretKey !== null) return createHash('sha256').update(config.secretKey).digest();
  const folder = join(config.dataDir, 'secrets');
  const path = join(folder, 'master.key');
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw new StartupError(`A chave ${path} não pôde ser lida.`, { cause: error });
  });
  const key = Buffer.from(text ?? (await createKey(folder, path)), 'base64url');
  if (key.length !== KEY_BYTES) {
    throw new StartupError(`A chave ${path} está danificada: ${key.length} bytes em vez de ${KEY_BYTES}.`);
  }
  return key;
}

/** Written whole under another name and linked into place: a second process that starts at once takes this key too. */
async function createKey(folder: string, path: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const partial = `${path}.${randomUUID()}`;
  await writeFile(partial, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600, flush: true });
  try {
    await link(partial, path);
  } catch (error) {
    // Some file systems have no hard links.
    if (hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP')) await rename(partial, path);
    else if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(partial, { force: true });
  }
  return readFile(path, 'utf8');
}
