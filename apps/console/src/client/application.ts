import type { Account } from '@kianda/contract/people/identity/identity.schemas';
import { type AnswerCache, type CachedAnswer, createAnswerCache } from './cache.ts';
import { type Client, createClient } from './client.ts';
import { createHeldAnswers, type HeldAnswers } from './held-answers.ts';
import { type JoinWindow, joinReads } from './joined-reads.ts';
import { createOutbox, type Outbox, type QueuedWrite } from './outbox.ts';
import { type Reachability, withReachability } from './reachability.ts';
import { createRealtime, type Realtime, type Socket } from './realtime.ts';
import type { RetryPolicy } from './retry.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';
import type { KeyValueStore } from './store.ts';
import { createDeviceTokens, createTokenStore, type DeviceTokens, type Exclusive, endsSession } from './tokens.ts';
import { createTransport } from './transport.ts';

export type SessionEnd = 'signed-out' | 'expired';

/** Message from one tab to the others. */
export type TabMessage =
  | { readonly type: 'session-end'; readonly reason: SessionEnd }
  | { readonly type: 'renewed' }
  | { readonly type: 'signing-out' };

/** The surroundings that the client layer needs: the browser's in the console, plain ones in tests. */
export type Environment = {
  /** Origin of the server; empty for the page's own. */
  readonly base: string;
  readonly fetch: typeof fetch;
  readonly isOnline: () => boolean;
  /** Whether the server runs on this very machine: reached without any network, as on a laptop at sea. */
  readonly isOwnMachine: boolean;
  readonly tokenStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly exclusive: Exclusive;
  readonly stores: {
    readonly answers: KeyValueStore<CachedAnswer>;
    readonly times: KeyValueStore<number>;
    readonly outbox: KeyValueStore<QueuedWrite>;
  };
  readonly tabs: {
    readonly send: (message: TabMessage) => void;
    readonly listen: (heard: (message: TabMessage) => void) => void;
  };
  /** Calls back with every change that another tab makes to the token storage. */
  readonly onStorage: (
    changed: (event: { readonly key: string | null; readonly newValue: string | null }) => void,
  ) => void;
  readonly openSocket: () => Socket;
  readonly clock: () => number;
  /** A number in [0, 1). */
  readonly chance: () => number;
  readonly newId: () => string;
  readonly retry?: RetryPolicy;
  /** Names the release of the console. */
  readonly release: string;
  /** How long reads wait for each other; absent, each goes alone. */
  readonly joins?: JoinWindow;
};

/** Everything of the client layer that the screens use, assembled once. */
export type Application = {
  readonly client: Client;
  readonly keeper: SessionStore;
  readonly devices: DeviceTokens;
  readonly outbox: Outbox;
  /** Answers kept in this browser for when there is no network. */
  readonly copies: Pick<AnswerCache, 'summary' | 'clear'>;
  readonly realtime: Realtime;
  readonly reachability: Reachability;
  readonly account: () => Account | null;
  readonly setAccount: (account: Account | null) => void;
  /** Announces a sign-out to the other tabs before the server closes their connections. */
  readonly announceSignOut: () => void;
  /** Calls the listener when the session ends, here or in another tab. */
  readonly onSessionEnd: (listener: (reason: SessionEnd) => void) => () => void;
  readonly clock: () => number;
  /** When this page began, ms since 1970. */
  readonly startedAt: number;
  /** Asks a host that is not ours for JSON, without this session's token or cookies. Rejects as `fetch` does. */
  readonly askHost: (url: string, signal: AbortSignal) => Promise<Response>;
  /** Whether the server answers at a path: by a HEAD request, without the session. Rejects as `fetch` does. */
  readonly probe: (path: string, signal: AbortSignal) => Promise<boolean>;
};

/** Account named in an access token, unverified: it only chooses whose copies may be read. */
export function subjectOf(accessToken: string | undefined): string | null {
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

/** A session that ends this soon after a sign-out was announced ended by it, whatever a refused call says. */
const signOutMs = 10_000;

/** State of the session in this tab: its account, whether it ended, and who listens for that. */
function createSessionState(clock: () => number) {
  let account: Account | null = null;
  let isOver = false;
  let signOutAnnouncedAt = Number.NEGATIVE_INFINITY;
  const listeners = new Set<(reason: SessionEnd) => void>();
  return {
    account: () => account,
    setAccount: (next: Account | null) => {
      account = next;
    },
    begin: () => {
      isOver = false;
    },
    signOutAnnounced: () => {
      signOutAnnouncedAt = clock();
    },
    onEnd: (listener: (reason: SessionEnd) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Ends it once: calls still under way find the tokens gone and report it again, and the first reason is the true one. */
    end: (reason: SessionEnd, release: () => void) => {
      if (isOver) return;
      isOver = true;
      account = null;
      release();
      const shown = clock() - signOutAnnouncedAt < signOutMs ? 'signed-out' : reason;
      for (const listener of listeners) listener(shown);
    },
  };
}

type TabEvents = {
  readonly ended: (reason: SessionEnd) => void;
  readonly announced: () => void;
  readonly renewed: () => void;
};

/** Calls back for what other tabs do to the session. */
function followTabs({ tabs, onStorage }: Environment, { ended, announced, renewed }: TabEvents): void {
  tabs.listen((message) => {
    if (message.type === 'session-end') ended(message.reason);
    else if (message.type === 'signing-out') announced();
    else renewed();
  });
  onStorage((event) => {
    // The tab that ended the session sends the reason in a moment; this serves browsers without such messages.
    if (endsSession(event)) setTimeout(() => ended('signed-out'), 500);
  });
}

/** Way of every request: one by one, or the reads that are asked together in one. */
function transportOf(environment: Environment, held: HeldAnswers) {
  const { base, fetch, isOnline, newId, joins } = environment;
  const { transport, reachability, noted } = withReachability(createTransport(fetch, isOnline));
  if (joins === undefined) return { transport, reachability };
  const options = { base, fetch, isOnline, newId, held, noted, window: joins };
  return { transport: joinReads(transport, options), reachability };
}

/** Assembles the client layer over its surroundings. */
export function createApplication(environment: Environment): Application {
  const { base, stores, exclusive, tabs, clock, chance, newId, isOnline, isOwnMachine } = environment;
  const session = createSessionState(clock);
  const cache = createAnswerCache(stores, clock);
  const held = createHeldAnswers({ cache, release: environment.release, account: () => accountId() });
  const { transport, reachability } = transportOf(environment, held);

  const ended = (reason: SessionEnd) =>
    session.end(reason, () => {
      realtime.close();
      held.clear();
      cache.clear().catch(warnOfCopies);
    });
  const keeper = createSessionStore({
    base,
    store: createTokenStore(environment.tokenStorage),
    transport,
    exclusive,
    newId,
    onEnd: (reason) => {
      tabs.send({ type: 'session-end', reason });
      ended(reason);
    },
    onRenewed: () => {
      tabs.send({ type: 'renewed' });
      realtime.tokenChanged();
    },
  });
  const realtime = createRealtime({
    open: environment.openSocket,
    accessToken: () => keeper.tokens()?.accessToken ?? null,
    renew: (refused) => keeper.renew({ accessToken: refused }),
  });
  followTabs(environment, { ended, announced: session.signOutAnnounced, renewed: () => realtime.tokenChanged() });

  const accountId = () => session.account()?.id ?? subjectOf(keeper.tokens()?.accessToken);
  const client = createClient({
    base,
    transport,
    keeper,
    cache,
    outbox: () => outbox,
    account: accountId,
    chance,
    newId,
    release: environment.release,
    isWorthAsking: () => isOwnMachine || isOnline(),
    ...(environment.retry === undefined ? {} : { retry: environment.retry }),
  });
  const outbox = createOutbox({ store: stores.outbox, send: client.resend, exclusive, clock });

  return {
    client,
    keeper: {
      ...keeper,
      start: (tokens) => {
        session.begin();
        keeper.start(tokens);
        // Who still listens from before the last session ended is told again.
        realtime.open();
      },
    },
    devices: createDeviceTokens(environment.tokenStorage),
    outbox,
    copies: cache,
    realtime,
    reachability,
    account: session.account,
    setAccount: session.setAccount,
    announceSignOut() {
      session.signOutAnnounced();
      tabs.send({ type: 'signing-out' });
    },
    onSessionEnd: session.onEnd,
    clock,
    startedAt: clock(),
    askHost: hostClient(environment.fetch),
    probe: prober(environment, () => keeper.tokens()?.accessToken),
  };
}

const json = 'application/json';
const serverFault = 500;

/** Requests to foreign hosts: never with this session's cookies. */
const hostClient =
  (send: typeof fetch): Application['askHost'] =>
  (url, signal) =>
    send(url, { signal, credentials: 'omit', headers: { accept: json, 'content-type': json } });

/** A refusal is an answer too: the server is there. */
const prober =
  ({ fetch: send, base }: Environment, accessToken: () => string | undefined): Application['probe'] =>
  async (path, signal) => {
    const token = accessToken();
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return (await send(base + path, { method: 'HEAD', signal, credentials: 'omit', headers })).status < serverFault;
  };

/** Copies of an ended session that could not be removed stay unreadable to other accounts: worth a warning only. */
function warnOfCopies(cause: unknown): void {
  console.warn('kianda: cópias locais por remover', cause);
}
