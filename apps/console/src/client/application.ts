import type { Account } from '@kianda/contract/identity/identity.schemas';
import { browserChance, uniqueId } from '../platform/chance.ts';
import { browserClock } from '../platform/clock.ts';
import { type CachedAnswer, createAnswerCache } from './cache.ts';
import { type Client, createClient } from './client.ts';
import { createIndexedStore } from './indexed-store.ts';
import { createOutbox, type Outbox, type QueuedWrite } from './outbox.ts';
import { createRealtime, type Realtime, type Socket } from './realtime.ts';
import { createSessionKeeper, type SessionKeeper } from './session-keeper.ts';
import { createExclusive, createTokenStore, endsSession } from './tokens.ts';
import { createTransport } from './transport.ts';

export type SessionEnd = 'signed-out' | 'expired';

/** Everything of the client layer that the screens use, assembled once. */
export type Application = {
  readonly client: Client;
  readonly keeper: SessionKeeper;
  readonly outbox: Outbox;
  readonly realtime: Realtime;
  readonly account: () => Account | null;
  readonly setAccount: (account: Account | null) => void;
  /** Told when the session ends, here or in another tab. */
  readonly onSessionEnd: (listener: (reason: SessionEnd) => void) => () => void;
  readonly clock: () => number;
};

/** Account named in an access token, unverified: it only chooses whose copies may be read. */
function subjectOf(accessToken: string | undefined): string | null {
  const payload = accessToken?.split('.')[1];
  if (payload === undefined) return null;
  try {
    const decoded: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const subject = (decoded as { sub?: unknown }).sub;
    return typeof subject === 'string' ? subject : null;
  } catch {
    return null;
  }
}

function openSocket(): Socket {
  const address = new URL('/realtime', window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(address) as Socket;
}

/** The client layer over this browser: local storage, IndexedDB, Web Locks, broadcast between tabs. */
export function createApplication(): Application {
  let account: Account | null = null;
  const listeners = new Set<(reason: SessionEnd) => void>();
  const tabs = new BroadcastChannel('kianda');
  const cache = createAnswerCache(
    {
      answers: createIndexedStore<CachedAnswer>('kianda-answers'),
      times: createIndexedStore<number>('kianda-answer-times'),
    },
    browserClock,
  );

  const ended = (reason: SessionEnd) => {
    account = null;
    realtime.close();
    cache.clear().catch(reportQuietly);
    for (const listener of listeners) listener(reason);
  };
  const isOnline = () => navigator.onLine;
  const exclusive = createExclusive(navigator.locks);
  const transport = createTransport((input, init) => fetch(input, init), isOnline);
  const keeper = createSessionKeeper({
    store: createTokenStore(window.localStorage),
    transport,
    exclusive,
    newId: uniqueId,
    onEnd: (reason) => {
      tabs.postMessage({ type: 'session-end', reason });
      ended(reason);
    },
    onRenewed: () => {
      tabs.postMessage({ type: 'renewed' });
      realtime.tokenChanged();
    },
  });
  const realtime = createRealtime({
    open: openSocket,
    accessToken: () => keeper.tokens()?.accessToken ?? null,
    renew: async () => {
      const tokens = keeper.tokens();
      if (tokens !== null) await keeper.renew(tokens);
    },
  });
  tabs.onmessage = (event: MessageEvent<{ type?: string; reason?: SessionEnd }>) => {
    if (event.data.type === 'session-end') ended(event.data.reason ?? 'signed-out');
    if (event.data.type === 'renewed') realtime.tokenChanged();
  };
  window.addEventListener('storage', (event) => {
    if (endsSession(event)) ended('signed-out');
  });

  const accountId = () => account?.id ?? subjectOf(keeper.tokens()?.accessToken);
  const client = createClient({
    base: '',
    transport,
    keeper,
    cache,
    outbox: () => outbox,
    account: accountId,
    clock: browserClock,
    chance: browserChance,
    newId: uniqueId,
    isOnline,
  });
  const outbox = createOutbox({
    store: createIndexedStore<QueuedWrite>('kianda-outbox'),
    send: client.resend,
    exclusive,
    clock: browserClock,
  });

  return {
    client,
    keeper,
    outbox,
    realtime,
    account: () => account,
    setAccount: (next) => {
      account = next;
    },
    onSessionEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clock: browserClock,
  };
}

/** The copies of an ended session that could not be removed stay unreadable to other accounts: worth a warning only. */
function reportQuietly(cause: unknown): void {
  console.warn('kianda: cópias locais por remover', cause);
}
