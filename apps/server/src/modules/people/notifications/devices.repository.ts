import type { Kysely } from 'kysely';
import type { DeviceRow, NotificationTables } from './notifications.types.ts';

/** Browsers that receive notices. */
export function deviceQueries(db: Kysely<NotificationTables>) {
  return {
    devices: (accountId: string): Promise<DeviceRow[]> =>
      db
        .selectFrom('notifications.devices')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .execute(),
    device: (id: string): Promise<DeviceRow | undefined> =>
      db.selectFrom('notifications.devices').selectAll().where('id', '=', id).executeTakeFirst(),
    /** A browser registered again, even by another account, is one device: only the last account receives notices there. */
    async saveDevice(row: DeviceRow): Promise<void> {
      await db.transaction().execute(async (store) => {
        await store.deleteFrom('notifications.devices').where('address_hash', '=', row.address_hash).execute();
        await store.insertInto('notifications.devices').values(row).execute();
      });
    },
    removeDevice: (id: string, accountId?: string): Promise<DeviceRow | undefined> => {
      const rows = db.deleteFrom('notifications.devices').where('id', '=', id);
      return (accountId === undefined ? rows : rows.where('account_id', '=', accountId))
        .returningAll()
        .executeTakeFirst();
    },
    async removeDevices(accountId: string): Promise<void> {
      await db.deleteFrom('notifications.devices').where('account_id', '=', accountId).execute();
    },
    async markDevice(
      id: string,
      change: Pick<DeviceRow, 'last_error'> & Partial<Pick<DeviceRow, 'last_sent_at'>>,
    ): Promise<void> {
      await db.updateTable('notifications.devices').set(change).where('id', '=', id).execute();
    },
  };
}
