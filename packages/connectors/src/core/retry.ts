/** Statuses that pass by themselves: the only ones asked again, with faults of the network and time-outs. */
export const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** True where a status is worth another attempt: 408, 425, 429 and every 5xx but 501 and 505, which never change. */
export function isRetryableStatus(status: number): boolean {
  return RETRYABLE_STATUSES.has(status) || (status > 505 && status < 600);
}

/**
 * Full-jitter backoff in milliseconds: `min(cap, base·2ⁿ)·rand`, with n = 0 after the first attempt.
 * Without the jitter, clients cut off together come back together.
 */
export function backoffMs(
  attempt: number,
  options: { readonly baseMs: number; readonly capMs: number; readonly random: () => number },
): number {
  return Math.round(Math.min(options.capMs, options.baseMs * 2 ** attempt) * options.random());
}

/** `Retry-After` in seconds from now (RFC 9110 §10.2.3: seconds or an HTTP date), never negative; null when absent or unreadable. */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text);
  if (!/[A-Za-z]/.test(text)) return null;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
