import { earthMeanRadiusMeters, type Grid } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { StoppedError } from '../../models/shared/watch.ts';
import { rotation, steadyFlow } from '../testing/flows.ts';
import type { CurrentField } from './current-field.ts';
import { dispersalMatrix } from './dispersal.ts';
import { type DriftOptions, driftParticles } from './drift.ts';

const metersPerDegree = (Math.PI * earthMeanRadiusMeters) / 180;
const box: Grid = { west: -5, south: -5, lonStepDegrees: 0.05, latStepDegrees: 0.05, columns: 201, rows: 201 };
const release = (...places: readonly (readonly [number, number])[]) => ({
  lon: Float64Array.from(places, ([lon]) => lon),
  lat: Float64Array.from(places, ([, lat]) => lat),
  timeMs: 0,
});
const drift = (field: CurrentField, from: ReturnType<typeof release>, options: DriftOptions) =>
  driftParticles(field, from, options);
const east = (grid: Grid, speed: number) => steadyFlow(grid, () => [speed, 0]);

describe('analytic flows', () => {
  test('solid rotation: after a turn a particle is where it was, to 1e-5 of its way', () => {
    const { value } = drift(rotation(box, 10), release([3, 0], [0, -1.5]), { days: 10, stepSeconds: 3600 });
    expect(Math.hypot((value.lon[0] ?? 0) - 3, value.lat[0] ?? 0)).toBeLessThan(2e-4);
    expect(Math.hypot(value.lon[1] ?? 0, (value.lat[1] ?? 0) + 1.5)).toBeLessThan(1e-4);
    const half = drift(rotation(box, 10), release([3, 0]), { days: 5, stepSeconds: 3600 }).value;
    expect(Math.hypot((half.lon[0] ?? 0) + 3, half.lat[0] ?? 0)).toBeLessThan(2e-4);
  });

  test('half the step has about a sixteenth of the error', () => {
    const far = (stepSeconds: number) => {
      const { value } = drift(rotation(box, 10), release([3, 0]), { days: 10, stepSeconds });
      return [value.lon[0] ?? 0, value.lat[0] ?? 0] as const;
    };
    // The error of the grid is the same for all; that of steps is the distance from steps so small that they have none.
    const [exactLon, exactLat] = far(1200);
    const errorOf = (step: number) => Math.hypot(far(step)[0] - exactLon, far(step)[1] - exactLat);
    const ratio = errorOf(48 * 3600) / errorOf(24 * 3600);
    expect(ratio).toBeGreaterThan(10);
    expect(ratio).toBeLessThan(40);
  });

  test('shear: the way is the speed of the latitude', () => {
    const shear = steadyFlow(box, (_, lat) => [0.2 * lat, 0]);
    const { value } = drift(shear, release([-2, 1], [2, -1], [0, 0]), { days: 3 });
    const way = (lat: number) => (0.2 * lat * 3 * 86_400) / (metersPerDegree * Math.cos((lat * Math.PI) / 180));
    expect(value.lon[0]).toBeCloseTo(-2 + way(1), 6);
    expect(value.lon[1]).toBeCloseTo(2 + way(-1), 6);
    expect([value.lon[2], value.lat[0]]).toEqual([expect.closeTo(0, 6), expect.closeTo(1, 9)]);
  });

  test('between two instants the current is on a straight line', () => {
    const still = new Float32Array(box.columns * box.rows);
    const field: CurrentField = {
      grid: box,
      timesMs: [0, 2 * 86_400_000],
      east: [still, still.map(() => 0.4)],
      north: [still, still],
    };
    const { value } = drift(field, release([0, 0]), { days: 2 });
    expect(value.lon[0]).toBeCloseTo((0.2 * 2 * 86_400) / metersPerDegree, 6);
  });

  test('around the Earth, across the antimeridian: 360° are no way', () => {
    const globe: Grid = { west: -180, south: -10, lonStepDegrees: 1, latStepDegrees: 1, columns: 360, rows: 21 };
    const speed = (360 * metersPerDegree) / (30 * 86_400);
    const whole = drift(east(globe, speed), release([170, 0], [530, 0]), { days: 30, stepSeconds: 21_600 }).value;
    expect(whole.lon[0]).toBeCloseTo(170, 3);
    expect(whole.lon[1]).toBeCloseTo(whole.lon[0] ?? 0, 9);
    const part = drift(east(globe, speed), release([170, 0]), { days: 2.5, stepSeconds: 21_600 }).value;
    expect(part.lon[0]).toBeCloseTo(-160, 3);
  });
});

describe('diffusion', () => {
  test('the variance grows with twice the diffusivity; the same seed gives the same ways, another does not', () => {
    const cloud = release(...Array.from({ length: 4000 }, () => [0, 0] as const));
    const spread = (seed: number) => drift(east(box, 0), cloud, { days: 4, diffusivity: 50, seed }).value;
    const { lon, lat } = spread(1);
    const variance = (degrees: Float64Array) =>
      degrees.reduce((sum, one) => sum + (one * metersPerDegree) ** 2, 0) / 4000;
    const expected = 2 * 50 * 4 * 86_400;
    // Four standard errors of a variance of 4,000.
    expect(Math.abs(variance(lon) / expected - 1)).toBeLessThan(4 * Math.sqrt(2 / 4000));
    expect(Math.abs(variance(lat) / expected - 1)).toBeLessThan(4 * Math.sqrt(2 / 4000));
    expect(spread(1).lon).toEqual(lon);
    expect(spread(2).lon).not.toEqual(lon);
    const few = drift(east(box, 0), release([0, 0], [0, 0]), { days: 4, diffusivity: 50, seed: 1 }).value;
    expect(few.lon[1]).toBe(lon[1]);
  });
});

describe('coast, edge and zones', () => {
  const coast = (wall: number) => steadyFlow(box, (lon) => (lon > wall ? [Number.NaN, Number.NaN] : [0.5, 0]));

  test('a particle beaches where it was last afloat, and leaves at the edge', () => {
    const { value, warnings } = drift(coast(1), release([0.5, 0], [1.5, 0], [9, 0]), { days: 5 });
    expect([...value.states]).toEqual([1, 1, 2]);
    expect(value.lon[0]).toBeLessThan(1.03);
    expect(value.lon[0]).toBeGreaterThan(0.9);
    expect(value.ageDays[0]).toBeLessThan(5);
    expect(warnings).toEqual([{ code: 'outside', count: 1 }]);
    const away = drift(east(box, 0.5), release([4.9, 0]), { days: 2 });
    expect([...away.value.states]).toEqual([2]);
  });

  test('larvae settle in a zone within their days, and those that die are taken off', () => {
    const zones = Int32Array.from({ length: box.columns * box.rows }, (_, cell) => {
      const lon = box.west + (cell % box.columns) * box.lonStepDegrees;
      return lon >= 1 && lon < 2 ? 0 : lon >= 3 ? 1 : -1;
    });
    const settlement = { zones, minDays: 2, maxDays: 9 };
    const { value } = drift(east(box, 0.5), release([0.8, 0], [0.5, 1], [-4.9, 0]), { days: 9, settlement });
    // 0.39° a day: the first is beyond the first zone when it is two days old only after 1.58°.
    expect([...value.zones]).toEqual([0, 0, -1]);
    expect(value.ageDays[0]).toBeCloseTo(2, 6);
    const late = drift(east(box, 0.5), release([0.8, 0]), { days: 9, settlement: { ...settlement, minDays: 4 } }).value;
    expect([late.zones[0], late.states[0]]).toEqual([1, 3]);
    const matrix = dispersalMatrix(value, Int32Array.of(0, 0, 1), { zoneCount: 2, mortalityPerDay: 0.1 }).value;
    expect(matrix.shares[0]).toBeCloseTo((Math.exp(-0.2) + Math.exp(-0.1 * (value.ageDays[1] ?? 0))) / 2, 9);
    expect([matrix.shares[1], matrix.settled[1], matrix.released[0]]).toEqual([0, 0, 2]);
  });

  test('positions are kept as often as asked for', () => {
    const { positions } = drift(east(box, 0.5), release([0, 0]), { days: 1, keepEvery: 6 }).value;
    expect(positions.map(({ days }) => days)).toEqual([0.25, 0.5, 0.75, 1]);
  });

  test('nobody, faults, and a stop', () => {
    expect(drift(east(box, 0), release(), { days: 1 }).warnings).toEqual([{ code: 'empty', count: 1 }]);
    expect(() => drift(east(box, 0), release([0, 0]), { days: 0 })).toThrow('0 days');
    expect(() => drift({ ...east(box, 0), timesMs: [] }, release([0, 0]), { days: 1 })).toThrow('0 instants');
    expect(() => drift({ ...east(box, 0), north: [new Float32Array(3)] }, release([0, 0]), { days: 1 })).toThrow(
      'fields north',
    );
    expect(() => driftParticles(east(box, 0), release([0, 0]), { days: 1 }, { stopped: () => true })).toThrow(
      StoppedError,
    );
    expect(() =>
      dispersalMatrix({ zones: new Int32Array(1), ageDays: new Float32Array(1) }, new Int32Array(2), { zoneCount: 1 }),
    ).toThrow('2 sources');
  });
});
