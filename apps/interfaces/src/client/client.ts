import {
  clientVersion,
  type DataOf,
  type Endpoint,
  type Envelope,
  envelopeOf,
  type InputOf,
  pathOf,
  problemSchema,
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

export type Client = {
  /** Answer of a read endpoint. Throws `CallFailure`, or the signal's reason. */
  readonly read: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    signal?: AbortSignal,
  ) => Promise<Envelope<DataOf<E>>>;
};

const timeoutMs = 15_000;

type LooseInput = {
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
};

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

/** Reads of the API with the token the console lends; a refused token is renewed once. */
export function createClient(session: Pick<Session, 'credential'>): Client {
  const send = async (
    endpoint: Endpoint,
    input: LooseInput,
    { token, apiBaseUrl }: Credential,
    signal: AbortSignal,
  ) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      return await fetch(addressOf(apiBaseUrl, endpoint, input), {
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
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
  };

  const credential = async (renew: boolean): Promise<Credential> => {
    try {
      return await session.credential(renew);
    } catch (error) {
      throw new CallFailure(error instanceof Error ? error.message : clientTexts.noAnswer, null, undefined, error);
    }
  };

  return {
    async read(endpoint, input, signal = new AbortController().signal) {
      let response = await send(endpoint, input as LooseInput, await credential(false), signal);
      if (response.status === 401) {
        response = await send(endpoint, input as LooseInput, await credential(true), signal);
      }
      if (!response.ok) throw await failureOf(response);
      const body: unknown = await response.json().catch(() => undefined);
      const accepted = envelopeOf(endpoint.response).safeParse(body);
      if (accepted.success) return accepted.data as Envelope<DataOf<typeof endpoint>>;
      const requestId = response.headers.get('x-request-id') ?? undefined;
      throw new CallFailure(clientTexts.badFormat, response.status, requestId, accepted.error);
    },
  };
}
