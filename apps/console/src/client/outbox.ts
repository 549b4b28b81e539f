import type { Method } from '@kianda/contract';
import { type CallFailure, toFailure } from './failure.ts';
import type { KeyValueStore } from './store.ts';
import type { Exclusive } from './tokens.ts';

/** A write that waits for the network. */
export type QueuedWrite = {
  readonly id: string;
  readonly account: string;
  /** Summary of the endpoint, for the list. */
  readonly summary: string;
  readonly method: Method;
  readonly url: string;
  readonly body?: unknown;
  readonly queuedAt: number;
  /** Why the server refused it; absent while it only waits. */
  readonly refusal?: string;
  /** Number of times that the server failed at it. */
  readonly faults?: number;
};

export type Outbox = {
  readonly add: (write: Omit<QueuedWrite, 'id' | 'queuedAt'>, idempotencyKey: string) => Promise<void>;
  /** Writes of this account, oldest first. */
  readonly list: (account: string) => Promise<readonly QueuedWrite[]>;
  /** Sends what waits, in order, each with its own idempotency key; stops at the first that finds no server. */
  readonly replay: (account: string) => Promise<{ readonly sent: number }>;
  readonly retry: (account: string, id: string) => Promise<void>;
  readonly discard: (id: string) => Promise<void>;
  readonly subscribe: (listener: () => void) => () => void;
};

type Deps = {
  readonly store: KeyValueStore<QueuedWrite>;
  readonly send: (write: QueuedWrite) => Promise<void>;
  readonly exclusive: Exclusive;
  readonly clock: () => number;
};

/** Tries of a write that the server itself fails at, before the ones behind it pass. */
const mostFaults = 3;

/**
 * `later`: the server is away or busy, or this very write is still under way there: it stays in its place, and so do those
 * behind it. `fault`: the server failed at it, perhaps for good. `refusal`: for what it says.
 */
function kindOf({ kind, status = 0, retryAfterSeconds }: CallFailure): 'later' | 'fault' | 'refusal' {
  if (kind !== 'http' || retryAfterSeconds !== undefined) return 'later';
  if ([408, 429, 502, 503, 504].includes(status)) return 'later';
  return status >= 500 ? 'fault' : 'refusal';
}

/** Durable queue of writes made without a network. The id of a write is its idempotency key: a replay never doubles. */
export function createOutbox({ store, send, exclusive, clock }: Deps): Outbox {
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const list: Outbox['list'] = async (account) =>
    (await store.entries())
      .map(([, write]) => write)
      .filter((write) => write.account === account)
      .sort((a, b) => a.queuedAt - b.queuedAt);

  const attempt = async (write: QueuedWrite): Promise<'sent' | 'refused' | 'waiting'> => {
    try {
      await send(write);
      await store.delete([write.id]);
      return 'sent';
    } catch (thrown) {
      const failure = toFailure(thrown);
      const kind = kindOf(failure);
      const faults = (write.faults ?? 0) + 1;
      if (kind === 'later') return 'waiting';
      if (kind === 'fault' && faults < mostFaults) {
        await store.set(write.id, { ...write, faults });
        return 'waiting';
      }
      // Kept aside for its author to decide, so that the later ones can pass.
      await store.set(write.id, { ...write, refusal: failure.message });
      return 'refused';
    } finally {
      changed();
    }
  };

  return {
    async add(write, idempotencyKey) {
      const waiting = await store.entries();
      // Two writes of one millisecond must keep their order.
      const last = Math.max(0, ...waiting.map(([, other]) => other.queuedAt));
      const queuedAt = Math.max(clock(), last + 1);
      await store.set(idempotencyKey, { ...write, id: idempotencyKey, queuedAt });
      changed();
    },
    list,
    replay: (account) =>
      exclusive('kianda.outbox', async () => {
        let sent = 0;
        for (const write of await list(account)) {
          if (write.refusal !== undefined) continue;
          const outcome = await attempt(write);
          if (outcome === 'waiting') break;
          if (outcome === 'sent') sent += 1;
        }
        return { sent };
      }),
    retry: (account, id) =>
      exclusive('kianda.outbox', async () => {
        const write = (await list(account)).find((candidate) => candidate.id === id);
        if (write === undefined) return;
        const { refusal: _, faults: _faults, ...clean } = write;
        await store.set(id, clean);
        await attempt(clean);
      }),
    async discard(id) {
      await store.delete([id]);
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
