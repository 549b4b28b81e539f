import type { z } from 'zod';
import type { Logger } from '../log/log.ts';

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
};

/** The queue, as modules use it. */
export type JobQueue = {
  /** Throws `already_running` when a run of the same key is queued or running, `validation_failed` on a bad input. */
  enqueue(name: string, input: unknown, options?: { actorId?: string; trigger?: string }): Promise<string>;
  /** False when there is no such run or it has ended. A running one is told to stop and may take a moment. */
  cancel(runId: string): Promise<boolean>;
  /** The most recent runs first. */
  list(filter: { name?: string; limit: number }): Promise<readonly JobRun[]>;
  get(runId: string): Promise<JobRunDetail | null>;
  /** Instant of the next scheduled run of a job; null when it has no schedule. */
  nextRun(name: string): string | null;
};
