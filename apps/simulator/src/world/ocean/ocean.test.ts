import { coastLongitude, dayMs, gridOfBbox, gridPosition } from '@kianda/geo';
import { describe, expect, it } from 'vitest';
import type { OceanVariable } from '../types.ts';
import { climateAt, coastalSst, coastalSstByMonth } from './climate.ts';
import { createOcean } from './ocean.ts';

const ocean = createOcean(8478);
const grid = gridOfBbox([8, -17.9, 14, -4.5], 0.2);

/** Every value of a variable over the sea of the grid. */
function field(variable: OceanVariable, timeMs: number): number[] {
  const values: number[] = [];
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const [lon, lat] = gridPosition(grid, column, row);
      const value = ocean.sample(variable, [lon, lat], timeMs);
      if (value !== null) values.push(value);
    }
  }
  return values;
}
const extremes = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const midMonth = (month: number, year = 2024) => Date.UTC(year, month, 16);

describe('land and sea', () => {
  it('is null on land, below the seabed, and for what is no place or time', () => {
    expect(ocean.sample('sst', [15, -10], midMonth(0))).toBeNull();
    expect(ocean.sample('sst', [coastLongitude(-9) + 0.01, -9], midMonth(0))).toBeNull();
    expect(ocean.sample('temperature', [13.1, -9], midMonth(0), 3_000)).toBeNull();
    expect(ocean.sample('sst', [Number.NaN, -9], midMonth(0))).toBeNull();
    expect(ocean.sample('sst', [11, -9], Number.NaN)).toBeNull();
    expect(ocean.seabedMeters(15, -10)).toBeNull();
  });
  it('has a shelf, a slope and a deep sea', () => {
    expect(ocean.seabedMeters(coastLongitude(-10) - 0.1, -10)).toBeLessThan(100);
    expect(ocean.seabedMeters(9, -10)).toBeGreaterThan(3_500);
    // Off Benguela the shelf is a few miles wide, off the Congo it is broad.
    const at50Km = (lat: number) => ocean.seabedMeters(coastLongitude(lat) - 0.46, lat) ?? 0;
    expect(at50Km(-13)).toBeGreaterThan(500);
    expect(at50Km(-7.5)).toBeLessThan(200);
  });
});

describe('surface temperature', () => {
  it('keeps the coastal table exactly at its latitudes whatever the front does', () => {
    for (const { lat, months } of coastalSstByMonth) {
      for (const [month, celsius] of months.entries()) {
        const start = Date.UTC(2023, 0, 1);
        const time = start + ((month + 0.5) / 12) * 365 * dayMs;
        expect(coastalSst(climateAt(8478, time), lat, -16.1)).toBeCloseTo(celsius, 6);
      }
    }
  });
  it('stays within 3 °C of the table near the coast, weather and year included', () => {
    for (const { lat, months } of coastalSstByMonth) {
      for (const [month, celsius] of months.entries()) {
        const values = [2022, 2023, 2024, 2025].map((year) =>
          ocean.sample('sst', [coastLongitude(lat) - 0.15, lat], midMonth(month, year)),
        );
        for (const value of values)
          expect(Math.abs((value ?? Number.NaN) - celsius), `${lat} ${month}`).toBeLessThan(3);
      }
    }
  });
  it('is warmer off the coast, much more so in winter', () => {
    const warming = (month: number) =>
      mean(
        [-7, -8.5, -10, -11.5].flatMap((lat) =>
          [2021, 2022, 2023, 2024].map((year) => {
            const near = ocean.sample('sst', [coastLongitude(lat) - 0.1, lat], midMonth(month, year)) ?? Number.NaN;
            const far = ocean.sample('sst', [coastLongitude(lat) - 1.9, lat], midMonth(month, year)) ?? Number.NaN;
            return far - near;
          }),
        ),
      );
    expect(warming(7)).toBeGreaterThan(1.5);
    expect(warming(1)).toBeLessThan(1.2);
    expect(warming(1)).toBeGreaterThan(0);
  });
  it('has its steepest meridional slope, off the coast, between 15° S and 17° S', () => {
    for (const month of [0, 2, 4, 6, 7, 9, 11]) {
      let steepest = { lat: 0, slope: 0 };
      for (let lat = -21.5; lat < -10; lat += 0.25) {
        // Mean of 0–200 km off the coast, as the front is looked for in satellite images.
        const at = (y: number) =>
          mean(
            [0.3, 0.7, 1.1, 1.5, 1.9].flatMap((west) =>
              [3, 13, 23].map(
                (day) => ocean.sample('sst', [coastLongitude(y) - west, y], Date.UTC(2024, month, day)) ?? Number.NaN,
              ),
            ),
          );
        const slope = (at(lat + 0.25) - at(lat - 0.25)) / 0.5;
        if (slope > steepest.slope) steepest = { lat, slope };
      }
      expect(steepest.lat, `month ${month}`).toBeGreaterThan(-17.01);
      expect(steepest.lat, `month ${month}`).toBeLessThan(-14.9);
      expect(steepest.slope, `month ${month}`).toBeGreaterThan(1.2);
    }
  });
  it('changes by less than 1 °C from one day to the next', () => {
    let largest = 0;
    for (let day = 0; day < 365; day += 5) {
      const time = Date.UTC(2024, 0, 1) + day * dayMs;
      for (const [lon, lat] of [
        [12.9, -9.5],
        [10, -12],
        [11.4, -16],
        [9, -16.2],
      ] as const) {
        const today = ocean.sample('sst', [lon, lat], time) ?? Number.NaN;
        const tomorrow = ocean.sample('sst', [lon, lat], time + dayMs) ?? Number.NaN;
        largest = Math.max(largest, Math.abs(tomorrow - today));
      }
    }
    expect(largest).toBeGreaterThan(0.02);
    expect(largest).toBeLessThan(1);
  });
  it('was 1 °C or more above the mean in the Benguela Niño of 1995, and below it in 1997', () => {
    expect(mean(field('sstAnomaly', Date.UTC(1995, 2, 15)))).toBeGreaterThan(1);
    expect(mean(field('sstAnomaly', Date.UTC(1997, 1, 5)))).toBeLessThan(-0.4);
  });
});

describe('every variable, every month', () => {
  const ranges: readonly (readonly [OceanVariable, number, number])[] = [
    ['sst', 10, 33],
    ['chlorophyll', 0.01, 100],
    ['salinity', 24, 37.5],
    ['currentEast', -3, 3],
    ['currentNorth', -3, 3],
    ['seaLevel', -0.6, 0.6],
    ['mixedLayerDepth', 1, 80],
    ['waveHeight', 0.4, 6],
    ['waveDirection', 150, 260],
    ['wavePeriod', 6, 18],
    ['windWaveHeight', 0, 5],
    ['swellWaveHeight', 0.3, 5],
    ['swellWaveDirection', 190, 220],
    ['swellWavePeriod', 8, 18],
    ['windEast', -12, 12],
    ['windNorth', -8, 18],
  ];
  it.each(ranges)('%s stays within %s and %s', (variable, low, high) => {
    for (let month = 0; month < 12; month += 1) {
      const [smallest, largest] = extremes(field(variable, midMonth(month)));
      expect(smallest).toBeGreaterThanOrEqual(low);
      expect(largest).toBeLessThanOrEqual(high);
    }
  });
});

describe('water', () => {
  it('blooms in the south in August and is poor far out', () => {
    const august = midMonth(7);
    const south = mean(
      [-14.5, -15, -15.5, -16].map((lat) => ocean.sample('chlorophyll', [coastLongitude(lat) - 0.2, lat], august) ?? 0),
    );
    expect(south).toBeGreaterThan(3);
    expect(ocean.sample('chlorophyll', [8.3, -11], midMonth(1))).toBeLessThan(0.6);
  });
  it('is fresh off the Congo at high water and salty elsewhere', () => {
    const december = midMonth(11);
    const plume = Math.min(...[-5.5, -5.75, -6].map((lat) => ocean.sample('salinity', [11.8, lat], december) ?? 99));
    expect(plume).toBeLessThan(31);
    expect(ocean.sample('salinity', [11, -12], december)).toBeGreaterThan(35);
    // The river floats on the sea: 50 m below, the water is that of the ocean.
    expect(ocean.sample('salinity', [11.5, -5.8], december, 50)).toBeGreaterThan(34.5);
  });
  it('cools with depth to that of the deep South Atlantic', () => {
    const at = (depth: number) => ocean.sample('temperature', [10, -10], midMonth(2), depth) ?? Number.NaN;
    const profile = [0, 50, 100, 200, 500, 1000, 3000].map(at);
    expect(profile).toEqual([...profile].sort((a, b) => b - a));
    expect(at(0)).toBeCloseTo(ocean.sample('sst', [10, -10], midMonth(2)) ?? 0, 6);
    expect(at(3000)).toBeLessThan(3);
  });
});

describe('currents', () => {
  it('neither make nor lose water: the divergence vanishes against the shear', () => {
    const time = midMonth(5);
    const step = 0.05;
    const east = (lon: number, lat: number) => ocean.sample('currentEast', [lon, lat], time) ?? Number.NaN;
    const north = (lon: number, lat: number) => ocean.sample('currentNorth', [lon, lat], time) ?? Number.NaN;
    let divergence = 0;
    let shear = 0;
    for (let lat = -16.5; lat < -6.5; lat += 0.37) {
      for (let lon = 8.6; lon < 11.4; lon += 0.31) {
        const width = 2 * step * 111_195;
        const cos = (y: number) => Math.cos((y * Math.PI) / 180);
        const dudx = (east(lon + step, lat) - east(lon - step, lat)) / (width * cos(lat));
        const dvdy =
          (north(lon, lat + step) * cos(lat + step) - north(lon, lat - step) * cos(lat - step)) / (width * cos(lat));
        const dudy = (east(lon, lat + step) - east(lon, lat - step)) / width;
        divergence += Math.abs(dudx + dvdy);
        shear += Math.abs(dudx) + Math.abs(dudy);
      }
    }
    expect(divergence / shear).toBeLessThan(0.03);
  });
  it('swing both ways along the coast off Luanda and flow south in the mean', () => {
    const values: number[] = [];
    for (let day = 0; day < 1460; day += 4) {
      values.push(
        ocean.sample('currentNorth', [coastLongitude(-11) - 0.3, -11], Date.UTC(2021, 0, 1) + day * dayMs) ?? 0,
      );
    }
    const [south, north] = extremes(values);
    expect(south).toBeLessThan(-0.15);
    expect(north).toBeGreaterThan(0.05);
    expect(mean(values)).toBeLessThan(-0.01);
    expect(mean(values)).toBeGreaterThan(-0.15);
  });
  it('are stronger at the surface than below', () => {
    const surface = ocean.sample('currentNorth', [12.5, -11], midMonth(3)) ?? 0;
    expect(Math.abs(ocean.sample('currentNorth', [12.5, -11], midMonth(3), 200) ?? 9)).toBeLessThan(
      Math.abs(surface) / 2,
    );
  });
});

describe('waves', () => {
  it('are higher in winter than in summer and come from the south-south-west', () => {
    const season = (months: readonly number[]) =>
      mean(
        months.flatMap((month) =>
          [1, 8, 15, 22].map((day) => ocean.sample('swellWaveHeight', [10, -12], Date.UTC(2024, month, day)) ?? 0),
        ),
      );
    expect(season([5, 6, 7, 8])).toBeGreaterThan(season([11, 0, 1, 2]) + 0.2);
  });
  it('add up: total energy is that of swell and wind sea', () => {
    const at = (variable: OceanVariable) => ocean.sample(variable, [10, -12], midMonth(4)) ?? Number.NaN;
    expect(at('waveHeight') ** 2).toBeCloseTo(at('swellWaveHeight') ** 2 + at('windWaveHeight') ** 2, 9);
  });
});

describe('seed', () => {
  it('gives the same sea for the same seed, in any order of asking, and another for another', () => {
    const again = createOcean(8478);
    again.sample('currentEast', [9, -9], midMonth(1));
    expect(again.sample('sst', [10, -10], midMonth(3))).toBe(ocean.sample('sst', [10, -10], midMonth(3)));
    expect(createOcean(1).sample('sst', [10, -10], midMonth(3))).not.toBe(ocean.sample('sst', [10, -10], midMonth(3)));
  });
});
