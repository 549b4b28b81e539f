import { describe, expect, test } from 'vitest';
import { anomaly, geometricMeanOfFields, relativeAnomaly } from './anomalies.ts';
import { potentialFishProduction, primaryProductionRequired } from './fish-production.ts';
import { eppleyRate, euphoticDepthMeters, netPrimaryProduction, polynomialRate } from './primary-production.ts';
import { dayLengthHours, estimatedPar, extraterrestrialRadiation } from './sunlight.ts';
import { bakunIndex, sstUpwellingIndex } from './upwelling.ts';

describe('net primary production', () => {
  test.each([
    [0.5, 25, 45, 12, 929.4],
    [4.03, 16, 40, 12, 3716.0],
    [0.2, 28, 50, 12.2, 397.1],
    [10, 15, 35, 11.5, 5846.1],
    [1.0, 20, 45, 12, 1739.6],
  ])('VGPM: chlorophyll %d, %d °C, PAR %d, %d h → %d', (chlorophyll, sstCelsius, par, hours, expected) => {
    const production = netPrimaryProduction({ chlorophyll, sstCelsius, par, dayLengthHours: hours });
    expect(production).toBeCloseTo(expected, 1);
  });

  test.each([
    [0, 1.296],
    [10, 3.941],
    [15, 5.68],
    [20, 6.622],
    [25, 5.446],
    [-11, 0],
    [-5, 1.13],
    [30, 4],
  ])('optimal rate at %d °C is %d', (celsius, expected) => {
    expect(polynomialRate(celsius)).toBeCloseTo(expected, 3);
  });

  test("Eppley's curve doubles in eleven degrees, and takes the place of the polynomial", () => {
    expect(eppleyRate(20)).toBeCloseTo(1.54 * 10 ** 0.48, 10);
    expect(eppleyRate(31) / eppleyRate(20)).toBeCloseTo(10 ** (0.0275 * 11), 10);
    const input = { chlorophyll: 1, sstCelsius: 20, par: 45, dayLengthHours: 12 };
    expect(netPrimaryProduction(input, eppleyRate)).toBeCloseTo((1739.6 * eppleyRate(20)) / 6.622, 0);
  });

  test('knows nothing without chlorophyll; light goes deeper in clear water', () => {
    const input = { sstCelsius: 20, par: 45, dayLengthHours: 12 };
    expect(netPrimaryProduction({ ...input, chlorophyll: Number.NaN })).toBeNaN();
    expect(netPrimaryProduction({ ...input, chlorophyll: 0 })).toBeNaN();
    expect(euphoticDepthMeters(0.02)).toBeGreaterThan(102);
    expect(euphoticDepthMeters(10)).toBeLessThan(30);
  });
});

describe('sunlight', () => {
  test('twelve hours at the equator, short days in the southern winter, none in the polar night', () => {
    expect(dayLengthHours(0, 172)).toBeCloseTo(12, 10);
    expect(dayLengthHours(-12.5, 172)).toBeCloseTo(11.27, 1);
    expect(dayLengthHours(-12.5, 355)).toBeCloseTo(12.73, 1);
    expect(dayLengthHours(-80, 172)).toBe(0);
    expect(dayLengthHours(-80, 355)).toBe(24);
  });

  test('radiation equals the worked example of FAO-56 (20° S, 3 September: 32.2 MJ)', () => {
    expect(extraterrestrialRadiation(-20, 246)).toBeCloseTo(32.2, 0);
    expect(estimatedPar(-20, 246, 0.5)).toBeCloseTo(extraterrestrialRadiation(-20, 246) * 0.5 * 0.45 * 4.57, 10);
    expect(() => estimatedPar(-20, 246, 1.5)).toThrow(/0–1, received 1.5/);
  });
});

describe('fish', () => {
  test('100,000 t at level 3.1 need 1,398,806 t of carbon', () => {
    expect(primaryProductionRequired([{ tonnes: 100_000, trophicLevel: 3.1 }])).toBeCloseTo(1_398_806, -1);
  });

  test('what production allows is the inverse, with an interval', () => {
    const { tonnes, low, high } = potentialFishProduction(1_398_806, 3.1);
    expect(tonnes).toBeCloseTo(100_000, -1);
    expect(low).toBeLessThan(tonnes);
    expect(high).toBeGreaterThan(tonnes);
    expect(() => potentialFishProduction(1, 3, { transferEfficiency: 0 })).toThrow(/received 0/);
  });
});

describe('upwelling', () => {
  test.each([
    [-15, 7, 401.7],
    [-12, 5, 255.1],
    [-17, 9, 587.9],
    [-9, 4, 217.0],
  ])('Bakun at %d° with %d m/s along the coast: %d m³/s per 100 m', (latDegrees, north, expected) => {
    expect(bakunIndex({ east: 0, north, latDegrees })).toBeCloseTo(expected, 1);
    expect(bakunIndex({ east: 0, north: -north, latDegrees })).toBeCloseTo(-expected, 1);
  });

  test('counts the wind along the coast alone, and says nothing near the equator', () => {
    expect(bakunIndex({ east: 7, north: 0, latDegrees: -15 })).toBeCloseTo(0, 10);
    const along = { east: -7 * Math.SQRT1_2, north: 7 * Math.SQRT1_2, latDegrees: -15, coastAzimuthDegrees: -45 };
    expect(bakunIndex(along)).toBeCloseTo(401.7, 1);
    expect(bakunIndex({ east: 0, north: 7, latDegrees: -4.9 })).toBeNull();
  });

  test('by temperature, offshore minus coast', () => {
    expect(sstUpwellingIndex(20.5, 17)).toBe(3.5);
  });
});

describe('anomalies', () => {
  test('cell by cell; missing stays missing', () => {
    expect([...anomaly(Float32Array.of(20, Number.NaN, 18), Float32Array.of(19, 19, Number.NaN))]).toEqual([
      1,
      Number.NaN,
      Number.NaN,
    ]);
    expect(() => anomaly(new Float32Array(2), new Float32Array(3))).toThrow(/expected 3 cells, received 2/);
  });

  test('chlorophyll against its geometric mean, where it was seen often enough', () => {
    const seen = geometricMeanOfFields(3);
    seen.add(Float32Array.of(1, 1, 0));
    seen.add(Float32Array.of(10, Number.NaN, 1));
    seen.add(Float32Array.of(100, 4, 1));
    const mean = seen.mean(3);
    expect(mean[0]).toBeCloseTo(10, 5);
    expect(mean[1]).toBeNaN();
    expect(mean[2]).toBeNaN();
    expect(relativeAnomaly(Float32Array.of(15, 1, 1), mean)[0]).toBeCloseTo(50, 4);
    expect(seen.mean(2)[1]).toBeCloseTo(2, 6);
    expect(() => seen.add(new Float32Array(2))).toThrow(/expected 3 cells, received 2/);
  });
});
