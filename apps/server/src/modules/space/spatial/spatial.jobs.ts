import { z } from 'zod';
import { defineJob, type Job, type JobContext } from '../../../platform/jobs/jobs.ts';
import { nightlyRetention } from '../../../platform/jobs/nightly.ts';
import type { RunResult } from './runs.service.ts';

export const analyseJobName = 'spatial.analyse';

/** The background work of spatial analyses: an analysis, and the clearing away of results that nobody shows. */
export function spatialJobs(work: {
  readonly timeoutSeconds: number;
  run(analysisId: string, job: JobContext): Promise<RunResult>;
  forget(): Promise<number>;
}): readonly Job[] {
  return [
    defineJob({
      name: analyseJobName,
      label: 'Análise espacial',
      input: z.object({ analysisId: z.uuid() }),
      // Once again after a fault that is not of the inputs; then it has failed, with the reason.
      retry: { limit: 1, delaySeconds: 1, backoff: false },
      timeoutSeconds: work.timeoutSeconds,
      key: ({ analysisId }) => analysisId,
      run: ({ analysisId }, job) => work.run(analysisId, job),
    }),
    nightlyRetention({
      ...{ name: 'spatial.retention', label: 'Limpeza de análises espaciais', minute: 50 },
      remove: () => work.forget(),
    }),
  ];
}
