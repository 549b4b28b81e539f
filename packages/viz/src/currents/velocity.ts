import type { Field } from '../field/decode.ts';
import { cellEdges, mercatorRows, mercatorX, mercatorY } from '../field/mercator.ts';

/**
 * A flow laid out evenly over Web Mercator, so that a particle's place on the map indexes it without trigonometry.
 * Rows go north to south; NaN where nothing flows (land) or nothing is known. Speeds in m/s.
 */
export type Velocity = {
  readonly columns: number;
  readonly rows: number;
  readonly east: Float32Array;
  readonly north: Float32Array;
  /** Edges in the Web Mercator world square (0–1, y southward). */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** Lays a pair of components over Web Mercator. Throws when they do not share one grid. */
export function velocityOf(east: Field, north: Field): Velocity {
  const { grid } = east;
  if (grid.columns !== north.grid.columns || grid.rows !== north.grid.rows) {
    throw new RangeError(
      `velocity: expected one grid, received ${grid.columns}×${grid.rows} and ${north.grid.columns}×${north.grid.rows}`,
    );
  }
  const rowOf = mercatorRows(grid, grid.rows);
  const resample = (values: Float32Array): Float32Array => {
    const out = new Float32Array(values.length);
    rowOf.forEach((row, y) => {
      const source = Math.min(grid.rows - 1, Math.max(0, Math.round(row)));
      out.set(values.subarray(source * grid.columns, (source + 1) * grid.columns), y * grid.columns);
    });
    return out;
  };
  const edges = cellEdges(grid);
  return {
    columns: grid.columns,
    rows: grid.rows,
    east: resample(east.values),
    north: resample(north.values),
    left: mercatorX(edges.west),
    top: mercatorY(edges.north),
    right: mercatorX(edges.east),
    bottom: mercatorY(edges.south),
  };
}

/**
 * Bilinear flow at a place of the world square, written to `out` as eastward and northward m/s. False, and `out`
 * untouched, on land and where nothing is known: the cell the place lies in decides.
 */
export function sampleVelocity(velocity: Velocity, x: number, y: number, out: Float32Array): boolean {
  const { columns, rows, east, north, left, top, right, bottom } = velocity;
  const column = ((x - left) / (right - left)) * columns - 0.5;
  const row = ((y - top) / (bottom - top)) * rows - 0.5;
  if (!(column > -0.5 && row > -0.5 && column < columns - 0.5 && row < rows - 0.5)) return false;
  const own = Math.round(row) * columns + Math.round(column);
  if (Number.isNaN(east[own] ?? Number.NaN) || Number.isNaN(north[own] ?? Number.NaN)) return false;
  const [west, upper] = [Math.max(0, Math.floor(column)), Math.max(0, Math.floor(row))];
  const [fx, fy] = [Math.max(0, column - west), Math.max(0, row - upper)];
  let [eastward, northward, weights] = [0, 0, 0];
  for (let corner = 0; corner < 4; corner += 1) {
    const [dx, dy] = [corner & 1, corner >> 1];
    const weight = (dx === 0 ? 1 - fx : fx) * (dy === 0 ? 1 - fy : fy);
    const index = Math.min(rows - 1, upper + dy) * columns + Math.min(columns - 1, west + dx);
    const u = east[index] ?? Number.NaN;
    const v = north[index] ?? Number.NaN;
    if (weight === 0 || Number.isNaN(u) || Number.isNaN(v)) continue;
    eastward += weight * u;
    northward += weight * v;
    weights += weight;
  }
  out[0] = eastward / weights;
  out[1] = northward / weights;
  return true;
}
