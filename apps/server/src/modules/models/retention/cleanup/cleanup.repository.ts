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

const dayMs = 86_400_000;

/** Something of the policy that a record of a table falls under: of the first whose conditions it meets. */
function ofPolicy(
  own: readonly PolicyRow[],
  now: Date,
  pick: (policy: PolicyRow) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const last = own.findLast(({ counts_from }) => counts_from !== 'expiry');
  const cases = own.map((policy) => {
    const quality =
      policy.min_quality === null ? sql`` : sql` AND r.quality >= ${policy.min_quality}::double precision`;
    return policy.counts_from === 'expiry'
      ? sql`WHEN r.expires_at <= ${now} THEN ${pick(policy)}`
      : sql`WHEN r.access_count >= ${policy.min_access}::bigint${quality} THEN ${pick(policy)}`;
  });
  return sql`CASE ${sql.join(cases, sql` `)} ELSE ${last === undefined ? sql`NULL` : pick(last)} END`;
}

const clocks = { created: sql`r.created_at`, last_access: sql`r.last_accessed`, expiry: sql`r.expires_at` } as const;

/** Records of a table that a run concerns, each with its fate. */
function fatesIn(table: RetainedTable, { policies, policyIds, force, now }: Cleanup): RawBuilder<unknown> {
  const own = inOrder(policies.filter(({ table_name }) => table_name === table));
  const isDue = force ? sql`true` : sql`r.purge_after <= ${now}`;
  if (own.length === 0) {
    return sql`SELECT r.table_name, r.id, r.bytes, r.label, 0 AS grace_days, 'purge' AS act, NULL::text AS policy_id
      FROM retention.records AS r
      WHERE r.table_name = ${table} AND NOT r.is_pinned AND r.status = 'expired' AND ${isDue}`;
  }
  const isOver = (policy: PolicyRow) => {
    const isUsed = policy.enabled && (policyIds === null || policyIds.includes(policy.policy_id));
    if (!isUsed) return sql`false`;
    const start = clocks[policy.counts_from];
    const before = new Date(now.getTime() - policy.retention_days * dayMs);
    return sql`CASE WHEN r.status = 'archived' THEN r.archived_at ELSE ${start} END <= ${before}`;
  };
  return sql`
    SELECT r.table_name, r.id, r.bytes, r.label,
      ${ofPolicy(own, now, ({ grace_days }) => sql`${grace_days}::int`)} AS grace_days,
      CASE WHEN r.status = 'expired' THEN 'purge'
        WHEN r.status = 'active' AND ${ofPolicy(own, now, ({ action }) => sql`${action === 'archive'}::boolean`)}
        THEN 'archive' ELSE 'expire' END AS act,
      CASE WHEN r.status <> 'expired' THEN ${ofPolicy(own, now, ({ policy_id }) => sql`${policy_id}::text`)} END AS policy_id
    FROM retention.records AS r
    WHERE r.table_name = ${table} AND NOT r.is_pinned
      AND CASE WHEN r.status = 'expired' THEN ${isDue} ELSE ${ofPolicy(own, now, isOver)} END`;
}

/** Records that a run concerns, each with its fate; the rules that the test states say the same of one record. */
const fates = (cleanup: Cleanup): RawBuilder<unknown> =>
  sql.join(
    (cleanup.table === undefined ? tables : [cleanup.table]).map((table) => fatesIn(table, cleanup)),
    sql` UNION ALL `,
  );

/** Groups with their counts and a mark of their records, and the first of the records. */
const summaryOf = sql`
  , groups AS MATERIALIZED (
    SELECT policy_id, act, count(*) AS records, sum(bytes) AS bytes,
      bit_xor(uuid_hash_extended(id, CASE act WHEN 'purge' THEN 1 WHEN 'expire' THEN 2 ELSE 3 END)) AS mark
    FROM fate GROUP BY policy_id, act)
  SELECT
    coalesce((SELECT jsonb_agg(to_jsonb(g) - 'mark' ORDER BY g.act, g.policy_id) FROM groups AS g), '[]') AS groups,
    coalesce((SELECT jsonb_agg(f ORDER BY f.id) FROM (
      SELECT table_name, id, act, policy_id, label, bytes FROM fate ORDER BY id LIMIT ${sql.lit(shownRecords)}) AS f),
      '[]') AS first,
    (SELECT coalesce(sum(records), 0) || ':' || coalesce(bit_xor(mark), 0) FROM groups) AS fingerprint`;

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
