import type { Database } from '../../../platform/db/database.ts';

export type StoppedRow = { id: string; stopped_at: Date; stopped_by: string; reason: string };

/** The only SQL on the list of stopped services. */
export function createStoppedServicesRepository(database: Database) {
  const db = database.for<{ 'services.stopped': StoppedRow }>();
  return {
    all: (): Promise<StoppedRow[]> => db.selectFrom('services.stopped').selectAll().execute(),
    /** False where it was stopped already. */
    async add(row: StoppedRow): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('services.stopped')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    /** False where it was not stopped. */
    async remove(id: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('services.stopped').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
