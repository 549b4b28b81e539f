import { type CoastRegion, coastRegions } from '@kianda/contract/sea/coast/coast.contract';
import { z } from 'zod';
import { defineJob, type Job, type JobContext, usualRetries } from '../../../platform/jobs/jobs.ts';

export const analyseJobName = 'coast.analyse';

/** `requestedBy`: name of the account that asked. */
export const analyseInput = z.object({
  region: z.enum(Object.keys(coastRegions) as [CoastRegion, ...CoastRegion[]]),
  survey: z.string().nullable(),
  spacing: z.number(),
  requestedBy: z.string(),
});
export type AnalyseInput = z.infer<typeof analyseInput>;

/** `refusal`: why it made nothing, for a person to act on. */
export const analyseResult = z.object({ refusal: z.string().nullable() });

type CoastWork = {
  run(input: AnalyseInput, job: JobContext): Promise<z.infer<typeof analyseResult>>;
  /** Asks for an analysis of the whole coast where a survey is stored and none was asked for; says whether it did. */
  analyseFirst(): Promise<boolean>;
};

/** Analysis of a part of the coast, one of a region at a time; the first of a platform is asked for by nobody. */
export function coastJobs(coast: CoastWork): readonly Job[] {
  return [
    defineJob({
      name: analyseJobName,
      label: 'Análise da costa',
      input: analyseInput,
      retry: { limit: usualRetries, delaySeconds: 30, backoff: true },
      timeoutSeconds: 900,
      concurrency: 1,
      key: ({ region }) => region,
      run: (input, job) => coast.run(input, job),
    }),
    defineJob({
      name: 'coast.analyse-first',
      label: 'Primeira análise da costa',
      input: z.object({}),
      schedule: { cron: '3-59/10 * * * *', input: {} },
      retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
      timeoutSeconds: 60,
      key: () => 'costa',
      run: async () => ({ asked: await coast.analyseFirst() }),
    }),
  ];
}
