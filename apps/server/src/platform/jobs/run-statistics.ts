import { type Kysely, sql } from 'kysely';
import type { JobTables } from './jobs.repository.ts';
import { type JobRunStatistics, runtimeBounds } from './jobs.ts';

type Row = Omit<JobRunStatistics, 'worker'> & { readonly machine: string; readonly pid: number };

/** Counts of the runs by job and living process. */
export async function readRunStatistics(kysely: Kysely<JobTables>): Promise<readonly Row[]> {
  const seconds = sql`extract(epoch from run.ended_at - run.started_at)`;
  const ended = (state: string) => sql`(count(*) filter (where run.state = ${state}))::integer`;
  const classes = runtimeBounds.map(
    (bound) => sql`count(*) filter (where run.state = 'succeeded' and ${seconds} <= ${bound}::float8)`,
  );
  const { rows } = await sql<Row>`
    select run.name, worker.machine, worker.pid,
      count(*)::integer as started,
      coalesce(sum(greatest(run.attempt - 1, 0)), 0)::integer as retried,
      ${ended('succeeded')} as succeeded, ${ended('failed')} as failed, ${ended('cancelled')} as cancelled,
      array[${sql.join(classes)}]::integer[] as "atMost",
      coalesce(sum(${seconds}) filter (where run.state = 'succeeded'), 0)::float8 as "runtimeSeconds"
    from jobs.workers as worker join jobs.job_runs as run on run.instance = worker.instance
    where run.started_at is not null
    group by run.name, worker.machine, worker.pid
    order by run.name, worker.machine, worker.pid`.execute(kysely);
  return rows;
}
