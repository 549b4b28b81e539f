import { z } from 'zod';
import { defineJob, type Job, type JobContext, usualRetries } from '../../../../platform/jobs/jobs.ts';

export const batchJobName = 'studies.batch';
const batchInput = z.object({ batchId: z.uuid() });

const timeoutSeconds = 1_800;

/** The background work of batches: a species after the other, for as long as it goes on. */
export function batchJobs(run: (batchId: string, job: JobContext) => Promise<unknown>): readonly Job[] {
  return [
    defineJob({
      name: batchJobName,
      label: 'Lote de estudos de espécies',
      input: batchInput,
      retry: { limit: usualRetries, delaySeconds: 30, backoff: true },
      timeoutSeconds,
      limitsSilence: true,
      // A batch keeps one core busy.
      concurrency: 1,
      key: ({ batchId }) => batchId,
      run: ({ batchId }, job) => run(batchId, job),
    }),
  ];
}
