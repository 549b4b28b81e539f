import type { CoastalStation, StationSeries } from '@kianda/connectors';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOceanWorld } from './testing/world.ts';

const nowMs = Date.UTC(2026, 7, 31, 9);
const hourMs = 3_600_000;
let world: Awaited<ReturnType<typeof createOceanWorld>>;
beforeEach(async () => {
  world = await createOceanWorld(nowMs);
});
afterEach(() => world.close());

const luanda: CoastalStation = { code: '0-20000-0-66160', name: 'Luanda', lon: 13.23, lat: -8.86 };
const series = (values: readonly number[], coastalStation: CoastalStation = luanda): StationSeries => ({
  kind: 'station-series',
  dataset: 'inamet',
  stationId: 'inamet:66160',
  variable: 'airTemperature',
  unit: '°C',
  timesMs: values.map((_, index) => nowMs - (values.length - index) * hourMs),
  values: [...values],
  coastalStation,
});
const store = (records: readonly StationSeries[]) =>
  world.ocean.sinks.stationSeries(records, world.origin('angola-inamet', 'synop'));

test('before the first run there are none, and it is said why', async () => {
  const { body } = await world.get('/ocean/coastal-stations');
  expect(body.data.stations).toEqual([]);
  expect(body.metadata.provenance.reason).toBe('Sem observações da costa: angola-inamet');
});

test('a station with its last value and its series; no gauge is made of it', async () => {
  await store([series([21, 22.5])]);
  const { body } = await world.get('/ocean/coastal-stations');
  expect(body.data.stations).toMatchObject([
    { id: 'inamet:66160', ...luanda, latest: [{ variable: 'airTemperature', value: 22.5, unit: '°C' }] },
  ]);
  const found = await world.get('/ocean/coastal-stations/inamet:66160/series?hours=2');
  expect(found.body.data).toMatchObject({ unit: '°C', points: [{ value: 21 }, { value: 22.5 }] });
  expect((await world.get('/ocean/coastal-stations/outra/series')).status).toBe(404);
  expect((await world.get('/ocean/tide-gauges')).body.data.gauges).toEqual([]);
});

test('a file that names a station by its number does not take its name and place away; the equator is a place', async () => {
  await store([series([21])]);
  await store([series([23], { code: '66160', name: '66160', lon: null, lat: null })]);
  expect((await world.get('/ocean/coastal-stations')).body.data.stations[0]).toMatchObject(luanda);
  await store([series([23], { ...luanda, lon: 0, lat: 0 })]);
  expect((await world.get('/ocean/coastal-stations')).body.data.stations[0]).toMatchObject({ lon: 0, lat: 0 });
});

test('is a place where its position is known, with its last value; a week of silence leaves it one', async () => {
  await store([series([21, 22.5])]);
  await store([{ ...series([20], { code: '1', name: 'Sem lugar', lon: null, lat: null }), stationId: 'inamet:1' }]);
  const listed = async () => (await world.ocean.places?.[1]?.list()) ?? { places: [], provenance: null };
  const { places } = await listed();
  expect(places.map(({ kind, id, name }) => ({ kind, id, name }))).toEqual([
    { kind: 'coastal-station', id: 'inamet:66160', name: 'Luanda' },
  ]);
  expect(places[0]?.facts).toContainEqual({
    label: 'Temperatura do ar',
    value: expect.stringMatching(/^22,5.°C, 31\/08\/2026/),
  });
  const silent = await createOceanWorld(nowMs);
  try {
    const old = { ...series([21]), timesMs: [nowMs - 30 * 24 * hourMs] };
    await silent.ocean.sinks.stationSeries([old], silent.origin('angola-inamet', 'synop'));
    const list = await silent.ocean.places?.[1]?.list();
    expect(list?.places).toHaveLength(1);
    expect(list?.provenance).toMatchObject({ state: 'live', source: 'angola-inamet', observedAt: null });
  } finally {
    await silent.close();
  }
});
