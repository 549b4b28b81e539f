import { z } from 'zod';
import { defineJob, type Job, usualRetries } from '../../../platform/jobs/jobs.ts';

const retry = { limit: usualRetries, delaySeconds: 60, backoff: true } as const;

/** The background work of retention: the policies that are due, and what the stores hold at each quarter of an hour. */
export function retentionJobs(work: { cleanUp(): Promise<unknown>; lookAt(): Promise<unknown> }): readonly Job[] {
  return [
    defineJob({
      name: 'retention.cleanup',
      label: 'Retenção dos modelos: políticas que chegaram à sua hora',
      input: z.object({}),
      schedule: { cron: '12 * * * *', input: {} },
      retry,
      timeoutSeconds: 1_800,
      key: () => 'todas',
      run: () => work.cleanUp(),
    }),
    defineJob({
      name: 'retention.snapshot',
      label: 'Retenção dos modelos: medida do espaço e dos limites',
      input: z.object({}),
      schedule: { cron: '*/15 * * * *', input: {} },
      retry,
      timeoutSeconds: 300,
      key: () => 'todas',
      run: () => work.lookAt(),
    }),
  ];
}
