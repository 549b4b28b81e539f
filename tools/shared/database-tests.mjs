/**
 * The test files that run once more on another PostgreSQL: those whose subject is the server itself. Whether that server
 * understands the statements of all others, `compare-statements.ts` asks it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

const searched = 'apps/server/src';
const skippedFolders = new Set(['node_modules', 'dist', '.vite']);
const modules = `${searched}/modules`;

/** Folders and files whose tests ask how the server behaves, by what of it they depend on. */
export const serverSubjects = {
  'connections, migrations, binary rows, failover': [`${searched}/platform/db/`],
  'locks, notifications and the death of a session': [`${searched}/platform/jobs/`, `${searched}/platform/events/`],
  'filters made into SQL': [
    `${searched}/platform/cql2/`,
    `${modules}/open/catalogue/indexed-filter.test.ts`,
    `${modules}/fleet/vessels/list.test.ts`,
  ],
  'partitions and rows by COPY': [`${modules}/fleet/vessels/positions/`, `${modules}/fleet/vessels/archive/`],
  'roles, catalogues and statistics of the server': [
    `${modules}/operations/databases/`,
    `${modules}/operations/configuration/configuration.test.ts`,
    `${modules}/operations/health/live.test.ts`,
  ],
  'snapshots, and installations put back': [`${modules}/operations/backups/`, `${searched}/restore.test.ts`],
  'writers at the same time': [`${modules}/people/identity/passwords/failed-attempts.repository.test.ts`],
};

/** They start clusters of our own, whichever server is named. */
const ownClusters = [`${searched}/platform/db/embedded/`, `${modules}/operations/backups/instant/`];

function* filesIn(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) yield path;
    else if (!skippedFolders.has(entry.name)) yield* filesIn(path);
  }
}

const serverTests = () => [...filesIn(searched)].filter((path) => path.endsWith('.test.ts'));
const textOf = (path) => readFileSync(join(root, path), 'utf8');

/** Tests that ask what a server with PostGIS adds: the embedded one has none. */
export function postgisTests() {
  return serverTests().filter((path) => /postgis/i.test(textOf(path)));
}

/** The files of the second run, sorted. */
export function databaseTests() {
  const subjects = Object.values(serverSubjects).flat();
  const chosen = serverTests().filter((path) => subjects.some((subject) => path.startsWith(subject)));
  const files = [...new Set([...chosen, ...postgisTests()])];
  return files.filter((path) => !ownClusters.some((folder) => path.startsWith(folder))).sort();
}
