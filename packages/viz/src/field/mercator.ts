import { type Grid, gridBbox } from '@kianda/geo';

const degree = Math.PI / 180;

/** Web Mercator place of a latitude in the world square: 0 at 85.05° N, 1 at 85.05° S. */
export function mercatorY(lat: number): number {
  return 0.5 - Math.asinh(Math.tan(lat * degree)) / (2 * Math.PI);
}

/** Latitude of a Web Mercator place: the inverse of `mercatorY`. */
export function latitudeOfMercatorY(y: number): number {
  return Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) / degree;
}

/** Web Mercator place of a longitude: 0 at 180° W, 1 at 180° E. */
export function mercatorX(lon: number): number {
  return lon / 360 + 0.5;
}

/** Edges of the grid's outer cells: half a step beyond their centres. */
export function cellEdges(grid: Grid): { west: number; south: number; east: number; north: number } {
  const [west, south, east, north] = gridBbox(grid);
  const [halfLon, halfLat] = [grid.lonStepDegrees / 2, grid.latStepDegrees / 2];
  return { west: west - halfLon, south: south - halfLat, east: east + halfLon, north: north + halfLat };
}

/**
 * Fractional grid row under the middle of each of `height` image rows, north to south, so that an image stretched
 * evenly over Web Mercator has every cell at its own latitude. Row 0 is the southernmost; ends reach −0.5 and rows − 0.5.
 */
export function mercatorRows(grid: Grid, height: number): Float64Array {
  const { north, south } = cellEdges(grid);
  const [top, bottom] = [mercatorY(north), mercatorY(south)];
  return Float64Array.from({ length: height }, (_, row) => {
    const lat = latitudeOfMercatorY(top + ((row + 0.5) / height) * (bottom - top));
    return (lat - grid.south) / grid.latStepDegrees;
  });
}
