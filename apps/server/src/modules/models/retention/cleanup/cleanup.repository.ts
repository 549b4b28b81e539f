import type { CleanupAct } from '@kianda/contract/models/retention/policies.contract';
import { type RetainedTable, retainedTables } from '@kianda/contract/models/retention/retention.contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { PolicyRow, RetentionTables } from '../retention.tables.ts';
import { inOrder, type Selection } from './cleanup.rules.ts';

const tables = Object.keys(retainedTables) as readonly RetainedTable[];

/** Subject of a run. */
export type Cleanup = Selection & {
  readonly policies: readonly PolicyRow[];
  readonly table: RetainedTable | undefined;
  readonly now: Date;
};

export type CleanupSummary = {
  readonly groups: readonly {
    readonly policy_id: string | null;
    readonly act: CleanupAct;
    readonly records: number;
    readonly bytes: number;
  }[];
  readonly first: readonly {
    readonly table_name: RetainedTable;
    readonly id: string;
    readonly act: CleanupAct;
    readonly policy_id: string | null;
    readonly label: string;
    readonly bytes: number;
  }[];
  readonly fingerprint: string;
  /** Contents of purged records, to be deleted from the object storage. */
  readonly contents: readonly string[];
};

const shownRecords = 1_000;

/** Place of the policy that a record falls under, among those of its table: the first whose conditions it meets. */
function placeOf(policies: readonly PolicyRow[], now: Date): RawBuilder<unknown> {
  const ofTable = (table: RetainedTable) => {
    const own = inOrder(policies.filter(({ table_name }) => table_name === table));
    const last = own.findLastIndex(({ counts_from }) => counts_from !== 'expiry');
    const cases = own.map((policy, place) => {
      const quality = policy.min_quality === null ? sql`` : sql` AND r.quality >= ${policy.min_quality}::real`;
      return policy.counts_from === 'expiry'
        ? sql`WHEN r.expires_at <= ${now} THEN ${place}::int`
        : sql`WHEN r.access_count >= ${policy.min_access}::bigint${quality} THEN ${place}::int`;
    });
    if (cases.length === 0) return sql`WHEN ${table} THEN NULL::int`;
    return sql`WHEN ${table} THEN CASE ${sql.join(cases, sql` `)} ELSE ${last < 0 ? null : last}::int END`;
  };
  return sql`CASE r.table_name ${sql.join(tables.map(ofTable), sql` `)} END`;
}

/** Records that a run concerns, each with its fate; `fateOf` says the same of one record. */
function fates({ policies, policyIds, force, table, now }: Cleanup): RawBuilder<unknown> {
  const rows = tables.flatMap((name) =>
    inOrder(policies.filter(({ table_name }) => table_name === name)).map((policy, place) => {
      const isUsed = policy.enabled && (policyIds === null || policyIds.includes(policy.policy_id));
      return sql`(${name}, ${place}::int, ${policy.policy_id}, ${policy.retention_days}::int, ${policy.action},
        ${policy.counts_from}, ${policy.grace_days}::int, ${isUsed}::boolean)`;
    }),
  );
  const none = sql`(''::text, 0, ''::text, 0, ''::text, ''::text, 0, false)`;
  return sql`
    SELECT r.table_name, r.id, r.bytes, r.label, p.grace_days,
      CASE WHEN r.status = 'expired' THEN 'purge'
        WHEN p.action = 'archive' AND r.status = 'active' THEN 'archive' ELSE 'expire' END AS act,
      CASE WHEN r.status <> 'expired' THEN p.policy_id END AS policy_id
    FROM retention.records AS r
    LEFT JOIN (VALUES ${sql.join(rows.length === 0 ? [none] : rows)})
      AS p (table_name, place, policy_id, days, action, counts_from, grace_days, is_used)
      ON p.table_name = r.table_name AND p.place = ${placeOf(policies, now)}
    WHERE NOT r.is_pinned AND ${table === undefined ? sql`true` : sql`r.table_name = ${table}`}
      AND CASE WHEN r.status = 'expired' THEN ${force}::boolean OR coalesce(r.purge_after <= ${now}, false)
        ELSE p.is_used AND CASE WHEN r.status = 'archived' THEN r.archived_at
          WHEN p.counts_from = 'created' THEN r.created_at
          WHEN p.counts_from = 'last_access' THEN r.last_accessed
          ELSE r.expires_at END + p.days * interval '86400 seconds' <= ${now} END`;
}

const summaryOf = sql`
  SELECT
    coalesce((SELECT jsonb_agg(g ORDER BY g.act, g.policy_id) FROM (
      SELECT policy_id, act, count(*) AS records, sum(bytes) AS bytes FROM fate GROUP BY policy_id, act) AS g), '[]') AS groups,
    coalesce((SELECT jsonb_agg(f ORDER BY f.table_name, f.id) FROM (
      SELECT table_name, id, act, policy_id, label, bytes FROM fate ORDER BY table_name, id LIMIT ${sql.lit(shownRecords)}) AS f),
      '[]') AS first,
    (SELECT count(*) || ':' || coalesce(bit_xor(hashtextextended(id::text || act, 0)), 0) FROM fate) AS fingerprint`;

/** The statement of every run of cleaning, and of every rehearsal of one. */
export function createCleanupRepository(database: Database) {
  const db = database.for<RetentionTables>();
  return {
    /** The records that a run would concern; nothing changes. */
    async rehearse(cleanup: Cleanup): Promise<CleanupSummary> {
      const { rows } = await sql<Omit<CleanupSummary, 'contents'>>`
        WITH fate AS MATERIALIZED (${fates(cleanup)}) ${summaryOf}`.execute(db);
      const found = rows[0];
      if (found === undefined) throw new Error('the summary of a cleanup is one row');
      return { ...found, contents: [] };
    },

    /** Gives every record its fate, in one statement: a process that is killed in the middle of it leaves all as it was. */
    async run(cleanup: Cleanup): Promise<CleanupSummary> {
      const { now } = cleanup;
      const { rows } = await sql<CleanupSummary>`
        WITH chosen AS MATERIALIZED (${fates(cleanup)}),
        purged AS (
          DELETE FROM retention.records AS r USING chosen AS c
          WHERE c.act = 'purge' AND r.table_name = c.table_name AND r.id = c.id AND NOT r.is_pinned
          RETURNING r.table_name, r.id, r.bytes, r.label, c.act, c.policy_id, r.content_key, r.eviction_reason
        ), changed AS (
          UPDATE retention.records AS r SET
            status = CASE c.act WHEN 'archive' THEN 'archived' ELSE 'expired' END,
            archived_at = CASE c.act WHEN 'archive' THEN ${now}::timestamptz ELSE r.archived_at END,
            expired_at = CASE c.act WHEN 'archive' THEN NULL ELSE ${now}::timestamptz END,
            purge_after = CASE c.act WHEN 'archive' THEN NULL
              ELSE ${now}::timestamptz + c.grace_days * interval '86400 seconds' END,
            eviction_reason = c.policy_id, policy_id = c.policy_id
          FROM chosen AS c
          WHERE c.act <> 'purge' AND r.table_name = c.table_name AND r.id = c.id AND NOT r.is_pinned
          RETURNING r.table_name, r.id, r.bytes, r.label, c.act, c.policy_id
        ), noted AS (
          INSERT INTO retention.acts (record_id, act, at, by_name)
          SELECT id, CASE act WHEN 'archive' THEN 'archived' ELSE 'expired' END, ${now}::timestamptz, policy_id FROM changed
        ), forgotten AS (
          DELETE FROM retention.acts AS a USING purged AS p WHERE a.record_id = p.id
        ), counted AS (
          INSERT INTO retention.evictions AS e (day, table_name, reason, records)
          SELECT (${now}::timestamptz AT TIME ZONE 'UTC')::date, table_name, coalesce(eviction_reason, 'person'), count(*)
          FROM purged GROUP BY 2, 3
          ON CONFLICT (day, table_name, reason) DO UPDATE SET records = e.records + excluded.records
        ), fate AS (
          SELECT table_name, id, bytes, label, act, policy_id FROM purged
          UNION ALL SELECT table_name, id, bytes, label, act, policy_id FROM changed
        )
        ${summaryOf}, coalesce((SELECT jsonb_agg(content_key) FROM purged WHERE content_key IS NOT NULL), '[]') AS contents`.execute(
        db,
      );
      const found = rows[0];
      if (found === undefined) throw new Error('the summary of a cleanup is one row');
      return found;
    },

    /** Deletes measures of before an instant, as the policy of measures says. */
    async forgetMeasures(before: Date): Promise<void> {
      await db.deleteFrom('retention.ml_performance_metrics').where('hour', '<', before).execute();
    },
  };
}

export type CleanupRepository = ReturnType<typeof createCleanupRepository>;
