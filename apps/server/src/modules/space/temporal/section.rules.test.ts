import { expect, test } from 'vitest';
import { cutAtSeabed, depthsTo, nearestOnLine, sectionValues, valuesAtDepths } from './section.rules.ts';

test('depths go from the surface to the deepest, both included', () => {
  expect(depthsTo(500, 6)).toEqual([0, 100, 200, 300, 400, 500]);
});

test('a cast is linear between its levels and nothing below the last', () => {
  const cast = { depthsMeters: [4, 20, 40], values: [24, 20, 10] };
  expect([...valuesAtDepths(cast, [0, 4, 12, 20, 30, 40, 41])]).toEqual([24, 24, 22, 20, 15, 10, Number.NaN]);
  // A first level below twelve metres says nothing of the water above it.
  expect([...valuesAtDepths({ depthsMeters: [13, 20], values: [24, 20] }, [0, 12, 13])]).toEqual([
    Number.NaN,
    Number.NaN,
    24,
  ]);
  expect([...valuesAtDepths({ depthsMeters: [12], values: [24] }, [0, 12, 13])]).toEqual([24, 24, Number.NaN]);
});

test('levels farther apart than fifty metres and half their depth leave a gap', () => {
  const at = (depthsMeters: number[], depth: number) => valuesAtDepths({ depthsMeters, values: [20, 10] }, [depth])[0];
  expect(at([10, 60], 35)).toBe(15);
  expect(at([10, 60.1], 35)).toBeNaN();
  expect(at([200, 400], 300)).toBe(15);
  expect(at([199, 400], 300)).toBeNaN();
});

test('the nearest place of a line is on the leg that passes nearest, its ends included', () => {
  const line = [
    [9, -10],
    [9, 0],
    [12, 0],
  ] as const;
  const degree = 111.195;
  const beside = nearestOnLine(line, [9.5, -5]);
  expect(beside.distanceKm).toBeCloseTo(5 * degree, 0);
  expect(beside.offsetKm).toBeCloseTo(0.5 * degree * Math.cos((5 * Math.PI) / 180), 0);
  expect(nearestOnLine(line, [11, 0.2]).distanceKm).toBeCloseTo(12 * degree, 0);
  expect(nearestOnLine(line, [9, -11])).toMatchObject({ distanceKm: 0, offsetKm: expect.closeTo(degree, 0) });
  expect(() => nearestOnLine([[9, -10]], [9, -10])).toThrow('expected two positions');
});

test('a place between two casts has their mean by weight, and only a cast within reach counts', () => {
  const cast = (lon: number, values: number[]) => ({ lon, lat: 0, depthsMeters: [0, 10], values });
  const places = [
    [0, 0],
    [0.1, 0],
    [0.2, 0],
    [9, 0],
  ] as const;
  const far = 0.2 * 111.195;
  const section = sectionValues(places, [0, 10, 20], [cast(0, [10, 20]), cast(0.2, [30, 40])], far + 0.1);
  const rows = [0, 1, 2].map((y) => [...section.subarray(y * 4, y * 4 + 4)]);
  // At the end of the reach, two standard deviations away, the weight is exp(−2).
  const other = Math.exp(-0.5 * (far / ((far + 0.1) / 2)) ** 2);
  const west = (10 + 30 * other) / (1 + other);
  expect(rows[0]).toEqual([expect.closeTo(west, 3), expect.closeTo(20, 4), expect.closeTo(40 - west, 3), Number.NaN]);
  expect(rows[1]?.[1]).toBeCloseTo(30, 4);
  expect(rows[2]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  const apart = sectionValues(places, [0], [cast(0, [10, 20]), cast(0.2, [30, 40])], far - 0.1);
  expect([...apart]).toEqual([10, expect.closeTo(20, 4), 30, Number.NaN]);
});

test('nothing is left below the bottom; where the bottom is unknown nothing is cut', () => {
  const section = Float32Array.from([1, 2, 3, 4, 5, 6]);
  expect([...cutAtSeabed(section, [0, 100], [99.9, 100, null])]).toEqual([1, 2, 3, Number.NaN, 5, 6]);
  expect([...cutAtSeabed(Float32Array.of(1, 2), [0, 1], [0])]).toEqual([1, Number.NaN]);
});
