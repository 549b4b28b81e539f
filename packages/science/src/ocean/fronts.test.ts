import { describe, expect, test } from 'vitest';
import { belkinOReilly, contextualMedian, type Field, frontLatitude } from './fronts.ts';

function fieldOf(columns: number, rows: number, value: (column: number, row: number) => number): Field {
  const values = Float32Array.from({ length: columns * rows }, (_, index) =>
    value(index % columns, Math.floor(index / columns)),
  );
  return { values, columns, rows };
}

describe("Belkin and O'Reilly", () => {
  test('the gradient of a plane is its slope, its direction uphill; the border is unknown', () => {
    const { magnitude, direction } = belkinOReilly(fieldOf(9, 9, (column, row) => 3 * column + 4 * row));
    expect(magnitude[4 * 9 + 4]).toBeCloseTo(5, 5);
    expect(direction[4 * 9 + 4]).toBeCloseTo(Math.atan2(4, 3), 5);
    expect(magnitude[4]).toBeNaN();
    expect(magnitude[4 * 9]).toBeNaN();
  });

  test('takes small noise out and leaves a peak and an edge as they are', () => {
    const noisy = fieldOf(
      11,
      11,
      (column, row) => (column === 5 && row === 5 ? 1 : 0) + (column === 7 && row === 5 ? 5 : 0),
    );
    const filtered = contextualMedian(noisy);
    // Greatest of its 3 × 3 but not of its 5 × 5: noise next to a peak.
    expect(filtered[5 * 11 + 5]).toBe(0);
    expect(filtered[5 * 11 + 7]).toBe(5);
    const edge = fieldOf(11, 11, (column) => (column < 5 ? 15 : 20));
    expect([...contextualMedian(edge)]).toEqual([...edge.values]);
    expect(belkinOReilly(edge).magnitude[5 * 11 + 5]).toBe(2.5);
    expect(belkinOReilly(edge).magnitude[5 * 11 + 2]).toBe(0);
  });

  test('says nothing beside land', () => {
    const coast = fieldOf(9, 9, (column) => (column === 6 ? Number.NaN : column));
    const { magnitude } = belkinOReilly(coast);
    expect(magnitude[4 * 9 + 5]).toBeNaN();
    expect(magnitude[4 * 9 + 6]).toBeNaN();
    expect(magnitude[4 * 9 + 3]).toBe(1);
  });

  test('the gradient of any curved field is its Sobel sum; the direction is unknown where it is', () => {
    const curved = fieldOf(9, 9, (column, row) => column ** 2 + 2 * column * row + 3 * row ** 2);
    const { magnitude, direction } = belkinOReilly(curved);
    for (let row = 1; row < 8; row += 1) {
      for (let column = 1; column < 8; column += 1) {
        // Of a second-degree field the centred differences are exact: 2c + 2r and 2c + 6r.
        const [gx, gy] = [2 * column + 2 * row, 2 * column + 6 * row];
        expect(magnitude[row * 9 + column]).toBeCloseTo(Math.hypot(gx, gy), 4);
        expect(direction[row * 9 + column]).toBeCloseTo(Math.atan2(gy, gx), 5);
      }
    }
    const edges = (values: Float32Array) =>
      Array.from(values.keys()).filter((index) => Number.isNaN(values[index])).length;
    expect([edges(magnitude), edges(direction)]).toEqual([32, 32]);
    const hole = fieldOf(9, 9, (column, row) => (column === 4 && row === 4 ? Number.NaN : column));
    const around = belkinOReilly(hole);
    expect([around.magnitude[4 * 9 + 4], around.direction[4 * 9 + 4]]).toEqual([Number.NaN, Number.NaN]);
  });

  test('the median of an even count of neighbours, at the border, lies between the two in the middle', () => {
    // The corner has four neighbours with itself: 9, 1, 2, 4 → 3; it is the greatest of 3 × 3 but not of 5 × 5.
    const corner = fieldOf(5, 5, (column, row) => {
      if (column === 0 && row === 0) return 9;
      if (column === 1 && row === 0) return 1;
      if (column === 0 && row === 1) return 2;
      if (column === 1 && row === 1) return 4;
      return column === 2 && row === 2 ? 20 : 0;
    });
    expect(contextualMedian(corner)[0]).toBe(3);
    // The same in the last column and row.
    const last = fieldOf(5, 5, (column, row) => corner.values[(4 - row) * 5 + (4 - column)] ?? Number.NaN);
    expect(contextualMedian(last)[24]).toBe(3);
  });
});

describe('latitude of the Angola–Benguela front', () => {
  const step = 0.1;
  const south = -18;
  const rows = 141;
  /** 4 °C a degree at `front`, 0.2 elsewhere. */
  const sst = (front: number) => (_: number, row: number) => {
    const lat = south + row * step;
    return 20 + 0.2 * lat + 2 * Math.tanh((lat - front) / 0.5);
  };
  const near = (column: number) => column >= 3;

  test.each([-16.2, -15, -12.4])('finds it at %d°', (front) => {
    const found = frontLatitude({ ...fieldOf(8, rows, sst(front)), south, latStepDegrees: step }, near);
    expect(found?.latDegrees).toBeCloseTo(front, 1);
    expect(found?.atEdge).toBe(false);
    expect(found?.celsiusPer100Km).toBeGreaterThan(3);
    expect(found?.celsiusPer100Km).toBeLessThan(3.8);
  });

  test('does not look offshore, looks through clouds, and says when it may lie beyond', () => {
    const two = fieldOf(8, rows, (column, row) => (column < 3 ? 3 * sst(-12)(column, row) : sst(-15)(column, row)));
    expect(frontLatitude({ ...two, south, latStepDegrees: step }, near)?.latDegrees).toBeCloseTo(-15, 1);
    const clouded = fieldOf(8, rows, (column, row) => ((column + row) % 3 === 0 ? Number.NaN : sst(-15)(column, row)));
    expect(frontLatitude({ ...clouded, south, latStepDegrees: step }, near)?.latDegrees).toBeCloseTo(-15, 0);
    const beyond = frontLatitude({ ...fieldOf(8, rows, sst(-18.5)), south, latStepDegrees: step }, near);
    expect(beyond?.atEdge).toBe(true);
    const nothing = fieldOf(8, rows, () => Number.NaN);
    expect(frontLatitude({ ...nothing, south, latStepDegrees: step }, near)).toBeNull();
  });

  test('searches the latitudes asked for, both ends included, less half the smoothing', () => {
    const field = { ...fieldOf(8, rows, sst(-15)), south, latStepDegrees: step };
    const searched = (southDegrees: number, northDegrees: number, smoothingDegrees: number) =>
      frontLatitude(field, near, { southDegrees, northDegrees, smoothingDegrees })?.searched.map((lat) =>
        Number(lat.toFixed(3)),
      );
    expect(searched(-17.05, -12.95, 0)).toEqual([-17, -13]);
    expect(searched(-17.05, -12.95, 0.4)).toEqual([-16.8, -13.2]);
    // The default: 22° to 10° S. The field begins at 18° S, and its first row has no neighbour; three rows are half the smoothing.
    expect(frontLatitude(field, near)?.searched.map((lat) => Number(lat.toFixed(3)))).toEqual([-17.6, -10.3]);
    // That from 24° S has its last row but one at 10.1° S.
    const southern = { ...fieldOf(8, rows, sst(-15)), south: -24, latStepDegrees: step };
    expect(frontLatitude(southern, near)?.searched.map((lat) => Number(lat.toFixed(3)))).toEqual([-21.7, -10.4]);
  });

  test('a front at either end of what was searched may lie beyond, one beside the end not', () => {
    const edge = (front: number) =>
      frontLatitude({ ...fieldOf(8, rows, sst(front)), south, latStepDegrees: step }, near, {
        southDegrees: -16.05,
        northDegrees: -12.95,
        smoothingDegrees: 0,
      });
    expect([edge(-16.5)?.atEdge, edge(-12.5)?.atEdge, edge(-15.9)?.atEdge, edge(-13.1)?.atEdge]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('as many latitudes as the smoothing needs, or none; the gradient is per 100 km', () => {
    const slope = (count: number) => ({
      ...fieldOf(4, count, (_, row) => 20 + row * 0.111195),
      south: -16,
      latStepDegrees: 0.1,
    });
    const everywhere = () => true;
    // 0.5° of 0.1° rows: three rows at least on either side of the middle one.
    expect(frontLatitude(slope(8), everywhere)).toBeNull();
    expect(frontLatitude(slope(9), everywhere)).not.toBeNull();
    expect(frontLatitude(slope(9), everywhere)?.celsiusPer100Km).toBeCloseTo(1, 4);
    expect(frontLatitude(slope(9), () => false)).toBeNull();
  });
});
