/** The test files that run once more on another PostgreSQL: those whose subject reaches SQL. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from './install.mjs';

const databaseDoor = 'apps/server/src/platform/db/testing.ts';
const applicationDoor = 'apps/server/src/testing/application.ts';
/** Where the server's SQL and the tests of it stand; the wire tests store what connectors bring. */
const searched = ['apps/server/src', 'tests/wire'];
const skippedFolders = new Set(['node_modules', 'dist', '.vite']);

function* filesIn(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) yield path;
    else if (!skippedFolders.has(entry.name)) yield* filesIn(path);
  }
}

const isTest = (path) => /\.test\.tsx?$/.test(path);
const isSupport = (path) => path.includes('/testing/') || path.endsWith('/testing.ts');
const textOf = (path) => readFileSync(join(root, path), 'utf8');

/** Test support that a test file reaches, itself included; the two doors are not looked behind. */
function reachedFrom(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  if (path === databaseDoor || path === applicationDoor) return found;
  for (const [, address] of textOf(path).matchAll(/\bfrom '(\.{1,2}\/[^']+\.ts)'/g)) {
    const target = normalize(join(dirname(path), address));
    if (isSupport(target)) reachedFrom(target, found);
  }
  return found;
}

/** `apps/server/src/modules/<domain>/<module>` or `apps/server/src/platform/<part>`; null elsewhere. */
export function areaOf(path) {
  return /^apps\/server\/src\/(?:modules\/[^/]+\/[^/]+|platform\/[^/]+)(?=\/)/.exec(path)?.[0] ?? null;
}

/** Folders of the server, as `areaOf` names them, with statements to the database in them. */
export function areasWithSql() {
  const sources = [...filesIn('apps/server/src')].filter(
    (path) => path.endsWith('.ts') && !isTest(path) && !isSupport(path),
  );
  const withSql = sources.filter((path) => /\bsql`|\bsql<|\.selectFrom\(|\.insertInto\(/.test(textOf(path)));
  return new Set(withSql.map(areaOf).filter((area) => area !== null));
}

/** Areas with few statements and no tests beside them that open a database, each with the file that asks them. */
export const askedElsewhere = {
  'apps/server/src/modules/open/interfaces': 'tests/dev-env/site.test.ts',
  'apps/server/src/modules/operations/caches': 'apps/server/src/modules/operations/configuration/configuration.test.ts',
  'apps/server/src/platform/formats': 'apps/server/src/modules/sea/fisheries/catches.test.ts',
};

const modules = 'apps/server/src/modules';
const identity = `${modules}/people/identity`;

/** Files in an area with SQL that open a database for something else; other files of the area ask its statements. */
export const otherSubjects = {
  'protocols and tokens': [
    `${identity}/oidc/oidc.test.ts`,
    `${identity}/provider/provider.test.ts`,
    `${identity}/sessions/authentication.test.ts`,
    `${identity}/sessions/sign-in.test.ts`,
    `${identity}/sessions/tokens.test.ts`,
    `${identity}/settings.test.ts`,
    `${identity}/two-step/two-step-demand.test.ts`,
    `${modules}/open/catalogue/conformance.test.ts`,
    `${modules}/open/storage/external-storage.test.ts`,
    `${modules}/open/storage/s3/s3.test.ts`,
    `${modules}/ingestion/intake/ways/ways.test.ts`,
  ],
  'documents and pictures': [
    `${modules}/fleet/surveillance/evidence/evidence.test.ts`,
    `${modules}/open/storage/preview/preview.test.ts`,
  ],
  // Each statement that reached the database from these reached it from another file of the list too, as it was measured.
  'rules on statements that other files ask': [
    `${identity}/sessions/refresh.property.test.ts`,
    `${modules}/ingestion/connectors/absence.test.ts`,
    `${modules}/ingestion/connectors/provenance.test.ts`,
    `${modules}/ingestion/intake/intake.test.ts`,
  ],
  // Its conditions stand in other combinations in `indexed-filter.test.ts`, on fewer rows.
  'a hundred thousand rows': [`${modules}/open/catalogue/large.test.ts`],
  'the whole application over HTTP': [
    `${modules}/fleet/vessels/gfw.test.ts`,
    `${modules}/open/features/collection-snapshot.test.ts`,
    `${modules}/operations/diagnostics/debug.test.ts`,
  ],
};

/** Test files that open a database and stand in an area with statements to it, or store what connectors bring, sorted. */
export function openingTests() {
  const withSql = areasWithSql();
  return searched
    .flatMap((folder) => [...filesIn(folder)])
    .filter((path) => isTest(path) && (areaOf(path) === null ? !path.startsWith('apps/') : withSql.has(areaOf(path))))
    .filter((path) => {
      const reached = reachedFrom(path);
      return reached.has(databaseDoor) || reached.has(applicationDoor);
    })
    .sort();
}

/** The files of the second run, sorted: a new one that opens a database beside SQL is among them by itself. */
export function databaseTests() {
  const others = new Set(Object.values(otherSubjects).flat());
  const asked = openingTests().filter((path) => !others.has(path));
  return [...new Set([...asked, ...Object.values(askedElsewhere), 'apps/server/src/restore.test.ts'])].sort();
}
