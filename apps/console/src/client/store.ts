/** A small durable map of the browser. Values are structured-cloneable. */
export type KeyValueStore<T> = {
  readonly get: (key: string) => Promise<T | undefined>;
  readonly set: (key: string, value: T) => Promise<void>;
  readonly delete: (keys: readonly string[]) => Promise<void>;
  readonly entries: () => Promise<readonly (readonly [string, T])[]>;
  readonly clear: () => Promise<void>;
};

/** Store that lives as long as the page: for browsers that refuse IndexedDB, and for tests. */
export function createMemoryStore<T>(): KeyValueStore<T> {
  const map = new Map<string, T>();
  return {
    get: async (key) => map.get(key),
    set: async (key, value) => {
      map.set(key, structuredClone(value));
    },
    delete: async (keys) => {
      for (const key of keys) map.delete(key);
    },
    entries: async () => [...map.entries()],
    clear: async () => map.clear(),
  };
}
