import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { FilterRow, FilterTables, RunRow, StoredResult } from './filters.tables.ts';

type NewFilter = Insertable<FilterTables['filters.filters']>;
type RunEnd = Pick<
  Insertable<FilterTables['filters.runs']>,
  'ended_at' | 'error' | 'needs_model' | 'summary' | 'result'
>;

/** A run that brought a result, with it. */
type StoredRun = RunRow & { readonly result: StoredResult };

const runColumns = [
  ...(['id', 'filter_id', 'revision', 'requested_by', 'requested_at', 'ended_at'] as const),
  ...(['error', 'needs_model', 'summary'] as const),
] as const;

/** Filters with their rules, runs, and who is told of changes. */
export function createFilterRepository(database: Database) {
  const db = database.for<FilterTables>();
  return { ...filterStatements(db), ...changeStatements(db), ...runStatements(db), ...subscriptionStatements(db) };
}

export type FilterRepository = ReturnType<typeof createFilterRepository>;

function filterStatements(db: Kysely<FilterTables>) {
  return {
    /** The built-in ones first, in the order in which they came. */
    filters: (): Promise<FilterRow[]> =>
      db
        .selectFrom('filters.filters')
        .selectAll()
        .orderBy('is_built_in', 'desc')
        .orderBy('created_at')
        .orderBy('name')
        .execute(),

    filter: (id: string): Promise<FilterRow | undefined> =>
      db.selectFrom('filters.filters').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Adds a filter; one with its id or its name is left as it is, and false told. */
    addFilter: (row: NewFilter): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('filters.filters')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        if (Number(numInsertedOrUpdatedRows ?? 0) === 0) return false;
        await transaction
          .insertInto('filters.revisions')
          .values({
            ...{ filter_id: row.id, revision: row.revision, rule: row.rule },
            ...{ changed_by: row.created_by ?? null, changed_at: row.created_at },
          })
          .execute();
        return true;
      }),

    async countOwned(accountId: string): Promise<number> {
      const row = await db
        .selectFrom('filters.filters')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('created_by_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
  };
}

function changeStatements(db: Kysely<FilterTables>) {
  return {
    /** Gives a filter another name or rule, as a new revision; undefined where it is gone, null where the name is taken. */
    changeFilter: (
      id: string,
      change: { readonly name: string; readonly description: string; readonly rule: string },
      by: { readonly name: string; readonly at: Date },
    ): Promise<FilterRow | undefined | null> =>
      db.transaction().execute(async (transaction) => {
        const taken = await transaction
          .selectFrom('filters.filters')
          .select('id')
          .where('name', '=', change.name)
          .where('id', '<>', id)
          .executeTakeFirst();
        if (taken !== undefined) return null;
        const row = await transaction
          .updateTable('filters.filters')
          .set((eb) => ({ ...change, revision: eb('revision', '+', 1), updated_at: by.at }))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const kept = {
          filter_id: id,
          revision: row.revision,
          rule: change.rule,
          changed_by: by.name,
          changed_at: by.at,
        };
        await transaction.insertInto('filters.revisions').values(kept).execute();
        return row;
      }),

    setActive: (id: string, isActive: boolean, at: Date): Promise<FilterRow | undefined> =>
      db
        .updateTable('filters.filters')
        .set({ is_active: isActive, updated_at: at })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),

    /** Removes a filter of people, with its runs and subscriptions; false where there is none such. */
    async removeFilter(id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('filters.filters')
        .where('id', '=', id)
        .where('is_built_in', '=', false)
        .executeTakeFirst();
      return Number(numDeletedRows) > 0;
    },
  };
}

function runStatements(db: Kysely<FilterTables>) {
  const lastOf = (isDone: boolean) =>
    db
      .selectFrom('filters.runs')
      .select(runColumns)
      .distinctOn('filter_id')
      .where(isDone ? sql<boolean>`summary IS NOT NULL` : sql<boolean>`true`)
      .orderBy('filter_id')
      .orderBy('requested_at', 'desc')
      .execute() as Promise<RunRow[]>;
  return {
    /** The newest run of every filter, and the newest that brought a result. */
    async lastRuns(): Promise<{
      readonly newest: ReadonlyMap<string, RunRow>;
      readonly done: ReadonlyMap<string, RunRow>;
    }> {
      const [newest, done] = await Promise.all([lastOf(false), lastOf(true)]);
      const byFilter = (rows: readonly RunRow[]) => new Map(rows.map((row) => [row.filter_id, row]));
      return { newest: byFilter(newest), done: byFilter(done) };
    },

    runs: (filterId: string, limit: number): Promise<RunRow[]> =>
      db
        .selectFrom('filters.runs')
        .select(runColumns)
        .where('filter_id', '=', filterId)
        .orderBy('requested_at', 'desc')
        .limit(limit)
        .execute() as Promise<RunRow[]>,

    /** A run that brought a result, with it; the newest one where none is named. */
    result: (filterId: string, runId?: string): Promise<StoredRun | undefined> => {
      const all = db
        .selectFrom('filters.runs')
        .selectAll()
        .where('filter_id', '=', filterId)
        .where('result', 'is not', null)
        .orderBy('requested_at', 'desc')
        .limit(1);
      const one = runId === undefined ? all : all.where('id', '=', runId);
      return one.executeTakeFirst() as Promise<StoredRun | undefined>;
    },

    /** The newest result that is not of a run. */
    resultBesides: (filterId: string, runId: string): Promise<StoredRun | undefined> =>
      db
        .selectFrom('filters.runs')
        .selectAll()
        .where('filter_id', '=', filterId)
        .where('id', '<>', runId)
        .where('result', 'is not', null)
        .orderBy('requested_at', 'desc')
        .limit(1)
        .executeTakeFirst() as Promise<StoredRun | undefined>,

    /** Notes that a run was asked for; one that is noted stays as it is. */
    async noteRun(row: Pick<RunRow, 'id' | 'filter_id' | 'revision' | 'requested_by' | 'requested_at'>): Promise<void> {
      await db
        .insertInto('filters.runs')
        .values({ ...row, ended_at: null, error: null, needs_model: null, summary: null, result: null })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },

    async endRun(id: string, end: RunEnd): Promise<void> {
      await db.updateTable('filters.runs').set(end).where('id', '=', id).execute();
    },

    /** Forgets runs that were asked for before an instant, but for the last result of each filter. */
    async forgetRuns(before: Date): Promise<number> {
      const { numAffectedRows } = await sql`
        DELETE FROM filters.runs WHERE requested_at < ${before} AND id NOT IN (
          SELECT DISTINCT ON (filter_id) id FROM filters.runs WHERE result IS NOT NULL
          ORDER BY filter_id, requested_at DESC)`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  };
}

function subscriptionStatements(db: Kysely<FilterTables>) {
  return {
    /** Filters that an account is told of. */
    async subscriptions(accountId: string): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('filters.subscriptions')
        .select('filter_id')
        .where('account_id', '=', accountId)
        .execute();
      return new Set(rows.map(({ filter_id }) => filter_id));
    },

    async subscribers(filterId: string): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('filters.subscriptions')
        .select('account_id')
        .where('filter_id', '=', filterId)
        .orderBy('account_id')
        .execute();
      return rows.map(({ account_id }) => account_id);
    },

    async subscribe(filterId: string, accountId: string, since: Date): Promise<void> {
      await db
        .insertInto('filters.subscriptions')
        .values({ filter_id: filterId, account_id: accountId, since })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async unsubscribe(accountId: string, filterId?: string): Promise<void> {
      const all = db.deleteFrom('filters.subscriptions').where('account_id', '=', accountId);
      await (filterId === undefined ? all : all.where('filter_id', '=', filterId)).execute();
    },
  };
}
