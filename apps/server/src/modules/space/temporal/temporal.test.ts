import type { GridSlice, ProfileRecord } from '@kianda/connectors';
import type { DataOf, Endpoint } from '@kianda/contract';
import { temporalSection } from '@kianda/contract/space/temporal/section.contract';
import {
  exportTemporal,
  temporalHovmoller,
  temporalPoint,
  temporalRecords,
  temporalSummary,
} from '@kianda/contract/space/temporal/temporal.contract';
import { dayMs, hourMs } from '@kianda/geo';
import { NetCDFReader } from 'netcdfjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBands } from '../../../platform/formats/read-bands.ts';
import { askModule } from '../../../testing/ask.ts';
import {
  createModulePlatform,
  echoAbsence,
  echoProvenance,
  type ModulePlatform,
  originOf,
} from '../../../testing/module.ts';
import { createOcean, type OceanModule } from '../../sea/ocean/index.ts';
import { oceanMigrations } from '../../sea/ocean/ocean.migrations.ts';
import { createTracks, type TracksModule } from '../../sea/tracks/index.ts';
import { trackMigrations } from '../../sea/tracks/tracks.migrations.ts';
import { temporalBindings } from './temporal.routes.ts';
import { createTemporalService } from './temporal.service.ts';

const todayMs = Date.UTC(2026, 7, 31);
const iso = (ms: number) => new Date(ms).toISOString();
/** Four columns and three rows in the sea off Luanda, all inside the ZEE but for what lies on land. */
const grid = { west: 9, south: -11, lonStepDegrees: 1, latStepDegrees: 1, columns: 4, rows: 3 };
const place = { lon: '10', lat: '-10' };

let base: ModulePlatform;
let ocean: OceanModule;
let tracks: TracksModule;
let module: { bindings: ReturnType<typeof temporalBindings> };

const slice = (variable: string, timeMs: number, value: number, over: Partial<GridSlice> = {}): GridSlice => ({
  ...{ kind: 'grid-slice', dataset: `dados-${variable}`, variable, unit: 'u', timeMs, depthMeters: 0, ...grid },
  values: new Float32Array(grid.columns * grid.rows).fill(value),
  ...over,
});
const days = (count: number) => Array.from({ length: count }, (_, index) => todayMs - (count - 1 - index) * dayMs);

beforeAll(async () => {
  base = await createModulePlatform([
    { name: 'ocean', migrations: oceanMigrations },
    { name: 'tracks', migrations: trackMigrations },
  ]);
  const { platform } = base;
  const common = { platform, provenanceOf: echoProvenance, absenceOf: echoAbsence };
  ocean = createOcean({
    ...common,
    providerOf: (id) => `fornecedor ${id}`,
    derived: {
      ...{ secondsARequest: async () => null, creditOf: () => null, audit: { record: async () => undefined } },
      queue: () => {
        throw new Error('no job is asked for here');
      },
    },
  });
  tracks = createTracks(common);
  const unread = {
    between: () => {
      throw new Error('no fishing is read here');
    },
  };
  const fishing = { own: unread, gfw: unread };
  const service = createTemporalService({
    ...{ frames: ocean.frames, casts: ocean.casts, tracks: tracks.service, clock: platform.clock, fishing },
    creditOf: (id) => ({ provider: `Fornecedor ${id}`, licence: `Licença de ${id}`, citation: `Citação de ${id}` }),
  });
  module = { bindings: temporalBindings(service) };
});
afterAll(() => base.close());

const ask = async <E extends Endpoint>(endpoint: E, input: Parameters<typeof askModule>[2] = {}) =>
  (await askModule(module, endpoint, input)).data as DataOf<E>;

test('before any data every variable says why it has none, and which stream would bring it', async () => {
  expect(await ask(temporalSummary)).toEqual({
    available_datasets: [],
    time_range: { start: null, end: null },
    animation_ready: false,
  });
  const { variables, stats } = await ask(temporalRecords);
  expect(variables.map(({ variable_id }) => variable_id)).toEqual(['ndvi', 'chl_a', 'sst', 'npp', 'wind', 'migration']);
  for (const one of variables) {
    expect(one).toMatchObject({ current_value: null, min_value: null, max_value: null, data_source: 'sem fonte' });
    expect(one.reason).toMatch(/./);
  }
  expect(variables[0]?.reason).toBe('Sem campos de vegetação (NDVI): mod13q1-ndvi/ndvi');
  expect(variables[2]?.reason).toBe('Sem campos de temperatura da superfície (TSM): noaa-sst/mur');
  expect(stats).toMatchObject({ total_variables: 6, total_frames: 0, data_points: 0, date_range_days: null });
});

test('what is stored is what is shown: dates, their gap, the last value over the ZEE, the speed of the wind', async () => {
  const [first, second, , fourth] = days(4);
  const temperature = [first, second, fourth].map((ms, index) => slice('analysedSst', ms ?? 0, 20 + index));
  const wind = days(2).flatMap((ms) =>
    [0, 6].flatMap((hours) => [slice('windEast', ms - hours * hourMs, 3), slice('windNorth', ms - hours * hourMs, 4)]),
  );
  // A component without the other is no frame.
  const lone = slice('windEast', todayMs - 5 * dayMs, 9);
  // A speed that came with its components is shown as it is stored.
  await ocean.sinks.gridSlice([...temperature, ...wind, lone, slice('windSpeed', todayMs, 5.5)], originOf(base));
  const { variables, stats } = await ask(temporalRecords);
  const byId = new Map(variables.map((one) => [one.variable_id, one]));
  expect(byId.get('sst')).toMatchObject({
    ...{ current_value: 22, min_value: 22, max_value: 22, temporal_resolution: 'daily', reason: null },
    ...{ data_source: 'fornecedor ensaio', available_dates: [first, second, fourth].map((ms) => iso(ms ?? 0)) },
    means: [20, 21, 22].map((mean) => expect.closeTo(mean, 6)),
  });
  expect(byId.get('wind')).toMatchObject({ current_value: expect.closeTo(5.5, 6), temporal_resolution: 'hourly' });
  expect(byId.get('wind')?.means).toEqual([5, 5, 5, 5.5].map((mean) => expect.closeTo(mean, 6)));
  expect(byId.get('wind')?.available_dates).toHaveLength(4);
  const shares = byId.get('sst')?.coverage ?? [];
  expect(shares).toHaveLength(3);
  expect(stats).toMatchObject({ total_variables: 6, total_frames: 7, date_range_days: 3, last_update: iso(todayMs) });
  expect(stats.data_points % 7).toBe(0);
  expect(stats.data_points).toBeGreaterThan(0);
  expect(await ask(temporalSummary)).toMatchObject({ available_datasets: ['sst', 'wind'], animation_ready: true });
});

test('a point has its series; what is usual there is said only with years enough, and a heatwave not at all', async () => {
  const query = { ...place, from: iso(todayMs - 10 * dayMs), to: iso(todayMs) };
  const answer = await ask(temporalPoint, { params: { variable: 'sst' }, query });
  expect(answer.cell).toEqual({ lon: 10, lat: -10 });
  expect(answer.points.map(({ value }) => value)).toEqual([20, 21, 22]);
  expect(answer.climatology).toMatchObject({ points: [], years: 1 });
  expect(answer.climatology.reason).toContain('são precisos 3');
  expect(answer.heatwaves.reason).toContain('pede 30');
  expect(answer.upwelling.reason).toContain('200 km');

  // The daily analysis of four Augusts: 18, 20, 22 and 24.
  const past = [2022, 2023, 2024, 2025].flatMap((year, index) =>
    Array.from({ length: 31 }, (_, day) => slice('oisstSst', Date.UTC(year, 7, 1 + day), 18 + 2 * index)),
  );
  await ocean.sinks.gridSlice(past, originOf(base));
  const usual = (await ask(temporalPoint, { params: { variable: 'sst' }, query })).climatology;
  expect(usual).toMatchObject({ years: 4, short: true, reason: null });
  expect(usual.points).toHaveLength(3);
  expect(usual.points[0]?.mean).toBeCloseTo(21, 0);
  expect(usual.points[0]?.p10).toBeGreaterThanOrEqual(18);
  expect(usual.points[0]?.p90).toBeLessThanOrEqual(24);
  expect(usual.points[0]?.p10).toBeLessThan(usual.points[0]?.p90 ?? 0);
});

test('vegetation is counted over its cells on land, every sixteen days', async () => {
  const land = { west: 10, south: -10, lonStepDegrees: 4, latStepDegrees: 1, columns: 3, rows: 2 };
  const values = Float32Array.from([Number.NaN, 0.2, 0.4, Number.NaN, 0.6, Number.NaN]);
  const stored = [32, 16, 0].map((back) => slice('ndvi', todayMs - back * dayMs, 0, { ...land, values }));
  await ocean.sinks.gridSlice(stored, originOf(base));
  const [ndvi] = (await ask(temporalRecords)).variables;
  expect(ndvi).toMatchObject({ variable_id: 'ndvi', temporal_resolution: '16-day', reason: null });
  expect(ndvi?.current_value).toBeCloseTo(0.4, 2);
  expect([ndvi?.min_value, ndvi?.max_value]).toEqual([expect.closeTo(0.2, 6), expect.closeTo(0.6, 6)]);
  // Three of the four cells on land have a value; the two at sea are none of them.
  expect(ndvi?.coverage[0]).toBeCloseTo(0.75, 2);
  const point = await ask(temporalPoint, { params: { variable: 'ndvi' }, query: { lon: '18', lat: '-10' } });
  expect(point.points.map(({ value }) => value)).toEqual([0.4, 0.4, 0.4].map((value) => expect.closeTo(value, 6)));
  expect(point.heatwaves.reason).toContain('temperatura da superfície');
});

test('outside of the grid there is no cell, and a variable without fields has no series', async () => {
  const answer = await ask(temporalPoint, { params: { variable: 'sst' }, query: { lon: '-20', lat: '40' } });
  expect(answer).toMatchObject({ cell: null, points: [] });
  await expect(ask(temporalPoint, { params: { variable: 'migration' }, query: place })).rejects.toThrow();
});

test('a diagram has one row a date, along the coast or a line', async () => {
  const along = await ask(temporalHovmoller, { params: { variable: 'sst' }, query: { line: '9,-11;12,-11' } });
  expect(along).toMatchObject({ axis: 'line', units: '°C' });
  expect(along.times).toHaveLength(3);
  expect(along.positions).toHaveLength(80);
  expect(along.positions.at(-1)?.distanceKm).toBeGreaterThan(300);
  const codes = new Int16Array(Uint8Array.from(Buffer.from(along.values, 'base64')).buffer);
  expect(codes).toHaveLength(240);
  const value = (code: number | undefined) => (code ?? 0) * along.scale + along.offset;
  expect(value(codes[0])).toBeCloseTo(20, 3);
  expect(value(codes[239])).toBeCloseTo(22, 3);
  const coast = await ask(temporalHovmoller, { params: { variable: 'sst' }, query: { km: '200' } });
  expect(coast).toMatchObject({
    axis: 'coast',
    positions: expect.arrayContaining([expect.objectContaining({ lat: -10 })]),
  });
});

test('the files have the dates, the values and whom to cite', async () => {
  const file = async (format: string) => {
    const binding = module.bindings.find(({ endpoint }) => endpoint.id === exportTemporal.id);
    const query = exportTemporal.query.parse({ format, from: iso(todayMs - 10 * dayMs), to: iso(todayMs) });
    return (await binding?.handler({ params: { variable: 'sst' }, query } as never)) as {
      bytes: Uint8Array;
      fileName: string;
    };
  };
  const nc = await file('netcdf');
  expect(nc.fileName).toBe('sst_2026-08-28_2026-08-31.nc');
  const reader = new NetCDFReader(nc.bytes);
  expect(reader.getDataVariable('time')).toEqual([20_693, 20_694, 20_696]);
  expect((reader.getDataVariable('sst') as number[]).slice(-1)).toEqual([22]);
  expect(reader.getAttribute('source')).toContain('Fornecedor ensaio');
  const csv = Buffer.from((await file('csv')).bytes).toString();
  expect(csv).toContain('Citação de ensaio');
  expect(csv.split('\r\n').filter((line) => line.startsWith('2026-'))).toHaveLength(36);
  expect(csv).toContain('2026-08-31T00:00:00.000Z,12,-9,22');
  const bands = await readBands((await file('geotiff')).bytes);
  expect(bands.map((band) => band[0])).toEqual([20, 21, 22]);
});

test('the track of an animal has its length on the ground, its speed and the days it was seen', async () => {
  await tracks.sink(
    [
      {
        ...{ kind: 'animal-track', individual: 'a', taxon: 'Megaptera novaeangliae', tag: null, sensor: 'argos' },
        study: { id: '7', name: 'Baleias', licence: null, citation: null, contact: null, url: null },
        timesMs: [todayMs - dayMs, todayMs - 12 * hourMs, todayMs],
        ...{ lons: [11, 11, 11], lats: [-12, -11, -10], outliers: [false, false, false] },
      },
    ],
    originOf(base),
  );
  const { tracks: found, variables } = await ask(temporalRecords);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ species_name: 'Megaptera novaeangliae', total_points: 3, habitat_types: [] });
  expect(found[0]?.distance_km).toBeCloseTo(222.4, 0);
  expect(found[0]?.average_speed_kmh).toBeCloseTo(9.27, 1);
  const migration = variables.find(({ variable_id }) => variable_id === 'migration');
  expect(migration?.available_dates).toEqual([iso(todayMs - dayMs), iso(todayMs)]);
});

const levelsOf = (temperatureCelsius: number[]): ProfileRecord['levels'] => ({
  ...{ pressureDecibar: [5, 55, 105, 205], temperatureCelsius },
  salinityPsu: [null, null, null, null],
});
const cast = (sourceId: string, change: Partial<ProfileRecord> = {}): ProfileRecord => ({
  ...{ kind: 'profile', sourceId, platform: sourceId, cycle: 1, timeMs: todayMs - dayMs, lon: 9, lat: -11 },
  levels: levelsOf([24, 21, 18, 14]),
  ...{ dataMode: 'R', doi: '10.17882/42182', url: null },
  ...change,
});

/** The section along 11° S from 9 to 12° E, a place each degree and a depth each hundred metres. */
async function section(query: object = {}) {
  const asked = { quantity: 'temperature', line: '9,-11;12,-11', columns: '4', levels: '4', deep: '300', ...query };
  const { data, provenance } = await askModule(module, temporalSection, { query: asked });
  const codes = new Int16Array(Uint8Array.from(Buffer.from(data.values, 'base64')).buffer);
  const cells = [...codes].map((code) => (code === -32_768 ? null : code * data.scale + data.offset));
  return { ...data, provenance, rows: data.depths.map((_, y) => cells.slice(y * 4, y * 4 + 4)) };
}

test('a section without casts says which streams would bring them, and which single levels the fields have', async () => {
  const empty = await section();
  expect(empty.reason).toBe('Sem perfis de temperatura: argo/profiles, angola-inipm/cruzeiros');
  expect(empty.provenance).toEqual({ state: 'fallback', reason: empty.reason });
  expect(empty.rows.flat()).toEqual(Array.from({ length: 16 }, () => null));
  expect(empty.seabedReason).toContain('ETOPO');
  expect(empty.fieldDepthsMeters).toEqual([0]);
  expect(() =>
    temporalSection.query.parse({ quantity: 'temperature', line: '9,-11;12,-11', columns: 240, levels: 51 }),
  ).toThrow('columns × levels');
  expect(() => temporalSection.query.parse({ quantity: 'ndvi', line: '9,-11;12,-11' })).toThrow();
});

test('a section has the casts near its line down to their last level and to the bottom of the sea', async () => {
  await ocean.sinks.profile(
    [
      cast('a'),
      cast('b', { lon: 12, levels: levelsOf([28, 24, 20, 16]) }),
      // Too far from the line, and too old for a year.
      cast('c', { lon: 10, lat: -12.2 }),
      cast('d', { lon: 10, timeMs: todayMs - 400 * dayMs }),
    ],
    originOf(base),
  );
  // The bottom: 1000 m in the west, 150 m in the east, and land at the end of the northern row alone.
  const relief = Float32Array.from([1000, 1000, 150, 150, 1000, 1000, 150, 150, 1000, 1000, 150, Number.NaN]);
  await ocean.sinks.gridSlice([slice('seabedDepth', Date.UTC(2009, 2, 1), 0, { values: relief })], originOf(base));

  const found = await section();
  expect(found).toMatchObject({ reason: null, seabedReason: null, isCut: false, units: '°C', reachKm: 50 });
  expect(found.casts.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(found.casts[1]).toMatchObject({ distanceKm: expect.closeTo(327.5, 0), offsetKm: expect.closeTo(0, 3) });
  expect(found.casts[0]?.deepestMeters).toBeCloseTo(203.8, 0);
  expect(found.positions.map(({ seabedMeters }) => seabedMeters)).toEqual([1000, 1000, 150, 150]);
  expect(found.depths).toEqual([0, 100, 200, 300]);
  const [surface, hundred, twoHundred, deeper] = found.rows;
  // 109 km between the places: no cast reaches the two in the middle.
  expect(surface).toEqual([expect.closeTo(24, 2), null, null, expect.closeTo(28, 2)]);
  // 100 m are 100.6 dbar: 21 − 3 × 45.6 / 50.
  expect(hundred?.[0]).toBeCloseTo(18.26, 1);
  expect(twoHundred).toEqual([expect.closeTo(14.15, 1), null, null, null]);
  expect(deeper).toEqual([null, null, null, null]);

  const wide = await section({ reach: '150' });
  expect(wide.casts.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
  const old = await section({ from: iso(todayMs - 500 * dayMs), to: iso(todayMs - 300 * dayMs) });
  expect(old.casts.map(({ id }) => id)).toEqual(['d']);
  const north = await section({ line: '9,-5;12,-5' });
  expect(north.reason).toBe(
    'Nenhum perfil guardado com temperatura a até 50 km da linha no período. Alargue a distância ou o período, ou aproxime a linha de onde se mediu.',
  );
  expect((await section({ quantity: 'oxygen' })).reason).toBe('Sem perfis de oxigénio: angola-inipm/cruzeiros');
  // Levels of salinity that are all missing are no cast with salinity.
  expect((await section({ quantity: 'salinity' })).casts).toEqual([]);
});
