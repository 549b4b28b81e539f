import type { SqlRun } from '@kianda/contract/operations/databases/databases.contract';
import { sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';

type RunRow = {
  id: string;
  account_id: string;
  query: string;
  started_at: Date;
  duration_ms: number | null;
  row_count: number | null;
  outcome: SqlRun['outcome'];
};
export type RunEnd = { readonly durationMs: number; readonly rows: number | null; readonly outcome: SqlRun['outcome'] };

/** Runs stored for each account. */
const storedRuns = 200;
const shownRuns = 50;
/** A run that is still open after this long belongs to a process that died. */
const abandonedMs = 300_000;

const connect = (database: Database) => database.for<{ 'databases.sql_runs': RunRow }>();
type Db = ReturnType<typeof connect>;

function runWrites(db: Db) {
  return {
    /** False where a run of that id exists already. */
    async begin(id: string, accountId: string, query: string, at: Date): Promise<boolean> {
      const row = { id, account_id: accountId, query, started_at: at, duration_ms: null, row_count: null };
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('databases.sql_runs')
        .values({ ...row, outcome: 'running' })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** Removes the history of an account. */
    async forget(accountId: string): Promise<void> {
      await db.deleteFrom('databases.sql_runs').where('account_id', '=', accountId).execute();
    },

    async end(id: string, accountId: string, { durationMs, rows, outcome }: RunEnd): Promise<void> {
      await db
        .updateTable('databases.sql_runs')
        .set({ duration_ms: durationMs, row_count: rows, outcome })
        .where('id', '=', id)
        .execute();
      await sql`
        delete from databases.sql_runs where account_id = ${accountId} and id in (
          select id from databases.sql_runs where account_id = ${accountId}
          order by started_at desc, id offset ${sql.lit(storedRuns)})`.execute(db);
    },
  };
}

function runReads(db: Db) {
  return {
    async count(accountId: string): Promise<number> {
      const { total } = await db
        .selectFrom('databases.sql_runs')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return Number(total);
    },
    async isRunning(id: string, accountId: string): Promise<boolean> {
      const row = await db
        .selectFrom('databases.sql_runs')
        .select('id')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('outcome', '=', 'running')
        .executeTakeFirst();
      return row !== undefined;
    },

    async running(accountId: string, now: Date): Promise<number> {
      const { count } = await db
        .selectFrom('databases.sql_runs')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .where('outcome', '=', 'running')
        .where('started_at', '>', new Date(now.getTime() - abandonedMs))
        .executeTakeFirstOrThrow();
      return count;
    },

    async latest(accountId: string, now: Date): Promise<SqlRun[]> {
      const rows = await db
        .selectFrom('databases.sql_runs')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('started_at', 'desc')
        .orderBy('id')
        .limit(shownRuns)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        query: row.query,
        startedAt: row.started_at.toISOString(),
        durationMs: row.duration_ms,
        rows: row.row_count,
        outcome:
          row.outcome === 'running' && row.started_at.getTime() < now.getTime() - abandonedMs ? 'failed' : row.outcome,
      }));
    },
  };
}

/** The only SQL on the history of queries. */
export function createSqlRunHistory(database: Database) {
  const db = connect(database);
  return { ...runWrites(db), ...runReads(db) };
}
