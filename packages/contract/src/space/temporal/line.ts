import { z } from 'zod';
import { instantSchema } from '../../core/provenance.ts';

/** A period in an address, both ends open. */
export const period = { from: instantSchema.optional(), to: instantSchema.optional() };
export const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || Date.parse(from) <= Date.parse(to);
export const orderFault = { message: 'from must not be after to' };

/** Positions of a drawn line, `lon,lat;lon,lat`, at most twenty. */
export const lineSchema = z
  .string()
  .max(600)
  .regex(/^-?\d{1,3}(\.\d{1,6})?,-?\d{1,2}(\.\d{1,6})?(;-?\d{1,3}(\.\d{1,6})?,-?\d{1,2}(\.\d{1,6})?){1,19}$/)
  .refine((text) => linePositions(text).every(([lon, lat]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90), {
    message: 'line: longitude within 180, latitude within 90',
  });

/** Positions of a line as text. */
export function linePositions(text: string): readonly (readonly [lon: number, lat: number])[] {
  return text.split(';').map((pair) => {
    const [lon = Number.NaN, lat = Number.NaN] = pair.split(',').map(Number);
    return [lon, lat] as const;
  });
}
