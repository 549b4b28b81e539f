import { type ColumnType, type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Instance } from './instance.ts';
import type { JobState } from './jobs.ts';

type Json = ColumnType<unknown, string, string | null>;
type DefaultNow = ColumnType<Date, Date | undefined, Date>;

export type JobTables = {
  'jobs.job_runs': {
    id: string;
    name: string;
    key: string;
    state: JobState;
    progress: number | null;
    message: string | null;
    error: string | null;
    traceback: string | null;
    attempt: ColumnType<number, number | undefined, number>;
    failures: ColumnType<number, number | undefined, number>;
    recoveries: ColumnType<number, number | undefined, number>;
    input: Json;
    result: ColumnType<unknown, string | null | undefined, string | null>;
    trigger: string;
    actor_id: string | null;
    created_at: Date;
    started_at: Date | null;
    ended_at: Date | null;
    cancel_requested_at: Date | null;
    delivery_id: string;
    deliver_after: DefaultNow;
    lease: string | null;
    heartbeat_at: Date | null;
    instance: string | null;
    machine: string | null;
    pid: number | null;
    settled_at: Date | null;
  };
  'jobs.workers': {
    instance: string;
    machine: string;
    pid: number;
    started_at: DefaultNow;
    heartbeat_at: DefaultNow;
    load_average: number[];
    slots: number;
  };
  /** The queue's own table: read only, to see whether a delivery is still on its way. */
  'pgboss.job': { id: string; name: string; state: string; start_after: Date; started_on: Date | null };
};

export type RunRow = Selectable<JobTables['jobs.job_runs']>;
export type NewRun = Insertable<JobTables['jobs.job_runs']>;
export type JobDatabase = Kysely<JobTables> | Transaction<JobTables>;

const table = 'jobs.job_runs';
/** Time of the database: leases are compared between machines, whose clocks differ. */
const databaseNow = sql<Date>`clock_timestamp()`;
const secondsFromNow = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;

/** False when the run exists already, or another of its name and key is queued or running. */
export async function insertRun(db: JobDatabase, run: NewRun): Promise<RunRow | undefined> {
  return db
    .insertInto(table)
    .values(run)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Takes a queued run under a lease; undefined when the delivery is out of date. */
export async function claimRun(
  db: JobDatabase,
  claim: { id: string; deliveryId: string; lease: string; instance: Instance; startedAt: Date },
): Promise<RunRow | undefined> {
  return db
    .updateTable(table)
    .set((eb) => ({
      state: 'running',
      lease: claim.lease,
      heartbeat_at: databaseNow,
      instance: claim.instance.id,
      machine: claim.instance.machine,
      pid: claim.instance.pid,
      attempt: eb('attempt', '+', 1),
      started_at: eb.fn.coalesce('started_at', eb.val(claim.startedAt)),
      progress: null,
      message: null,
    }))
    .where('id', '=', claim.id)
    .where('delivery_id', '=', claim.deliveryId)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst();
}

/** Leases among those given that still hold, with whether cancellation was asked for. */
export async function renewLeases(
  db: JobDatabase,
  leases: readonly string[],
): Promise<readonly { lease: string | null; cancel_requested_at: Date | null }[]> {
  return db
    .updateTable(table)
    .set({ heartbeat_at: databaseNow })
    .where('lease', 'in', leases)
    .returning(['lease', 'cancel_requested_at'])
    .execute();
}

/** False when the lease was lost. */
export async function writeProgress(
  db: JobDatabase,
  lease: string,
  progress: { progress: number | null; message: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable(table).set(progress).where('lease', '=', lease).executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type Ending = {
  readonly state: 'succeeded' | 'failed' | 'cancelled';
  readonly endedAt: Date;
  readonly progress: number | null;
  readonly message: string | null;
  readonly error: string | null;
  readonly traceback: string | null;
  /** JSON text. */
  readonly result: string | null;
};

/** Undefined when the lease was lost meanwhile: then another one decides the outcome. */
export async function endRun(db: JobDatabase, lease: string, ending: Ending): Promise<RunRow | undefined> {
  return db
    .updateTable(table)
    .set({
      state: ending.state,
      ended_at: ending.endedAt,
      progress: ending.progress,
      message: ending.message,
      error: ending.error,
      traceback: ending.traceback,
      result: ending.result,
      lease: null,
    })
    .where('lease', '=', lease)
    .returningAll()
    .executeTakeFirst();
}

export type Requeue = {
  readonly deliveryId: string;
  readonly delaySeconds: number;
  readonly error: string | null;
  readonly reason: 'failure' | 'orphan' | 'shutdown';
};

/** Gives a leased run back to the queue; undefined when the lease was lost or cancellation was asked for. */
export async function requeueRun(db: JobDatabase, lease: string, requeue: Requeue): Promise<RunRow | undefined> {
  return db
    .updateTable(table)
    .set((eb) => ({
      state: 'queued',
      lease: null,
      delivery_id: requeue.deliveryId,
      deliver_after: secondsFromNow(requeue.delaySeconds),
      failures: eb('failures', '+', requeue.reason === 'failure' ? 1 : 0),
      recoveries: eb('recoveries', '+', requeue.reason === 'orphan' ? 1 : 0),
      ...(requeue.error === null ? {} : { error: requeue.error }),
    }))
    .where('lease', '=', lease)
    .where('cancel_requested_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Replaces a delivery that got lost; undefined when the run moved on meanwhile. */
export async function replaceDelivery(
  db: JobDatabase,
  run: { id: string; lostDeliveryId: string; deliveryId: string },
): Promise<RunRow | undefined> {
  return db
    .updateTable(table)
    .set({ delivery_id: run.deliveryId, deliver_after: databaseNow })
    .where('id', '=', run.id)
    .where('delivery_id', '=', run.lostDeliveryId)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst();
}

export type RunningRun = Pick<RunRow, 'id' | 'lease' | 'instance' | 'machine' | 'pid' | 'recoveries'> & {
  readonly silent: boolean;
};

/** Every running run, and whether its heartbeat is older than `silentSeconds`. */
export async function runningRuns(db: JobDatabase, silentSeconds: number): Promise<readonly RunningRun[]> {
  return db
    .selectFrom(table)
    .select(['id', 'lease', 'instance', 'machine', 'pid', 'recoveries'])
    .select(sql<boolean>`heartbeat_at < clock_timestamp() - make_interval(secs => ${silentSeconds})`.as('silent'))
    .where('state', '=', 'running')
    .execute();
}

/** Queued runs, due for `overdueSeconds`, whose message is no longer on its way to a worker. */
export async function undeliveredRuns(
  db: JobDatabase,
  overdueSeconds: number,
): Promise<readonly Pick<RunRow, 'id' | 'delivery_id'>[]> {
  const overdue = sql<Date>`clock_timestamp() - make_interval(secs => ${overdueSeconds})`;
  return db
    .selectFrom('jobs.job_runs as run')
    .leftJoin('pgboss.job as delivery', (join) =>
      join.onRef('delivery.name', '=', 'run.name').onRef('delivery.id', '=', 'run.delivery_id'),
    )
    .select(['run.id', 'run.delivery_id'])
    .where('run.state', '=', 'queued')
    .where('run.deliver_after', '<', overdue)
    .where((eb) =>
      eb.or([
        eb('delivery.id', 'is', null),
        // The queue's enumeration type: compared as text, in whatever order it declares its values.
        eb(sql<string>`delivery.state::text`, 'in', ['completed', 'cancelled', 'failed']),
        // Fetched long ago and never claimed: its worker died in between.
        eb.and([eb(sql<string>`delivery.state::text`, '=', 'active'), eb('delivery.started_on', '<', overdue)]),
      ]),
    )
    .execute();
}

/** Ends a queued run, or marks a running one; undefined when it has ended or does not exist. */
export async function requestCancel(db: Kysely<JobTables>, id: string, at: Date): Promise<RunRow | undefined> {
  return db.transaction().execute(async (transaction) => {
    const run = await transaction.selectFrom(table).select('state').where('id', '=', id).forUpdate().executeTakeFirst();
    if (run === undefined || (run.state !== 'queued' && run.state !== 'running')) return undefined;
    return transaction
      .updateTable(table)
      .set(
        run.state === 'queued'
          ? { state: 'cancelled', ended_at: at, cancel_requested_at: at }
          : (eb) => ({ cancel_requested_at: eb.fn.coalesce('cancel_requested_at', eb.val(at)) }),
      )
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
  });
}

export async function recentRuns(
  db: JobDatabase,
  filter: { name?: string; limit: number },
): Promise<readonly RunRow[]> {
  let query = db.selectFrom(table).selectAll().orderBy('created_at', 'desc').orderBy('id').limit(filter.limit);
  if (filter.name !== undefined) query = query.where('name', '=', filter.name);
  return query.execute();
}

export async function findRun(db: JobDatabase, id: string): Promise<RunRow | undefined> {
  return db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
}

/** False when there is no such run, or it is queued or running: those are never removed. */
export async function removeEndedRun(db: JobDatabase, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('id', '=', id)
    .where('state', 'in', ['succeeded', 'failed', 'cancelled'])
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes runs that ended before an instant, at most `limit`; the newest of each job stays. Resolves to how many. */
export async function removeEndedRuns(db: JobDatabase, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('jobs.job_runs as old')
        .select('old.id')
        .where('old.ended_at', '<', before)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('jobs.job_runs as newer')
              .select('newer.id')
              .whereRef('newer.name', '=', 'old.name')
              .whereRef('newer.created_at', '>', 'old.created_at'),
          ),
        )
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Worker processes that have not been heard of for this long are forgotten. */
const workerForgottenSeconds = 86_400;

export async function writeWorker(
  db: JobDatabase,
  worker: Pick<JobTables['jobs.workers'], 'instance' | 'machine' | 'pid' | 'load_average' | 'slots'>,
): Promise<void> {
  await db
    .insertInto('jobs.workers')
    .values(worker)
    .onConflict((conflict) =>
      conflict.column('instance').doUpdateSet({ heartbeat_at: databaseNow, load_average: worker.load_average }),
    )
    .execute();
  await db.deleteFrom('jobs.workers').where('heartbeat_at', '<', secondsFromNow(-workerForgottenSeconds)).execute();
}

export async function removeWorker(db: JobDatabase, instance: string): Promise<void> {
  await db.deleteFrom('jobs.workers').where('instance', '=', instance).execute();
}

/** Names of the queues that have a message to take now. */
export async function dueQueues(kysely: JobDatabase): Promise<readonly string[]> {
  const rows = await kysely
    .selectFrom('pgboss.job')
    .select('name')
    .distinct()
    .where(sql<boolean>`state < 'active' and start_after <= now()`)
    .execute();
  return rows.map(({ name }) => name);
}
