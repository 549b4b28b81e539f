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
});
