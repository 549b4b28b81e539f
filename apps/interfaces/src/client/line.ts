import {
  type ClientMessage,
  closeCodes,
  type ServerMessage,
  serverMessageSchema,
} from '@kianda/contract/operations/realtime/realtime.contract';
import type { Session } from './session.ts';

/** The part of a WebSocket used here. */
export type LineSocket = {
  send: (text: string) => void;
  close: (code?: number) => void;
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number }) => void) | null;
};

export type Line = {
  /** Sends a message; false while there is no line. */
  readonly send: (message: ClientMessage) => boolean;
  readonly close: () => void;
};

type Options = {
  readonly credential: Session['credential'];
  readonly open: (address: string) => LineSocket;
  /** Signed in: what was said on an earlier line is forgotten there. */
  readonly onWelcome: () => void;
  readonly onMessage: (message: ServerMessage) => void;
  readonly onLost: () => void;
  /** Wait before the next attempt. */
  readonly retryMs?: number;
};

type State = Options & {
  socket: LineSocket | null;
  ready: boolean;
  ended: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
};

/** The platform's websocket for a page: signs in, and comes back by itself after it was lost. */
export function openLine(options: Options): Line {
  const state: State = { ...options, socket: null, ready: false, ended: false, timer: undefined };
  const again = () => {
    clearTimeout(state.timer);
    if (state.socket === null) void connect(state, false);
  };
  globalThis.addEventListener?.('online', again);
  void connect(state, false);
  return {
    send(message) {
      if (state.socket === null || !state.ready) return false;
      state.socket.send(JSON.stringify(message));
      return true;
    },
    close() {
      state.ended = true;
      globalThis.removeEventListener?.('online', again);
      clearTimeout(state.timer);
      state.socket?.close(1000);
    },
  };
}

async function connect(state: State, renew: boolean): Promise<void> {
  if (state.ended || state.socket !== null) return;
  let credential: Awaited<ReturnType<Session['credential']>>;
  try {
    credential = await state.credential(renew);
  } catch {
    // No console or no network: as a line that was lost.
    return later(state, false);
  }
  const { token, apiBaseUrl } = credential;
  if (state.ended || state.socket !== null || token === null) return;
  const socket = state.open(`${apiBaseUrl.replace(/^http/, 'ws')}/realtime`);
  state.socket = socket;
  socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', token } satisfies ClientMessage));
  socket.onmessage = ({ data }) => receive(state, data);
  socket.onclose = ({ code }) => {
    const wasReady = state.ready;
    state.socket = null;
    state.ready = false;
    if (wasReady) state.onLost();
    later(state, code === closeCodes.unauthenticated);
  };
}

function later(state: State, renew: boolean): void {
  clearTimeout(state.timer);
  if (!state.ended) state.timer = setTimeout(() => void connect(state, renew), state.retryMs ?? 3_000);
}

function receive(state: State, data: unknown): void {
  const message = messageOf(data);
  if (message === null) return;
  if (message.type === 'welcome') {
    state.ready = true;
    state.onWelcome();
  } else state.onMessage(message);
}

/** Message of the protocol, or null for anything else: a newer server may say what this page does not know. */
function messageOf(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    return serverMessageSchema.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
