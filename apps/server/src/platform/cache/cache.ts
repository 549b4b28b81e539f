import type { Clock } from '../clock/clock.ts';
import { registerCache } from './registry.ts';

export type CacheOptions = {
  /** Module and contents, e.g. `ocean/newest`, shown to operators. Caches made twice under one name count as one. */
  readonly name: string;
  readonly clock: Clock;
  /** Age up to which a value is handed out without loading it again. */
  readonly ttlMs: number;
  /** Age up to which a value is handed out, marked stale, when loading it again fails. */
  readonly maxStaleMs: number;
  /** The entries used longest ago are dropped beyond this number. */
  readonly maxEntries: number;
};

/** `stale` is true when the source failed and this is its last good answer. */
export type Cached<T> = { readonly value: T; readonly storedAtMs: number; readonly stale: boolean };

export type Cache<T> = {
  /** Value of `key`, loaded once however many ask at the same time. Rejects when loading fails and there is no earlier value. */
  get(key: string, load: () => Promise<T>): Promise<Cached<T>>;
  /** Forgets `key`; a load under way does not bring the old value back. */
  delete(key: string): void;
  clear(): void;
  readonly size: number;
};

type Entry<T> = { readonly value: T; readonly storedAtMs: number; readonly uses: number };

type State<T> = {
  readonly options: CacheOptions;
  /** A Map keeps insertion order: re-inserting on use makes its first key the one used longest ago. */
  readonly entries: Map<string, Entry<T>>;
  readonly loading: Map<string, Promise<Entry<T>>>;
  readonly counts: { hits: number; misses: number; evictions: number };
};

/** In-memory cache of one process: time to live, least recently used out first, single flight, last good answer on error. */
export function createCache<T>(options: CacheOptions): Cache<T> {
  const { name, maxEntries } = options;
  if (!Number.isInteger(maxEntries) || maxEntries < 1) {
    throw new RangeError(`createCache: maxEntries is ${maxEntries}, expected an integer of at least 1`);
  }
  const state: State<T> = {
    options,
    entries: new Map(),
    loading: new Map(),
    counts: { hits: 0, misses: 0, evictions: 0 },
  };
  const cache: Cache<T> = {
    get: (key, load) => getOrLoad(state, key, load),
    delete(key) {
      state.entries.delete(key);
      state.loading.delete(key);
    },
    clear() {
      state.entries.clear();
      state.loading.clear();
    },
    get size() {
      return state.entries.size;
    },
  };
  registerCache(cache, {
    name,
    maxEntries,
    counts: () => ({ ...state.counts }),
    entries: () => listedEntries(state),
    delete: (key) => cache.delete(key),
    clear: () => cache.clear(),
  });
  return cache;
}

async function getOrLoad<T>(state: State<T>, key: string, load: () => Promise<T>): Promise<Cached<T>> {
  const { entries, counts } = state;
  const { clock, ttlMs, maxStaleMs } = state.options;
  const cached = entries.get(key);
  if (cached !== undefined && clock.nowMs() - cached.storedAtMs < ttlMs) {
    counts.hits += 1;
    store(state, key, { ...cached, uses: cached.uses + 1 });
    return cachedOf(cached, false);
  }
  counts.misses += 1;
  try {
    return cachedOf(await loadOnce(state, key, load), false);
  } catch (error) {
    const last = entries.get(key);
    if (last === undefined || clock.nowMs() - last.storedAtMs > maxStaleMs) throw error;
    store(state, key, last);
    return cachedOf(last, true);
  }
}

function cachedOf<T>({ value, storedAtMs }: Entry<T>, stale: boolean): Cached<T> {
  return { value, storedAtMs, stale };
}

/** Puts an entry last in the order of use, and drops those used longest ago beyond the limit. */
function store<T>({ entries, counts, options }: State<T>, key: string, entry: Entry<T>): void {
  entries.delete(key);
  entries.set(key, entry);
  for (const oldest of entries.keys()) {
    if (entries.size <= options.maxEntries) break;
    entries.delete(oldest);
    counts.evictions += 1;
  }
}

function loadOnce<T>(state: State<T>, key: string, load: () => Promise<T>): Promise<Entry<T>> {
  const { loading, options } = state;
  const underWay = loading.get(key);
  if (underWay !== undefined) return underWay;
  const flight = Promise.resolve()
    .then(load)
    .then(
      (value) => {
        const entry = { value, storedAtMs: options.clock.nowMs(), uses: 0 };
        if (loading.get(key) === flight) {
          loading.delete(key);
          store(state, key, entry);
        }
        return entry;
      },
      (error: unknown) => {
        if (loading.get(key) === flight) loading.delete(key);
        throw error;
      },
    );
  loading.set(key, flight);
  return flight;
}

function listedEntries<T>({ entries, options: { clock, ttlMs, maxStaleMs } }: State<T>) {
  return [...entries].map(([key, { value, storedAtMs, uses }]) => ({
    key,
    value,
    storedAtMs,
    uses,
    isExpired: clock.nowMs() - storedAtMs >= Math.max(ttlMs, maxStaleMs),
  }));
}
