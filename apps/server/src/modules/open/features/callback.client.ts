import { createHttpClient } from '@kianda/connectors';
import { authority } from '@kianda/connectors/core/guard';
import type { Clock } from '../../../platform/clock/clock.ts';

const timeoutMs = 15_000;
const longestAnswerBytes = 65_536;

/** How requests to the subscribers of executions go out. */
export type CallbackAccess = {
  readonly clock: Clock;
  readonly random: () => number;
  readonly userAgent: () => string;
  /** `host:port` that may be reached although its address is private. */
  readonly allowPrivateHosts: readonly string[];
};

/**
 * POSTs JSON to an address that a client chose: no redirect is followed and no private address dialled. Throws
 * `ProviderError`.
 */
export async function sendCallback(access: CallbackAccess, url: string, body: unknown): Promise<void> {
  const client = createHttpClient({
    userAgent: access.userAgent(),
    allowedHosts: [authority(new URL(url))],
    allowPrivateHosts: access.allowPrivateHosts,
    nowMs: () => access.clock.nowMs(),
    random: access.random,
    maxAttempts: 1,
    maxRedirects: 0,
    maxBytes: longestAnswerBytes,
    timeoutMs,
  });
  try {
    const headers = { 'content-type': 'application/json' };
    await client.request({ url, method: 'POST', headers, body: JSON.stringify(body) });
  } finally {
    await client.close();
  }
}
