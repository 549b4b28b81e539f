import { registerCache } from '../../../../platform/cache/registry.ts';

type Stored<T> = { readonly version: number; readonly value: T; readonly byteLength: number };

/** Cache of values of the database by key and version, up to `mostBytes`; the least recently used go first. */
export function createLruByBytes<T>({ name, mostBytes }: { readonly name: string; readonly mostBytes: number }) {
  // A Map keeps insertion order: re-inserting on use makes its first key the one used longest ago.
  const entries = new Map<string, Stored<T>>();
  let bytes = 0;
  let [hits, misses, evictions] = [0, 0, 0];

  function drop(key: string): void {
    bytes -= entries.get(key)?.byteLength ?? 0;
    entries.delete(key);
  }

  const cache = {
    /** The value under a key, where it is of that version. */
    get(key: string, version: number): T | undefined {
      const known = entries.get(key);
      if (known?.version !== version) {
        misses += 1;
        return undefined;
      }
      hits += 1;
      entries.delete(key);
      entries.set(key, known);
      return known.value;
    },
    keep(key: string, entry: Stored<T>): void {
      drop(key);
      entries.set(key, entry);
      bytes += entry.byteLength;
      for (const oldest of entries.keys()) {
        if (bytes <= mostBytes) break;
        drop(oldest);
        evictions += 1;
      }
    },
  };
  registerCache(cache, {
    name,
    maxEntries: null,
    counts: () => ({ hits, misses, evictions }),
    entries: () =>
      [...entries].map(([key, { value, byteLength }]) => ({
        key,
        value,
        byteLength,
        storedAtMs: null,
        uses: null,
        // Each is compared with its version in the database before it is handed out.
        isExpired: false,
      })),
    delete: drop,
    clear() {
      entries.clear();
      bytes = 0;
    },
  });
  return cache;
}
