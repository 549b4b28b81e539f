import type { StudyParameters } from '@kianda/contract/models/studies/study-parameters';
import type { ColumnType, JSONColumnType, Selectable } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';

type BatchTables = {
  'studies.batches': {
    id: string;
    created_at: ColumnType<Date, Date, Date>;
    requested_by_id: string | null;
    requested_by: string;
    parameters: JSONColumnType<StudyParameters, string, string>;
  };
  'studies.batch_items': {
    batch_id: string;
    place: number;
    species: string;
    state: 'waiting' | 'done' | 'refused';
    reason: string | null;
    study_id: string;
  };
};
export type BatchRow = Selectable<BatchTables['studies.batches']>;
export type BatchItemRow = Selectable<BatchTables['studies.batch_items']>;

/** Batches of studies and how far each species is. */
export function createBatchRepository(database: Database) {
  const db = database.for<BatchTables>();
  return {
    batches: (): Promise<BatchRow[]> =>
      db.selectFrom('studies.batches').selectAll().orderBy('created_at', 'desc').orderBy('id').execute(),

    batch: (id: string): Promise<BatchRow | undefined> =>
      db.selectFrom('studies.batches').selectAll().where('id', '=', id).executeTakeFirst(),

    items: (id: string): Promise<BatchItemRow[]> =>
      db.selectFrom('studies.batch_items').selectAll().where('batch_id', '=', id).orderBy('place').execute(),

    add: (
      batch: Omit<BatchRow, 'parameters'> & { readonly parameters: string },
      items: readonly Pick<BatchItemRow, 'place' | 'species' | 'study_id'>[],
    ): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await transaction.insertInto('studies.batches').values(batch).execute();
        await transaction
          .insertInto('studies.batch_items')
          .values(items.map((item) => ({ ...item, batch_id: batch.id, state: 'waiting' as const, reason: null })))
          .execute();
      }),

    async end({ batch_id, place }: BatchItemRow, ended: Pick<BatchItemRow, 'state' | 'reason'>): Promise<void> {
      await db
        .updateTable('studies.batch_items')
        .set(ended)
        .where('batch_id', '=', batch_id)
        .where('place', '=', place)
        .execute();
    },
  };
}

export type BatchRepository = ReturnType<typeof createBatchRepository>;
