import { type Kysely, sql } from 'kysely';
import type { DeliveryRow, DeliveryTables } from './delivery.types.ts';
import { type DeliveryPage, deliveryPage } from './delivery-list.repository.ts';

/** The log of deliveries, as people read it. */
export function deliveryQueries(db: Kysely<DeliveryTables>) {
  return {
    /** Deliveries about an alert, oldest first. */
    deliveriesOf: (alertId: string): Promise<DeliveryRow[]> =>
      db
        .selectFrom('delivery.deliveries')
        .innerJoin('delivery.messages', 'delivery.messages.id', 'delivery.deliveries.message_id')
        .where(sql<boolean>`delivery.messages.body->>'alertId' = ${alertId}`)
        .selectAll('delivery.deliveries')
        .orderBy('delivery.deliveries.created_at')
        .execute(),

    delivery: (id: string): Promise<DeliveryRow | undefined> =>
      db.selectFrom('delivery.deliveries').selectAll().where('id', '=', id).executeTakeFirst(),
    async insertDelivery(row: DeliveryRow): Promise<void> {
      await db.insertInto('delivery.deliveries').values(row).execute();
    },
    page: (page: DeliveryPage) => deliveryPage(db, page),

    /** Removes deliveries that ended before an instant, and messages that nothing refers to any more. */
    async prune(before: Date): Promise<number> {
      const removed = await db
        .deleteFrom('delivery.deliveries')
        .where('ended_at', '<', before)
        .executeTakeFirstOrThrow();
      await db
        .deleteFrom('delivery.messages')
        .where('fanned_at', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('delivery.deliveries')
                .select('delivery.deliveries.id')
                .whereRef('delivery.deliveries.message_id', '=', 'delivery.messages.id'),
            ),
          ),
        )
        .execute();
      return Number(removed.numDeletedRows);
    },
  };
}
