import { mapCategoryIds } from '@kianda/contract/open/maps/layers';
import { z } from 'zod';

/** State of the section in the address. */
export const mapsSearchSchema = z.object({
  map: z.uuid().optional().catch(undefined),
  category: z.enum(mapCategoryIds).optional().catch(undefined),
  q: z.string().max(120).optional().catch(undefined),
});
export type MapsSearch = z.infer<typeof mapsSearchSchema>;
