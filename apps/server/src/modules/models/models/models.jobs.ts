import { type ModelType, modelTypes } from '@kianda/contract/models/registry/models.contract';
import { z } from 'zod';
import { defineJob, type Job, type JobContext, usualRetries } from '../../../platform/jobs/jobs.ts';

export const trainJobName = 'models.train';
export const driftJobName = 'models.check-drift';

const modelType = z.enum(Object.keys(modelTypes) as [keyof typeof modelTypes, ...(keyof typeof modelTypes)[]]);
const trainInput = z.object({
  modelType,
  /** Account that asked; null for the platform's own schedule. */
  accountId: z.string().nullable(),
  requestedBy: z.string(),
  seed: z.number().int(),
});
export type TrainInput = z.infer<typeof trainInput>;

const timeoutSeconds = 900;

/** The background work of models: trainings, the first of each, and the clearing away of files that became no version. */
export function modelJobs(work: {
  train(input: TrainInput, job: JobContext): Promise<unknown>;
  trainFirst(): Promise<number>;
  lookAtTriggers(): Promise<number>;
  checkDrift(type: ModelType | null): Promise<unknown>;
  forget(): Promise<number>;
}): readonly Job[] {
  return [
    defineJob({
      name: trainJobName,
      label: 'Treino de um modelo',
      input: trainInput,
      retry: { limit: usualRetries, delaySeconds: 30, backoff: true },
      timeoutSeconds,
      // A training keeps one core busy: two at once would leave none for those who ask.
      concurrency: 1,
      key: (input) => input.modelType,
      run: (input, job) => work.train(input, job),
    }),
    defineJob({
      name: 'models.first-training',
      label: 'Primeiro treino dos modelos',
      input: z.object({}),
      schedule: { cron: '*/3 * * * *', input: {} },
      retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
      timeoutSeconds: 300,
      key: () => 'todos',
      run: async () => ({ begun: await work.trainFirst() }),
    }),
    defineJob({
      name: driftJobName,
      label: 'Deriva dos modelos em uso',
      input: z.object({ modelType: modelType.nullable() }),
      schedule: { cron: '20 3 * * *', input: { modelType: null } },
      retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
      timeoutSeconds: 600,
      concurrency: 1,
      key: (input) => input.modelType ?? 'todos',
      run: (input) => work.checkDrift(input.modelType),
    }),
    defineJob({
      name: 'models.look-at-triggers',
      label: 'Treinos por idade, linhas novas e deriva',
      input: z.object({}),
      // After the check of drift of the day.
      schedule: { cron: '40 * * * *', input: {} },
      retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
      timeoutSeconds: 600,
      key: () => 'todos',
      run: async () => ({ begun: await work.lookAtTriggers() }),
    }),
    defineJob({
      name: 'models.forget-files',
      label: 'Limpeza de treinos antigos e de ficheiros de modelos por usar',
      input: z.object({}),
      schedule: { cron: '50 2 * * *', input: {} },
      retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
      timeoutSeconds: 600,
      key: () => 'todos',
      run: async () => ({ files: await work.forget() }),
    }),
  ];
}
