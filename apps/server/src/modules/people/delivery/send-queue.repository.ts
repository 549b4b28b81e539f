import type { Kysely } from 'kysely';
import type { DeliveryRow, DeliveryTables } from './delivery.types.ts';

/** Deliveries that wait to be sent. */
export function sendQueueQueries(db: Kysely<DeliveryTables>) {
  return {
    /** Channels with a delivery due. */
    async dueChannels(now: Date): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('delivery.deliveries')
        .select('channel_id')
        .distinct()
        .where('state', '=', 'queued')
        .where('next_attempt_at', '<=', now)
        .execute();
      return rows.map(({ channel_id }) => channel_id);
    },
    due: (channelId: string, now: Date, limit: number): Promise<DeliveryRow[]> =>
      db
        .selectFrom('delivery.deliveries')
        .selectAll()
        .where('channel_id', '=', channelId)
        .where('state', '=', 'queued')
        .where('next_attempt_at', '<=', now)
        .orderBy('created_at')
        .orderBy('message_id')
        .orderBy('id')
        .limit(limit)
        .execute(),
    /** Makes every delivery of a channel that is due wait until an instant. */
    async postpone(channelId: string, now: Date, until: Date): Promise<void> {
      await db
        .updateTable('delivery.deliveries')
        .set({ next_attempt_at: until })
        .where('channel_id', '=', channelId)
        .where('state', '=', 'queued')
        .where('next_attempt_at', '<=', now)
        .execute();
    },
    /** Ends every waiting delivery of a channel unsent. */
    async suppress(channelId: string, reason: string, at: Date): Promise<void> {
      await db
        .updateTable('delivery.deliveries')
        .set({ state: 'suppressed', last_error: reason, ended_at: at })
        .where('channel_id', '=', channelId)
        .where('state', '=', 'queued')
        .execute();
    },
    /** Writes a digest and ends the alerts it holds, in one transaction. */
    gather: (digest: DeliveryRow, ids: readonly string[], at: Date): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await trx.insertInto('delivery.deliveries').values(digest).execute();
        await trx
          .updateTable('delivery.deliveries')
          .set({ state: 'digested', digest_id: digest.id, ended_at: at })
          .where('id', 'in', [...ids])
          .where('state', '=', 'queued')
          .execute();
      }),
  };
}
