import { z } from 'zod';
import type { Analysis } from '../../../platform/analyses.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts';

export const processJobName = 'features.process';

export const processJobInput = z.object({
  process: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  /** Differs between two runs of the same inputs, so that both are run. */
  run: z.uuid(),
});

/** Runs an analysis in the background. */
export function processJob(analyses: () => readonly Analysis[]): Job {
  return defineJob({
    name: processJobName,
    label: 'Análise pedida à OGC API',
    input: processJobInput,
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    timeoutSeconds: 900,
    key: ({ run }) => run,
    run: async ({ process, inputs }, { signal, progress }) => {
      const analysis = analyses().find(({ id }) => id === process);
      if (analysis === undefined) throw new AppError('not_found', { detail: `Não existe a análise «${process}».` });
      return analysis.run(analysis.inputs.parse(inputs), { signal, progress });
    },
  });
}
