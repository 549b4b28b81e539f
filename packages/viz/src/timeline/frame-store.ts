/** Frames by key, fetched a few at a time in the order wanted, the least recently used dropped first. */
export type FrameStore<T> = {
  readonly get: (key: string) => T | undefined;
  /** The failure of a frame's fetch, where it failed. */
  readonly failure: (key: string) => Error | undefined;
  /** The frames wanted now, most urgent first: others still waiting are forgotten, those under way abandoned. */
  readonly want: (keys: readonly string[]) => void;
  /** Forgets failures, so that the frames are fetched again. */
  readonly retry: () => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Keys of the frames that are there: another set with every frame that arrives, fails or is dropped. */
  readonly ready: () => ReadonlySet<string>;
  readonly close: () => void;
};

type Options<T> = {
  readonly load: (key: string, signal: AbortSignal) => Promise<T>;
  /** Most frames stored. */
  readonly capacity: number;
  /** Fetches under way at once. */
  readonly concurrency: number;
};

/** A frame, or the failure of its fetch. */
type Outcome<T> = { readonly frame: T } | { readonly failure: Error };

function outcomeOf<T>(loading: Promise<T>): Promise<Outcome<T>> {
  return loading.then(
    (frame) => ({ frame }),
    (error: unknown) => ({ failure: error instanceof Error ? error : new Error(String(error)) }),
  );
}

/** A store of frames over a loader. */
export function createFrameStore<T>({ load, capacity, concurrency }: Options<T>): FrameStore<T> {
  const frames = new Map<string, T>();
  const failures = new Map<string, Error>();
  const running = new Map<string, AbortController>();
  const listeners = new Set<() => void>();
  let wanted: readonly string[] = [];
  let ready: ReadonlySet<string> = new Set();

  const changed = () => {
    ready = new Set(frames.keys());
    for (const listener of listeners) listener();
  };
  const trim = () => {
    for (const key of frames.keys()) {
      if (frames.size <= capacity) return;
      if (!wanted.includes(key)) frames.delete(key);
    }
  };
  const fill = () => {
    for (const key of wanted) {
      if (running.size >= concurrency) return;
      if (!frames.has(key) && !failures.has(key) && !running.has(key)) start(key);
    }
  };
  const start = (key: string) => {
    const abort = new AbortController();
    running.set(key, abort);
    void outcomeOf(load(key, abort.signal)).then((outcome) => {
      if (abort.signal.aborted) return;
      if ('failure' in outcome) failures.set(key, outcome.failure);
      else {
        frames.set(key, outcome.frame);
        trim();
      }
      running.delete(key);
      fill();
      changed();
    });
  };

  return {
    get(key) {
      const frame = frames.get(key);
      if (frame === undefined) return undefined;
      frames.delete(key);
      frames.set(key, frame);
      return frame;
    },
    failure: (key) => failures.get(key),
    want(keys) {
      wanted = keys;
      for (const [key, abort] of running) {
        if (keys.includes(key)) continue;
        abort.abort();
        running.delete(key);
      }
      fill();
    },
    retry() {
      failures.clear();
      fill();
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ready: () => ready,
    close() {
      for (const abort of running.values()) abort.abort();
      running.clear();
      wanted = [];
    },
  };
}
