import { afterEach, describe, expect, test } from 'vitest';
import type { Page } from '../core/port.ts';
import type { CoastalStation } from '../core/records.ts';
import { readRow } from '../intake/format.ts';
import {
  collect,
  type FixtureAnswer,
  type FixtureRequest,
  type FixtureServer,
  serveFixtures,
} from '../testing/fixture-server.ts';
import { stationFormat } from './files.ts';
import { mapObservations, mapStations, stationId } from './map.ts';
import { angolaInamet } from './port.ts';

const NOW_MS = Date.UTC(2026, 8, 1, 6);
const luanda: CoastalStation = { code: '0-20000-0-66160', name: 'Luanda', lon: 13.23, lat: -8.86 };
const known = new Map([[luanda.code, luanda]]);

const observation = (over: Record<string, unknown> = {}) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [13.23, -8.86, 44] },
  properties: {
    wigos_station_identifier: luanda.code,
    phenomenonTime: '2026-09-01T05:00:00Z',
    name: 'air_temperature',
    value: 295.15,
    units: 'K',
    ...over,
  },
});
const station = (over: Record<string, unknown> = {}, coordinates: number[] | null = [13.23, -8.86]) => ({
  type: 'Feature',
  geometry: coordinates === null ? null : { type: 'Point', coordinates },
  properties: { wigos_station_identifier: luanda.code, name: 'Luanda', ...over },
});

describe('observations', () => {
  test.each([
    ['air_temperature', 295.15, 'K', 22],
    ['air_temperature', 22.5, 'Celsius', 22.5],
    ['pressure_reduced_to_mean_sea_level', 101_350, 'Pa', 1013.5],
    ['wind_speed', 10, 'kt', 5.144],
    ['wind_direction', 0, 'deg', 0],
    ['total_precipitation_or_total_water_equivalent', 1.2, 'kg m-2', 1.2],
  ])('%s of %d %s is %d in its own unit', (name, value, units, expected) => {
    const { records, rejected } = mapObservations([observation({ name, value, units })], known);
    expect(rejected).toEqual([]);
    expect(records[0]?.values).toEqual([expected]);
  });

  test('sums are of the end of their interval; null is a gap; the later of two values counts; times ascend', () => {
    const { records } = mapObservations(
      [
        observation({ phenomenonTime: '2026-09-01T05:00:00Z', value: 296.15 }),
        observation({ phenomenonTime: '2026-09-01T03:00:00Z/2026-09-01T04:00:00Z', value: null }),
        observation({ phenomenonTime: '2026-09-01T05:00:00Z', value: 297.15 }),
      ],
      known,
    );
    expect(records).toMatchObject([
      { stationId: 'inamet:66160', variable: 'airTemperature', unit: '°C', values: [null, 24], coastalStation: luanda },
    ]);
    expect(records[0]?.timesMs).toEqual([Date.UTC(2026, 8, 1, 4), Date.UTC(2026, 8, 1, 5)]);
  });

  test('a foreign unit, an impossible value and a lost time are rejected; other variables and stations passed over', () => {
    const { records, rejected } = mapObservations(
      [
        observation({ units: 'furlong' }),
        observation({ value: 400 }),
        observation({ phenomenonTime: 'ontem' }),
        observation({ name: 'horizontal_visibility', value: 1, units: 'm' }),
        observation({ wigos_station_identifier: '0-20000-0-99999' }),
        { type: 'Feature' },
      ],
      known,
    );
    expect(records).toEqual([]);
    expect(rejected.map(({ reason }) => reason)).toEqual([
      'Unidade de air_temperature: esperado °C, recebido furlong',
      'air_temperature impossível: 126.85 °C',
      'Instante inválido: ontem',
      expect.stringContaining('Não é uma observação'),
    ]);
  });
});

test('stations of the coast alone; one at 0°, 0° has a position like any other', () => {
  const box = { west: 0, south: -18, east: 14.5, north: 0 };
  const far = station({ wigos_station_identifier: 'x' }, [17, -12]);
  const origin = station({ wigos_station_identifier: '0-24-0-zero', name: ' ' }, [0, 0]);
  const { stations, rejected } = mapStations([station(), far, origin, {}], box);
  expect([...stations.values()]).toEqual([luanda, { code: '0-24-0-zero', name: '0-24-0-ZERO', lon: 0, lat: 0 }]);
  expect(rejected).toHaveLength(1);
  expect(stationId('66160')).toBe(stationId('0-20000-0-66160'));
});

describe('at the wire', () => {
  let server: FixtureServer | undefined;
  let items: (request: FixtureRequest) => FixtureAnswer = () => ({ body: collection([]) });
  const collection = (features: readonly unknown[], next?: string) => ({
    type: 'FeatureCollection',
    features,
    links: next === undefined ? [] : [{ rel: 'next', href: next }],
  });
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });
  const run = async (): Promise<Page<unknown>[]> => {
    server = await serveFixtures(
      (request) => (request.url.pathname.includes('/stations/') ? { body: collection([station()]) } : items(request)),
      { nowMs: () => NOW_MS },
    );
    const [synop] = angolaInamet.streams;
    if (synop === undefined) throw new Error('no stream');
    const cursor = { readUntilMs: NOW_MS - 3_600_000 };
    return collect(synop.pull({ mode: 'incremental', cursor }, server.settings, server.context));
  };

  test('follows links to the next page, asks again for the last hours, and moves its cursor after the last page', async () => {
    items = ({ url }) => {
      if (url.searchParams.get('offset') === '1') return { body: collection([observation({ value: 296.15 })]) };
      return { body: collection([observation()], `${url.pathname}?offset=1`) };
    };
    const pages = await run();
    expect(pages.map(({ cursor }) => cursor)).toEqual([
      { readUntilMs: NOW_MS - 3_600_000 },
      { readUntilMs: NOW_MS - 3_600_000 },
      { readUntilMs: NOW_MS },
    ]);
    expect(server?.requests[1]?.url.searchParams.get('datetime')).toBe('2026-08-31T23:00:00Z/2026-09-01T06:00:00Z');
  });

  test('a next page that is an earlier one ends the run', async () => {
    items = ({ url }) => ({ body: collection([observation()], `${url.pathname}${url.search}`) });
    await expect(run()).rejects.toMatchObject({ failure: 'provider', permanent: false });
  });

  test('observations of other days are refused: the cursor would pass over those asked for', async () => {
    items = () => ({ body: collection([observation({ phenomenonTime: '2026-08-20T05:00:00Z' })]) });
    await expect(run()).rejects.toMatchObject({ failure: 'provider' });
  });
});

test('a row of a file: what has no value is left out, a row of none is refused', () => {
  const row = { estacao: '66160', data_hora_utc: '15/07/2026 06:00', temp_c: '21,4', vento_ms: '0', humidade_pct: '—' };
  const outcome = readRow(stationFormat, row, 'comma', { nowMs: NOW_MS });
  expect('records' in outcome && outcome.records).toMatchObject([
    { stationId: 'inamet:66160', variable: 'airTemperature', values: [21.4] },
    { variable: 'windSpeed', values: [0] },
  ]);
  const empty = readRow(stationFormat, { estacao: '66160', data_hora_utc: '15/07/2026 06:00' }, 'comma', {
    nowMs: NOW_MS,
  });
  expect(empty).toMatchObject({ errors: [{ message: 'linha sem nenhum valor' }] });
});
