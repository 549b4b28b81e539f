import { z } from 'zod';
import { modelInAddress } from '../../shared/models/model-in-address.ts';

const version = z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined);

/** State of the section in the address. */
export const registrySearchSchema = z.object({
  modelo: modelInAddress,
  versao: version,
  /** Version that the shown one is compared with. */
  comparar: version,
});
export type RegistrySearch = z.infer<typeof registrySearchSchema>;
