import { z } from 'zod';
import { defineJob, type Job, type JobContext, usualRetries } from '../../../platform/jobs/jobs.ts';

export const importJobName = 'layers.import';

/** A layer that is being read for longer than this without a step forward is stopped. */
const silenceSeconds = 300;

/** The background work of layers: an import, and the clearing away of files that became nothing. */
export function layerJobs(work: {
  run(importId: string, job: JobContext): Promise<unknown>;
  forget(): Promise<number>;
}): readonly Job[] {
  return [
    defineJob({
      name: importJobName,
      label: 'Importação de uma camada',
      input: z.object({ layerId: z.string(), importId: z.uuid() }),
      retry: { limit: usualRetries, delaySeconds: 10, backoff: true },
      timeoutSeconds: silenceSeconds,
      limitsSilence: true,
      key: ({ layerId }) => layerId,
      run: ({ importId }, job) => work.run(importId, job),
    }),
    defineJob({
      name: 'layers.forget-files',
      label: 'Limpeza de ficheiros de camadas por usar',
      input: z.object({}),
      schedule: { cron: '40 2 * * *', input: {} },
      retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
      timeoutSeconds: 600,
      key: () => 'todos',
      run: async () => ({ files: await work.forget() }),
    }),
  ];
}
