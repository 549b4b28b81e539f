/**
 * Writes the parts of other authors that Kianda runs on, and their terms, for the console's section `notices`:
 * `node tools/generate-notices.ts`. The lock file decides what is listed, so that every platform gives the same file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
export const noticesFile = join(root, 'apps/console/src/sections/operations/notices/parts.json');

/** `licence` is null where the package states none; `usedBy` names our workspaces that ask for it, none when only another part does. */
export type Part = {
  readonly name: string;
  readonly version: string;
  readonly licence: string | null;
  readonly usedBy: readonly string[];
};

type LockedPackage = {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

/** Terms that the package's own licence file gives and its manifest does not, read there for exactly this version. */
const readInLicenceFile: Readonly<Record<string, string>> = {
  'buildcheck@0.0.7': 'MIT',
  'cpu-features@0.0.10': 'MIT',
  'h5wasm@0.10.3': 'LicenseRef-NIST',
  'png-js@2.0.0': 'MIT',
  'ssh2@1.17.0': 'MIT',
};

const ownName = /^(apps|packages)\/([a-z]+)$/;

function lockedPackages(): Readonly<Record<string, LockedPackage>> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return lock.packages;
}

/** Workspaces of the product by the package that they ask for directly. */
function directUsers(packages: Readonly<Record<string, LockedPackage>>): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const [path, entry] of Object.entries(packages)) {
    const workspace = ownName.exec(path)?.[2];
    if (workspace === undefined) continue;
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
      users.set(name, [...(users.get(name) ?? []), workspace]);
  }
  return users;
}

/** Every package that is installed to run, once a version, by name. */
export function thirdParties(): readonly Part[] {
  const packages = lockedPackages();
  const users = directUsers(packages);
  const parts = new Map<string, Part>();
  for (const [path, entry] of Object.entries(packages)) {
    const at = path.lastIndexOf('node_modules/');
    if (at < 0 || entry.dev === true || entry.link === true || entry.version === undefined) continue;
    const name = entry.name ?? path.slice(at + 'node_modules/'.length);
    const key = `${name}@${entry.version}`;
    const licence = readInLicenceFile[key] ?? entry.license ?? null;
    const isTopLevel = at === 0;
    parts.set(key, {
      name,
      version: entry.version,
      licence,
      usedBy: isTopLevel ? (users.get(name) ?? []) : (parts.get(key)?.usedBy ?? []),
    });
  }
  return [...parts.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

if (import.meta.main) writeFileSync(noticesFile, `${JSON.stringify(thirdParties(), null, 2)}\n`);
