import type { IngestJob } from '@kianda/contract/ingestion/connectors/connectors.contract';

const dayMs = 86_400_000;

/** The span of time that a list of runs speaks of. */
export type Span = {
  /** Beginning, ms since 1970. */
  readonly sinceMs: number;
  /** The list did not reach back a whole day. */
  readonly isShort: boolean;
};

/** Sums of what the runs of a span measured: nothing is extrapolated. */
export type Measured = {
  readonly runs: number;
  readonly bytes: number;
  readonly processed: number;
  readonly rejected: number;
  /** Megabytes a second while runs were under way; null before any time passed. */
  readonly megabytesPerSecond: number | null;
  /** Percent of rows that were valid; null while there was none. */
  readonly percentValid: number | null;
};

/** The 24 h before `now` (ms); less where a full list of `limit` runs begins later. */
export function spanOf(jobs: readonly IngestJob[], limit: number, now: number): Span {
  const starts = jobs.flatMap(({ startTime }) => (startTime === null ? [] : [Date.parse(startTime)]));
  const oldest = starts.length === 0 ? now : Math.min(...starts);
  const isShort = jobs.length >= limit && oldest > now - dayMs;
  return { sinceMs: isShort ? oldest : now - dayMs, isShort };
}

/** Sums the runs that began within the span. */
export function measure(jobs: readonly IngestJob[], { sinceMs }: Span): Measured {
  const within = jobs.filter(({ startTime }) => startTime !== null && Date.parse(startTime) >= sinceMs);
  const sum = (pick: (job: IngestJob) => number) => within.reduce((total, job) => total + pick(job), 0);
  const bytes = sum((job) => job.bytes);
  const processed = sum((job) => job.recordsProcessed);
  const rejected = sum((job) => job.recordsRejected);
  const seconds = sum((job) => job.duration ?? 0);
  return {
    runs: within.length,
    bytes,
    processed,
    rejected,
    megabytesPerSecond: seconds === 0 ? null : bytes / 1e6 / seconds,
    percentValid: processed + rejected === 0 ? null : (processed / (processed + rejected)) * 100,
  };
}
