import type { AnswerCache } from './cache.ts';
import type { Outbox } from './outbox.ts';
import type { RetryPolicy } from './retry.ts';
import type { SessionStore } from './session-store.ts';
import type { Transport } from './transport.ts';

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Longest wait without anything arriving: 8 s for the Admin API, 10 s for other services, unless the call says otherwise (30 s for long ones). */
  readonly timeoutSeconds?: number | undefined;
  /**
   * `cache` answers from a copy of up to 5 min without a request; `network` sends one, and stores copies for failures.
   */
  readonly prefer?: 'cache' | 'network' | undefined;
  /** Oldest copy accepted in place of a failed answer; 24 h unless the call says otherwise. */
  readonly copyMaxAgeMs?: number | undefined;
  /** Whether a write without a network is queued or refused. Reads never queue. */
  readonly offline?: 'queue' | 'fail' | undefined;
  /** Given for a write, it makes retries safe; one is made otherwise. */
  readonly idempotencyKey?: string | undefined;
  /** The request goes on though the page is left; for small last words. */
  readonly keepalive?: boolean | undefined;
  /** Asks that the work be done in the background (`Prefer: respond-async`). */
  readonly respondAsync?: boolean | undefined;
  /** A read that waits for no others to be asked with it: nothing else can be asked before its answer. */
  readonly isAlone?: boolean | undefined;
};

export type ClientDeps = {
  /** Origin of the server; empty for the page's own. */
  readonly base: string;
  readonly transport: Transport;
  readonly keeper: SessionStore;
  readonly cache: AnswerCache;
  readonly outbox: () => Outbox;
  /** Id of the signed-in account, or null. */
  readonly account: () => string | null;
  readonly chance: () => number;
  readonly newId: () => string;
  /** Names the release of the console. */
  readonly release: string;
  /** False where a request can't but fail, so that none is made. */
  readonly isWorthAsking: () => boolean;
  readonly retry?: RetryPolicy;
};
