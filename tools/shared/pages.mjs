/** The built pages: console and scientific interfaces. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runtimeEnvironment, runtimeNode } from './install.mjs';
import { runQuietly, say, withProgress } from './steps.mjs';

const PAGES = [
  { app: 'console', name: 'a consola' },
  { app: 'interfaces', name: 'as interfaces científicas' },
];
/** In `dist`: digest of the sources it was built from, written last. */
const STAMP = '.fontes';
const SKIPPED = new Set(['dist', 'node_modules', '.vite']);

/** @param {string} folder */
function* sourcesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) yield* sourcesIn(path);
    } else if (!/\.test\.tsx?$/.test(entry.name)) {
      yield path;
    }
  }
}

/** Folders of a workspace and of the workspaces it depends on. */
function foldersOf(folder, found = new Set()) {
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    if (name.startsWith('@kianda/')) foldersOf(join('packages', name.slice('@kianda/'.length)), found);
  }
  return found;
}

/** Digest of everything a page is built from. */
function digestOf(app) {
  const hash = createHash('sha256');
  hash.update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of foldersOf(join('apps', app))) {
    for (const path of sourcesIn(join(root, folder))) {
      hash.update(`\n${path.slice(root.length)}\n`).update(readFileSync(path));
    }
  }
  return hash.digest('hex');
}

/** Builds the pages whose sources changed since they were built. Throws `StepError`. */
export async function buildPages() {
  for (const { app, name } of PAGES) {
    const folder = join(root, 'apps', app);
    if (!existsSync(join(folder, 'vite.config.ts'))) {
      say(`Sem construção para ${name}: falta apps/${app}/vite.config.ts.`);
      continue;
    }
    const stamp = join(folder, 'dist', STAMP);
    const digest = digestOf(app);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) continue;
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    await withProgress(`A construir ${name}`, () =>
      runQuietly(runtimeNode(), [vite, 'build', '--logLevel', 'warn'], {
        cwd: folder,
        env: { ...runtimeEnvironment, NODE_ENV: 'production' },
        failure: `Não foi possível construir ${name}`,
      }),
    );
    writeFileSync(stamp, digest);
  }
}
