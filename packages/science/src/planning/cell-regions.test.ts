import { pointInPolygon } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { type CellLattice, cellAreaSquareMeters, cellCentre, regionsOf } from './cell-regions.ts';

const lattice = (columns: number, rows: number, south = 0): CellLattice => ({
  ...{ west: 10, south, cellDegrees: 1, columns, rows },
});

describe('area of a cell', () => {
  test('is the integral of the radii of curvature M and N of WGS84 over the quadrangle', () => {
    const [a, e2] = [6_378_137, 0.006_694_379_990_141];
    const degree = Math.PI / 180;
    const at = (lat: number) => {
      const w = 1 - e2 * Math.sin(lat) ** 2;
      return ((a * (1 - e2)) / w ** 1.5) * (a / Math.sqrt(w)) * Math.cos(lat);
    };
    for (const south of [0, -12]) {
      let sum = 0;
      for (let step = 0; step < 1_000; step += 1) sum += at((south + (step + 0.5) / 1_000) * degree);
      const square = (sum / 1_000) * degree * degree;
      expect(cellAreaSquareMeters(lattice(1, 1, south), 0) / square).toBeCloseTo(1, 8);
    }
  });

  test('all cells of the globe make the surface of the ellipsoid, 510 065 622 km²', () => {
    const globe: CellLattice = { west: -180, south: -90, cellDegrees: 30, columns: 12, rows: 6 };
    let sum = 0;
    for (let cell = 0; cell < 72; cell += 1) sum += cellAreaSquareMeters(globe, cell);
    expect(sum / 1e6).toBeCloseTo(510_065_622, -2);
  });
});

describe('regions', () => {
  test('cells that touch by a corner alone are two, and the larger one comes first', () => {
    const regions = regionsOf(lattice(3, 2, -10), Uint8Array.from([1, 1, 0, 0, 0, 1]));
    expect(regions.map(({ cells }) => cells)).toEqual([[0, 1], [5]]);
    expect(regions[0]?.geometry.coordinates).toEqual([
      [
        [10, -10],
        [12, -10],
        [12, -9],
        [10, -9],
        [10, -10],
      ],
    ]);
  });

  test('a ring of cells has a hole, which its area leaves out', () => {
    const ring = Uint8Array.from([1, 1, 1, 1, 0, 1, 1, 1, 1]);
    const [region] = regionsOf(lattice(3, 3), ring);
    expect(region?.geometry.coordinates).toHaveLength(2);
    const cells = [...ring.keys()].filter((cell) => ring[cell] === 1);
    const sum = cells.reduce((total, cell) => total + cellAreaSquareMeters(lattice(3, 3), cell), 0);
    expect(region?.areaSquareMeters).toBeCloseTo(sum, -1);
    const holdsMiddle = region === undefined || pointInPolygon(cellCentre(lattice(3, 3), 4), region.geometry);
    expect(holdsMiddle).toBe(false);
  });

  test('of any pattern every cell lies in its own region alone, and the areas add up', () => {
    const size = lattice(12, 9, -15);
    for (let seed = 1; seed <= 40; seed += 1) {
      const mask = Uint8Array.from({ length: 108 }, (_, cell) => Number((cell * 7919 + seed * seed * 104729) % 17 < 9));
      const regions = regionsOf(size, mask);
      const owners = [...mask.keys()].map((cell) => {
        const centre = cellCentre(size, cell);
        return regions.filter(({ geometry }) => pointInPolygon(centre, geometry)).length;
      });
      expect(owners).toEqual([...mask]);
      const cells = [...mask.keys()].filter((cell) => mask[cell] === 1);
      const whole = cells.reduce((sum, cell) => sum + cellAreaSquareMeters(size, cell), 0);
      expect(regions.reduce((sum, { areaSquareMeters }) => sum + areaSquareMeters, 0) / whole).toBeCloseTo(1, 9);
    }
  });
});
