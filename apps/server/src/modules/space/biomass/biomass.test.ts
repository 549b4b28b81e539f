import { listFields } from '@kianda/contract/sea/ocean/ocean.contract';
import * as contract from '@kianda/contract/space/biomass/biomass.contract';
import type {
  BiomassRecord,
  BiomassResult,
  BiomassRun,
  BiomassZone,
} from '@kianda/contract/space/biomass/biomass.schemas';
import { polygonAreaSquareMeters, zee } from '@kianda/geo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBands } from '../../../platform/formats/read-bands.ts';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../../testing/simulator.ts';

let simulator: TestSimulator;
let app: TestApplication;
let token: string;
beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url });
  token = (await app.signIn('cientista')).token;
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

type Overview = {
  run: BiomassRun | null;
  result: BiomassResult | null;
  absence: string | null;
  newest: BiomassRun | null;
};
const overview = async (query: Record<string, string> = {}) =>
  app.call<Overview>(contract.biomassOverview, { token, query });
const start = (body: object = {}) => app.call<BiomassRun>(contract.startBiomass, { token, body });
const record = (result: BiomassResult | null, type: BiomassRecord['biomass_type']) =>
  result?.records.find(({ biomass_type }) => biomass_type === type);
const term = (of: BiomassRecord | undefined, symbol: string) =>
  of?.terms.find((one) => one.symbol === symbol)?.value ?? Number.NaN;

describe('before any field is stored', () => {
  test('there is no figure, but the reason; a run says it, and fails', async () => {
    const first = await overview();
    expect(first.data).toMatchObject({ run: null, result: null, newest: null });
    expect(first.data.absence).toContain('Sem campos de clorofila e de temperatura');
    expect(first.metadata.provenance.state).toBe('fallback');
    const begun = await start();
    expect([begun.status, begun.data.number, begun.data.days]).toEqual([202, 1, 30]);
    await app.ended(begun.data.id);
    const { data } = await overview();
    expect(data.newest).toMatchObject({ state: 'failed', error: expect.stringContaining('Sem campos de clorofila') });
    const due = await app.ended(await app.composition.queue.enqueue('biomass.run-due', {}));
    expect(due.result).toEqual({ begun: false });
  });

  test('the summary of the specification has its reasons, and the file at the root too', async () => {
    const summary = await app.call(contract.qgisBiomass, { token });
    expect(summary.data).toMatchObject({ terrestrial_biomass: { total: null, unit: 't' }, species_distribution: {} });
    expect(Object.keys(summary.metadata.missing ?? {})).toContain('marine_biomass.total');
    const file = await app.call(contract.realtimeCopernicus, { token });
    expect(file.json()).toMatchObject({ summary: { avg_chlorophyll: null }, state: 'fallback' });
    expect((await app.call(contract.biomassGrid, { token })).problem.code).toBe('not_found');
  });
});

describe('with fields of a month', () => {
  let result: BiomassResult;
  beforeAll(async () => {
    await Promise.all(['noaa-sst', 'noaa-viirs-modis', 'fisheries-area47', 'mod13q1-ndvi'].map((id) => app.ingest(id)));
    app.clock.advance(3_600_001);
    token = (await app.newSession('cientista')).token;
    const due = await app.ended(await app.composition.queue.enqueue('biomass.run-due', {}));
    const id = (await overview()).data.newest?.id ?? '';
    await app.ended(id);
    const { data } = await overview();
    if (data.result === null) throw new Error(`no result: ${JSON.stringify([due.result, data])}`);
    ({ result } = data);
  });

  test('the arithmetic of each type multiplies to its total, which lies within its interval', async () => {
    const fish = record(result, 'marine_fish');
    const [npp, efficiency, level, wet, turnover] = ['NPP', 'TE', 'TL', 'W:C', 'P/B'].map((one) => term(fish, one));
    const production = (npp ?? 0) * (efficiency ?? 0) ** ((level ?? 0) - 1) * (wet ?? 0);
    expect(term(fish, 'F') / production).toBeCloseTo(1, 9);
    expect((fish?.total_biomass ?? 0) / (production / (turnover ?? 0))).toBeCloseTo(1, 9);
    expect(npp).toBeCloseTo((term(fish, 'P') * term(fish, 'A') * 365 * term(fish, 'f₂')) / 1e3, 0);
    const phytoplankton = record(result, 'marine_phytoplankton');
    const made = term(phytoplankton, 'M') * term(phytoplankton, 'C:Chl') * term(phytoplankton, 'W:C');
    expect((phytoplankton?.total_biomass ?? 0) / made).toBeCloseTo(1, 9);
    for (const one of [fish, phytoplankton]) {
      expect(one?.low).toBeLessThan(one?.total_biomass ?? 0);
      expect(one?.high).toBeGreaterThan(one?.total_biomass ?? 0);
      const { value = 0, precision = 0, coverage = 0, days = 0 } = one?.confidence ?? {};
      expect(value).toBeCloseTo(precision * coverage * days, 12);
      expect(value).toBeGreaterThan(0);
    }
    // The catch's own mean level takes the place of the usual one.
    expect(level).not.toBe(3.3);
  });

  test('the ZEE has its area, its parts add up to it, and every zone that was seen has an interval', async () => {
    const [whole] = result.zones;
    expect((whole?.area_km2 ?? 0) / (polygonAreaSquareMeters(zee) / 1e6)).toBeCloseTo(1, 1);
    const parts = result.zones.filter(({ zone_type }) => zone_type === 'part');
    expect(parts.reduce((sum, { area_km2 }) => sum + area_km2, 0)).toBeCloseTo(whole?.area_km2 ?? 0, -1);
    expect(result.totals.total_marine_tons).toBeCloseTo(
      (record(result, 'marine_fish')?.total_biomass ?? 0) +
        (record(result, 'marine_phytoplankton')?.total_biomass ?? 0),
      6,
    );
    for (const zone of result.zones.filter(({ fish_tons }) => fish_tons !== null)) {
      expect(zone.fish_low, zone.zone_name).toBeLessThan(zone.fish_high ?? 0);
      expect(zone.productivity_index).toBeLessThanOrEqual(1);
    }
    expect(result.totals.zones_analyzed).toBeGreaterThanOrEqual(5);
    expect(Math.max(...result.zones.map(({ productivity_index }) => productivity_index ?? 0))).toBe(1);
  });

  test('three months, with their chlorophyll and days; the inputs by run of ingestion', async () => {
    expect(result.series).toHaveLength(3);
    const known = result.series.filter(({ marine_fish }) => marine_fish !== null);
    expect(known.length).toBeGreaterThan(0);
    for (const point of known) {
      expect(point.total_marine).toBeCloseTo((point.marine_fish ?? 0) + (point.marine_phytoplankton ?? 0), 6);
      expect(point.chl_a_avg).toBeGreaterThan(0);
      expect(point.days).toBeGreaterThan(0);
    }
    // The newest composite is some weeks old: the month of today may have none yet, and then no biomass of the land.
    for (const { ndvi_avg, terrestrial_biomass } of result.series) {
      expect(terrestrial_biomass === null).toBe(ndvi_avg === null);
    }
    const green = result.series.filter(({ ndvi_avg }) => ndvi_avg !== null);
    expect(green.length).toBeGreaterThan(0);
    for (const { ndvi_avg, terrestrial_biomass } of green) {
      expect(ndvi_avg).toBeGreaterThan(0.2);
      expect(ndvi_avg).toBeLessThan(0.9);
      expect(terrestrial_biomass).toBeGreaterThan(0);
    }
    const connectors = result.inputs.map(({ connectorId }) => connectorId);
    expect(connectors).toEqual(['noaa-viirs-modis', 'noaa-sst', 'mod13q1-ndvi']);
    expect(result.inputs.every(({ runIds, fields }) => runIds.length > 0 && fields > 0)).toBe(true);
    expect(result.isSimulated).toBe(true);
  });

  test('the land has its woody biomass by the vegetation of a year, with its arithmetic', async () => {
    const land = record(result, 'terrestrial');
    const [woody, perHectare, area, factor] = ['g', 'D', 'A', 'f'].map((symbol) => term(land, symbol));
    const made = (woody ?? 0) * (perHectare ?? 0) * 100 * (area ?? 0) * (factor ?? 0);
    expect((land?.total_biomass ?? 0) / made).toBeCloseTo(1, 9);
    expect(land?.low).toBeLessThan(land?.total_biomass ?? 0);
    expect(land?.high).toBeGreaterThan(land?.total_biomass ?? 0);
    // Ten of the twenty-three composites of a year were fetched.
    expect(land?.confidence?.days).toBeCloseTo(10 / 23, 9);
    expect(result.totals.total_terrestrial_tons).toBe(land?.total_biomass);
    // Dry matter and wet weight are no sum.
    expect(result.totals.total_combined_tons).toBeNull();
    const summary = await app.call<{ terrestrial_biomass: { total: number } }>(contract.qgisBiomass, { token });
    expect(summary.data.terrestrial_biomass.total).toBe(land?.total_biomass);
    expect(Object.keys(summary.metadata.missing ?? {})).not.toContain('terrestrial_biomass.total');
  });

  test('crops and forest say what they lack and what would bring them', async () => {
    for (const [type, use] of [
      ['agricultural', 'culturas'],
      ['forest', 'floresta'],
    ] as const) {
      const one = record(result, type);
      expect(one).toMatchObject({ total_biomass: null, confidence_level: null, terms: [] });
      expect(one?.absence).toBe(`Não há carta do uso do solo que separe a classe «${use}».`);
      expect(one?.remedy).toBe(`Carregar uma carta do uso do solo com a classe «${use}».`);
    }
  });

  test('catches stand beside the estimate, with what they took of the production', async () => {
    const { validation } = result;
    const fish = record(result, 'marine_fish');
    expect(validation?.catchTonnes).toBeGreaterThan(0);
    expect(validation?.ofProduction).toBeCloseTo((validation?.catchTonnes ?? 0) / term(fish, 'F'), 9);
    expect(validation?.ofBiomass).toBeCloseTo((validation?.catchTonnes ?? 0) / (fish?.total_biomass ?? 1), 9);
    expect(validation?.reading).toContain('produção');
    const summary = await app.call<{ species_distribution: Record<string, number>; marine_biomass: { total: number } }>(
      contract.qgisBiomass,
      { token },
    );
    expect(summary.data.marine_biomass.total).toBe(result.totals.total_marine_tons);
    expect(Object.keys(summary.data.species_distribution).length).toBeGreaterThan(0);
    expect(summary.metadata.provenance.state).toBe('simulated');
  });

  test('the map: its file, and its layers as they are in it', async () => {
    const grid = await app.call<{ columns: number; rows: number; values: string; scale: number; offset: number }>(
      contract.biomassGrid,
      { token, query: { band: 'marine_fish' } },
    );
    const file = await app.server.inject({
      method: 'GET',
      url: '/admin-api/biomass/map.tif',
      headers: { authorization: `Bearer ${token}` },
    });
    const [, fish] = await readBands(file.rawPayload);
    const stored = new Int16Array(Uint8Array.from(Buffer.from(grid.data.values, 'base64')).buffer);
    expect(stored).toHaveLength(grid.data.columns * grid.data.rows);
    const cell = stored.findIndex((value) => value !== -32_768);
    const value = (stored[cell] ?? 0) * grid.data.scale + grid.data.offset;
    expect(value / (fish?.[cell] ?? 0)).toBeCloseTo(1, 2);
    expect(fish?.some(Number.isNaN)).toBe(true);
  });

  test('the same fields give the same numbers; runs are numbered, listed and given as files', async () => {
    const again = await start();
    expect((await start()).problem.code).toBe('already_running');
    await app.ended(again.data.id);
    const second = (await overview()).data;
    expect(second.run?.number).toBe(again.data.number);
    expect(record(second.result, 'marine_fish')).toEqual(record(result, 'marine_fish'));
    const first = await overview({ run: String(again.data.number - 1) });
    expect(first.data.run?.number).toBe(again.data.number - 1);
    expect((await overview({ run: '999' })).problem.code).toBe('not_found');
    const list = await app.call<{ data: BiomassRun[]; total: number }>(contract.listBiomassRuns, { token });
    expect(list.data.data.map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(list.data.data.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'failed']);
    const zones = await app.call<{ data: BiomassZone[] }>(contract.listBiomassZones, {
      ...{ token, query: { sort: 'fish', order: 'desc' } },
    });
    const tonnes = zones.data.data.map(({ fish_tons }) => fish_tons ?? -1);
    expect(tonnes).toEqual(tonnes.toSorted((a, b) => b - a));
    const csv = await app.call(contract.exportBiomassZones, { token, query: { format: 'csv' } });
    expect(csv.text.split('\r\n')[0]).toContain('Fitoplâncton (t)');
    // The origin of what was computed from stands below the rows.
    const [rows = '', origin] = csv.text.trim().split('\r\n\r\n');
    expect(rows.split('\r\n')).toHaveLength(zones.data.data.length + 1);
    expect(origin).toMatch(/^Fonte;.+\r\nSimulado;/);
    const json = await app.call(contract.exportBiomassRuns, { token, query: { format: 'json' } });
    expect((json.json() as { rows: unknown[] }).rows).toHaveLength(3);
    expect((await app.call(contract.exportBiomassZones, { token, query: { format: 'xlsx' } })).status).toBe(200);
  });

  test('a run that is stopped leaves no result, and says that it was stopped', async () => {
    const begun = await start({ days: 92 });
    const stopped = await app.call(contract.cancelBiomass, { token, params: { id: begun.data.id } });
    expect(stopped.status).toBe(200);
    const ended = await app.ended(begun.data.id);
    expect(ended.state).toBe('cancelled');
    const { data } = await overview();
    expect(data.newest).toMatchObject({ number: begun.data.number, state: 'cancelled' });
    expect(data.run?.number).toBe(begun.data.number - 1);
    expect((await app.call(contract.cancelBiomass, { token, params: { id: begun.data.id } })).problem.code).toBe(
      'conflict',
    );
  });

  test('the file at the root has the mean of the newest field of chlorophyll', async () => {
    const fields = await app.call<{ fields: { zeeMean: number }[] }>(listFields, {
      ...{ token, query: { variable: 'chlorophyll', limit: '1' } },
    });
    const file = await app.inject<unknown>({
      ...{ method: 'GET', url: '/realtime_copernicus_angola.json', headers: { authorization: `Bearer ${token}` } },
    });
    const body = file.json() as {
      summary: { avg_chlorophyll: number; upwelling: boolean | null };
      locations: unknown[];
    };
    expect(body.summary.avg_chlorophyll).toBe(fields.data.fields[0]?.zeeMean);
    expect(body.locations).toHaveLength(5);
    expect((await app.inject({ method: 'GET', url: '/realtime_copernicus_angola.json' })).status).toBe(401);
  });
});

test('a client reads all of it, and recalculates nothing', async () => {
  const client = (await app.newSession('cliente')).token;
  expect((await app.call(contract.biomassOverview, { token: client })).status).toBe(200);
  const denied = await app.call(contract.startBiomass, { token: client, body: {} });
  expect(denied.problem.code).toBe('forbidden');
  expect((await start({ days: 5000 })).problem.code).toBe('validation_failed');
  expect((await app.call(contract.biomassOverview, { token, query: { run: '99999999999' } })).status).toBe(400);
});
