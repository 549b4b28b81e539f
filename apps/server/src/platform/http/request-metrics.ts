import { isFailure } from './problem.ts';

/** Measurements of the requests of one endpoint in one interval. */
export type RouteSample = {
  readonly endpointId: string;
  readonly requests: number;
  readonly serverErrors: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly lastAccessedMs: number;
};

type Counter = { durations: number[]; serverErrors: number; requests: number; lastAccessedMs: number };

/** Beyond this many durations per interval and endpoint, a reservoir keeps a uniform sample. */
const reservoirSize = 2_000;

/**
 * Measures requests per endpoint between two `drain` calls, and over a sliding window for the screens.
 * `random` keeps the reservoir uniform; it is not a secret.
 */
export function createRequestMetrics(options: { nowMs: () => number; random: () => number; windowMs?: number }) {
  const windowMs = options.windowMs ?? 5 * 60_000;
  let counters = new Map<string, Counter>();
  let total = 0;
  let recent: { atMs: number; durationMs: number; serverError: boolean }[] = [];

  return {
    record(endpointId: string, durationMs: number, status: number): void {
      const nowMs = options.nowMs();
      const serverError = isFailure(status);
      const counter = counters.get(endpointId) ?? {
        durations: [],
        serverErrors: 0,
        requests: 0,
        lastAccessedMs: nowMs,
      };
      counters.set(endpointId, counter);
      counter.requests += 1;
      total += 1;
      counter.lastAccessedMs = nowMs;
      if (serverError) counter.serverErrors += 1;
      if (counter.durations.length < reservoirSize) counter.durations.push(durationMs);
      else {
        const slot = Math.floor(options.random() * counter.requests);
        if (slot < reservoirSize) counter.durations[slot] = durationMs;
      }
      recent.push({ atMs: nowMs, durationMs, serverError });
      if (recent.length > 50_000) recent = recent.slice(-25_000);
    },
    /** Requests since the process started. */
    total: () => total,
    /** Samples since the last drain, one per endpoint asked for. */
    drain(): readonly RouteSample[] {
      const samples = [...counters].map(([endpointId, counter]) => ({
        endpointId,
        requests: counter.requests,
        serverErrors: counter.serverErrors,
        ...percentiles(counter.durations),
        lastAccessedMs: counter.lastAccessedMs,
      }));
      counters = new Map();
      return samples;
    },
    /** Latency (ms) and error share (0–1) over the window; null before the first request in it. */
    window(): { requests: number; p50Ms: number; p95Ms: number; p99Ms: number; errorShare: number } | null {
      const sinceMs = options.nowMs() - windowMs;
      recent = recent.filter((entry) => entry.atMs >= sinceMs);
      if (recent.length === 0) return null;
      const errors = recent.reduce((count, entry) => count + (entry.serverError ? 1 : 0), 0);
      return {
        requests: recent.length,
        ...percentiles(recent.map((entry) => entry.durationMs)),
        errorShare: errors / recent.length,
      };
    },
  };
}

export type RequestMetrics = ReturnType<typeof createRequestMetrics>;

/** Nearest-rank percentiles of durations in ms. */
export function percentiles(durations: readonly number[]): { p50Ms: number; p95Ms: number; p99Ms: number } {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
}
