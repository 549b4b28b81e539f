import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { ConnectorTables } from '../connectors.tables.ts';

export type StoredCheck = Selectable<ConnectorTables['connectors.first_day_checks']>;

export type FirstDayRepository = ReturnType<typeof createFirstDayRepository>;

/** SQL of the checks of the first day: the newest of each subject. */
export function createFirstDayRepository(database: Database) {
  const db = database.for<ConnectorTables>();
  return {
    all: (): Promise<StoredCheck[]> => db.selectFrom('connectors.first_day_checks').selectAll().execute(),

    async save(check: Insertable<ConnectorTables['connectors.first_day_checks']>): Promise<void> {
      const { subject: _, ...values } = check;
      await db
        .insertInto('connectors.first_day_checks')
        .values(check)
        .onConflict((conflict) => conflict.column('subject').doUpdateSet(values))
        .execute();
    },
  };
}
