import { registerCache } from '../../../../platform/cache/registry.ts';

type Kept<T> = { readonly version: number; readonly value: T; readonly byteLength: number };

/** What was read of the database under a version, until `mostBytes` of it are kept: that used longest ago goes first. */
export function createKept<T>({ name, mostBytes }: { readonly name: string; readonly mostBytes: number }) {
  // A Map keeps insertion order: re-inserting on use makes its first key the one used longest ago.
  const kept = new Map<string, Kept<T>>();
  let bytes = 0;
  let [hits, misses, evictions] = [0, 0, 0];

  function drop(key: string): void {
    bytes -= kept.get(key)?.byteLength ?? 0;
    kept.delete(key);
  }

  const cache = {
    /** What is kept under a key, where it is of that version. */
    get(key: string, version: number): T | undefined {
      const known = kept.get(key);
      if (known?.version !== version) {
        misses += 1;
        return undefined;
      }
      hits += 1;
      kept.delete(key);
      kept.set(key, known);
      return known.value;
    },
    keep(key: string, entry: Kept<T>): void {
      drop(key);
      kept.set(key, entry);
      bytes += entry.byteLength;
      for (const oldest of kept.keys()) {
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
      [...kept].map(([key, { value, byteLength }]) => ({
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
      kept.clear();
      bytes = 0;
    },
  });
  return cache;
}
