export type TokenBucket = {
  /** Takes one token and answers how many milliseconds the taker must wait for it. */
  take(): number;
};

/** Token bucket: `capacity` requests at once, then `tokensPerMinute`. Takers beyond what is there queue in order. */
export function createTokenBucket(options: {
  readonly capacity: number;
  readonly tokensPerMinute: number;
  readonly nowMs: () => number;
}): TokenBucket {
  const perMs = options.tokensPerMinute / 60_000;
  let tokens = options.capacity;
  let atMs = options.nowMs();
  return {
    take() {
      const nowMs = options.nowMs();
      // A clock set back must not take tokens away: it would stop every connector for as long as the step.
      tokens = Math.min(options.capacity, tokens + Math.max(0, nowMs - atMs) * perMs);
      atMs = nowMs;
      tokens -= 1;
      return tokens >= 0 ? 0 : Math.ceil(-tokens / perMs);
    },
  };
}

export type Gate = {
  /** Waits for a slot; the function it resolves with gives the slot back. Rejects with the signal's reason when aborted first. */
  enter(signal?: AbortSignal): Promise<() => void>;
};

/** At most `slots` holders at a time, first come first served. */
export function createGate(slots: number): Gate {
  let free = slots;
  const queue: (() => void)[] = [];
  const leaveOnce = (): (() => void) => {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = queue.shift();
      if (next === undefined) free += 1;
      else next();
    };
  };
  return {
    enter(signal) {
      if (signal?.aborted === true) return Promise.reject(signal.reason);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(leaveOnce());
      }
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          queue.splice(queue.indexOf(enter), 1);
          reject(signal?.reason);
        };
        const enter = (): void => {
          signal?.removeEventListener('abort', onAbort);
          resolve(leaveOnce());
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        queue.push(enter);
      });
    },
  };
}
