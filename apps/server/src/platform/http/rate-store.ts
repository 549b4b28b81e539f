import type { FastifyRateLimitStore } from '@fastify/rate-limit';

/** As many callers as are counted at once; beyond it the one who has not asked for longest begins anew. */
const mostCallers = 5_000;

type Counted = { readonly sinceMs: number; readonly requests: number };

/**
 * Counts the requests of each caller in a window of time. What it answers never changes afterwards: where several requests
 * of a caller come in the same moment, as joined reads do, each must hear its own number and not that of the last.
 */
export class RateStore implements FastifyRateLimitStore {
  readonly #callers = new Map<string, Counted>();

  incr(
    caller: string,
    answer: (error: Error | null, counted?: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    const nowMs = performance.now();
    const before = this.#callers.get(caller);
    const isOpen = before !== undefined && before.sinceMs + windowMs > nowMs;
    const counted = isOpen ? { ...before, requests: before.requests + 1 } : { sinceMs: nowMs, requests: 1 };
    this.#callers.delete(caller);
    this.#callers.set(caller, counted);
    if (this.#callers.size > mostCallers) this.#forgetOldest();
    answer(null, { current: counted.requests, ttl: counted.sinceMs + windowMs - nowMs });
  }

  /** A route with a limit of its own counts for itself. */
  child(): RateStore {
    return new RateStore();
  }

  #forgetOldest(): void {
    for (const caller of this.#callers.keys()) {
      this.#callers.delete(caller);
      return;
    }
  }
}
