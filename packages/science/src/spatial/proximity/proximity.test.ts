import { seededRandom } from '@kianda/geo';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { geodesicDistance } from '../shared/geodesic.ts';
import type { Points } from '../shared/points.ts';
import { seaPoints } from '../testing/sea-points.ts';
import { countsWithin, distanceRaster, nearestTargets } from './proximity.ts';

const at = (...places: readonly (readonly [number, number])[]): Points => ({
  system: 'geographic',
  x: Float64Array.from(places, ([lon]) => lon),
  y: Float64Array.from(places, ([, lat]) => lat),
});

// geographiclib 2.0 on the 12 points and 30 targets below, by bench/spatial/proximity.py.
const reference = {
  distances: [
    104504.89028842114, 118921.98468486381, 104435.85478826938, 133098.74264103913, 54717.8424687881,
    14021.624517507109, 178956.2850117682, 94710.14842272492, 138936.589676941, 69510.94526207575, 132116.97258011412,
    101454.28789624533,
  ],
  targets: [19, 5, 6, 22, 16, 28, 3, 8, 12, 24, 29, 29],
};

test('the numbers of geographiclib, to a centimetre', () => {
  const { value } = nearestTargets(seaPoints(12, 'points'), seaPoints(30, 'targets'));
  expect([...value.targets]).toEqual(reference.targets);
  reference.distances.forEach((distance, point) => {
    expect(Math.abs((value.distances[point] ?? 0) - distance)).toBeLessThan(0.01);
  });
});

describe('properties', () => {
  /** Places all over the Earth, the poles among them. */
  function globe(count: number, seed: string): Points {
    const random = seededRandom(seed);
    const x = Float64Array.from({ length: count }, () => 360 * random() - 180);
    return { system: 'geographic', x, y: x.map(() => 180 * random() - 90) };
  }
  const distance = (points: Points, point: number, targets: Points, target: number): number =>
    geodesicDistance(
      { lon: points.x[point] ?? 0, lat: points.y[point] ?? 0 },
      { lon: targets.x[target] ?? 0, lat: targets.y[target] ?? 0 },
    );

  test('nearest and counts are those that all geodesics give, anywhere on Earth', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1000, max: 9_000_000 }),
        (seed, count, radius) => {
          const [points, targets] = [globe(15, seed), globe(count, `${seed} targets`)];
          const { targets: found } = nearestTargets(points, targets).value;
          const counts = countsWithin(points, targets, radius).value;
          for (const point of points.x.keys()) {
            const all = Array.from(targets.x.keys(), (target) => distance(points, point, targets, target));
            expect(found[point]).toBe(all.indexOf(Math.min(...all)));
            expect(counts[point]).toBe(all.filter((one) => one <= radius).length);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a translation by 360° changes nothing', () => {
    const [points, targets] = [globe(50, 'turn'), globe(20, 'turn targets')];
    const turned = { ...targets, x: targets.x.map((lon) => lon + 360) };
    const [one, other] = [nearestTargets(points, targets).value, nearestTargets(points, turned).value];
    expect([...other.targets]).toEqual([...one.targets]);
    expect(Math.max(...other.distances.map((far, point) => Math.abs(far - (one.distances[point] ?? 0))))).toBeLessThan(
      1e-6,
    );
  });
});

describe('edges', () => {
  test('across the antimeridian and over the pole', () => {
    const { value } = nearestTargets(at([179.9, 0], [0, 89.9]), at([-179.9, 0], [170, 0], [180, 89.9]));
    expect([...value.targets]).toEqual([0, 2]);
    expect(value.distances[1]).toBeLessThan(22_400);
  });

  test('no targets, targets too far, and the first of equals', () => {
    const none = nearestTargets(at([0, 0]), at());
    expect([none.value.targets[0], none.value.distances[0], none.warnings]).toEqual([
      -1,
      Number.NaN,
      [{ code: 'empty', count: 1 }],
    ]);
    expect(nearestTargets(at([0, 0]), at([1, 0]), { maxDistance: 1000 }).value.targets[0]).toBe(-1);
    expect(nearestTargets(at([0, 0]), at([1, 0], [-1, 0], [1, 0])).value.targets[0]).toBe(0);
    expect(nearestTargets(at([1, 0]), at([1, 0], [1, 0])).value.distances[0]).toBe(0);
    expect([...countsWithin(at([0, 0]), at([0, 0], [0, 0], [1, 0]), 0).value]).toEqual([2]);
    expect(() =>
      nearestTargets(at([0, 0]), { system: 'planar', x: Float64Array.of(0), y: Float64Array.of(0) }),
    ).toThrow('received planar');
  });

  test('a raster has the distances of its cells, rows from the south', () => {
    const grid = { west: 12, south: -9, lonStepDegrees: 0.5, latStepDegrees: 0.25, columns: 3, rows: 2 };
    const { targets, distances } = distanceRaster(grid, at([12, -9], [13, -8.75])).value;
    expect([...targets]).toEqual([0, 0, 1, 0, 1, 1]);
    expect(distances[1]).toBeCloseTo(geodesicDistance({ lon: 12, lat: -9 }, { lon: 12.5, lat: -9 }), 6);
    expect(distances[5]).toBe(0);
  });
});
