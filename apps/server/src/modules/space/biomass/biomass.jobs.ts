import { z } from 'zod';
import { defineJob, type Job, type JobContext, usualRetries } from '../../../platform/jobs/jobs.ts';

export const biomassJobName = 'biomass.run';

const runInput = z.object({ days: z.number().int(), requestedBy: z.string() });
export type RunInput = z.infer<typeof runInput>;

/** The background work of biomass: each calculation, the one that new fields ask for, and forgetting old ones. */
export function biomassJobs(work: {
  run(input: RunInput, job: JobContext): Promise<unknown>;
  runDue(): Promise<boolean>;
  forget(): Promise<number>;
}): readonly Job[] {
  return [
    defineJob({
      name: biomassJobName,
      label: 'Cálculo da biomassa',
      input: runInput,
      retry: { limit: usualRetries, delaySeconds: 30, backoff: true },
      timeoutSeconds: 900,
      // A calculation keeps one core busy.
      concurrency: 1,
      key: () => 'biomassa',
      run: (input, job) => work.run(input, job),
    }),
    defineJob({
      name: 'biomass.run-due',
      label: 'Recálculo da biomassa quando chegam campos',
      input: z.object({}),
      schedule: { cron: '*/15 * * * *', input: {} },
      retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
      timeoutSeconds: 300,
      key: () => 'todos',
      run: async () => ({ begun: await work.runDue() }),
    }),
    defineJob({
      name: 'biomass.forget-runs',
      label: 'Limpeza de cálculos antigos da biomassa',
      input: z.object({}),
      schedule: { cron: '20 3 * * *', input: {} },
      retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
      timeoutSeconds: 600,
      key: () => 'todos',
      run: async () => ({ runs: await work.forget() }),
    }),
  ];
}
