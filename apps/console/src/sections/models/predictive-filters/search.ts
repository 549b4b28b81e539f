import { z } from 'zod';

const run = z.uuid().optional().catch(undefined);

/** State of the section in the address. */
export const filterSearchSchema = z.object({
  /** Filter that is open. */
  filtro: z.string().max(80).optional().catch(undefined),
  /** Present where the map is to be shown first. */
  mapa: z.literal('sim').optional().catch(undefined),
  /** Runs that are compared. */
  de: run,
  ate: run,
});
export type FilterSearch = z.infer<typeof filterSearchSchema>;
