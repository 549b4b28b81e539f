import { earthMeanRadiusMeters as earthRadius, type Position } from '@kianda/geo';
import { type BufferOptions, geodesicArea, geodesicBuffer } from '@kianda/science/spatial/buffer/buffer';
import type { Geometry } from '@kianda/science/spatial/buffer/planar-engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planarEngine } from './planar.ts';

const engine = await planarEngine();
const point = (lon: number, lat: number): Geometry => ({ type: 'Point', coordinates: [lon, lat] });
const square = (west: number, south: number, side: number): Position[] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];
const block = (west: number, south: number, side: number) =>
  ({ type: 'Polygon', coordinates: [square(west, south, side)] }) as const;
const line = (...coordinates: readonly Position[]): Geometry => ({ type: 'LineString', coordinates });
const areasOf = (features: readonly Geometry[], options: BufferOptions) =>
  geodesicBuffer(features, options, engine).value.areas.map(({ areaSquareMeters }) => areaSquareMeters);
const areaOf = (feature: Geometry, options: BufferOptions): number => areasOf([feature], options)[0] ?? Number.NaN;

/** Area of the disc on the mean sphere, which differs from that of the ellipsoid by less than its latitude makes the radius. */
const disc = (radius: number): number => 2 * Math.PI * earthRadius ** 2 * (1 - Math.cos(radius / earthRadius));

describe('areas beside their geodesic limit, within 0.01 %', () => {
  test.each([
    [13.23, -8.84, 5000],
    [12.2, -6, 5000],
    [9, -17.9, 5000],
    [12, -10.5, 200_000],
    [179.99, 0, 20_000],
    [0, 89.9, 50_000],
    [30, -89.99, 50_000],
  ])('a disc about [%d, %d] of %d m', (lon, lat, radius) => {
    expect(Math.abs(areaOf(point(lon, lat), { distances: [radius] }) / disc(radius) - 1)).toBeLessThan(1e-4);
  });

  test('a line of 111 km on the equator: two strips and a disc', () => {
    const length = ((Math.PI / 180) * 6_378_137) / 1;
    for (const radius of [5000, 20_000]) {
      const strips = 2 * length * earthRadius * Math.sin(radius / earthRadius);
      const found = areaOf(line([12, 0], [13, 0]), { distances: [radius] });
      expect(Math.abs(found / (strips + disc(radius)) - 1)).toBeLessThan(1e-4);
    }
  });

  test('a line of 900 km, in pieces, as one of many parts', () => {
    const length = 8 * (Math.PI / 180) * 6_378_137;
    const found = areaOf(line([8, 0], [16, 0]), { distances: [20_000] });
    const strips = 2 * length * earthRadius * Math.sin(20_000 / earthRadius);
    expect(Math.abs(found / (strips + disc(20_000)) - 1)).toBeLessThan(1e-4);
  });

  test('an area grows by its border and a disc (Steiner), and shrinks inwards', () => {
    const own = geodesicArea({ type: 'MultiPolygon', coordinates: [block(12, 0, 0.5).coordinates] });
    const [border, radius] = [4 * 0.5 * 111_000, 5000];
    const grown = areaOf(block(12, 0, 0.5), { distances: [radius] });
    expect(Math.abs(grown / (own + border * radius + disc(radius)) - 1)).toBeLessThan(2e-3);
    const shrunk = areaOf(block(12, 0, 0.5), { distances: [-radius] });
    expect(Math.abs(shrunk / (own - border * radius + 4 * radius ** 2) - 1)).toBeLessThan(2e-3);
    const gone = geodesicBuffer([block(12, 0, 0.05)], { distances: [-radius] }, engine);
    expect([gone.value.areas[0]?.geometry.coordinates, gone.warnings]).toEqual([[], [{ code: 'vanished', count: 1 }]]);
  });
});

describe('styles', () => {
  const way = line([12, 0], [13, 0]);
  const length = (Math.PI / 180) * 6_378_137;

  test('caps and sides: flat takes both half discs off, one side is half', () => {
    const flat = areaOf(way, { distances: [5000], cap: 'flat' });
    const squared = areaOf(way, { distances: [5000], cap: 'square' });
    expect(Math.abs(flat / (2 * length * 5000) - 1)).toBeLessThan(1e-4);
    expect(Math.abs(squared / (2 * length * 5000 + 4 * 5000 ** 2) - 1)).toBeLessThan(1e-4);
    const latOf = (side: 'left' | 'right') => {
      const [area] = geodesicBuffer([way], { distances: [5000], side }, engine).value.areas;
      expect(Math.abs((area?.areaSquareMeters ?? 0) / (length * 5000) - 1)).toBeLessThan(1e-3);
      return area?.geometry.coordinates[0]?.[0]?.map(([, lat]) => lat) ?? [];
    };
    expect(Math.max(...latOf('left'))).toBeGreaterThan(0.04);
    expect(Math.min(...latOf('right'))).toBeLessThan(-0.04);
  });

  test('rings do not overlap and add up; dissolved, what lies in two is counted once', () => {
    const rings = areasOf([point(12, -9)], { distances: [1000, 5000, 10_000] });
    expect(rings.reduce((sum, area) => sum + area, 0) / disc(10_000)).toBeCloseTo(1, 4);
    expect((rings[1] ?? 0) / (disc(5000) - disc(1000))).toBeCloseTo(1, 4);
    const near = [point(12, -9), point(12.01, -9)];
    const [together = 0] = areasOf(near, { distances: [5000], dissolve: true });
    expect(together).toBeLessThan(1.3 * disc(5000));
    expect(together).toBeGreaterThan(disc(5000));
    const [, outer = 0] = areasOf(near, { distances: [5000, 9000], dissolve: true });
    expect(outer + together).toBeCloseTo(areasOf(near, { distances: [9000], dissolve: true })[0] ?? 0, -3);
  });

  test('clipped to an area, and land taken off', () => {
    const half = areaOf(point(12, 0), { distances: [5000], clip: block(12, -1, 2) });
    expect(half / (disc(5000) / 2)).toBeCloseTo(1, 4);
    const rest = areaOf(point(12, 0), { distances: [5000], erase: block(12, -1, 2) });
    expect(half + rest).toBeCloseTo(areaOf(point(12, 0), { distances: [5000] }), -2);
    const away = geodesicBuffer([point(12, 0)], { distances: [5000], clip: block(40, 0, 1) }, engine);
    expect(away.warnings).toEqual([{ code: 'vanished', count: 1 }]);
  });
});

describe('edges', () => {
  test('across the antimeridian there are two parts, over the pole one that reaches all longitudes', () => {
    const [dateline] = geodesicBuffer([point(179.99, 0)], { distances: [20_000] }, engine).value.areas;
    expect(dateline?.geometry.coordinates).toHaveLength(2);
    const [pole] = geodesicBuffer([point(20, 89.9)], { distances: [50_000] }, engine).value.areas;
    const positions = pole?.geometry.coordinates.flat(2) ?? [];
    expect(Math.max(...positions.map(([, lat]) => lat))).toBe(90);
    expect(Math.min(...positions.map(([lon]) => lon))).toBe(-180);
    expect(positions.every(([lon]) => Math.abs(lon) <= 180)).toBe(true);
  });

  test('a bow-tie is repaired, and its fault told with its place', () => {
    const tie: Geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [12, 0],
          [12.2, 0.2],
          [12.2, 0],
          [12, 0.2],
          [12, 0],
        ],
      ],
    };
    const { value, warnings } = geodesicBuffer([tie], { distances: [1000] }, engine);
    expect(warnings).toEqual([{ code: 'repaired', count: 1 }]);
    expect(value.repairs).toEqual([{ feature: 0, fault: expect.stringMatching(/Self-intersection.*12\.1.*0\.1/u) }]);
    expect(value.areas[0]?.areaSquareMeters).toBeGreaterThan(0.1 * 0.2 * 110_000 ** 2);
  });

  test('a hole narrows, and closes; points together are joined', () => {
    const holed = (side: number): Geometry => ({
      type: 'Polygon',
      coordinates: [square(12, 0, 0.5), square(12.2, 0.2, side).reverse()],
    });
    const holes = (side: number) =>
      geodesicBuffer([holed(side)], { distances: [2000] }, engine).value.areas[0]?.geometry.coordinates[0]?.length;
    expect([holes(0.1), holes(0.02)]).toEqual([2, 1]);
    const twice: Geometry = {
      type: 'MultiPoint',
      coordinates: [
        [12, 0],
        [12, 0],
      ],
    };
    expect(areaOf(twice, { distances: [5000] }) / disc(5000)).toBeCloseTo(1, 4);
    expect(geodesicBuffer([point(0, 0)], { distances: [-5] }, engine).warnings).toEqual([
      { code: 'vanished', count: 1 },
    ]);
    expect(geodesicBuffer([], { distances: [5] }, engine).warnings).toEqual([{ code: 'empty', count: 1 }]);
    expect(() => geodesicBuffer([], { distances: [5, 1] }, engine)).toThrow('5, 1');
    expect(() => geodesicBuffer([], { distances: [5], segments: 0.5 }, engine)).toThrow('0.5');
  });
});

describe('properties', () => {
  const places = fc.record({
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
    lat: fc.double({ min: -85, max: 85, noNaN: true }),
    radius: fc.integer({ min: 100, max: 100_000 }),
  });

  test('the area grows with the radius, and a translation by 360° changes nothing', () => {
    fc.assert(
      fc.property(places, ({ lon, lat, radius }) => {
        const way = (shift: number) => line([lon + shift, lat], [lon + shift + 0.1, lat + 0.1]);
        const one = areaOf(way(0), { distances: [radius] });
        expect(areaOf(way(0), { distances: [radius * 1.1] })).toBeGreaterThan(one);
        expect(Math.abs(areaOf(way(360), { distances: [radius] }) / one - 1)).toBeLessThan(1e-6);
      }),
      { numRuns: 30 },
    );
  });
});
