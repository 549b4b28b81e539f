import type { Grid } from '@kianda/geo';
import { type ColourScale, createColourScale } from '@kianda/viz/colour/scale.ts';
import { type Field, fieldQuantiles } from '@kianda/viz/field/decode.ts';

/** The columns of a field whose cells lie west (or east) of a meridian; null where none does. */
export function sideOf(field: Field, meridian: number, side: 'west' | 'east'): Field | null {
  const { grid, values } = field;
  const split = Math.min(grid.columns, Math.max(0, Math.ceil((meridian - grid.west) / grid.lonStepDegrees)));
  const [first, count] = side === 'west' ? [0, split] : [split, grid.columns - split];
  if (count === 0) return null;
  const cropped = new Float32Array(count * grid.rows);
  for (let row = 0; row < grid.rows; row += 1) {
    const start = row * grid.columns + first;
    cropped.set(values.subarray(start, start + count), row * count);
  }
  return { grid: { ...grid, west: grid.west + first * grid.lonStepDegrees, columns: count }, values: cropped };
}

/** The meridian at so many hundredths of a grid's width. */
export const meridianAt = ({ west, lonStepDegrees, columns }: Grid, divider: number): number =>
  west + (divider / 100) * (columns - 1) * lonStepDegrees;

/** Zero in the middle, both ends as far as all but a few cells go. */
export function balanceScale(field: Field): ColourScale {
  const [low, high] = fieldQuantiles(field, 0.02, 0.98) ?? [-1, 1];
  const far = Math.max(Math.abs(low), Math.abs(high));
  return createColourScale({ ramp: 'balance', range: far === 0 ? [-1, 1] : [-far, far], log: false });
}
