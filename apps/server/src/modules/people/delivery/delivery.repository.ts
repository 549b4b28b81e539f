import type { DeliveryState } from '@kianda/contract/people/delivery/delivery.contract';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { ChannelRow, DeliveryRow, DeliveryTables } from './delivery.types.ts';

/** Messages spread over the channels in one transaction. */
const fanBatch = 100;

/** The only SQL that touches the `delivery` schema. */
export function createDeliveryRepository(database: Database) {
  const db = database.for<DeliveryTables>();

  /** Writes a message in the caller's transaction; the same key once. */
  async function addMessage(message: AlertMessage, at: Date, store: QueryExecutorProvider): Promise<void> {
    await sql`
      INSERT INTO delivery.messages (key, body, created_at)
      VALUES (${message.key}, ${JSON.stringify(message)}::jsonb, ${at})
      ON CONFLICT (key) DO NOTHING`.execute(store);
  }

  return {
    addMessage,

    /** Takes the next waiting messages, writes what `rowsOf` makes of them, and marks them done. Answers how many. */
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

    channels: (): Promise<ChannelRow[]> =>
      db.selectFrom('delivery.channels').selectAll().orderBy('name').orderBy('id').execute(),
    channel: (id: string): Promise<ChannelRow | undefined> =>
      db.selectFrom('delivery.channels').selectAll().where('id', '=', id).executeTakeFirst(),
    async insertChannel(row: ChannelRow): Promise<void> {
      await db.insertInto('delivery.channels').values(row).execute();
    },
    updateChannel: ({ id, ...row }: ChannelRow): Promise<ChannelRow | undefined> =>
      db.updateTable('delivery.channels').set(row).where('id', '=', id).returningAll().executeTakeFirst(),
    deleteChannel: (id: string): Promise<ChannelRow | undefined> =>
      db.deleteFrom('delivery.channels').where('id', '=', id).returningAll().executeTakeFirst(),

    /** What went out about an alert, oldest first. */
    deliveriesOf: (alertId: string): Promise<DeliveryRow[]> =>
      db
        .selectFrom('delivery.deliveries')
        .innerJoin('delivery.messages', 'delivery.messages.id', 'delivery.deliveries.message_id')
        .where(sql<boolean>`delivery.messages.body->>'alertId' = ${alertId}`)
        .selectAll('delivery.deliveries')
        .orderBy('delivery.deliveries.created_at')
        .execute(),
    /** Writes a message that stands for itself, outside anybody's transaction. */
    addLooseMessage: (message: AlertMessage, at: Date): Promise<void> => addMessage(message, at, db),

    delivery: (id: string): Promise<DeliveryRow | undefined> =>
      db.selectFrom('delivery.deliveries').selectAll().where('id', '=', id).executeTakeFirst(),
    async insertDelivery(row: DeliveryRow): Promise<void> {
      await db.insertInto('delivery.deliveries').values(row).execute();
    },
    async page(filter: {
      channelId?: string | undefined;
      state?: DeliveryState | undefined;
      page: number;
      pageSize: number;
    }) {
      let rows = db.selectFrom('delivery.deliveries');
      if (filter.channelId !== undefined) rows = rows.where('channel_id', '=', filter.channelId);
      if (filter.state !== undefined) rows = rows.where('state', '=', filter.state);
      const [list, count] = await Promise.all([
        rows
          .selectAll()
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .limit(filter.pageSize)
          .offset((filter.page - 1) * filter.pageSize)
          .execute(),
        rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ]);
      return { rows: list, total: Number(count.total) };
    },

    /** Channels with something due. */
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
    /** Everything of a channel that is due waits until an instant. */
    async postpone(channelId: string, now: Date, until: Date): Promise<void> {
      await db
        .updateTable('delivery.deliveries')
        .set({ next_attempt_at: until })
        .where('channel_id', '=', channelId)
        .where('state', '=', 'queued')
        .where('next_attempt_at', '<=', now)
        .execute();
    },
    /** Everything of a channel that waits will not be sent. */
    async suppress(channelId: string, reason: string, at: Date): Promise<void> {
      await db
        .updateTable('delivery.deliveries')
        .set({ state: 'suppressed', last_error: reason, ended_at: at })
        .where('channel_id', '=', channelId)
        .where('state', '=', 'queued')
        .execute();
    },
    /** Puts alerts into one digest: both, or neither. */
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
    /** Messages a delivery carries, the oldest first. */
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
     * Writes what became of the attempt that was claimed. Undefined where it was given up for lost meanwhile: a late
     * failure must not undo what a later attempt achieved.
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

    /** Removes what ended before an instant, and messages that nothing refers to any more. */
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

export type DeliveryRepository = ReturnType<typeof createDeliveryRepository>;
