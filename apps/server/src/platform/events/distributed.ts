import { randomUUID } from 'node:crypto';
import { channels } from '@kianda/contract/operations/realtime/realtime.contract';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log/log.ts';
import { createLocalEvents, type EventBus, internalChannels, type PlatformEvent } from './events.ts';
import { createListener } from './listener.ts';

/** PostgreSQL refuses a payload of 8000 bytes or more. */
const largestPayloadBytes = 7_000;
/** Beyond this many waiting events the oldest are dropped: a database that is down must not fill the memory. */
const longestQueue = 5_000;
const batchSize = 100;
const retryAfterMs = 1_000;
const keepLargeEvents = '10 minutes';
const notifyChannel = 'kianda_events';

const eventSchema = z.object({
  channel: z.enum([...channels, ...internalChannels]),
  type: z.string(),
  payload: z.record(z.string(), z.unknown()),
});
const envelopeSchema = z.object({
  /** Bus that published it: NOTIFY also comes back to its sender. */
  origin: z.string(),
  /** PostgreSQL drops equal payloads of one transaction: a number keeps them apart. */
  number: z.number(),
  event: eventSchema.optional(),
  /** Row of `events.large_events`, for an event that does not fit. */
  stored: z.uuid().optional(),
});

type EventTables = { 'events.large_events': { id: string; body: string } };

export type DistributedEvents = EventBus & {
  onGap(listener: () => void): () => void;
  /** Begins to hear other processes; events published before reach this process, and the others once started. */
  start(): Promise<void>;
  /** Sends what still waits, then stops hearing. */
  stop(): Promise<void>;
};

/** Event bus of all processes on one database. `publish` never fails and never waits; order per publisher is kept. */
export function createEvents(database: Database, log: Logger): DistributedEvents {
  const origin = randomUUID();
  const local = createLocalEvents(log);
  const gapListeners = new Set<() => void>();
  const kysely = database.for<EventTables>();
  let waiting: PlatformEvent[] = [];
  let started = false;
  let sending: Promise<void> | null = null;
  let number = 0;
  /** Events are handed over one after the other, though a stored one takes a query to fetch. */
  let receiving: Promise<void> = Promise.resolve();

  const listener = createListener({
    url: database.url,
    applicationName: 'kianda-events',
    channel: notifyChannel,
    log,
    onNotification(payload) {
      receiving = receiving
        .then(() => receive(payload))
        .catch((error: unknown) => {
          log.error({ err: error }, 'acontecimento de outro processo por ler');
          reportGap();
        });
    },
    onReconnected: reportGap,
  });

  function reportGap(): void {
    for (const gapListener of gapListeners) gapListener();
  }

  async function receive(payload: string): Promise<void> {
    const envelope = envelopeSchema.parse(JSON.parse(payload));
    if (envelope.origin === origin) return;
    if (envelope.event !== undefined) return local.publish(envelope.event);
    const row = await kysely
      .selectFrom('events.large_events')
      .select('body')
      .where('id', '=', envelope.stored ?? '')
      .executeTakeFirst();
    if (row === undefined) throw new Error(`large event ${envelope.stored} is no longer stored`);
    local.publish(eventSchema.parse(JSON.parse(row.body)));
  }

  function send(): void {
    if (!started || sending !== null || waiting.length === 0) return;
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

  return {
    publish(event) {
      local.publish(event);
      waiting.push(event);
      if (waiting.length > longestQueue) {
        waiting.shift();
        log.error({ limit: longestQueue }, 'acontecimento mais antigo em espera deitado fora');
      }
      send();
    },
    subscribe: (subscriber) => local.subscribe(subscriber),
    onGap(gapListener) {
      gapListeners.add(gapListener);
      return () => gapListeners.delete(gapListener);
    },
    async start() {
      await listener.start();
      started = true;
      send();
    },
    async stop() {
      send();
      while (sending !== null) await sending;
      started = false;
      await listener.stop();
      await receiving;
    },
  };
}
