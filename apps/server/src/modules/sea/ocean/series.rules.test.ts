import { expect, test } from 'vitest';
import { evenlySpread } from './series.rules.ts';

const hours = Array.from({ length: 2_160 }, (_, hour) => hour);

test('a series that is too long is thinned over its whole length; a short one is whole', () => {
  const thinned = evenlySpread(hours, 1_000);
  expect(thinned).toEqual(hours.filter((hour) => hour % 3 === 0));
  expect(evenlySpread(hours.slice(0, 1_000), 1_000)).toHaveLength(1_000);
  expect(evenlySpread([], 10)).toEqual([]);
});
