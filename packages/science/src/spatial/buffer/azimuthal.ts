import { longitudeDifference, type MultiPolygonGeometry, type Position } from '@kianda/geo';
import { geodesicDirect, geodesicInverse, type LonLat } from '../shared/geodesic.ts';
import type { Geometry, PlanarEngine } from './planar-engine.ts';

/** Longest edge that is taken as straight in the projection, metres. */
const edgeMeters = 2000;

/** Azimuthal equidistant projection of the ellipsoid about a place: geodesics from it keep their length and azimuth. */
export function project(center: LonLat, [lon, lat]: Position): Position {
  const { azimuth, meters } = geodesicInverse(center, { lon, lat });
  const radians = (azimuth * Math.PI) / 180;
  return [meters * Math.sin(radians), meters * Math.cos(radians)];
}

function unproject(center: LonLat, [x, y]: Position): Position {
  const { lon, lat } = geodesicDirect(center, (Math.atan2(x, y) * 180) / Math.PI, Math.hypot(x, y));
  return [center.lon + longitudeDifference(center.lon, lon), lat];
}

/** Positions of a line with more along its geodesics, so that no edge is longer than 2 km. */
export function densified(line: readonly Position[]): readonly Position[] {
  const dense: Position[] = [];
  line.forEach((position, place) => {
    const before = line[place - 1];
    if (before !== undefined) {
      const from = { lon: before[0], lat: before[1] };
      const { azimuth, meters } = geodesicInverse(from, { lon: position[0], lat: position[1] });
      const pieces = Math.ceil(meters / edgeMeters);
      for (let piece = 1; piece < pieces; piece += 1) {
        const { lon, lat } = geodesicDirect(from, azimuth, (meters * piece) / pieces);
        dense.push([lon, lat]);
      }
    }
    dense.push(position);
  });
  return dense;
}

/** The geometry with each of its lines, or positions, changed. */
export function mapLines(geometry: Geometry, change: (line: readonly Position[]) => readonly Position[]): Geometry {
  switch (geometry.type) {
    case 'Point':
      return { ...geometry, coordinates: change([geometry.coordinates])[0] ?? geometry.coordinates };
    case 'MultiPoint':
      return { ...geometry, coordinates: geometry.coordinates.flatMap((position) => change([position])) };
    case 'LineString':
      return { ...geometry, coordinates: change(geometry.coordinates) };
    case 'MultiLineString':
    case 'Polygon':
      return { ...geometry, coordinates: geometry.coordinates.map(change) };
    case 'MultiPolygon':
      return { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(change)) };
  }
}

/** Areas of the projection as longitudes and latitudes in −180…180: cut at the antimeridian, and closed over a pole. */
export function unprojected(center: LonLat, area: MultiPolygonGeometry, engine: PlanarEngine): MultiPolygonGeometry {
  const coordinates = area.coordinates.map((rings) =>
    rings.map((ring) =>
      closedOverPole(
        center,
        ring.map((at) => unproject(center, at)),
      ),
    ),
  );
  return withinDegrees({ type: 'MultiPolygon', coordinates }, engine);
}

/** A ring whose longitudes follow each other; one that goes around a pole is led along it. */
function closedOverPole(center: LonLat, ring: readonly Position[]): readonly Position[] {
  let lon = ring[0]?.[0] ?? 0;
  const follow = ring.map(([next, lat]): Position => {
    lon += longitudeDifference(lon, next);
    return [lon, lat];
  });
  const [first, last] = [follow[0], follow.at(-1)];
  if (first === undefined || last === undefined || Math.abs(last[0] - first[0]) < 180) return follow;
  const pole = center.lat < 0 ? -90 : 90;
  return [...follow, [last[0], pole], [first[0], pole], first];
}

export function withinDegrees(area: MultiPolygonGeometry, engine: PlanarEngine): MultiPolygonGeometry {
  const isWithin = area.coordinates.every((rings) =>
    rings.every((ring) => ring.every(([lon]) => Math.abs(lon) <= 180)),
  );
  if (isWithin) return area;
  const parts = [-360, 0, 360].flatMap((shift) => {
    const [west, east] = [shift - 180, shift + 180];
    const box: Position[] = [
      [west, -90],
      [east, -90],
      [east, 90],
      [west, 90],
      [west, -90],
    ];
    const part = engine.intersection(area, { type: 'Polygon', coordinates: [box] });
    return part.coordinates.map((rings) => rings.map((ring) => ring.map(([lon, lat]): Position => [lon - shift, lat])));
  });
  return { type: 'MultiPolygon', coordinates: parts };
}
