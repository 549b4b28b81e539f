import { z } from 'zod';

export const steps = ['criterios', 'juizos', 'cenarios'] as const;

/** State of the section in the address. */
export const criteriaSearchSchema = z.object({
  passo: z.enum(steps).catch('criterios'),
  /** Judge whose matrix is open, by its place. */
  avaliador: z.coerce.number().int().min(0).max(11).optional().catch(undefined),
});
export type CriteriaSearch = z.infer<typeof criteriaSearchSchema>;
