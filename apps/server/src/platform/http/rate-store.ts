import type { FastifyRateLimitStore } from '@fastify/rate-limit';

type Told = Parameters<FastifyRateLimitStore['incr']>[1];
type Window = { readonly count: number; readonly endsMs: number };

/** Callers whose count is kept; the one that was heard least lately is forgotten first. */
const mostCallers = 5_000;

/**
 * Requests of each caller within a window of time. Each request is told its own number: the library's own store tells those
 * that come together the number of the last, and so refuses all of them where some were within the limit.
 */
export class RateStore implements FastifyRateLimitStore {
  readonly #windows = new Map<string, Window>();

  incr(key: string, told: Told, lengthMs: number): void {
    const nowMs = performance.now();
    const known = this.#windows.get(key);
    const { count, endsMs } = known !== undefined && known.endsMs > nowMs ? known : newWindow(nowMs + lengthMs);
    this.#windows.delete(key);
    this.#windows.set(key, { count: count + 1, endsMs });
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > mostCallers && oldest !== undefined) this.#windows.delete(oldest);
    told(null, { current: count + 1, ttl: endsMs - nowMs });
  }

  child(): RateStore {
    return new RateStore();
  }
}

const newWindow = (endsMs: number): Window => ({ count: 0, endsMs });
