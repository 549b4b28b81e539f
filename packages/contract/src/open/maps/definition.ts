import { z } from 'zod';
import { latitudeSchema, longitudeSchema } from '../../core/geo.ts';
import { instantSchema } from '../../core/provenance.ts';
import { mapBases, mapOverlays } from './layers.ts';

const share = z.number().min(0).max(1);

/** Content of a map. Layers that are not named are not shown. */
export const mapDefinitionSchema = z.object({
  base: z.enum(mapBases),
  baseOpacity: share,
  /** Colours over the range of the field shown, instead of the variable's usual one. */
  fitted: z.boolean(),
  /** Opacity by layer, 0–1. */
  overlays: z.partialRecord(z.enum(mapOverlays), share),
  /** Instant shown; null follows the newest field. */
  moment: instantSchema.nullable(),
  /** Null: Angola's sea. */
  camera: z.object({ lon: longitudeSchema, lat: latitudeSchema, zoom: z.number().min(0).max(22) }).nullable(),
});
export type MapDefinition = z.infer<typeof mapDefinitionSchema>;
