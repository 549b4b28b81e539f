import { coastLongitude } from '@kianda/geo';
import { ANGOLA_BOX } from '../core/grid.ts';

/** Part of the box between two parallels, degrees. */
export type Band = { readonly south: number; readonly north: number };

export const WHOLE: Band = { south: ANGOLA_BOX.south, north: ANGOLA_BOX.north };

const STEP_DEGREES = 0.25;
/** About 2 km: records from the beach count, records from the town do not. */
const INLAND_DEGREES = 0.02;

/**
 * The sea of a band as WKT: closed and anticlockwise, because GBIF takes a clockwise ring for the rest of the world.
 * Its east side follows the coast in steps of 0.25°: the box alone would include records on land.
 */
export function bandWkt({ south, north }: Band): string {
  const { west } = ANGOLA_BOX;
  const ring: [number, number][] = [[west, south]];
  for (let from = south; from < north - 1e-9; from += STEP_DEGREES) {
    const to = Math.min(north, from + STEP_DEGREES);
    const east = eastmost(from, to);
    ring.push([east, from], [east, to]);
  }
  ring.push([west, north], [west, south]);
  return `POLYGON((${ring.map(([lon, lat]) => `${tidy(lon)} ${tidy(lat)}`).join(',')}))`;
}

function eastmost(from: number, to: number): number {
  let east: number = ANGOLA_BOX.west;
  for (let lat = from; lat <= to + 1e-9; lat += 0.05) east = Math.max(east, coastLongitude(Math.min(lat, to)));
  return Math.min(ANGOLA_BOX.east, east + INLAND_DEGREES);
}

function tidy(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}

/** True on the water, and up to about 2 km inland. */
export function isMarinePlace(lon: number, lat: number): boolean {
  return lon <= coastLongitude(lat) + INLAND_DEGREES;
}

/** Two halves of a band; null when it is too narrow to be cut. */
export function halves({ south, north }: Band): readonly [Band, Band] | null {
  if (north - south < 0.02) return null;
  const middle = tidy((south + north) / 2);
  return [
    { south, north: middle },
    { south: middle, north },
  ];
}
