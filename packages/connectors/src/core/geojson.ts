import { z } from 'zod';
import type { GeoGeometry } from './geo-records.ts';

/** Heights and measures beyond the second ordinate are left out. */
const position = z
  .tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)], z.number())
  .transform(([lon, lat]): [number, number] => [lon, lat]);
const line = z.array(position);
const ring = z.array(position).min(4);

const geometryWire = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: position }),
  z.object({ type: z.literal('MultiPoint'), coordinates: line.min(1) }),
  z.object({ type: z.literal('LineString'), coordinates: line.min(2) }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(line.min(2)).min(1) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ring).min(1) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring).min(1)).min(1) }),
]);

/** A provider's geometry, checked: a geometry in WGS84 degrees, or why it is none, in Portuguese. */
export function readGeometry(value: unknown): { readonly geometry: GeoGeometry } | { readonly reason: string } {
  const parsed = geometryWire.safeParse(value);
  if (parsed.success) return { geometry: parsed.data };
  const issue = parsed.error.issues[0];
  return { reason: `Geometria inválida em ${issue?.path.join('.') || 'type'}: ${issue?.message ?? ''}` };
}
