import { asCopy, type Endpoint, type Provenance, pathOf, provenanceSchema } from '@kianda/contract';
import { CallFailure, type Client } from './client.ts';

/** Where answers are kept from one visit to the next, by a text. */
export type AnswerStore = {
  readonly get: (key: string) => Promise<unknown>;
  readonly put: (key: string, value: unknown) => Promise<void>;
};

/**
 * A client that answers with what it last read where there is no network: the copy says so in its origin, and since when. Only
 * for pages whose data everybody with an account may see, because the browser keeps them after the session ends.
 */
export function remembering(client: Client, store: AnswerStore): Client {
  return {
    ...client,
    async read(endpoint, input, signal) {
      const key = keyOf(endpoint, input);
      try {
        const answer = await client.read(endpoint, input, signal);
        // A full disk, or a browser that keeps nothing, is no reason to show nothing.
        store.put(key, { data: answer.data, provenance: answer.metadata.provenance }).catch(() => undefined);
        return answer;
      } catch (error) {
        if (!(error instanceof CallFailure) || error.status !== null) throw error;
        const kept = copyOf(endpoint, await store.get(key).catch(() => undefined));
        if (kept === null) throw error;
        return kept as Awaited<ReturnType<typeof client.read<typeof endpoint>>>;
      }
    },
  };
}

function keyOf(endpoint: Endpoint, input: unknown): string {
  const { params, query } = input as {
    readonly params?: Readonly<Record<string, string | number>>;
    readonly query?: unknown;
  };
  return `${pathOf(endpoint, params)} ${JSON.stringify(query ?? {})}`;
}

/** The kept answer, where it is still one of this release of the contract. */
function copyOf(endpoint: Endpoint, kept: unknown): { data: unknown; metadata: { provenance: Provenance } } | null {
  const { data, provenance } = (kept ?? {}) as { readonly data?: unknown; readonly provenance?: unknown };
  const accepted = endpoint.response.safeParse(data);
  const origin = provenanceSchema.safeParse(provenance);
  if (!accepted.success || !origin.success) return null;
  const readAt = origin.data.state === 'fallback' ? null : origin.data.retrievedAt;
  return {
    data: accepted.data,
    metadata: { provenance: readAt === null ? origin.data : asCopy(origin.data, readAt) },
  };
}

const cacheName = 'kianda-ultimas-leituras';

/** The browser's own cache as a store of answers. */
export const browserAnswers: AnswerStore = {
  async get(key) {
    const cache = await caches.open(cacheName);
    return (await cache.match(addressOf(key)))?.json();
  },
  async put(key, value) {
    const cache = await caches.open(cacheName);
    await cache.put(addressOf(key), Response.json(value));
  },
};

/** The cache is asked by addresses: one that no server has. */
const addressOf = (key: string) => `/ultimas-leituras/${encodeURIComponent(key)}`;
