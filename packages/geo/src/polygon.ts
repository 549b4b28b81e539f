import { type Bbox, bboxOfPositions } from './bbox.ts';
import type { ArealGeometry, Position, Ring } from './position.ts';

/**
 * True when the position lies inside the ring, by the even-odd rule. The ring may be closed or open and wound either
 * way. A point exactly on an edge may fall on either side; neighbours that share an edge never both claim it.
 */
export function pointInRing([lon, lat]: Position, ring: Ring): boolean {
  let inside = false;
  let previous = ring[ring.length - 1];
  if (previous === undefined) return false;
  for (const current of ring) {
    const crosses = current[1] > lat !== previous[1] > lat;
    if (crosses && lon < ((previous[0] - current[0]) * (lat - current[1])) / (previous[1] - current[1]) + current[0]) {
      inside = !inside;
    }
    previous = current;
  }
  return inside;
}

function polygonsOf(geometry: ArealGeometry): readonly (readonly Ring[])[] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/** True when the position lies inside the polygon or multipolygon and outside its holes. */
export function pointInPolygon(position: Position, geometry: ArealGeometry): boolean {
  return polygonsOf(geometry).some((rings) => {
    const [outer, ...holes] = rings;
    return outer !== undefined && pointInRing(position, outer) && !holes.some((hole) => pointInRing(position, hole));
  });
}

const semiMajorMeters = 6_378_137;
const eccentricitySquared = 0.006_694_379_990_141_3;
const eccentricity = Math.sqrt(eccentricitySquared);

/** q(φ) of Snyder (1987) 3-12: proportional to the ellipsoid's area between the equator and φ. */
function authalic(latDegrees: number): number {
  const sin = Math.sin((latDegrees * Math.PI) / 180);
  const es = eccentricity * sin;
  return (1 - eccentricitySquared) * (sin / (1 - es * es) + Math.atanh(es) / eccentricity);
}

/**
 * Area of a ring on the WGS84 ellipsoid in square metres, positive whichever way it is wound. Edges are taken straight
 * in the cylindrical equal-area projection (Snyder 1987, 10-14), not as geodesics: the difference is below 0.1 % for
 * edges of up to 2°.
 */
export function ringAreaSquareMeters(ring: Ring): number {
  let sum = 0;
  let previous = ring[ring.length - 1];
  if (previous === undefined) return 0;
  for (const current of ring) {
    const width = ((current[0] - previous[0]) * Math.PI) / 180;
    sum += (width * (authalic(previous[1]) + authalic(current[1]))) / 2;
    previous = current;
  }
  return Math.abs((sum * semiMajorMeters * semiMajorMeters) / 2);
}

/** Area of a polygon or multipolygon in square metres, holes subtracted (see `ringAreaSquareMeters`). */
export function polygonAreaSquareMeters(geometry: ArealGeometry): number {
  let sum = 0;
  for (const [outer, ...holes] of polygonsOf(geometry)) {
    if (outer === undefined) continue;
    sum += ringAreaSquareMeters(outer);
    for (const hole of holes) sum -= ringAreaSquareMeters(hole);
  }
  return sum;
}

/** The box around a polygon or multipolygon, or null where it has no position. */
export function bboxOfGeometry(geometry: ArealGeometry): Bbox | null {
  return bboxOfPositions(polygonsOf(geometry).flatMap((rings) => rings[0] ?? []));
}

/** Longitudes at which a ring crosses a parallel, from west to east. */
export function ringLongitudesAt(ring: Ring, latDegrees: number): number[] {
  const longitudes: number[] = [];
  let previous = ring[ring.length - 1];
  for (const current of ring) {
    if (previous !== undefined && current[1] > latDegrees !== previous[1] > latDegrees) {
      const fraction = (latDegrees - current[1]) / (previous[1] - current[1]);
      longitudes.push(current[0] + (previous[0] - current[0]) * fraction);
    }
    previous = current;
  }
  return longitudes.sort((a, b) => a - b);
}
