import { z } from 'zod';

/** State of the studies in the address: `todos` is the list, an id one study. */
export const studySearchSchema = z.object({
  estudo: z
    .union([z.literal('todos'), z.uuid()])
    .optional()
    .catch(undefined),
});
