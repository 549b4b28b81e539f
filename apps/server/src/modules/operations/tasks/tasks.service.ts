import type { DataOf, QueryOf } from '@kianda/contract';
import type { jobOutcomes, listJobRuns } from '@kianda/contract/operations/tasks/tasks.contract';
import { dayMs } from '@kianda/geo';
import type { Clock } from '../../../platform/clock/clock.ts';
import { listPageOf, pageAnswer } from '../../../platform/db/list-query.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { JobMonitor } from '../../../platform/jobs/jobs.ts';
import type { RunnableJobQueue } from '../../../platform/jobs/queue.ts';

/** Runs of background work as operators see and cancel them. */
export function createTaskService(queue: RunnableJobQueue, monitor: JobMonitor, clock: Clock) {
  /** Throws `not_found`. */
  async function find(id: string) {
    const run = await queue.get(id);
    if (run === null) throw new AppError('not_found', { detail: `Não existe a tarefa ${id}.` });
    return run;
  }

  return {
    find,
    async page(query: QueryOf<typeof listJobRuns>): Promise<DataOf<typeof listJobRuns>> {
      const { runs, total } = await queue.page(listPageOf(query));
      return pageAnswer([...runs], total, query);
    },
    list: (limit: number, name: string | undefined) => queue.list({ limit, ...(name === undefined ? {} : { name }) }),
    /** How the tasks of the last day ended, without those of routine, and how many of all wait or run. */
    async outcomes(): Promise<DataOf<typeof jobOutcomes>> {
      const [counts, pending] = await Promise.all([
        monitor.outcomes(new Date(clock.nowMs() - dayMs)),
        monitor.pending(),
      ]);
      const ended = counts.succeeded + counts.failed;
      return {
        hours: 24,
        ...counts,
        ...pending,
        percentSucceeded: ended === 0 ? null : (counts.succeeded / ended) * 100,
        routine: [...monitor.routine],
      };
    },
    /** The run as it is after the request. Throws `not_found`, and `conflict` where it has ended. */
    async cancel(id: string) {
      await find(id);
      if (!(await queue.cancel(id))) {
        throw new AppError('conflict', { detail: 'A tarefa já terminou e não pode ser cancelada.' });
      }
      return find(id);
    },
  };
}

export type TaskService = ReturnType<typeof createTaskService>;
