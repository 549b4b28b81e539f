import { z } from 'zod';

/** Part of the address: the place that was picked, as `lon,lat`. */
export const limitSearchSchema = z.object({
  ponto: z
    .string()
    .regex(/^-?\d{1,3}(\.\d+)?,-?\d{1,2}(\.\d+)?$/)
    .optional()
    .catch(undefined),
});

export type PickedPlace = readonly [lon: number, lat: number];

/** The place in an address; null for one that lies nowhere on Earth. */
export function placeOf(text: string | undefined): PickedPlace | null {
  const [lon = Number.NaN, lat = Number.NaN] = (text ?? '').split(',').map(Number);
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [lon, lat] : null;
}

export const placeText = ([lon, lat]: PickedPlace): string => `${lon.toFixed(5)},${lat.toFixed(5)}`;
