import { expect, test } from 'vitest';
import { areaFlow, areaStatistics } from './area-statistics.ts';

const cells = Uint32Array.of(0, 1, 3);
const weights = Float64Array.of(1, 2, 1);

test('weights the mean, not the median, and leaves missing cells out', () => {
  expect(areaStatistics(Float32Array.of(10, 20, 99, 40), { cells, weights })).toEqual({
    mean: 22.5,
    median: 20,
    min: 10,
    max: 40,
    coverage: 1,
  });
  const clouded = areaStatistics(Float32Array.of(10, Number.NaN, 99, 40), { cells, weights });
  expect(clouded).toMatchObject({ mean: 25, median: 25 });
  expect(clouded.coverage).toBeCloseTo(2 / 3, 12);
});

test('knows nothing of a field without values', () => {
  const empty = areaStatistics(new Float32Array(4).fill(Number.NaN), { cells, weights });
  expect(empty).toEqual({ mean: null, median: null, min: null, max: null, coverage: 0 });
});

test('keeps the speed of opposed currents and the direction of the stronger', () => {
  const east = Float32Array.of(0, 0, 0, 0);
  const north = Float32Array.of(1, -2, 0, 1);
  expect(areaFlow(east, north, { cells, weights })).toEqual({
    speed: 1.5,
    vectorSpeed: 0.5,
    directionDegrees: 180,
  });
  expect(areaFlow(Float32Array.of(Number.NaN), Float32Array.of(1), { cells, weights })).toBeNull();
});
