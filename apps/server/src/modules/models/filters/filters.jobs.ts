import { z } from 'zod';
import { defineJob, type Job, type JobContext, usualRetries } from '../../../platform/jobs/jobs.ts';

export const runJobName = 'filters.run';

const runInput = z.object({ filterId: z.string(), revision: z.number().int(), requestedBy: z.string() });
export type RunInput = z.infer<typeof runInput>;

/** The background work of filters: their runs, those that are due, and forgetting old ones. */
export function filterJobs(work: {
  run(input: RunInput, job: JobContext): Promise<unknown>;
  runDue(): Promise<number>;
  forget(): Promise<number>;
}): readonly Job[] {
  return [
    defineJob({
      name: runJobName,
      label: 'Cálculo de um filtro preditivo',
      input: runInput,
      retry: { limit: usualRetries, delaySeconds: 30, backoff: true },
      timeoutSeconds: 600,
      // A run keeps one core busy, like a training.
      concurrency: 1,
      key: (input) => input.filterId,
      run: (input, job) => work.run(input, job),
    }),
    defineJob({
      name: 'filters.run-due',
      label: 'Filtros preditivos cujo resultado perdeu a validade',
      input: z.object({}),
      schedule: { cron: '*/5 * * * *', input: {} },
      retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
      timeoutSeconds: 300,
      key: () => 'todos',
      run: async () => ({ begun: await work.runDue() }),
    }),
    defineJob({
      name: 'filters.forget-runs',
      label: 'Limpeza de execuções antigas de filtros preditivos',
      input: z.object({}),
      schedule: { cron: '10 3 * * *', input: {} },
      retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
      timeoutSeconds: 600,
      key: () => 'todos',
      run: async () => ({ runs: await work.forget() }),
    }),
  ];
}
