import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Points } from '../shared/points.ts';
import { scattered } from '../testing/scattered.ts';
import { densityClusters, kernelDensity } from './density.ts';
import { inverseDistance } from './inverse-distance.ts';
import { ordinaryKriging } from './kriging.ts';
// gstat 2.1.0, scikit-learn 1.2.1, SciPy 1.10.1 and NumPy on the points below, by bench/spatial/interpolation.R (12
// neighbours) and interpolation.py (8 9 5).
import peers from './testing/peers.json' with { type: 'json' };
import { fitVariogram, semivarianceOf, type VariogramModel } from './variogram.ts';
import { contourBands, voronoiCells, zonalStatistics } from './zones.ts';

const planar = ({ x, y }: { readonly x: Float64Array; readonly y: Float64Array }): Points => ({
  system: 'planar',
  x,
  y,
});
const given = scattered(120, 'samples');
const points = planar(given);
const samples = { points, values: given.values };
const targets = planar(scattered(10, 'places'));
const { gstat, python } = peers;
const furthest = (found: ArrayLike<number>, reference: readonly number[]): number => {
  expect(found.length).toBe(reference.length);
  return Math.max(...reference.map((value, place) => Math.abs((found[place] ?? Number.NaN) - value)));
};
const none: Points = { system: 'planar', x: new Float64Array(), y: new Float64Array() };

describe('the numbers of gstat', () => {
  test('inverse distance', () => {
    expect(furthest(inverseDistance(samples, targets).value, gstat.idw)).toBeLessThan(1e-9);
  });

  test('the variogram, and the fit that optim of R finds on it', () => {
    const { value } = fitVariogram(points, given.values, { kinds: ['gaussian'] });
    expect(value?.bins.map(({ pairs }) => pairs)).toEqual(gstat.pairs);
    expect(furthest(value?.bins.map(({ distance }) => distance) ?? [], gstat.distances)).toBeLessThan(1e-9);
    expect(furthest(value?.bins.map(({ semivariance }) => semivariance) ?? [], gstat.semivariances)).toBeLessThan(1e-9);
    expect(Math.abs((value?.error ?? 0) / gstat.error - 1)).toBeLessThan(1e-8);
    const { nugget = 0, partialSill = 0, range = 0 } = value?.model ?? {};
    const fit = [nugget, partialSill, range].map((parameter, place) => parameter / (gstat.fit[place] ?? 0));
    expect(furthest(fit, [1, 1, 1])).toBeLessThan(1e-5);
    const best = fitVariogram(points, given.values).value;
    expect(best?.error).toBeLessThanOrEqual(value?.error ?? 0);
  });

  test('kriging and its variance, with the nearest measurements and with all', () => {
    const spherical: VariogramModel = { kind: 'spherical', nugget: 1, partialSill: 10, range: 40 };
    const near = ordinaryKriging(samples, targets, { model: spherical, neighbours: 12 }).value;
    expect(furthest(near?.values ?? [], gstat.kriged)).toBeLessThan(1e-9);
    expect(furthest(near?.variances ?? [], gstat.variances)).toBeLessThan(1e-9);
    const exponential: VariogramModel = { kind: 'exponential', nugget: 0.5, partialSill: 10, range: 20 };
    const whole = ordinaryKriging(samples, targets, { model: exponential }).value;
    expect(furthest(whole?.values ?? [], gstat.whole)).toBeLessThan(1e-9);
    expect(furthest(whole?.variances ?? [], gstat.wholeVariances)).toBeLessThan(1e-9);
  });
});

describe('the numbers of scikit-learn, SciPy and NumPy', () => {
  test('kernel density', () => {
    expect(furthest(kernelDensity(points, targets, { bandwidth: 8 }).value, python.density)).toBeLessThan(1e-9);
  });

  test('DBSCAN: the same labels', () => {
    const { labels, count } = densityClusters(points, { radius: 9, minPoints: 5 }).value;
    expect([...labels]).toEqual(python.labels);
    expect(count).toBe(Math.max(...python.labels) + 1);
  });

  test('Voronoi: the areas of the cells that are whole', () => {
    const { value } = voronoiCells(points.x, points.y, [0, 0, 100, 100]);
    const areas = value.map((ring) => areaOf(ring ?? []));
    const known = python.voronoi.filter((area): area is number => area !== null);
    expect(known.length).toBeGreaterThan(60);
    expect(
      furthest(
        areas.filter((_, point) => python.voronoi[point] !== null),
        known,
      ),
    ).toBeLessThan(1e-9);
    expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(10_000, 6);
  });

  test('zones', () => {
    const zones = Int32Array.from(points.x, (x) => Math.floor(x / 25));
    const found = zonalStatistics(given.values, zones).value;
    expect(found.map(({ zone }) => zone)).toEqual([0, 1, 2, 3]);
    found.forEach(({ cells, mean, deviation, median }, zone) => {
      const own = [cells, mean, deviation, median].map((value) => value ?? Number.NaN);
      expect(furthest(own, python.zones[zone] ?? [])).toBeLessThan(1e-9);
    });
  });
});

describe('properties', () => {
  const model: VariogramModel = { kind: 'spherical', nugget: 0, partialSill: 4, range: 30 };

  test('both interpolations give a measurement back at its place, kriging with no variance', () => {
    expect(furthest(inverseDistance(samples, points).value, [...given.values])).toBeLessThan(1e-9);
    const { values, variances } = ordinaryKriging(samples, points, { model, neighbours: 12 }).value ?? {};
    expect(furthest(values ?? [], [...given.values])).toBeLessThan(1e-6);
    expect(Math.max(...(variances ?? [1]))).toBeLessThan(1e-6);
  });

  test('inverse distance stays within its measurements; kriging moves with their zero and unit', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -100, max: 100, noNaN: true }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        (shift, scale) => {
          const moved = given.values.map((value) => scale * value + shift);
          const found = inverseDistance({ points, values: moved }, targets).value;
          expect(Math.min(...found)).toBeGreaterThanOrEqual(Math.min(...moved));
          expect(Math.max(...found)).toBeLessThanOrEqual(Math.max(...moved));
          const before =
            ordinaryKriging(samples, targets, { model, neighbours: 8 }).value?.values ?? new Float64Array();
          const after =
            ordinaryKriging({ points, values: moved }, targets, { model, neighbours: 8 }).value?.values ?? [];
          expect(
            furthest(
              after,
              [...before].map((value) => scale * value + shift),
            ),
          ).toBeLessThan(1e-7);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('a translation by 360° changes nothing', () => {
    const x = given.x.map((one) => one / 5);
    const lonLat = (shift: number): Points => ({
      system: 'geographic',
      x: x.map((lon) => lon + shift),
      y: given.y.map((lat) => lat - 15),
    });
    const at: Points = { system: 'geographic', x: Float64Array.of(3, 12, 19), y: Float64Array.of(-10, 30, 60) };
    const near = (shift: number) => inverseDistance({ points: lonLat(shift), values: given.values }, at).value;
    const dense = (shift: number) =>
      kernelDensity(lonLat(shift), at, { bandwidth: 400_000 }).value.map((one) => one * 1e12);
    expect(furthest(near(360), [...near(0)])).toBeLessThan(1e-9);
    expect(furthest(dense(-360), [...dense(0)])).toBeLessThan(1e-6);
  });

  test('a density adds up to its points', () => {
    const grid = Array.from({ length: 200 * 200 }, (_, cell) => [cell % 200, Math.floor(cell / 200)] as const);
    const cells: Points = {
      system: 'planar',
      x: Float64Array.from(grid, ([column]) => column - 50),
      y: Float64Array.from(grid, ([, row]) => row - 50),
    };
    for (const kernel of ['gaussian', 'quartic'] as const) {
      const sum = kernelDensity(points, cells, { bandwidth: 5, kernel }).value.reduce((all, one) => all + one, 0);
      expect(sum).toBeCloseTo(120, 1);
    }
    const doubled = kernelDensity(points, targets, { bandwidth: 8, weights: new Float64Array(120).fill(2) }).value;
    expect(
      furthest(
        doubled,
        python.density.map((one) => 2 * one),
      ),
    ).toBeLessThan(1e-9);
  });
});

describe('edges', () => {
  test('no measurements, none near, no spread, and two at one place', () => {
    const empty = { points: none, values: new Float64Array() };
    expect(inverseDistance(empty, targets).warnings).toContainEqual({ code: 'empty', count: 1 });
    expect(
      inverseDistance(samples, planar({ x: Float64Array.of(500), y: Float64Array.of(0) }), { maxDistance: 9 }),
    ).toMatchObject({
      warnings: [{ code: 'missing', count: 1 }],
    });
    expect(fitVariogram(points, new Float64Array(120).fill(3))).toMatchObject({
      value: null,
      warnings: [{ code: 'zeroVariance', count: 120 }],
    });
    expect(fitVariogram(planar({ x: Float64Array.of(1), y: Float64Array.of(1) }), Float64Array.of(1)).value).toBeNull();
    const model: VariogramModel = { kind: 'gaussian', nugget: 0.1, partialSill: 1, range: 5 };
    expect(ordinaryKriging(empty, targets, { model }).value).toBeNull();
    const twice = planar({ x: Float64Array.of(0, 0, 9), y: new Float64Array(3) });
    const found = ordinaryKriging({ points: twice, values: Float64Array.of(1, 3, 5) }, twice, { model });
    expect(found.value?.values[0]).toBeCloseTo(2, 9);
    expect(found.warnings).toEqual([{ code: 'coincident', count: 1 }]);
    expect(semivarianceOf(model, 0)).toBe(0);
    expect(() => inverseDistance({ points, values: given.values.with(4, Number.NaN) }, targets)).toThrow(
      'point 4 is NaN',
    );
  });

  test('a density without points, and clusters without any', () => {
    expect(kernelDensity(none, targets, { bandwidth: 1 }).warnings).toEqual([{ code: 'empty', count: 1 }]);
    expect(densityClusters(none, { radius: 1 }).value.count).toBe(0);
    expect([...densityClusters(points, { radius: 1e-9, minPoints: 2 }).value.labels]).toEqual(new Array(120).fill(-1));
    expect(() => kernelDensity(points, targets, { bandwidth: 0 })).toThrow('received 0');
  });

  test('contours: a hill has rings in its middle, from the south-west of the grid', () => {
    const grid = { west: 10, south: -10, lonStepDegrees: 0.5, latStepDegrees: 0.25, columns: 5, rows: 5 };
    const hill = Float64Array.from(
      { length: 25 },
      (_, cell) => 4 - Math.abs((cell % 5) - 2) - Math.abs(Math.floor(cell / 5) - 2),
    );
    const { value } = contourBands(grid, hill, [3.5, 99]);
    expect(value.map(({ level, area }) => [level, area.coordinates.length])).toEqual([
      [3.5, 1],
      [99, 0],
    ]);
    const ring = value[0]?.area.coordinates[0]?.[0] ?? [];
    expect(ring).toContainEqual([11.25, -9.5]);
    expect(ring).toContainEqual([11, -9.375]);
    expect(contourBands(grid, new Float64Array(25).fill(Number.NaN), [1]).warnings).toEqual([
      { code: 'empty', count: 1 },
    ]);
  });

  test('zones without values, and cells that count by their weight', () => {
    const found = zonalStatistics(Float32Array.of(1, 3, Number.NaN), Int32Array.of(0, 0, 7), Float64Array.of(3, 1, 1));
    expect(found.value[0]).toMatchObject({ mean: 1.5, median: 2, cells: 2, missing: 0, deviation: Math.sqrt(0.75) });
    expect(found.value[1]).toMatchObject({ zone: 7, mean: null, missing: 1 });
    expect(found.warnings).toEqual([{ code: 'missing', count: 1 }]);
    expect(zonalStatistics(Float32Array.of(1), Int32Array.of(-1)).warnings).toEqual([{ code: 'empty', count: 1 }]);
  });

  test('Voronoi: one point has the box, of two at one place one has the cell', () => {
    expect(areaOf(voronoiCells(Float64Array.of(3), Float64Array.of(4), [0, 0, 10, 10]).value[0] ?? [])).toBeCloseTo(
      100,
      9,
    );
    const twice = voronoiCells(Float64Array.of(3, 3, 8), Float64Array.of(4, 4, 5), [0, 0, 10, 10]);
    expect(twice.warnings).toEqual([{ code: 'coincident', count: 1 }]);
    expect(twice.value.reduce((sum, ring) => sum + areaOf(ring ?? []), 0)).toBeCloseTo(100, 9);
  });
});

function areaOf(ring: readonly (readonly [number, number])[]): number {
  let twice = 0;
  ring.forEach(([x, y], place) => {
    const [x1, y1] = ring[(place + 1) % ring.length] ?? [0, 0];
    twice += x * y1 - x1 * y;
  });
  return Math.abs(twice) / 2;
}
