import type { z } from 'zod';
import type { Logger } from '../log/log.ts';

export type JobContext = {
  readonly runId: string;
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Share done, 0–1, and what is being done, in Portuguese. */
  progress(fraction: number | null, message: string): Promise<void>;
};

/** Background work. `run` must be idempotent: delivery is at least once. */
export type JobDefinition<Input> = {
  readonly name: string;
  readonly label: string;
  readonly input: z.ZodType<Input>;
  /** Cron in UTC, with the input each scheduled run gets. */
  readonly schedule?: { readonly cron: string; readonly input: Input };
  readonly retry: { readonly limit: number; readonly delaySeconds: number; readonly backoff: boolean };
  readonly timeoutSeconds: number;
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
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
};

/** The queue, as modules use it. */
export type JobQueue = {
  /** Throws `already_running` when a run of the same key is queued or running. */
  enqueue(name: string, input: unknown, options?: { actorId?: string; trigger?: string }): Promise<string>;
  cancel(runId: string): Promise<boolean>;
  list(filter: { name?: string; limit: number }): Promise<readonly JobRun[]>;
};
