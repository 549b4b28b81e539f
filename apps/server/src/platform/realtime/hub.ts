import { type Channel, channels } from '@kianda/contract/operations/realtime/realtime.contract';
import type { WebSocket } from 'ws';
import { type Clock, nowIso } from '../clock/clock.ts';
import type { EventBus, PlatformEvent } from '../events/events.ts';
import type { Principal } from '../http/bind.ts';
import type { Logger } from '../log/log.ts';
import { type Connection, createConnection } from './connection.ts';
import { createEventLog, eventText, type NumberedEvent } from './event-log.ts';
import { defaultRealtimeLimits, type RealtimeLimits } from './limits.ts';
import { noRooms, type Rooms } from './rooms.ts';

export type RealtimeHub = {
  /** Takes over a websocket that was just opened. */
  connect(socket: WebSocket): void;
  /** Signed-in clients at this moment. */
  connectionCount(): number;
  /** How many of them listen to each channel. */
  listeners(): { channel: Channel; clients: number }[];
  /** Sends everyone away (1001) and stops listening to the bus. */
  close(): void;
};

/** Hands the events of the bus to websocket clients: authenticated, by channel and permission, with resume. */
export function createRealtimeHub(deps: {
  events: EventBus;
  clock: Clock;
  log: Logger;
  authenticate(accessToken: string): Promise<Principal | null>;
  limits?: Partial<RealtimeLimits>;
  /** Takes what clients say about rooms; without it there are none. */
  rooms?: Rooms;
}): RealtimeHub {
  const { events, clock } = deps;
  const log = deps.log.child({ part: 'realtime' });
  const limits = { ...defaultRealtimeLimits, ...deps.limits };
  const eventLog = createEventLog({ clock, maxEvents: limits.maxEvents, maxAgeMs: limits.maxEventAgeMs });
  const connections = new Set<Connection>();

  function onEvent(event: PlatformEvent): void {
    const { channel } = event;
    if (!isPublic(channel)) {
      recheckAccount(event.payload.accountId);
      return;
    }
    sendToListeners(connections, eventLog.append({ channel, name: event.type, payload: event.payload }));
  }

  /** A session or an account changed: what it may see is asked again at once. */
  function recheckAccount(accountId: unknown): void {
    for (const connection of connections) {
      if (typeof accountId !== 'string' || connection.accountId() === accountId) connection.recheck();
    }
  }

  function onGap(): void {
    eventLog.restart();
    for (const connection of connections) connection.sendGap();
  }

  const unsubscribe = events.subscribe(onEvent);
  const unsubscribeGap = events.onGap?.(onGap);
  const heartbeat = setInterval(() => {
    const text = JSON.stringify({ type: 'heartbeat', sequence: eventLog.sequence, at: nowIso(clock) });
    for (const connection of connections) connection.beat(text);
  }, limits.heartbeatMs);
  heartbeat.unref();

  return {
    connect(socket) {
      if (connections.size >= limits.maxConnections) {
        log.warn({ limit: limits.maxConnections }, 'ligação em tempo real recusada: são demasiadas');
        socket.close(1013, 'too many connections');
        return;
      }
      const connection = createConnection({
        socket,
        limits,
        eventLog,
        log,
        rooms: deps.rooms ?? noRooms,
        authenticate: deps.authenticate,
        onClosed: () => connections.delete(connection),
      });
      connections.add(connection);
    },
    listeners: () => listenersByChannel([...connections]),
    connectionCount: () => [...connections].filter((connection) => connection.accountId() !== null).length,
    close() {
      clearInterval(heartbeat);
      unsubscribe();
      unsubscribeGap?.();
      for (const connection of connections) connection.close(1001, 'server is stopping');
    },
  };
}

/** Sends an event to those who want it: written out once for all of them, and only if one listens. */
function sendToListeners(connections: ReadonlySet<Connection>, event: NumberedEvent): void {
  let text: string | null = null;
  for (const connection of connections) {
    if (!connection.wants(event)) continue;
    text ??= eventText(event);
    connection.sendText(text);
  }
}

function listenersByChannel(connections: readonly Connection[]): ReturnType<RealtimeHub['listeners']> {
  return channels.map((channel) => ({
    channel,
    clients: connections.filter((connection) => connection.channels().has(channel)).length,
  }));
}

function isPublic(channel: PlatformEvent['channel']): channel is Channel {
  const known: readonly string[] = channels;
  return known.includes(channel);
}
