import {
  clientVersion,
  type DataOf,
  type Endpoint,
  envelopeOf,
  type InputOf,
  type Metadata,
  pathOf,
  problemSchema,
  provenanceSchema,
} from '@kianda/contract';
import type { Credential, Session } from './session.ts';
import { clientTexts } from './texts.pt.ts';

/** A call that did not succeed; `message` is Portuguese and meant for the user. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  /** Status of the answer, or null where there was none. */
  readonly status: number | null;
  readonly requestId: string | undefined;

  constructor(message: string, status: number | null, requestId?: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.requestId = requestId;
  }
}

/** An answer and its origin: in its envelope, or in a header where a standard fixes the body. */
type Answered<T> = { readonly data: T; readonly metadata: Pick<Metadata, 'provenance'> };

export type Client = {
  /** Answer of a read endpoint. Throws `CallFailure`, or the signal's reason. */
  readonly read: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    signal?: AbortSignal,
  ) => Promise<Answered<DataOf<E>>>;
  /** Answer of any endpoint, by its own method, with its body where it takes one. Throws as `read` does. */
  readonly call: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    signal?: AbortSignal,
  ) => Promise<Answered<DataOf<E>>>;
  /** A file of the API, by its address. Throws `CallFailure`, or the signal's reason, and for an address elsewhere. */
  readonly file: (address: string, signal?: AbortSignal) => Promise<Blob>;
  /** Bytes that an endpoint answers with. Throws as `read` does. */
  readonly download: <E extends Endpoint>(endpoint: E, input: InputOf<E>, signal?: AbortSignal) => Promise<Blob>;
};

const timeoutMs = 15_000;
/** A file may be made while it is asked for. */
const fileTimeoutMs = 120_000;

type LooseInput = {
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
};

/** How an address is asked for, beside the token. */
type Asking = { readonly method: string; readonly body?: unknown; readonly limitMs?: number };

function addressOf(base: string, endpoint: Endpoint, input: LooseInput): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      search.set(name, String(value));
  }
  const text = search.toString();
  return `${base}${pathOf(endpoint, input.params)}${text === '' ? '' : `?${text}`}`;
}

async function failureOf(response: Response): Promise<CallFailure> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const problem = problemSchema.safeParse(await response.json().catch(() => null));
  const message = problem.success ? problem.data.message : clientTexts.httpStatus(response.status);
  return new CallFailure(message, response.status, requestId);
}

/** One request with a token, given up after its limit. Throws `CallFailure`, or the signal's reason. */
async function fetchAt(address: string, token: string | null, asking: Asking, signal: AbortSignal): Promise<Response> {
  const { method, body, limitMs = timeoutMs } = asking;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  try {
    return await fetch(address, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: {
        accept: 'application/json, */*;q=0.5',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        'x-client-version': clientVersion,
        'x-platform': 'web',
      },
      signal: limit,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    throw new CallFailure(isTimeout ? clientTexts.timeout : clientTexts.network, null, undefined, error);
  }
}

/** Reads of the API with the token from the console; a refused token is renewed once. */
export function createClient(session: Pick<Session, 'credential'>): Client {
  const credential = async (renew: boolean): Promise<Credential> => {
    try {
      return await session.credential(renew);
    } catch (error) {
      throw new CallFailure(error instanceof Error ? error.message : clientTexts.noAnswer, null, undefined, error);
    }
  };

  /** Asks with the token at hand, and once more with a new one where that was refused. */
  const ask = async (addressAt: (base: string) => string, asking: Asking, signal: AbortSignal) => {
    let { token, apiBaseUrl } = await credential(false);
    let response = await fetchAt(addressAt(apiBaseUrl), token, asking, signal);
    if (response.status === 401 && token !== null) {
      ({ token, apiBaseUrl } = await credential(true));
      response = await fetchAt(addressAt(apiBaseUrl), token, asking, signal);
    }
    if (!response.ok) throw await failureOf(response);
    return response;
  };

  const answerOf = async <E extends Endpoint>(
    endpoint: E,
    input: LooseInput,
    asking: Asking,
    signal: AbortSignal,
  ): Promise<Answered<DataOf<E>>> => {
    const response = await ask((base) => addressOf(base, endpoint, input), asking, signal);
    const body: unknown = await response.json().catch(() => undefined);
    const accepted =
      endpoint.format === 'standard' ? standardAnswer(endpoint, response, body) : envelopeAnswer(endpoint, body);
    if (accepted !== null) return accepted as Answered<DataOf<E>>;
    const requestId = response.headers.get('x-request-id') ?? undefined;
    throw new CallFailure(clientTexts.badFormat, response.status, requestId);
  };

  return {
    read: (endpoint, input, signal = new AbortController().signal) =>
      answerOf(endpoint, input as LooseInput, { method: 'GET' }, signal),

    call(endpoint, input, signal = new AbortController().signal) {
      const { body } = input as LooseInput;
      return answerOf(endpoint, input as LooseInput, { method: endpoint.method, body }, signal);
    },

    async download(endpoint, input, signal = new AbortController().signal) {
      const asking = { method: endpoint.method, limitMs: fileTimeoutMs };
      return (await ask((base) => addressOf(base, endpoint, input as LooseInput), asking, signal)).blob();
    },

    async file(address, signal = new AbortController().signal) {
      const response = await ask(
        (base) => {
          // The token must not leave for wherever a published item points to.
          if (new URL(address).origin !== new URL(base).origin) throw new CallFailure(clientTexts.elsewhere, null);
          return address;
        },
        { method: 'GET' },
        signal,
      );
      return response.blob();
    },
  };
}

function envelopeAnswer(endpoint: Endpoint, body: unknown): Answered<unknown> | null {
  const accepted = envelopeOf(endpoint.response).safeParse(body);
  return accepted.success ? { data: accepted.data.data, metadata: accepted.data.metadata } : null;
}

function standardAnswer(endpoint: Endpoint, response: Response, body: unknown): Answered<unknown> | null {
  const data = endpoint.response.safeParse(body);
  const provenance = provenanceSchema.safeParse(parsedOrNull(response.headers.get('x-kianda-provenance')));
  return data.success && provenance.success ? { data: data.data, metadata: { provenance: provenance.data } } : null;
}

function parsedOrNull(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: an answer without an origin, which the schema refuses.
    return null;
  }
}
