import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { patchesOf } from '../testing/patches.ts';
import { type Connectivity, connectivityOf, protectedConnected } from './connectivity.ts';
import { linksWithin, type Network } from './network.ts';
// igraph 0.10.2 on the 20 patches below, each index anew without each patch and link, by bench/spatial/networks.py.
import igraph from './testing/igraph.json' with { type: 'json' };

/** Three patches in a row: 2 – 3 – 4, each link with the chance ½. */
const row: Network = {
  areas: Float64Array.of(2, 3, 4),
  links: { from: Uint32Array.of(0, 1), to: Uint32Array.of(1, 2), length: Float64Array.of(10, 10) },
};
const halfAt = (length: number) => ({ dispersal: { length, chance: 0.5 } });
const furthest = (found: ArrayLike<number> | null | undefined, reference: readonly number[]): number =>
  Math.max(...reference.map((value, place) => Math.abs((found?.[place] ?? Number.NaN) - value)));

describe.each(['pc', 'iic'] as const)('the numbers of igraph: %s', (index) => {
  test('the index, and what is lost with each patch and each link', () => {
    const { value } = connectivityOf(patchesOf(20, 30, 'small'), { index, ...halfAt(20), links: true });
    expect(Math.abs((value?.equivalentArea ?? 0) ** 2 / igraph[index].numerator - 1)).toBeLessThan(1e-12);
    expect(furthest(value?.patches.total, igraph[index].patches)).toBeLessThan(1e-10);
    expect(furthest(value?.links, igraph[index].links)).toBeLessThan(1e-10);
  });
});

describe('by hand', () => {
  test('PC of three patches in a row: each part of the importance', () => {
    // 4 + 9 + 16, and twice 2·3·½ + 3·4·½ + 2·4·¼.
    const numerator = 29 + 2 * (3 + 6 + 2);
    const { value, parameters } = connectivityOf(row, { ...halfAt(10), landscapeArea: 100, links: true });
    expect(value?.index).toBeCloseTo(numerator / 10_000, 12);
    expect(value?.equivalentArea).toBeCloseTo(Math.sqrt(numerator), 12);
    expect(value?.normalised).toBeCloseTo(Math.sqrt(numerator) / 9, 12);
    expect(
      furthest(
        value?.patches.intra,
        [4, 9, 16].map((own) => (100 * own) / numerator),
      ),
    ).toBeLessThan(1e-10);
    expect(
      furthest(
        value?.patches.flux,
        [10, 18, 16].map((move) => (100 * move) / numerator),
      ),
    ).toBeLessThan(1e-10);
    expect(furthest(value?.patches.connector, [0, 400 / numerator, 0])).toBeLessThan(1e-10);
    expect(furthest(value?.links, [1000 / numerator, 1600 / numerator])).toBeLessThan(1e-10);
    expect(parameters.landscapeArea).toBe(100);
  });

  test('IIC of three patches in a row', () => {
    const { value } = connectivityOf(row, { index: 'iic', landscapeArea: 20 });
    expect(value?.index).toBeCloseTo((29 + 2 * (6 / 2 + 12 / 2 + 8 / 3)) / 400, 12);
  });

  test('ProtConn: protected, connected, and the rest', () => {
    const { value } = protectedConnected(row, 100, halfAt(10).dispersal);
    expect(value?.protected).toBeCloseTo(9, 12);
    expect(value?.protectedConnected).toBeCloseTo(Math.sqrt(51), 12);
    expect(value?.protectedUnconnected).toBeCloseTo(9 - Math.sqrt(51), 12);
    expect(value?.within).toBeCloseTo((100 * 29) / 51, 12);
  });
});

describe('properties', () => {
  test('PC grows with a new link, and one patch of the same area is never less connected than many', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.nat(14),
        fc.nat(14),
        fc.double({ min: 0, max: 50, noNaN: true }),
        (seed, a, b, length) => {
          fc.pre(a !== b);
          const network = patchesOf(15, 25, seed);
          const { from, to, length: lengths } = network.links;
          const more: Network = {
            areas: network.areas,
            links: {
              from: Uint32Array.of(...from, a),
              to: Uint32Array.of(...to, b),
              length: Float64Array.of(...lengths, length),
            },
          };
          const areaOf = (one: Network) => connectivityOf(one, halfAt(20)).value?.equivalentArea ?? 0;
          expect(areaOf(more)).toBeGreaterThanOrEqual(areaOf(network) - 1e-12);
          expect(areaOf(more)).toBeLessThanOrEqual(network.areas.reduce((sum, area) => sum + area, 0) + 1e-9);
        },
      ),
    );
  });
});

describe('edges', () => {
  test('patches alone, patches apart, and none', () => {
    const alone = connectivityOf({ areas: Float64Array.of(5), links: linksWithin(pointsOf([0]), 1) });
    expect([alone.value?.equivalentArea, alone.value?.components]).toEqual([5, 1]);
    expect(alone.warnings).toEqual([{ code: 'islands', count: 1 }]);
    const apart = connectivityOf({ areas: Float64Array.of(1, 1, 1), links: linksWithin(pointsOf([0, 1, 9]), 2) });
    expect(apart.warnings).toEqual([
      { code: 'islands', count: 1 },
      { code: 'disconnected', count: 2 },
    ]);
    const none = connectivityOf({ areas: new Float64Array(), links: linksWithin(pointsOf([]), 1) });
    expect([none.value, none.warnings]).toEqual([null, [{ code: 'empty', count: 1 }]]);
  });

  test('links across the antimeridian are as short as others; Infinity links all', () => {
    const near = linksWithin(
      { system: 'geographic', x: Float64Array.of(179.9, -179.9), y: new Float64Array(2) },
      30_000,
    );
    expect(near.length[0]).toBeCloseTo(22_264, -1.5);
    expect(linksWithin(pointsOf([0, 5, 100, 4000]), Number.POSITIVE_INFINITY).from).toHaveLength(6);
  });

  test('faults are refused with their place', () => {
    expect(() => connectivityOf({ ...row, areas: Float64Array.of(1, -1, 1) })).toThrow('patch 1 has -1');
    expect(() => connectivityOf({ ...row, areas: Float64Array.of(1, 1) })).toThrow('1–2 of 10');
    expect(() => connectivityOf(row, { landscapeArea: 8 })).toThrow('at least the 9');
    expect(() => connectivityOf(row, { dispersal: { length: 10, chance: 1 } })).toThrow('10 with 1');
  });

  test('parts of the importance add up', () => {
    const { patches } = connectivityOf(patchesOf(30, 25, 'parts'), halfAt(20)).value as Connectivity;
    const sum = patches.intra.map((own, patch) => own + (patches.flux[patch] ?? 0) + (patches.connector[patch] ?? 0));
    expect(furthest(sum, [...patches.total])).toBeLessThan(1e-12);
    expect(patches.connector.every((share) => share > -1e-12)).toBe(true);
  });
});

function pointsOf(x: readonly number[]) {
  return { system: 'planar', x: Float64Array.from(x), y: new Float64Array(x.length) } as const;
}
