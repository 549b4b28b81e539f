import type { JobRunView } from '@kianda/contract/operations/tasks/tasks.contract';

const dayMs = 86_400_000;

/** The span of time that a list of tasks speaks of; `isShort` where a full list did not reach back a day. */
export type TaskSpan = { readonly sinceMs: number; readonly isShort: boolean };

export type TaskSummary = {
  readonly begun: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly running: number;
  readonly queued: number;
  /** Of those that ended by themselves, percent; null while none did. */
  readonly percentSucceeded: number | null;
  /** Median time at work, seconds; null while none ended. */
  readonly medianSeconds: number | null;
  /** Median time between request and start, seconds; null while none began. */
  readonly medianWaitSeconds: number | null;
};

export type Pipeline = {
  readonly name: string;
  readonly label: string;
  readonly latest: JobRunView;
  readonly summary: TaskSummary;
};

/** The 24 h before `now` (ms); less where a full list of `limit` tasks begins later. */
export function taskSpan(jobs: readonly JobRunView[], limit: number, now: number): TaskSpan {
  const oldest = jobs.reduce((earliest, job) => Math.min(earliest, Date.parse(job.createdAt)), now);
  const isShort = jobs.length >= limit && oldest > now - dayMs;
  return { sinceMs: isShort ? oldest : now - dayMs, isShort };
}

/** Counts of the tasks queued within the span by their outcome; waiting and running ones count whatever their age. */
export function summarise(jobs: readonly JobRunView[], { sinceMs }: TaskSpan): TaskSummary {
  const within = jobs.filter(({ createdAt }) => Date.parse(createdAt) >= sinceMs);
  const count = (list: readonly JobRunView[], state: JobRunView['state']) =>
    list.filter((job) => job.state === state).length;
  const succeeded = count(within, 'succeeded');
  const failed = count(within, 'failed');
  return {
    begun: within.filter(({ startedAt }) => startedAt !== null).length,
    succeeded,
    failed,
    cancelled: count(within, 'cancelled'),
    running: count(jobs, 'running'),
    queued: count(jobs, 'queued'),
    percentSucceeded: succeeded + failed === 0 ? null : (succeeded / (succeeded + failed)) * 100,
    medianSeconds: median(within.flatMap((job) => secondsBetween(job.startedAt, job.endedAt))),
    medianWaitSeconds: median(within.flatMap((job) => secondsBetween(job.createdAt, job.startedAt))),
  };
}

/** Tasks of one kind together, the kind that ran last first. `jobs` is newest first. */
export function pipelinesOf(jobs: readonly JobRunView[], span: TaskSpan): readonly Pipeline[] {
  return [...Map.groupBy(jobs, ({ name }) => name)].flatMap(([name, own]) => {
    const latest = own[0];
    return latest === undefined ? [] : [{ name, label: latest.label, latest, summary: summarise(own, span) }];
  });
}

/** Seconds a task was at work; none while it has not ended. */
export function secondsBetween(from: string | null, to: string | null): readonly number[] {
  return from === null || to === null ? [] : [Math.max(0, Date.parse(to) - Date.parse(from)) / 1000];
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
}
