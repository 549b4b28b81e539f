import type { GeoGeometry } from '@kianda/connectors';
import { distanceMeters, interpolateGreatCircle, type Position } from '@kianda/geo';

/** Places along the lines and edges of a geometry, at most `step` metres apart; of points the points themselves. */
export function densified(geometry: GeoGeometry, step: number): readonly Position[] {
  if (geometry.type === 'Point') return [geometry.coordinates];
  if (geometry.type === 'MultiPoint') return geometry.coordinates;
  const lines = linesOf(geometry);
  return lines.flatMap((line) =>
    line.flatMap((from, place) => {
      const to = line[place + 1];
      if (to === undefined) return [from];
      const parts = Math.min(1_000, Math.ceil(distanceMeters(from, to) / step));
      return Array.from({ length: Math.max(1, parts) }, (_, part) =>
        interpolateGreatCircle(from, to, part / parts || 0),
      );
    }),
  );
}

function linesOf(geometry: Exclude<GeoGeometry, { type: 'Point' }>): readonly (readonly Position[])[] {
  if (geometry.type === 'MultiPolygon') return geometry.coordinates.flat();
  if (geometry.type === 'MultiLineString' || geometry.type === 'Polygon') return geometry.coordinates;
  return [geometry.coordinates as readonly Position[]];
}
