import type { Database } from '../../../../platform/db/database.ts';
import { interfaceTables, type PublishedRow, type SiteFileRow } from '../interfaces.tables.ts';

export type SiteRepository = ReturnType<typeof createSiteRepository>;

/** SQL of the ministry's portal: its files, and the reports published in it. */
export function createSiteRepository(database: Database) {
  const db = interfaceTables(database);
  return {
    files: (): Promise<SiteFileRow[]> => db.selectFrom('interfaces.site_files').selectAll().orderBy('path').execute(),
    isWritten: async (): Promise<boolean> =>
      (await db.selectFrom('interfaces.site_files').select('path').limit(1).executeTakeFirst()) !== undefined,
    file: (path: string): Promise<SiteFileRow | undefined> =>
      db.selectFrom('interfaces.site_files').selectAll().where('path', '=', path).executeTakeFirst(),
    /** Replaces the whole folder at once: nobody sees half of an old one and half of a new one. */
    async replace(files: readonly SiteFileRow[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('interfaces.site_files').execute();
        await tx
          .insertInto('interfaces.site_files')
          .values([...files])
          .execute();
      });
    },
    published: (): Promise<PublishedRow[]> =>
      db.selectFrom('interfaces.published_reports').selectAll().orderBy('published_at', 'desc').execute(),
    async publish(row: PublishedRow): Promise<void> {
      const { report_id: _id, ...columns } = row;
      await db
        .insertInto('interfaces.published_reports')
        .values(row)
        .onConflict((conflict) => conflict.column('report_id').doUpdateSet(columns))
        .execute();
    },
    /** False where it was not published. */
    async unpublish(reportId: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('interfaces.published_reports')
        .where('report_id', '=', reportId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
