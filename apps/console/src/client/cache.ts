import { asCopy, type Envelope, type Provenance } from '@kianda/contract';
import type { KeyValueStore } from './store.ts';

export const freshMs = 300_000;
export const staleMs = 24 * 3_600_000;
/** A dozen of each section, so that all of them open without a network. */
export const maxEntries = 400;

/** An answer kept for when the next call fails. */
export type CachedAnswer = {
  readonly storedAt: number;
  readonly envelope: Envelope<unknown>;
  readonly mark?: AnswerMark | undefined;
};

/** By which an answer is known again: the server's tag, and the release of the console that read it. */
export type AnswerMark = { readonly tag: string; readonly release: string };

export type AnswerCache = {
  /** Answer of at most `maxAgeMs`, or undefined; undefined too where the store does not say within `patienceMs`. */
  readonly read: (
    account: string,
    url: string,
    maxAgeMs: number,
    patienceMs: number,
  ) => Promise<CachedAnswer | undefined>;
  /** Resolves once kept. Nothing should wait for it: a store may be full, forbidden or stuck. */
  readonly write: (account: string, url: string, envelope: Envelope<unknown>, mark?: AnswerMark) => Promise<void>;
  readonly clear: () => Promise<void>;
  /** How many are kept, and when the oldest was (ms since 1970); undefined where the store does not say in time. */
  readonly summary: () => Promise<CachedCopies | undefined>;
};

export type CachedCopies = { readonly count: number; readonly oldestAt: number | null };

/**
 * How long a copy is waited for. A browser's store can hang for good, after a crash or beside another tab: what the network
 * would answer must not wait for it. Where nothing else is to be had, only a store that hangs is given up.
 */
export const patience = { beforeNetworkMs: 1_000, insteadMs: 10_000 } as const;

type Stores = {
  readonly answers: KeyValueStore<CachedAnswer>;
  /** When each answer was stored: deciding who leaves must not load every answer. */
  readonly times: KeyValueStore<number>;
};

/** GET answers by account and address: 24 h at most, `maxEntries` at most, the oldest leaves first. */
export function createAnswerCache({ answers, times }: Stores, clock: () => number): AnswerCache {
  // Another account on the same browser must never see these answers.
  const keyOf = (account: string, url: string) => `${account} ${url}`;
  const forget = async (keys: readonly string[]) => {
    if (keys.length === 0) return;
    await answers.delete(keys);
    await times.delete(keys);
  };
  const keep = async (key: string, answer: CachedAnswer) => {
    const { storedAt } = answer;
    await times.set(key, storedAt);
    await answers.set(key, answer);
    const newestFirst = [...(await times.entries())].sort(([, a], [, b]) => b - a);
    await forget(newestFirst.filter(([, at], rank) => rank >= maxEntries || storedAt - at > staleMs).map(([k]) => k));
  };
  const underWay = new Set<Promise<void>>();
  let isClearing: Promise<void> | null = null;
  return {
    async read(account, url, maxAgeMs, patienceMs) {
      const found = await within(patienceMs, answers.get(keyOf(account, url)));
      if (found === undefined) return undefined;
      const age = clock() - found.storedAt;
      return age >= 0 && age <= Math.min(maxAgeMs, staleMs) ? found : undefined;
    },
    write(account, url, envelope, mark) {
      const answer = { storedAt: clock(), envelope, mark };
      const kept = (isClearing ?? Promise.resolve()).then(() => keep(keyOf(account, url), answer));
      underWay.add(kept);
      return kept.finally(() => underWay.delete(kept));
    },
    clear() {
      // A write under way when a session ends must not leave a copy after it.
      isClearing = Promise.allSettled(underWay)
        .then(async () => {
          await answers.clear();
          await times.clear();
        })
        .finally(() => {
          isClearing = null;
        });
      return isClearing;
    },
    summary: () =>
      within(
        patience.insteadMs,
        times.entries().then((kept) => ({
          count: kept.length,
          oldestAt: kept.length === 0 ? null : Math.min(...kept.map(([, at]) => at)),
        })),
      ),
  };
}

/** Answer of a store, or undefined where it takes longer than that. */
async function within<T>(limitMs: number, asked: Promise<T | undefined>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limitMs, undefined);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

/** As `asCopy`, of a copy kept at an instant (ms since 1970). */
export function asCached(provenance: Provenance, storedAt: number): Provenance {
  return asCopy(provenance, new Date(storedAt + freshMs).toISOString());
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
