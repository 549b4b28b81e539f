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
  /** Tells the server of a token obtained meanwhile, so that the connection outlives the old one. */
  readonly tokenChanged: () => void;
  readonly close: () => void;
  readonly isConnected: () => boolean;
};

/** One websocket for all channels: connects while someone listens, reconnects after 5 s, resumes where it stopped. */
export function createRealtime({ open, accessToken, renew, reconnectMs = 5_000 }: Deps): Realtime {
  const handlers = new Map<Channel, Set<ChannelHandler>>();
  let socket: Socket | null = null;
  let welcomed = false;
  let greetedWith = '';
  let stream: string | undefined;
  let lastSequence: number | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  let heartbeatMs = 30_000;

  const send = (message: ClientMessage) => socket?.send(JSON.stringify(message));
  const eachHandler = (visit: (handler: ChannelHandler) => void) => {
    for (const set of handlers.values()) for (const handler of set) visit(handler);
  };

  const expectSign = (current: Socket) => {
    clearTimeout(silenceTimer);
    // A connection that a router dropped looks open for ever: two missed heartbeats end it.
    silenceTimer = setTimeout(() => current.close(4000), heartbeatMs * 2);
  };

  const receive = (current: Socket, data: unknown) => {
    const message = messageOf(data);
    if (message === null) return;
    if (message.type === 'welcome') heartbeatMs = message.heartbeatSeconds * 1000;
    expectSign(current);
    switch (message.type) {
      case 'welcome':
        welcomed = true;
        if (stream !== message.stream) lastSequence = message.sequence;
        stream = message.stream;
        if (handlers.size > 0) send({ type: 'subscribe', channels: [...handlers.keys()] });
        return;
      case 'event':
        lastSequence = message.sequence;
        for (const handler of handlers.get(message.channel) ?? []) handler.onEvent(message);
        return;
      case 'gap':
        stream = message.stream;
        lastSequence = message.sequence;
        eachHandler((handler) => handler.onGap?.());
        return;
      case 'heartbeat':
        lastSequence = message.sequence;
        return;
      case 'subscribed':
      case 'refreshed':
        return;
    }
  };

  const connectLater = () => {
    clearTimeout(retryTimer);
    if (handlers.size > 0) retryTimer = setTimeout(connect, reconnectMs);
  };

  function connect(): void {
    if (socket !== null || handlers.size === 0 || accessToken() === null) return;
    const current = open();
    socket = current;
    welcomed = false;
    current.onopen = () => {
      const token = accessToken();
      if (token === null) {
        current.close(1000);
        return;
      }
      greetedWith = token;
      send({
        type: 'hello',
        token,
        ...(lastSequence === undefined ? {} : { resumeFrom: lastSequence }),
        ...(stream === undefined ? {} : { stream }),
      });
      expectSign(current);
    };
    current.onmessage = (event) => receive(current, event.data);
    current.onclose = ({ code }) => {
      clearTimeout(silenceTimer);
      socket = null;
      welcomed = false;
      if (code === closeCodes.heldBack) return;
      if (code === closeCodes.unauthenticated) {
        renew(greetedWith).then(connectLater, connectLater);
        return;
      }
      connectLater();
    };
  }

  const disconnect = () => {
    clearTimeout(retryTimer);
    clearTimeout(silenceTimer);
    const current = socket;
    socket = null;
    welcomed = false;
    if (current !== null) {
      current.onclose = null;
      current.close(1000);
    }
  };

  return {
    subscribe(channel, handler) {
      const set = handlers.get(channel) ?? new Set();
      const isNew = set.size === 0;
      set.add(handler);
      handlers.set(channel, set);
      if (socket === null) connect();
      else if (isNew && welcomed) send({ type: 'subscribe', channels: [channel] });
      return () => {
        set.delete(handler);
        if (set.size > 0) return;
        handlers.delete(channel);
        if (handlers.size === 0) disconnect();
        else if (welcomed) send({ type: 'unsubscribe', channels: [channel] });
      };
    },
    tokenChanged() {
      const token = accessToken();
      if (welcomed && token !== null) send({ type: 'refresh', token });
    },
    close: disconnect,
    isConnected: () => welcomed,
  };
}

/** Message of the protocol, or null for anything else: a newer server may say things that this page does not know. */
function messageOf(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const parsed = serverMessageSchema.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
