import { createExchanges, type Hop, type HttpClientOptions, sleepOf } from './exchange.ts';
import { ProviderError } from './failures.ts';
import type { HttpClient, HttpMetrics, HttpRequest, HttpResponse } from './http.ts';
import { isWebPage } from './page.ts';
import { backoffMs, isRetryableStatus, retryAfterSeconds } from './retry.ts';
import { addressOf, statusError, transportError } from './status.ts';

/** `Kianda/<version> (+contact)`: providers ask clients to identify themselves. */
export function userAgent(version: string, contact: string): string {
  return `Kianda/${version} (+${contact})`;
}

/** Headers that a redirect passes on to another host; any other may contain a credential. */
const HARMLESS_HEADERS = new Set(['accept', 'accept-language', 'content-type', 'user-agent', 'accept-encoding']);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The only way out to a provider: budgeted, retried, guarded and counted. `close` ends its idle connections. */
export function createHttpClient(options: HttpClientOptions): HttpClient & { close(): Promise<void> } {
  const metrics: HttpMetrics = { requests: 0, bytes: 0, retries: 0, throttled: 0 };
  const maxAttempts = options.maxAttempts ?? 5;
  const sleep = sleepOf(options);
  const { exchange, close } = createExchanges(options, metrics);

  async function follow(request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse> {
    let hop: Hop = {
      url: parseUrl(request.url),
      method: request.method ?? 'GET',
      headers: lowerCase(request.headers ?? {}),
      body: request.body,
    };
    for (let redirects = 0; ; redirects += 1) {
      const response = await exchange(hop, request, signal);
      options.onAnswer?.(response);
      const location = response.headers.location;
      if (!REDIRECTS.has(response.status) || location === undefined) return response;
      if (redirects >= (options.maxRedirects ?? 5))
        throw new ProviderError('blocked', `${addressOf(request.url)} redireciona mais de ${redirects} vezes`);
      hop = nextHop(hop, response.status, parseUrl(location, hop.url));
    }
  }

  async function attempt(request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse | ProviderError> {
    try {
      const response = await follow(request, signal);
      if (response.status === 429) metrics.throttled += 1;
      if (options.refusesPages === true && request.takesPages !== true) refusePage(response);
      return outcomeOf(request, response, options.nowMs());
    } catch (error) {
      signal?.throwIfAborted();
      return transportError(error, request.url);
    }
  }

  async function request(request: HttpRequest): Promise<HttpResponse> {
    const signals = [options.signal, request.signal].filter((signal) => signal !== undefined);
    const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0];
    for (let tries = 0; ; tries += 1) {
      signal?.throwIfAborted();
      const outcome = await attempt(request, signal);
      if (!(outcome instanceof ProviderError)) return outcome;
      if (outcome.permanent || tries + 1 >= maxAttempts) throw outcome;
      const askedSeconds = outcome.retryAfterSeconds;
      if (askedSeconds !== null && askedSeconds > (options.maxRetryAfterSeconds ?? 60))
        throw new ProviderError('quota', `${addressOf(request.url)} pede uma espera de ${askedSeconds} s`, {
          retryAfterSeconds: askedSeconds,
          ...(outcome.status === null ? {} : { status: outcome.status }),
        });
      const jitterMs = backoffMs(tries, {
        baseMs: options.backoffBaseMs ?? 500,
        capMs: options.backoffCapMs ?? 30_000,
        random: options.random,
      });
      metrics.retries += 1;
      await sleep(Math.max(jitterMs, (askedSeconds ?? 0) * 1000), signal);
    }
  }

  return { metrics, request, close };
}

/**
 * Throws where a page came with a status of success: data of no provider begin so, and a stored page would look delivered. A
 * 403 with a page is the word of a proxy or a firewall: programs are refused in data.
 */
function refusePage({ status, url, bytes }: HttpResponse): void {
  const isForbidden = status === 403;
  if ((!isForbidden && (status < 200 || status >= 300)) || !isWebPage(bytes)) return;
  const message = `${addressOf(url)} respondeu ${isForbidden ? '403 com ' : ''}uma página HTML em vez de dados`;
  throw new ProviderError('network', message, { status, reason: 'page', permanent: isForbidden });
}

/** The answer of one attempt, or its error. */
function outcomeOf(request: HttpRequest, response: HttpResponse, nowMs: number): HttpResponse | ProviderError {
  const verdict = request.classify?.(response) ?? null;
  const good = (response.status >= 200 && response.status < 300) || request.accept?.includes(response.status) === true;
  if (verdict === 'answer' || (verdict === null && good)) return response;
  const after = retryAfterSeconds(response.headers['retry-after'], nowMs) ?? request.retryAfter?.(response) ?? null;
  const excerpt = new TextDecoder().decode(response.bytes.subarray(0, 300)).replace(/\s+/g, ' ').trim();
  const permanent = verdict === null ? !isRetryableStatus(response.status) : verdict === 'fail';
  const facts = { permanent, excerpt, ...(after === null ? {} : { retryAfterSeconds: after }) };
  // A status that the body contradicts must not decide the class: a 404 that will pass is the provider's fault, a 500
  // that never will is ours.
  if (verdict === 'retry' && !isRetryableStatus(response.status))
    return new ProviderError('provider', `${addressOf(response.url)}: ${excerpt}`, {
      status: response.status,
      permanent: false,
    });
  if (verdict === 'fail' && isRetryableStatus(response.status))
    return new ProviderError('request', `${addressOf(response.url)}: ${excerpt}`, { status: response.status });
  return statusError(response.status, response.url, facts);
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new ProviderError('request', `URL inválido: ${text.slice(0, 200)}`);
  return url;
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** RFC 9110 §15.4: 303 (and in practice 301, 302 of a POST) becomes a GET; 307 and 308 repeat the request. */
function nextHop(hop: Hop, status: number, url: URL): Hop {
  const sameHost = url.origin === hop.url.origin;
  const headers = sameHost
    ? hop.headers
    : Object.fromEntries(Object.entries(hop.headers).filter(([name]) => HARMLESS_HEADERS.has(name)));
  const repeats = status === 307 || status === 308 || hop.method === 'GET';
  if (!repeats) return { url, method: 'GET', headers, body: undefined };
  if (!sameHost && hop.body !== undefined)
    throw new ProviderError('blocked', `${addressOf(hop.url.href)} redireciona um POST para outro anfitrião`);
  return { url, method: hop.method, headers, body: hop.body };
}
