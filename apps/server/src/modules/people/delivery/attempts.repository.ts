import type { DeliveryState } from '@kianda/contract/people/delivery/delivery.contract';
import type { Kysely } from 'kysely';
import type { DeliveryRow, DeliveryTables } from './delivery.types.ts';

/** Attempts at a delivery: each is claimed before it is made, and its outcome is written once. */
export function attemptQueries(db: Kysely<DeliveryTables>) {
  return {
    /**
     * Counts an attempt before it is made and hides the delivery meanwhile. A process that ends in between leaves it
     * queued, to be tried again. Undefined where another process was quicker.
     */
    claim: ({ id, attempts }: DeliveryRow, until: Date): Promise<DeliveryRow | undefined> =>
      db
        .updateTable('delivery.deliveries')
        .set({ attempts: attempts + 1, next_attempt_at: until })
        .where('id', '=', id)
        .where('state', '=', 'queued')
        .where('attempts', '=', attempts)
        .returningAll()
        .executeTakeFirst(),
    /**
     * Writes the outcome of a claimed attempt. Undefined where another attempt has begun meanwhile: a late failure must
     * not undo what a later attempt achieved.
     */
    settle: ({ id, attempts }: DeliveryRow, change: Partial<DeliveryRow>): Promise<DeliveryRow | undefined> =>
      db
        .updateTable('delivery.deliveries')
        .set(change)
        .where('id', '=', id)
        .where('state', '=', 'queued')
        .where('attempts', '=', attempts)
        .returningAll()
        .executeTakeFirst(),
    /** Queues an ended delivery again; undefined where it did not end in one of these states. */
    requeue: (id: string, from: readonly DeliveryState[], at: Date): Promise<DeliveryRow | undefined> =>
      db
        .updateTable('delivery.deliveries')
        .set({ state: 'queued', attempts: 0, ended_at: null, next_attempt_at: at })
        .where('id', '=', id)
        .where('state', 'in', [...from])
        .where('kind', '!=', 'test')
        .returningAll()
        .executeTakeFirst(),
  };
}
