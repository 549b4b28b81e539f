import type { Clock } from '../clock/clock.ts';

/** How long another process may act on what it knew; in this one a change counts at once. */
const CACHE_MS = 5000;
export const CACHE_ENTRIES = 10_000;

type Cached<Row> = { readonly readAtMs: number; readonly row: Row | null };

export type RowCache<Row> = {
  /** The row of a key, read again after 5 s; null where there is none. */
  get(key: string, read: () => Promise<Row | undefined>): Promise<Row | null>;
  delete(key: string): void;
  deleteWhere(matches: (row: Row) => boolean): void;
  clear(): void;
};

/** Short-lived copies of rows. A row read before a deletion and answered after it is not stored. */
export function createRowCache<Row>(clock: Clock): RowCache<Row> {
  const rows = new Map<string, Cached<Row>>();
  /** Grows with every deletion: an answer read before a change must not be kept after it. */
  let epoch = 0;
  return {
    async get(key, read) {
      const nowMs = clock.nowMs();
      const known = rows.get(key);
      if (known !== undefined && nowMs - known.readAtMs < CACHE_MS && nowMs >= known.readAtMs) return known.row;
      const before = epoch;
      const row = (await read()) ?? null;
      if (before === epoch) {
        if (rows.size >= CACHE_ENTRIES) rows.clear();
        rows.set(key, { readAtMs: nowMs, row });
      }
      return row;
    },
    delete(key) {
      epoch += 1;
      rows.delete(key);
    },
    deleteWhere(matches) {
      epoch += 1;
      for (const [key, { row }] of rows) if (row !== null && matches(row)) rows.delete(key);
    },
    clear() {
      epoch += 1;
      rows.clear();
    },
  };
}
