import type { StationSeries } from '@kianda/connectors';
import { typedQuery } from '@kianda/format/match';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caller, createOceanWorld, type OceanTestWorld } from './testing/world.ts';

const NOW_MS = Date.UTC(2026, 8, 1, 12);
const QUARTER_MS = 900_000;

function series(sensor: string, values: readonly (number | null)[]): StationSeries {
  return {
    kind: 'station-series',
    dataset: `slsmf-${sensor}`,
    stationId: 'ioc:luan',
    variable: 'seaLevel',
    unit: 'm',
    timesMs: values.map((_, index) => NOW_MS - (values.length - index) * QUARTER_MS),
    values,
    gauge: { code: 'luan', name: 'Luanda', country: 'AGO', lon: 13.279, lat: -8.748, sensor },
  };
}

let world: OceanTestWorld;
beforeAll(async () => {
  world = await createOceanWorld(NOW_MS);
  await world.ocean.start?.();
});
afterAll(() => world.close());

describe('tide gauges', () => {
  test('are known with the last reading of each sensor; the same page twice changes nothing', async () => {
    const sink = world.ocean.sinks.stationSeries;
    const origin = world.origin('slsmf-mares', 'sea-level');
    const page = [series('rad', [2.1, null, 2.3]), series('prs', [3.4, 3.5])];
    expect(await sink(page, origin)).toMatchObject({ written: 4, newestObservedMs: NOW_MS - QUARTER_MS });
    expect(await sink(page, origin)).toMatchObject({ written: 0, duplicates: 4 });
    const { body } = await world.get('/ocean/tide-gauges');
    expect(body.data.gauges).toEqual([
      {
        id: 'ioc:luan',
        code: 'luan',
        name: 'Luanda',
        country: 'AGO',
        lon: 13.279,
        lat: -8.748,
        sensors: [
          { sensor: 'prs', levelMeters: 3.5, time: '2026-09-01T11:45:00.000Z' },
          { sensor: 'rad', levelMeters: 2.3, time: '2026-09-01T11:45:00.000Z' },
        ],
      },
    ]);
    expect(body.metadata.provenance).toMatchObject({ state: 'live', source: 'slsmf-mares' });
  });

  test('are places with their last readings, and found by their code', async () => {
    const [gauges] = world.ocean.places ?? [];
    const { places, provenance } = (await gauges?.list()) ?? { places: [] };
    expect(places).toEqual([
      expect.objectContaining({ kind: 'tide-gauge', id: 'ioc:luan', name: 'Luanda', lon: 13.279, lat: -8.748 }),
    ]);
    expect(places[0]?.facts).toEqual([
      { label: 'País', value: 'Angola' },
      { label: 'Código', value: 'luan' },
      { label: 'Nível no sensor prs', value: expect.stringMatching(/^3,5.m, 01\/09\/2026/) },
      { label: 'Nível no sensor rad', value: expect.stringMatching(/^2,3.m, 01\/09\/2026/) },
    ]);
    expect(provenance).toMatchObject({ state: 'live', source: 'slsmf-mares' });
    const [source] = world.ocean.searches ?? [];
    const found = await source?.find(typedQuery('luan'), caller);
    expect(found).toEqual([
      expect.objectContaining({
        title: 'Luanda',
        target: { section: 'places', search: { place: 'tide-gauge/ioc:luan' } },
      }),
    ]);
  });

  test('a series never mixes sensors', async () => {
    await world.ocean.sinks.stationSeries(
      [series('rad', [2.2, 2.2, 2.2, 2.1, 2.25, 2.3])],
      world.origin('slsmf-mares', 's'),
    );
    const fullest = await world.get('/ocean/tide-gauges/ioc:luan/series');
    expect(fullest.body.data).toMatchObject({ sensor: 'rad', unit: 'm' });
    expect(fullest.body.data.points.map(({ value }: { value: number }) => value)).toEqual([
      2.2, 2.2, 2.2, 2.1, 2.25, 2.3,
    ]);
    const named = await world.get('/ocean/tide-gauges/ioc:luan/series?sensor=prs');
    expect(named.body.data.points.map(({ value }: { value: number }) => value)).toEqual([3.4, 3.5]);
    // A sensor that began earlier and then fell silent has fewer readings, and is not the one shown.
    await world.ocean.sinks.stationSeries(
      [series('enc', [1, null, null, null, null, null, null, null])],
      world.origin('slsmf-mares', 's'),
    );
    const still = await world.get('/ocean/tide-gauges/ioc:luan/series');
    expect(still.body.data.sensor).toBe('rad');
  });

  test('are no stations of ours', async () => {
    const { body } = await world.get('/ocean/stations');
    expect(body.data.stations).toHaveLength(47);
    expect(body.metadata.provenance.state).toBe('fallback');
    expect((await world.get('/ocean/tide-gauges/lua-01/series')).status).toBe(404);
  });
});
