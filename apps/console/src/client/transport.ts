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
  /** A read that may be sent among others of the same session. */
  readonly mayJoin?: boolean | undefined;
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

export type Patience = { readonly signal: AbortSignal; readonly arrived: () => void; readonly end: () => void };

/**
 * A limit on waiting, not on the whole: it begins anew with everything that arrives, so that a slow line gives up only on
 * what has stopped. One more limit ends an answer that trickles for ever.
 */
export function createPatience(limitMs: number): Patience {
  const stop = new AbortController();
  const giveUp = () => stop.abort();
  const whole = setTimeout(giveUp, limitMs * mostTimesTheLimit);
  let timer = setTimeout(giveUp, limitMs);
  return {
    signal: stop.signal,
    arrived() {
      clearTimeout(timer);
      timer = setTimeout(giveUp, limitMs);
    },
    end() {
      clearTimeout(timer);
      clearTimeout(whole);
    },
  };
}

const mostTimesTheLimit = 30;

/** The answer with its body: one that is cut off half-way is a failure of the request, not a body that breaks the contract. */
async function withBody(response: Response, arrived: () => void): Promise<Response> {
  if (response.body === null) return response;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    arrived();
    parts.push(value);
  }
  const { status, statusText, headers } = response;
  return new Response(parts.length === 0 ? null : new Blob(parts), { status, statusText, headers });
}

/** One request over `fetchFunction`; a failure of any kind is thrown as `CallFailure`, an abort as the abort. */
export function createTransport(fetchFunction: typeof fetch, isOnline: () => boolean): Transport {
  return async (call) => {
    const patience = createPatience(call.timeoutMs);
    const signal = call.signal === undefined ? patience.signal : AbortSignal.any([call.signal, patience.signal]);
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
      patience.arrived();
      response = await withBody(answered, patience.arrived);
    } catch (cause) {
      if (call.signal?.aborted) throw cause;
      throw failureOf(call, { cause, isLate: patience.signal.aborted, isOnline: isOnline() });
    } finally {
      patience.end();
    }
    if (response.ok) return response;
    throw await failureOfResponse(response, call.requestId);
  };
}

type Cut = { readonly cause?: unknown; readonly isLate: boolean; readonly isOnline: boolean };

/** Why no answer came, or not the whole of it. */
export function failureOf({ requestId, timeoutMs }: HttpCall, { cause, isLate, isOnline }: Cut): CallFailure {
  if (isLate) {
    return new CallFailure({ kind: 'timeout', message: clientTexts.timeout(timeoutMs / 1000), requestId, cause });
  }
  if (!isOnline) return new CallFailure({ kind: 'offline', message: clientTexts.offline, requestId, cause });
  return new CallFailure({ kind: 'network', message: clientTexts.network, requestId, cause });
}

const credentialCodes: readonly (ErrorCode | undefined)[] = ['invalid_credentials', 'refresh_rejected'];

/** A 401 that a new access token may cure. */
export function isExpiredSession(failure: CallFailure): boolean {
  return failure.status === 401 && !credentialCodes.includes(failure.code);
}
