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
import { collectionCount } from './searches.ts';

const log = createLogger({ level: 'warn', pretty: true });

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
    jobs: () => {
      throw new Error('no job is asked for here');
    },
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
    objects: {
      find: async () => Promise.reject(new Error('no object is read here')),
      open: async () => null,
    },
    audit: { record: async () => undefined },
    addresses: { publicUrl: 'http://localhost', docsUrl: 'http://localhost/docs', operatorName: 'Kianda' },
    version: '2.0.0',
  });
  await migrate(database, [{ name: catalogue.name, migrations: catalogue.migrations }], log);
  await fill(database.for<Record<string, never>>(), items);
  const http = await serveBindings(catalogue.bindings ?? [], clock, { validateResponses: false });
  await catalogue.hold();
  return {
    url: await http.listen(),
    databaseUrl: server.url,
    async close() {
      await http.close();
      await catalogue.stop?.();
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
    select collection, id, t, t, t, footprint, true, item, hash, true, 'medida', 'fluxo', t, null, t, t,
      -- As the catalogue writes it (item-text.rules.ts): one by one, a million would take minutes.
      E'\n"stac_extensions":[],"geometry":' || (item->'geometry')::text || ',"bbox":' || (item->'bbox')::text
        || ',"assets":{"dados.tif":{"href":"' || chr(1) || '/assets/dados.tif","type":"image/tiff"}},"properties":'
        || left((item->'properties')::text, -1)
    from (
      select 'c' || (n % ${collectionCount}) as collection, 'i' || n as id, 'h' || n as hash, t,
        box(point(x + 0.25, y + 0.25), point(x, y)) as footprint,
        jsonb_build_object(
          'geometry', jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(jsonb_build_array(
            jsonb_build_array(x, y), jsonb_build_array(x + 0.25, y), jsonb_build_array(x + 0.25, y + 0.25),
            jsonb_build_array(x, y + 0.25), jsonb_build_array(x, y)))),
          'bbox', jsonb_build_array(x, y, x + 0.25, y + 0.25),
          'properties', jsonb_build_object('datetime', to_char(t, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
            'title', 'Item ' || n, 'eo:cloud_cover', n % 100, 'kianda:dataset', 'd' || (n % 7)),
          'assets', jsonb_build_object('dados.tif', jsonb_build_object('href', 'dados.tif', 'type', 'image/tiff')),
          'stac_extensions', jsonb_build_array()) as item
      from (
        select n, timestamptz '2024-01-01' + (n * 7919 % 63072000) * interval '1 second' as t,
          8.5 + (n * 104729 % 5500) / 1000.0 as x, -18 + (n * 1299709 % 13500) / 1000.0 as y
        from generate_series(1::bigint, ${items}::bigint) as n
      ) as spread
    ) as made`.execute(db);
  await sql`vacuum analyze catalogue.items`.execute(db);
}
