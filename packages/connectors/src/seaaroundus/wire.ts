import { z } from 'zod';

/** One taxon: `[year, tonnes]` pairs, null where no catch is known. */
export const taxonWire = z.object({
  key: z.string(),
  values: z.array(z.tuple([z.number().int(), z.number().nullable()])),
});
export type TaxonWire = z.infer<typeof taxonWire>;

/** `/api/v1/eez/tonnage/taxon/`. Not documented by the provider. */
export const tonnageWire = z.object({ data: z.array(z.unknown()) });

/** UN M49 code of Angola, which the provider uses as region id. */
export const ANGOLA_REGION = 24;
