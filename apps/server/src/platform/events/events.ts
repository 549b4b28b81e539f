/** Realtime channels; a subscription needs the permission named in `channelAccess` (contract/realtime). */
export type Channel = 'metrics' | 'alerts' | 'vessels' | 'ocean' | 'jobs' | 'notifications';

/**
 * Channels that never leave the server. `identity`: a session or an account changed; the payload names `accountId` and,
 * for one session, `sessionId`. Whoever caches who may do what forgets it then.
 */
export type InternalChannel = 'identity';

export type PlatformEvent = {
  readonly channel: Channel | InternalChannel;
  /** `grid-slice.stored`, `run.progress`, … */
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
};

/** Fan-out inside the process and, through LISTEN/NOTIFY, to the other processes of the platform. */
export type EventBus = {
  publish(event: PlatformEvent): void;
  subscribe(listener: (event: PlatformEvent) => void): () => void;
};

/** Bus of a single process, also the local half of the distributed one. */
export function createLocalEvents(): EventBus {
  const listeners = new Set<(event: PlatformEvent) => void>();
  return {
    publish(event) {
      for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
