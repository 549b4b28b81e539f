/** Every cache of this process, so that operators can see what is kept and let go of it. */

type KeptEntry = {
  readonly key: string;
  readonly value: unknown;
  /** Null where the cache does not remember when. */
  readonly storedAtMs: number | null;
  /** Times it was handed out since it was last loaded; null where that is not counted. */
  readonly uses: number | null;
  /** Bytes, where the cache knows them; else they are measured. */
  readonly byteLength?: number;
  /** Too old to be handed out even when its source fails. */
  readonly isExpired: boolean;
};

export type CacheReader = {
  readonly name: string;
  readonly maxEntries: number | null;
  /** Since the process began. */
  counts(): { readonly hits: number; readonly misses: number; readonly evictions: number };
  entries(): readonly KeptEntry[];
  delete(key: string): void;
  clear(): void;
};

/** Caches live as long as what uses them: the list must not be what keeps them. */
const known = new Set<WeakRef<object>>();
const readers = new WeakMap<object, CacheReader>();

/** Makes a cache known. `owner` is what its users hold: the reader goes with it. */
export function registerCache(owner: object, reader: CacheReader): void {
  readers.set(owner, reader);
  known.add(new WeakRef(owner));
}

/** Caches there are now, in the order they were made. */
export function openCaches(): readonly CacheReader[] {
  const found: CacheReader[] = [];
  for (const reference of known) {
    const owner = reference.deref();
    const reader = owner === undefined ? undefined : readers.get(owner);
    if (reader === undefined) known.delete(reference);
    else found.push(reader);
  }
  return found;
}
