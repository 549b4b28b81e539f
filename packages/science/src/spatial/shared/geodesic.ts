import geodesic from 'geographiclib-geodesic';

const wgs84 = geodesic.Geodesic.WGS84;

/** Place in degrees. */
export type LonLat = { readonly lon: number; readonly lat: number };

/** Length in metres of the geodesic on WGS84. Source: Karney (2013), J. Geod. 87:43–55. */
export function geodesicDistance(from: LonLat, to: LonLat): number {
  const { s12 } = wgs84.Inverse(from.lat, from.lon, to.lat, to.lon, geodesic.Geodesic.DISTANCE);
  if (s12 === undefined) throw new Error('geodesicDistance: the library gave no distance');
  return s12;
}

/** Azimuth at `from`, degrees from north, and metres of the geodesic to `to`. */
export function geodesicInverse(from: LonLat, to: LonLat): { readonly azimuth: number; readonly meters: number } {
  const { s12 = 0, azi1 = 0 } = wgs84.Inverse(from.lat, from.lon, to.lat, to.lon);
  return { azimuth: azi1, meters: s12 };
}

/** Place `meters` from `from` along the geodesic that starts with an azimuth; the longitude is not wrapped. */
export function geodesicDirect(from: LonLat, azimuth: number, meters: number): LonLat {
  const caps = geodesic.Geodesic.LATITUDE | geodesic.Geodesic.LONGITUDE | geodesic.Geodesic.LONG_UNROLL;
  const { lat2 = 0, lon2 = 0 } = wgs84.Direct(from.lat, from.lon, azimuth, meters, caps);
  return { lon: lon2, lat: lat2 };
}

/** Area in m² within a ring of geodesics on WGS84, whatever its sense. Source: Karney (2013). */
export function geodesicRingArea(ring: readonly (readonly [lon: number, lat: number])[]): number {
  const polygon = wgs84.Polygon(false);
  for (const [lon, lat] of ring.slice(0, -1)) polygon.AddPoint(lat, lon);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}
