import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Clock } from '../clock/clock.ts';
import type { EventBus } from '../events/events.ts';
import type { JobTables, NewRun, RunRow } from './jobs.repository.ts';
import * as repository from './jobs.repository.ts';
import { type Job, type JobRun, type JobRunDetail, priorityOf } from './jobs.ts';

/** A message of the queue: a run to begin, or a scheduled instant that is to become a run. */
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
export function deliveryOptions(job: Pick<Job, 'timeoutSeconds' | 'limitsSilence'>) {
  const longestSeconds = Math.ceil(job.timeoutSeconds) + deliverySlackSeconds;
  return {
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: false,
    // Nobody knows how long work may go on that is only ended for its silence.
    expireInSeconds:
      job.limitsSilence === true ? longestDeliverySeconds : Math.min(longestDeliverySeconds, longestSeconds),
    deleteAfterSeconds: 3600,
  };
}

export type Transitions = ReturnType<typeof createTransitions>;

type Context = {
  readonly kysely: Kysely<JobTables>;
  readonly boss: PgBoss;
  readonly jobs: ReadonlyMap<string, Job>;
  readonly clock: Clock;
  readonly events: EventBus;
};

type RequestedRun = Omit<NewRun, 'state' | 'created_at' | 'delivery_id'>;
type Claim = Omit<Parameters<typeof repository.claimRun>[1], 'startedAt'>;
type Requeue = Omit<repository.Requeue, 'deliveryId'>;

/** Changes of a run's state: row, message in the queue and event together, so that none exists without the others. */
export function createTransitions(context: Context) {
  return {
    view: (run: RunRow): JobRun => viewOf(context, run),
    detail: (run: RunRow): JobRunDetail => ({
      ...viewOf(context, run),
      actorId: run.actor_id,
      input: run.input,
      result: run.result,
      traceback: run.traceback,
    }),
    /** Undefined when a run of the key is queued or running. */
    enqueue: (run: RequestedRun) => enqueue(context, run),
    /** A scheduled instant becomes a run that its own message begins. A repeated message adds nothing. */
    adopt: (run: RequestedRun) => adopt(context, run),
    claim: (claim: Claim) =>
      announced(context, repository.claimRun(context.kysely, { ...claim, startedAt: nowOf(context) })),
    end: (lease: string, ending: Omit<repository.Ending, 'endedAt'>) =>
      announced(context, repository.endRun(context.kysely, lease, { ...ending, endedAt: nowOf(context) })),
    /** Back to the queue, or to its end when its cancellation was requested. Undefined when the lease was lost. */
    requeue: (lease: string, requeue: Requeue) => announced(context, requeueOrCancel(context, lease, requeue)),
    redeliver: (run: Pick<RunRow, 'id' | 'delivery_id'>) => redeliver(context, run),
    cancel: (id: string) => cancel(context, id),
  };
}

const nowOf = ({ clock }: Context) => new Date(clock.nowMs());

function viewOf({ jobs }: Context, run: RunRow): JobRun {
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

function announce(context: Context, run: RunRow): void {
  context.events.publish({ channel: 'jobs', type: 'job.state', payload: { ...viewOf(context, run) } });
}

/** Publishes the new state of a run once it is stored. */
async function announced(context: Context, change: Promise<RunRow | undefined>): Promise<RunRow | undefined> {
  const row = await change;
  if (row !== undefined) announce(context, row);
  return row;
}

async function deliver(
  { boss, jobs }: Context,
  transaction: Transaction<JobTables>,
  run: RunRow,
  delaySeconds: number,
): Promise<void> {
  const delivery: Delivery = { kind: 'run', runId: run.id };
  await boss.send(run.name, delivery, {
    ...deliveryOptions(jobs.get(run.name) ?? { timeoutSeconds: longestDeliverySeconds }),
    id: run.delivery_id,
    priority: priorityOf(run),
    startAfter: delaySeconds,
    db: fromKysely(transaction),
  });
}

async function enqueue(context: Context, run: RequestedRun): Promise<RunRow | undefined> {
  const queued = context.kysely.transaction().execute(async (transaction) => {
    const row = await repository.insertRun(transaction, {
      ...run,
      state: 'queued',
      created_at: nowOf(context),
      delivery_id: randomUUID(),
    });
    if (row !== undefined) await deliver(context, transaction, row, 0);
    return row;
  });
  return announced(context, queued);
}

async function adopt(context: Context, run: RequestedRun): Promise<void> {
  const created_at = nowOf(context);
  await announced(
    context,
    repository.insertRun(context.kysely, { ...run, state: 'queued', created_at, delivery_id: run.id }),
  );
}

async function requeueOrCancel(context: Context, lease: string, requeue: Requeue): Promise<RunRow | undefined> {
  return context.kysely.transaction().execute(async (transaction) => {
    const queued = await repository.requeueRun(transaction, lease, { ...requeue, deliveryId: randomUUID() });
    if (queued !== undefined) {
      await deliver(context, transaction, queued, requeue.delaySeconds);
      return queued;
    }
    return repository.endRun(transaction, lease, {
      state: 'cancelled',
      endedAt: nowOf(context),
      progress: null,
      message: null,
      error: null,
      traceback: null,
      result: null,
    });
  });
}

async function redeliver(
  context: Context,
  { id, delivery_id: lostDeliveryId }: Pick<RunRow, 'id' | 'delivery_id'>,
): Promise<RunRow | undefined> {
  return context.kysely.transaction().execute(async (transaction) => {
    const row = await repository.replaceDelivery(transaction, { id, lostDeliveryId, deliveryId: randomUUID() });
    if (row !== undefined) await deliver(context, transaction, row, 0);
    return row;
  });
}

async function cancel(context: Context, id: string): Promise<RunRow | undefined> {
  const row = await announced(context, repository.requestCancel(context.kysely, id, nowOf(context)));
  if (row?.state === 'running') {
    context.events.publish({ channel: 'jobs', type: 'job.cancel-requested', payload: { id } });
  }
  return row;
}
