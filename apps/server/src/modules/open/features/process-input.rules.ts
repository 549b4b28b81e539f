import { subscriberSchema } from '@kianda/contract/open/features/processes.contract';
import { z } from 'zod';

/** Job that runs an analysis in the background. */
export const processJobName = 'features.process';

export const processJobInput = z.object({
  process: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  /** Differs between two runs of the same inputs, so that both are run. */
  run: z.uuid(),
  subscriber: subscriberSchema.optional(),
});
