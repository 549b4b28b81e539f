import type { RetainedTable } from '@kianda/contract/models/retention/retention.contract';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { RecordRow, RetentionTables } from '../retention.tables.ts';

type NewRow = Insertable<RetentionTables['retention.records']>;
type NewMeasure = Insertable<RetentionTables['retention.ml_performance_metrics']>;

/** A question to the feature store: the newest value of a key that is not of after an instant. */
export type FeatureQuestion = {
  readonly key: string;
  readonly atMs: number;
  readonly ttlMs: number;
  readonly watermark: string;
};
export type FeatureAnswer = { readonly place: number; readonly id: string; readonly content: unknown };

/** Rows of one statement at most: a row has twenty parameters, and PostgreSQL takes 65,535. */
const atOnce = 500;

/** Statements of the stores while models learn and predict. */
export function createStoreRepository(database: Database) {
  const db = database.for<RetentionTables>();
  return { ...readStatements(db), ...writeStatements(db), ...holdStatements(db) };
}

export type StoreRepository = ReturnType<typeof createStoreRepository>;

type Db = Kysely<RetentionTables>;

function readStatements(db: Db) {
  return {
    live: (table: RetainedTable, key: string): Promise<RecordRow | undefined> =>
      db
        .selectFrom('retention.records')
        .selectAll()
        .where('table_name', '=', table)
        .where('key', '=', key)
        .where('status', '=', 'active')
        .executeTakeFirst(),

    /** Predictions by their keys, where they are still valid. */
    async predictions(keys: readonly string[], now: Date) {
      const { rows } = await sql<{ id: string; key: string; content: unknown }>`
        SELECT id, key, content FROM retention.ml_inference_cache
        WHERE table_name = 'ml_inference_cache' AND status = 'active' AND key = ANY(${keys}) AND expires_at > ${now}`.execute(
        db,
      );
      return rows;
    },

    /** Of each question, by its place, the newest feature at its instant: never one of after it. */
    async featuresAsOf(questions: readonly FeatureQuestion[], now: Date): Promise<FeatureAnswer[]> {
      const { rows } = await sql<FeatureAnswer>`
        SELECT (q.place - 1)::int AS place, f.id, f.content
        FROM unnest(${questions.map(({ key }) => key)}::text[],
          ${questions.map(({ atMs }) => new Date(atMs))}::timestamptz[],
          ${questions.map(({ ttlMs }) => ttlMs)}::float8[],
          ${questions.map(({ watermark }) => watermark)}::text[]) WITH ORDINALITY AS q (key, at, ttl, watermark, place)
        CROSS JOIN LATERAL (
          SELECT r.id, r.content FROM retention.ml_feature_store AS r
          WHERE r.table_name = 'ml_feature_store' AND r.status = 'active' AND r.key = q.key
            AND r.event_at <= q.at AND r.event_at >= q.at - q.ttl * interval '1 millisecond'
            AND (r.valid_until IS NULL OR q.at < r.valid_until)
            AND r.created_at <= ${now} AND (r.expires_at IS NULL OR r.expires_at > ${now})
            AND r.watermark = q.watermark
          ORDER BY r.event_at DESC, r.created_at DESC LIMIT 1
        ) AS f`.execute(db);
      return rows;
    },
  };
}

function writeStatements(db: Db) {
  return {
    /**
     * Adds records; what answers the same question from an earlier state of the sources gives way: archived where it is
     * held, expired otherwise.
     */
    add: (rows: readonly NewRow[]): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        for (let start = 0; start < rows.length; start += atOnce) {
          const some = rows.slice(start, start + atOnce);
          const now = some[0]?.created_at;
          await sql`
            UPDATE retention.records AS r SET
              status = CASE WHEN r.is_pinned THEN 'archived' ELSE 'expired' END,
              archived_at = CASE WHEN r.is_pinned THEN ${now}::timestamptz ELSE r.archived_at END,
              expired_at = CASE WHEN r.is_pinned THEN r.expired_at ELSE ${now}::timestamptz END,
              purge_after = CASE WHEN r.is_pinned THEN NULL ELSE ${now}::timestamptz END,
              eviction_reason = 'superseded'
            FROM unnest(${some.map((row) => row.table_name)}::text[], ${some.map((row) => row.key)}::text[],
              ${some.map((row) => row.event_at ?? null)}::timestamptz[]) AS n (table_name, key, event_at)
            WHERE r.table_name = n.table_name AND r.key = n.key AND r.event_at IS NOT DISTINCT FROM n.event_at
              AND r.status = 'active'`.execute(transaction);
          await transaction
            .insertInto('retention.records')
            .values(
              some.map((row) => ({
                ...row,
                // A version in use holds what it learned from, also when that is read anew.
                is_pinned: sql<boolean>`EXISTS (
                  SELECT FROM retention.holds WHERE data_sha256 = ${row.data_sha256 ?? null})`,
              })) as never,
            )
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        }
      }),

    /** Counts reads of records. */
    async touch(reads: ReadonlyMap<string, number>, now: Date): Promise<void> {
      await sql`
        UPDATE retention.records AS r SET access_count = r.access_count + t.reads, last_accessed = ${now}
        FROM unnest(${[...reads.keys()]}::uuid[], ${[...reads.values()]}::int[]) AS t (id, reads)
        WHERE r.id = t.id`.execute(db);
    },

    async measure(rows: readonly NewMeasure[]): Promise<void> {
      await db
        .insertInto('retention.ml_performance_metrics')
        .values(rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
        .onConflict((conflict) =>
          conflict.columns(['hour', 'table_name', 'key_class', 'outcome', 'bucket']).doUpdateSet({
            answers: sql`ml_performance_metrics.answers + excluded.answers`,
            total_ms: sql`ml_performance_metrics.total_ms + excluded.total_ms`,
          }),
        )
        .execute();
    },
  };
}

function holdStatements(db: Db) {
  return {
    /** Takes the predictions of a model out of use, but for those of one version; resolves to how many. */
    async forgetPredictions(keyClass: string, except: string, now: Date): Promise<number> {
      const result = await sql`
        UPDATE retention.records SET status = 'expired', expired_at = ${now}, purge_after = ${now},
          eviction_reason = 'promotion'
        WHERE table_name = 'ml_inference_cache' AND status = 'active' AND key_class = ${keyClass}
          AND watermark <> ${except} AND NOT is_pinned`.execute(db);
      return Number(result.numAffectedRows ?? 0);
    },

    /** Lets an owner hold the records with this digest, and no others any more. */
    hold: (
      hold: Pick<Insertable<RetentionTables['retention.holds']>, 'owner' | 'account_name' | 'reason' | 'at'> & {
        readonly data_sha256: string;
      },
    ): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const before = await transaction
          .deleteFrom('retention.holds')
          .where('owner', '=', hold.owner)
          .where('kind', '=', 'deployed')
          .returning('data_sha256')
          .execute();
        await transaction
          .insertInto('retention.holds')
          .values({ ...hold, kind: 'deployed', record_id: null })
          .execute();
        const digests = [hold.data_sha256, ...before.flatMap(({ data_sha256 }) => data_sha256 ?? [])];
        await sql`
          UPDATE retention.records AS r SET is_pinned =
            EXISTS (SELECT FROM retention.holds AS h WHERE h.data_sha256 = r.data_sha256 OR h.record_id = r.id)
          WHERE r.data_sha256 = ANY(${digests})`.execute(transaction);
      }),
  };
}

const keyOf = (row: NewMeasure) =>
  `${(row.hour as Date).getTime()} ${row.table_name} ${row.key_class} ${row.outcome} ${String(row.bucket).padStart(5, '0')}`;
