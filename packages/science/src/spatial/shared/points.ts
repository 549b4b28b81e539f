import { earthMeanRadiusMeters } from '@kianda/geo';

/**
 * Points by coordinate: `planar` in one unit of length, `geographic` as longitude and latitude in degrees on WGS84. Their
 * distances are in that unit, and in metres.
 */
export type Points = {
  readonly system: 'planar' | 'geographic';
  readonly x: Float64Array;
  readonly y: Float64Array;
};

const radians = Math.PI / 180;
const equatorMeters = 6_378_137;
const flattening = 1 / 298.257223563;
const eccentricity = flattening * (2 - flattening);

/**
 * Cartesian x, y, z of each point, one after the other: of geographic points from the centre of the ellipsoid, so that
 * neither the antimeridian nor a pole is an edge. Throws a RangeError for a coordinate that is none.
 */
export function cartesianOf({ system, x, y }: Points): Float64Array {
  if (x.length !== y.length) throw new RangeError(`points: received ${x.length} x and ${y.length} y`);
  const places = new Float64Array(3 * x.length);
  for (let point = 0; point < x.length; point += 1) {
    const [a, b] = [x[point] ?? 0, y[point] ?? 0];
    if (!(Number.isFinite(a) && Number.isFinite(b)) || (system === 'geographic' && Math.abs(b) > 90)) {
      throw new RangeError(`points: ${point} is [${a}, ${b}], expected ${system} coordinates`);
    }
    if (system === 'planar') {
      places[3 * point] = a;
      places[3 * point + 1] = b;
    } else cartesian(a, b, places, 3 * point);
  }
  return places;
}

function cartesian(lon: number, lat: number, into: Float64Array, at: number): void {
  const [sinLat, cosLat] = [Math.sin(lat * radians), Math.cos(lat * radians)];
  const normal = equatorMeters / Math.sqrt(1 - eccentricity * sinLat * sinLat);
  into[at] = normal * cosLat * Math.cos(lon * radians);
  into[at + 1] = normal * cosLat * Math.sin(lon * radians);
  into[at + 2] = normal * (1 - eccentricity) * sinLat;
}

/**
 * Distance along the surface of a straight distance through the Earth, and back: the arc over that chord on the mean
 * sphere, within 3e-5 of the geodesic up to 1,000 km. Planar distances stay.
 */
export function surfaceDistance(system: Points['system'], straight: number): number {
  if (system === 'planar') return straight;
  return 2 * earthMeanRadiusMeters * Math.asin(Math.min(1, straight / (2 * earthMeanRadiusMeters)));
}

export function straightDistance(system: Points['system'], surface: number): number {
  if (system === 'planar') return surface;
  return 2 * earthMeanRadiusMeters * Math.sin(Math.min(Math.PI / 2, surface / (2 * earthMeanRadiusMeters)));
}
