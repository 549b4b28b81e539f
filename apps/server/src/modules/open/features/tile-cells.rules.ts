import type { Feature } from '../../../platform/feature-collections.ts';
import { sizeOf, type TileAddress, type TileGrid } from './tile-grid.rules.ts';

/** Features in one cell of a tile: how many, their mean place, and the id of an only one. */
export type TileCell = {
  readonly column: number;
  readonly row: number;
  readonly count: number;
  readonly lon: number;
  readonly lat: number;
  readonly id: string | null;
};

/** Cells across a tile at first: one for each pixel of a tile of 256. */
export const finestCells = 256;
const coarsestCells = 32;

/** Cell of a place in the grid of `finestCells` a tile, counted over the whole level. */
export function cellOf(grid: TileGrid, zoom: number, at: { readonly lon: number; readonly lat: number }) {
  const [columns, rows] = sizeOf(grid, zoom);
  const [x, y] = grid.shareOf(at);
  return { column: Math.floor(x * columns * finestCells), row: Math.floor(y * rows * finestCells) };
}

/** Joins cells two by two until there are at most `most`; the counts together stay the same. */
export function coarsened(cells: readonly TileCell[], most: number) {
  let [shown, across] = [cells, finestCells];
  while (shown.length > most && across > coarsestCells) {
    shown = joined(shown.map((cell) => ({ ...cell, column: cell.column >> 1, row: cell.row >> 1 })));
    across /= 2;
  }
  return { cells: shown, pixels: finestCells / across };
}

/** Cells of the same place as one. */
function joined(cells: readonly TileCell[]): TileCell[] {
  const byPlace = new Map<string, TileCell>();
  for (const cell of cells) {
    const key = `${cell.column},${cell.row}`;
    const known = byPlace.get(key);
    if (known === undefined) byPlace.set(key, cell);
    else {
      const count = known.count + cell.count;
      const mean = (one: number, other: number) => (one * known.count + other * cell.count) / count;
      const [lon, lat] = [mean(known.lon, cell.lon), mean(known.lat, cell.lat)];
      byPlace.set(key, { ...known, count, lon, lat, id: null });
    }
  }
  return [...byPlace.values()];
}

type Box = readonly [west: number, south: number, east: number, north: number];

/** Features that are smaller than a cell, as cells; the others as they are. */
export function cellsOf(
  features: readonly (Feature & { readonly box: Box })[],
  grid: TileGrid,
  { zoom }: Pick<TileAddress, 'zoom'>,
): { readonly cells: TileCell[]; readonly whole: Feature[] } {
  const whole: Feature[] = [];
  const single: TileCell[] = [];
  for (const { box, ...feature } of features) {
    const [west, south, east, north] = box;
    const from = cellOf(grid, zoom, { lon: west, lat: north });
    const to = cellOf(grid, zoom, { lon: east, lat: south });
    if (to.column - from.column > 1 || to.row - from.row > 1) whole.push(feature);
    else {
      const at = { lon: (west + east) / 2, lat: (south + north) / 2 };
      single.push({ ...cellOf(grid, zoom, at), ...at, count: 1, id: feature.id });
    }
  }
  return { cells: joined(single), whole };
}
