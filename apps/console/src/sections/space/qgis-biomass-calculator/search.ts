import { biomassTypeNames } from '@kianda/contract/space/biomass/biomass.schemas';
import { z } from 'zod';

/** State of the section in the address. */
export const biomassSearchSchema = z.object({
  /** Type that is open. */
  tipo: z.enum(biomassTypeNames).optional().catch(undefined),
  /** Number of the calculation that is shown; the newest where absent. */
  calculo: z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined),
});
export type BiomassSearch = z.infer<typeof biomassSearchSchema>;
