import { seededRandom } from '@kianda/geo';

/** Friction 1–11 by cell, with smooth hills and noise; `share` of the cells is impassable. */
export function frictionOf(columns: number, rows: number, share: number, seed: string): Float64Array {
  const random = seededRandom(seed);
  return Float64Array.from({ length: columns * rows }, (_, cell) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const hill = 2.5 * (2 + Math.sin((9 * column) / columns) + Math.cos((7 * row) / rows));
    const value = 1 + hill * random();
    return random() < share && cell !== 0 && cell !== columns * rows - 1 ? Number.NaN : value;
  });
}
