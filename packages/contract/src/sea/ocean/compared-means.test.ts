import { expect, test } from 'vitest';
import { comparedMeans } from './compared-means.ts';

test('means are of the last days with data and of as many before them', () => {
  const point = (day: number, mean: number | null) => ({
    time: new Date(Date.UTC(2026, 7, day)).toISOString(),
    mean,
    median: null,
  });
  const points = [point(1, 10), point(8, 20), point(9, null), point(10, 24), point(14, 26), point(15, null)];
  // The newest value is of the 14th: 8–14 against 1–7.
  expect(comparedMeans(points, 'mean', 7)).toEqual({ current: (20 + 24 + 26) / 3, previous: 10, until: '2026-08-14' });
  expect(comparedMeans(points.slice(2, 3), 'mean', 7)).toEqual({ current: null, previous: null, until: null });
  expect(comparedMeans([], 'median', 7)).toEqual({ current: null, previous: null, until: null });
});
