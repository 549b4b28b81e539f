import { metersToNauticalMiles, type Position } from '@kianda/geo';
import geodesic from 'geographiclib-geodesic';

const { WGS84, DISTANCE, AZIMUTH, LATITUDE, LONGITUDE } = geodesic.Geodesic;

/** One leg of a measured line. */
export type MeasuredLeg = {
  readonly from: Position;
  readonly to: Position;
  readonly meters: number;
  readonly bearingDegrees: number;
};

/** Legs between the points of a line: length of the geodesic on WGS84 (Karney 2013) and its first bearing. */
export function measureLegs(points: readonly Position[]): readonly MeasuredLeg[] {
  return points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    const { s12 = 0, azi1 = 0 } = WGS84.Inverse(from[1], from[0], to[1], to[0], DISTANCE | AZIMUTH);
    return { from, to, meters: s12, bearingDegrees: (azi1 + 360) % 360 };
  });
}

/** Nautical miles of a whole line. */
export const totalNauticalMiles = (legs: readonly MeasuredLeg[]): number =>
  metersToNauticalMiles(legs.reduce((sum, { meters }) => sum + meters, 0));

/** Positions along a leg's geodesic, every 50 km at most: a straight stroke on the map would be another line. */
export function geodesicPath({ from, to, meters }: MeasuredLeg): [number, number][] {
  const parts = Math.min(100, Math.max(1, Math.ceil(meters / 50_000)));
  const line = WGS84.InverseLine(from[1], from[0], to[1], to[0]);
  return Array.from({ length: parts + 1 }, (_, part) => {
    if (part === 0) return [from[0], from[1]];
    if (part === parts) return [to[0], to[1]];
    const { lat2 = 0, lon2 = 0 } = line.Position((meters * part) / parts, LATITUDE | LONGITUDE);
    return [lon2, lat2];
  });
}
