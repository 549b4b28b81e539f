import { type Endpoint, pathOf } from '@kianda/contract';
import { mayBeJoined } from '@kianda/contract/core/joined-reads';
import type { CallOptions, ClientDeps } from './client-deps.ts';
import { CallFailure, toFailure } from './failure.ts';
import { defaultRetry, isStillHandled, retryDelayMs, sleep, worthRetrying } from './retry.ts';
import { clientTexts } from './texts.pt.ts';
import { type HttpCall, isExpiredSession } from './transport.ts';

export type LooseInput = {
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

type Sent = Pick<
  HttpCall,
  'url' | 'method' | 'body' | 'idempotencyKey' | 'keepalive' | 'mayJoin' | 'respondAsync' | 'timeoutMs' | 'signal'
>;

/** One request with the session's token, renewed once where the server no longer knows it. */
export async function sendAuthorised(
  { transport, keeper, newId }: Pick<ClientDeps, 'transport' | 'keeper' | 'newId'>,
  request: Sent,
  { access, service }: Pick<Endpoint, 'access' | 'service'>,
): Promise<Response> {
  const tokens = access === 'public' && !personalServices.includes(service) ? null : keeper.tokens();
  const send = (accessToken: string | null) => transport({ ...request, accessToken, requestId: newId() });
  if (access !== 'public' && tokens === null) {
    keeper.end('expired');
    throw new CallFailure({ kind: 'signed-out', message: clientTexts.signedOut, status: 401 });
  }
  try {
    return await send(tokens?.accessToken ?? null);
  } catch (thrown) {
    if (tokens === null || !(thrown instanceof CallFailure) || !isExpiredSession(thrown)) throw thrown;
    const renewed = await keeper.renew(tokens);
    return await send(renewed.accessToken).catch((again: unknown) => {
      if (again instanceof CallFailure && isExpiredSession(again)) keeper.end('expired');
      throw again;
    });
  }
}

/**
 * Whether the server answers a write that is repeated under its key with the first answer, and acts once. It remembers
 * neither secrets nor strangers nor files: a sign-in, or an account whose link is shown once, would happen twice.
 */
const isRemembered = ({ access, neverStored, requestBody, format }: Endpoint): boolean =>
  access !== 'public' && neverStored !== true && requestBody !== 'stream' && format !== 'standard';

/** A write that may not be repeated is waited for as long as the server takes before it gives a request up. */
const serverLimitSeconds = 30;

/** Sends the request of a call; repeats it where that is safe. Throws `CallFailure`. */
export async function requestOf(
  deps: ClientDeps,
  endpoint: Endpoint,
  input: LooseInput,
  options: CallOptions,
): Promise<Response> {
  const isRead = endpoint.method === 'GET';
  const { signal, keepalive, respondAsync } = options;
  const mayRepeat = isRead || isRemembered(endpoint);
  const limitSeconds = endpoint.service === 'admin-api' ? 8 : 10;
  const request: Sent = {
    url: urlOf(deps.base, endpoint, input),
    method: endpoint.method,
    body: input.body,
    idempotencyKey: isRead ? undefined : (options.idempotencyKey ?? deps.newId()),
    timeoutMs: (options.timeoutSeconds ?? (mayRepeat ? limitSeconds : serverLimitSeconds)) * 1000,
    keepalive,
    respondAsync,
    mayJoin: options.isAlone !== true && mayBeJoined(endpoint),
    signal,
  };
  const isSafe = isRead || (mayRepeat && options.idempotencyKey !== undefined);
  return withRetries(deps, isSafe, signal, () => sendAuthorised(deps, request, endpoint));
}

/** The server gives a request up after 30 s, and asks to be asked again each second until then. */
const mostStillHandled = 45;

async function withRetries<T>(
  deps: Pick<ClientDeps, 'retry' | 'chance'>,
  isSafe: boolean,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  const policy = deps.retry ?? defaultRetry;
  let stillHandled = 0;
  let retries = 0;
  for (;;) {
    try {
      return await attempt();
    } catch (thrown) {
      if (signal?.aborted) throw thrown;
      const failure = toFailure(thrown);
      if (isSafe && isStillHandled(failure) && stillHandled < mostStillHandled) {
        // Not one of the repeats that a fault is given: the first request is well, and slow.
        stillHandled += 1;
        await sleep((failure.retryAfterSeconds ?? 1) * 1000, signal);
        continue;
      }
      if (!isSafe || retries >= policy.retries || !worthRetrying(failure)) throw failure;
      const retryAfterMs = failure.retryAfterSeconds === undefined ? 0 : failure.retryAfterSeconds * 1000;
      // A server that asks for minutes is asked again by the user or the next refresh, not waited for here.
      if (retryAfterMs > policy.maxDelayMs) throw failure;
      await sleep(Math.max(retryAfterMs, retryDelayMs(policy, retries, deps.chance())), signal);
      retries += 1;
    }
  }
}
