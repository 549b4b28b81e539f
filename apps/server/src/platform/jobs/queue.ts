import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../db/database.ts';
import { connectionTo } from '../db/hosts.ts';
import type { EventBus } from '../events/events.ts';
import { AppError } from '../http/errors.ts';
import type { Logger } from '../log/log.ts';
import type { JobTables } from './jobs.repository.ts';
import * as repository from './jobs.repository.ts';
import type { Job, JobMonitor, JobQueue, JobRun } from './jobs.ts';
import { createJobMonitor } from './monitor.ts';
import { type RunPage, runPage } from './run-list.ts';
import { createTransitions, deliveryOptions } from './transitions.ts';
import { createJobWorker } from './worker.ts';

/** Connections of the queue, beside the platform's own pool. A worker has one more, to listen on. */
const queueConnections = 3;
/** The queue cannot be started twice: its first connection is given the time that a busy machine takes. */
const queuePatienceMs = 60_000;

/** The queue lets no message be worked on for more than 24 hours. */
const longestTimeoutSeconds = 23 * 3600;

export type JobQueueOptions = {
  readonly database: Database;
  /** More may be registered until the start. */
  readonly jobs?: readonly Job[];
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: EventBus;
  /** With `worker` this process runs jobs and their schedules; without it, it only queues them. */
  readonly roles: readonly string[];
  /** False: no schedule is written, and none is followed. */
  readonly isScheduled?: boolean;
};

export type RunnableJobQueue = JobQueue & {
  readonly monitor: JobMonitor;
  /** One page of all stored runs, and how many there are. */
  page(page: RunPage): Promise<{ readonly runs: readonly JobRun[]; readonly total: number }>;
  /** Adds jobs, before the start. Throws `RangeError` for a name taken or a time limit out of bounds. */
  register(jobs: readonly Job[]): void;
  /** Pauses jobs in this process: running ones go back to the queue. Jobs no longer paused begin again. */
  setPaused(isPaused: (jobName: string) => boolean): Promise<void>;
  /** Recovers interrupted runs and begins schedules and work. Call it after migrations. */
  start(): Promise<void>;
  /** Stops running jobs, waits 10 s for them, and gives back to the queue those that did not end. */
  stop(): Promise<void>;
};

/** Queue of background work in the platform's own database (schemas `jobs` and `pgboss`). */
export function createJobQueue(options: JobQueueOptions): RunnableJobQueue {
  const { database, clock, events, isScheduled = true } = options;
  const log = options.log.child({ part: 'jobs' });
  const isWorker = options.roles.includes('worker');
  const jobs = new Map<string, Job>();
  registerIn(jobs, options.jobs ?? []);
  const kysely = database.for<JobTables>();
  const boss = createBoss(database.url, { isWorker, isScheduled }, log);
  const transitions = createTransitions({ kysely, boss, jobs, clock, events });
  const worker = isWorker ? createJobWorker({ kysely, boss, jobs, isScheduled, transitions, events, log }) : null;

  function jobNamed(name: string): Job {
    const job = jobs.get(name);
    if (job === undefined) throw new RangeError(`job "${name}" is not one of: ${[...jobs.keys()].join(', ')}`);
    return job;
  }

  return {
    monitor: createJobMonitor({ kysely, jobs, transitions }),
    register: (added) => registerIn(jobs, added),
    async setPaused(isPaused) {
      await worker?.setPaused(isPaused);
    },

    async start() {
      await boss.start();
      await createMissingQueues(boss, jobs);
      await worker?.start();
    },

    async stop() {
      await worker?.stop();
      await boss.stop({ graceful: false });
    },

    async enqueue(name, input, { actorId, trigger } = {}) {
      const job = jobNamed(name);
      const checked = job.input.safeParse(input);
      if (!checked.success) {
        const issues = checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
        throw new AppError('validation_failed', { issues });
      }
      const run = await transitions.enqueue({
        id: randomUUID(),
        name,
        key: job.key(input),
        input: JSON.stringify(input ?? null),
        trigger: trigger ?? 'manual',
        actor_id: actorId ?? null,
      });
      if (run === undefined) throw new AppError('already_running');
      return run.id;
    },

    async cancel(runId) {
      const run = await transitions.cancel(runId);
      return run !== undefined;
    },

    remove: (runId) => repository.removeEndedRun(kysely, runId),

    page: (page) => runPage(kysely, page, transitions.view),

    async list(filter) {
      return (await repository.recentRuns(kysely, filter)).map(transitions.view);
    },

    async get(runId) {
      const run = await repository.findRun(kysely, runId);
      return run === undefined ? null : transitions.detail(run);
    },

    nextRun(name) {
      const { schedule } = jobNamed(name);
      if (schedule === undefined) return null;
      const [next] = boss.previewSchedule(schedule.cron, { tz: 'UTC', from: new Date(clock.nowMs()), count: 1 });
      return next?.toISOString() ?? null;
    },
  };
}

type Work = { readonly isWorker: boolean; readonly isScheduled: boolean };

function createBoss(url: string, { isWorker, isScheduled }: Work, log: Logger): PgBoss {
  const boss = new PgBoss({
    ...connectionTo(url),
    application_name: 'kianda-jobs',
    schema: 'pgboss',
    max: queueConnections,
    connectionTimeoutMillis: queuePatienceMs,
    supervise: isWorker,
    schedule: isWorker && isScheduled,
    useListenNotify: isWorker,
  });
  boss.on('error', (error) => log.error({ err: error }, 'erro da fila de tarefas'));
  boss.on('warning', (warning) => log.warn({ warning }, 'aviso da fila de tarefas'));
  return boss;
}

/** A platform that starts again has them all: to ask for each anew took two transactions a job. */
async function createMissingQueues(boss: PgBoss, jobs: ReadonlyMap<string, Job>): Promise<void> {
  const standing = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const job of jobs.values()) {
    if (!standing.has(job.name)) await boss.createQueue(job.name, { notify: true, ...deliveryOptions(job) });
  }
}

function registerIn(byName: Map<string, Job>, jobs: readonly Job[]): void {
  for (const job of jobs) {
    if (byName.has(job.name)) throw new RangeError(`two jobs are named "${job.name}"`);
    if (!(job.timeoutSeconds > 0 && job.timeoutSeconds <= longestTimeoutSeconds)) {
      throw new RangeError(
        `job "${job.name}": time limit is ${job.timeoutSeconds} s, expected up to ${longestTimeoutSeconds}`,
      );
    }
    byName.set(job.name, job);
  }
}
