import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

export type DatabaseMemory = { readonly hitRate: number | null; readonly sharedBuffersBytes: number | null };

/** Reads PostgreSQL's own figures; the module has no tables. */
export function createCachesRepository(database: Database) {
  return {
    /**
     * Share of table pages, in percent, that PostgreSQL found in its own memory since its figures were reset, and the
     * size of that memory. Null where the server does not say.
     */
    async databaseMemory(): Promise<DatabaseMemory> {
      const { rows } = await sql<{ rate: number | null; bytes: number | null }>`
        SELECT (100.0 * blks_hit / nullif(blks_hit + blks_read, 0))::float8 AS rate,
          (SELECT setting::float8 * 8192 FROM pg_settings WHERE name = 'shared_buffers') AS bytes
        FROM pg_stat_database WHERE datname = current_database()`.execute(database.for());
      return { hitRate: rows[0]?.rate ?? null, sharedBuffersBytes: rows[0]?.bytes ?? null };
    },
  };
}

export type CachesRepository = ReturnType<typeof createCachesRepository>;
