import { modelTypeSchema } from '@kianda/contract/models/registry/models.contract';
import { z } from 'zod';
import { defineJob, type Job, type JobContext, usualRetries } from '../../../../platform/jobs/jobs.ts';

export const mapJobName = 'models.map';

export const mapInput = z.object({
  modelType: modelTypeSchema,
  version: z.number().int().min(1),
  cellDegrees: z.number().positive(),
  month: z.number().int().min(1).max(12).nullable(),
  inputs: z.record(z.string(), z.union([z.number(), z.string()])),
  /** Name of the account that asked, or of the platform where an approval did. */
  requestedBy: z.string(),
});
export type MapInput = z.infer<typeof mapInput>;

/** `refusal`: why it made no map, for a person to act on. */
export const mapResult = z.object({ refusal: z.string().nullable() });
export type MapResult = z.infer<typeof mapResult>;

const timeoutSeconds = 900;

/** The background work of maps: each map, and the clearing away of files that became none. */
export function mapJobs(work: {
  make(input: MapInput, job: JobContext): Promise<MapResult>;
  forget(): Promise<number>;
}): readonly Job[] {
  return [
    defineJob({
      name: mapJobName,
      label: 'Mapa de um modelo',
      input: mapInput,
      retry: { limit: usualRetries, delaySeconds: 30, backoff: true },
      timeoutSeconds,
      // A map keeps one core busy.
      concurrency: 1,
      key: ({ modelType, version, cellDegrees, month, inputs }) =>
        [modelType, version, cellDegrees, month ?? '-', JSON.stringify(inputs)].join(' ').slice(0, 200),
      run: (input, job) => work.make(input, job),
    }),
    defineJob({
      name: 'models.forget-maps',
      label: 'Limpeza de ficheiros de mapas por publicar',
      input: z.object({}),
      schedule: { cron: '55 2 * * *', input: {} },
      retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
      timeoutSeconds: 600,
      key: () => 'todos',
      run: async () => ({ files: await work.forget() }),
    }),
  ];
}
