import type { GridSlice, ProfileRecord } from '@kianda/connectors';
import { MEANS_DAYS } from '@kianda/connectors/core/daily';
import { coastLongitude, dayMs, gridOfBbox, gridPosition, hourMs, offshoreMeters, startOfUtcDay } from '@kianda/geo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OceanTables } from '../ocean.types.ts';
import { createOceanWorld, type OceanTestWorld } from '../testing/world.ts';

const nowMs = Date.UTC(2026, 7, 31, 15);
const today = startOfUtcDay(nowMs);
/** Quarter degrees over the box that providers are asked for. */
const grid = gridOfBbox([8, -18, 14, -4.5], 0.25);
const atSea = (value: (lon: number, lat: number) => number) =>
  Float32Array.from({ length: grid.columns * grid.rows }, (_, index) => {
    const position = gridPosition(grid, index % grid.columns, Math.floor(index / grid.columns));
    return offshoreMeters(position) > 0 ? value(...position) : Number.NaN;
  });

function slice(variable: string, timeMs: number, values: Float32Array, over: Partial<GridSlice> = {}): GridSlice {
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
/** Four degrees a degree of latitude at the front, and 3 °C colder within 30 km of the coast than offshore. */
const sst = (frontLat: number) =>
  atSea((lon, lat) => {
    const coastal = offshoreMeters([lon, lat]) < 35_000 ? -3 : 0;
    return 20 + 2 * Math.tanh((lat - frontLat) / 0.5) + coastal;
  });

/** Hot in the south for eight days, fifty days ago. */
function day(daysAgo: number): GridSlice {
  const hot = daysAgo <= 50 && daysAgo > 42;
  const celsius = (_lon: number, lat: number) => 20 + (daysAgo % 2) * 0.4 + (hot && lat < -13.5 ? 3 : 0);
  return slice('oisstSst', today - daysAgo * dayMs + 12 * hourMs, atSea(celsius));
}

let world: OceanTestWorld;
const job = {
  runId: '00000000-0000-4000-8000-0000000000ff',
  signal: new AbortController().signal,
  progress: async () => undefined,
};
const derive = (again = false) => world.ocean.derive({ again }, job);
const store = (slices: readonly GridSlice[], connector: string, stream: string) =>
  world.ocean.sinks.gridSlice(slices, world.origin(connector, stream));
const data = async (path: string) => (await world.get(`/ocean/derived${path}`)).body;
const points = async (product: string, query = '') => (await data(`/${product}/series?days=400${query}`)).data.points;

beforeAll(async () => {
  world = await createOceanWorld(nowMs);
});
afterAll(() => world.close());

describe('derived products', () => {
  test('none before there are data, and that is said', async () => {
    expect(await derive()).toEqual({ computed: expect.objectContaining({ 'front-latitude': 0 }), unfinished: false });
    const body = await data('');
    expect(body.metadata.provenance.state).toBe('fallback');
    expect(body.data.products).toHaveLength(10);
    expect(body.data.products[0]).toMatchObject({ kind: 'derivado', days: 0, newestDay: null });
    expect((await world.get('/ocean/derived/net-primary-production/grid')).status).toBe(404);
  });

  test('the front, and both upwelling indices, of each day', async () => {
    await store(
      [-15, -14].map((front, index) => slice('analysedSst', today + (index - 1) * dayMs + 9 * hourMs, sst(front))),
      'noaa-sst',
      'mur',
    );
    const north = atSea(() => 7);
    const still = atSea(() => 0);
    const instants = [0, 6, 12, 18].map((hours) => today - dayMs + hours * hourMs);
    const wind = (variable: string, values: Float32Array) =>
      instants.map((timeMs) => slice(variable, timeMs, values, { timeStepHours: 6 }));
    await store([...wind('windEast', still), ...wind('windNorth', north)], 'cds-era5', 'wind');
    const { computed } = await derive();
    expect(computed).toMatchObject({ 'front-latitude': 2, 'sst-upwelling-index': 2, 'bakun-index': 1 });

    const front = await points('front-latitude');
    expect(front.map((point: { value: number }) => Math.round(point.value * 2) / 2)).toEqual([-15, -14]);
    expect(front[0].detail).toMatchObject({ atEdge: false });

    // Four degrees a degree of latitude is 3.6 °C in 100 km.
    const [fronts, share] = await points('sst-fronts');
    expect(share).toMatchObject({ key: 'zee-frentes', detail: { unit: '% da ZEE' } });
    expect(share.value).toBeGreaterThan(0);
    expect(share.value).toBeLessThan(20);
    expect(fronts.detail.max).toBeGreaterThan(2.5);
    expect((await data('/sst-fronts/grid')).data.slice).toMatchObject({
      variable: 'sst-fronts',
      unit: '°C por 100 km',
    });

    const [index] = await points('sst-upwelling-index', '&key=-10');
    expect(index.value).toBeCloseTo(3, 1);
    expect(index.detail).toMatchObject({ active: true });
    // 17° S: the field ends before five degrees offshore.
    const [south] = await points('sst-upwelling-index', '&key=-17');
    expect(south.detail.offshoreDegreesWest).toBeCloseTo(coastLongitude(-17) - 8.25, 5);

    const bakun = await points('bakun-index');
    const at = (key: string) => bakun.find((point: { key: string }) => point.key === key);
    expect(at('-5').value).toBeNull();
    // A coast that leans away from the wind has less of it along itself than 401.7 m³/s.
    expect(at('-15').value).toBeGreaterThan(300);
    expect(at('-15').value).toBeLessThanOrEqual(401.8);
    expect(at('-15').detail).toMatchObject({ instants: 4 });
  });

  test('the same again computes nothing; a revised field, its day alone', async () => {
    expect((await derive()).computed).toMatchObject({ 'front-latitude': 0, 'bakun-index': 0 });
    await store([slice('analysedSst', today + 9 * hourMs, sst(-13))], 'noaa-sst', 'mur');
    expect((await derive()).computed).toMatchObject({ 'front-latitude': 1, 'bakun-index': 0 });
    expect((await points('front-latitude')).at(-1).value).toBeCloseTo(-13, 0);
    expect((await derive(true)).computed).toMatchObject({ 'front-latitude': 2, 'bakun-index': 1 });
  });

  test('anomalies and production have a field in the shape of observed ones', async () => {
    const chlorophyll = [1, 1, 1, 2].map((value, index) =>
      slice(
        'chlorophyll',
        today + (index - 3) * dayMs + 12 * hourMs,
        atSea(() => value),
      ),
    );
    await store(chlorophyll, 'noaa-viirs-modis', 'chlorophyll');
    // The climatology of the day is 18 °C: 19 °C with an anomaly of 1 °C, a year ago.
    const yearAgo = Date.UTC(2025, 7, 31, 12);
    await store(
      [
        slice(
          'oisstSst',
          yearAgo,
          atSea(() => 19),
        ),
        slice(
          'sstAnomaly',
          yearAgo,
          atSea(() => 1),
        ),
      ],
      'noaa-sst',
      'oisst',
    );
    const { computed } = await derive();
    expect(computed).toMatchObject({ 'sst-anomaly': 2, 'chlorophyll-anomaly': 4, 'net-primary-production': 3 });

    const [, anomaly] = await points('sst-anomaly');
    expect(anomaly.detail.coverage).toBeGreaterThan(0.9);
    const observed = (await world.get('/ocean/series/analysedSst?days=2')).body.data.points.at(-1).mean;
    expect(anomaly.value).toBeCloseTo(observed - 18, 1);

    const relative = await points('chlorophyll-anomaly');
    expect(relative.at(-1).value).toBeCloseTo(100 * (2 / 2 ** 0.25 - 1), 1);
    const series = await data('/chlorophyll-anomaly/series');
    expect(series.data.warnings).toEqual([expect.stringMatching(/^Linha de base curta: 4 campos de 1 ano/)]);

    const body = await data('/net-primary-production/grid?stride=2');
    expect(body.data).toMatchObject({ kind: 'derivado', encoding: 'int16-base64', columns: 13 });
    expect(body.data.slice).toMatchObject({ variable: 'net-primary-production', unit: 'mg C/m²/dia' });
    expect(body.data.warnings).toEqual([expect.stringContaining('PAR estimada')]);
    expect(body.metadata.provenance).toMatchObject({
      state: 'live',
      source: expect.stringContaining('noaa-viirs-modis'),
    });
    const production = await points('net-primary-production');
    const mean = production.findLast((point: { key: string }) => point.key === 'zee').value;
    const total = production.findLast((point: { key: string }) => point.key === 'zee-total');
    expect(mean).toBeGreaterThan(500);
    expect(mean).toBeLessThan(6000);
    const eppley = production.findLast((point: { key: string }) => point.key === 'zee-eppley').value;
    expect(eppley).toBeGreaterThan(mean / 3);
    expect(eppley).not.toBeCloseTo(mean, 0);
    expect(total.value).toBeCloseTo((mean * total.detail.zeeSquareKilometers) / 1000, 6);
  });

  test('without thirty years there are no heatwaves: the product says so, and what the history costs', async () => {
    const from = (first: number, last: number) =>
      Array.from({ length: first - last + 1 }, (_, index) => day(first - index));
    await store(from(130, 10), 'noaa-sst', 'oisst');
    await derive();
    const { data: body } = await data('/heatwave-events');
    expect(body).toMatchObject({
      events: [],
      warnings: [expect.stringMatching(/^Sem linha de base: há 122 dias de TSM .* pede 30 anos/)],
      history: { enough: false, neededYears: 30, connector: 'noaa-sst', stream: 'oisst', from: '1981-09-01' },
    });
    expect(body.history.years).toBeCloseTo(122 / 365.25, 5);
    const requests = 45 * (3 + Math.ceil(366 / MEANS_DAYS));
    expect(requests).toBe(45 * 7);
    expect(body.history.requests).toBe(requests);
    expect(body.history.minutes).toBeCloseTo((requests * 2) / 60, 5);
    const archived = Math.ceil((nowMs - Date.UTC(1981, 8, 1)) / dayMs);
    expect(body.history.megabytes).toBeCloseTo((archived * 25 * 55 * 4) / 1e6, 6);
    const state = (await points('marine-heatwaves', '&key=sul')).at(-1);
    expect(state).toMatchObject({ value: null, detail: { climatologyCelsius: null, thresholdCelsius: null } });
  });

  test('the history is kept as means by region, and with thirty years of it the heatwaves are found', async () => {
    const fields = () =>
      world.database
        .for<OceanTables>()
        .selectFrom('ocean.field_slices')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    const before = await fields();
    // Two fields serve for eleven thousand days: the season is not what is tried here.
    const usual = [0, 1].map((odd) => atSea(() => 20 + odd * 0.4));
    const history = Array.from({ length: 30 * 366 }, (_, index) => ({
      ...slice(
        'oisstSst',
        today - (index + 131) * dayMs + 12 * hourMs,
        usual[(index + 131) % 2] ?? new Float32Array(0),
      ),
      meansOnly: true as const,
    }));
    const first = await store(history, 'noaa-sst', 'oisst');
    expect(first).toMatchObject({ written: history.length, duplicates: 0 });
    expect(await store(history.slice(0, 10), 'noaa-sst', 'oisst')).toMatchObject({ written: 0, duplicates: 10 });
    // A field of another sea says nothing of these regions: it counts as nothing, and their day stays.
    const elsewhere = history.slice(0, 1).map((one) => ({ ...one, west: -60 }));
    expect(await store(elsewhere, 'noaa-sst', 'oisst')).toMatchObject({ written: 0, duplicates: 1 });
    expect(await fields()).toEqual(before);
    await derive();
    const { data: body, metadata } = await data('/heatwave-events');
    expect(metadata.provenance).toMatchObject({ state: 'live', source: 'noaa-sst' });
    expect(body.baselines).toHaveLength(4);
    expect(body.baselines[0]).toMatchObject({ short: false });
    expect(body.warnings).toEqual([]);
    expect(body.history).toMatchObject({ enough: true });
    const south = body.events.filter(({ region }: { region: string }) => region === 'sul');
    expect(south).toMatchObject([{ durationDays: 8, ongoing: false }]);
    expect(south[0].start.slice(0, 10)).toBe(new Date(today - 50 * dayMs).toISOString().slice(0, 10));
    expect(body.events.some(({ region }: { region: string }) => region === 'norte')).toBe(false);
    const states = await points('marine-heatwaves', '&key=sul');
    const category = (daysAgo: number) =>
      states.find(({ time }: { time: string }) => Date.parse(time) === today - daysAgo * dayMs)?.value;
    expect(category(49)).toBeGreaterThanOrEqual(1);
    expect(category(60)).toBe(0);
    expect((await derive()).computed['marine-heatwaves']).toBe(0);
  });

  test('the mixed layer of each profile', async () => {
    const profile = (id: string, temperatureCelsius: number[]): ProfileRecord => ({
      kind: 'profile',
      sourceId: id,
      platform: '4902911',
      cycle: 1,
      timeMs: today - 2 * dayMs,
      lon: 10,
      lat: -12,
      levels: { pressureDecibar: [5, 10, 20, 30, 40, 60], temperatureCelsius, salinityPsu: [35, 35, 35, 35, 35, 35] },
      dataMode: 'R',
      doi: '10.17882/42182',
      url: null,
    });
    await world.ocean.sinks.profile(
      [profile('4902911_001', [22, 22, 22, 22, 21, 18]), profile('4902911_002', [22, 22, 22, 22, 22, 22])],
      world.origin('argo', 'profiles'),
    );
    await derive();
    const [mixed, whole] = await points('mixed-layer-depth');
    expect(mixed).toMatchObject({ key: '4902911_001', detail: { criterion: 'densidade', platform: '4902911' } });
    expect(mixed.value).toBeGreaterThan(29);
    expect(mixed.value).toBeLessThan(33);
    expect(whole.value).toBeNull();
  });

  test('every product says what it was made of', async () => {
    const { products } = (await data('')).data;
    const production = products.find(({ id }: { id: string }) => id === 'net-primary-production');
    expect(production).toMatchObject({ hasField: true, days: 3, newestDay: '2026-08-31' });
    expect(production.inputs.map(({ variable }: { variable: string }) => variable).sort()).toEqual([
      'analysedSst',
      'chlorophyll',
    ]);
    expect(production.inputs[0].runIds).toEqual(['00000000-0000-4000-8000-000000000001']);
  });

  test('a run is traced forwards to what was made with it', async () => {
    const { uses } = (await data('/uses?runId=00000000-0000-4000-8000-000000000001')).data;
    expect(uses).toHaveLength(10);
    expect(uses.find(({ product }: { product: string }) => product === 'net-primary-production')).toMatchObject({
      days: 3,
      newestDay: '2026-08-31',
    });
    expect((await data('/uses?runId=00000000-0000-4000-8000-000000000002')).data.uses).toEqual([]);
  });

  test('what a simulated input touched is simulated', async () => {
    const origin = { ...world.origin('noaa-sst', 'mur'), simulatedSeed: 7 };
    await world.ocean.sinks.gridSlice([slice('analysedSst', today - 2 * dayMs + 9 * hourMs, sst(-16))], origin);
    await derive();
    expect((await data('/front-latitude/series')).metadata.provenance).toMatchObject({ state: 'simulated', seed: 7 });
    expect((await data('/bakun-index/series')).metadata.provenance).toMatchObject({ state: 'live' });
    const grid = await data(`/sst-anomaly/grid?time=${new Date(today - 2 * dayMs + 23 * hourMs).toISOString()}`);
    expect(grid.data.slice.time).toBe(new Date(today - 2 * dayMs).toISOString());
    expect(grid.metadata.provenance.state).toBe('simulated');
  });

  test('what was made of data that are gone goes with them', async () => {
    const db = world.database.for<OceanTables>();
    const before = await points('marine-heatwaves', '&key=zee');
    const newest = new Date(today - 10 * dayMs + 12 * hourMs);
    await db
      .deleteFrom('ocean.field_slices')
      .where('variable', '=', 'oisstSst')
      .where('observed_at', '=', newest)
      .execute();
    await derive();
    const after = await points('marine-heatwaves', '&key=zee');
    expect(after).toHaveLength(before.length - 1);
    expect(Date.parse(after.at(-1).time)).toBe(today - 11 * dayMs);
    expect((await points('regional-sst', '&key=zee')).at(-1).time).toBe(after.at(-1).time);
  });

  test('a text file carries method, warnings, licences and citations', async () => {
    const { status, type, body } = await world.text('/ocean/derived/net-primary-production/export?days=30');
    expect(status).toBe(200);
    expect(type).toBe('text/csv; charset=utf-8');
    expect(body).toContain('# Método (versão 1): VGPM');
    expect(body).toContain('# Licença: Licença de noaa-viirs-modis');
    expect(body).toContain('# Citação: Citação de noaa-sst');
    expect(body).toContain('# Aviso: Radiação PAR estimada');
    const [header, ...rows] = body.split('\r\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(header).toMatch(/^data,chave,valor,/);
    expect(rows).toHaveLength(12);
    expect(rows[0]).toMatch(/^2026-08-28,zee,\d/);
  });

  test('running it now asks the queue and leaves a trace', async () => {
    const { status, body } = await world.post('/ocean/derived/run', { product: 'bakun-index', again: true });
    expect(status).toBe(202);
    expect(body.data.runId).toBe('00000000-0000-4000-8000-00000000000a');
    expect(world.asked).toEqual([{ name: 'ocean.derive', input: { product: 'bakun-index', again: true } }]);
    expect(world.audited).toMatchObject([{ resource: 'ocean.derived/bakun-index', actor: { id: 'conta' } }]);
  });
});
