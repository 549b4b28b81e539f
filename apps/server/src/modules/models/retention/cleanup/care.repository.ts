import { type RetainedTable, retainedTables } from '@kianda/contract/models/retention/retention.contract';
import { sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { RetentionTables } from '../retention.tables.ts';

export const tablesOf = (table: RetainedTable | undefined): readonly RetainedTable[] =>
  table === undefined ? (Object.keys(retainedTables) as RetainedTable[]) : [table];

export type StoredContent = {
  readonly id: string;
  readonly table_name: RetainedTable;
  readonly label: string;
  readonly content_key: string;
  readonly content_sha256: string;
};

/** Room that the stores take, and checks of what they hold. */
export function createCareRepository(database: Database) {
  const db = database.for<RetentionTables>();
  return {
    /** Bytes of a table on the disk of the database, with its indexes. */
    async size(table: RetainedTable): Promise<number> {
      const { rows } = await sql<{ bytes: number }>`
        SELECT pg_total_relation_size(${`retention.${table}`}::regclass) AS bytes`.execute(db);
      return rows[0]?.bytes ?? 0;
    },

    /** Gives back the room of dead rows, and builds the indexes anew; readers and writers go on meanwhile. */
    async compact(table: RetainedTable): Promise<void> {
      const name = sql.id('retention', table);
      await sql`VACUUM (ANALYZE) ${name}`.execute(db);
      await sql`REINDEX TABLE CONCURRENTLY ${name}`.execute(db);
    },

    async contents(tables: readonly RetainedTable[]): Promise<StoredContent[]> {
      const rows = await db
        .selectFrom('retention.records')
        .select(['id', 'table_name', 'label', 'content_key', 'content_sha256'])
        .where('table_name', 'in', tables)
        .where('content_key', 'is not', null)
        .execute();
      return rows.flatMap(({ content_key, ...row }) => (content_key === null ? [] : [{ ...row, content_key }]));
    },

    /** Counts of each table: of its rows, and as they are held. */
    async counts(tables: readonly RetainedTable[]) {
      const { rows } = await sql<{ table_name: RetainedTable; counted: number; held: number; wrong: number }>`
        SELECT t.table_name, coalesce(r.counted, 0)::bigint AS counted, coalesce(h.held, 0)::bigint AS held,
          coalesce(r.wrong, 0)::bigint AS wrong
        FROM unnest(${tables}::text[]) AS t (table_name)
        LEFT JOIN (
          SELECT table_name, count(*) AS counted, count(*) FILTER (WHERE (status = 'archived' AND archived_at IS NULL)
            OR (status = 'expired' AND (purge_after IS NULL OR is_pinned AND expired_at IS NULL))
            OR (status = 'active' AND purge_after IS NOT NULL)) AS wrong
          FROM retention.records GROUP BY table_name) AS r USING (table_name)
        LEFT JOIN (SELECT table_name, sum(records) AS held FROM retention.totals GROUP BY table_name) AS h USING (table_name)`.execute(
        db,
      );
      return rows;
    },
  };
}

export type CareRepository = ReturnType<typeof createCareRepository>;
