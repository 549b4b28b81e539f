import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Clock } from '../clock/clock.ts';
import type { EventBus } from '../events/events.ts';
import type { JobTables, NewRun, RunRow } from './jobs.repository.ts';
import * as repository from './jobs.repository.ts';
import type { Job, JobRun, JobRunDetail } from './jobs.ts';

/** What crosses the queue: a run to begin, or a scheduled instant that is to become a run. */
export const deliverySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run'), runId: z.uuid() }),
  z.object({ kind: z.literal('schedule'), input: z.unknown() }),
]);
export type Delivery = z.infer<typeof deliverySchema>;

/** Longest time the queue lets one message be worked on. */
const longestDeliverySeconds = 24 * 3600;
/** Time a message has beyond the job's own limit, so that the job's limit decides. */
const deliverySlackSeconds = 600;

/**
 * Options of every message. The queue's own retries only cover a worker that could not begin (database away):
 * repeating a message is harmless, a run begins by its present delivery alone. Runs repeat by our own count.
 */
export function deliveryOptions(job: Pick<Job, 'timeoutSeconds'>) {
  return {
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: false,
    expireInSeconds: Math.min(longestDeliverySeconds, Math.ceil(job.timeoutSeconds) + deliverySlackSeconds),
    deleteAfterSeconds: 3600,
  };
}

export type Transitions = ReturnType<typeof createTransitions>;

/** Changes of a run's state: row, message in the queue and event together, so that none exists without the others. */
export function createTransitions(deps: {
  kysely: Kysely<JobTables>;
  boss: PgBoss;
  jobs: ReadonlyMap<string, Job>;
  clock: Clock;
  events: EventBus;
}) {
  const { kysely, boss, jobs, clock, events } = deps;
  const now = () => new Date(clock.nowMs());

  async function deliver(transaction: Transaction<JobTables>, run: RunRow, delaySeconds: number): Promise<void> {
    const delivery: Delivery = { kind: 'run', runId: run.id };
    await boss.send(run.name, delivery, {
      ...deliveryOptions(jobs.get(run.name) ?? { timeoutSeconds: longestDeliverySeconds }),
      id: run.delivery_id,
      startAfter: delaySeconds,
      db: fromKysely(transaction),
    });
  }

  function view(run: RunRow): JobRun {
    return {
      id: run.id,
      name: run.name,
      label: jobs.get(run.name)?.label ?? run.name,
      key: run.key,
      state: run.state,
      progress: run.progress,
      message: run.message,
      error: run.error,
      attempt: run.attempt,
      trigger: run.trigger,
      cancelRequested: run.state === 'running' && run.cancel_requested_at !== null,
      createdAt: run.created_at.toISOString(),
      startedAt: run.started_at?.toISOString() ?? null,
      endedAt: run.ended_at?.toISOString() ?? null,
    };
  }

  function announce(run: RunRow): void {
    events.publish({ channel: 'jobs', type: 'job.state', payload: { ...view(run) } });
  }

  return {
    view,
    detail: (run: RunRow): JobRunDetail => ({
      ...view(run),
      actorId: run.actor_id,
      input: run.input,
      result: run.result,
      traceback: run.traceback,
    }),

    /** Undefined when a run of the key is queued or running. */
    async enqueue(run: Omit<NewRun, 'state' | 'created_at' | 'delivery_id'>): Promise<RunRow | undefined> {
      const queued = await kysely.transaction().execute(async (transaction) => {
        const row = await repository.insertRun(transaction, {
          ...run,
          state: 'queued',
          created_at: now(),
          delivery_id: randomUUID(),
        });
        if (row !== undefined) await deliver(transaction, row, 0);
        return row;
      });
      if (queued !== undefined) announce(queued);
      return queued;
    },

    /** A scheduled instant becomes a run that its own message begins. A repeated message adds nothing. */
    async adopt(run: Omit<NewRun, 'state' | 'created_at' | 'delivery_id'>): Promise<void> {
      const row = await repository.insertRun(kysely, {
        ...run,
        state: 'queued',
        created_at: now(),
        delivery_id: run.id,
      });
      if (row !== undefined) announce(row);
    },

    async claim(claim: Omit<Parameters<typeof repository.claimRun>[1], 'startedAt'>): Promise<RunRow | undefined> {
      const row = await repository.claimRun(kysely, { ...claim, startedAt: now() });
      if (row !== undefined) announce(row);
      return row;
    },

    async end(lease: string, ending: Omit<repository.Ending, 'endedAt'>): Promise<RunRow | undefined> {
      const row = await repository.endRun(kysely, lease, { ...ending, endedAt: now() });
      if (row !== undefined) announce(row);
      return row;
    },

    /** Back to the queue, or to its end where someone asked for it. Undefined when the lease was lost. */
    async requeue(lease: string, requeue: Omit<repository.Requeue, 'deliveryId'>): Promise<RunRow | undefined> {
      const row = await kysely.transaction().execute(async (transaction) => {
        const queued = await repository.requeueRun(transaction, lease, { ...requeue, deliveryId: randomUUID() });
        if (queued !== undefined) {
          await deliver(transaction, queued, requeue.delaySeconds);
          return queued;
        }
        return repository.endRun(transaction, lease, {
          state: 'cancelled',
          endedAt: now(),
          progress: null,
          message: null,
          error: null,
          traceback: null,
          result: null,
        });
      });
      if (row !== undefined) announce(row);
      return row;
    },

    async redeliver(run: Pick<RunRow, 'id' | 'delivery_id'>): Promise<RunRow | undefined> {
      return kysely.transaction().execute(async (transaction) => {
        const row = await repository.replaceDelivery(transaction, {
          id: run.id,
          lostDeliveryId: run.delivery_id,
          deliveryId: randomUUID(),
        });
        if (row !== undefined) await deliver(transaction, row, 0);
        return row;
      });
    },

    async cancel(id: string): Promise<RunRow | undefined> {
      const row = await repository.requestCancel(kysely, id, now());
      if (row === undefined) return undefined;
      announce(row);
      if (row.state === 'running') {
        events.publish({ channel: 'jobs', type: 'job.cancel-requested', payload: { id } });
      }
      return row;
    },
  };
}
