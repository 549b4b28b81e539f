import type { Insertable, Kysely, Updateable } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { NewAnalysis } from '../spatial.repository.ts';
import type { AnalysisRow, ChainRow, ChainRunRow, SpatialTables } from '../spatial.tables.ts';

const listed = 100;
const queuedAtOnce = 500;

/** Chains of analyses, their runs, and the analyses that the runs are made of. */
export function createChainRepository(database: Database) {
  const db = database.for<SpatialTables>();
  return { ...chainTable(db), ...chainHoldings(db), ...runTable(db), ...stepTable(db) };
}

export type ChainRepository = ReturnType<typeof createChainRepository>;

function chainTable(db: Kysely<SpatialTables>) {
  return {
    async add(row: Insertable<SpatialTables['spatial.chains']>): Promise<void> {
      await db.insertInto('spatial.chains').values(row).execute();
    },

    find: (id: string): Promise<ChainRow | undefined> =>
      db.selectFrom('spatial.chains').selectAll().where('id', '=', id).executeTakeFirst(),

    readableBy: (accountId: string): Promise<ChainRow[]> =>
      db
        .selectFrom('spatial.chains')
        .selectAll()
        .where((eb) => eb.or([eb('readers', '!=', 'private'), eb('owner_id', '=', accountId)]))
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .limit(listed)
        .execute(),

    async change(id: string, change: Updateable<SpatialTables['spatial.chains']>): Promise<void> {
      await db.updateTable('spatial.chains').set(change).where('id', '=', id).execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('spatial.chains').where('id', '=', id).execute();
    },
  };
}

/** Chains by the account that made them. */
function chainHoldings(db: Kysely<SpatialTables>) {
  return {
    /** Private chains of a deleted account go with it, and its private runs of the chains of others. */
    release: (accountId: string): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        for (const table of ['spatial.chains', 'spatial.chain_runs'] as const) {
          await transaction
            .deleteFrom(table)
            .where('owner_id', '=', accountId)
            .where('readers', '=', 'private')
            .execute();
        }
      }),

    async countOf(accountId: string, kind: 'private' | 'shared'): Promise<number> {
      const { n } = await db
        .selectFrom('spatial.chains')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .where('owner_id', '=', accountId)
        .where('readers', kind === 'private' ? '=' : '!=', 'private')
        .executeTakeFirstOrThrow();
      return Number(n);
    },
  };
}

function runTable(db: Kysely<SpatialTables>) {
  return {
    async addRun(row: Insertable<SpatialTables['spatial.chain_runs']>): Promise<void> {
      await db.insertInto('spatial.chain_runs').values(row).execute();
    },

    run: (id: string): Promise<ChainRunRow | undefined> =>
      db.selectFrom('spatial.chain_runs').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Runs of chains that an account may read, the newest first; `each`: of each chain at most. */
    runsOf: async (chainIds: readonly string[], accountId: string, each: number): Promise<ChainRunRow[]> => {
      if (chainIds.length === 0) return [];
      const ranked = db
        .selectFrom('spatial.chain_runs')
        .selectAll()
        .select(({ fn }) =>
          fn
            .agg<string>('row_number')
            .over((over) => over.partitionBy('chain_id').orderBy('created_at', 'desc').orderBy('id'))
            .as('place'),
        )
        .where('chain_id', 'in', chainIds)
        .where((eb) => eb.or([eb('readers', '!=', 'private'), eb('owner_id', '=', accountId)]));
      return db
        .selectFrom(ranked.as('r'))
        .selectAll()
        .where('r.place', '<=', String(each))
        .orderBy('r.created_at', 'desc')
        .execute();
    },

    openRunsOf: (chainId: string): Promise<ChainRunRow[]> =>
      db
        .selectFrom('spatial.chain_runs')
        .selectAll()
        .where('chain_id', '=', chainId)
        .where('state', '=', 'open')
        .execute(),

    async changeRun(id: string, change: Updateable<SpatialTables['spatial.chain_runs']>): Promise<void> {
      await db.updateTable('spatial.chain_runs').set(change).where('id', '=', id).execute();
    },

    /** Ends an open run; false where it has ended already. */
    async endRun(id: string, change: Updateable<SpatialTables['spatial.chain_runs']>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('spatial.chain_runs')
        .set(change)
        .where('id', '=', id)
        .where('state', '=', 'open')
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Open runs of before an instant that no job of the queue does yet. */
    unqueuedRuns: (before: Date): Promise<ChainRunRow[]> =>
      db
        .selectFrom('spatial.chain_runs')
        .selectAll()
        .where('state', '=', 'open')
        .where('job_id', 'is', null)
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(queuedAtOnce)
        .execute(),

    /** Runs that have ended and none of whose analyses is kept any more. */
    async removeEmptyRuns(): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('spatial.chain_runs as r')
        .where('r.state', '!=', 'open')
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('spatial.analyses as a').select('a.id').whereRef('a.chain_run_id', '=', 'r.id'))),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

function stepTable(db: Kysely<SpatialTables>) {
  return {
    async addStep(row: NewAnalysis): Promise<void> {
      await db.insertInto('spatial.analyses').values(row).execute();
    },

    /** Analyses of the steps of runs. */
    stepsOf: (runIds: readonly string[]): Promise<AnalysisRow[]> =>
      runIds.length === 0
        ? Promise.resolve([])
        : db.selectFrom('spatial.analyses').selectAll().where('chain_run_id', 'in', runIds).execute(),
  };
}
