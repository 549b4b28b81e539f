import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { afterCommit } from '../db/request-scope.ts';
import type { Logger } from '../log/log.ts';
import { createLocalEvents, type EventBus } from './events.ts';
import { createListener } from './listener.ts';
import { createOutbox, type EventTables, envelopeSchema, eventSchema, notifyChannel } from './outbox.ts';

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
  const outbox = createOutbox({ kysely, origin, log });
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

  return {
    publish(event) {
      // Whoever hears it reads what changed: it must be there by then.
      afterCommit(() => {
        local.publish(event);
        outbox.add(event);
      });
    },
    subscribe: (subscriber) => local.subscribe(subscriber),
    onGap(gapListener) {
      gapListeners.add(gapListener);
      return () => gapListeners.delete(gapListener);
    },
    async start() {
      await listener.start();
      outbox.open();
    },
    async stop() {
      await outbox.close();
      await listener.stop();
      await receiving;
    },
  };
}
