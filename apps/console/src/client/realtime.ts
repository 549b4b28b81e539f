import {
  type Channel,
  type ClientMessage,
  closeCodes,
  type ServerMessage,
  serverMessageSchema,
} from '@kianda/contract/operations/realtime/realtime.contract';

export type ChannelEvent = Extract<ServerMessage, { type: 'event' }>;
/** `gap`: events were lost, so the present state must be fetched again. */
export type ChannelHandler = {
  readonly onEvent: (event: ChannelEvent) => void;
  readonly onGap?: (() => void) | undefined;
};

/** The part of a WebSocket used here. */
export type Socket = {
  send: (text: string) => void;
  close: (code?: number) => void;
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number }) => void) | null;
};

type Deps = {
  readonly open: () => Socket;
  readonly accessToken: () => string | null;
  /** Obtains a token other than the refused one; rejects when the session is over. */
  readonly renew: (refused: string) => Promise<unknown>;
  readonly reconnectMs?: number;
};

export type Realtime = {
  readonly subscribe: (channel: Channel, handler: ChannelHandler) => () => void;
  /** Sends the server a token obtained meanwhile, so that the connection outlives the old one. */
  readonly tokenChanged: () => void;
  /** Connects again for who still listens, after a session that ended. */
  readonly open: () => void;
  readonly close: () => void;
  readonly isConnected: () => boolean;
};

/** The one connection and where its stream stands. */
type Connection = {
  readonly deps: Required<Deps>;
  readonly handlers: Map<Channel, Set<ChannelHandler>>;
  socket: Socket | null;
  welcomed: boolean;
  greetedWith: string;
  stream: string | undefined;
  lastSequence: number | undefined;
  heartbeatMs: number;
  retryTimer: ReturnType<typeof setTimeout> | undefined;
  silenceTimer: ReturnType<typeof setTimeout> | undefined;
};

/** One websocket for all channels: connects while someone listens, reconnects after 5 s, resumes where it stopped. */
export function createRealtime(deps: Deps): Realtime {
  const connection: Connection = {
    deps: { reconnectMs: 5_000, ...deps },
    handlers: new Map(),
    socket: null,
    welcomed: false,
    greetedWith: '',
    stream: undefined,
    lastSequence: undefined,
    heartbeatMs: 30_000,
    retryTimer: undefined,
    silenceTimer: undefined,
  };
  return {
    subscribe: (channel, handler) => subscribe(connection, channel, handler),
    tokenChanged() {
      const token = deps.accessToken();
      if (connection.welcomed && token !== null) send(connection, { type: 'refresh', token });
    },
    open: () => connect(connection),
    close: () => disconnect(connection),
    isConnected: () => connection.welcomed,
  };
}

function subscribe(connection: Connection, channel: Channel, handler: ChannelHandler): () => void {
  const { handlers } = connection;
  const set = handlers.get(channel) ?? new Set();
  const isNew = set.size === 0;
  set.add(handler);
  handlers.set(channel, set);
  if (connection.socket === null) connect(connection);
  else if (isNew && connection.welcomed) send(connection, { type: 'subscribe', channels: [channel] });
  return () => {
    set.delete(handler);
    if (set.size > 0) return;
    handlers.delete(channel);
    if (handlers.size === 0) disconnect(connection);
    else if (connection.welcomed) send(connection, { type: 'unsubscribe', channels: [channel] });
  };
}

function send({ socket }: Connection, message: ClientMessage): void {
  socket?.send(JSON.stringify(message));
}

function connect(connection: Connection): void {
  const { open, accessToken, renew } = connection.deps;
  if (connection.socket !== null || connection.handlers.size === 0 || accessToken() === null) return;
  const current = open();
  connection.socket = current;
  connection.welcomed = false;
  current.onopen = () => greet(connection, current);
  current.onmessage = (event) => receive(connection, current, event.data);
  current.onclose = ({ code }) => {
    clearTimeout(connection.silenceTimer);
    connection.socket = null;
    connection.welcomed = false;
    if (code === closeCodes.heldBack) return;
    const again = () => connectLater(connection);
    if (code === closeCodes.unauthenticated) renew(connection.greetedWith).then(again, again);
    else again();
  };
}

function connectLater(connection: Connection): void {
  clearTimeout(connection.retryTimer);
  if (connection.handlers.size === 0) return;
  connection.retryTimer = setTimeout(() => connect(connection), connection.deps.reconnectMs);
}

function greet(connection: Connection, current: Socket): void {
  const { lastSequence, stream } = connection;
  const token = connection.deps.accessToken();
  if (token === null) {
    current.close(1000);
    return;
  }
  connection.greetedWith = token;
  send(connection, {
    type: 'hello',
    token,
    ...(lastSequence === undefined ? {} : { resumeFrom: lastSequence }),
    ...(stream === undefined ? {} : { stream }),
  });
  expectSign(connection, current);
}

/** A connection that a router dropped looks open for ever: two missed heartbeats end it. */
function expectSign(connection: Connection, current: Socket): void {
  clearTimeout(connection.silenceTimer);
  connection.silenceTimer = setTimeout(() => current.close(4000), connection.heartbeatMs * 2);
}

function receive(connection: Connection, current: Socket, data: unknown): void {
  const { handlers } = connection;
  const message = messageOf(data);
  if (message === null) return;
  if (message.type === 'welcome') connection.heartbeatMs = message.heartbeatSeconds * 1000;
  expectSign(connection, current);
  switch (message.type) {
    case 'welcome':
      connection.welcomed = true;
      if (connection.stream !== message.stream) connection.lastSequence = message.sequence;
      connection.stream = message.stream;
      if (handlers.size > 0) send(connection, { type: 'subscribe', channels: [...handlers.keys()] });
      return;
    case 'event':
      connection.lastSequence = message.sequence;
      for (const handler of handlers.get(message.channel) ?? []) handler.onEvent(message);
      return;
    case 'gap':
      connection.stream = message.stream;
      connection.lastSequence = message.sequence;
      for (const set of handlers.values()) for (const handler of set) handler.onGap?.();
      return;
    case 'heartbeat':
      connection.lastSequence = message.sequence;
      return;
    case 'subscribed':
    case 'refreshed':
      return;
    // The console shows no rooms and joins none: their messages are ignored here.
    case 'room.joined':
    case 'room.closed':
    case 'room.update':
    case 'room.saved':
    case 'room.refused':
    case 'room.people':
    case 'room.changed':
      return;
  }
}

function disconnect(connection: Connection): void {
  clearTimeout(connection.retryTimer);
  clearTimeout(connection.silenceTimer);
  const current = connection.socket;
  connection.socket = null;
  connection.welcomed = false;
  if (current === null) return;
  current.onclose = null;
  current.close(1000);
}

/** Message of the protocol, or null for anything else: a newer server may send messages unknown to this page. */
function messageOf(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const parsed = serverMessageSchema.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
