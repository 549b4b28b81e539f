import {
  clientVersion,
  type DataOf,
  type Endpoint,
  type Envelope,
  envelopeOf,
  type InputOf,
  pathOf,
  provenanceSchema,
} from '@kianda/contract';
import { type AnswerCache, asCachedEnvelope, freshMs, patience, staleMs } from './cache.ts';
import { CallFailure, toFailure } from './failure.ts';
import type { Outbox, QueuedWrite } from './outbox.ts';
import { defaultRetry, type RetryPolicy, retryDelayMs, sleep, worthRetrying } from './retry.ts';
import type { SessionKeeper } from './session-keeper.ts';
import { clientTexts } from './texts.pt.ts';
import { type HttpCall, isExpiredSession, type Transport } from './transport.ts';

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /** 8 s for the Admin API, 10 s for other services, unless the call says otherwise (30 s for long ones). */
  readonly timeoutSeconds?: number | undefined;
  /** `cache` answers from a copy of up to 5 min without asking; `network` asks, and keeps copies for failures. */
  readonly prefer?: 'cache' | 'network' | undefined;
  /** Oldest copy accepted in place of a failed answer; 24 h unless the call says otherwise. */
  readonly copyMaxAgeMs?: number | undefined;
  /** What happens to a write without a network. Reads never queue. */
  readonly offline?: 'queue' | 'fail' | undefined;
  /** Given for a write, it makes retries safe; one is made otherwise. */
  readonly idempotencyKey?: string | undefined;
  /** The request goes on though the page is left; for small last words. */
  readonly keepalive?: boolean | undefined;
  /** Asks that the work be done in the background (`Prefer: respond-async`). */
  readonly respondAsync?: boolean | undefined;
};

/** An answer; where a copy had to stand in, when the copy was made and for which failure. */
export type Answer<T> = Envelope<T> & {
  readonly storedAt?: number | undefined;
  readonly standsInFor?: CallFailure | undefined;
};

export type Client = {
  /** Answer of the endpoint, or a copy relabelled as such. Throws `CallFailure`. */
  readonly call: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: CallOptions,
  ) => Promise<Answer<DataOf<E>>>;
  /** A write: done, or queued while there is no network. Throws `CallFailure`. */
  readonly submit: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: CallOptions,
  ) => Promise<{ readonly state: 'done'; readonly envelope: Envelope<DataOf<E>> } | { readonly state: 'queued' }>;
  /** Bytes of a file. Throws `CallFailure`. */
  readonly download: <E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions) => Promise<Blob>;
  /** Sends a file as the whole body; never queued, 5 min unless the call says otherwise. Throws `CallFailure`. */
  readonly upload: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    file: Blob,
    options?: CallOptions,
  ) => Promise<Envelope<DataOf<E>>>;
  /** Copy of an earlier answer of at most `maxAgeMs`, relabelled, without any request. */
  readonly copy: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    maxAgeMs: number,
  ) => Promise<Answer<DataOf<E>> | undefined>;
  /** Sends one queued write again. */
  readonly resend: (write: QueuedWrite) => Promise<void>;
};

export type ClientDeps = {
  /** Origin of the server; empty for the page's own. */
  readonly base: string;
  readonly transport: Transport;
  readonly keeper: SessionKeeper;
  readonly cache: AnswerCache;
  readonly outbox: () => Outbox;
  /** Id of the signed-in account, or null. */
  readonly account: () => string | null;
  readonly chance: () => number;
  readonly newId: () => string;
  /** False where a request can't but fail, so that none is made. */
  readonly isWorthAsking: () => boolean;
  readonly retry?: RetryPolicy;
};

type LooseInput = {
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
};

/** Address of a call, its query in the order of its keys so that equal calls share one copy. */
export function urlOf(base: string, endpoint: Endpoint, input: LooseInput): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === undefined || value === null) continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item));
  }
  const text = search.toString();
  return `${base}${pathOf(endpoint, input.params)}${text === '' ? '' : `?${text}`}`;
}

/** Services whose public answers hold more for who is known: their requests carry the session where there is one. */
const personalServices: readonly Endpoint['service'][] = ['stac', 'features'];

/** The console's client over one transport, session, cache and outbox. */
export function createClient(deps: ClientDeps): Client {
  const { base, transport, keeper, cache, account, chance, newId, isWorthAsking } = deps;
  const policy = deps.retry ?? defaultRetry;

  /** One request with the session's token, renewed once where the server no longer knows it. */
  const authorised = async (
    request: Pick<HttpCall, 'url' | 'method' | 'body' | 'idempotencyKey' | 'keepalive' | 'respondAsync'>,
    { access, service }: Pick<Endpoint, 'access' | 'service'>,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Response> => {
    const tokens = access === 'public' && !personalServices.includes(service) ? null : keeper.tokens();
    const send = (accessToken: string | null) =>
      transport({ ...request, accessToken, requestId: newId(), timeoutMs, signal });
    if (access !== 'public' && tokens === null) {
      keeper.end('expired');
      throw new CallFailure({ kind: 'signed-out', message: clientTexts.signedOut, status: 401 });
    }
    try {
      return await send(tokens?.accessToken ?? null);
    } catch (thrown) {
      if (tokens === null || !(thrown instanceof CallFailure) || !isExpiredSession(thrown)) throw thrown;
      const renewed = await keeper.renew(tokens);
      try {
        return await send(renewed.accessToken);
      } catch (again) {
        if (again instanceof CallFailure && isExpiredSession(again)) keeper.end('expired');
        throw again;
      }
    }
  };

  const withRetries = async <T>(
    safe: boolean,
    signal: AbortSignal | undefined,
    attempt: () => Promise<T>,
  ): Promise<T> => {
    for (let retries = 0; ; retries += 1) {
      try {
        return await attempt();
      } catch (thrown) {
        if (signal?.aborted) throw thrown;
        const failure = toFailure(thrown);
        if (!safe || retries >= policy.retries || !worthRetrying(failure)) throw failure;
        const asked = failure.retryAfterSeconds === undefined ? 0 : failure.retryAfterSeconds * 1000;
        // A server that asks for minutes is asked again by the user or the next refresh, not held on to here.
        if (asked > policy.maxDelayMs) throw failure;
        await sleep(Math.max(asked, retryDelayMs(policy, retries, chance())), signal);
      }
    }
  };

  const request = async (endpoint: Endpoint, input: LooseInput, options: CallOptions): Promise<Response> => {
    const isRead = endpoint.method === 'GET';
    const idempotencyKey = isRead ? undefined : (options.idempotencyKey ?? newId());
    const timeoutMs = (options.timeoutSeconds ?? (endpoint.service === 'admin-api' ? 8 : 10)) * 1000;
    const { signal, keepalive, respondAsync } = options;
    const url = urlOf(base, endpoint, input);
    return withRetries(isRead || options.idempotencyKey !== undefined, signal, () =>
      authorised(
        { url, method: endpoint.method, body: input.body, idempotencyKey, keepalive, respondAsync },
        endpoint,
        timeoutMs,
        signal,
      ),
    );
  };

  const envelopeFrom = async (endpoint: Endpoint, response: Response): Promise<Envelope<unknown>> => {
    const body: unknown = await response.json().catch(() => undefined);
    const bare = endpoint.format === 'plain' || endpoint.format === 'standard';
    const whole = bare ? wrapped(body, response.headers, endpoint) : body;
    const accepted = envelopeOf(endpoint.response).safeParse(whole);
    if (accepted.success) return accepted.data;
    throw new CallFailure({
      kind: 'format',
      message: clientTexts.badFormat,
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? undefined,
      cause: accepted.error,
    });
  };

  const copyOf = async (
    endpoint: Endpoint,
    input: LooseInput,
    maxAgeMs: number,
    standsInFor?: CallFailure,
  ): Promise<Answer<unknown> | undefined> => {
    const owner = account();
    if (owner === null || endpoint.neverStored === true) return undefined;
    const patienceMs = standsInFor === undefined ? patience.beforeNetworkMs : patience.insteadMs;
    const found = await cache.read(owner, urlOf(base, endpoint, input), maxAgeMs, patienceMs).catch(() => undefined);
    if (found === undefined) return undefined;
    return { ...asCachedEnvelope(found.envelope, found.storedAt), storedAt: found.storedAt, standsInFor };
  };

  const read = async (endpoint: Endpoint, input: LooseInput, options: CallOptions): Promise<Answer<unknown>> => {
    if (options.prefer === 'cache') {
      const fresh = await copyOf(endpoint, input, freshMs);
      if (fresh !== undefined) return fresh;
    }
    const limit = options.copyMaxAgeMs ?? staleMs;
    if (!isWorthAsking()) {
      const failure = new CallFailure({ kind: 'offline', message: clientTexts.offline });
      const copy = await copyOf(endpoint, input, staleMs, failure);
      if (copy !== undefined) return copy;
      throw failure;
    }
    try {
      const envelope = await envelopeFrom(endpoint, await request(endpoint, input, options));
      const owner = account();
      if (owner !== null && endpoint.neverStored !== true) {
        // A full, forbidden or slow store costs the copy, never the answer.
        cache.write(owner, urlOf(base, endpoint, input), envelope).catch(() => undefined);
      }
      return envelope;
    } catch (thrown) {
      if (options.signal?.aborted) throw thrown;
      const failure = toFailure(thrown);
      const copy = hidesFailure(failure) ? await copyOf(endpoint, input, limit, failure) : undefined;
      if (copy !== undefined) return copy;
      throw failure;
    }
  };

  return {
    call: async (endpoint, input, options = {}) => {
      const loose = input as LooseInput;
      const envelope =
        endpoint.method === 'GET'
          ? await read(endpoint, loose, options)
          : await envelopeFrom(endpoint, await request(endpoint, loose, options));
      return envelope as Answer<DataOf<typeof endpoint>>;
    },
    submit: async (endpoint, input, options = {}) => {
      const loose = input as LooseInput;
      const idempotencyKey = options.idempotencyKey ?? newId();
      const owner = account();
      const queue = async () => {
        if (owner === null) throw new CallFailure({ kind: 'offline', message: clientTexts.offline });
        const url = urlOf(base, endpoint, loose);
        const { method, summary } = endpoint;
        await deps.outbox().add({ account: owner, summary, method, url, body: loose.body }, idempotencyKey);
        return { state: 'queued' } as const;
      };
      const mayQueue = options.offline !== 'fail' && endpoint.access !== 'public' && endpoint.neverStored !== true;
      if (mayQueue && !isWorthAsking()) return queue();
      try {
        const response = await request(endpoint, loose, { ...options, idempotencyKey });
        const envelope = (await envelopeFrom(endpoint, response)) as Envelope<DataOf<typeof endpoint>>;
        return { state: 'done', envelope };
      } catch (thrown) {
        if (mayQueue && thrown instanceof CallFailure && thrown.kind === 'offline') return queue();
        throw thrown;
      }
    },
    download: async (endpoint, input, options = {}) => {
      const response = await request(endpoint, input as LooseInput, { timeoutSeconds: 30, ...options });
      return response.blob();
    },
    upload: async (endpoint, input, file, options = {}) => {
      const loose: LooseInput = { ...(input as LooseInput), body: file };
      const response = await request(endpoint, loose, { timeoutSeconds: 300, ...options });
      return (await envelopeFrom(endpoint, response)) as Envelope<DataOf<typeof endpoint>>;
    },
    copy: async (endpoint, input, maxAgeMs) => {
      const copy = await copyOf(endpoint, input as LooseInput, maxAgeMs);
      return copy as Answer<DataOf<typeof endpoint>> | undefined;
    },
    resend: async (write) => {
      const { url, method, body, id } = write;
      const own = { access: 'session', service: 'admin-api' } as const;
      await authorised({ url, method, body, idempotencyKey: id }, own, 30_000, undefined);
    },
  };
}

/** Whether a copy may stand in: for a server that fails, never for one that says no. */
function hidesFailure(failure: CallFailure): boolean {
  if (failure.kind === 'signed-out') return false;
  if (failure.kind !== 'http') return true;
  const status = failure.status ?? 0;
  return status === 408 || status === 429 || status >= 500;
}

/** A body fixed by others, which carries its provenance among its fields, as any other answer. */
function wrapped(body: unknown, headers: Headers, endpoint: Endpoint): unknown {
  const told = headers.get('x-kianda-provenance');
  const date = headers.get('date');
  const parsed = provenanceSchema.safeParse(
    told === null ? (body as { readonly provenance?: unknown } | null | undefined)?.provenance : parsedOrNull(told),
  );
  const provenance = parsed.data;
  const retrievedAt = provenance === undefined || provenance.state === 'fallback' ? null : provenance.retrievedAt;
  const sent = Date.parse(date ?? retrievedAt ?? '');
  const timestamp = Number.isNaN(sent) ? undefined : new Date(sent).toISOString();
  // A standard has no word for it, and a service other than ours no header: it answered, at the time that it says.
  const answered = { state: 'live', source: endpoint.service, observedAt: timestamp, retrievedAt: timestamp };
  const origin = provenance ?? (endpoint.format === 'standard' ? answered : undefined);
  const cached = provenance?.state === 'cached';
  return { success: true, data: body, metadata: { timestamp, version: clientVersion, cached, provenance: origin } };
}

/** A header that is no JSON says nothing. */
function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
