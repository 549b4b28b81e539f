const CAPACITY = 100;
/** One token more each so long. */
const REFILL_MS = 800;
const TOKENS_PER_DEGREE_DAY = 0.0001;
/** Cost of a request without an extent. */
const META_TOKENS = 0.2;
/** Square degrees × days beyond which the provider fears for its memory. */
const MOST_DEGREE_DAYS = 1_000_000;

export type Verdict = 'ok' | 'too-large' | { readonly waitSeconds: number; readonly costSeconds: number };

/** The provider's budget: a bucket for each key, spent by the extent of requests. */
export function createLimiter(): (key: string, degreeDays: number | null, nowMs: number) => Verdict {
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  return (key, degreeDays, nowMs) => {
    if (degreeDays !== null && degreeDays > MOST_DEGREE_DAYS) return 'too-large';
    const cost = degreeDays === null ? META_TOKENS : degreeDays * TOKENS_PER_DEGREE_DAY;
    const bucket = buckets.get(key) ?? { tokens: CAPACITY, atMs: nowMs };
    buckets.set(key, bucket);
    bucket.tokens = Math.min(CAPACITY, bucket.tokens + Math.max(0, nowMs - bucket.atMs) / REFILL_MS);
    bucket.atMs = nowMs;
    // A request dearer than all there is left is paid in advance by waiting.
    if (bucket.tokens <= 0) {
      const waitSeconds = ((cost - bucket.tokens) * REFILL_MS) / 1000;
      return { waitSeconds, costSeconds: (cost * REFILL_MS) / 1000 };
    }
    bucket.tokens -= cost;
    return 'ok';
  };
}
