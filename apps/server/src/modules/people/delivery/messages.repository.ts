import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import type { ChannelRow, DeliveryRow, DeliveryTables } from './delivery.types.ts';

/** Messages spread over the channels in one transaction. */
const fanBatch = 100;

/** Messages as alerts write them, before and after they are spread over the channels. */
export function messageQueries(db: Kysely<DeliveryTables>) {
  return {
    /** Writes a message in the caller's transaction; the same key once. */
    addMessage,
    /** Writes a message that belongs to no alert, outside any other transaction. */
    addStandaloneMessage: (message: AlertMessage, at: Date): Promise<void> => addMessage(message, at, db),

    /** Takes the next waiting messages, writes the deliveries `rowsOf` gives for them, and marks them done. Resolves to their number. */
    fanOut: (
      at: Date,
      rowsOf: (id: number, message: AlertMessage, channels: readonly ChannelRow[]) => readonly DeliveryRow[],
    ): Promise<number> =>
      db.transaction().execute(async (trx) => {
        const waiting = await trx
          .selectFrom('delivery.messages')
          .select(['id', 'body'])
          .where('fanned_at', 'is', null)
          .orderBy('id')
          .limit(fanBatch)
          .forUpdate()
          .skipLocked()
          .execute();
        if (waiting.length === 0) return 0;
        const channels = await trx.selectFrom('delivery.channels').selectAll().where('enabled', '=', true).execute();
        const rows = waiting.flatMap(({ id, body }) => rowsOf(id, body, channels));
        if (rows.length > 0) {
          await trx
            .insertInto('delivery.deliveries')
            .values([...rows])
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        }
        const ids = waiting.map(({ id }) => id);
        await trx.updateTable('delivery.messages').set({ fanned_at: at }).where('id', 'in', ids).execute();
        return waiting.length;
      }),

    /** Messages of a delivery, the oldest first. */
    async messagesOf({ id, message_id }: DeliveryRow): Promise<readonly AlertMessage[]> {
      let query = db.selectFrom('delivery.messages').select('body');
      query =
        message_id === null
          ? query.where(
              'id',
              'in',
              db
                .selectFrom('delivery.deliveries')
                .select('message_id')
                .where('digest_id', '=', id)
                .where('message_id', 'is not', null)
                .$castTo<{ message_id: number }>(),
            )
          : query.where('id', '=', message_id);
      return (await query.orderBy('id').execute()).map(({ body }) => body);
    },
  };
}

async function addMessage(message: AlertMessage, at: Date, store: QueryExecutorProvider): Promise<void> {
  await sql`
    INSERT INTO delivery.messages (key, body, created_at)
    VALUES (${message.key}, ${JSON.stringify(message)}::jsonb, ${at})
    ON CONFLICT (key) DO NOTHING`.execute(store);
}
