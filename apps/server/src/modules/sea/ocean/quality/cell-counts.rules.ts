/** Cells of a field that have a value, those outside the range of the rule, and the first of these. */
export type CellCounts = { readonly known: number; readonly outside: number; readonly outsideValue: number | null };

/** Counts cells by whether they are known and lie in `min`..`max`; NaN is missing. */
export function countCells(
  values: Float32Array,
  { min, max }: { readonly min: number; readonly max: number },
): CellCounts {
  let known = 0;
  let outside = 0;
  let outsideValue: number | null = null;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    known += 1;
    if (value >= min && value <= max) continue;
    outside += 1;
    outsideValue ??= value;
  }
  return { known, outside, outsideValue };
}
