import { type Grid, gridPosition, isInZee } from '@kianda/geo';

export type ZeeStatistics = {
  readonly mean: number | null;
  readonly median: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Share of ZEE cells with a value, 0–1. */
  readonly coverage: number;
};

const masks = new Map<string, { readonly cells: Uint32Array; readonly weights: Float64Array }>();

/** Indexes of the cells whose centre lies in the ZEE, and their areas relative to the equator's (cos lat). */
function zeeCells(grid: Grid) {
  const key = JSON.stringify(grid);
  const known = masks.get(key);
  if (known !== undefined) return known;
  const cells: number[] = [];
  const weights: number[] = [];
  for (let row = 0; row < grid.rows; row += 1) {
    for (let column = 0; column < grid.columns; column += 1) {
      const position = gridPosition(grid, column, row);
      if (!isInZee(position)) continue;
      cells.push(row * grid.columns + column);
      weights.push(Math.cos((position[1] * Math.PI) / 180));
    }
  }
  const mask = { cells: Uint32Array.from(cells), weights: Float64Array.from(weights) };
  masks.set(key, mask);
  return mask;
}

/** Statistics of a field over the ZEE: area-weighted mean, median, extremes. NaN cells are missing. */
export function zeeStatistics(grid: Grid, values: Float32Array): ZeeStatistics {
  const { cells, weights } = zeeCells(grid);
  const known: number[] = [];
  let weighted = 0;
  let weightSum = 0;
  cells.forEach((cell, index) => {
    const value = values[cell];
    if (value === undefined || Number.isNaN(value)) return;
    const weight = weights[index] ?? 0;
    known.push(value);
    weighted += value * weight;
    weightSum += weight;
  });
  if (known.length === 0) return { mean: null, median: null, min: null, max: null, coverage: 0 };
  const sorted = Float64Array.from(known).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
  return {
    mean: weighted / weightSum,
    median,
    min: sorted[0] ?? null,
    max: sorted.at(-1) ?? null,
    coverage: known.length / cells.length,
  };
}

/**
 * Area-weighted mean speed and direction of the mean vector (degrees clockwise from north, towards) over the ZEE, of
 * components on one grid; null without a cell that has both.
 */
export function zeeCurrent(
  grid: Grid,
  east: Float32Array,
  north: Float32Array,
): { readonly speed: number; readonly directionDegrees: number } | null {
  const { cells, weights } = zeeCells(grid);
  let weightSum = 0;
  let speedSum = 0;
  let eastSum = 0;
  let northSum = 0;
  cells.forEach((cell, index) => {
    const u = east[cell] ?? Number.NaN;
    const v = north[cell] ?? Number.NaN;
    if (Number.isNaN(u) || Number.isNaN(v)) return;
    const weight = weights[index] ?? 0;
    weightSum += weight;
    speedSum += weight * Math.hypot(u, v);
    eastSum += weight * u;
    northSum += weight * v;
  });
  if (weightSum === 0) return null;
  const degrees = (Math.atan2(eastSum, northSum) * 180) / Math.PI;
  return { speed: speedSum / weightSum, directionDegrees: (degrees + 360) % 360 };
}
