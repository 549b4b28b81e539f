import { clear, createStore, delMany, entries, get, set } from 'idb-keyval';
import { createMemoryStore, type KeyValueStore } from './store.ts';

/** Store kept by the browser across sessions; in private windows that refuse IndexedDB, one in memory. */
export function createIndexedStore<T>(database: string): KeyValueStore<T> {
  if (typeof indexedDB === 'undefined') return createMemoryStore<T>();
  const store = createStore(database, 'entries');
  return {
    get: (key) => get<T>(key, store),
    set: (key, value) => set(key, value, store),
    delete: (keys) => delMany([...keys], store),
    entries: () => entries<string, T>(store),
    clear: () => clear(store),
  };
}
