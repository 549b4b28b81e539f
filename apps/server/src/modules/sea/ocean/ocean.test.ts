import type { GridSlice, StationSeries } from '@kianda/connectors';
import { stations as platformStations } from '@kianda/geo';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createModulePlatform,
  echoAbsence,
  echoProvenance,
  type ModulePlatform,
  originOf,
} from '../../../testing/module.ts';
import { createOcean, type OceanModule } from './index.ts';
import { oceanMigrations } from './ocean.migrations.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const todayMs = Date.UTC(2026, 7, 31);
/** The only point of `grid` inside the ZEE. */
const sea = { lon: 12, lat: -9 };
const grid = { west: 0, south: -21, lonStepDegrees: 6, latStepDegrees: 12, columns: 3, rows: 2 };
const [station = platformStations[0]] = platformStations;

let base: ModulePlatform;
let ocean: OceanModule;
beforeAll(async () => {
  base = await createModulePlatform([{ name: 'ocean', migrations: oceanMigrations }]);
  ocean = createOcean({
    platform: base.platform,
    provenanceOf: echoProvenance,
    absenceOf: echoAbsence,
    providerOf: (id) => `fornecedor ${id}`,
    derived: {
      secondsARequest: async () => null,
      queue: () => {
        throw new Error('no job is asked for here');
      },
      audit: { record: async () => undefined },
      creditOf: () => null,
    },
  });
  await ocean.start?.();
});
afterAll(() => base.close());

/** A field with one value inside the ZEE and 99 outside. */
function slice(variable: string, timeMs: number, value: number, over: Partial<GridSlice> = {}): GridSlice {
  const values = new Float32Array(6).fill(99);
  values[5] = value;
  return {
    kind: 'grid-slice',
    dataset: `dados-${variable}`,
    variable,
    unit: 'u',
    timeMs,
    depthMeters: 0,
    ...grid,
    values,
    ...over,
  };
}
function waves(timesMs: readonly number[], values: readonly (number | null)[]): StationSeries {
  const id = station?.id ?? '';
  return {
    kind: 'station-series',
    dataset: 'ondas',
    stationId: id,
    variable: 'waveHeight',
    unit: 'm',
    timesMs,
    values,
  };
}
const count = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    base.platform.database.for(),
  );
  return rows[0]?.n;
};

test('a field stored twice is one row; a revised one replaces it', async () => {
  const { gridSlice } = ocean.sinks;
  const pages = [slice('analysedSst', todayMs - dayMs, 21), slice('analysedSst', todayMs, 22)];
  expect(await gridSlice(pages, originOf(base))).toEqual({ written: 2, duplicates: 0, newestObservedMs: todayMs });
  expect(await gridSlice(pages, originOf(base))).toMatchObject({ written: 0, duplicates: 2 });
  expect(await gridSlice([slice('analysedSst', todayMs, 22.5)], originOf(base))).toMatchObject({ written: 1 });
  expect(await count('ocean.field_slices')).toBe(2);
  const figure = await ocean.service.zeeFigure('analysedSst', 'mean');
  expect(figure).toMatchObject({
    value: 22.5,
    provenance: { state: 'live', observedAt: new Date(todayMs).toISOString() },
  });
});

test('a field dated ahead does not make its stream look newer than now', async () => {
  const aheadMs = base.platform.clock.nowMs() + 3 * hourMs;
  const stored = await ocean.sinks.gridSlice([slice('sstAnomaly', aheadMs, 1)], originOf(base));
  expect(stored.newestObservedMs).toBe(base.platform.clock.nowMs());
  expect(await ocean.service.zeeFigure('sstAnomaly', 'mean')).toMatchObject({
    value: null,
    provenance: { state: 'fallback', reason: 'Sem campos de anomalia da TSM: noaa-sst/oisst' },
  });
});

test('a field whose cells do not fit its grid is refused', async () => {
  const broken = slice('salinity', todayMs, 35, { values: new Float32Array(5) });
  await expect(ocean.sinks.gridSlice([broken], originOf(base))).rejects.toThrow('5 cells, expected 6');
});

test('a clouded field says why there is no figure', async () => {
  await ocean.sinks.gridSlice([slice('chlorophyll', todayMs, Number.NaN)], originOf(base));
  expect(await ocean.service.zeeFigure('chlorophyll', 'median')).toMatchObject({
    value: null,
    missingReason: expect.stringContaining('nuvens'),
    provenance: { state: 'live' },
  });
});

test('the current comes from both components of one instant', async () => {
  const both = (timeMs: number, u: number, v: number) => [
    slice('currentEast', timeMs, u),
    slice('currentNorth', timeMs, v),
  ];
  expect((await ocean.service.current()).speed).toMatchObject({
    value: null,
    provenance: { state: 'fallback', reason: 'Sem campos de correntes: cmems/currents' },
  });
  await ocean.sinks.gridSlice(both(todayMs - dayMs, 0.3, 0.4), originOf(base));
  await ocean.sinks.gridSlice([slice('currentEast', todayMs, 9)], originOf(base));
  const { speed, direction } = await ocean.service.current();
  expect(speed.value).toBeCloseTo(0.5, 6);
  expect(speed.provenance).toMatchObject({ observedAt: new Date(todayMs - dayMs).toISOString() });
  expect(direction.value).toBeCloseTo(36.87, 2);
});

test('a grid of a date, thinned: rows from the south, the missing code for missing', async () => {
  const values = Float32Array.from([1, 2, 3, Number.NaN, 5, 6]);
  await ocean.sinks.gridSlice([slice('salinity', todayMs - 5 * dayMs, 0, { values })], originOf(base));
  const whole = (await ocean.service.grid('salinity', undefined, 1)).value;
  const decode = (text: string, scale: number, offset: number) =>
    Array.from(new Int16Array(new Uint8Array(Buffer.from(text, 'base64')).buffer), (code) =>
      code === -32_768 ? null : Math.round(code * scale + offset),
    );
  expect(decode(whole.values, whole.scale, whole.offset)).toEqual([1, 2, 3, null, 5, 6]);
  expect(whole).toMatchObject({ ...grid, slice: { provider: 'fornecedor ensaio', coverage: 1 } });
  const thinned = (await ocean.service.grid('salinity', undefined, 2)).value;
  expect(decode(thinned.values, thinned.scale, thinned.offset)).toEqual([1, 3]);
  expect(thinned).toMatchObject({ columns: 2, rows: 1, lonStepDegrees: 12, latStepDegrees: 24 });
  await expect(ocean.service.grid('salinity', '2020-01-01T00:00:00Z', 1)).rejects.toMatchObject({
    code: 'not_found',
    detail: 'Não há campo de Salinidade para a data pedida.',
  });
  await expect(ocean.service.grid('windEast', undefined, 1)).rejects.toMatchObject({
    code: 'not_found',
    detail: 'Sem campos de vento a 10 m, componente este: cds-era5/wind',
  });
});

test('a tile has the colours that are asked for; a range that is none and a place off the grid are refused', async () => {
  const world = { z: 0, x: 0, y: 0 };
  const tagged = (look = {}, address = world) => ocean.service.fieldTile('analysedSst', address, look);
  const tile = async (look = {}, address = world) => (await tagged(look, address)).make();
  const usual = await tile();
  expect(Buffer.from(usual).subarray(1, 4).toString()).toBe('PNG');
  expect(await tile({ ramp: 'thermal', min: 14, max: 30, log: false })).toEqual(usual);
  for (const look of [{ ramp: 'haline' as const }, { min: 20, max: 25 }]) expect(await tile(look)).not.toEqual(usual);
  // Its tag tells pictures apart before one is made.
  const { tag } = await tagged();
  expect((await tagged({ ramp: 'thermal', min: 14, max: 30, log: false })).tag).toBe(tag);
  const others = [
    tagged({ ramp: 'haline' }),
    tagged({ min: 20 }),
    tagged({ log: true }),
    tagged({}, { z: 1, x: 0, y: 0 }),
  ];
  const before = tagged({ time: new Date(todayMs - dayMs).toISOString() });
  const tags = (await Promise.all([...others, before])).map((one) => one.tag);
  expect(new Set([...tags, tag]).size).toBe(6);
  await expect(tile({ min: 30 })).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(tile({ min: 0, log: true })).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(tile({}, { z: 1, x: 2, y: 0 })).rejects.toMatchObject({ code: 'not_found' });
  await expect(tile({ time: '1990-01-01T00:00:00Z' })).rejects.toMatchObject({ code: 'not_found' });
});

test('a point: every variable now, and one of them over the days', async () => {
  const { value, provenance } = await ocean.service.point([sea.lon, sea.lat], 'analysedSst', 30);
  expect(value.insideZee).toBe(true);
  expect(value.values.find(({ variable }) => variable === 'analysedSst')).toMatchObject({ value: 22.5 });
  expect(value.values.find(({ variable }) => variable === 'chlorophyll')).toMatchObject({ value: null });
  expect(value.series.points.map((point) => point.value)).toEqual([21, 22.5]);
  expect(provenance.state).toBe('live');
  const outside = await ocean.service.point([60, -9], 'analysedSst', 30);
  expect(outside.value.values.every((each) => each.value === null)).toBe(true);
  expect(outside.value.insideZee).toBe(false);
});

test('the series over the ZEE runs forward in time', async () => {
  const { value } = await ocean.service.zeeSeries('analysedSst', 30);
  expect(value.points.map(({ mean }) => mean)).toEqual([21, 22.5]);
  expect(await ocean.service.zeeSeries('analysedSst', 1)).toMatchObject({ value: { points: [{ mean: 22.5 }] } });
});

test('coverage in time counts days, not fields', async () => {
  expect(await ocean.service.temporalCoverage('analysedSst', 4)).toBe(50);
});

test('observations: gaps leave no row, months make their partitions, a revision replaces', async () => {
  const nowMs = base.platform.clock.nowMs();
  const times = [Date.UTC(2026, 6, 31, 23), nowMs - 2 * hourMs, nowMs - hourMs, nowMs + hourMs];
  const sink = ocean.sinks.stationSeries;
  expect(await sink([waves(times, [1, null, 2, 9])], originOf(base))).toEqual({
    written: 3,
    duplicates: 0,
    newestObservedMs: nowMs - hourMs,
  });
  expect(await sink([waves(times, [1, null, 2.5, 9])], originOf(base))).toMatchObject({ written: 1, duplicates: 2 });
  expect(await count('ocean.observations_2026_07')).toBe(1);
  expect(await count('ocean.observations_2026_08')).toBe(2);
});

test('the same hour twice in one page is one row, the later one', async () => {
  const atMs = base.platform.clock.nowMs() - 5 * hourMs;
  const stored = await ocean.sinks.stationSeries([waves([atMs], [3]), waves([atMs], [4])], originOf(base));
  expect(stored).toMatchObject({ written: 1 });
  const { value } = await ocean.service.stationSeries(station?.id ?? '', 'waveHeight', 6);
  expect(value.points.map((point) => point.value)).toEqual([4, 2.5]);
});

test('stations show their last observation, not a forecast; screens see a new one within seconds', async () => {
  base.advance(6_000);
  const read = async () => (await ocean.service.stations()).value.find(({ id }) => id === station?.id)?.latest;
  expect(await read()).toMatchObject([{ variable: 'waveHeight', value: 2.5 }]);
  expect((await ocean.service.stationMean('waveHeight')).value).toBe(2.5);
  const nowMs = base.platform.clock.nowMs();
  await ocean.sinks.stationSeries([waves([nowMs], [3])], originOf(base, { simulatedSeed: 7 }));
  base.advance(6_000);
  expect(await read()).toMatchObject([{ value: 3 }]);
  expect((await ocean.service.stationMean('waveHeight')).provenance).toMatchObject({ state: 'simulated', seed: 7 });
  expect(await ocean.service.stationMean('wavePeriod')).toMatchObject({
    value: null,
    missingReason: 'Sem período das ondas nas estações: open-meteo-marine/waves',
    provenance: { state: 'fallback' },
  });
});

test('every station of the platform is there, once, also after a second start', async () => {
  await ocean.start?.();
  expect(await ocean.service.stationCount()).toBe(platformStations.length);
  await expect(ocean.service.stationSeries('nenhuma', 'waveHeight', 24)).rejects.toMatchObject({ code: 'not_found' });
});

test('where the server has PostGIS, the view for GIS programs shows the stations as points', async ({ skip }) => {
  skip(!base.platform.database.hasPostgis, 'o servidor não tem PostGIS');
  const { rows } = await sql<{ n: number; off: number }>`
    SELECT count(*) AS n, max(abs(st_x(geom) - s.lon) + abs(st_y(geom) - s.lat)) AS off
    FROM gis.stations g JOIN ocean.stations s USING (id)`.execute(base.platform.database.for());
  expect(rows).toEqual([{ n: platformStations.length, off: 0 }]);
});
