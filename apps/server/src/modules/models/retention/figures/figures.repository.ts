import type { RetainedTable } from '@kianda/contract/models/retention/retention.contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { Outcome, RetentionTables, TotalRow } from '../retention.tables.ts';

/** Answers of the window by store, class of question, outcome and class of duration. */
export type MeasureRow = {
  readonly table_name: RetainedTable;
  readonly key_class: string;
  readonly outcome: Outcome;
  readonly bucket: number;
  readonly answers: number;
  readonly total_ms: number;
};

export type HistoryRow = {
  readonly at: Date;
  readonly hits: number;
  readonly misses: number;
  readonly errors: number;
  readonly hit_ms: number;
  readonly bytes: number | null;
};

/** Contents of the stores, and the measures taken at them. */
export function createFiguresRepository(database: Database) {
  const db = database.for<RetentionTables>();
  return { ...contentStatements(db), ...measureStatements(db), ...courseStatements(db) };
}

export type FiguresRepository = ReturnType<typeof createFiguresRepository>;

type Db = Kysely<RetentionTables>;

function contentStatements(db: Db) {
  return {
    totals: (): Promise<TotalRow[]> => db.selectFrom('retention.totals').selectAll().where('records', '>', 0).execute(),

    async pinned(): Promise<number> {
      const { rows } = await sql<{ pinned: number }>`
        SELECT count(*) AS pinned FROM retention.records WHERE is_pinned`.execute(db);
      return rows[0]?.pinned ?? 0;
    },

    async ages(): Promise<
      readonly { readonly table_name: RetainedTable; readonly oldest: Date; readonly newest: Date }[]
    > {
      const { rows } = await sql<{ table_name: RetainedTable; oldest: Date | null; newest: Date | null }>`
        SELECT * FROM (
          SELECT t.table_name,
            (SELECT created_at FROM retention.records AS r WHERE r.table_name = t.table_name ORDER BY created_at LIMIT 1) AS oldest,
            (SELECT created_at FROM retention.records AS r WHERE r.table_name = t.table_name ORDER BY created_at DESC LIMIT 1) AS newest
          FROM (SELECT DISTINCT table_name FROM retention.totals WHERE records > 0) AS t) AS a`.execute(db);
      return rows.flatMap(({ table_name, oldest, newest }) =>
        oldest === null || newest === null ? [] : [{ table_name, oldest, newest }],
      );
    },
  };
}

function measureStatements(db: Db) {
  return {
    async measures(from: Date): Promise<MeasureRow[]> {
      const { rows } = await sql<MeasureRow>`
        SELECT table_name, key_class, outcome, bucket, sum(answers)::bigint AS answers, sum(total_ms) AS total_ms
        FROM retention.ml_performance_metrics WHERE hour >= ${from} GROUP BY 1, 2, 3, 4`.execute(db);
      return rows;
    },

    async evictions(from: Date): Promise<readonly { table_name: RetainedTable; reason: string; records: number }[]> {
      const { rows } = await sql<{ table_name: RetainedTable; reason: string; records: number }>`
        SELECT table_name, reason, sum(records)::bigint AS records FROM retention.evictions
        WHERE day >= (${from}::timestamptz AT TIME ZONE 'UTC')::date GROUP BY 1, 2 ORDER BY 3 DESC`.execute(db);
      return rows;
    },
  };
}

function courseStatements(db: Db) {
  return {
    /** Hours, days or weeks with the answers in them and the space at their end; null space where none was noted. */
    async history(asked: { readonly from: Date; readonly to: Date; readonly interval: 'hour' | 'day' | 'week' }) {
      const unit = sql.lit(asked.interval);
      const { rows } = await sql<HistoryRow>`
        WITH slots AS (
          SELECT generate_series(date_trunc(${unit}, ${asked.from}::timestamptz, 'UTC'),
            date_trunc(${unit}, ${asked.to}::timestamptz, 'UTC'), ('1 ' || ${unit})::interval) AS at
        ), answered AS (
          SELECT date_trunc(${unit}, hour, 'UTC') AS at,
            sum(answers) FILTER (WHERE outcome = 'hit') AS hits, sum(answers) FILTER (WHERE outcome = 'miss') AS misses,
            sum(answers) FILTER (WHERE outcome = 'error') AS errors, sum(total_ms) FILTER (WHERE outcome = 'hit') AS hit_ms
          FROM retention.ml_performance_metrics WHERE hour >= date_trunc(${unit}, ${asked.from}::timestamptz, 'UTC')
          GROUP BY 1
        ), hours AS (
          SELECT hour, sum(bytes) AS bytes FROM retention.snapshots
          WHERE hour >= date_trunc(${unit}, ${asked.from}::timestamptz, 'UTC') GROUP BY hour
        ), held AS (
          SELECT DISTINCT ON (1) date_trunc(${unit}, hour, 'UTC') AS at, bytes FROM hours ORDER BY 1, hour DESC
        )
        SELECT s.at, coalesce(a.hits, 0)::bigint AS hits, coalesce(a.misses, 0)::bigint AS misses,
          coalesce(a.errors, 0)::bigint AS errors, coalesce(a.hit_ms, 0)::float8 AS hit_ms, h.bytes::bigint AS bytes
        FROM slots AS s LEFT JOIN answered AS a ON a.at = s.at LEFT JOIN held AS h ON h.at = s.at ORDER BY s.at`.execute(
        db,
      );
      return rows;
    },

    /** Space at the end of each day that was noted, the oldest first. */
    async daily(from: Date): Promise<readonly { readonly day: string; readonly bytes: number }[]> {
      const { rows } = await sql<{ day: string; bytes: number }>`
        SELECT DISTINCT ON (day) day, bytes FROM (
          SELECT (hour AT TIME ZONE 'UTC')::date AS day, hour, sum(bytes)::bigint AS bytes
          FROM retention.snapshots WHERE hour >= ${from} GROUP BY hour) AS h
        ORDER BY day, hour DESC`.execute(db);
      return rows;
    },

    /** Notes what the stores hold at this hour, in place of what was noted of it before. */
    async snapshot(hour: Date): Promise<void> {
      await sql`
        INSERT INTO retention.snapshots AS s (hour, table_name, active, archived, expired, bytes)
        SELECT ${hour}::timestamptz, table_name, coalesce(sum(records) FILTER (WHERE status = 'active'), 0),
          coalesce(sum(records) FILTER (WHERE status = 'archived'), 0),
          coalesce(sum(records) FILTER (WHERE status = 'expired'), 0), coalesce(sum(bytes), 0)
        FROM retention.totals GROUP BY table_name
        ON CONFLICT (hour, table_name) DO UPDATE SET active = excluded.active, archived = excluded.archived,
          expired = excluded.expired, bytes = excluded.bytes`.execute(db);
    },
  };
}
