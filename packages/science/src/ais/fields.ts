import type { Sixbits } from './sixbit.ts';

export type AisDimensions = {
  readonly toBow: number;
  readonly toStern: number;
  readonly toPort: number;
  readonly toStarboard: number;
};

export type Place = { readonly lon: number | null; readonly lat: number | null };

/**
 * Longitude in `width` bits from `at`, latitude in the `width - 1` after them, in 1/`perDegree` of a degree. Both null
 * when not available; null instead of a place when outside the Earth.
 */
export function readPlace(bits: Sixbits, at: number, width: number, perDegree: number): Place | null {
  const lon = bits.int(at, width) / perDegree;
  const lat = bits.int(at + width, width - 1) / perDegree;
  const isUnplaced = lon === 181 || lat === 91;
  if (lon < -180 || (lon > 180 && lon !== 181) || lat < -90 || (lat > 90 && lat !== 91)) return null;
  return isUnplaced ? { lon: null, lat: null } : { lon, lat };
}

export const speedOf = (raw: number): number | null => (raw === 1023 ? null : raw / 10);
export const courseOf = (raw: number): number | null => (raw >= 3600 ? null : raw / 10);
export const headingOf = (raw: number): number | null => (raw >= 360 ? null : raw);
export const secondOf = (raw: number): number | null => (raw >= 60 ? null : raw);

export function readDimensions(bits: Sixbits, start: number): AisDimensions | null {
  const toBow = bits.uint(start, 9);
  const toStern = bits.uint(start + 9, 9);
  const toPort = bits.uint(start + 18, 6);
  const toStarboard = bits.uint(start + 24, 6);
  if (toBow + toStern + toPort + toStarboard === 0) return null;
  return { toBow, toStern, toPort, toStarboard };
}
