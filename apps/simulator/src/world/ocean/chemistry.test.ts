import { coastLongitude } from '@kianda/geo';
import { describe, expect, it } from 'vitest';
import type { OceanVariable } from '../types.ts';
import { oxygenSaturation } from './chemistry.ts';
import { createOcean } from './ocean.ts';

const ocean = createOcean(8478);
const august = Date.UTC(2024, 7, 16);
const march = Date.UTC(2024, 2, 16);
const at = (variable: OceanVariable, position: readonly [number, number], timeMs: number, depth = 0) =>
  ocean.sample(variable, position, timeMs, depth) ?? Number.NaN;
const offshore = [9, -11] as const;
const upwelled = [coastLongitude(-16.8) - 0.15, -16.8] as const;
const places = Array.from(
  { length: 60 },
  (_, index) => [8.5 + (index % 6) * 0.5, -17.5 + Math.floor(index / 6) * 1.3] as const,
);

it('oxygen in balance with the air is that of the published check value', () => {
  // Garcia and Gordon (1992): 10 °C and 35 give 6.315 ml l⁻¹.
  expect(oxygenSaturation(10, 35) / 44.66).toBeCloseTo(6.315, 3);
});

describe('oxygen', () => {
  it('has its minimum between 250 and 550 m off Angola, far below the surface, and more again in the deep water', () => {
    const depths = [0, 50, 100, 200, 300, 400, 500, 700, 1_000, 2_000, 3_000];
    const column = depths.map((depth) => at('oxygen', offshore, march, depth));
    const least = Math.min(...column);
    const depth = depths[column.indexOf(least)] ?? 0;
    expect(depth).toBeGreaterThanOrEqual(250);
    expect(depth).toBeLessThanOrEqual(550);
    expect(least).toBeGreaterThan(20);
    expect(least).toBeLessThan(60);
    expect(column[0]).toBeGreaterThan(190);
    expect(column.at(-1)).toBeGreaterThan(200);
  });
  it('is scarcer under the Angola Dome than in the Benguela', () => {
    expect(at('oxygen', [9, -11], march, 380)).toBeLessThan(at('oxygen', [9, -17.8], march, 380));
  });
});

describe('nitrate', () => {
  it('is all but gone in warm surface water, and rich where cold water comes up', () => {
    expect(at('nitrate', offshore, march)).toBeLessThan(0.5);
    expect(at('nitrate', upwelled, august)).toBeGreaterThan(8);
    expect(at('nitrate', offshore, march, 800)).toBeGreaterThan(25);
  });
  it('falls with the temperature of upwelled water', () => {
    const pairs = places
      .map((place) => [at('sst', place, august), at('nitrate', place, august)] as const)
      .filter(([celsius]) => celsius < 20)
      .toSorted(([a], [b]) => a - b);
    expect(pairs.length).toBeGreaterThan(5);
    expect(pairs[0]?.[1]).toBeGreaterThan((pairs.at(-1)?.[1] ?? 0) + 2);
  });
});

describe('pH', () => {
  it('is lower in upwelled water than offshore, and lowest in the oxygen minimum', () => {
    const surface = at('ph', offshore, march);
    expect(surface).toBeGreaterThan(7.98);
    expect(surface).toBeLessThan(8.15);
    expect(at('ph', upwelled, august)).toBeLessThan(surface - 0.03);
    expect(at('ph', offshore, march, 380)).toBeLessThan(7.8);
  });
  it('falls by about 0.0017 a year', () => {
    const [then, now] = [Date.UTC(1995, 2, 16), Date.UTC(2025, 2, 16)];
    const change = places.map((place) => at('ph', place, now) - at('ph', place, then)).filter(Number.isFinite);
    const mean = change.reduce((sum, one) => sum + one, 0) / change.length;
    expect(mean).toBeLessThan(-0.03);
    expect(mean).toBeGreaterThan(-0.08);
  });
});

describe('phytoplankton', () => {
  it('follows the chlorophyll, and ends in the dark', () => {
    expect(at('phytoplankton', upwelled, august)).toBeGreaterThan(5 * at('phytoplankton', offshore, march));
    expect(at('phytoplankton', offshore, march)).toBeGreaterThan(0.3);
    expect(at('phytoplankton', offshore, march, 300)).toBeLessThan(0.01);
  });
});

it('land rises inland, and the sea bed is the depth upside down', () => {
  expect(ocean.altitudeMeters(9, -11)).toBe(-(ocean.seabedMeters(9, -11) ?? Number.NaN));
  expect(ocean.altitudeMeters(14, -11)).toBeGreaterThan(50);
  expect(ocean.altitudeMeters(15.5, -11)).toBeGreaterThan(ocean.altitudeMeters(14, -11));
});
