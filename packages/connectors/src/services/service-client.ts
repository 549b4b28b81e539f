import { createHttpClient } from '../core/client.ts';
import { authority } from '../core/guard.ts';
import type { HttpClient } from '../core/http.ts';

/** A service that stands in for a built-in one, and the only way to it. */
export type ServiceClient = {
  /** Without a final slash. */
  readonly baseUrl: string;
  readonly http: HttpClient;
};

export type ServiceClientOptions = {
  readonly baseUrl: string;
  readonly userAgent: () => string;
  readonly nowMs: () => number;
  readonly random: () => number;
  /** Longest wait for an answer, in ms. */
  readonly timeoutMs: number;
};

/**
 * Reaches the host of one service and no other, without following it elsewhere: a redirect would carry the credentials
 * along. Asks once: a person at a screen can ask again, and an act must not happen twice.
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient & { close(): Promise<void> } {
  const http = createHttpClient({
    get userAgent() {
      return options.userAgent();
    },
    allowedHosts: [],
    allowPrivateHosts: [authority(new URL(options.baseUrl))],
    nowMs: options.nowMs,
    random: options.random,
    timeoutMs: options.timeoutMs,
    maxAttempts: 1,
    maxRedirects: 0,
    maxConcurrency: 8,
    tokensPerMinute: 6_000,
    burst: 100,
    maxBytes: 32 * 1_048_576,
  });
  return { baseUrl: options.baseUrl, http, close: () => http.close() };
}

/** The header of RFC 7617; none without a user. */
export function basicAuthorization(username: string | undefined, password: string | undefined): Record<string, string> {
  if (username === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` };
}

/** `?a=1&b=2` of the values that are set; empty without any. */
export function queryText(query: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const set = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const text = new URLSearchParams(set).toString();
  return text === '' ? '' : `?${text}`;
}
