import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Agent, request as dial } from 'undici';
import { createGate, createTokenBucket, type Gate, type TokenBucket } from './budget.ts';
import { ProviderError } from './failures.ts';
import { authority, checkReach, guardLookup, type LookupFunction } from './guard.ts';
import type { HttpClient, HttpMethod, HttpMetrics, HttpRequest, HttpResponse } from './http.ts';
import { backoffMs, isRetryableStatus, retryAfterSeconds } from './retry.ts';
import { place, statusError, transportError } from './status.ts';

export type HttpClientOptions = {
  /** How we present ourselves, e.g. `userAgent('2.0.0', 'https://…')`. */
  readonly userAgent: string;
  /** See `ReachPolicy`. */
  readonly allowedHosts: readonly string[];
  readonly allowPrivateHosts: readonly string[];
  readonly nowMs: () => number;
  /** Uniform in [0, 1): the jitter of the backoff. */
  readonly random: () => number;
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Ends every request of this client. */
  readonly signal?: AbortSignal;
  /** Requests in flight per host (default 4). */
  readonly maxConcurrency?: number;
  /** Requests a minute per host (default 120), of which `burst` (default 10) at once. */
  readonly tokensPerMinute?: number;
  readonly burst?: number;
  readonly maxAttempts?: number;
  readonly backoffBaseMs?: number;
  readonly backoffCapMs?: number;
  /** A longer `Retry-After` than this (default 60) is not waited for: the run ends and says when to come back. */
  readonly maxRetryAfterSeconds?: number;
  /** For requests that set none (default 60,000). */
  readonly timeoutMs?: number;
  /** No request waits longer, whatever it sets. */
  readonly maxTimeoutMs?: number;
  readonly maxBytes?: number;
  readonly maxRedirects?: number;
  /** Name resolution, for tests; every answer is still checked. */
  readonly resolve?: LookupFunction;
};

/** `Kianda/<version> (+contact)`: providers ask clients to say who they are. */
export function userAgent(version: string, contact: string): string {
  return `Kianda/${version} (+${contact})`;
}

/** A browser-independent set: what crosses to another host. Everything else may carry a credential. */
const HARMLESS_HEADERS = new Set(['accept', 'accept-language', 'content-type', 'user-agent', 'accept-encoding']);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const unzip = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) };

type Hop = {
  readonly url: URL;
  readonly method: HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
};

/** The only way out to a provider: budgeted, retried, guarded and counted. `close` ends its idle connections. */
export function createHttpClient(options: HttpClientOptions): HttpClient & { close(): Promise<void> } {
  const metrics: HttpMetrics = { requests: 0, bytes: 0, retries: 0, throttled: 0 };
  const maxAttempts = options.maxAttempts ?? 5;
  const sleep = options.sleep ?? ((ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }));
  const guarded = new Agent({ allowH2: false, connect: { lookup: guardLookup(options.resolve) } });
  const open = new Agent({ allowH2: false, ...(options.resolve ? { connect: { lookup: options.resolve } } : {}) });
  const hosts = new Map<string, { readonly gate: Gate; readonly bucket: TokenBucket }>();

  function hostOf(url: URL): { readonly gate: Gate; readonly bucket: TokenBucket } {
    const known = hosts.get(authority(url));
    if (known !== undefined) return known;
    const host = {
      gate: createGate(options.maxConcurrency ?? 4),
      bucket: createTokenBucket({
        capacity: options.burst ?? 10,
        tokensPerMinute: options.tokensPerMinute ?? 120,
        nowMs: options.nowMs,
      }),
    };
    hosts.set(authority(url), host);
    return host;
  }

  /** One exchange with one host, body read to its end within the limits. */
  async function exchange(hop: Hop, request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse> {
    const { exempt } = checkReach(hop.url, options);
    const { gate, bucket } = hostOf(hop.url);
    const leave = await gate.enter(signal);
    try {
      const waitMs = bucket.take();
      if (waitMs > 0) await sleep(waitMs, signal);
      const timeoutMs = request.timeoutMs ?? options.timeoutMs ?? 60_000;
      const timeout = AbortSignal.timeout(Math.min(timeoutMs, options.maxTimeoutMs ?? timeoutMs));
      metrics.requests += 1;
      const answer = await dial(hop.url, {
        dispatcher: exempt ? open : guarded,
        method: hop.method,
        headers: { 'user-agent': options.userAgent, 'accept-encoding': 'gzip, deflate, br', ...hop.headers },
        ...(hop.body === undefined ? {} : { body: hop.body }),
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      const maxBytes = request.maxBytes ?? options.maxBytes ?? 64 * 1024 * 1024;
      const headers = flatten(answer.headers);
      const packed = await readLimited(answer.body, maxBytes, hop.url.href);
      const bytes = await decompress(packed, headers['content-encoding'], maxBytes, hop.url.href);
      metrics.bytes += bytes.length;
      return {
        url: hop.url.href,
        status: answer.statusCode,
        contentType: headers['content-type'] ?? '',
        headers,
        bytes,
      };
    } finally {
      leave();
    }
  }

  async function follow(request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse> {
    let hop: Hop = {
      url: parseUrl(request.url),
      method: request.method ?? 'GET',
      headers: lowerCase(request.headers ?? {}),
      body: request.body,
    };
    for (let redirects = 0; ; redirects += 1) {
      const response = await exchange(hop, request, signal);
      const location = response.headers.location;
      if (!REDIRECTS.has(response.status) || location === undefined) return response;
      if (redirects >= (options.maxRedirects ?? 5))
        throw new ProviderError('blocked', `${place(request.url)} redireciona mais de ${redirects} vezes`);
      hop = nextHop(hop, response.status, parseUrl(location, hop.url));
    }
  }

  /** The answer, or the error of this attempt. */
  function judge(request: HttpRequest, response: HttpResponse): HttpResponse | ProviderError {
    if (response.status === 429) metrics.throttled += 1;
    const verdict = request.classify?.(response) ?? null;
    const good =
      (response.status >= 200 && response.status < 300) || request.accept?.includes(response.status) === true;
    if (verdict === 'answer' || (verdict === null && good)) return response;
    const after =
      retryAfterSeconds(response.headers['retry-after'], options.nowMs()) ?? request.retryAfter?.(response) ?? null;
    const excerpt = new TextDecoder().decode(response.bytes.subarray(0, 300)).replace(/\s+/g, ' ').trim();
    const permanent = verdict === null ? !isRetryableStatus(response.status) : verdict === 'fail';
    const facts = { permanent, excerpt, ...(after === null ? {} : { retryAfterSeconds: after }) };
    // A lying status must not become its class: a 404 that passes is the provider's fault, a 500 that never will is ours.
    if (verdict === 'retry' && !isRetryableStatus(response.status))
      return new ProviderError('provider', `${place(response.url)}: ${excerpt}`, {
        status: response.status,
        permanent: false,
      });
    if (verdict === 'fail' && isRetryableStatus(response.status))
      return new ProviderError('request', `${place(response.url)}: ${excerpt}`, { status: response.status });
    return statusError(response.status, response.url, facts);
  }

  async function attempt(request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse | ProviderError> {
    try {
      return judge(request, await follow(request, signal));
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
        throw new ProviderError('quota', `${place(request.url)} pede uma espera de ${askedSeconds} s`, {
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

  return {
    metrics,
    request,
    async close() {
      await Promise.all([guarded.close(), open.close()]);
    },
  };
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new ProviderError('request', `URL inválido: ${text.slice(0, 200)}`);
  return url;
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  return flat;
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
    throw new ProviderError('blocked', `${place(hop.url.href)} redireciona um POST para outro anfitrião`);
  return { url, method: hop.method, headers, body: hop.body };
}

async function readLimited(
  body: AsyncIterable<Uint8Array> & { destroy(): unknown },
  maxBytes: number,
  url: string,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > maxBytes) {
      body.destroy();
      throw tooLarge(url, maxBytes);
    }
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

/** `maxOutputLength` stops a small body that unpacks to gigabytes. */
async function decompress(
  bytes: Uint8Array,
  encoding: string | undefined,
  maxBytes: number,
  url: string,
): Promise<Uint8Array> {
  const name = encoding?.trim().toLowerCase() ?? 'identity';
  if (name === 'identity' || name === '' || bytes.length === 0) return bytes;
  const unpack = name === 'x-gzip' ? unzip.gzip : Object.entries(unzip).find(([known]) => known === name)?.[1];
  if (unpack === undefined)
    throw new ProviderError('schema', `${place(url)}: compressão ${name} desconhecida; esperado gzip, deflate ou br`);
  try {
    return await unpack(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(url, maxBytes);
    throw error;
  }
}

function tooLarge(url: string, maxBytes: number): ProviderError {
  return new ProviderError('provider', `${place(url)}: resposta maior do que ${maxBytes} bytes`, { permanent: true });
}
