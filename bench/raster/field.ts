/** The field of the measurement: hundredths of a degree over the box that providers are asked for, with land left out. */
import type { Grid } from '@kianda/geo';

export const variable = 'analysedSst';
export const range = [14, 30] as const;
export const grid: Grid = {
  ...{ west: 8, south: -18, lonStepDegrees: 0.01, latStepDegrees: 0.01 },
  ...{ columns: 601, rows: 1361 },
};

/** A front, an upwelling along the coast and small eddies: no two neighbours alike, so that no tile is one colour. */
export function valuesOfField(): Float32Array {
  return Float32Array.from({ length: grid.columns * grid.rows }, (_, cell) => {
    const [column, row] = [cell % grid.columns, Math.floor(cell / grid.columns)];
    if (column > 560 - row / 10) return Number.NaN;
    const front = 4 * Math.tanh((row - 400) / 60);
    return 22 + front + Math.sin(column / 7) * Math.cos(row / 11) + column / 300;
  });
}

/** Tiles at a zoom that the field lies in, west to east and north to south. */
export function tilesAt(z: number): readonly (readonly [x: number, y: number])[] {
  const [west, south] = [grid.west, grid.south];
  const [east, north] = [west + grid.columns * grid.lonStepDegrees, south + grid.rows * grid.latStepDegrees];
  const columnOf = (lon: number) => Math.floor(((lon + 180) / 360) * 2 ** z);
  const rowOf = (lat: number) => Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z);
  const tiles: [number, number][] = [];
  for (let y = rowOf(north); y <= rowOf(south); y += 1) {
    for (let x = columnOf(west); x <= columnOf(east); x += 1) tiles.push([x, y]);
  }
  return tiles;
}
