import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StoppedError } from '../../models/shared/watch.ts';
import { geodesicDistance } from '../shared/geodesic.ts';
import { frictionOf } from '../testing/friction.ts';
import { circuitBetween } from './circuit.ts';
import { corridorBetween, leastCostPath } from './corridor.ts';
import { costRoom, leastCost } from './least-cost.ts';
import type { CellSize, CostSurface } from './surface.ts';
// scikit-image 0.19.3, GRASS 8.2.1 and SciPy 1.10.1 on the surface below, by bench/spatial/costs.py.
import reference from './testing/costs.json' with { type: 'json' };

const unit: CellSize = { system: 'planar', width: 1, height: 1 };
const surfaceOf = (columns: number, rows: number, friction: Float64Array, size: CellSize = unit): CostSurface => ({
  columns,
  rows,
  friction,
  size,
});
const small = (share: number) => surfaceOf(7, 6, frictionOf(7, 6, share, 'small'));
const even = (columns: number, rows: number, size: CellSize = unit) =>
  surfaceOf(columns, rows, new Float64Array(columns * rows).fill(1), size);

/** Largest difference; null of the reference is not reached, or not known. */
function furthest(found: Float64Array, expected: readonly (number | null)[]): number {
  expect(found.length).toBe(expected.length);
  return Math.max(
    ...expected.map((value, cell) => {
      const own = found[cell] ?? Number.NaN;
      return value === null ? (Number.isFinite(own) ? Number.POSITIVE_INFINITY : 0) : Math.abs(own - value);
    }),
  );
}

describe('least cost', () => {
  test.each([
    [8, 0.15, 'skimage8'],
    [4, 0.15, 'skimage4'],
    [16, 0, 'grass16'],
  ] as const)('%d neighbours: the numbers of %s', (neighbours, share, name) => {
    const { costs } = leastCost(small(share), [0], { neighbours }).value;
    expect(furthest(costs, reference[name].values)).toBeLessThan(1e-9);
  });

  test('on a geographic surface a step is as long as the geodesic, and shorter towards the pole', () => {
    const size: CellSize = { system: 'geographic', southDegrees: 60, lonStepDegrees: 0.5, latStepDegrees: 0.25 };
    const { costs } = leastCost(even(4, 40, size), [0]).value;
    expect(costs[1]).toBeCloseTo(geodesicDistance({ lon: 0, lat: 60 }, { lon: 0.5, lat: 60 }), 6);
    expect(costs[5]).toBeCloseTo(geodesicDistance({ lon: 0, lat: 60 }, { lon: 0.5, lat: 60.25 }), 6);
    const north = leastCost(even(4, 40, size), [39 * 4]).value.costs;
    expect(north[39 * 4 + 3]).toBeLessThan((costs[3] ?? 0) * 0.75);
  });

  test('with a current along the way, and against it', () => {
    const currents = { east: new Float64Array(9).fill(0.5), north: new Float64Array(9), speed: 2 };
    const from = leastCost(even(9, 1), [0], { currents }).value.costs;
    const to = leastCost(even(9, 1), [0], { currents, direction: 'to' }).value.costs;
    expect(from[8]).toBeCloseTo((8 * 2) / 2.5, 12);
    expect(to[8]).toBeCloseTo((8 * 2) / 1.5, 12);
    const across = { east: new Float64Array(9), north: new Float64Array(9).fill(1.2), speed: 2 };
    expect(leastCost(even(9, 1), [0], { currents: across }).value.costs[8]).toBeCloseTo((8 * 2) / 1.6, 12);
    const strong = { ...currents, speed: 0.4 };
    expect(leastCost(even(9, 1), [8], { currents: strong }).value.costs[7]).toBe(Number.POSITIVE_INFINITY);
  });

  test('each cell has the source that is cheapest; a limit ends the search', () => {
    const { sources, costs } = leastCost(even(9, 1), [1, 7], { limit: 2 }).value;
    expect([...sources]).toEqual([0, 0, 0, 0, -1, 1, 1, 1, 1]);
    expect(costs[4]).toBe(Number.POSITIVE_INFINITY);
  });

  test('no step leaves a row at its end for the next one, whatever stands for impassable', () => {
    // Two halves with a wall between them: the way around it would lead over the edge of the surface.
    for (const wall of [Number.NaN, 0, -1, Number.POSITIVE_INFINITY]) {
      const friction = Float32Array.from({ length: 60 }, (_, cell) => (cell % 10 === 4 || cell % 10 === 5 ? wall : 1));
      for (const neighbours of [4, 8, 16] as const) {
        const { costs } = leastCost({ ...even(10, 6), friction }, [0], { neighbours }).value;
        expect(costs.map((cost) => Number(Number.isFinite(cost)))).toEqual(
          Float64Array.from({ length: 60 }, (_, cell) => Number(cell % 10 < 4)),
        );
      }
    }
  });

  test('land as source is said; a calculation is stopped where that is asked for', () => {
    const land = surfaceOf(3, 1, Float64Array.of(Number.NaN, 1, 1));
    expect(leastCost(land, [0]).warnings).toEqual([
      { code: 'empty', count: 1 },
      { code: 'outside', count: 1 },
    ]);
    expect(() => leastCost(even(9, 9), [0], {}, { stopped: () => true })).toThrow(StoppedError);
    expect(() => leastCost(surfaceOf(2, 2, new Float64Array(3)), [0])).toThrow('received 3 cells, expected 2 × 2');
  });
});

describe('properties', () => {
  const surfaces = fc.record({
    seed: fc.string(),
    neighbours: fc.constantFrom(4 as const, 8 as const, 16 as const),
    from: fc.nat(99),
    to: fc.nat(99),
    wall: fc.nat(99),
  });

  test('without currents the cost is the same both ways', () => {
    fc.assert(
      fc.property(surfaces, ({ seed, neighbours, from, to }) => {
        const surface = surfaceOf(10, 10, frictionOf(10, 10, 0.2, seed));
        const there = leastCost(surface, [from], { neighbours }).value.costs[to] ?? 0;
        const back = leastCost(surface, [to], { neighbours }).value.costs[from] ?? 0;
        const same = there === back || Math.abs(there - back) < 1e-9;
        expect(same || Number.isNaN(surface.friction[from] ?? 0) || Number.isNaN(surface.friction[to] ?? 0)).toBe(true);
      }),
    );
  });

  test('one more impassable cell never lowers a cost', () => {
    fc.assert(
      fc.property(surfaces, ({ seed, neighbours, from, wall }) => {
        const friction = frictionOf(10, 10, 0.1, seed);
        const before = leastCost(surfaceOf(10, 10, friction), [from], { neighbours }).value.costs;
        const walled = friction.with(wall, Number.NaN);
        const after = leastCost(surfaceOf(10, 10, walled), [from], { neighbours }).value.costs;
        expect(after.every((cost, cell) => cost >= (before[cell] ?? 0) - 1e-9)).toBe(true);
      }),
    );
  });
});

describe('corridor', () => {
  test('the swath holds the path, and grows with the cutoff; its quality is that of the path', () => {
    const surface = surfaceOf(40, 30, frictionOf(40, 30, 0.1, 'corridor'));
    const narrow = corridorBetween(surface, [[0], [1199]], { cutoff: 0.01 }).value;
    const wide = corridorBetween(surface, [[0], [1199]], { cutoff: 0.1, barrierFriction: 8 }).value;
    const known = (swath: Float32Array | undefined) => [...(swath ?? [])].filter((above) => !Number.isNaN(above));
    expect(narrow?.path.every((cell) => (narrow.swath[cell] ?? 1) <= 0.01)).toBe(true);
    expect(known(wide?.swath).length).toBeGreaterThan(known(narrow?.swath).length);
    expect(Math.min(...known(narrow?.swath))).toBeCloseTo(0, 9);
    expect(wide?.straightLength).toBeCloseTo(Math.hypot(39, 29), 12);
    expect(wide?.costToStraight).toBeCloseTo((wide?.leastCost ?? 0) / Math.hypot(39, 29), 12);
    const steep = wide?.path.filter((cell) => (surface.friction[cell] ?? 0) >= 8).length;
    expect(wide?.barriers).toBe(steep);
  });

  test.each([4, 8, 16] as const)('%d neighbours: the swath is that of two whole cost surfaces', (neighbours) => {
    const surface = surfaceOf(60, 50, frictionOf(60, 50, 0.15, 'swath'));
    const east = new Float64Array(3000).fill(0.3);
    for (const currents of [null, { east, north: east, speed: 2 }]) {
      const [from, to] = [[0, 1], [2999]];
      const there = leastCost(surface, from, { neighbours, currents }).value.costs;
      const back = leastCost(surface, to, { neighbours, currents, direction: 'to' }).value.costs;
      const least = there[2999] ?? 0;
      for (const cutoff of [0, 0.05, 0.4]) {
        const { value } = corridorBetween(surface, [from, to], { neighbours, currents, cutoff });
        const whole = there.map((cost, cell) => (cost + (back[cell] ?? 0) - least) / least);
        const differing = whole.filter((above, cell) => {
          const own = value?.swath[cell] ?? Number.NaN;
          return above <= cutoff + 1e-12 ? !(Math.abs(own - above) <= 1e-6) : !Number.isNaN(own);
        });
        expect([value?.leastCost, differing.length]).toEqual([least, 0]);
      }
    }
  });

  test('the next corridor is laid on those before, in the same arrays', () => {
    const surface = surfaceOf(30, 20, frictionOf(30, 20, 0.1, 'laid'));
    const alone = [599, 29].map((end) => corridorBetween(surface, [[0], [end]]).value?.swath ?? new Float32Array());
    const [room, into] = [costRoom(600), new Float32Array(600).fill(Number.NaN)];
    for (const end of [599, 29]) {
      expect(corridorBetween(surface, [[0], [end]], { room, into }).value?.swath).toBe(into);
    }
    const both = alone[0]?.map((above, cell) => {
      const other = alone[1]?.[cell] ?? Number.NaN;
      return Number.isNaN(above) ? other : Number.isNaN(other) ? above : Math.min(above, other);
    });
    expect(into).toEqual(both);
  });

  test('on an even sea the path is straight, and its quality 1', () => {
    const { value } = corridorBetween(even(10, 10), [[0], [99]]);
    expect([value?.pathLength, value?.costToPath, value?.qualityScore].map((one) => one?.toFixed(9))).toEqual([
      '12.727922061',
      '1.000000000',
      '1.000000000',
    ]);
    expect(corridorBetween(even(3, 3), [[4], [4]]).value?.qualityScore).toBe(1);
  });

  test('where no path leads there is none', () => {
    const wall = surfaceOf(3, 1, Float64Array.of(1, Number.POSITIVE_INFINITY, 1));
    const found = corridorBetween(wall, [[0], [2]]);
    expect([found.value, found.warnings]).toEqual([null, [{ code: 'noPath', count: 1 }]]);
    expect(leastCostPath(leastCost(wall, [0]).value, 2)).toBeNull();
  });
});

describe('circuit', () => {
  test.each([
    [8, 'circuit8'],
    [4, 'circuit4'],
  ] as const)('%d neighbours: the numbers of a direct solution', (neighbours, name) => {
    const { value } = circuitBetween(small(0.15), [[0], [41]], { neighbours });
    expect(furthest(value?.currents ?? new Float64Array(), reference[name].values)).toBeLessThan(1e-9);
    expect(Math.abs((value?.effectiveResistance ?? 0) / reference[name].resistance - 1)).toBeLessThan(1e-9);
  });

  test('in a row resistances add up, side by side their inverses', () => {
    const row = circuitBetween(surfaceOf(4, 1, Float64Array.of(1, 3, 5, 1)), [[0], [3]]).value;
    expect(row?.effectiveResistance).toBeCloseTo(2 + 4 + 3, 9);
    expect([...(row?.currents ?? [])].map((current) => current.toFixed(9))).toEqual(new Array(4).fill('1.000000000'));
    const twin = circuitBetween(
      even(3, 2),
      [
        [0, 3],
        [2, 5],
      ],
      { neighbours: 4 },
    ).value;
    expect(twin?.effectiveResistance).toBeCloseTo(1, 9);
    expect(twin?.currents[1]).toBeCloseTo(0.5, 9);
  });

  test('what is cut off is said, and a cell that is both ends is refused', () => {
    const wall = surfaceOf(3, 1, Float64Array.of(1, 0, 1));
    expect(circuitBetween(wall, [[0], [2]])).toMatchObject({ value: null, warnings: [{ code: 'noPath', count: 1 }] });
    const island = circuitBetween(surfaceOf(5, 1, Float64Array.of(1, 1, 1, -1, 1)), [[0], [2]]);
    expect(island.value?.currents[4]).toBeNaN();
    expect(() => circuitBetween(even(2, 2), [[0], [0, 1]])).toThrow('both source and ground');
  });
});
