/**
 * Adds to package-lock.json the optional packages of other systems that the registry in use does not have: without
 * their entries `npm ci` refuses the whole lockfile. Run after a change of dependencies; `--check` only tells, and a test runs that.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './shared/install.mjs';

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'x64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x'];

/** Where npm would look for a dependency of the package at `path`: its own folder first, then those above. */
function isLocked(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('node_modules/') - 1, 0))) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (candidate in packages) return true;
    if (folder === '') return false;
  }
}

/** Optional dependencies without an entry. */
function missingOptional(lock) {
  return Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(lock.packages, path, name))
      .map(([name, version]) => ({ name, version, dev })),
  );
}

/** Entry that keeps a package off every system but its own: `@oxlint/binding-linux-x64-musl` says which that is. */
function entryOf({ name, version, dev }) {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (os.length !== 1 || cpu.length !== 1 || !/^\d+\.\d+\.\d+/.test(version)) {
    throw new Error(`${name}@${version}: expected a name with one system and one processor, and an exact version`);
  }
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : null;
  return { version, cpu, ...(dev ? { dev } : {}), ...(libc ? { libc } : {}), optional: true, os };
}

const path = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const missing = missingOptional(lock);
if (process.argv.includes('--check')) {
  for (const { name, version } of missing) process.stdout.write(`falta ${name}@${version}\n`);
  process.exitCode = missing.length === 0 ? 0 : 1;
} else {
  for (const item of missing) lock.packages[`node_modules/${item.name}`] = entryOf(item);
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([a], [b]) => (a === '' ? -1 : b === '' ? 1 : a.localeCompare(b, 'en'))),
  );
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${missing.length} pacotes acrescentados a package-lock.json\n`);
}
