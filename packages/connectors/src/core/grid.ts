/** The sea of Angola as every connector asks for it: degrees, west-south-east-north. */
export const ANGOLA_BOX = { west: 8, south: -18, east: 14, north: -4.4 } as const;

/** Six decimals (0.1 m): float32 axes would otherwise give the same cell another key on another day. */
export function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6 + 0;
}

/**
 * Start and step of an axis that is evenly spaced within 1 % of a step, ascending or descending; null when it is not,
 * or has fewer than two values.
 */
export function evenAxis(values: readonly number[]): { readonly first: number; readonly step: number } | null {
  const first = values[0];
  const last = values.at(-1);
  if (first === undefined || last === undefined || values.length < 2) return null;
  const step = (last - first) / (values.length - 1);
  if (!Number.isFinite(step) || step === 0) return null;
  const even = values.every((value, index) => Math.abs(value - (first + index * step)) <= Math.abs(step) / 100);
  return even ? { first, step } : null;
}

/** The same field with its rows in the other order. */
export function flipRows(values: Float32Array, rows: number, columns: number): Float32Array {
  const flipped = new Float32Array(values.length);
  for (let row = 0; row < rows; row += 1)
    flipped.set(values.subarray(row * columns, (row + 1) * columns), (rows - 1 - row) * columns);
  return flipped;
}
