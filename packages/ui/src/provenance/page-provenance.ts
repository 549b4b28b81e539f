import type { Provenance } from '@kianda/contract';

/** Origin that one badge shows, and its word for it. */
export type ShownOrigin = { readonly word: string; readonly provenance: Provenance };

/** The origin that most values of a page share; `isWhole` where all do. */
export type PageOrigin = { readonly word: string; readonly isWhole: boolean; readonly shown: readonly ShownOrigin[] };

/** Origins that the page's mark may show. Substitute and manually set values are always marked individually. */
const common = new Set<Provenance['state']>(['live', 'cached', 'simulated']);

/**
 * The origin that a page's mark shows: that of most values, the first shown in a tie; null without one. A null among those
 * shown only marks a difference from the rest.
 */
export function pageOriginOf(shown: readonly (ShownOrigin | null)[]): PageOrigin | null {
  const counts = new Map<string, number>();
  for (const one of shown) {
    if (one !== null && common.has(one.provenance.state)) counts.set(one.word, (counts.get(one.word) ?? 0) + 1);
  }
  let word: string | null = null;
  for (const [candidate, count] of counts) {
    if (word === null || count > (counts.get(word) ?? 0)) word = candidate;
  }
  if (word === null) return null;
  return {
    word,
    isWhole: counts.get(word) === shown.length,
    shown: shown.filter((one): one is ShownOrigin => one?.word === word),
  };
}

/**
 * Registry of the badges on a page: each registers its origin while mounted, and listeners are notified of every
 * change.
 */
export function createPageOrigins() {
  const shown = new Map<string, ShownOrigin | null>();
  const listeners = new Set<() => void>();
  let origin: PageOrigin | null = null;
  const update = () => {
    origin = pageOriginOf([...shown.values()]);
    for (const listener of listeners) listener();
  };
  return {
    show(id: string, one: ShownOrigin | null): () => void {
      shown.set(id, one);
      update();
      return () => {
        // Replaced meanwhile by the same badge with another value: that one stays.
        if (shown.get(id) !== one) return;
        shown.delete(id);
        update();
      };
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: (): PageOrigin | null => origin,
  };
}

export type PageOrigins = ReturnType<typeof createPageOrigins>;
