import type { Bbox } from './bbox.ts';
import type { Position } from './position.ts';

/**
 * Regular grid of points. `west`/`south` are the coordinates of the first point (a cell centre, not a corner); values
 * are row-major from the south-west, rows going north: index = row * columns + column.
 */
export type Grid = {
  readonly west: number;
  readonly south: number;
  readonly lonStepDegrees: number;
  readonly latStepDegrees: number;
  readonly columns: number;
  readonly rows: number;
};

/** The grid whose points span the box, both edges included where the step divides it. Throws on a step <= 0. */
export function gridOfBbox([west, south, east, north]: Bbox, stepDegrees: number): Grid {
  if (!(stepDegrees > 0)) throw new RangeError(`grid step: expected degrees above 0, received ${stepDegrees}`);
  // The tiny surplus includes the last column when (east - west) / step is 119.99999999999999.
  const count = (span: number) => Math.floor(span / stepDegrees + 1e-9) + 1;
  return {
    west,
    south,
    lonStepDegrees: stepDegrees,
    latStepDegrees: stepDegrees,
    columns: count(east - west),
    rows: count(north - south),
  };
}

/** Row-major index of a column and row, or null outside the grid. */
export function gridIndex(grid: Grid, column: number, row: number): number | null {
  if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) return null;
  return row * grid.columns + column;
}

/** Column and row of an index; throws outside the grid. */
export function gridCell(grid: Grid, index: number): { column: number; row: number } {
  const size = grid.columns * grid.rows;
  if (!Number.isInteger(index) || index < 0 || index >= size) {
    throw new RangeError(`grid index: expected 0..${size - 1}, received ${index}`);
  }
  return { column: index % grid.columns, row: Math.floor(index / grid.columns) };
}

/** `[lon, lat]` of a grid point, degrees. */
export function gridPosition(grid: Grid, column: number, row: number): Position {
  return [grid.west + column * grid.lonStepDegrees, grid.south + row * grid.latStepDegrees];
}

/** Column and row of the grid point nearest to a position, or null when it is over half a step outside. */
export function gridNearest(grid: Grid, [lon, lat]: Position): { column: number; row: number } | null {
  const column = Math.round((lon - grid.west) / grid.lonStepDegrees);
  const row = Math.round((lat - grid.south) / grid.latStepDegrees);
  return gridIndex(grid, column, row) === null ? null : { column, row };
}

/** The box of the grid's points. */
export function gridBbox(grid: Grid): Bbox {
  const [east, north] = gridPosition(grid, grid.columns - 1, grid.rows - 1);
  return [grid.west, grid.south, east, north];
}

/**
 * Bilinear value at a position. NaN in `values` is "missing": missing corners are left out and the weights of the
 * others scaled up, so that a coast does not eat its neighbours. NaN where nothing is known or outside the grid.
 */
export function sampleBilinear(grid: Grid, values: Float32Array, [lon, lat]: Position): number {
  const x = (lon - grid.west) / grid.lonStepDegrees;
  const y = (lat - grid.south) / grid.latStepDegrees;
  if (!(x >= 0 && y >= 0 && x <= grid.columns - 1 && y <= grid.rows - 1)) return Number.NaN;
  const column = Math.min(Math.floor(x), Math.max(0, grid.columns - 2));
  const row = Math.min(Math.floor(y), Math.max(0, grid.rows - 2));
  const fx = x - column;
  const fy = y - row;
  let sum = 0;
  let weights = 0;
  for (let dy = 0; dy <= 1; dy++) {
    for (let dx = 0; dx <= 1; dx++) {
      const weight = (dx === 0 ? 1 - fx : fx) * (dy === 0 ? 1 - fy : fy);
      if (weight === 0) continue;
      const value = values[(row + dy) * grid.columns + column + dx];
      if (value === undefined || Number.isNaN(value)) continue;
      sum += weight * value;
      weights += weight;
    }
  }
  return weights > 0 ? sum / weights : Number.NaN;
}
