/**
 * Great-circle arithmetic on the sphere with the WGS84 mean radius. It is for drawing, filtering and simulating: it
 * errs by up to 0.5 %, so a distance that decides anything (an alert, a limit, a report) uses the geodesic library.
 */
import { wrapDirection, wrapLongitude } from './longitude.ts';
import type { Position } from './position.ts';

/** Mean radius (2a + b) / 3 of WGS84, metres. */
export const earthMeanRadiusMeters = 6_371_008.8;

/** Length of one degree of latitude on that sphere, metres. */
export const metersPerDegree = (Math.PI * earthMeanRadiusMeters) / 180;

const radians = Math.PI / 180;

/** Great-circle distance in metres by the haversine formula (well conditioned for short distances). */
export function distanceMeters(a: Position, b: Position): number {
  const halfLat = ((b[1] - a[1]) * radians) / 2;
  const halfLon = ((b[0] - a[0]) * radians) / 2;
  const h = Math.sin(halfLat) ** 2 + Math.cos(a[1] * radians) * Math.cos(b[1] * radians) * Math.sin(halfLon) ** 2;
  return 2 * earthMeanRadiusMeters * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Course in degrees [0, 360) at `from` on the great circle towards `to`; 0 where both are the same point. */
export function initialBearingDegrees(from: Position, to: Position): number {
  const lat1 = from[1] * radians;
  const lat2 = to[1] * radians;
  const dLon = (to[0] - from[0]) * radians;
  const y = Math.sin(dLon) * Math.cos(lat2);
  const x = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(dLon);
  return wrapDirection(Math.atan2(y, x) / radians);
}

/** The position `meters` from `from` on the great circle that starts at `bearingDegrees`. */
export function destination(from: Position, bearingDegrees: number, meters: number): Position {
  const angle = meters / earthMeanRadiusMeters;
  const bearing = bearingDegrees * radians;
  const lat1 = from[1] * radians;
  const sinLat2 = Math.sin(lat1) * Math.cos(angle) + Math.cos(lat1) * Math.sin(angle) * Math.cos(bearing);
  const lat2 = Math.asin(Math.min(1, Math.max(-1, sinLat2)));
  const y = Math.sin(bearing) * Math.sin(angle) * Math.cos(lat1);
  const x = Math.cos(angle) - Math.sin(lat1) * sinLat2;
  return [wrapLongitude(from[0] + Math.atan2(y, x) / radians), lat2 / radians];
}

/** The point at `fraction` (0..1) of the great circle from `a` to `b`. */
export function interpolateGreatCircle(a: Position, b: Position, fraction: number): Position {
  const angle = distanceMeters(a, b) / earthMeanRadiusMeters;
  if (angle < 1e-12) return a;
  const ka = Math.sin((1 - fraction) * angle) / Math.sin(angle);
  const kb = Math.sin(fraction * angle) / Math.sin(angle);
  const cosA = Math.cos(a[1] * radians);
  const cosB = Math.cos(b[1] * radians);
  const x = ka * cosA * Math.cos(a[0] * radians) + kb * cosB * Math.cos(b[0] * radians);
  const y = ka * cosA * Math.sin(a[0] * radians) + kb * cosB * Math.sin(b[0] * radians);
  const z = ka * Math.sin(a[1] * radians) + kb * Math.sin(b[1] * radians);
  return [Math.atan2(y, x) / radians, Math.atan2(z, Math.hypot(x, y)) / radians];
}

/** Length in metres of a line through the positions. */
export function pathLengthMeters(path: readonly Position[]): number {
  let sum = 0;
  let previous: Position | null = null;
  for (const position of path) {
    if (previous !== null) sum += distanceMeters(previous, position);
    previous = position;
  }
  return sum;
}
