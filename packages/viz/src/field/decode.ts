import type { FieldGrid } from '@kianda/contract/sea/ocean/ocean.contract';
import { type Grid, gridIndex, gridNearest, type Position } from '@kianda/geo';

/** Stored integer that stands for "no value" (land, cloud). */
export const missingCode = -32_768;

/** A field ready to draw: row-major from the south-west, NaN where nothing is known. */
export type Field = { readonly grid: Grid; readonly values: Float32Array };

/**
 * Base64 of little-endian Int16 to numbers: value = stored × scale + offset, `missingCode` to NaN. Throws when the text
 * does not contain `count` integers: a truncated answer must not be drawn as sea.
 */
export function decodeInt16(base64: string, count: number, scale: number, offset: number): Float32Array {
  const binary = atob(base64);
  if (binary.length !== count * 2) {
    throw new RangeError(`field: expected ${count * 2} bytes for ${count} cells, received ${binary.length}`);
  }
  const values = new Float32Array(count);
  for (let index = 0; index < count; index += 1) {
    const unsigned = binary.charCodeAt(index * 2) | (binary.charCodeAt(index * 2 + 1) << 8);
    const stored = unsigned >= 32_768 ? unsigned - 65_536 : unsigned;
    values[index] = stored === missingCode ? Number.NaN : stored * scale + offset;
  }
  return values;
}

/** Field of an answer that has one in integers. Throws when the answer is truncated. */
export function decodeField(answer: Omit<FieldGrid, 'slice'>): Field {
  const { west, south, lonStepDegrees, latStepDegrees, columns, rows } = answer;
  return {
    grid: { west, south, lonStepDegrees, latStepDegrees, columns, rows },
    values: decodeInt16(answer.values, columns * rows, answer.scale, answer.offset),
  };
}

/** Speed of a pair of components on the same grid, in their unit; NaN where either is missing. Throws on two grids. */
export function speedField(east: Field, north: Field): Field {
  if (east.values.length !== north.values.length || east.grid.columns !== north.grid.columns) {
    throw new RangeError(
      `speed: expected one grid, received ${east.grid.columns}×${east.grid.rows} and ${north.grid.columns}×${north.grid.rows}`,
    );
  }
  return {
    grid: east.grid,
    values: east.values.map((eastward, index) => Math.hypot(eastward, north.values[index] ?? Number.NaN)),
  };
}

/** One field less another on the same grid, cell by cell; NaN where either is missing. Throws on two grids. */
export function differenceOf(field: Field, other: Field): Field {
  const { grid, values } = field;
  const isAlike = (['west', 'south', 'columns', 'rows', 'lonStepDegrees', 'latStepDegrees'] as const).every(
    (name) => grid[name] === other.grid[name],
  );
  if (!isAlike) throw new RangeError('difference: expected two fields of one grid');
  return { grid, values: values.map((value, index) => value - (other.values[index] ?? Number.NaN)) };
}

/** Value of the cell that a place lies in; null where it is missing, and outside of the grid. */
export function fieldValueAt({ grid, values }: Field, position: Position): number | null {
  const cell = gridNearest(grid, position);
  const index = cell === null ? null : gridIndex(grid, cell.column, cell.row);
  const value = index === null ? undefined : values[index];
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** Low and high share of the known values (0.02 and 0.98 leave out what is rare); null for an empty field. */
export function fieldQuantiles(field: Field, low: number, high: number): readonly [number, number] | null {
  const known = field.values.filter((value) => !Number.isNaN(value)).toSorted();
  const at = (share: number) => known[Math.min(known.length - 1, Math.floor(share * known.length))];
  const [first, last] = [at(low), at(high)];
  return first === undefined || last === undefined ? null : [first, last];
}
