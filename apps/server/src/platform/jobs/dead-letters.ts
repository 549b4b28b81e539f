import { type Kysely, sql } from 'kysely';
import type { JobTables } from './jobs.repository.ts';
import type { JobMonitor } from './jobs.ts';

/** Two failures are one cause when they differ in numbers and identifiers alone. */
export const failurePattern = sql<string>`regexp_replace(coalesce(error, ''), '[0-9a-f]{8}-[0-9a-f-]{27}|[0-9]+', '#', 'g')`;

/** As many as one act settles: the rest waits for the next. */
const mostAtOnce = 1_000;

/** Failed runs that wait for a person. */
export function createDeadLetters(kysely: Kysely<JobTables>): Pick<JobMonitor, 'deadLetters' | 'settle'> {
  return {
    deadLetters: ({ name, pattern }) =>
      kysely
        .selectFrom('jobs.job_runs')
        .select(['id', 'key', 'input'])
        .where('state', '=', 'failed')
        .where('settled_at', 'is', null)
        .where('name', '=', name)
        .where(failurePattern, '=', pattern)
        .orderBy('ended_at', 'desc')
        .orderBy('id')
        .limit(mostAtOnce)
        .execute(),

    async settle(runIds, at) {
      if (runIds.length === 0) return 0;
      const { numUpdatedRows } = await kysely
        .updateTable('jobs.job_runs')
        .set({ settled_at: at })
        .where('id', 'in', [...runIds])
        .where('state', '=', 'failed')
        .where('settled_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },
  };
}
