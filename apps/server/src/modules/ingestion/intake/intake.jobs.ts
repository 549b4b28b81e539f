import { z } from 'zod';
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts';

/** Looks into the watched folders each minute. */
export function collectionJob(collect: (signal: AbortSignal) => Promise<void>): Job {
  return defineJob({
    name: 'intake.collect',
    label: 'Pastas vigiadas',
    input: z.object({}),
    schedule: { cron: '* * * * *', input: {} },
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    timeoutSeconds: 600,
    key: () => 'collect',
    run: async (_input, { signal }) => {
      await collect(signal);
      return {};
    },
  });
}
