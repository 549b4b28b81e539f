import { metersPerDegree } from '@kianda/geo';

/** A point of a track: WGS84 degrees and an instant. */
export type TrackPoint = { readonly timeMs: number; readonly lon: number; readonly lat: number };

const radians = Math.PI / 180;

/**
 * The points of a track (in order of time) that are needed to draw it within `toleranceMeters`, by Douglas and Peucker
 * (1973) on a plane around each stretch, good for stretches of some hundred kilometres. Points on either side of a
 * silence longer than `gapMs` always remain: a gap is evidence, not a line. A track over the 180th meridian is followed
 * across it.
 */
export function simplifyTrack<P extends TrackPoint>(
  points: readonly P[],
  { toleranceMeters, gapMs }: { readonly toleranceMeters: number; readonly gapMs: number },
): readonly P[] {
  if (points.length <= 2 || toleranceMeters <= 0) return points;
  const keep = new Uint8Array(points.length);
  keep[0] = 1;
  keep[points.length - 1] = 1;
  let from = 0;
  for (let at = 1; at < points.length; at += 1) {
    const isGap = (points[at]?.timeMs ?? 0) - (points[at - 1]?.timeMs ?? 0) > gapMs;
    if (!isGap && at < points.length - 1) continue;
    const end = isGap ? at - 1 : at;
    keep[from] = 1;
    keep[end] = 1;
    for (const index of neededBetween(points, from, end, toleranceMeters)) keep[index] = 1;
    if (isGap) {
      keep[at] = 1;
      from = at;
    }
  }
  return points.filter((_, index) => keep[index] === 1);
}

/** Points between two others that are needed. Iterative: a track of a hundred thousand points must not exhaust the stack. */
function neededBetween(points: readonly TrackPoint[], from: number, to: number, toleranceMeters: number): number[] {
  const needed: number[] = [];
  const stretches: [number, number][] = [[from, to]];
  for (let stretch = stretches.pop(); stretch !== undefined; stretch = stretches.pop()) {
    const [first, last] = stretch;
    let farthest = -1;
    let most = toleranceMeters;
    for (let at = first + 1; at < last; at += 1) {
      const distance = distanceToLine(points[at], points[first], points[last]);
      if (distance <= most) continue;
      most = distance;
      farthest = at;
    }
    if (farthest === -1) continue;
    needed.push(farthest);
    stretches.push([first, farthest], [farthest, last]);
  }
  return needed;
}

/** Metres from a point to the segment between two others, on the plane that touches the earth at the first. */
function distanceToLine(point?: TrackPoint, start?: TrackPoint, end?: TrackPoint): number {
  if (point === undefined || start === undefined || end === undefined) return 0;
  const metersPerLon = metersPerDegree * Math.cos(start.lat * radians);
  const x = turn(point.lon - start.lon) * metersPerLon;
  const y = (point.lat - start.lat) * metersPerDegree;
  const dx = turn(end.lon - start.lon) * metersPerLon;
  const dy = (end.lat - start.lat) * metersPerDegree;
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, (x * dx + y * dy) / length));
  return Math.hypot(x - along * dx, y - along * dy);
}

/** Difference of longitudes the short way round. */
function turn(degrees: number): number {
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}
