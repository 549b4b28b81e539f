import { describe, expect, test } from 'vitest';
import { mixedLayerDepth } from './mixed-layer.ts';
import { depthOfPressure, potentialDensityAnomaly, potentialTemperature, seawaterDensity } from './seawater.ts';

/** The check values are in IPTS-68. */
const its90 = (ipts68: number) => ipts68 / 1.00024;

describe('EOS-80, against the check values of UNESCO 44', () => {
  test.each([
    [0, 5, 0, 999.96675],
    [0, 5, 10_000, 1044.12802],
    [0, 25, 0, 997.04796],
    [0, 25, 10_000, 1037.90204],
    [35, 5, 0, 1027.67547],
    [35, 5, 10_000, 1069.48914],
    [35, 25, 0, 1023.34306],
    [35, 25, 10_000, 1062.53817],
  ])('density at %d psu, %d °C, %d dbar is %d', (psu, celsius, decibar, expected) => {
    expect(seawaterDensity(psu, its90(celsius), decibar)).toBeCloseTo(expected, 5);
  });

  test('potential temperature and depth', () => {
    expect(potentialTemperature(40, its90(40), 10_000) * 1.00024).toBeCloseTo(36.89073, 5);
    expect(depthOfPressure(10_000, 30)).toBeCloseTo(9712.653, 3);
    expect(potentialDensityAnomaly(35, its90(25), 0)).toBeCloseTo(23.34306, 5);
  });
});

describe('mixed layer', () => {
  const pressureDecibar = [5, 10, 20, 30, 40, 60];
  const salinityPsu = pressureDecibar.map(() => 35.5);

  test('ends where temperature left that at 10 m by 0.2 °C, between levels', () => {
    const layer = mixedLayerDepth({ pressureDecibar, temperatureCelsius: [22, 22, 22, 22, 21, 18], salinityPsu }, -12);
    expect(layer?.temperatureDepthMeters).toBeCloseTo(depthOfPressure(32, -12), 1);
    // 0.03 kg/m³ is about 0.1 °C here.
    expect(layer?.densityDepthMeters).toBeGreaterThan(depthOfPressure(30, -12));
    expect(layer?.densityDepthMeters).toBeLessThan(layer?.temperatureDepthMeters ?? 0);
    expect(layer?.referenceDepthMeters).toBe(10);
  });

  test('counts warming below the surface as leaving, and fresh water by density alone', () => {
    const inversion = { pressureDecibar, temperatureCelsius: [22, 22, 22, 23, 22, 18], salinityPsu };
    expect(mixedLayerDepth(inversion, -12)?.temperatureDepthMeters).toBeCloseTo(depthOfPressure(22, -12), 1);
    const plume = {
      pressureDecibar,
      temperatureCelsius: pressureDecibar.map(() => 27),
      salinityPsu: [30, 30, 34, 35, 35, 35],
    };
    const layer = mixedLayerDepth(plume, -6);
    expect(layer?.temperatureDepthMeters).toBeNull();
    expect(layer?.densityDepthMeters).toBeLessThan(12);
  });

  test('unknown without a level near 10 m, without depth, or without salinity', () => {
    const deep = { pressureDecibar: [30, 40], temperatureCelsius: [20, 18], salinityPsu: [35, 35] };
    expect(mixedLayerDepth(deep, -12)).toBeNull();
    expect(mixedLayerDepth({ pressureDecibar: [5], temperatureCelsius: [20], salinityPsu: [35] }, -12)).toBeNull();
    const fresh = {
      pressureDecibar,
      temperatureCelsius: [22, 22, 22, 22, 21, 18],
      salinityPsu: salinityPsu.map(() => null),
    };
    expect(mixedLayerDepth(fresh, -12)).toMatchObject({ densityDepthMeters: null });
    expect(mixedLayerDepth(fresh, -12)?.temperatureDepthMeters).toBeCloseTo(depthOfPressure(32, -12), 1);
  });
});
