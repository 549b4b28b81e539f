import type { CallFailure } from './failure.ts';

export type RetryPolicy = {
  readonly retries: number;
  readonly firstDelayMs: number;
  readonly multiplier: number;
  readonly maxDelayMs: number;
};

export const defaultRetry: RetryPolicy = { retries: 3, firstDelayMs: 1_000, multiplier: 2, maxDelayMs: 10_000 };

/** Delay before retry `attempt` (0 = first), in ms: exponential, capped, with equal jitter from `chance` in [0, 1). */
export function retryDelayMs(policy: RetryPolicy, attempt: number, chance: number): number {
  const full = Math.min(policy.firstDelayMs * policy.multiplier ** attempt, policy.maxDelayMs);
  return full / 2 + (full / 2) * chance;
}

/** Whether the same call may succeed a little later. Never for what the caller must change. */
export function worthRetrying(failure: CallFailure): boolean {
  if (failure.kind === 'network' || failure.kind === 'timeout') return true;
  if (failure.kind !== 'http' || failure.status === undefined) return false;
  // A service stopped by an operator is started by an operator, not within seconds.
  if (failure.code === 'service_stopped' || failure.code === 'maintenance') return false;
  return failure.status === 408 || failure.status === 429 || failure.status >= 500;
}

/** How long a server asks to be left alone where that is longer than the client waits itself, ms: the next refresh comes then. */
export function askedDelayMs(failure: CallFailure | null): number | null {
  const askedMs = (failure?.retryAfterSeconds ?? 0) * 1000;
  return askedMs > defaultRetry.maxDelayMs ? askedMs : null;
}

/** Whether the server still handles the same write, sent before under the same key: its answer will be the first one's. */
export function isStillHandled(failure: CallFailure): boolean {
  return failure.kind === 'http' && failure.status === 409 && failure.retryAfterSeconds !== undefined;
}

/** Resolves after `ms`, or rejects with the signal's reason as soon as it aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
