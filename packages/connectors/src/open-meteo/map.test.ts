import { expect, test } from 'vitest';
import body from './fixtures/two-points.json' with { type: 'json' };
import { mapPoint, waveSeries, windSeries } from './map.ts';
import { type PointWire, pointsWire } from './wire.ts';

const points = pointsWire.parse(body) as PointWire[];
const at = (index: number): PointWire => {
  const point = points[index];
  if (point === undefined) throw new Error(`no point ${index}`);
  return point;
};

test('maps every variable to a series in UTC milliseconds, with its gaps and its zeros', () => {
  const { records, rejected } = mapPoint(at(0), 'luanda', waveSeries);
  expect(rejected).toEqual([]);
  const times = [Date.UTC(2026, 8, 1, 0), Date.UTC(2026, 8, 1, 1), Date.UTC(2026, 8, 1, 2)];
  expect(records[0]).toEqual({
    kind: 'station-series',
    dataset: 'open-meteo-marine/best_match',
    stationId: 'luanda',
    variable: 'waveHeight',
    unit: 'm',
    timesMs: times,
    values: [1.42, 1.4, null],
  });
  expect(records.map(({ variable, unit }) => [variable, unit])).toEqual([
    ['waveHeight', 'm'],
    ['waveDirection', '°'],
    ['wavePeriod', 's'],
    ['swellHeight', 'm'],
    ['seaSurfaceTemperature', '°C'],
  ]);
  expect(records[1]?.values).toEqual([204, 0, 207]);
});

test('rejects a variable in another unit, of another length, or without any value', () => {
  const { records, rejected } = mapPoint(at(1), 'benguela', waveSeries);
  expect(records.map(({ variable }) => variable)).toEqual(['waveHeight', 'waveDirection']);
  expect(rejected.map(({ reason }) => reason)).toEqual([
    'benguela, wave_period: 2 valores para 3 instantes',
    'benguela, swell_wave_height: unidade ft, esperada m',
    'benguela, sea_surface_temperature: sem nenhum valor neste ponto',
  ]);
});

test('local ISO times are refused: they carry no offset', () => {
  const local = { ...at(0), hourly_units: { ...at(0).hourly_units, time: 'iso8601' } };
  expect(pointsWire.safeParse(local).success).toBe(false);
});

test('the wind is in metres a second and from where it comes; kilometres an hour are refused', () => {
  const { hourly, ...rest } = at(0);
  const wind = { time: hourly.time, wind_speed_10m: [3.1, 0, null], wind_direction_10m: [190, 0, null] };
  const unitsOf = (speed: string) => ({ time: 'unixtime' as const, wind_speed_10m: speed, wind_direction_10m: '°' });
  const { records, rejected } = mapPoint({ ...rest, hourly: wind, hourly_units: unitsOf('m/s') }, 'luanda', windSeries);
  expect(rejected).toEqual([]);
  expect(records.map(({ dataset, variable, unit, values }) => [dataset, variable, unit, values])).toEqual([
    ['open-meteo/best_match', 'windSpeed', 'm/s', [3.1, 0, null]],
    ['open-meteo/best_match', 'windDirection', '°', [190, 0, null]],
  ]);
  const other = mapPoint({ ...rest, hourly: wind, hourly_units: unitsOf('km/h') }, 'luanda', windSeries);
  expect(other.rejected.map(({ reason }) => reason)).toEqual(['luanda, wind_speed_10m: unidade km/h, esperada m/s']);
});
