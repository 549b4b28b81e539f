import type { z } from 'zod';
import type { Logger } from '../log/log.ts';

/** Times that a job which may be repeated is tried again after a failure. */
export const usualRetries = 3;

/** Queued runs of a job start in order of it, the greatest first: manual runs before scheduled ones. */
export const priorityOf = ({ trigger }: { readonly trigger: string }): number => (trigger === 'manual' ? 1 : 0);

export type JobContext = {
  readonly runId: string;
  /** Aborted on cancellation, time limit and shutdown: stop soon, and throw. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Share done, 0–1 (null: unknown), and what is being done, in Portuguese. Cheap: shown at most twice a second. */
  progress(fraction: number | null, message: string): Promise<void>;
};

/** Background work. `run` must be idempotent: delivery is at least once. */
export type JobDefinition<Input> = {
  /** Letters, digits, `_`, `-`, `.`: `module.verb`. */
  readonly name: string;
  readonly label: string;
  readonly input: z.ZodType<Input>;
  /** Cron in UTC, with the input each scheduled run gets. After a stop, what was missed runs once. */
  readonly schedule?: { readonly cron: string; readonly input: Input };
  readonly retry: { readonly limit: number; readonly delaySeconds: number; readonly backoff: boolean };
  readonly timeoutSeconds: number;
  /** The time limit counts from the last progress: work that goes on is never ended for being much. */
  readonly limitsSilence?: boolean;
  /** Runs of different keys that one process does at the same time; 2 when absent. */
  readonly concurrency?: number;
  /** Two inputs with the same key never run at the same time; the second is refused as `already_running`. */
  key(input: Input): string;
  run(input: Input, context: JobContext): Promise<unknown>;
};

/** A job whose input type only it knows: inputs cross the queue as JSON, checked by its schema. */
export type Job = Omit<JobDefinition<never>, 'input' | 'schedule' | 'key' | 'run'> & {
  readonly input: z.ZodType;
  readonly schedule?: { readonly cron: string; readonly input: unknown };
  key(input: unknown): string;
  run(input: unknown, context: JobContext): Promise<unknown>;
};

/** Declares a job; the queue hands its input over only after parsing it. */
export function defineJob<Input>(definition: JobDefinition<Input>): Job {
  return {
    ...definition,
    key: (input) => definition.key(definition.input.parse(input)),
    run: (input, context) => definition.run(definition.input.parse(input), context),
  };
}

export type JobState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

export type JobRun = {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly key: string;
  readonly state: JobState;
  readonly progress: number | null;
  readonly message: string | null;
  readonly error: string | null;
  readonly attempt: number;
  readonly trigger: string;
  /** Someone asked for its end and it has not stopped yet. */
  readonly cancelRequested: boolean;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
};

export type JobRunDetail = JobRun & {
  readonly actorId: string | null;
  readonly input: unknown;
  readonly result: unknown;
  /** Calls that led to the failure; for operators alone. */
  readonly traceback: string | null;
};

export type JobFilter = {
  readonly name?: string | undefined;
  readonly states?: readonly JobState[] | undefined;
  /** Words looked for in name, key, input, result and error, whatever their case. */
  readonly search?: string | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdTo?: Date | undefined;
  /** Name of the process that ran it last, as `workers` gives it. */
  readonly worker?: string | undefined;
  readonly sort?: 'created' | 'started' | 'name' | 'state';
  readonly descending?: boolean;
  readonly limit: number;
  readonly offset: number;
};

/** A run as operators of the queue see it. */
export type MonitoredRun = JobRunDetail & {
  readonly retryLimit: number;
  /** `host-pid` of the process that ran it last; null before the first. */
  readonly worker: string | null;
};

export type JobWorkerProcess = {
  readonly name: string;
  readonly pid: number;
  readonly alive: boolean;
  readonly startedAt: string;
  readonly heartbeatAt: string;
  readonly loadAverage: readonly number[];
  /** Runs it may do at once, and does now. */
  readonly slots: number;
  readonly active: number;
  /** Runs that ended in it, by outcome, while they are kept. */
  readonly outcomes: Readonly<Record<'succeeded' | 'failed' | 'cancelled', number>>;
};

export type JobTypeCounts = {
  readonly name: string;
  readonly label: string;
  readonly counts: Readonly<Record<JobState, number>>;
  /** Runs begun more than once. */
  readonly retried: number;
};

/** Failures of one kind of job with the same message, numbers and identifiers apart. */
export type FailureGroup = {
  readonly name: string;
  readonly label: string;
  readonly pattern: string;
  readonly failures: number;
  readonly lastRunId: string;
  readonly lastError: string;
  readonly lastFailedAt: string;
};

/** How long runs of a job waited and took. Seconds. */
export type JobLatency = {
  readonly name: string;
  readonly label: string;
  readonly waiting: number;
  /** Of the run that waits longest; null while none waits. */
  readonly oldestWaitSeconds: number | null;
  readonly begun: number;
  readonly waitP50Seconds: number | null;
  readonly waitP95Seconds: number | null;
  readonly runP50Seconds: number | null;
  readonly runP95Seconds: number | null;
};

/** Upper bounds of the classes of run times, in seconds: those of Prometheus' clients, and longer ones. */
export const runtimeBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 300, 1_800] as const;

/** Runs of one job in one process since that process began. */
export type JobRunStatistics = {
  readonly name: string;
  readonly worker: string;
  readonly started: number;
  readonly retried: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Successful runs that took at most each of `runtimeBounds`. */
  readonly atMost: readonly number[];
  /** Seconds that the successful runs took together. */
  readonly runtimeSeconds: number;
};

/** Failed runs that were neither repeated nor given up. */
export type DeadLetter = Pick<JobRunDetail, 'id' | 'key' | 'input'>;

/** The queue as its operators see it: every run that is kept, over all processes. */
export type JobMonitor = {
  search(filter: JobFilter): Promise<{ readonly runs: readonly MonitoredRun[]; readonly total: number }>;
  run(id: string): Promise<MonitoredRun | null>;
  types(): Promise<readonly JobTypeCounts[]>;
  workers(): Promise<readonly JobWorkerProcess[]>;
  failures(limit: number): Promise<readonly FailureGroup[]>;
  /** Dead letters of one cause, the newest first. */
  deadLetters(cause: { readonly name: string; readonly pattern: string }): Promise<readonly DeadLetter[]>;
  /** They are dead letters no longer. Resolves to how many were. */
  settle(runIds: readonly string[], at: Date): Promise<number>;
  /** Waits and durations of what began since, and what waits at `now`. */
  latency(since: Date, now: Date): Promise<readonly JobLatency[]>;
  /** Counts of runs by job and living process, since each process began. */
  statistics(): Promise<readonly JobRunStatistics[]>;
  /** How what was asked for since ended, without the jobs of `routine`. */
  outcomes(since: Date): Promise<Readonly<Record<'succeeded' | 'failed' | 'cancelled', number>>>;
  /** How many wait and how many run now, of all jobs. */
  pending(): Promise<Readonly<Record<'queued' | 'running', number>>>;
  /** Labels of the jobs that their schedule runs every few minutes. */
  readonly routine: readonly string[];
  /** Names of every job there is, with its label. */
  readonly known: readonly { readonly name: string; readonly label: string }[];
};

/** The queue, as modules use it. */
export type JobQueue = {
  /** Throws `already_running` when a run of the same key is queued or running, `validation_failed` on a bad input. */
  enqueue(name: string, input: unknown, options?: { actorId?: string; trigger?: string }): Promise<string>;
  /** False when there is no such run or it has ended. A running one is told to stop and may take a moment. */
  cancel(runId: string): Promise<boolean>;
  /** Removes a run that has ended, with its input and its result. False when there is none, or it has not ended. */
  remove(runId: string): Promise<boolean>;
  /** The most recent runs first. */
  list(filter: { name?: string; limit: number }): Promise<readonly JobRun[]>;
  get(runId: string): Promise<JobRunDetail | null>;
  /** Instant of the next scheduled run of a job; null when it has no schedule. */
  nextRun(name: string): string | null;
};
