import { type CoastRegion, coastRegions } from '@kianda/contract/sea/coast/coast.contract';
import { z } from 'zod';

const regions = Object.keys(coastRegions) as [CoastRegion, ...CoastRegion[]];

/** Part of the address: the region that is shown, and the transect that is open. */
export const coastSearchSchema = z.object({
  troco: z.enum(regions).default('angola').catch('angola'),
  transeto: z.coerce.number().int().min(1).max(100_000).optional().catch(undefined),
});

export type CoastSearch = z.output<typeof coastSearchSchema>;
