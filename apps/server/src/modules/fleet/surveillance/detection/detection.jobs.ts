import { z } from 'zod';
import { defineJob, type Job, usualRetries } from '../../../../platform/jobs/jobs.ts';

/** Finds again, every five minutes, what the cycles after each arrival of positions may have missed. */
export function detectionJob(detect: (signal: AbortSignal) => Promise<Readonly<Record<string, number>>>): Job {
  return defineJob({
    name: 'surveillance.detect',
    label: 'Deteção de eventos de embarcações',
    input: z.object({}),
    schedule: { cron: '*/5 * * * *', input: {} },
    retry: { limit: usualRetries, delaySeconds: 30, backoff: true },
    timeoutSeconds: 900,
    concurrency: 1,
    key: () => 'detect',
    run: (_input, job) => detect(job.signal),
  });
}
