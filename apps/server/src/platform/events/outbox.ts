import { randomUUID } from 'node:crypto';
import { channels } from '@kianda/contract/operations/realtime/realtime.contract';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Logger } from '../log/log.ts';
import { internalChannels, type PlatformEvent } from './events.ts';

/** PostgreSQL refuses a payload of 8000 bytes or more. */
const largestPayloadBytes = 7_000;
/** Beyond this many waiting events the oldest are dropped: a database that is down must not fill the memory. */
const longestQueue = 5_000;
const batchSize = 100;
const retryAfterMs = 1_000;
const keepLargeEvents = '10 minutes';
export const notifyChannel = 'kianda_events';

export const eventSchema = z.object({
  channel: z.enum([...channels, ...internalChannels]),
  type: z.string(),
  payload: z.record(z.string(), z.unknown()),
});
export const envelopeSchema = z.object({
  /** Bus that published it: NOTIFY also comes back to its sender. */
  origin: z.string(),
  /** PostgreSQL drops equal payloads of one transaction: a number keeps them apart. */
  number: z.number(),
  event: eventSchema.optional(),
  /** Row of `events.large_events`, for an event that does not fit. */
  stored: z.uuid().optional(),
});

export type EventTables = { 'events.large_events': { id: string; body: string } };

export type Outbox = {
  /** Sends the event after those added before it; it waits until the outbox is open. */
  add(event: PlatformEvent): void;
  open(): void;
  /** Resolves once the events that wait were sent, or sending failed; sends no more. */
  close(): Promise<void>;
};

type Deps = { readonly kysely: Kysely<EventTables>; readonly origin: string; readonly log: Logger };

/** Events on their way to the other processes, in the order they were published. */
export function createOutbox({ kysely, origin, log }: Deps): Outbox {
  let waiting: PlatformEvent[] = [];
  let isOpen = false;
  let sending: Promise<void> | null = null;
  let number = 0;

  function send(): void {
    if (!isOpen || sending !== null || waiting.length === 0) return;
    sending = drain().finally(() => {
      sending = null;
    });
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchSize);
      try {
        await notify(batch);
      } catch (error) {
        log.warn({ err: error, events: batch.length }, 'acontecimentos ainda por enviar aos outros processos');
        waiting = [...batch, ...waiting];
        setTimeout(send, retryAfterMs).unref();
        return;
      }
    }
  }

  async function notify(batch: readonly PlatformEvent[]): Promise<void> {
    const payloads: string[] = [];
    const large: { id: string; body: string }[] = [];
    for (const event of batch) {
      const inline = JSON.stringify({ origin, number: ++number, event });
      if (Buffer.byteLength(inline) <= largestPayloadBytes) {
        payloads.push(inline);
        continue;
      }
      const stored = randomUUID();
      large.push({ id: stored, body: JSON.stringify(event) });
      payloads.push(JSON.stringify({ origin, number, stored }));
    }
    await writeNotifications(kysely, payloads, large);
  }

  return {
    add(event) {
      waiting.push(event);
      if (waiting.length > longestQueue) {
        waiting.shift();
        log.error({ limit: longestQueue }, 'acontecimento mais antigo em espera deitado fora');
      }
      send();
    },
    open() {
      isOpen = true;
      send();
    },
    async close() {
      send();
      while (sending !== null) await sending;
      isOpen = false;
    },
  };
}

async function writeNotifications(
  kysely: Kysely<EventTables>,
  payloads: readonly string[],
  large: readonly { id: string; body: string }[],
): Promise<void> {
  await kysely.transaction().execute(async (transaction) => {
    if (large.length > 0) {
      await sql`delete from events.large_events
        where created_at < clock_timestamp() - ${keepLargeEvents}::interval`.execute(transaction);
      await transaction.insertInto('events.large_events').values(large).execute();
    }
    await sql`select pg_notify(${notifyChannel}, payload)
      from unnest(${payloads}::text[]) with ordinality as waiting (payload, position)
      order by position`.execute(transaction);
  });
}
