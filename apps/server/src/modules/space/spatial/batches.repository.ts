import type { Insertable } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { NewAnalysis } from './spatial.repository.ts';
import type { AnalysisRow, BatchRow, SpatialTables } from './spatial.tables.ts';

const listed = 100;
const queuedAtOnce = 500;

/** Batches, and the analyses that they are made of. */
export function createBatchRepository(database: Database) {
  const db = database.for<SpatialTables>();
  return {
    /** A batch with all its analyses, or neither. */
    add: (batch: Insertable<SpatialTables['spatial.batches']>, analyses: readonly NewAnalysis[]): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await transaction.insertInto('spatial.batches').values(batch).execute();
        for (const analysis of analyses) await transaction.insertInto('spatial.analyses').values(analysis).execute();
      }),

    find: (id: string): Promise<BatchRow | undefined> =>
      db.selectFrom('spatial.batches').selectAll().where('id', '=', id).executeTakeFirst(),

    readableBy: (accountId: string): Promise<BatchRow[]> =>
      db
        .selectFrom('spatial.batches')
        .selectAll()
        .where((eb) => eb.or([eb('readers', '!=', 'private'), eb('owner_id', '=', accountId)]))
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(listed)
        .execute(),

    analysesOf: (ids: readonly string[]): Promise<AnalysisRow[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db.selectFrom('spatial.analyses').selectAll().where('batch_id', 'in', ids).orderBy('batch_place').execute(),

    /** Open analyses of batches that no run of the queue does yet. */
    unqueued: (): Promise<AnalysisRow[]> =>
      db
        .selectFrom('spatial.analyses')
        .selectAll()
        .where('batch_id', 'is not', null)
        .where('state', '=', 'open')
        .where('run_id', 'is', null)
        .orderBy('created_at')
        .orderBy('batch_place')
        .limit(queuedAtOnce)
        .execute(),

    /** The only feature of each layer that has no other. */
    onlyFeatures: (resultIds: readonly string[]) =>
      resultIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('spatial.features')
            .select(['result_id', 'layer', 'properties'])
            .where('result_id', 'in', resultIds)
            .where('fid', '=', 1)
            .execute(),

    async remove(id: string): Promise<void> {
      await db.deleteFrom('spatial.batches').where('id', '=', id).execute();
    },

    /** Batches none of whose analyses is kept any more. */
    async removeEmpty(): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('spatial.batches as b')
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('spatial.analyses as a').select('a.id').whereRef('a.batch_id', '=', 'b.id'))),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export type BatchRepository = ReturnType<typeof createBatchRepository>;
