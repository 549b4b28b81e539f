import { z } from 'zod';

export const longitudeSchema = z.number().min(-180).max(180);
export const latitudeSchema = z.number().min(-90).max(90);

/** `[lon, lat]` in WGS84 degrees. */
export const positionSchema = z.tuple([longitudeSchema, latitudeSchema]);

/** west, south, east, north in degrees. */
export const bboxSchema = z
  .tuple([longitudeSchema, latitudeSchema, longitudeSchema, latitudeSchema])
  .refine(([, south, , north]) => south <= north, { message: 'bbox: south must not exceed north' });

export const polygonSchema = z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(positionSchema)) });
export const multiPolygonSchema = z.object({
  type: z.literal('MultiPolygon'),
  coordinates: z.array(z.array(z.array(positionSchema))),
});
export const pointSchema = z.object({ type: z.literal('Point'), coordinates: positionSchema });

export const multiPointSchema = z.object({ type: z.literal('MultiPoint'), coordinates: z.array(positionSchema) });
export const lineStringSchema = z.object({ type: z.literal('LineString'), coordinates: z.array(positionSchema) });
export const multiLineStringSchema = z.object({
  type: z.literal('MultiLineString'),
  coordinates: z.array(z.array(positionSchema)),
});
/** Every GeoJSON geometry but collections. */
export const anyGeometrySchema = z.discriminatedUnion('type', [
  pointSchema,
  multiPointSchema,
  lineStringSchema,
  multiLineStringSchema,
  polygonSchema,
  multiPolygonSchema,
]);

/** Box of a query, WGS84 degrees; the whole world when absent. */
export const boxQuerySchema = z.object({
  west: z.coerce.number().min(-180).max(180).default(-180),
  south: z.coerce.number().min(-90).max(90).default(-90),
  east: z.coerce.number().min(-180).max(180).default(180),
  north: z.coerce.number().min(-90).max(90).default(90),
});

/** GeoJSON feature collection whose features carry `properties`. */
export function featureCollectionOf<G extends z.ZodType, P extends z.ZodType>(geometry: G, properties: P) {
  return z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(z.object({ type: z.literal('Feature'), id: z.string(), geometry, properties })),
  });
}
