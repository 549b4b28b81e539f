import type { CoastRegion } from '@kianda/contract/sea/coast/coast.contract';
import { type Insertable, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { AnalysisRow, CoastTables } from './coast.tables.ts';

/** Analyses of a region that are kept, the newest among them. */
const kept = 5;

/** The SQL of analyses of the coast. */
export function createCoastRepository(database: Database) {
  const db = database.for<CoastTables>();
  return {
    /** The newest analysis of each region. */
    all: (): Promise<AnalysisRow[]> =>
      db
        .selectFrom('coast.analyses')
        .distinctOn('region')
        .selectAll()
        .orderBy('region')
        .orderBy('made_at', 'desc')
        .orderBy('id')
        .execute(),

    newest: (region: CoastRegion): Promise<AnalysisRow | undefined> =>
      db
        .selectFrom('coast.analyses')
        .selectAll()
        .where('region', '=', region)
        .orderBy('made_at', 'desc')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),

    async has(id: string): Promise<boolean> {
      const row = await db.selectFrom('coast.analyses').select('id').where('id', '=', id).executeTakeFirst();
      return row !== undefined;
    },

    /** Stores an analysis, once, and forgets the oldest of its region. */
    add: (row: Insertable<CoastTables['coast.analyses']>): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('coast.analyses')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
        await transaction
          .deleteFrom('coast.analyses')
          .where(
            'id',
            'in',
            sql<string>`(select id from coast.analyses where region = ${row.region}::text
              order by made_at desc, id offset ${kept}::int)`,
          )
          .execute();
      }),
  };
}

export type CoastRepository = ReturnType<typeof createCoastRepository>;
