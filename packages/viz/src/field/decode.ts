import type { FieldGrid } from '@kianda/contract/sea/ocean/ocean.contract';
import type { Grid } from '@kianda/geo';

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

/** Field of an answer of `fieldGrid`. Throws when the answer is truncated. */
export function decodeField(answer: FieldGrid): Field {
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

/** Low and high share of the known values (0.02 and 0.98 leave out what is rare); null for an empty field. */
export function fieldQuantiles(field: Field, low: number, high: number): readonly [number, number] | null {
  const known = field.values.filter((value) => !Number.isNaN(value)).toSorted();
  const at = (share: number) => known[Math.min(known.length - 1, Math.floor(share * known.length))];
  const [first, last] = [at(low), at(high)];
  return first === undefined || last === undefined ? null : [first, last];
}
