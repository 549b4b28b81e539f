import { createHash } from 'node:crypto';
import type { CleanupAct } from '@kianda/contract/models/retention/policies.contract';
import { type RetainedTable, retainedTables } from '@kianda/contract/models/retention/retention.contract';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { RetentionActor } from '../retention.context.ts';
import type { PolicyRow, RecordRow, RetentionTables } from '../retention.tables.ts';
import { inOrder, type Selection } from './cleanup.rules.ts';

const tables = Object.keys(retainedTables) as readonly RetainedTable[];

/** Subject of a run. */
export type Cleanup = Selection & {
  readonly policies: readonly PolicyRow[];
  readonly table: RetainedTable | undefined;
  readonly now: Date;
};

export type CleanupGroup = {
  readonly policy_id: string | null;
  readonly act: CleanupAct;
  readonly records: number;
  readonly bytes: number;
};

export type CleanupSummary = {
  readonly groups: readonly CleanupGroup[];
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
/** Of fewer records the first are sought by a second pass: in the order of the ids most of what is walked over would stay. */
const fewRecords = 5_000;

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

/**
 * Records of a table that a run concerns, each with the place of its policy in `inOrder`; null of those that are purged,
 * and of all where the table has no policy. What follows from the policy is told of the place, once a record is chosen:
 * for each of a million it would be the greater part of the work.
 */
function chosenIn(table: RetainedTable, { policies, policyIds, force, now }: Cleanup): RawBuilder<unknown> {
  const own = inOrder(policies.filter(({ table_name }) => table_name === table));
  const isDue = force ? sql`true` : sql`r.purge_after <= ${now}`;
  const shown = sql`r.table_name, r.id, r.bytes, r.label, r.status`;
  if (own.length === 0) {
    return sql`SELECT ${shown}, NULL::int AS place FROM retention.records AS r
      WHERE r.table_name = ${table} AND NOT r.is_pinned AND r.status = 'expired' AND ${isDue}`;
  }
  const isOver = (policy: PolicyRow) => {
    const isUsed = policy.enabled && (policyIds === null || policyIds.includes(policy.policy_id));
    if (!isUsed) return sql`false`;
    const start = clocks[policy.counts_from];
    const before = new Date(now.getTime() - policy.retention_days * dayMs);
    return sql`CASE WHEN r.status = 'archived' THEN r.archived_at ELSE ${start} END <= ${before}`;
  };
  const place = ofPolicy(own, now, (policy) => sql`${sql.lit(policies.indexOf(policy))}::int`);
  return sql`
    SELECT ${shown}, CASE WHEN r.status <> 'expired' THEN ${place} END AS place
    FROM retention.records AS r
    WHERE r.table_name = ${table} AND NOT r.is_pinned
      AND CASE WHEN r.status = 'expired' THEN ${isDue} ELSE ${ofPolicy(own, now, isOver)} END`;
}

/**
 * Records that a run concerns, each with its fate; the rules that the test states say the same of one record. `part` ends
 * the statement of each table: its order and how many.
 */
const chosen = (cleanup: Cleanup, part = sql``): RawBuilder<unknown> =>
  sql.join(
    (cleanup.table === undefined ? tables : [cleanup.table]).map((table) => sql`(${chosenIn(table, cleanup)} ${part})`),
    sql` UNION ALL `,
  );

/** Groups with their counts and a mark of their records. */
const groupsOf = sql`
  SELECT place, status, count(*) AS records, sum(bytes)::bigint AS bytes, bit_xor(uuid_hash_extended(id, 0))::text AS mark
  FROM fate GROUP BY place, status`;

type Told = Pick<RecordRow, 'status'> & { readonly place: number | null };
type ToldGroup = Told & { readonly records: number; readonly bytes: number; readonly mark: string };
type ToldRecord = Told & Pick<RecordRow, 'table_name' | 'id' | 'label' | 'bytes'>;
type Found = { readonly groups: readonly ToldGroup[]; readonly first: readonly ToldRecord[] };

const actOf = ({ status }: Told, policy: PolicyRow | undefined): CleanupAct => {
  if (status === 'expired') return 'purge';
  return status === 'active' && policy?.action === 'archive' ? 'archive' : 'expire';
};

/** The same of a rehearsal and of a run: groups by policy and act, the first records, and one mark of all. */
export function summaryOf({ groups, first }: Found, policies: readonly PolicyRow[]): Omit<CleanupSummary, 'contents'> {
  const fateOf = (told: Told) => {
    const policy = told.place === null ? undefined : policies[told.place];
    return { act: actOf(told, policy), policy_id: policy?.policy_id ?? null };
  };
  const merged = new Map<string, CleanupGroup & { readonly mark: bigint }>();
  for (const { records, bytes, mark, ...told } of groups) {
    const fate = fateOf(told);
    const key = `${fate.act} ${fate.policy_id ?? ''}`;
    const known = merged.get(key);
    merged.set(key, {
      ...{ ...fate, records: records + (known?.records ?? 0), bytes: bytes + (known?.bytes ?? 0) },
      mark: BigInt(mark) ^ (known?.mark ?? 0n),
    });
  }
  const sorted = [...merged].sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash('sha256');
  for (const [key, { records, mark }] of sorted) digest.update(`${key} ${records} ${mark}\n`);
  return {
    groups: sorted.map(([, { policy_id, act, records, bytes }]) => ({ policy_id, act, records, bytes })),
    first: first.map(({ place, status, ...record }) => ({ ...record, ...fateOf({ place, status }) })),
    fingerprint: `${sorted.reduce((sum, [, { records }]) => sum + records, 0)}:${digest.digest('hex').slice(0, 16)}`,
  };
}

/** The statement of every run of cleaning, and those of a rehearsal of one. */
export function createCleanupRepository(database: Database) {
  const db = database.for<RetentionTables>();
  return {
    /** The records that a run would concern; nothing changes. */
    rehearse: (cleanup: Cleanup): Promise<CleanupSummary> =>
      db
        .transaction()
        // Both statements see the same records.
        .setIsolationLevel('repeatable read')
        .execute(async (transaction) => {
          const { rows: groups } = await sql<ToldGroup>`
            WITH fate AS NOT MATERIALIZED (${chosen(cleanup)}) ${groupsOf}`.execute(transaction);
          const few = groups.reduce((sum, { records }) => sum + records, 0) < fewRecords;
          const order = sql`ORDER BY id LIMIT ${sql.lit(shownRecords)}`;
          const { rows: first } = await sql<ToldRecord>`
            WITH fate AS MATERIALIZED (${few ? chosen(cleanup) : chosen(cleanup, order)})
            SELECT table_name, id, place, status, label, bytes FROM fate ${order}`.execute(transaction);
          return { ...summaryOf({ groups, first }, cleanup.policies), contents: [] };
        }),

    /**
     * Gives every record its fate, and notes what is to follow, at once: a process that is killed in the middle of it
     * leaves all as it was, and one that is killed after it leaves the note. `follows` goes with the note.
     */
    run: (cleanup: Cleanup, follows: RunFollows): Promise<{ readonly id: number; readonly summary: CleanupSummary }> =>
      db.transaction().execute(async (transaction) => {
        const summary = await runIn(transaction, cleanup);
        const { id } = await transaction
          .insertInto('retention.unfinished')
          .values({ at: cleanup.now, run: JSON.stringify({ summary, follows }) })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { id, summary };
      }),

    /** Runs whose files and audit lines are still to come, the oldest first. */
    async unfinished(): Promise<number[]> {
      const rows = await db.selectFrom('retention.unfinished').select('id').orderBy('id').execute();
      return rows.map(({ id }) => id);
    },

    /** Ends a run by `finish`, once: while one process does so, another passes it by. */
    finish: (id: number, finish: (run: UnfinishedRun) => Promise<void>): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('retention.unfinished')
          .selectAll()
          .where('id', '=', id)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (row === undefined) return;
        await finish({ at: row.at, ...(row.run as Omit<UnfinishedRun, 'at'>) });
        await transaction.deleteFrom('retention.unfinished').where('id', '=', id).execute();
      }),

    /** Deletes measures of before an instant, as the policy of measures says. */
    async forgetMeasures(before: Date): Promise<void> {
      await db.deleteFrom('retention.ml_performance_metrics').where('hour', '<', before).execute();
    },
  };
}

export type CleanupRepository = ReturnType<typeof createCleanupRepository>;

/** Consequences of a run besides its summary. */
export type RunFollows = {
  /** Who ordered it; null: the platform. */
  readonly actor: RetentionActor | null;
  /** Policies that ran, to be told of it. */
  readonly ran: readonly string[];
  /** Measures of before it are to go; null: none. */
  readonly measuresBefore: string | null;
};

export type UnfinishedRun = { readonly at: Date; readonly summary: CleanupSummary; readonly follows: RunFollows };

async function runIn(db: Transaction<RetentionTables>, cleanup: Cleanup): Promise<CleanupSummary> {
  const { now, policies } = cleanup;
  const { rows } = await sql<Found & Pick<CleanupSummary, 'contents'>>`
        WITH policy AS (
          SELECT (ordinality - 1)::int AS place, policy_id, archives, grace_days
          FROM unnest(${policies.map(({ policy_id }) => policy_id)}::text[],
            ${policies.map(({ action }) => action === 'archive')}::boolean[],
            ${policies.map(({ grace_days }) => grace_days)}::int[]) WITH ORDINALITY
            AS p (policy_id, archives, grace_days, ordinality)
        ), chosen AS MATERIALIZED (${chosen(cleanup)}),
        purged AS (
          DELETE FROM retention.records AS r USING chosen AS c
          WHERE c.status = 'expired' AND r.table_name = c.table_name AND r.id = c.id AND NOT r.is_pinned
          RETURNING r.table_name, r.id, r.bytes, r.label, c.status, c.place, r.content_key, r.eviction_reason
        ), changed AS (
          UPDATE retention.records AS r SET
            status = CASE WHEN f.archives THEN 'archived' ELSE 'expired' END,
            archived_at = CASE WHEN f.archives THEN ${now}::timestamptz ELSE r.archived_at END,
            expired_at = CASE WHEN f.archives THEN NULL ELSE ${now}::timestamptz END,
            purge_after = CASE WHEN f.archives THEN NULL
              ELSE ${now}::timestamptz + f.grace_days * interval '86400 seconds' END,
            eviction_reason = f.policy_id, policy_id = f.policy_id
          FROM (
            SELECT c.table_name, c.id, c.status, c.place, p.policy_id, p.grace_days,
              c.status = 'active' AND p.archives AS archives
            FROM chosen AS c JOIN policy AS p USING (place) WHERE c.status <> 'expired') AS f
          WHERE r.table_name = f.table_name AND r.id = f.id AND NOT r.is_pinned
          RETURNING r.table_name, r.id, r.bytes, r.label, f.status, f.place, f.archives, f.policy_id
        ), noted AS (
          INSERT INTO retention.acts (record_id, act, at, by_name)
          SELECT id, CASE WHEN archives THEN 'archived' ELSE 'expired' END, ${now}::timestamptz, policy_id FROM changed
        ), forgotten AS (
          DELETE FROM retention.acts AS a USING purged AS p WHERE a.record_id = p.id
        ), counted AS (
          INSERT INTO retention.evictions AS e (day, table_name, reason, records)
          SELECT (${now}::timestamptz AT TIME ZONE 'UTC')::date, table_name, coalesce(eviction_reason, 'person'), count(*)
          FROM purged GROUP BY 2, 3
          ON CONFLICT (day, table_name, reason) DO UPDATE SET records = e.records + excluded.records
        ), fate AS (
          SELECT table_name, id, bytes, label, status, place FROM purged
          UNION ALL SELECT table_name, id, bytes, label, status, place FROM changed
        ), groups AS (${groupsOf})
        SELECT coalesce((SELECT jsonb_agg(g) FROM groups AS g), '[]') AS groups,
          coalesce((SELECT jsonb_agg(f ORDER BY f.id) FROM (
            SELECT table_name, id, place, status, label, bytes FROM fate ORDER BY id LIMIT ${sql.lit(shownRecords)}) AS f),
            '[]') AS first,
          coalesce((SELECT jsonb_agg(content_key) FROM purged WHERE content_key IS NOT NULL), '[]') AS contents`.execute(
    db,
  );
  const found = rows[0];
  if (found === undefined) throw new Error('the summary of a cleanup is one row');
  return { ...summaryOf(found, policies), contents: found.contents };
}
