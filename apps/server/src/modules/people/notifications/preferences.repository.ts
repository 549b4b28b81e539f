import type { NoticePreferences } from '@kianda/contract/people/notifications/notifications.contract';
import { type Kysely, sql } from 'kysely';
import type { NotificationTables } from './notifications.types.ts';

export function preferenceQueries(db: Kysely<NotificationTables>) {
  return {
    async preferences(accountId: string): Promise<NoticePreferences | null> {
      const row = await db
        .selectFrom('notifications.accounts')
        .select('preferences')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row?.preferences ?? null;
    },
    async savePreferences(accountId: string, preferences: NoticePreferences): Promise<void> {
      const text = JSON.stringify(preferences);
      await db
        .insertInto('notifications.accounts')
        .values({ account_id: accountId, preferences: text, read_to: 0 })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ preferences: text }))
        .execute();
    },
    /** Accounts that may want notices outside the console: those with preferences, and those with a browser. */
    async reachable(): Promise<readonly string[]> {
      const rows = await sql<{ id: string }>`
        SELECT account_id AS id FROM notifications.accounts WHERE preferences IS NOT NULL
        UNION SELECT account_id FROM notifications.devices`.execute(db);
      return rows.rows.map(({ id }) => id);
    },
  };
}
