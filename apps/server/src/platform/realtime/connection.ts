import { randomUUID } from 'node:crypto';
import { allows } from '@kianda/contract';
import {
  type Channel,
  type ClientMessage,
  channelAccess,
  clientMessageSchema,
  closeCodes,
  type ServerMessage,
} from '@kianda/contract/operations/realtime/realtime.contract';
import type { RawData, WebSocket } from 'ws';
import { isDelayed, type Principal } from '../http/bind.ts';
import type { Logger } from '../log/log.ts';
import { type EventLog, eventText, type NumberedEvent } from './event-log.ts';
import type { RealtimeLimits } from './limits.ts';
import { isRoomMessage, type RoomPeer, type Rooms } from './rooms.ts';

export type Connection = {
  /** Null until signed in. */
  accountId(): string | null;
  channels(): ReadonlySet<Channel>;
  wants(event: NumberedEvent): boolean;
  sendText(text: string): void;
  sendGap(): void;
  /** One heartbeat: cuts a client that did not answer the last one, and checks its token again. */
  beat(heartbeatText: string): void;
  /** Checks again the token's account and its permissions. */
  recheck(): void;
  close(code: number, reason: string): void;
};

/** Time a client has to answer a close before its socket is destroyed. */
const closeGraceMs = 3_000;
const minuteMs = 60_000;

type Deps = {
  readonly socket: WebSocket;
  readonly limits: RealtimeLimits;
  readonly eventLog: EventLog;
  readonly log: Logger;
  readonly rooms: Rooms;
  authenticate(accessToken: string): Promise<Principal | null>;
  onClosed(): void;
};

type State = {
  readonly deps: Deps;
  /** This connection as the rooms know it. */
  readonly peer: RoomPeer;
  principal: Principal | null;
  token: string;
  subscribed: ReadonlySet<Channel>;
  resume: { readonly from: number; readonly stream: string | undefined } | null;
  closed: boolean;
  answered: boolean;
  messagesThisMinute: number;
  /** Messages and checks are done one after the other: a subscribe right after the hello waits for it. */
  work: Promise<void>;
  readonly timers: NodeJS.Timeout[];
};

/** The protocol of one websocket client; see `clientMessageSchema`. */
export function createConnection(deps: Deps): Connection {
  const { socket, limits, log } = deps;
  const state: State = {
    deps,
    peer: {
      key: randomUUID(),
      principal: () => state.principal,
      send: (message) => send(state, message),
      sendText: (text) => sendText(state, text),
    },
    principal: null,
    token: '',
    subscribed: new Set(),
    resume: null,
    closed: false,
    answered: true,
    messagesThisMinute: 0,
    work: Promise.resolve(),
    timers: [],
  };
  const helloLimit = setTimeout(() => {
    if (state.principal === null) close(state, closeCodes.unauthenticated, 'no hello in time');
  }, limits.helloMs);
  const messageCounter = setInterval(() => {
    state.messagesThisMinute = 0;
  }, minuteMs);
  state.timers.push(helloLimit, messageCounter);

  socket.on('message', (data, isBinary) => onMessage(state, data, isBinary));
  socket.on('pong', () => {
    state.answered = true;
  });
  socket.on('error', (error) => log.debug({ err: error }, 'ligação em tempo real falhada'));
  socket.on('close', () => {
    if (!state.closed) finish(state);
  });

  return {
    accountId: () => state.principal?.accountId ?? null,
    channels: () => state.subscribed,
    wants: (event) => wants(state, event),
    sendText: (text) => sendText(state, text),
    sendGap: () => sendGap(state),
    beat: (heartbeatText) => beat(state, heartbeatText),
    recheck: () => enqueue(state, () => check(state)),
    close: (code, reason) => close(state, code, reason),
  };
}

function close(state: State, code: number, reason: string): void {
  const { socket } = state.deps;
  if (state.closed) return;
  finish(state);
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), closeGraceMs).unref();
}

function finish(state: State): void {
  state.closed = true;
  for (const timer of state.timers) clearTimeout(timer);
  state.deps.rooms.left(state.peer);
  state.deps.onClosed();
}

function sendText(state: State, text: string): void {
  const { socket, limits, log } = state.deps;
  if (state.closed) return;
  if (socket.bufferedAmount > limits.maxBufferedBytes) {
    log.warn({ bufferedBytes: socket.bufferedAmount }, 'cliente em tempo real demasiado lento, ligação cortada');
    close(state, closeCodes.tooSlow, 'too slow');
    return;
  }
  socket.send(text);
}

function send(state: State, message: ServerMessage): void {
  sendText(state, JSON.stringify(message));
}

function sendGap(state: State): void {
  const { stream, sequence } = state.deps.eventLog;
  if (state.principal !== null) send(state, { type: 'gap', stream, sequence });
}

function beat(state: State, heartbeatText: string): void {
  const { socket } = state.deps;
  if (!state.answered) {
    finish(state);
    socket.terminate();
    return;
  }
  state.answered = false;
  socket.ping();
  if (state.principal !== null) sendText(state, heartbeatText);
  enqueue(state, () => check(state));
}

function enqueue(state: State, task: () => Promise<void> | void): void {
  state.work = state.work
    .then(() => (state.closed ? undefined : task()))
    .catch((error: unknown) => {
      state.deps.log.error({ err: error }, 'mensagem em tempo real falhada');
      close(state, 1011, 'internal error');
    });
}

function onMessage(state: State, data: RawData, isBinary: boolean): void {
  state.answered = true;
  state.messagesThisMinute += 1;
  if (state.messagesThisMinute > state.deps.limits.maxMessagesPerMinute) {
    close(state, closeCodes.tooManyMessages, 'too many messages');
    return;
  }
  const message = isBinary ? null : parseMessage(data);
  if (message === null) close(state, closeCodes.protocol, 'message not understood');
  else enqueue(state, () => handle(state, message));
}

async function handle(state: State, message: ClientMessage): Promise<void> {
  if (message.type === 'hello') return hello(state, message);
  const { principal } = state;
  if (principal === null) return close(state, closeCodes.unauthenticated, 'hello expected first');
  if (message.type === 'refresh') {
    const found = await identify(state, message.token);
    if (found === null) return;
    state.token = message.token;
    send(state, { type: 'refreshed' });
    return adopt(state, found);
  }
  if (isRoomMessage(message)) return state.deps.rooms.handle(state.peer, message);
  const wanted = new Set(state.subscribed);
  for (const channel of message.channels) {
    if (message.type === 'subscribe') wanted.add(channel);
    else wanted.delete(channel);
  }
  const before = state.subscribed;
  setChannels(state, wanted, principal);
  if (message.type === 'subscribe') {
    replay(
      state,
      [...state.subscribed].filter((channel) => !before.has(channel)),
    );
  }
}

async function hello(state: State, message: Extract<ClientMessage, { type: 'hello' }>): Promise<void> {
  const { eventLog, limits } = state.deps;
  if (state.principal !== null) return close(state, closeCodes.protocol, 'second hello');
  state.principal = await identify(state, message.token);
  if (state.principal === null) return;
  state.token = message.token;
  if (message.resumeFrom !== undefined) state.resume = { from: message.resumeFrom, stream: message.stream };
  const { stream, sequence } = eventLog;
  send(state, { type: 'welcome', stream, sequence, heartbeatSeconds: limits.heartbeatMs / 1000 });
}

/**
 * The principal of a token. Closes the connection and gives null when the token is refused, belongs to another account,
 * or its account may not enter yet.
 */
async function identify(state: State, candidate: string): Promise<Principal | null> {
  const found = await state.deps.authenticate(candidate);
  if (found === null) close(state, closeCodes.unauthenticated, 'token refused');
  else if (isDelayed(found)) close(state, closeCodes.heldBack, 'password change or second step required');
  else if (state.principal !== null && state.principal.accountId !== found.accountId) {
    close(state, closeCodes.unauthenticated, 'token of another account');
  } else return state.closed ? null : found;
  return null;
}

async function check(state: State): Promise<void> {
  if (state.principal === null) return;
  let found: Principal | null;
  try {
    found = await identify(state, state.token);
  } catch (error) {
    // The database being away must not send everybody off: the next heartbeat asks again.
    state.deps.log.warn({ err: error }, 'token de tempo real por verificar');
    return;
  }
  if (found !== null) adopt(state, found);
}

/** Applies the account's present permissions; channels it lost are taken away. */
function adopt(state: State, found: Principal): void {
  state.principal = found;
  if ([...state.subscribed].some((channel) => !mayHear(found, channel))) setChannels(state, state.subscribed, found);
  state.deps.rooms.recheck(state.peer);
}

function setChannels(state: State, wanted: ReadonlySet<Channel>, holder: Principal): void {
  const allowed = [...wanted].filter((channel) => mayHear(holder, channel));
  state.subscribed = new Set(allowed);
  const denied = [...wanted].filter((channel) => !state.subscribed.has(channel));
  send(state, { type: 'subscribed', channels: allowed, denied });
}

/** Sends a resuming client the events it missed on the channels of its first subscribe, before anything new. */
function replay(state: State, added: readonly Channel[]): void {
  if (state.resume === null) return;
  const missed = state.deps.eventLog.since(state.resume.from, state.resume.stream);
  state.resume = null;
  if (missed === null) sendGap(state);
  for (const event of missed ?? []) {
    if (added.includes(event.channel) && wants(state, event)) sendText(state, eventText(event));
  }
}

function wants({ principal, subscribed }: State, event: NumberedEvent): boolean {
  if (principal === null || !subscribed.has(event.channel)) return false;
  const { accountId } = event.payload;
  return event.channel !== 'notifications' || accountId === undefined || accountId === principal.accountId;
}

function parseMessage(data: RawData): ClientMessage | null {
  try {
    return clientMessageSchema.safeParse(JSON.parse(textOf(data))).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function mayHear(principal: Principal, channel: Channel): boolean {
  const permission = channelAccess[channel];
  if (!allows(permission, principal.role)) return false;
  return principal.scopes === undefined || principal.scopes.includes(permission);
}

/** A message as text: the socket hands it over in one buffer, or in several. */
function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return data instanceof ArrayBuffer ? Buffer.from(data).toString('utf8') : data.toString('utf8');
}
