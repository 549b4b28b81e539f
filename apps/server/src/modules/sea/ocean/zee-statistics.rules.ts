import { type Grid, gridPosition, isAtSea, isInZee, type Position } from '@kianda/geo';
import {
  type AreaStatistics,
  areaFlow,
  areaStatistics,
  type WeightedCells,
} from '@kianda/science/spatial/area-statistics';
import { landVariables } from './sources.rules.ts';

const masks = new Map<string, WeightedCells>();

const isOnLand = (position: Position) => !isAtSea(position);

/** Indexes of the cells whose centre lies in the ZEE, and their areas relative to the equator's (cos lat). */
const zeeCells = (grid: Grid): WeightedCells => cellsWithin(grid, 'zee', isInZee);

/** The cells that a variable is counted over: the ZEE's, or those on land. */
function cellsOf(variable: string, grid: Grid): WeightedCells {
  return landVariables.includes(variable) ? cellsWithin(grid, 'land', isOnLand) : zeeCells(grid);
}

function cellsWithin(grid: Grid, area: string, isWithin: (position: Position) => boolean): WeightedCells {
  const key = `${area} ${JSON.stringify(grid)}`;
  const known = masks.get(key);
  if (known !== undefined) return known;
  const cells: number[] = [];
  const weights: number[] = [];
  for (let row = 0; row < grid.rows; row += 1) {
    for (let column = 0; column < grid.columns; column += 1) {
      const position = gridPosition(grid, column, row);
      if (!isWithin(position)) continue;
      cells.push(row * grid.columns + column);
      weights.push(Math.cos((position[1] * Math.PI) / 180));
    }
  }
  const mask = { cells: Uint32Array.from(cells), weights: Float64Array.from(weights) };
  masks.set(key, mask);
  return mask;
}

/** Statistics of a field over the ZEE: area-weighted mean, median, extremes. NaN cells are missing. */
export function zeeStatistics(grid: Grid, values: Float32Array): AreaStatistics {
  return areaStatistics(values, zeeCells(grid));
}

/** As `zeeStatistics`, over the cells that the variable is counted over: those on land for a variable of the land. */
export function statisticsOf(variable: string, grid: Grid, values: Float32Array): AreaStatistics {
  return areaStatistics(values, cellsOf(variable, grid));
}

/** Area-weighted mean speed and direction of the mean vector over the ZEE; null without a cell that has both components. */
export function zeeCurrent(grid: Grid, east: Float32Array, north: Float32Array): ReturnType<typeof areaFlow> {
  return areaFlow(east, north, zeeCells(grid));
}

/** Number of cells of a grid whose centre is in the ZEE. */
export function zeeCellCount(grid: Grid): number {
  return zeeCells(grid).cells.length;
}

/** Number of cells of a grid that a variable is counted over. */
export function countedCells(variable: string, grid: Grid): number {
  return cellsOf(variable, grid).cells.length;
}
