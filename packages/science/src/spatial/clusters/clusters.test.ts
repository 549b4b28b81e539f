import { seededRandom } from '@kianda/geo';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Points } from '../shared/points.ts';
import { scattered } from '../testing/scattered.ts';
import { emergingHotSpots, patternOf, spaceTimeWeights } from './emerging.ts';
import { getisOrd } from './getis-ord.ts';
import { mannKendall } from './mann-kendall.ts';
import { incrementalBand, localMoran, moran } from './moran.ts';
import { falseDiscoveryAdjusted } from './significance.ts';
// spdep 1.2-7 on the 24 points below, by bench/spatial/clusters.R (`band 18`, `nearest 5`, `inverse 30`).
import spdep from './testing/spdep.json' with { type: 'json' };
import { bandWeights, leastConnectingBand, nearestWeights, queenWeights, type SpatialWeights } from './weights.ts';

const { x, y, values } = scattered(24, 'clusters');
const points: Points = { system: 'planar', x, y };
const weightsBy = {
  band: bandWeights(points, 18),
  nearest: nearestWeights(points, 5),
  inverse: bandWeights(points, 30, 1),
} as const;

/** Largest difference; what one of them does not know, the other must not know either. */
function furthest(found: ArrayLike<number>, reference: readonly (number | null)[]): number {
  expect(found.length).toBe(reference.length);
  return Math.max(
    ...reference.map((value, place) => {
      const own = found[place] ?? Number.NaN;
      return value === null ? (Number.isNaN(own) ? 0 : Number.POSITIVE_INFINITY) : Math.abs(own - value);
    }),
  );
}

describe.each(['band', 'nearest', 'inverse'] as const)('the numbers of spdep: %s', (kind) => {
  const reference = spdep[kind];
  const weights = weightsBy[kind];

  test('Gi* and Gi, and chances adjusted for false discoveries', () => {
    const star = getisOrd(values, weights).value;
    expect(furthest(star?.z ?? [], reference.giStar)).toBeLessThan(1e-8);
    expect(furthest(falseDiscoveryAdjusted(star?.p ?? new Float64Array()), reference.adjusted)).toBeLessThan(1e-8);
    expect(furthest(getisOrd(values, weights, { star: false }).value?.z ?? [], reference.gi)).toBeLessThan(1e-8);
  });

  test("Moran's I, of all and of each", () => {
    const all = moran(values, weights).value;
    const found = [all?.index, all?.expected, all?.variance, all?.z, all?.p].map((value) => value ?? Number.NaN);
    expect(furthest(found, reference.moran)).toBeLessThan(1e-8);
    const local = localMoran(values, weights).value;
    // An island has no index here; spdep gives it 0.
    const isKnown = (_: unknown, place: number) => !Number.isNaN(local?.index[place]);
    const index = (local?.index ?? new Float64Array()).filter(isKnown);
    expect(furthest(index, reference.localIndex.filter(isKnown))).toBeLessThan(1e-8);
    expect(furthest(local?.z ?? [], reference.localZ)).toBeLessThan(1e-8);
  });

  test("Mann-Kendall, the numbers of R's cor.test", () => {
    const trend = mannKendall(values.map((value, place) => Math.round(value + (place + 1) / 4)));
    const found = [trend?.tau, trend?.z, trend?.p].map((value) => value ?? Number.NaN);
    expect(furthest(found, reference.kendall)).toBeLessThan(1e-8);
  });
});

// Published: the example of esda's G_Local (Ord & Getis 1995), band 15, binary, star.
test('the published example of esda', () => {
  const six: Points = {
    system: 'planar',
    x: Float64Array.of(10, 20, 40, 15, 30, 30),
    y: Float64Array.of(10, 10, 10, 20, 20, 30),
  };
  const found = getisOrd(Float64Array.of(2, 3, 3.2, 5, 8, 7), bandWeights(six, 15));
  const reference = [-1.39727626, -0.28917762, 0.65064964, -0.28917762, 1.23452088, 2.02424331];
  expect(furthest(found.value?.z ?? [], reference)).toBeLessThan(1e-8);
  expect([...(found.value?.bins ?? [])]).toEqual([0, 0, 0, 0, 0, 2]);
  expect(found.parameters).toEqual({ star: true, falseDiscovery: false });
});

describe('properties', () => {
  test('Gi and Gi* do not change with the unit or the zero of the values; a negative unit turns the sign', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 1000, noNaN: true }),
        fc.double({ min: -1e4, max: 1e4, noNaN: true }),
        fc.boolean(),
        (scale, shift, star) => {
          const own = getisOrd(values, weightsBy.band, { star }).value?.z ?? new Float64Array();
          const scaled = values.map((value) => scale * value + shift);
          const turned = values.map((value) => -scale * value + shift);
          const known = (z: Float64Array | undefined) => Array.from(z ?? [], (one) => (Number.isNaN(one) ? null : one));
          expect(furthest(getisOrd(scaled, weightsBy.band, { star }).value?.z ?? [], known(own))).toBeLessThan(1e-6);
          expect(
            furthest(getisOrd(turned, weightsBy.band, { star }).value?.z ?? [], known(own.map((z) => -z))),
          ).toBeLessThan(1e-6);
        },
      ),
    );
  });

  test('a translation by 360° changes nothing, and the antimeridian and a pole are no edges', () => {
    const random = seededRandom('sphere');
    const lon = Float64Array.from({ length: 60 }, () => 20 * random() - 10);
    const lat = Float64Array.from({ length: 60 }, () => 20 * random() - 10);
    const value = Float64Array.from({ length: 60 }, () => random());
    const scores = (shift: number) =>
      getisOrd(value, bandWeights({ system: 'geographic', x: lon.map((one) => one + shift), y: lat }, 400_000)).value
        ?.z;
    for (const shift of [360, 180, -540])
      expect(furthest(scores(shift) ?? [], [...(scores(0) ?? [])])).toBeLessThan(1e-9);
    const around = Float64Array.from({ length: 8 }, (_, place) => 45 * place);
    const polar = bandWeights({ system: 'geographic', x: around, y: new Float64Array(8).fill(89.9) }, 25_000);
    expect(polar.neighbours.length).toBe(56);
  });

  test('neighbours are those that a search of all pairs finds', () => {
    const many = scattered(400, 'search');
    const all: Points = { system: 'planar', x: many.x, y: many.y };
    const distance = (a: number, b: number) =>
      Math.hypot((all.x[a] ?? 0) - (all.x[b] ?? 0), (all.y[a] ?? 0) - (all.y[b] ?? 0));
    const others = (self: number) => Array.from(all.x.keys()).filter((other) => other !== self);
    const byBand = bandWeights(all, 9);
    const byCount = nearestWeights(all, 7);
    const of = ({ starts, neighbours }: SpatialWeights, self: number) => [
      ...neighbours.slice(starts[self], starts[self + 1]),
    ];
    for (const self of all.x.keys()) {
      expect(of(byBand, self).sort((a, b) => a - b)).toEqual(
        others(self).filter((other) => distance(self, other) <= 9),
      );
      expect(of(byCount, self)).toEqual(
        others(self)
          .sort((a, b) => distance(self, a) - distance(self, b))
          .slice(0, 7),
      );
    }
    const nearest = Array.from(all.x.keys(), (self) => Math.min(...others(self).map((other) => distance(self, other))));
    expect(leastConnectingBand(all)).toBeCloseTo(Math.max(...nearest), 9);
  });
});

describe('edges', () => {
  const two: Points = { system: 'planar', x: Float64Array.of(0, 1), y: Float64Array.of(0, 0) };

  test('one point, no spread and islands are said, and are no numbers', () => {
    expect(getisOrd(Float64Array.of(1, 2), bandWeights(two, 5))).toMatchObject({
      value: null,
      warnings: [{ code: 'tooFew', count: 1 }],
    });
    const flat = getisOrd(new Float64Array(24).fill(0.1), weightsBy.band);
    expect([flat.value, flat.warnings]).toEqual([null, [{ code: 'zeroVariance', count: 24 }]]);
    expect(moran(new Float64Array(24).fill(0.1), weightsBy.band).value).toBeNull();
    const alone = bandWeights({ system: 'planar', x: Float64Array.of(0, 1, 2, 99), y: new Float64Array(4) }, 1);
    const found = getisOrd(Float64Array.of(1, 2, 3, 9), alone, { star: false });
    expect(found.warnings).toEqual([{ code: 'islands', count: 1 }]);
    expect([found.value?.z[3], found.value?.p[3], found.value?.bins[3]]).toEqual([Number.NaN, Number.NaN, 0]);
    expect(leastConnectingBand({ system: 'planar', x: Float64Array.of(1), y: Float64Array.of(1) })).toBeNull();
  });

  test('pairs at one place have the inverse distance of the nearest other pair, and are counted', () => {
    const same = bandWeights({ system: 'planar', x: Float64Array.of(0, 0, 2), y: new Float64Array(3) }, 9, 2);
    expect(same.coincident).toBe(1);
    expect([...same.weights]).toEqual(new Array(6).fill(0.25));
  });

  test('a value that is missing is refused with its place', () => {
    expect(() =>
      getisOrd(
        values.map((value, place) => (place === 3 ? Number.NaN : value)),
        weightsBy.band,
      ),
    ).toThrow('feature 3 is NaN');
    expect(() => bandWeights({ system: 'geographic', x: Float64Array.of(0), y: Float64Array.of(91) }, 1)).toThrow(
      '[0, 91]',
    );
  });

  test('queen neighbours: 3 at a corner, 5 at a side, 8 within; what is no part has none', () => {
    const counts = ({ starts }: SpatialWeights) =>
      Array.from(starts.slice(1), (end, cell) => end - (starts[cell] ?? 0));
    expect(counts(queenWeights(3, 3))).toEqual([3, 5, 3, 5, 8, 5, 3, 5, 3]);
    expect(counts(queenWeights(3, 3, (cell) => cell !== 4))).toEqual([2, 4, 2, 4, 0, 4, 2, 4, 2]);
  });
});

describe('bands and time', () => {
  test('the first peak of a pattern in squares is at half their side', () => {
    const [grid, side] = [20, 5];
    const cells = Array.from({ length: grid * grid }, (_, cell) => [cell % grid, Math.floor(cell / grid)] as const);
    const board = cells.map(([column, row]) => (Math.floor(column / side) + Math.floor(row / side)) % 2);
    const lattice: Points = {
      system: 'planar',
      x: Float64Array.from(cells, ([column]) => column),
      y: Float64Array.from(cells, ([, row]) => row),
    };
    const found = incrementalBand(Float64Array.from(board), lattice, { increment: 0.5, steps: 8 });
    expect(found.parameters.from).toBe(1);
    const scores = found.value?.steps.map((step) => step.moran?.z ?? 0) ?? [];
    const peak = found.value?.steps.findIndex(({ band }) => band === found.value?.firstPeak) ?? -1;
    expect(peak).toBeGreaterThan(0);
    expect(scores[peak]).toBeGreaterThan(Math.max(scores[peak - 1] ?? 0, scores[peak + 1] ?? 0));
    expect(found.value?.highestPeak).toBe(2.5);
  });

  test.each([
    [[0, 0, 0, 0, 1], 0, 'hot new'],
    [[0, 0, 0, 1, 1], 0, 'hot consecutive'],
    [[1, 1, 1, 1, 1], 1, 'hot intensifying'],
    [[1, 1, 1, 1, 1], 0, 'hot persistent'],
    [[1, 1, 1, 1, 1], -1, 'hot diminishing'],
    [[0, 1, 0, 1, 1], 0, 'hot sporadic'],
    [[-1, 0, 1, 0, 1], 0, 'hot oscillating'],
    [[1, 1, 1, 1, 1, 1, 1, 1, 1, 0], 0, 'hot historical'],
    [[-1, -1, -1, -1, -1], -1, 'cold intensifying'],
    [[1, 0, 0, -1, -1], 0, 'cold oscillating'],
    [[1, 0, 1, 0, 0], 0, 'none'],
  ] as const)('%j with trend %d is %s', (sides, direction, expected) => {
    const pattern = patternOf(sides, direction);
    expect(pattern === null ? 'none' : `${pattern.side} ${pattern.kind}`).toBe(expected);
  });

  test('a corner that grows hot is found, and the rest has no pattern', () => {
    const [columns, steps] = [10, 12];
    const random = seededRandom('cube');
    const cube = Float64Array.from({ length: columns * columns * steps }, (_, bin) => {
      const [step, cell] = [Math.floor(bin / columns ** 2), bin % columns ** 2];
      const isCorner = cell % columns < 3 && cell < 3 * columns;
      return random() + (isCorner ? 3 + step : 0);
    });
    const found = emergingHotSpots({ locations: 100, steps, values: cube }, queenWeights(columns, columns));
    expect(found.value?.patterns[0]).toEqual({ side: 'hot', kind: 'intensifying' });
    expect(found.value?.trends[0]?.tau).toBeGreaterThan(0.9);
    expect(found.value?.patterns[99]).toBeNull();
    expect(found.warnings).toEqual([]);
  });

  test('neighbours in time are the steps before, and the location itself then', () => {
    const weights = spaceTimeWeights(queenWeights(2, 1), 3, 1);
    const of = (bin: number) => [...weights.neighbours.slice(weights.starts[bin], weights.starts[bin + 1])];
    expect([of(0), of(3), of(4)]).toEqual([[1], [2, 1, 0], [5, 2, 3]]);
  });
});
