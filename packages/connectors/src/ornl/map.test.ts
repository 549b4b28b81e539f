import { isAtSea } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { compositeSlices, landPlaces, lattice, windowMeans } from './map.ts';
import { NDVI_BAND, subsetWire } from './wire.ts';

const composite = { modis_date: 'A2026001', calendar_date: '2026-01-01' } as const;
const subset = (data: readonly number[], more: object = {}) =>
  subsetWire.parse({
    ...{ nrows: 2, ncols: 2, band: NDVI_BAND, scale: '0.0001', latitude: -9.45, longitude: 14.25 },
    subset: [{ ...composite, band: NDVI_BAND, data, ...more }],
  });

test('the lattice tiles the box of the specification, and asks on land alone', () => {
  expect([lattice.west - 0.25, lattice.west + (lattice.columns - 1) * 0.5 + 0.25]).toEqual([8.5, 17.5]);
  expect(lattice.south - 0.25).toBeCloseTo(-18.2, 9);
  expect(lattice.south + (lattice.rows - 1) * 0.5 + 0.25).toBeCloseTo(-4.2, 9);
  expect(landPlaces.every(({ position }) => !isAtSea(position))).toBe(true);
  expect(landPlaces).toHaveLength(269);
});

describe('a window', () => {
  test('is the mean of its valid pixels, with their count', () => {
    const means = windowMeans(subset([5000, 7000, -3000, 12_000]));
    expect(means.get('A2026001')?.mean).toBeCloseTo(0.6, 12);
    expect(means.get('A2026001')?.valid).toBe(2);
  });

  test('of another band is none, and one of another size is refused', () => {
    expect(windowMeans(subset([1, 2, 3, 4], { band: '250m_16_days_EVI' })).size).toBe(0);
    expect(() => windowMeans(subset([5000, 7000]))).toThrow('esperados 2 × 2');
  });
});

describe('fields of a composite', () => {
  const [first, second] = landPlaces;
  const windows = [
    { index: first?.index ?? 0, means: windowMeans(subset([5000, 5000, 5000, 5000])) },
    { index: second?.index ?? 0, means: windowMeans(subset([-3000, -3000, -3000, -3000])) },
  ];

  test('are of its first day, NDVI and the count of pixels, and missing where no pixel is valid', () => {
    const [ndvi, pixels] = compositeSlices(composite, windows) ?? [];
    expect(ndvi).toMatchObject({
      variable: 'ndvi',
      unit: 'índice',
      timeMs: Date.UTC(2026, 0, 1),
      columns: 18,
      rows: 28,
    });
    expect(ndvi?.values[first?.index ?? 0]).toBeCloseTo(0.5, 6);
    expect(ndvi?.values[second?.index ?? 0]).toBeNaN();
    expect([...(pixels?.values ?? [])].filter((value) => !Number.isNaN(value))).toEqual([4, 0]);
    expect(ndvi?.values[0]).toBeNaN();
  });

  test('are none where nothing was seen', () => {
    expect(compositeSlices(composite, windows.slice(1))).toBeNull();
    expect(compositeSlices({ modis_date: 'A2026017', calendar_date: '2026-01-17' }, windows)).toBeNull();
  });
});
