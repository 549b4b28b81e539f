import { derivedProductSchema } from '@kianda/contract/sea/ocean/derived.contract';
import { z } from 'zod';
import { defineJob, type Job, usualRetries } from '../../../../platform/jobs/jobs.ts';
import type { createDeriver } from './derive.ts';

export const deriveJobName = 'ocean.derive';

const input = z.object({ product: derivedProductSchema.optional(), again: z.boolean().default(false) });

/** Computes what new or revised data made out of date. Seldom anything: then it costs a few queries. */
export function deriveJob(derive: ReturnType<typeof createDeriver>): Job {
  return defineJob({
    name: deriveJobName,
    label: 'Produtos oceânicos derivados',
    input,
    schedule: { cron: '*/5 * * * *', input: { again: false } },
    retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
    timeoutSeconds: 900,
    concurrency: 1,
    key: () => 'derive',
    run: (given, job) => derive({ product: given.product, again: given.again }, job),
  });
}
