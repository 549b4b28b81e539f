import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import type { jobRunResource } from '@kianda/contract/operations/tasks/tasks.resource';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { type Conditions, conditionOf, containing, type ListPage, listPage } from '../db/list-query.ts';
import type { RunRow } from './jobs.repository.ts';
import type { JobRun } from './jobs.ts';

type Filters = FilterValues<typeof jobRunResource>;
type Sort = SortOf<typeof jobRunResource>;
export type RunPage = ListPage<Filters, Sort>;

const sorts: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  asked: sql`created_at`,
  state: sql`array_position(ARRAY['queued', 'running', 'succeeded', 'failed', 'cancelled'], state)`,
  wait: sql`started_at - created_at`,
  duration: sql`CASE WHEN started_at IS NOT NULL THEN ended_at - started_at END`,
  attempt: sql`attempt`,
  trigger: sql`trigger`,
  key: sql`key`,
  name: sql`name`,
};

const conditions: Conditions<Filters> = {
  search: (text) => (text === '' ? null : sql`concat_ws(' ', name, key, message, error) ILIKE ${containing(text)}`),
  state: (state) => sql`state = ${state}`,
  trigger: (trigger) => sql`trigger = ${trigger}`,
  from: (from) => sql`created_at >= ${new Date(from)}`,
  to: (to) => sql`created_at <= ${new Date(to)}`,
};

/** Runs as a list, each as `view` shows it: one page in order, and how many there are. */
export async function runPage(db: QueryExecutorProvider, page: RunPage, view: (run: RunRow) => JobRun) {
  const { rows, total } = await listPage<RunRow>(db, {
    from: sql`jobs.job_runs`,
    where: conditionOf(conditions, page.filters),
    by: sorts[page.sort],
    tie: sql`id`,
    page,
  });
  return { runs: rows.map(view), total };
}
