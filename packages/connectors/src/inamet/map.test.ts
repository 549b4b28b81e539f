import { expect, test } from 'vitest';
import { mapObservations, mapStations, stationCode } from './map.ts';

const box = { west: 8, south: -18, east: 14, north: -4 };
const station = (coordinates: readonly number[] | null, name: string | null = ' Luanda ') => ({
  type: 'Feature',
  geometry: coordinates === null ? null : { type: 'Point', coordinates },
  properties: { wigos_station_identifier: '0-20000-0-66160', name },
});
const found = (lon: number, lat: number) => mapStations([station([lon, lat])], box).stations.size;

test('the edges of the box are in it', () => {
  expect([found(8, -18), found(14, -4)]).toEqual([1, 1]);
  expect([found(7.9, -9), found(14.1, -9), found(12, -18.1), found(12, -3.9)]).toEqual([0, 0, 0, 0]);
});

test('a station without a place is kept, one without a name has its number', () => {
  const [kept] = mapStations([station(null, ' ')], box).stations.values();
  expect(kept).toEqual({ code: '0-20000-0-66160', name: '66160', lon: null, lat: null });
  expect([...mapStations([station([13, -9])], box).stations.values()]).toMatchObject([{ name: 'Luanda', lon: 13 }]);
  expect([stationCode(' abc-1 '), stationCode('0-20000-0-6616')]).toEqual(['ABC-1', '0-20000-0-6616']);
});

test('only when no row at all fits has the form changed', () => {
  expect(mapStations([{}], box)).toMatchObject({ drifted: true, rejected: [{ raw: {} }] });
  expect(mapStations([{}, station(null)], box).drifted).toBe(false);
  expect(mapStations([], box).drifted).toBe(false);
  expect(mapObservations([{}], new Map()).drifted).toBe(true);
  expect(mapObservations([], new Map()).drifted).toBe(false);
});

const known = new Map([['s', { code: '0-20000-0-66160', name: 'Luanda', lon: 13, lat: -9 }]]);
const observation = (over: Record<string, unknown>) => ({
  type: 'Feature',
  geometry: null,
  properties: {
    wigos_station_identifier: 's',
    phenomenonTime: '2026-09-01T05:00:00Z',
    name: 'air_temperature',
    value: 295.15,
    units: 'K',
    ...over,
  },
});

test('a value on the limit of what is possible is kept, one beyond it rejected', () => {
  const { records, rejected } = mapObservations([observation({}), observation({ value: 500 })], known);
  expect(records).toMatchObject([{ stationId: 'inamet:66160', values: [expect.closeTo(22, 6)] }]);
  expect(rejected).toMatchObject([{ reason: expect.stringContaining('air_temperature impossível') }]);
});

test('values ascend in time and a gap stays a gap', () => {
  const at = (hour: string, value: number | null) =>
    observation({ phenomenonTime: `2026-09-01T${hour}:00:00Z`, value });
  const [series] = mapObservations([at('05', 296.15), at('03', null), at('04', 295.15)], known).records;
  expect(series?.timesMs).toEqual([3, 4, 5].map((hour) => Date.UTC(2026, 8, 1, hour)));
  expect(series?.values.map((value) => (value === null ? null : Math.round(value)))).toEqual([null, 22, 23]);
});
