import { expect, test } from 'vitest';
import { balanceScale, meridianAt, sideOf } from './compare.ts';

const field = {
  grid: { west: 8, south: -10, lonStepDegrees: 1, latStepDegrees: 1, columns: 4, rows: 2 },
  values: Float32Array.from([1, 2, 3, 4, 5, 6, 7, 8]),
};

test('the curtain parts a field at a meridian, and both sides together are the whole', () => {
  const west = sideOf(field, 9.5, 'west');
  const east = sideOf(field, 9.5, 'east');
  expect(west?.grid).toMatchObject({ west: 8, columns: 2 });
  expect([...(west?.values ?? [])]).toEqual([1, 2, 5, 6]);
  expect(east?.grid).toMatchObject({ west: 10, columns: 2 });
  expect([...(east?.values ?? [])]).toEqual([3, 4, 7, 8]);
  expect(sideOf(field, 7, 'west')).toBeNull();
  expect(sideOf(field, 30, 'east')).toBeNull();
  expect([0, 50, 100].map((share) => meridianAt(field.grid, share))).toEqual([8, 9.5, 11]);
});

test('a difference has nought in the middle of its colours', () => {
  const scale = balanceScale({ ...field, values: Float32Array.from([-1, 0, 0, 0, 0, 0, 0, 4]) });
  expect(scale.range).toEqual([-4, 4]);
  expect(scale.position(0)).toBe(0.5);
  expect(balanceScale({ ...field, values: new Float32Array(8) }).range).toEqual([-1, 1]);
});
