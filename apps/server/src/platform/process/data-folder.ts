import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DiskProbe, megabytes, probeDisk } from './disk.ts';
import { diskBounds } from './disk-bounds.ts';
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

/** Makes sure the folder exists, takes files, and has room for a start. Throws `StartupError` with one line. */
export async function prepareDataFolder(path: string, probeSpace: DiskProbe = probeDisk): Promise<void> {
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
  await requireStartRoom('da pasta de dados', path, probeSpace);
}

/** Throws `StartupError` where the disk of a folder has no room for a start. `ofWhat` is its name after «o disco». */
export async function requireStartRoom(ofWhat: string, path: string, probeSpace: DiskProbe = probeDisk): Promise<void> {
  // A system that does not say how much room there is may still have enough.
  const space = await probeSpace(path).catch(() => null);
  if (space === null || space.freeBytes >= diskBounds.startBytes) return;
  throw new StartupError(
    `O disco ${ofWhat} ${path} está cheio: tem ${megabytes(space.freeBytes)} livres, e o arranque precisa de ${megabytes(diskBounds.startBytes)}. Liberte espaço, ou indique outra pasta em KIANDA_DATA_DIR.`,
  );
}
