import { scenarioSchema } from '@kianda/contract/models/studies/study-results';
import { z } from 'zod';
import { defineJob, type Job, type JobContext, usualRetries } from '../../../platform/jobs/jobs.ts';

export const tuneJobName = 'studies.tune';
export const mapJobName = 'studies.map';

/** `requestedBy`: name of the account that asked. */
export const tuneInput = z.object({ studyId: z.uuid(), revision: z.number().int(), requestedBy: z.string() });
export type TuneInput = z.infer<typeof tuneInput>;

export const mapInput = z.object({
  studyId: z.uuid(),
  runId: z.uuid(),
  candidate: z.number().int().min(0),
  scenario: scenarioSchema,
  requestedBy: z.string(),
});
export type MapInput = z.infer<typeof mapInput>;

/** `refusal`: why it made nothing, for a person to act on. */
export const workResult = z.object({ refusal: z.string().nullable() });
export type WorkResult = z.infer<typeof workResult>;

const timeoutSeconds = 3_600;

/** The background work of studies: tunings, maps, and the clearing away of files that became none. */
export function studyJobs(work: {
  tune(input: TuneInput, job: JobContext): Promise<WorkResult>;
  map(input: MapInput, job: JobContext): Promise<WorkResult>;
  forget(): Promise<number>;
}): readonly Job[] {
  return [
    defineJob({
      name: tuneJobName,
      label: 'Afinação de um estudo de uma espécie',
      input: tuneInput,
      retry: { limit: usualRetries, delaySeconds: 30, backoff: true },
      timeoutSeconds,
      // A tuning keeps one core busy.
      concurrency: 1,
      key: ({ studyId }) => studyId,
      run: (input, job) => work.tune(input, job),
    }),
    defineJob({
      name: mapJobName,
      label: 'Mapa de um estudo de uma espécie',
      input: mapInput,
      retry: { limit: usualRetries, delaySeconds: 30, backoff: true },
      timeoutSeconds,
      concurrency: 1,
      key: ({ studyId }) => studyId,
      run: (input, job) => work.map(input, job),
    }),
    defineJob({
      name: 'studies.forget-files',
      label: 'Limpeza de ficheiros de estudos por publicar',
      input: z.object({}),
      schedule: { cron: '40 2 * * *', input: {} },
      retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
      timeoutSeconds: 600,
      key: () => 'todos',
      run: async () => ({ files: await work.forget() }),
    }),
  ];
}
