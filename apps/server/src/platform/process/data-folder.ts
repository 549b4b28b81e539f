import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, StartupError } from './startup-error.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'esta conta não tem permissão',
  EPERM: 'esta conta não tem permissão',
  EROFS: 'o disco só permite leitura',
  ENOSPC: 'o disco está cheio',
  EDQUOT: 'a quota de disco está esgotada',
  ENOTDIR: 'há um ficheiro no lugar de uma pasta',
  EEXIST: 'há um ficheiro no lugar da pasta',
};

/** Makes sure the folder exists and takes files. Throws `StartupError` with one line. */
export async function prepareDataFolder(path: string): Promise<void> {
  const probe = join(path, `.escrita-${randomUUID()}`);
  try {
    await mkdir(path, { recursive: true, mode: 0o750 });
    await writeFile(probe, 'kianda', { flush: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new StartupError(
      `Não é possível escrever na pasta de dados ${path}: ${REASONS[code] ?? messageOf(error)}. Indique outra em KIANDA_DATA_DIR.`,
      { cause: error },
    );
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}
