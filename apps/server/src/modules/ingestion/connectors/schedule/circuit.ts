import { nextCronRun } from './cron.ts';

const minuteMs = 60_000;
/** An open circuit lets one run through so often. */
export const probeEveryMs = 30 * minuteMs;
/** Failures in a row that open it. */
const failuresToOpen = 3;
/** Another attempt at once would fail the same way: these wait for the schedule, or for an operator. */
const permanentFailures: ReadonlySet<string | null> = new Set(['schema', 'request', 'blocked', 'bug', 'data']);

export type CircuitInput = {
  readonly consecutive_failures: number;
  readonly last_failure_at: Date | null;
  readonly last_failure: string | null;
  /** When an operator last changed something that may have been the cause. */
  readonly probe_asked_at: Date | null;
};

export type Circuit = {
  readonly state: 'closed' | 'open' | 'half_open';
  /** When a stream that failed is tried again; null where it did not fail. */
  readonly retryAtMs: number | null;
};

/**
 * Breaker of one stream. Closed: a passing failure is tried again after 1, then 2 min, a permanent one at the next time of
 * the schedule. Three failures in a row, or a refused credential, open it: then one probe every 30 min (half open), and
 * its success closes it.
 */
export function circuitOf(stream: CircuitInput, cron: string, nowMs: number): Circuit {
  const { consecutive_failures: failures, last_failure: failure } = stream;
  if (failures === 0) return { state: 'closed', retryAtMs: null };
  const failedMs = stream.last_failure_at?.getTime() ?? 0;
  const askedMs = stream.probe_asked_at?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (isOpen(failures, failure)) {
    const retryAtMs = askedMs >= failedMs ? askedMs : failedMs + probeEveryMs;
    return { state: nowMs >= retryAtMs ? 'half_open' : 'open', retryAtMs };
  }
  if (askedMs >= failedMs) return { state: 'closed', retryAtMs: askedMs };
  const retryAtMs = permanentFailures.has(failure)
    ? Date.parse(nextCronRun(cron, failedMs))
    : failedMs + minuteMs * 2 ** (failures - 1);
  return { state: 'closed', retryAtMs };
}

/** Whether so many failures in a row, the last of that kind, open the circuit: the connector then counts as in error. */
export function isOpen(failures: number, failure: string | null): boolean {
  return failures >= failuresToOpen || (failures > 0 && failure === 'auth');
}
