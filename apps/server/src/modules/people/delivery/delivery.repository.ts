import type { Database } from '../../../platform/db/database.ts';
import { attemptQueries } from './attempts.repository.ts';
import { channelQueries } from './channels.repository.ts';
import { deliveryQueries } from './deliveries.repository.ts';
import type { DeliveryTables } from './delivery.types.ts';
import { messageQueries } from './messages.repository.ts';
import { sendQueueQueries } from './send-queue.repository.ts';

/** The only SQL that touches the `delivery` schema. */
export function createDeliveryRepository(database: Database) {
  const db = database.for<DeliveryTables>();
  return {
    ...messageQueries(db),
    ...channelQueries(db),
    ...deliveryQueries(db),
    ...sendQueueQueries(db),
    ...attemptQueries(db),
  };
}

export type DeliveryRepository = ReturnType<typeof createDeliveryRepository>;
