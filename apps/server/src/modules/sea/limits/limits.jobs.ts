import { baselineIds } from '@kianda/contract/sea/limits/limits.contract';
import { z } from 'zod';
import { defineJob, type Job, type JobContext, usualRetries } from '../../../platform/jobs/jobs.ts';

export const drawJobName = 'limits.draw';

/** `requestedBy`: name of the account that asked. */
export const drawInput = z.object({ baseline: z.enum(baselineIds), requestedBy: z.string() });
export type DrawInput = z.infer<typeof drawInput>;

/** `refusal`: why it drew nothing, for a person to act on. */
export const drawResult = z.object({ refusal: z.string().nullable() });

type LimitWork = {
  draw(input: DrawInput, job: JobContext): Promise<z.infer<typeof drawResult>>;
  /** Asks for a drawing where none was ever asked for, and says whether it did. */
  drawFirst(): Promise<boolean>;
};

/** Drawing of the maritime limits, one at a time; the first of a platform is asked for by nobody. */
export function limitJobs(limits: LimitWork): readonly Job[] {
  return [
    defineJob({
      name: drawJobName,
      label: 'Desenho dos limites marítimos',
      input: drawInput,
      retry: { limit: usualRetries, delaySeconds: 30, backoff: true },
      timeoutSeconds: 900,
      concurrency: 1,
      key: () => 'limites',
      run: (input, job) => limits.draw(input, job),
    }),
    defineJob({
      name: 'limits.draw-first',
      label: 'Primeiro desenho dos limites marítimos',
      input: z.object({}),
      schedule: { cron: '*/5 * * * *', input: {} },
      retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
      timeoutSeconds: 60,
      key: () => 'limites',
      run: async () => ({ asked: await limits.drawFirst() }),
    }),
  ];
}
