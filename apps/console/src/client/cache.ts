import type { Envelope, Provenance } from '@kianda/contract';
import type { KeyValueStore } from './store.ts';

export const freshMs = 300_000;
export const staleMs = 24 * 3_600_000;
export const maxEntries = 100;

/** An answer kept for when the next call fails. */
export type CachedAnswer = { readonly storedAt: number; readonly envelope: Envelope<unknown> };

export type AnswerCache = {
  /** Answer of at most `maxAgeMs`, or undefined. */
  readonly read: (account: string, url: string, maxAgeMs: number) => Promise<CachedAnswer | undefined>;
  readonly write: (account: string, url: string, envelope: Envelope<unknown>) => Promise<void>;
  readonly clear: () => Promise<void>;
};

type Stores = {
  readonly answers: KeyValueStore<CachedAnswer>;
  /** When each answer was stored: deciding who leaves must not load every answer. */
  readonly times: KeyValueStore<number>;
};

/** GET answers by account and address: 24 h at most, 100 at most, the oldest leaves first. */
export function createAnswerCache({ answers, times }: Stores, clock: () => number): AnswerCache {
  // Another account on the same browser must never see these answers.
  const keyOf = (account: string, url: string) => `${account} ${url}`;
  const forget = async (keys: readonly string[]) => {
    if (keys.length === 0) return;
    await answers.delete(keys);
    await times.delete(keys);
  };
  return {
    async read(account, url, maxAgeMs) {
      const found = await answers.get(keyOf(account, url));
      if (found === undefined) return undefined;
      const age = clock() - found.storedAt;
      return age >= 0 && age <= Math.min(maxAgeMs, staleMs) ? found : undefined;
    },
    async write(account, url, envelope) {
      const key = keyOf(account, url);
      const storedAt = clock();
      await times.set(key, storedAt);
      await answers.set(key, { storedAt, envelope });
      const newestFirst = [...(await times.entries())].sort(([, a], [, b]) => b - a);
      await forget(newestFirst.filter(([, at], rank) => rank >= maxEntries || storedAt - at > staleMs).map(([k]) => k));
    },
    async clear() {
      await answers.clear();
      await times.clear();
    },
  };
}

/** Provenance of a copy shown in place of an answer: what was live is now cached; the rest keeps its state. */
export function asCached(provenance: Provenance, storedAt: number): Provenance {
  const staleAfter = new Date(storedAt + freshMs).toISOString();
  switch (provenance.state) {
    case 'live':
      return { ...provenance, state: 'cached', staleAfter };
    case 'simulated':
      return { ...provenance, staleAfter: provenance.staleAfter ?? staleAfter };
    case 'cached':
    case 'fallback':
      return provenance;
  }
}

/** The envelope of a copy, every provenance in it relabelled. */
export function asCachedEnvelope<T>(envelope: Envelope<T>, storedAt: number): Envelope<T> {
  const { metadata } = envelope;
  const fields = Object.entries(metadata.fields ?? {}).map(([path, own]) => [path, asCached(own, storedAt)] as const);
  return {
    ...envelope,
    metadata: {
      ...metadata,
      cached: true,
      provenance: asCached(metadata.provenance, storedAt),
      ...(metadata.fields === undefined ? {} : { fields: Object.fromEntries(fields) }),
    },
  };
}
