import type { Station } from '@kianda/contract/sea/ocean/ocean.contract';
import { heightOf } from '@kianda/viz/waves/spectrum.ts';
import { expect, test } from 'vitest';
import { compassPoint, nearestSea, seabedAround, seaOf, spreadOf, wavesOf } from './sea-state.ts';

const time = '2026-11-29T01:00:00.000Z';
const units = { waveHeight: 'm', wavePeriod: 's', waveDirection: '°', swellHeight: 'm' } as const;
const station = (id: string, lon: number, values: Partial<Record<keyof typeof units, number | null>>): Station => ({
  ...{ id, name: id, kind: 'coastal', lon, lat: -10, depthMeters: 20 },
  latest: (Object.keys(values) as (keyof typeof units)[]).map((variable) => ({
    ...{ variable, value: values[variable] ?? null, unit: units[variable], time, basis: 'model' },
  })),
});
const whole = { waveHeight: 1.35, wavePeriod: 13.6, waveDirection: 199, swellHeight: 1.3 };

test('a station without a period has no sea: it is not guessed from the height', () => {
  expect(seaOf(station('a', 12, { ...whole, wavePeriod: null }))).toBeNull();
  expect(seaOf(station('a', 12, { waveHeight: 1, waveDirection: 200 }))).toBeNull();
  expect(seaOf(station('a', 12, whole))).toMatchObject({ heightM: 1.35, periodS: 13.6, isModel: true });
});

test('the nearest station that has waves, not the nearest one', () => {
  const stations = [station('seca', 12.01, {}), station('perto', 12.2, whole), station('longe', 13, whole)];
  const found = nearestSea(stations, [12, -10]);
  expect(found?.sea.station.id).toBe('perto');
  expect((found?.awayM ?? 0) / 1000).toBeCloseTo(21.9, 0);
  expect(nearestSea([station('seca', 12, {})], [12, -10])).toBeNull();
});

test('the drawn waves have the height that was read, over any depth, and swell is narrow', () => {
  const sea = seaOf(station('a', 12, whole));
  if (sea === null) throw new Error('expected a sea');
  expect(heightOf(wavesOf(sea, 12))).toBeCloseTo(1.35, 9);
  expect(heightOf(wavesOf(sea, null))).toBeCloseTo(1.35, 9);
  expect(wavesOf(sea, 12)).toEqual(wavesOf(sea, 12));
  expect([spreadOf(sea), spreadOf({ heightM: 1.3, swellM: 0.4 }), spreadOf({ heightM: 1.3, swellM: null })]).toEqual([
    25, 10, 10,
  ]);
});

test('the bottom deepens to the west as the field does, and land is 0', () => {
  const grid = { west: 11, south: -11, lonStepDegrees: 0.5, latStepDegrees: 0.5, columns: 5, rows: 5 };
  const values = Float32Array.from({ length: 25 }, (_, index) =>
    index % 5 > 3 ? Number.NaN : (4 - (index % 5)) * 500,
  );
  const patch = seabedAround({ grid, values }, [12, -10]);
  expect(patch?.deepestM).toBeGreaterThan(1000);
  expect(patch?.depthsM[0]).toBeGreaterThan(patch?.depthsM[56] ?? Number.NaN);
  expect(seabedAround({ grid, values: values.fill(Number.NaN) }, [12, -10])).toBeNull();
});

test('compass points', () => expect([0, 199, 315, 359, -45].map(compassPoint)).toEqual([0, 4, 7, 0, 7]));
