import { clientVersion, type Endpoint, type ErrorCode } from '@kianda/contract';
import { CallFailure, failureOfResponse } from './failure.ts';
import { clientTexts } from './texts.pt.ts';

export type HttpCall = {
  readonly url: string;
  readonly method: Endpoint['method'];
  /** A `Blob` goes as it is, with its own type; everything else as JSON. */
  readonly body?: unknown;
  readonly accessToken: string | null;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Goes on though the page is left. */
  readonly keepalive?: boolean | undefined;
  /** `Prefer: respond-async` */
  readonly respondAsync?: boolean | undefined;
};

export type Transport = (call: HttpCall) => Promise<Response>;

/** Headers that every request of the console carries. */
export function headersOf(call: HttpCall): Record<string, string> {
  return {
    accept: 'application/json',
    'content-type': call.body instanceof Blob ? call.body.type || 'application/octet-stream' : 'application/json',
    'x-client-version': clientVersion,
    'x-platform': 'web',
    'x-source': 'admin-dashboard',
    'x-request-id': call.requestId,
    ...(call.accessToken === null ? {} : { authorization: `Bearer ${call.accessToken}` }),
    ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
    ...(call.respondAsync === true ? { prefer: 'respond-async' } : {}),
  };
}

/** The answer with its body: one that is cut off half-way is a failure of the request, not a body that breaks the contract. */
async function withBody(response: Response): Promise<Response> {
  if (response.body === null) return response;
  const bytes = await response.arrayBuffer();
  const { status, statusText, headers } = response;
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, statusText, headers });
}

/** One request over `fetchFunction`; a failure of any kind is thrown as `CallFailure`, an abort as the abort. */
export function createTransport(fetchFunction: typeof fetch, isOnline: () => boolean): Transport {
  return async (call) => {
    const timeout = AbortSignal.timeout(call.timeoutMs);
    const signal = call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout]);
    let response: Response;
    try {
      const answered = await fetchFunction(call.url, {
        method: call.method,
        headers: headersOf(call),
        signal,
        credentials: 'same-origin',
        ...(call.keepalive === true ? { keepalive: true } : {}),
        ...(call.body === undefined ? {} : { body: call.body instanceof Blob ? call.body : JSON.stringify(call.body) }),
      });
      response = await withBody(answered);
    } catch (cause) {
      if (call.signal?.aborted) throw cause;
      const { requestId } = call;
      if (timeout.aborted) {
        throw new CallFailure({
          kind: 'timeout',
          message: clientTexts.timeout(call.timeoutMs / 1000),
          requestId,
          cause,
        });
      }
      if (!isOnline()) throw new CallFailure({ kind: 'offline', message: clientTexts.offline, requestId, cause });
      throw new CallFailure({ kind: 'network', message: clientTexts.network, requestId, cause });
    }
    if (response.ok) return response;
    throw await failureOfResponse(response, call.requestId);
  };
}

const credentialCodes: readonly (ErrorCode | undefined)[] = ['invalid_credentials', 'refresh_rejected'];

/** A 401 that a new access token may cure. */
export function isExpiredSession(failure: CallFailure): boolean {
  return failure.status === 401 && !credentialCodes.includes(failure.code);
}
