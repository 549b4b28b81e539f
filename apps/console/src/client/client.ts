import type { DataOf, Endpoint, Envelope, InputOf } from '@kianda/contract';
import { type AnswerMark, asCachedEnvelope, freshMs, patience, staleMs } from './cache.ts';
import type { CallOptions, ClientDeps } from './client-deps.ts';
import { envelopeFrom } from './envelope-from.ts';
import { CallFailure, toFailure } from './failure.ts';
import type { QueuedWrite } from './outbox.ts';
import { type LooseInput, requestOf, sendAuthorised, urlOf } from './request.ts';
import { clientTexts } from './texts.pt.ts';

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

/** The console's client over one transport, session, cache and outbox. */
export function createClient(deps: ClientDeps): Client {
  return {
    call: async (endpoint, input, options = {}) => {
      const loose = input as LooseInput;
      const envelope =
        endpoint.method === 'GET'
          ? await read(deps, endpoint, loose, options)
          : await envelopeFrom(endpoint, await requestOf(deps, endpoint, loose, options));
      return envelope as Answer<DataOf<typeof endpoint>>;
    },
    submit: async (endpoint, input, options = {}) => {
      const submitted = await submit(deps, endpoint, input as LooseInput, options);
      if (submitted.state === 'queued') return submitted;
      return { state: 'done', envelope: submitted.envelope as Envelope<DataOf<typeof endpoint>> };
    },
    download: async (endpoint, input, options = {}) => {
      const response = await requestOf(deps, endpoint, input as LooseInput, { timeoutSeconds: 30, ...options });
      return response.blob();
    },
    upload: async (endpoint, input, file, options = {}) => {
      const loose: LooseInput = { ...(input as LooseInput), body: file };
      const response = await requestOf(deps, endpoint, loose, { timeoutSeconds: 300, ...options });
      return (await envelopeFrom(endpoint, response)) as Envelope<DataOf<typeof endpoint>>;
    },
    copy: async (endpoint, input, maxAgeMs) => {
      const copy = await copyOf(deps, endpoint, input as LooseInput, { maxAgeMs });
      return copy as Answer<DataOf<typeof endpoint>> | undefined;
    },
    resend: async ({ url, method, body, id }) => {
      const write = { url, method, body, idempotencyKey: id, timeoutMs: 30_000, signal: undefined };
      await sendAuthorised(deps, write, { access: 'session', service: 'admin-api' });
    },
  };
}

async function read(
  deps: ClientDeps,
  endpoint: Endpoint,
  input: LooseInput,
  options: CallOptions,
): Promise<Answer<unknown>> {
  if (options.prefer === 'cache') {
    const fresh = await copyOf(deps, endpoint, input, { maxAgeMs: freshMs });
    if (fresh !== undefined) return fresh;
  }
  if (!deps.isWorthAsking()) {
    const failure = new CallFailure({ kind: 'offline', message: clientTexts.offline });
    const copy = await copyOf(deps, endpoint, input, { maxAgeMs: staleMs, standsInFor: failure });
    if (copy !== undefined) return copy;
    throw failure;
  }
  try {
    const response = await requestOf(deps, endpoint, input, options);
    const envelope = await envelopeFrom(endpoint, response);
    const owner = deps.account();
    if (owner !== null && endpoint.neverStored !== true) {
      const url = urlOf(deps.base, endpoint, input);
      // A full, forbidden or slow store costs the copy, never the answer.
      deps.cache.write(owner, url, envelope, markOf(deps, endpoint, response)).catch(() => undefined);
    }
    return envelope;
  } catch (thrown) {
    if (options.signal?.aborted) throw thrown;
    const failure = toFailure(thrown);
    const maxAgeMs = options.copyMaxAgeMs ?? staleMs;
    const copy = hidesFailure(failure)
      ? await copyOf(deps, endpoint, input, { maxAgeMs, standsInFor: failure })
      : undefined;
    if (copy !== undefined) return copy;
    throw failure;
  }
}

/** Only what is kept as it came can be told to be unchanged: bodies that standards fix are kept in another shape. */
function markOf({ release }: ClientDeps, { format }: Endpoint, { headers }: Response): AnswerMark | undefined {
  const tag = headers.get('etag');
  return tag === null || (format !== undefined && format !== 'envelope') ? undefined : { tag, release };
}

type CopyLimits = { readonly maxAgeMs: number; readonly standsInFor?: CallFailure };

async function copyOf(
  { account, cache, base }: ClientDeps,
  endpoint: Endpoint,
  input: LooseInput,
  { maxAgeMs, standsInFor }: CopyLimits,
): Promise<Answer<unknown> | undefined> {
  const owner = account();
  if (owner === null || endpoint.neverStored === true) return undefined;
  const patienceMs = standsInFor === undefined ? patience.beforeNetworkMs : patience.insteadMs;
  const found = await cache.read(owner, urlOf(base, endpoint, input), maxAgeMs, patienceMs).catch(() => undefined);
  if (found === undefined) return undefined;
  return { ...asCachedEnvelope(found.envelope, found.storedAt), storedAt: found.storedAt, standsInFor };
}

type Submitted = { readonly state: 'done'; readonly envelope: Envelope<unknown> } | { readonly state: 'queued' };

async function submit(
  deps: ClientDeps,
  endpoint: Endpoint,
  input: LooseInput,
  options: CallOptions,
): Promise<Submitted> {
  const idempotencyKey = options.idempotencyKey ?? deps.newId();
  const owner = deps.account();
  const queue = async (): Promise<Submitted> => {
    if (owner === null) throw new CallFailure({ kind: 'offline', message: clientTexts.offline });
    const url = urlOf(deps.base, endpoint, input);
    const { method, summary } = endpoint;
    await deps.outbox().add({ account: owner, summary, method, url, body: input.body }, idempotencyKey);
    return { state: 'queued' };
  };
  const mayQueue = options.offline !== 'fail' && endpoint.access !== 'public' && endpoint.neverStored !== true;
  if (mayQueue && !deps.isWorthAsking()) return queue();
  try {
    const response = await requestOf(deps, endpoint, input, { ...options, idempotencyKey });
    return { state: 'done', envelope: await envelopeFrom(endpoint, response) };
  } catch (thrown) {
    if (mayQueue && thrown instanceof CallFailure && thrown.kind === 'offline') return queue();
    throw thrown;
  }
}

/** Whether a copy may stand in: for a server that fails, never for one that says no. */
function hidesFailure(failure: CallFailure): boolean {
  if (failure.kind === 'signed-out') return false;
  if (failure.kind !== 'http') return true;
  const status = failure.status ?? 0;
  return status === 408 || status === 429 || status >= 500;
}
