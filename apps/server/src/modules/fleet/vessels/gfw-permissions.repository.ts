import { type Kysely, sql } from 'kysely';
import type { GfwTables, GfwTestRow } from './gfw.tables.ts';

/** Results of the live tests, and the day on which access was requested. */
export function createGfwPermissionRepository(db: Kysely<GfwTables>) {
  return {
    tests: () => db.selectFrom('vessels.gfw_access_tests').selectAll().orderBy('dataset').execute(),

    async saveTests(rows: readonly GfwTestRow[]): Promise<void> {
      const written = [
        'tested_dataset',
        'accessible',
        'access_level',
        'status_code',
        'error',
        'tested_at',
        'simulated_seed',
      ] as const;
      await db
        .insertInto('vessels.gfw_access_tests')
        .values(rows.toSorted((a, b) => (a.dataset < b.dataset ? -1 : 1)))
        .onConflict((conflict) =>
          conflict
            .column('dataset')
            .doUpdateSet((eb) => Object.fromEntries(written.map((name) => [name, eb.ref(`excluded.${name}`)]))),
        )
        .execute();
    },

    /** ISO day; null where the request was not sent. */
    async submissionDate(): Promise<string | null> {
      const row = await db
        .selectFrom('vessels.gfw_access_request')
        .select(sql<string>`to_char(submission_date, 'YYYY-MM-DD')`.as('day'))
        .executeTakeFirst();
      return row?.day ?? null;
    },

    async saveSubmissionDate(date: string | null): Promise<void> {
      if (date === null) {
        await db.deleteFrom('vessels.gfw_access_request').execute();
        return;
      }
      await db
        .insertInto('vessels.gfw_access_request')
        .values({ single_row: true, submission_date: date })
        .onConflict((conflict) => conflict.column('single_row').doUpdateSet({ submission_date: date }))
        .execute();
    },
  };
}

export type GfwPermissionRepository = ReturnType<typeof createGfwPermissionRepository>;
