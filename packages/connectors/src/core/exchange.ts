import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Agent, request as dial } from 'undici';
import { createGate, createTokenBucket, type Gate, type TokenBucket } from './budget.ts';
import { ProviderError } from './failures.ts';
import { authority, checkNetworkPolicy, guardLookup, type LookupFunction } from './guard.ts';
import type { HttpMethod, HttpMetrics, HttpRequest, HttpResponse } from './http.ts';
import { addressOf } from './status.ts';

export type HttpClientOptions = {
  /** Our user agent, e.g. `userAgent('2.0.0', 'https://…')`. */
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
  /** A longer `Retry-After` than this (default 60) is not waited for: the run ends and reports when to try again. */
  readonly maxRetryAfterSeconds?: number;
  /** For requests that set none (default 60,000). */
  readonly timeoutMs?: number;
  /** No request waits longer, whatever it sets. */
  readonly maxTimeoutMs?: number;
  readonly maxBytes?: number;
  readonly maxRedirects?: number;
  /** An answer 2xx or 403 that is a web page is the network's fault, unless its request takes pages: portals answer so for anybody. */
  readonly refusesPages?: boolean;
  /** Told of every answer, those of redirects and of retries included. */
  readonly onAnswer?: (answer: HttpResponse) => void;
  /** Name resolution, for tests; every answer is still checked. */
  readonly resolve?: LookupFunction;
};

type Sleep = NonNullable<HttpClientOptions['sleep']>;

/** The wait of a client: its own, or one by the clock of the machine. */
export function sleepOf({ sleep }: HttpClientOptions): Sleep {
  return sleep ?? ((ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }));
}

const unzip = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) };

/** One request to one host; a redirect leads to the next hop. */
export type Hop = {
  readonly url: URL;
  readonly method: HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
};

/** Single exchanges with hosts: guarded, budgeted per host and counted. `close` ends the idle connections. */
export function createExchanges(options: HttpClientOptions, metrics: HttpMetrics) {
  const sleep = sleepOf(options);
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

  return {
    /** One exchange with one host, with its body read to the end within the limits. */
    async exchange(hop: Hop, request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse> {
      const { exempt } = checkNetworkPolicy(hop.url, options);
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
    },
    async close(): Promise<void> {
      await Promise.all([guarded.close(), open.close()]);
    },
  };
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  return flat;
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
    throw new ProviderError(
      'schema',
      `${addressOf(url)}: compressão ${name} desconhecida; esperado gzip, deflate ou br`,
    );
  try {
    return await unpack(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(url, maxBytes);
    throw error;
  }
}

function tooLarge(url: string, maxBytes: number): ProviderError {
  return new ProviderError('provider', `${addressOf(url)}: resposta maior do que ${maxBytes} bytes`, {
    permanent: true,
  });
}
