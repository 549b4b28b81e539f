import { type Insertable, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { DrawingRow, LimitTables } from './limits.tables.ts';

/** Drawings that are kept, the newest among them. */
const kept = 10;

/** The SQL of drawings of maritime limits. */
export function createLimitRepository(database: Database) {
  const db = database.for<LimitTables>();
  return {
    newest: (): Promise<DrawingRow | undefined> =>
      db.selectFrom('limits.drawings').selectAll().orderBy('made_at', 'desc').orderBy('id').limit(1).executeTakeFirst(),

    async has(id: string): Promise<boolean> {
      const row = await db.selectFrom('limits.drawings').select('id').where('id', '=', id).executeTakeFirst();
      return row !== undefined;
    },

    /** Stores a drawing, once, and forgets the oldest. */
    add: (row: Insertable<LimitTables['limits.drawings']>): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('limits.drawings')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
        await transaction
          .deleteFrom('limits.drawings')
          .where(
            'id',
            'in',
            sql<string>`(select id from limits.drawings order by made_at desc, id offset ${kept}::int)`,
          )
          .execute();
      }),
  };
}

export type LimitRepository = ReturnType<typeof createLimitRepository>;
