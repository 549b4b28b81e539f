import type { Position } from './position.ts';

/** west, south, east, north in degrees (GeoJSON order). West greater than east means: across the antimeridian. */
export type Bbox = readonly [west: number, south: number, east: number, north: number];

function clampLatitude(lat: number): number {
  return Math.min(90, Math.max(-90, lat));
}

/** True when the box crosses the antimeridian. */
export function bboxCrossesAntimeridian([west, , east]: Bbox): boolean {
  return west > east;
}

/** True when the position lies in the box, its edges included. */
export function bboxContains([west, south, east, north]: Bbox, [lon, lat]: Position): boolean {
  if (lat < south || lat > north) return false;
  return west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
}

/** True when `inner` lies wholly in `outer` (neither may cross the antimeridian). */
export function bboxCovers(outer: Bbox, inner: Bbox): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];
}

function longitudeSpans([west, , east]: Bbox): readonly (readonly [number, number])[] {
  return west <= east
    ? [[west, east]]
    : [
        [west, 180],
        [-180, east],
      ];
}

/** True when the boxes share at least one point; touching edges count. */
export function bboxIntersects(a: Bbox, b: Bbox): boolean {
  if (a[1] > b[3] || b[1] > a[3]) return false;
  return longitudeSpans(a).some(([aWest, aEast]) =>
    longitudeSpans(b).some(([bWest, bEast]) => aWest <= bEast && bWest <= aEast),
  );
}

/** The common part of two boxes that do not cross the antimeridian, or null where there is none. */
export function bboxIntersection(a: Bbox, b: Bbox): Bbox | null {
  const west = Math.max(a[0], b[0]);
  const south = Math.max(a[1], b[1]);
  const east = Math.min(a[2], b[2]);
  const north = Math.min(a[3], b[3]);
  return west <= east && south <= north ? [west, south, east, north] : null;
}

/** The box grown by a margin in degrees on every side; latitudes stay within ±90, longitudes within ±180. */
export function bboxPad([west, south, east, north]: Bbox, marginDegrees: number): Bbox {
  return [
    Math.max(-180, west - marginDegrees),
    clampLatitude(south - marginDegrees),
    Math.min(180, east + marginDegrees),
    clampLatitude(north + marginDegrees),
  ];
}

/** The middle of the box. */
export function bboxCenter([west, south, east, north]: Bbox): Position {
  const span = west <= east ? east - west : east - west + 360;
  const lon = west + span / 2;
  return [lon >= 180 ? lon - 360 : lon, (south + north) / 2];
}

/** The smallest box (without antimeridian crossing) around the positions, or null for none. */
export function bboxOfPositions(positions: Iterable<Position>): Bbox | null {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (const [lon, lat] of positions) {
    if (lon < west) west = lon;
    if (lon > east) east = lon;
    if (lat < south) south = lat;
    if (lat > north) north = lat;
  }
  return west <= east ? [west, south, east, north] : null;
}

/** The box as a closed counter-clockwise ring, ready for GeoJSON. */
export function bboxToRing([west, south, east, north]: Bbox): readonly Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}
