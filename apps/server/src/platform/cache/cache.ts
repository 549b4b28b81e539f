import type { Clock } from '../clock/clock.ts';
import { registerCache } from './registry.ts';

export type CacheOptions = {
  /** What operators read it by: module and contents, e.g. `ocean/newest`. Caches made twice under one name count as one. */
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
  /** Value of `key`, loaded once however many ask at the same time. Rejects when loading fails and nothing is kept. */
  get(key: string, load: () => Promise<T>): Promise<Cached<T>>;
  /** Forgets `key`; a load under way does not bring the old value back. */
  delete(key: string): void;
  clear(): void;
  readonly size: number;
};

type Entry<T> = { readonly value: T; readonly storedAtMs: number; readonly uses: number };

/** In-memory cache of one process: time to live, least recently used out first, single flight, last good answer on error. */
export function createCache<T>({ name, clock, ttlMs, maxStaleMs, maxEntries }: CacheOptions): Cache<T> {
  if (!Number.isInteger(maxEntries) || maxEntries < 1) {
    throw new RangeError(`createCache: maxEntries is ${maxEntries}, expected an integer of at least 1`);
  }
  // A Map keeps insertion order: re-inserting on use makes its first key the one used longest ago.
  const entries = new Map<string, Entry<T>>();
  const loading = new Map<string, Promise<Entry<T>>>();
  let [hits, misses, evictions] = [0, 0, 0];

  function keep(key: string, entry: Entry<T>): void {
    entries.delete(key);
    entries.set(key, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break;
      entries.delete(oldest);
      evictions += 1;
    }
  }

  function loadOnce(key: string, load: () => Promise<T>): Promise<Entry<T>> {
    const underWay = loading.get(key);
    if (underWay !== undefined) return underWay;
    const flight = Promise.resolve()
      .then(load)
      .then(
        (value) => {
          const entry = { value, storedAtMs: clock.nowMs(), uses: 0 };
          if (loading.get(key) === flight) {
            loading.delete(key);
            keep(key, entry);
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

  const cachedOf = ({ value, storedAtMs }: Entry<T>, stale: boolean): Cached<T> => ({ value, storedAtMs, stale });

  const cache: Cache<T> = {
    async get(key, load) {
      const kept = entries.get(key);
      if (kept !== undefined && clock.nowMs() - kept.storedAtMs < ttlMs) {
        hits += 1;
        keep(key, { ...kept, uses: kept.uses + 1 });
        return cachedOf(kept, false);
      }
      misses += 1;
      try {
        return cachedOf(await loadOnce(key, load), false);
      } catch (error) {
        const last = entries.get(key);
        if (last === undefined || clock.nowMs() - last.storedAtMs > maxStaleMs) throw error;
        keep(key, last);
        return cachedOf(last, true);
      }
    },
    delete(key) {
      entries.delete(key);
      loading.delete(key);
    },
    clear() {
      entries.clear();
      loading.clear();
    },
    get size() {
      return entries.size;
    },
  };
  registerCache(cache, {
    name,
    maxEntries,
    counts: () => ({ hits, misses, evictions }),
    entries: () =>
      [...entries].map(([key, { value, storedAtMs, uses }]) => ({
        key,
        value,
        storedAtMs,
        uses,
        isExpired: clock.nowMs() - storedAtMs >= Math.max(ttlMs, maxStaleMs),
      })),
    delete: (key) => cache.delete(key),
    clear: () => cache.clear(),
  });
  return cache;
}
