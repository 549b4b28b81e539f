import { expect, test } from 'vitest';
import { sparklinePaths } from './sparkline.tsx';

test('a rising line runs from the lower left to the upper right', () => {
  expect(sparklinePaths([0, 10], 96, 32)).toEqual(['M2.0 30.0L94.0 2.0']);
});

test('an unknown value is a gap, not a zero', () => {
  expect(sparklinePaths([1, 2, null, 2, 1], 100, 20)).toHaveLength(2);
});

test('a constant runs through the middle; one point is no line', () => {
  expect(sparklinePaths([5, 5], 100, 20)).toEqual(['M2.0 10.0L98.0 10.0']);
  expect(sparklinePaths([5], 100, 20)).toEqual([]);
  expect(sparklinePaths([null, null], 100, 20)).toEqual([]);
});
