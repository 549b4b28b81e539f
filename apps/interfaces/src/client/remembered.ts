import { type Access, asCopy, type Endpoint, type Provenance, pathOf, provenanceSchema } from '@kianda/contract';

/** Where answers are kept from one visit to the next, by a text. */
export type AnswerStore = {
  readonly get: (key: string) => Promise<unknown>;
  readonly put: (key: string, value: unknown) => Promise<void>;
};

type Answer = { readonly data: unknown; readonly metadata: { readonly provenance: Provenance } };

/** Data that everybody with an account may see: the browser keeps it after the session ends, and for whoever sits there next. */
const everybodys: ReadonlySet<Access> = new Set<Access>([
  ...(['public', 'dashboard:read', 'ocean:read', 'biodiversity:read', 'fisheries:read'] as const),
  ...(['biomass:read', 'services:read', 'interfaces:read'] as const),
]);
const mayStay = ({ access, personal }: Endpoint): boolean => everybodys.has(access) && personal !== true;

/** Keeps an answer that everybody may see. */
export async function keepAnswer(
  store: AnswerStore,
  endpoint: Endpoint,
  input: unknown,
  answer: Answer,
): Promise<void> {
  if (!mayStay(endpoint)) return;
  await store.put(keyOf(endpoint, input), { data: answer.data, provenance: answer.metadata.provenance });
}

/** The answer that was kept to this question, as a copy of when it was read; null where there is none. */
export async function keptAnswer(store: AnswerStore, endpoint: Endpoint, input: unknown): Promise<Answer | null> {
  return mayStay(endpoint) ? copyOf(endpoint, await store.get(keyOf(endpoint, input))) : null;
}

function keyOf(endpoint: Endpoint, input: unknown): string {
  const { params, query } = input as {
    readonly params?: Readonly<Record<string, string | number>>;
    readonly query?: unknown;
  };
  return `${pathOf(endpoint, params)} ${JSON.stringify(query ?? {})}`;
}

/** The kept answer, where it is still one of this release of the contract. */
function copyOf(endpoint: Endpoint, kept: unknown): Answer | null {
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
/** The oldest answers leave first. */
const mostKept = 120;

/** The browser's own cache as a store of answers. */
export const browserAnswers: AnswerStore = {
  async get(key) {
    const cache = await caches.open(cacheName);
    return (await cache.match(addressOf(key)))?.json();
  },
  async put(key, value) {
    const cache = await caches.open(cacheName);
    await cache.put(addressOf(key), Response.json(value));
    // An answer that is put again goes to the end: the first ones are those that were read longest ago.
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - mostKept)).map((old) => cache.delete(old)));
  },
};

/** The cache is asked by addresses: one that no server has. */
const addressOf = (key: string) => `/ultimas-leituras/${encodeURIComponent(key)}`;
