import type { Kysely } from 'kysely';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import type { NotificationTables, ParcelRow } from './notifications.types.ts';

const spreadBatch = 100;

/** Notices on their way to a browser or by mail: one parcel for each. */
export function parcelQueries(db: Kysely<NotificationTables>) {
  return {
    /** Takes the next notices, writes the parcels `parcelsOf` gives for them, and marks them done. Resolves to their number. */
    spread: (at: Date, parcelsOf: (id: number, message: AlertMessage) => readonly ParcelRow[]): Promise<number> =>
      db.transaction().execute(async (store) => {
        const waiting = await store
          .selectFrom('notifications.notices')
          .select(['id', 'body'])
          .where('spread_at', 'is', null)
          .orderBy('id')
          .limit(spreadBatch)
          .forUpdate()
          .skipLocked()
          .execute();
        if (waiting.length === 0) return 0;
        const parcels = waiting.flatMap(({ id, body }) => parcelsOf(id, body));
        if (parcels.length > 0) {
          await store
            .insertInto('notifications.parcels')
            .values([...parcels])
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        }
        const ids = waiting.map(({ id }) => id);
        await store.updateTable('notifications.notices').set({ spread_at: at }).where('id', 'in', ids).execute();
        return waiting.length;
      }),
    due: (now: Date, limit: number) =>
      db
        .selectFrom('notifications.parcels as p')
        .innerJoin('notifications.notices as n', 'n.id', 'p.notice_id')
        .selectAll('p')
        .select('n.body')
        .where('p.state', '=', 'queued')
        .where('p.due_at', '<=', now)
        .orderBy('p.notice_id')
        .limit(limit)
        .execute(),
    /** Counts an attempt before it is made and hides the parcels meanwhile. Resolves to those no other process took. */
    async claim(rows: readonly ParcelRow[], until: Date): Promise<ReadonlySet<string>> {
      const taken = new Set<string>();
      for (const { id, attempts } of rows) {
        const row = await db
          .updateTable('notifications.parcels')
          .set({ attempts: attempts + 1, due_at: until })
          .where('id', '=', id)
          .where('state', '=', 'queued')
          .where('attempts', '=', attempts)
          .returning('id')
          .executeTakeFirst();
        if (row !== undefined) taken.add(row.id);
      }
      return taken;
    },
    async settle(
      ids: readonly string[],
      change: Partial<Pick<ParcelRow, 'state' | 'due_at' | 'last_error' | 'ended_at'>>,
    ): Promise<void> {
      await db
        .updateTable('notifications.parcels')
        .set(change)
        .where('id', 'in', [...ids])
        .where('state', '=', 'queued')
        .execute();
    },
  };
}
