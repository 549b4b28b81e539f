import { foreignDeclaration } from '@kianda/contract/models/registry/foreign.contract';
import { modelTypeSchema } from '@kianda/contract/models/registry/models.contract';
import { z } from 'zod';
import { defineJob, type Job, type JobContext, usualRetries } from '../../../../platform/jobs/jobs.ts';

export const foreignJobName = 'models.take-foreign';

const foreignInput = z.object({
  modelType: modelTypeSchema,
  accountId: z.string(),
  requestedBy: z.string(),
  seed: z.number().int(),
  fileKey: z.string(),
  format: z.enum(['onnx', 'lambdas']),
  declaration: foreignDeclaration,
});
export type ForeignTaking = z.infer<typeof foreignInput>;

/** The background work of models from elsewhere: each is measured, and becomes a version. */
export function foreignJobs(work: { take(input: ForeignTaking, job: JobContext): Promise<unknown> }): readonly Job[] {
  return [
    defineJob({
      name: foreignJobName,
      label: 'Modelo de fora',
      input: foreignInput,
      retry: { limit: usualRetries, delaySeconds: 30, backoff: true },
      timeoutSeconds: 900,
      concurrency: 1,
      key: (input) => input.modelType,
      run: (input, job) => work.take(input, job),
    }),
  ];
}
