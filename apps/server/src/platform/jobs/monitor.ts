import { type ExpressionBuilder, type Kysely, type OperandExpression, type SqlBool, sql } from 'kysely';
import { createDeadLetters, failurePattern } from './dead-letters.ts';
import type { JobTables, RunRow } from './jobs.repository.ts';
import type {
  FailureGroup,
  Job,
  JobFilter,
  JobMonitor,
  JobState,
  JobTypeCounts,
  JobWorkerProcess,
  MonitoredRun,
} from './jobs.ts';
import { readLatency } from './latency.ts';
import { readRunStatistics } from './run-statistics.ts';
import type { Transitions } from './transitions.ts';

/** A worker that has been silent for longer does not live any more: it writes every 5 s. */
const silentSeconds = 20;

const sortColumns = { created: 'created_at', started: 'started_at', name: 'name', state: 'state' } as const;

type Context = {
  readonly kysely: Kysely<JobTables>;
  readonly jobs: ReadonlyMap<string, Job>;
  readonly transitions: Pick<Transitions, 'detail'>;
};

/** Reads of the queue for its operators: search, counts, processes, failures by cause. */
export function createJobMonitor(context: Context): JobMonitor {
  const { kysely, jobs } = context;
  // Modules register their jobs after this monitor is made, so that the list is read each time.
  const routine = () => [...jobs.values()].filter(isRoutine);
  return {
    get routine() {
      return routine().map(({ label }) => label);
    },
    outcomes: (since) =>
      countOutcomes(
        kysely,
        since,
        routine().map(({ name }) => name),
      ),
    pending: () => countPending(kysely),
    get known() {
      return [...jobs.values()].map(({ name, label }) => ({ name, label }));
    },
    search: (filter) => searchRuns(context, filter),
    async run(id) {
      const row = await kysely.selectFrom('jobs.job_runs').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : monitored(context, row);
    },
    types: () => countByType(context),
    workers: () => listWorkers(kysely),
    ...createDeadLetters(kysely),
    async latency(since, now) {
      const rows = await readLatency(kysely, since, now);
      return rows.map((row) => ({ ...row, label: labelOf(context, row.name) }));
    },
    async statistics() {
      const rows = await readRunStatistics(kysely);
      return rows.map(({ machine, pid, ...row }) => ({ ...row, worker: workerName(machine, pid) }));
    },
    failures: (limit) => groupFailures(context, limit),
  };
}

function labelOf({ jobs }: Context, name: string): string {
  return jobs.get(name)?.label ?? name;
}

function monitored({ jobs, transitions }: Context, run: RunRow): MonitoredRun {
  return {
    ...transitions.detail(run),
    retryLimit: jobs.get(run.name)?.retry.limit ?? 0,
    worker: run.machine === null || run.pid === null ? null : workerName(run.machine, run.pid),
  };
}

async function searchRuns(
  context: Context,
  filter: JobFilter,
): Promise<{ runs: readonly MonitoredRun[]; total: number }> {
  const matching = context.kysely.selectFrom('jobs.job_runs').where((eb) => eb.and(conditions(eb, filter)));
  const direction = filter.descending === false ? 'asc' : 'desc';
  const rows = await matching
    .selectAll()
    .orderBy(sortColumns[filter.sort ?? 'created'], (order) =>
      direction === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast(),
    )
    .orderBy('id')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const { total } = await matching.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  return { runs: rows.map((row) => monitored(context, row)), total: Number(total) };
}

/** Whether a schedule runs a job every minute, or every ten at most. */
function isRoutine({ schedule }: Job): boolean {
  return schedule !== undefined && /^\*(\/([1-9]|10))? \* \* \* \*$/.test(schedule.cron);
}

async function countOutcomes(kysely: Kysely<JobTables>, since: Date, routine: readonly string[]) {
  const ended = (state: JobState) => sql<number>`count(*) filter (where state = ${state})::int`;
  let query = kysely
    .selectFrom('jobs.job_runs')
    .select([ended('succeeded').as('succeeded'), ended('failed').as('failed'), ended('cancelled').as('cancelled')])
    .where('created_at', '>=', since);
  if (routine.length > 0) query = query.where('name', 'not in', [...routine]);
  return query.executeTakeFirstOrThrow();
}

function countPending(kysely: Kysely<JobTables>) {
  const inState = (state: JobState) => sql<number>`count(*) filter (where state = ${state})::int`;
  return kysely
    .selectFrom('jobs.job_runs')
    .select([inState('queued').as('queued'), inState('running').as('running')])
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
}

async function countByType(context: Context): Promise<readonly JobTypeCounts[]> {
  const rows = await context.kysely
    .selectFrom('jobs.job_runs')
    .select(['name', 'state', ({ fn }) => fn.countAll<string>().as('runs')])
    .select(sql<string>`count(*) filter (where attempt > 1)`.as('retried'))
    .groupBy(['name', 'state'])
    .execute();
  const byName = Map.groupBy(rows, (row) => row.name);
  return [...new Set([...context.jobs.keys(), ...byName.keys()])].toSorted().map((name) => {
    const ofName = byName.get(name) ?? [];
    const count = (state: JobState) => Number(ofName.find((row) => row.state === state)?.runs ?? 0);
    return {
      name,
      label: labelOf(context, name),
      counts: {
        queued: count('queued'),
        running: count('running'),
        succeeded: count('succeeded'),
        failed: count('failed'),
        cancelled: count('cancelled'),
      },
      retried: ofName.reduce((sum, row) => sum + Number(row.retried), 0),
    };
  });
}

async function listWorkers(kysely: Kysely<JobTables>): Promise<readonly JobWorkerProcess[]> {
  const counted = (state: JobState) => sql<string>`count(run.id) filter (where run.state = ${state})`;
  const rows = await kysely
    .selectFrom('jobs.workers as worker')
    .leftJoin('jobs.job_runs as run', 'run.instance', 'worker.instance')
    .selectAll('worker')
    .select(sql<boolean>`worker.heartbeat_at > clock_timestamp() - make_interval(secs => ${silentSeconds})`.as('alive'))
    .select([
      counted('running').as('active'),
      counted('succeeded').as('succeeded'),
      counted('failed').as('failed'),
      counted('cancelled').as('cancelled'),
    ])
    .groupBy('worker.instance')
    .orderBy('worker.started_at')
    .execute();
  return rows.map((row) => ({
    name: workerName(row.machine, row.pid),
    pid: row.pid,
    alive: row.alive,
    startedAt: row.started_at.toISOString(),
    heartbeatAt: row.heartbeat_at.toISOString(),
    loadAverage: row.load_average,
    slots: row.slots,
    active: Number(row.active),
    outcomes: {
      succeeded: Number(row.succeeded),
      failed: Number(row.failed),
      cancelled: Number(row.cancelled),
    },
  }));
}

async function groupFailures(context: Context, limit: number): Promise<readonly FailureGroup[]> {
  const rows = await context.kysely
    .selectFrom('jobs.job_runs')
    .select(['name', failurePattern.as('pattern'), ({ fn }) => fn.countAll<string>().as('failures')])
    .select(sql<string>`(array_agg(id order by ended_at desc))[1]`.as('lastRunId'))
    .select(sql<string>`(array_agg(coalesce(error, '') order by ended_at desc))[1]`.as('lastError'))
    .select(({ fn }) => fn.max('ended_at').as('lastFailedAt'))
    .where('state', '=', 'failed')
    .where('settled_at', 'is', null)
    .where('ended_at', 'is not', null)
    .groupBy(['name', 'pattern'])
    .orderBy('lastFailedAt', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ lastFailedAt, failures, ...row }): FailureGroup[] => {
    if (lastFailedAt === null) return [];
    const label = labelOf(context, row.name);
    return [{ ...row, label, failures: Number(failures), lastFailedAt: lastFailedAt.toISOString() }];
  });
}

/** `host-pid`, by which people distinguish processes; `machine` begins with the host's name. */
function workerName(machine: string, pid: number): string {
  return `${machine.split(' ')[0] ?? machine}-${pid}`;
}

function conditions(
  eb: ExpressionBuilder<JobTables, 'jobs.job_runs'>,
  filter: JobFilter,
): OperandExpression<SqlBool>[] {
  const all: OperandExpression<SqlBool>[] = [eb.lit<boolean>(true)];
  if (filter.name !== undefined) all.push(eb('name', '=', filter.name));
  if (filter.states !== undefined) {
    all.push(filter.states.length === 0 ? eb.lit<boolean>(false) : eb('state', 'in', [...filter.states]));
  }
  if (filter.createdFrom !== undefined) all.push(eb('created_at', '>=', filter.createdFrom));
  if (filter.createdTo !== undefined) all.push(eb('created_at', '<=', filter.createdTo));
  if (filter.worker !== undefined) {
    all.push(sql<boolean>`split_part(machine, ' ', 1) || '-' || pid = ${filter.worker}`);
  }
  for (const word of (filter.search ?? '').split(/\s+/).filter((text) => text !== '')) {
    const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
    all.push(
      sql<boolean>`concat_ws(' ', id::text, name, key, input::text, result::text, error, message) ilike ${pattern}`,
    );
  }
  return all;
}
