import { distanceMeters, type Position, sampleBilinear } from '@kianda/geo';
import type { Field } from '@kianda/viz/field/decode.ts';

export type AlongPoint = { readonly distanceKm: number; readonly position: Position; readonly value: number | null };

/** Values of a field at `count` places equally far from each other along a line, in kilometres from its start. */
export function valuesAlong(field: Field, line: readonly Position[], count = 80): readonly AlongPoint[] {
  const lengths = line.slice(1).map((position, index) => distanceMeters(line[index] ?? position, position) / 1000);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  return Array.from({ length: count }, (_, index) => {
    const distanceKm = (whole * index) / (count - 1);
    const position = placeAt(line, lengths, distanceKm);
    const value = sampleBilinear(field.grid, field.values, position);
    return { distanceKm, position, value: Number.isNaN(value) ? null : value };
  });
}

function placeAt(line: readonly Position[], lengths: readonly number[], distanceKm: number): Position {
  let left = distanceKm;
  for (const [index, length] of lengths.entries()) {
    const [from, to] = [line[index], line[index + 1]];
    if (from === undefined || to === undefined) break;
    if (left <= length || index === lengths.length - 1) {
      const share = length === 0 ? 0 : Math.min(1, left / length);
      return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    }
    left -= length;
  }
  throw new RangeError(`line: expected two positions or more, received ${line.length}`);
}
