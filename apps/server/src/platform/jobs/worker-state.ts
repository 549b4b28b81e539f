import type { Kysely } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { EventBus } from '../events/events.ts';
import type { Logger } from '../log/log.ts';
import { currentInstance, type Instance } from './instance.ts';
import type { JobTables } from './jobs.repository.ts';
import type { Job } from './jobs.ts';
import { JobStopped } from './runner.ts';
import type { Transitions } from './transitions.ts';

export const defaultConcurrency = 2;

export type WorkerDeps = {
  readonly kysely: Kysely<JobTables>;
  readonly boss: PgBoss;
  readonly jobs: ReadonlyMap<string, Job>;
  readonly isScheduled: boolean;
  readonly transitions: Transitions;
  readonly events: EventBus;
  readonly log: Logger;
};

export type RunUnderWay = {
  readonly runId: string;
  readonly jobName: string;
  readonly controller: AbortController;
  readonly done: Promise<void>;
  claimed: boolean;
};

export type WorkerState = WorkerDeps & {
  readonly self: Instance;
  /** By lease. A lease is entered before its row is claimed, so that recovery never takes it for an orphan. */
  readonly underWay: Map<string, RunUnderWay>;
  /** Identifier of the queue's worker, by job name. */
  readonly workerIds: Map<string, string>;
  readonly wakeUps: Set<NodeJS.Timeout>;
  started: boolean;
  stopping: boolean;
  isPaused(jobName: string): boolean;
};

export function createWorkerState(deps: WorkerDeps): WorkerState {
  return {
    ...deps,
    self: currentInstance(),
    underWay: new Map(),
    workerIds: new Map(),
    wakeUps: new Set(),
    started: false,
    stopping: false,
    isPaused: () => false,
  };
}

/** Aborts the run under a lease; no effect once it has ended. */
export function stopRun({ underWay }: WorkerState, lease: string, kind: JobStopped['kind'], message: string): void {
  underWay.get(lease)?.controller.abort(new JobStopped(kind, message));
}
