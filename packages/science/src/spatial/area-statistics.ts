/** Cells that count, by index, and the weight of each (an area, in any unit). */
export type WeightedCells = { readonly cells: Uint32Array; readonly weights: Float64Array };

export type AreaStatistics = {
  readonly mean: number | null;
  readonly median: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Share of the cells with a value, 0–1. */
  readonly coverage: number;
};

/**
 * Statistics of a field (row-major cells, NaN is missing) over weighted cells: weighted mean, median of the values,
 * extremes, coverage. All null where no cell has a value.
 */
export function areaStatistics(values: Float32Array, { cells, weights }: WeightedCells): AreaStatistics {
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
  return {
    mean: weighted / weightSum,
    median: medianOfSorted(sorted),
    min: sorted[0] ?? null,
    max: sorted.at(-1) ?? null,
    coverage: known.length / cells.length,
  };
}

function medianOfSorted(sorted: Float64Array): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/**
 * Weighted mean speed (unit of the components) and direction of the mean vector (degrees clockwise from north, towards)
 * of a vector field on one grid; null without a cell that has both components.
 */
export function areaFlow(
  east: Float32Array,
  north: Float32Array,
  { cells, weights }: WeightedCells,
): { readonly speed: number; readonly vectorSpeed: number; readonly directionDegrees: number } | null {
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
  const vectorSpeed = Math.hypot(eastSum, northSum) / weightSum;
  return { speed: speedSum / weightSum, vectorSpeed, directionDegrees: (degrees + 360) % 360 };
}
