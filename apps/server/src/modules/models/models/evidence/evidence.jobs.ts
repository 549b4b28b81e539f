import { modelTypeSchema } from '@kianda/contract/models/registry/models.contract';
import { z } from 'zod';
import { defineJob, type Job, type JobContext, usualRetries } from '../../../../platform/jobs/jobs.ts';

export const evidenceJobName = 'models.prove';

const evidenceInput = z.object({
  modelType: modelTypeSchema,
  version: z.number().int().min(1),
  nullModels: z.number().int().min(1),
  requestedBy: z.string(),
});
export type EvidenceInput = z.infer<typeof evidenceInput>;

/** `refusal`: why nothing was measured, for a person to act on. */
export const evidenceResult = z.object({ refusal: z.string().nullable() });
export type EvidenceResult = z.infer<typeof evidenceResult>;

export const evidenceKey = ({ modelType, version }: Pick<EvidenceInput, 'modelType' | 'version'>): string =>
  `${modelType} ${version}`;

/** The background work of evidence: the jackknife and the null models of a version. */
export function evidenceJobs(work: {
  prove(input: EvidenceInput, job: JobContext): Promise<EvidenceResult>;
}): readonly Job[] {
  return [
    defineJob({
      name: evidenceJobName,
      label: 'Prova de uma versão',
      input: evidenceInput,
      retry: { limit: usualRetries, delaySeconds: 30, backoff: true },
      timeoutSeconds: 1_800,
      // Each keeps one core busy.
      concurrency: 1,
      key: (input) => evidenceKey(input),
      run: (input, job) => work.prove(input, job),
    }),
  ];
}
