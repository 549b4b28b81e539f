import type { Role } from '@kianda/contract';
import type { UsageDevice } from '@kianda/contract/people/usage/usage-recording.contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { platformZone, type UsageHistory } from './history.rules.ts';

type UsageTables = {
  'usage.accounts': { account_id: string; role: string | null; first_at: Date | null; opted_out: boolean };
  'usage.activity': { account_id: string; hour: Date; kind: string; subject: string; count: number };
  'usage.visits': {
    id: string;
    session_id: string;
    account_id: string;
    device: UsageDevice;
    started_at: Date;
    opened: number;
    seconds: number;
  };
};

export type ActivityKind = 'section' | 'analysis' | 'export';
export type Counted = {
  readonly accountId: string;
  readonly role: Role;
  /** Start of the hour, ms since 1970. */
  readonly hourMs: number;
  readonly kind: ActivityKind;
  readonly subject: string;
  readonly count: number;
};
export type Visited = {
  readonly id: string;
  readonly sessionId: string;
  readonly accountId: string;
  readonly device: UsageDevice;
  readonly startedMs: number;
  readonly opened: number;
  readonly seconds: number;
};

const pruneBatch = 5_000;

/** The only SQL that touches the `usage` schema. */
export function createUsageRepository(database: Database) {
  const db = database.for<UsageTables>();
  return {
    /** Adds to the counts, all or nothing; accounts that opted out meanwhile leave no trace. */
    add: (activity: readonly Counted[], visits: readonly Visited[]): Promise<void> =>
      db.transaction().execute(async (store) => {
        const recorded = await noteAccounts(store, activity);
        await addActivity(
          store,
          activity.filter(({ accountId }) => recorded.has(accountId)),
        );
        await addVisits(
          store,
          visits.filter(({ accountId }) => recorded.has(accountId)),
        );
      }),

    async optedOut(accountId: string): Promise<boolean> {
      const row = await db
        .selectFrom('usage.accounts')
        .select('opted_out')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row?.opted_out ?? false;
    },

    /** Opting out forgets everything that was recorded of the account. */
    choose: (accountId: string, optedOut: boolean): Promise<void> =>
      db.transaction().execute(async (store) => {
        const forgotten = optedOut ? { role: null, first_at: null } : {};
        await store
          .insertInto('usage.accounts')
          .values({ account_id: accountId, role: null, first_at: null, opted_out: optedOut })
          .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ opted_out: optedOut, ...forgotten }))
          .execute();
        if (!optedOut) return;
        await store.deleteFrom('usage.activity').where('account_id', '=', accountId).execute();
        await store.deleteFrom('usage.visits').where('account_id', '=', accountId).execute();
      }),

    /** Everything recorded from `fromDay` (of the platform's zone) on, summed up by day. */
    async history(fromDay: string): Promise<UsageHistory> {
      const [days, visits, accounts] = await Promise.all([
        daysFrom(db, fromDay),
        visitsFrom(db, fromDay),
        recordedAccounts(db),
      ]);
      return { days, visits, accounts };
    },

    /** Deletes records older than `before`. Resolves to the number of rows. */
    prune: async (before: Date, signal: AbortSignal): Promise<number> =>
      (await pruneTable(db, ['usage.activity', 'hour'], before, signal)) +
      (await pruneTable(db, ['usage.visits', 'started_at'], before, signal)),
  };
}

export type UsageRepository = ReturnType<typeof createUsageRepository>;

/**
 * Writes the accounts of the activity and resolves to those that did not opt out. Their rows stay locked until the end:
 * an account that opts out meanwhile waits, and then deletes these records as well.
 */
async function noteAccounts(
  store: Transaction<UsageTables>,
  activity: readonly Counted[],
): Promise<ReadonlySet<string>> {
  const accounts = new Map(activity.map(({ accountId, role, hourMs }) => [accountId, { role, hourMs }]));
  const recorded = new Set<string>();
  for (const [accountId, { role, hourMs }] of [...accounts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const row = await store
      .insertInto('usage.accounts')
      .values({ account_id: accountId, role, first_at: new Date(hourMs), opted_out: false })
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet({
          role: sql`CASE WHEN usage.accounts.opted_out THEN NULL ELSE ${role} END`,
          first_at: sql`CASE WHEN usage.accounts.opted_out THEN NULL
            ELSE least(coalesce(usage.accounts.first_at, excluded.first_at), excluded.first_at) END`,
        }),
      )
      .returning('opted_out')
      .executeTakeFirstOrThrow();
    if (!row.opted_out) recorded.add(accountId);
  }
  return recorded;
}

async function addActivity(store: Transaction<UsageTables>, activity: readonly Counted[]): Promise<void> {
  if (activity.length === 0) return;
  await store
    .insertInto('usage.activity')
    .values(
      activity.map(({ accountId, hourMs, kind, subject, count }) => ({
        account_id: accountId,
        hour: new Date(hourMs),
        kind,
        subject,
        count,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['hour', 'account_id', 'kind', 'subject'])
        .doUpdateSet({ count: sql`usage.activity.count + excluded.count` }),
    )
    .execute();
}

async function addVisits(store: Transaction<UsageTables>, visits: readonly Visited[]): Promise<void> {
  if (visits.length === 0) return;
  await store
    .insertInto('usage.visits')
    .values(
      visits.map(({ id, sessionId, accountId, device, startedMs, opened, seconds }) => ({
        id,
        session_id: sessionId,
        account_id: accountId,
        device,
        started_at: new Date(startedMs),
        opened,
        seconds,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({
          opened: sql`usage.visits.opened + excluded.opened`,
          seconds: sql`usage.visits.seconds + excluded.seconds`,
        })
        // The page chooses the id: it must not add to the visit of another account.
        .whereRef('usage.visits.account_id', '=', sql`excluded.account_id`),
    )
    .execute();
}

function startOf(day: string) {
  return sql`(${day}::timestamp AT TIME ZONE ${platformZone})`;
}

async function daysFrom(db: Kysely<UsageTables>, fromDay: string): Promise<UsageHistory['days']> {
  const { rows } = await sql<{
    accountId: string;
    day: string;
    hours: number[];
    sections: Record<string, number> | null;
    analyses: number;
    exports: number;
  }>`
    WITH local AS (
      SELECT account_id, kind, subject, count, hour AT TIME ZONE ${platformZone} AS at
      FROM usage.activity WHERE hour >= ${startOf(fromDay)}
    ), per_subject AS (
      SELECT account_id, at::date AS day, kind, subject, sum(count)::int AS count
      FROM local GROUP BY account_id, at::date, kind, subject
    ), per_day AS (
      SELECT account_id, at::date AS day, array_agg(DISTINCT extract(hour FROM at)::int) AS hours
      FROM local GROUP BY account_id, at::date
    )
    SELECT d.account_id AS "accountId", to_char(d.day, 'YYYY-MM-DD') AS day, d.hours,
      jsonb_object_agg(s.subject, s.count) FILTER (WHERE s.kind = 'section') AS sections,
      coalesce(sum(s.count) FILTER (WHERE s.kind = 'analysis'), 0)::int AS analyses,
      coalesce(sum(s.count) FILTER (WHERE s.kind = 'export'), 0)::int AS exports
    FROM per_day d JOIN per_subject s USING (account_id, day)
    GROUP BY d.account_id, d.day, d.hours`.execute(db);
  return rows.map((row) => ({ ...row, sections: row.sections ?? {} }));
}

async function visitsFrom(db: Kysely<UsageTables>, fromDay: string): Promise<UsageHistory['visits']> {
  const { rows } = await sql<UsageHistory['visits'][number]>`
    WITH first AS (
      -- The first page of a session is its sign-in.
      SELECT *, row_number() OVER (PARTITION BY session_id ORDER BY started_at, id) = 1 AS signed_in
      FROM usage.visits
    )
    SELECT to_char(started_at AT TIME ZONE ${platformZone}, 'YYYY-MM-DD') AS day, device,
      count(*)::int AS visits, count(*) FILTER (WHERE opened <= 1)::int AS bounces,
      sum(seconds)::float8 AS seconds, count(*) FILTER (WHERE signed_in)::int AS "signIns"
    FROM first WHERE started_at >= ${startOf(fromDay)} GROUP BY 1, 2`.execute(db);
  return rows;
}

async function recordedAccounts(db: Kysely<UsageTables>): Promise<UsageHistory['accounts']> {
  const { rows } = await sql<UsageHistory['accounts'][number]>`
    SELECT account_id AS "accountId", role,
      to_char(first_at AT TIME ZONE ${platformZone}, 'YYYY-MM-DD') AS "firstDay"
    FROM usage.accounts WHERE first_at IS NOT NULL`.execute(db);
  return rows;
}

/** Deletes in batches, so that no lock is held for long. */
async function pruneTable(
  db: Kysely<UsageTables>,
  [table, column]: readonly [table: string, column: string],
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const result = await sql`
      DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${sql.table(table)} WHERE ${sql.ref(column)} < ${before} LIMIT ${pruneBatch}))`.execute(db);
    const count = Number(result.numAffectedRows ?? 0n);
    removed += count;
    if (count < pruneBatch) return removed;
  }
}
