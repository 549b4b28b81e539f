import type { DataOf } from '@kianda/contract';
import type { temporalSection } from '@kianda/contract/space/temporal/section.contract';
import { decodeInt16 } from '@kianda/viz/field/decode.ts';

export type SectionAnswer = DataOf<typeof temporalSection>;
/** A section ready to draw: one row a depth from the surface down, one column a place, NaN where nothing is known. */
export type SectionCells = { readonly answer: SectionAnswer; readonly values: Float32Array };

/** Throws when the answer is truncated. */
export function decodeSection(answer: SectionAnswer): SectionCells {
  const count = answer.depths.length * answer.positions.length;
  return { answer, values: decodeInt16(answer.values, count, answer.scale, answer.offset) };
}

/** Value of a cell; null where nothing is known. */
export function cellValue({ answer, values }: SectionCells, column: number, row: number): number | null {
  const value = values[row * answer.positions.length + column];
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** Every cell as a row of a file: place, distance, depth, bottom and value. */
export function rowsOf(cells: SectionCells): (number | null)[][] {
  const { positions, depths } = cells.answer;
  return positions.flatMap(({ lon, lat, distanceKm, seabedMeters }, column) =>
    depths.map((depth, row) => {
      const place = [lon, lat, distanceKm].map((number) => Number(number.toFixed(4)));
      return [...place, depth, seabedMeters, cellValue(cells, column, row)];
    }),
  );
}

/** Indexes of at most `most` members of a list, evenly spread, both ends included. */
export function spread(length: number, most: number): readonly number[] {
  if (length <= most) return Array.from({ length }, (_, index) => index);
  return Array.from({ length: most }, (_, index) => Math.round((index * (length - 1)) / (most - 1)));
}

/** The bottom of the sea as the outline of an area below it, in a square of side 100; empty where it is not known. */
export function seabedOutlines({ positions, depths }: SectionAnswer): readonly string[] {
  const [whole, deep] = [positions.at(-1)?.distanceKm ?? 0, depths.at(-1) ?? 0];
  if (whole === 0 || deep === 0) return [];
  const parts: { x: number; y: number }[][] = [[]];
  for (const { distanceKm, seabedMeters } of positions) {
    if (seabedMeters === null) parts.push([]);
    else parts.at(-1)?.push({ x: (100 * distanceKm) / whole, y: Math.min(100, (100 * seabedMeters) / deep) });
  }
  return parts.flatMap((part) => {
    const [first, last] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [`${first.x},100 ${part.map(({ x, y }) => `${x},${y}`).join(' ')} ${last.x},100`];
  });
}
