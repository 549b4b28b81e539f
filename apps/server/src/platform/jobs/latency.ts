import { type Kysely, sql } from 'kysely';
import type { JobTables } from './jobs.repository.ts';
import type { JobLatency } from './jobs.ts';

type Row = { readonly [K in Exclude<keyof JobLatency, 'label'>]: JobLatency[K] };

const seconds = (from: string, to: string) => sql`extract(epoch from ${sql.ref(to)} - ${sql.ref(from)})`;
const share = (fraction: number, value: ReturnType<typeof seconds>) =>
  sql<
    number | null
  >`percentile_cont(${fraction}::float8) within group (order by ${value}) filter (where started_at >= since)`;

/** Waits from request to start, and durations of what ended, per job; and what waits now. Seconds. */
export async function readLatency(kysely: Kysely<JobTables>, since: Date, now: Date): Promise<readonly Row[]> {
  const wait = seconds('created_at', 'started_at');
  const run = seconds('started_at', 'ended_at');
  const { rows } = await sql<Row>`
    select name,
      (count(*) filter (where state = 'queued'))::integer as waiting,
      -- One that waits for its next try or its hour is not late.
      extract(epoch from max(${now}::timestamptz - greatest(created_at, deliver_after))
        filter (where state = 'queued' and deliver_after <= ${now}::timestamptz))::float8 as "oldestWaitSeconds",
      (count(*) filter (where started_at >= since))::integer as begun,
      ${share(0.5, wait)} as "waitP50Seconds", ${share(0.95, wait)} as "waitP95Seconds",
      ${share(0.5, run)} as "runP50Seconds", ${share(0.95, run)} as "runP95Seconds"
    from jobs.job_runs, (select ${since}::timestamptz as since) as span
    where state in ('queued', 'running') or created_at >= since - interval '1 day'
    group by name
    order by name`.execute(kysely);
  return rows;
}
