import { bboxOfGeometry, type PolygonGeometry, type Position, zee, zeeCabinda, zeeProper } from '@kianda/geo';

export type AreaCentre = { readonly name: string; readonly position: Position };

/** Centroid of the outer ring, in the plane of longitude and latitude, as gazetteers give it. */
function centroidOf({ coordinates }: PolygonGeometry): Position {
  const ring = coordinates[0] ?? [];
  let [area, x, y] = [0, 0, 0];
  for (let index = 1; index < ring.length; index += 1) {
    const [a, b] = [ring[index - 1] ?? [0, 0], ring[index] ?? [0, 0]];
    const cross = a[0] * b[1] - b[0] * a[1];
    area += cross;
    x += (a[0] + b[0]) * cross;
    y += (a[1] + b[1]) * cross;
  }
  return [x / (3 * area), y / (3 * area)];
}

function boxCentre(): Position {
  const [west, south, east, north] = bboxOfGeometry(zee) ?? [0, 0, 0, 0];
  return [(west + east) / 2, (south + north) / 2];
}

/** Points that records without a place of their own are often given, those at sea and the capital. */
export const areaCentres: readonly AreaCentre[] = [
  { name: 'o centro da ZEE de Angola', position: centroidOf(zeeProper) },
  { name: 'o centro da ZEE de Cabinda', position: centroidOf(zeeCabinda) },
  { name: 'o centro da caixa da ZEE', position: boxCentre() },
  { name: 'Luanda, a capital', position: [13.234, -8.838] },
];
