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
import { isHeldBack, type Principal } from '../http/bind.ts';
import type { Logger } from '../log/log.ts';
import { type EventLog, eventText, type NumberedEvent } from './event-log.ts';
import type { RealtimeLimits } from './limits.ts';

export type Connection = {
  /** Null until signed in. */
  accountId(): string | null;
  channels(): ReadonlySet<Channel>;
  wants(event: NumberedEvent): boolean;
  sendText(text: string): void;
  sendGap(): void;
  /** One heartbeat: cuts a client that did not answer the last one, and checks its token again. */
  beat(heartbeatText: string): void;
  /** Asks again who the token belongs to and what it may see. */
  recheck(): void;
  close(code: number, reason: string): void;
};

/** Time a client has to answer a close before its socket is destroyed. */
const closeGraceMs = 3_000;
const minuteMs = 60_000;

/** The protocol of one websocket client; see `clientMessageSchema`. */
export function createConnection(deps: {
  socket: WebSocket;
  limits: RealtimeLimits;
  eventLog: EventLog;
  log: Logger;
  authenticate(accessToken: string): Promise<Principal | null>;
  onClosed(): void;
}): Connection {
  const { socket, limits, eventLog, log } = deps;
  let principal: Principal | null = null;
  let token = '';
  let subscribed: ReadonlySet<Channel> = new Set();
  let resume: { readonly from: number; readonly stream: string | undefined } | null = null;
  let closed = false;
  let answered = true;
  let messagesThisMinute = 0;
  /** Messages and checks are done one after the other: a subscribe right after the hello waits for it. */
  let work: Promise<void> = Promise.resolve();

  const helloLimit = setTimeout(() => {
    if (principal === null) close(closeCodes.unauthenticated, 'no hello in time');
  }, limits.helloMs);
  const messageCounter = setInterval(() => {
    messagesThisMinute = 0;
  }, minuteMs);

  function close(code: number, reason: string): void {
    if (closed) return;
    finish();
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), closeGraceMs).unref();
  }

  function finish(): void {
    closed = true;
    clearTimeout(helloLimit);
    clearInterval(messageCounter);
    deps.onClosed();
  }

  function sendText(text: string): void {
    if (closed) return;
    if (socket.bufferedAmount > limits.maxBufferedBytes) {
      log.warn({ bufferedBytes: socket.bufferedAmount }, 'cliente em tempo real demasiado lento, ligação cortada');
      close(closeCodes.tooSlow, 'too slow');
      return;
    }
    socket.send(text);
  }
  const send = (message: ServerMessage) => sendText(JSON.stringify(message));

  function enqueue(task: () => Promise<void> | void): void {
    work = work
      .then(() => (closed ? undefined : task()))
      .catch((error: unknown) => {
        log.error({ err: error }, 'mensagem em tempo real falhada');
        close(1011, 'internal error');
      });
  }

  /** Who the token belongs to; closes the connection and gives null when nobody, or one who may not enter yet. */
  async function identify(candidate: string): Promise<Principal | null> {
    const found = await deps.authenticate(candidate);
    if (found === null) close(closeCodes.unauthenticated, 'token refused');
    else if (isHeldBack(found)) close(closeCodes.heldBack, 'password change or second step required');
    else if (principal !== null && principal.accountId !== found.accountId) {
      close(closeCodes.unauthenticated, 'token of another account');
    } else return closed ? null : found;
    return null;
  }

  async function handle(message: ClientMessage): Promise<void> {
    if (message.type === 'hello') return hello(message);
    if (principal === null) return close(closeCodes.unauthenticated, 'hello expected first');
    if (message.type === 'refresh') {
      const found = await identify(message.token);
      if (found === null) return;
      token = message.token;
      send({ type: 'refreshed' });
      return adopt(found);
    }
    const wanted = new Set(subscribed);
    for (const channel of message.channels) {
      if (message.type === 'subscribe') wanted.add(channel);
      else wanted.delete(channel);
    }
    const before = subscribed;
    setChannels(wanted, principal);
    if (message.type === 'subscribe') replay([...subscribed].filter((channel) => !before.has(channel)));
  }

  async function hello(message: Extract<ClientMessage, { type: 'hello' }>): Promise<void> {
    if (principal !== null) return close(closeCodes.protocol, 'second hello');
    principal = await identify(message.token);
    if (principal === null) return;
    token = message.token;
    if (message.resumeFrom !== undefined) resume = { from: message.resumeFrom, stream: message.stream };
    const { stream, sequence } = eventLog;
    send({ type: 'welcome', stream, sequence, heartbeatSeconds: limits.heartbeatMs / 1000 });
  }

  function setChannels(wanted: ReadonlySet<Channel>, holder: Principal): void {
    const allowed = [...wanted].filter((channel) => mayHear(holder, channel));
    subscribed = new Set(allowed);
    const denied = [...wanted].filter((channel) => !subscribed.has(channel));
    send({ type: 'subscribed', channels: allowed, denied });
  }

  /** What a resuming client missed on the channels of its first subscribe, before anything new. */
  function replay(fresh: readonly Channel[]): void {
    if (resume === null) return;
    const missed = eventLog.since(resume.from, resume.stream);
    resume = null;
    if (missed === null) sendGap();
    for (const event of missed ?? []) {
      if (fresh.includes(event.channel) && wants(event)) sendText(eventText(event));
    }
  }

  /** Takes over what the account may do now; channels it lost are taken away. */
  function adopt(found: Principal): void {
    principal = found;
    if ([...subscribed].some((channel) => !mayHear(found, channel))) setChannels(subscribed, found);
  }

  async function check(): Promise<void> {
    if (principal === null) return;
    let found: Principal | null;
    try {
      found = await identify(token);
    } catch (error) {
      // The database being away must not send everybody off: the next heartbeat asks again.
      log.warn({ err: error }, 'token de tempo real por verificar');
      return;
    }
    if (found !== null) adopt(found);
  }

  function wants(event: NumberedEvent): boolean {
    if (principal === null || !subscribed.has(event.channel)) return false;
    const { accountId } = event.payload;
    return event.channel !== 'notifications' || accountId === undefined || accountId === principal.accountId;
  }

  function sendGap(): void {
    if (principal !== null) send({ type: 'gap', stream: eventLog.stream, sequence: eventLog.sequence });
  }

  function onMessage(data: RawData, isBinary: boolean): void {
    answered = true;
    messagesThisMinute += 1;
    if (messagesThisMinute > limits.maxMessagesPerMinute) {
      close(closeCodes.tooManyMessages, 'too many messages');
      return;
    }
    const message = isBinary ? null : parseMessage(data);
    if (message === null) close(closeCodes.protocol, 'message not understood');
    else enqueue(() => handle(message));
  }

  socket.on('message', onMessage);
  socket.on('pong', () => {
    answered = true;
  });
  socket.on('error', (error) => log.debug({ err: error }, 'ligação em tempo real falhada'));
  socket.on('close', () => {
    if (!closed) finish();
  });

  return {
    accountId: () => principal?.accountId ?? null,
    channels: () => subscribed,
    wants,
    sendText,
    sendGap,
    beat(heartbeatText) {
      if (!answered) {
        finish();
        socket.terminate();
        return;
      }
      answered = false;
      socket.ping();
      if (principal !== null) sendText(heartbeatText);
      enqueue(check);
    },
    recheck: () => enqueue(check),
    close,
  };
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
