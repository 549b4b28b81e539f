import type { Kysely } from 'kysely';
import type { ExportRow, SurveillanceTables } from '../surveillance.tables.ts';

/** Exports of an account that its list shows. */
const mostListed = 20;

/** Exports written in the background: the only SQL that touches them. */
export function createLargeExportRepository(db: Kysely<SurveillanceTables>) {
  return {
    find: (id: string): Promise<ExportRow | undefined> =>
      db.selectFrom('surveillance.exports').selectAll().where('id', '=', id).executeTakeFirst(),
    ofAccount: (accountId: string): Promise<ExportRow[]> =>
      db
        .selectFrom('surveillance.exports')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('requested_at', 'desc')
        .orderBy('id')
        .limit(mostListed)
        .execute(),
    async countOf(accountId: string): Promise<number> {
      const { total } = await db
        .selectFrom('surveillance.exports')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return Number(total);
    },
    async insert(row: ExportRow): Promise<void> {
      await db
        .insertInto('surveillance.exports')
        .values({ ...row, request: JSON.stringify(row.request) as never })
        .execute();
    },
    async queued(id: string, runId: string): Promise<void> {
      await db.updateTable('surveillance.exports').set({ run_id: runId }).where('id', '=', id).execute();
    },
    async end(
      id: string,
      file: Pick<ExportRow, 'file_name' | 'rows' | 'bytes' | 'sha256' | 'ended_at' | 'expires_at'>,
    ): Promise<void> {
      await db.updateTable('surveillance.exports').set(file).where('id', '=', id).execute();
    },
    /** Exports whose file has expired, and those that did not end within a month. */
    expired: (now: Date): Promise<ExportRow[]> =>
      db
        .selectFrom('surveillance.exports')
        .selectAll()
        .where((eb) =>
          eb.or([
            eb('expires_at', '<=', now),
            eb.and([eb('ended_at', 'is', null), eb('requested_at', '<=', new Date(now.getTime() - 30 * 86_400_000))]),
          ]),
        )
        .execute(),
    async remove(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await db
        .deleteFrom('surveillance.exports')
        .where('id', 'in', [...ids])
        .execute();
    },
  };
}
export type LargeExportRepository = ReturnType<typeof createLargeExportRepository>;
