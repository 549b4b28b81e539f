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
