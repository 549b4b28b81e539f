import { baselineIds } from '@kianda/contract/sea/limits/limits.contract';
import { z } from 'zod';
import { defineJob, type Job, type JobContext, usualRetries } from '../../../platform/jobs/jobs.ts';

export const drawJobName = 'limits.draw';

/** `requestedBy`: name of the account that asked. */
export const drawInput = z.object({ baseline: z.enum(baselineIds), requestedBy: z.string() });
export type DrawInput = z.infer<typeof drawInput>;

/** `refusal`: why it drew nothing, for a person to act on. */
export const drawResult = z.object({ refusal: z.string().nullable() });

/** Drawing of the maritime limits: one at a time. */
export function limitJobs(
  draw: (input: DrawInput, job: JobContext) => Promise<z.infer<typeof drawResult>>,
): readonly Job[] {
  return [
    defineJob({
      name: drawJobName,
      label: 'Desenho dos limites marítimos',
      input: drawInput,
      retry: { limit: usualRetries, delaySeconds: 30, backoff: true },
      timeoutSeconds: 900,
      concurrency: 1,
      key: () => 'limites',
      run: (input, job) => draw(input, job),
    }),
  ];
}
