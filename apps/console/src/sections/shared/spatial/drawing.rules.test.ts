import { drawingSchema } from '@kianda/contract/space/spatial/analysis-inputs';
import { expect, test } from 'vitest';
import { drawingOf, emptySketch, sketchOf } from './drawing.rules.ts';

const ring = [
  [12, -10],
  [13, -10],
  [13, -9],
  [12, -10],
] as const;

test('a sketch is a drawing that the contract takes, and comes back from it', () => {
  const sketch = { rings: [ring], points: [[12.123456789, -8.1] as const] };
  const drawing = drawingOf(sketch);
  expect(drawingSchema.safeParse(drawing).success).toBe(true);
  expect(drawing?.features.map(({ properties }) => properties.name)).toEqual(['1', '2']);
  if (drawing === null) throw new Error('no drawing');
  expect(sketchOf(drawing)).toEqual({ rings: [ring], points: [[12.12346, -8.1]] });
  expect(drawingOf(emptySketch)).toBeNull();
});
