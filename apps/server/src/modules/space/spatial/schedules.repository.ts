import type { Insertable, Kysely, Updateable } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { AnalysisRow, ChainRunRow, ScheduleRow, ScheduleRunRow, SpatialTables } from './spatial.tables.ts';

const listed = 100;
/** Runs of a schedule that are kept. */
const keptRuns = 50;

type ShownRun = ScheduleRunRow & Pick<AnalysisRow, 'state' | 'owner_id' | 'readers'> & ShownChainRun;
type ShownChainRun = { readonly run_state: ChainRunRow['state']; readonly run_owner: string };

/** Analyses that run by the clock, and what became of each run. */
export function createScheduleRepository(database: Database) {
  const db = database.for<SpatialTables>();
  return { ...scheduleTable(db), ...runTable(db) };
}

function scheduleTable(db: Kysely<SpatialTables>) {
  return {
    async add(row: Insertable<SpatialTables['spatial.schedules']>): Promise<void> {
      await db.insertInto('spatial.schedules').values(row).execute();
    },

    find: (id: string): Promise<ScheduleRow | undefined> =>
      db.selectFrom('spatial.schedules').selectAll().where('id', '=', id).executeTakeFirst(),

    readableBy: (accountId: string): Promise<ScheduleRow[]> =>
      db
        .selectFrom('spatial.schedules')
        .selectAll()
        .where((eb) => eb.or([eb('readers', '!=', 'private'), eb('owner_id', '=', accountId)]))
        .orderBy('name')
        .orderBy('id')
        .limit(listed)
        .execute(),

    async change(id: string, change: Updateable<SpatialTables['spatial.schedules']>): Promise<void> {
      await db.updateTable('spatial.schedules').set(change).where('id', '=', id).execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('spatial.schedules').where('id', '=', id).execute();
    },

    /** Schedules of a deleted account go with it. */
    async release(accountId: string): Promise<void> {
      await db.deleteFrom('spatial.schedules').where('owner_id', '=', accountId).execute();
    },

    async countOf(accountId: string): Promise<number> {
      const { n } = await db
        .selectFrom('spatial.schedules')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .where('owner_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return Number(n);
    },

    /** Moves the due schedules on to their next run, and gives them back; each is taken by one process alone. */
    takeDue: (at: Date, next: (row: ScheduleRow) => Date | null): Promise<readonly ScheduleRow[]> =>
      db.transaction().execute(async (transaction) => {
        const due = await transaction
          .selectFrom('spatial.schedules')
          .selectAll()
          .where('enabled', '=', true)
          .where('next_run_at', '<=', at)
          .forUpdate()
          .skipLocked()
          .execute();
        for (const row of due) {
          await transaction
            .updateTable('spatial.schedules')
            .set({ next_run_at: next(row) })
            .where('id', '=', row.id)
            .execute();
        }
        return due;
      }),
  };
}

/** Outcomes of the runs of schedules. */
function runTable(db: Kysely<SpatialTables>) {
  return {
    async addRun(run: ScheduleRunRow): Promise<void> {
      await db
        .insertInto('spatial.schedule_runs')
        .values(run)
        .onConflict((conflict) => conflict.columns(['schedule_id', 'at']).doNothing())
        .execute();
      const old = db
        .selectFrom('spatial.schedule_runs')
        .select('at')
        .where('schedule_id', '=', run.schedule_id)
        .orderBy('at', 'desc')
        .offset(keptRuns);
      await db
        .deleteFrom('spatial.schedule_runs')
        .where('schedule_id', '=', run.schedule_id)
        .where('at', 'in', old)
        .execute();
    },

    /** The analysis whose result stands: the one that was made last, or that later runs found unchanged. */
    standing: async (scheduleId: string): Promise<AnalysisRow | undefined> => {
      const last = await db
        .selectFrom('spatial.schedule_runs')
        .select('analysis_id')
        .where('schedule_id', '=', scheduleId)
        .where('outcome', '!=', 'refused')
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst();
      // One that was deleted stands no more, whatever came before it.
      const id = last?.analysis_id ?? null;
      if (id === null) return undefined;
      return db.selectFrom('spatial.analyses').selectAll().where('id', '=', id).executeTakeFirst();
    },

    runsOf: (ids: readonly string[]): Promise<(ScheduleRunRow & Partial<Nullable<ShownRun>>)[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('spatial.schedule_runs as r')
            .leftJoin('spatial.analyses as a', 'a.id', 'r.analysis_id')
            .selectAll('r')
            .leftJoin('spatial.chain_runs as c', 'c.id', 'r.chain_run_id')
            .select(['a.state', 'a.owner_id', 'a.readers', 'c.state as run_state', 'c.owner_id as run_owner'])
            .where('r.schedule_id', 'in', ids)
            .orderBy('r.at', 'desc')
            .execute(),
  };
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };
export type ScheduleRepository = ReturnType<typeof createScheduleRepository>;
