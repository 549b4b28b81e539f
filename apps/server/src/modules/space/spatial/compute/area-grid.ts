import {
  type ArealGeometry,
  type Bbox,
  bboxOfGeometry,
  type Grid,
  gridNearest,
  gridPosition,
  type Position,
  ringLongitudesAt,
  sampleBilinear,
  zee,
} from '@kianda/geo';
import type { PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import type { Points } from '@kianda/science/spatial/shared/points';
import type { ComputeTask, RasterInput } from './compute.types.ts';
import { arealOf, joinedArea, optionalFeatures, pointsOf } from './feature-set.ts';
import { memoryRefusal } from './memory.rules.ts';

/** A grid over an area: which cells have their middle in it. */
export type AreaGrid = { readonly grid: Grid; readonly mask: Uint8Array; readonly cells: readonly number[] };

/** The area of an analysis: that of its input `area`, or the EEZ. */
export function areaOf(task: ComputeTask): ArealGeometry {
  const given = optionalFeatures(task, 'area');
  if (given === null) return zee;
  const areas = arealOf(given);
  if (areas.length === 0) throw new RangeError('A entrada da área não tem polígonos.');
  return joinedArea(areas);
}

/** The area that a result is cut to, valid for the plane: an edge that crosses itself would end the cut. */
export function clipOf(task: ComputeTask, clipTo: 'none' | 'zee' | 'area', engine: PlanarEngine): ArealGeometry | null {
  if (clipTo === 'none') return null;
  const area = clipTo === 'zee' ? zee : areaOf(task);
  const repaired = engine.repaired(area)?.geometry;
  return repaired?.type === 'Polygon' || repaired?.type === 'MultiPolygon' ? (repaired as ArealGeometry) : area;
}

/** Cells of a side of `cellDegrees` over the box of an area; the middle of the first is half a cell from its corner. */
export function gridOver([west, south, east, north]: Bbox, cellDegrees: number): Grid {
  return {
    ...{ west: west + cellDegrees / 2, south: south + cellDegrees / 2 },
    ...{ lonStepDegrees: cellDegrees, latStepDegrees: cellDegrees },
    columns: Math.max(2, Math.ceil((east - west) / cellDegrees - 1e-9)),
    rows: Math.max(2, Math.ceil((north - south) / cellDegrees - 1e-9)),
  };
}

/** The area of an analysis and a grid over its box. Throws RangeError for more than it may have. */
export function gridOfArea(
  task: ComputeTask,
  cellDegrees: number,
): { readonly area: ArealGeometry; readonly grid: Grid } {
  const area = areaOf(task);
  const box = bboxOfGeometry(area);
  if (box === null) throw new RangeError('A área está vazia.');
  const grid = gridOver(box, cellDegrees);
  const count = grid.columns * grid.rows;
  if (count > task.mostCells) {
    throw new RangeError(
      `A grelha teria ${count} células, e o limite são ${task.mostCells}: escolha células maiores ou uma área menor.`,
    );
  }
  const refusal = memoryRefusal(task, count, task.mostBytes);
  if (refusal !== null) throw new RangeError(refusal);
  return { area, grid };
}

export const noCell = 'Nenhuma célula tem o centro na área: escolha células mais pequenas ou uma área maior.';

/** Cells over the area of an analysis. Throws RangeError for more than it may have, and for none. */
export function areaGrid(task: ComputeTask, cellDegrees: number): AreaGrid {
  const { area, grid } = gridOfArea(task, cellDegrees);
  const mask = maskOf(grid, area);
  const cells: number[] = [];
  for (let cell = 0; cell < mask.length; cell += 1) {
    if (mask[cell] === 1) cells.push(cell);
  }
  if (cells.length === 0) throw new RangeError(noCell);
  return { grid, mask, cells };
}

/** 1 where the middle of a cell lies in an area. */
export function maskOf(grid: Grid, area: ArealGeometry): Uint8Array {
  const mask = new Uint8Array(grid.columns * grid.rows);
  eachRun(grid, area, (first, end) => {
    mask.fill(1, first, end);
  });
  return mask;
}

/** Cells whose middle lies in an area, each once, in their order. */
export function cellsIn(grid: Grid, area: ArealGeometry): readonly number[] {
  const cells: number[] = [];
  eachRun(grid, area, (first, end) => {
    for (let cell = first; cell < end; cell += 1) cells.push(cell);
  });
  // Polygons that overlap give a cell twice.
  return cells.sort((a, b) => a - b).filter((cell, place) => cell !== cells[place - 1]);
}

/**
 * Calls `tell` for each run of cells in a row whose centres lie in the area, from cell `first` to the one before `end`. Scan
 * lines: a ring enters and leaves the area at the longitudes where it crosses the row. Polygons that overlap give their
 * common cells twice.
 */
export function eachRun(grid: Grid, area: ArealGeometry, tell: (first: number, end: number) => void): void {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  for (let row = 0; row < grid.rows; row += 1) {
    const lat = grid.south + row * grid.latStepDegrees;
    for (const rings of polygons) {
      const crossings = rings.flatMap((ring) => ringLongitudesAt(ring, lat)).sort((a, b) => a - b);
      for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
        const first = Math.ceil(((crossings[pair] ?? 0) - grid.west) / grid.lonStepDegrees);
        const last = Math.floor(((crossings[pair + 1] ?? 0) - grid.west) / grid.lonStepDegrees);
        const [from, to] = [Math.max(0, first), Math.min(grid.columns - 1, last)];
        if (from <= to) tell(row * grid.columns + from, row * grid.columns + to + 1);
      }
    }
  }
}

export const cellPosition = (grid: Grid, cell: number): Position =>
  gridPosition(grid, cell % grid.columns, Math.floor(cell / grid.columns));

/** Cell of a place; null outside the grid. */
export function cellAt(grid: Grid, position: Position): number | null {
  const near = gridNearest(grid, position);
  return near === null ? null : near.row * grid.columns + near.column;
}

export const cellPoints = (grid: Grid, cells: readonly number[]): Points =>
  pointsOf(cells.map((cell) => cellPosition(grid, cell)));

/** Values at cells of a grid, in the order of the cells; NaN elsewhere. */
export function spread(
  { columns, rows }: Pick<Grid, 'columns' | 'rows'>,
  cells: readonly number[],
  values: ArrayLike<number>,
): Float32Array {
  const all = new Float32Array(columns * rows).fill(Number.NaN);
  cells.forEach((cell, place) => {
    all[cell] = values[place] ?? Number.NaN;
  });
  return all;
}

/** Value of a field at the middle of each cell: between its cells, or of the nearest where one beside it has none. */
export const sampledAt = (field: RasterInput, over: Grid, cells: readonly number[]): Float64Array =>
  Float64Array.from(cells, (cell) => sampledIn(field, over, cell));

/** The same at one cell. */
export function sampledIn({ grid, values }: RasterInput, over: Grid, cell: number): number {
  const position = cellPosition(over, cell);
  const between = sampleBilinear(grid, values, position);
  if (!Number.isNaN(between)) return between;
  const near = cellAt(grid, position);
  return near === null ? Number.NaN : (values[near] ?? Number.NaN);
}
