/** A catalogue of as many items as wanted on a database of its own, behind its HTTP endpoints. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createCatalogue } from '../../apps/server/src/modules/open/catalogue/index.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded/embedded.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open.ts';
import { createLocalEvents } from '../../apps/server/src/platform/events/events.ts';
import { createLogger } from '../../apps/server/src/platform/log/log.ts';
import { createFolderStorage } from '../../apps/server/src/platform/storage/folder.ts';
import { serveBindings } from '../../apps/server/src/testing/serve.ts';

const log = createLogger({ level: 'warn', pretty: true });
const collectionCount = 10;

/** Place of a search, another for each number, on the box that the items are spread over. */
function boxOf(index: number): string {
  const west = 8.5 + ((index * 37) % 45) / 10;
  const south = -17.9 + ((index * 53) % 115) / 10;
  return [west, south, west + 1, south + 1].map((value) => value.toFixed(3)).join(',');
}

function monthOf(index: number): string {
  const month = String((index % 12) + 1).padStart(2, '0');
  return `2025-${month}-01T00:00:00Z/2025-${month}-28T00:00:00Z`;
}

/** A place in the middle of the items, as a page's mark. */
const half = Buffer.from(JSON.stringify(['2025-01-01T00:00:00.000Z', 'c5', 'i5'])).toString('base64url');

const searches: readonly { readonly name: string; path(index: number): string }[] = [
  { name: 'os mais recentes, 10', path: () => '/stac/search?limit=10' },
  { name: 'uma coleção, 10', path: (index) => `/stac/collections/c${index % collectionCount}/items?limit=10` },
  { name: 'caixa de 1° × 1°, 10', path: (index) => `/stac/search?limit=10&bbox=${boxOf(index)}` },
  { name: 'caixa de 1° × 1°, 100', path: (index) => `/stac/search?limit=100&bbox=${boxOf(index)}` },
  {
    name: 'caixa de 1° × 1° e um mês, 10',
    path: (index) => `/stac/search?limit=10&bbox=${boxOf(index)}&datetime=${monthOf(index)}`,
  },
  { name: 'um mês, 10', path: (index) => `/stac/search?limit=10&datetime=${monthOf(index)}` },
  {
    name: 'CQL2: nuvens e intersects, 10',
    path: (index) => {
      const [west = 0, south = 0] = boxOf(index).split(',').map(Number);
      const ring = `(${west} ${south}, ${west + 1} ${south}, ${west} ${south + 1}, ${west} ${south})`;
      const filter = `"eo:cloud_cover" < 50 AND S_INTERSECTS(geometry, POLYGON(${ring}))`;
      return `/stac/search?limit=10&filter=${encodeURIComponent(filter)}`;
    },
  },
  {
    name: 'a meio das páginas de uma caixa, 100',
    path: (index) => `/stac/search?limit=100&bbox=${boxOf(index)}&token=${half}`,
  },
  { name: 'caixa sem nada, 10', path: () => '/stac/search?limit=10&bbox=-30,-40,-29,-39' },
];

export async function openCatalogue(items: number) {
  const folder = await mkdtemp(join(tmpdir(), 'kianda-medida-'));
  // The database's account is another where this runs as root.
  await chmod(folder, 0o755);
  const rootHome = `${folder}-root`;
  const server = await startEmbeddedPostgres({ dataDir: folder, rootHome, log });
  const database = await openDatabase({ url: server.url, applicationName: 'kianda-bench' });
  const clock = { nowMs: () => Date.UTC(2026, 0, 1) };
  const catalogue = createCatalogue({
    queue: null,
    platform: {
      database,
      clock,
      log,
      events: createLocalEvents(log),
      storage: createFolderStorage({ folder: join(folder, 'objetos') }),
      random: () => 0.5,
    },
    collections: () =>
      Array.from({ length: collectionCount }, (_, index) => ({
        id: `c${index}`,
        title: `Coleção ${index}`,
        description: 'De medida.',
        keywords: [],
        access: 'public' as const,
        connectorIds: [],
        async *products() {
          // Its items are written straight into the table.
        },
        file: async () => null,
      })),
    provenanceOf: async ({ connectorId, observedAtMs, retrievedAtMs }) => ({
      state: 'live',
      source: connectorId,
      observedAt: observedAtMs === null ? null : new Date(observedAtMs).toISOString(),
      retrievedAt: new Date(retrievedAtMs).toISOString(),
    }),
    creditOf: () => null,
    audit: { record: async () => undefined },
    addresses: { publicUrl: 'http://localhost', docsUrl: 'http://localhost/docs', operatorName: 'Kianda' },
    version: '2.0.0',
  });
  await migrate(database, [{ name: catalogue.name, migrations: catalogue.migrations }], log);
  await fill(database.for<Record<string, never>>(), items);
  const http = await serveBindings(catalogue.bindings ?? [], clock, { validateResponses: false });
  return {
    searches,
    async ask(path: string): Promise<void> {
      const answer = await http.ask('GET', path, { role: null });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
    },
    async close() {
      await http.close();
      await database.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
      await rm(rootHome, { recursive: true, force: true });
    },
  };
}

/** Small squares, half a degree at most, over the box and two years, the same for each run. */
async function fill(db: Parameters<ReturnType<typeof sql>['execute']>[0], items: number): Promise<void> {
  await sql`
    insert into catalogue.items
    select 'c' || (n % ${collectionCount}), 'i' || n, t, t, t, box(point(x + 0.25, y + 0.25), point(x, y)), true,
      jsonb_build_object(
        'geometry', jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(jsonb_build_array(
          jsonb_build_array(x, y), jsonb_build_array(x + 0.25, y), jsonb_build_array(x + 0.25, y + 0.25),
          jsonb_build_array(x, y + 0.25), jsonb_build_array(x, y)))),
        'bbox', jsonb_build_array(x, y, x + 0.25, y + 0.25),
        'properties', jsonb_build_object('datetime', to_char(t, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'title', 'Item ' || n, 'eo:cloud_cover', n % 100, 'kianda:dataset', 'd' || (n % 7)),
        'assets', jsonb_build_object('dados.tif', jsonb_build_object('href', 'dados.tif', 'type', 'image/tiff')),
        'stac_extensions', jsonb_build_array()),
      'h' || n, true, 'medida', 'fluxo', t, null, t, t
    from (
      select n, timestamptz '2024-01-01' + (n * 7919 % 63072000) * interval '1 second' as t,
        8.5 + (n * 104729 % 5500) / 1000.0 as x, -18 + (n * 1299709 % 13500) / 1000.0 as y
      from generate_series(1::bigint, ${items}::bigint) as n
    ) as spread`.execute(db);
  await sql`vacuum analyze catalogue.items`.execute(db);
}
