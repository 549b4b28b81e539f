import { expect, test } from 'vitest';
import { mapReadings, mapStations } from './map.ts';

const box = { west: 8, south: -18, east: 14, north: -4 };
const station = (over: Record<string, unknown> = {}) => ({ code: 'luan', lat: -8.8, lon: 13.2, ...over });
const [luanda] = mapStations([station({ location: ' Luanda ', country: ' ' })], box).records;

test('the edges of the box are in it; a station with half a position is left out', () => {
  const found = (lon: number | null, lat: number | null) => mapStations([station({ lon, lat })], box).records.length;
  expect([found(8, -18), found(14, -4)]).toEqual([1, 1]);
  expect([found(7.9, -9), found(14.1, -9), found(12, -18.1), found(12, -3.9)]).toEqual([0, 0, 0, 0]);
  expect([found(null, -9), found(12, null), found(null, null)]).toEqual([0, 0, 0]);
  const everywhere = { west: -180, south: -90, east: 180, north: 90 };
  expect(mapStations([station({ lon: 0, lat: 0 })], everywhere).records).toHaveLength(1);
  expect(mapStations([station({ lon: null, lat: 0 }), station({ lon: 0, lat: null })], everywhere).records).toEqual([]);
});

const read = (...rows: readonly unknown[]) => {
  if (luanda === undefined) throw new Error('no station');
  return mapReadings(rows, luanda);
};
const reading = (over: Record<string, unknown> = {}) => ({
  stime: '2026-09-01 05:00:00 ',
  slevel: 1.5,
  sensor: 'prs',
  ...over,
});

test('a level of fifty metres is one, more is none; nothing is a gap', () => {
  expect(read(reading({ slevel: -50 })).records[0]?.values).toEqual([-50]);
  expect(read(reading({ slevel: 50.1 })).rejected).toMatchObject([{ reason: 'Nível inválido: 50.1' }]);
  expect(read(reading({ slevel: 'x' })).rejected).toHaveLength(1);
  expect(read(reading({ slevel: null })).records[0]?.values).toEqual([null]);
  expect(read(reading({ slevel: '' })).records[0]?.values).toEqual([null]);
  expect(read(reading({ slevel: 0 })).records[0]?.values).toEqual([0]);
});

test('readings of a sensor ascend, the later row of one instant counts, sensors never mix', () => {
  const { records, rejected } = read(
    reading({ stime: '2026-09-01 05:01' }),
    reading({ slevel: 1 }),
    reading({ slevel: 2 }),
    reading({ sensor: ' rad ' }),
    reading({ stime: '01/09/2026' }),
    {},
  );
  expect(records.map(({ dataset, values }) => [dataset, values])).toEqual([
    ['slsmf-prs', [2, 1.5]],
    ['slsmf-rad', [1.5]],
  ]);
  expect(records[0]?.gauge).toMatchObject({ name: 'Luanda', country: null, code: 'luan' });
  expect(rejected.map(({ reason }) => reason.split(':')[0])).toEqual(['Instante inválido', 'Não é uma leitura']);
});

test('only when no row at all fits has the form changed', () => {
  expect([read({}).drifted, read({}, reading()).drifted, read().drifted]).toEqual([true, false, false]);
  expect([mapStations([{}], box).drifted, mapStations([], box).drifted]).toEqual([true, false]);
});
