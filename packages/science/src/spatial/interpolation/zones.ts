import type { Grid, MultiPolygonGeometry, Position, Ring } from '@kianda/geo';
import { contours } from 'd3-contour';
import { Delaunay } from 'd3-delaunay';
import { type Outcome, warningsOf } from '../shared/outcome.ts';

export type ZoneStatistics = {
  readonly zone: number;
  readonly cells: number;
  /** Cells of the zone without a value. */
  readonly missing: number;
  /** By the weight of the cells (their areas); null without a value. */
  readonly mean: number | null;
  readonly sum: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly deviation: number | null;
  readonly median: number | null;
};

/**
 * Statistics of a field by zone (number of each cell, below 0 is none), the zones in order: mean and deviation by the weight
 * of the cells, of the population; median of the values. Source: Tomlin (1990), Geographic Information Systems and
 * Cartographic Modeling.
 */
export function zonalStatistics(
  values: Float32Array | Float64Array,
  zones: Int32Array,
  weights: Float64Array | null = null,
): Outcome<readonly ZoneStatistics[], { readonly weighted: boolean }> {
  if (zones.length !== values.length || (weights !== null && weights.length !== values.length)) {
    throw new RangeError(`zones: received ${zones.length}, expected ${values.length} as the values`);
  }
  const cells = new Map<number, number[]>();
  zones.forEach((zone, cell) => {
    if (zone < 0) return;
    const list = cells.get(zone);
    if (list === undefined) cells.set(zone, [cell]);
    else list.push(cell);
  });
  const found = [...cells]
    .sort(([a], [b]) => a - b)
    .map(([zone, list]) => statisticsOf(zone, list, { values, weights }));
  return {
    value: found,
    method: 'Estatísticas por zona (Tomlin 1990)',
    parameters: { weighted: weights !== null },
    warnings: warningsOf({
      empty: found.length === 0 ? 1 : 0,
      missing: found.filter(({ mean }) => mean === null).length,
    }),
  };
}

function statisticsOf(
  zone: number,
  cells: readonly number[],
  { values, weights }: { readonly values: Float32Array | Float64Array; readonly weights: Float64Array | null },
): ZoneStatistics {
  const known = cells.filter((cell) => !Number.isNaN(values[cell] ?? Number.NaN));
  const weightOf = (cell: number) => (weights === null ? 1 : (weights[cell] ?? 0));
  const valueAt = (cell: number) => values[cell] ?? 0;
  const missing = cells.length - known.length;
  const sum = known.reduce((all, cell) => all + valueAt(cell), 0);
  const none = {
    zone,
    cells: cells.length,
    missing,
    sum,
    mean: null,
    min: null,
    max: null,
    deviation: null,
    median: null,
  };
  const weight = known.reduce((all, cell) => all + weightOf(cell), 0);
  if (known.length === 0 || weight === 0) return none;
  const mean = known.reduce((all, cell) => all + weightOf(cell) * valueAt(cell), 0) / weight;
  const squares = known.reduce((all, cell) => all + weightOf(cell) * (valueAt(cell) - mean) ** 2, 0);
  const sorted = Float64Array.from(known, valueAt).sort();
  const middle = (sorted.length - 1) / 2;
  const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
  const [min, max] = [sorted[0] ?? null, sorted.at(-1) ?? null];
  return { ...none, mean, min, max, deviation: Math.sqrt(squares / weight), median };
}

/** Area where a field is at least a level. */
export type ContourBand = { readonly level: number; readonly area: MultiPolygonGeometry };

/**
 * Areas at or above each level, with lines between cells as d3-contour draws them; a cell without a value is below all.
 * Source: Lorensen & Cline (1987), marching squares.
 */
export function contourBands(
  grid: Grid,
  values: Float32Array | Float64Array,
  levels: readonly number[],
): Outcome<readonly ContourBand[], { readonly levels: readonly number[] }> {
  if (values.length !== grid.columns * grid.rows) {
    throw new RangeError(`values: received ${values.length}, expected ${grid.columns} × ${grid.rows}`);
  }
  // d3-contour takes plain numbers, and has the middle of the first cell at [0.5, 0.5].
  const draw = contours()
    .size([grid.columns, grid.rows])
    .thresholds([...levels]);
  const positionOf = ([x = 0, y = 0]: readonly number[]): Position => [
    grid.west + (x - 0.5) * grid.lonStepDegrees,
    grid.south + (y - 0.5) * grid.latStepDegrees,
  ];
  const bands = draw(Array.from(values)).map(({ value, coordinates }) => ({
    level: value,
    area: {
      type: 'MultiPolygon' as const,
      coordinates: coordinates.map((rings) => rings.map((ring) => ring.map(positionOf))),
    },
  }));
  return {
    value: bands,
    method: 'Isolinhas, quadrados marchantes (Lorensen & Cline 1987)',
    parameters: { levels },
    warnings: warningsOf({ empty: bands.every(({ area }) => area.coordinates.length === 0) ? 1 : 0 }),
  };
}

/**
 * Voronoi cell of each point within a box (west, south, east, north): the places that are nearest to it in the plane of
 * the coordinates. Null where another point at the same place has the cell. Source: Voronoi (1908); d3-delaunay.
 */
export function voronoiCells(
  x: Float64Array,
  y: Float64Array,
  box: readonly [number, number, number, number],
): Outcome<readonly (Ring | null)[], { readonly box: readonly [number, number, number, number] }> {
  const delaunay = new Delaunay(
    Float64Array.from({ length: 2 * x.length }, (_, slot) => (slot % 2 === 0 ? x : y)[slot >> 1] ?? 0),
  );
  const voronoi = delaunay.voronoi([...box]);
  const cells = Array.from(x, (_, point): Ring | null => {
    const ring = voronoi.cellPolygon(point);
    return ring === null ? null : ring.map(([a, b]) => [a, b] as const);
  });
  const coincident = cells.filter((cell) => cell === null).length;
  return {
    value: cells,
    method: 'Polígonos de Voronoi (Voronoi 1908)',
    parameters: { box },
    warnings: warningsOf({ coincident, empty: x.length === 0 ? 1 : 0 }),
  };
}
