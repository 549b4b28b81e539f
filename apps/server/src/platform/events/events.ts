import type { Channel } from '@kianda/contract/operations/realtime/realtime.contract';
import type { Logger } from '../log/log.ts';

export type { Channel };

/**
 * Channels that never leave the server. `identity`: a session or an account changed; the payload names `accountId` and,
 * for one session, `sessionId`; remembered access rights are forgotten then. `services`: one was stopped or started.
 * `cache`: an operator empties caches. `configuration`: it was changed. `storage`: what is remembered of keys, areas and
 * objects counts no more. `collaboration`: a room changed; the payload names `room`.
 */
export const internalChannels = ['identity', 'services', 'cache', 'configuration', 'storage', 'collaboration'] as const;
export type InternalChannel = (typeof internalChannels)[number];

export type PlatformEvent = {
  /** Realtime channel, whose subscription needs the permission named in `channelAccess` (contract/realtime), or internal. */
  readonly channel: Channel | InternalChannel;
  /** `grid-slice.stored`, `run.progress`, … */
  readonly type: string;
  /** JSON. On `notifications`, `accountId` limits delivery to that account. */
  readonly payload: Readonly<Record<string, unknown>>;
};

/** Fan-out inside the process and, through LISTEN/NOTIFY, to the other processes of the platform. */
export type EventBus = {
  publish(event: PlatformEvent): void;
  subscribe(listener: (event: PlatformEvent) => void): () => void;
  /** Called when events of other processes may have been missed. Absent where that cannot happen. */
  onGap?(listener: () => void): () => void;
};

/** Bus of a single process, also the local half of the distributed one. A listener that throws stops no other. */
export function createLocalEvents(log?: Logger): EventBus {
  const listeners = new Set<(event: PlatformEvent) => void>();
  return {
    publish(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          if (log === undefined) throw error;
          log.error({ err: error, channel: event.channel, type: event.type }, 'quem ouvia um acontecimento falhou');
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
