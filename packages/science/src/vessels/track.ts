import { distanceMeters, hourMs, interpolateGreatCircle, metersPerNauticalMile, type Position } from '@kianda/geo';
import geodesic from 'geographiclib-geodesic';

/** One report of a vessel. `null` is "not sent"; zero is a speed and a coordinate. */
export type TrackPoint = {
  readonly timeMs: number;
  readonly lon: number;
  readonly lat: number;
  readonly sogKnots: number | null;
  /** Over ground, degrees [0, 360). */
  readonly courseDegrees: number | null;
  /** 0–15 of ITU-R M.1371; 7 is "engaged in fishing", 1 "at anchor", 5 "moored". */
  readonly navigationStatus: number | null;
  readonly receiver: 'terrestrial' | 'satellite' | null;
};

/** Reports of one vessel in order of time, at most one for each instant. Made by `trackOf`. */
export type Track = { readonly vesselId: string; readonly points: readonly TrackPoint[] };

/**
 * A track from reports in any order, from any number of feeds: sorted, the same instant once (the first one given), and
 * without those whose time or position is not a number or not on Earth. Late reports give the same track as punctual
 * ones.
 */
export function trackOf(vesselId: string, points: readonly TrackPoint[]): Track {
  const valid = points.filter(
    ({ timeMs, lon, lat }) => Number.isFinite(timeMs) && Math.abs(lon) <= 180 && Math.abs(lat) <= 90,
  );
  // Sorting is stable: of equal instants the first one given stays first.
  const sorted = valid.toSorted((a, b) => a.timeMs - b.timeMs);
  return { vesselId, points: sorted.filter((point, index) => point.timeMs !== sorted[index - 1]?.timeMs) };
}

export const positionOf = ({ lon, lat }: TrackPoint): Position => [lon, lat];

/** Length in metres of the geodesic on WGS84 (Karney 2013): what decides whether a threshold is passed. */
export function geodesicMeters(a: Position, b: Position): number {
  const { s12 } = geodesic.Geodesic.WGS84.Inverse(a[1], a[0], b[1], b[0], geodesic.Geodesic.DISTANCE);
  if (s12 === undefined) throw new Error('geodesicMeters: the library gave no distance');
  return s12;
}

/** The sphere is at most 0.6 % off: beyond that margin of a limit it decides, and the exact distance only within it. */
const sphereMargin = 0.01;

/** True when two positions are within `limitMeters` of each other on WGS84. */
export function isWithin(a: Position, b: Position, limitMeters: number): boolean {
  const estimate = distanceMeters(a, b);
  if (estimate > limitMeters * (1 + sphereMargin)) return false;
  if (estimate < limitMeters * (1 - sphereMargin)) return true;
  return geodesicMeters(a, b) <= limitMeters;
}

/** Mean speed between two reports in knots; 0 for two of the same instant. */
export function impliedKnots(from: TrackPoint, to: TrackPoint): number {
  const elapsedMs = to.timeMs - from.timeMs;
  if (elapsedMs <= 0) return 0;
  return (distanceMeters(positionOf(from), positionOf(to)) / metersPerNauticalMile / elapsedMs) * hourMs;
}

/** Position of a vessel between two of its reports, on the great circle between them. */
export function between(from: TrackPoint, to: TrackPoint, timeMs: number): Position {
  const span = to.timeMs - from.timeMs;
  if (span <= 0) return positionOf(from);
  return interpolateGreatCircle(positionOf(from), positionOf(to), (timeMs - from.timeMs) / span);
}

/** The value in the middle of sorted numbers, the mean of both middles of an even count; null of none. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  if (upper === undefined) return null;
  const lower = sorted.length % 2 === 0 ? sorted[sorted.length / 2 - 1] : upper;
  return ((lower ?? upper) + upper) / 2;
}

/** Mean of positions as vectors on the sphere: also right on both sides of the antimeridian. Null of none. */
export function meanPosition(positions: readonly Position[]): Position | null {
  if (positions.length === 0) return null;
  const radians = Math.PI / 180;
  let x = 0;
  let y = 0;
  let z = 0;
  for (const [lon, lat] of positions) {
    const cos = Math.cos(lat * radians);
    x += cos * Math.cos(lon * radians);
    y += cos * Math.sin(lon * radians);
    z += Math.sin(lat * radians);
  }
  return [Math.atan2(y, x) / radians, Math.atan2(z, Math.hypot(x, y)) / radians];
}
