import { type DataOf, problemSchema } from '@kianda/contract';
import { vesselPresence } from '@kianda/contract/fleet/vessels/vessels.contract';
import {
  listConnectors,
  listIngestJobs,
  runConnector,
} from '@kianda/contract/ingestion/connectors/connectors.contract';
import { listBuckets } from '@kianda/contract/open/storage/storage.contract';
import { dashboardOverview, dashboardStats } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { biodiversitySummary } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import { fisheriesStats } from '@kianda/contract/sea/fisheries/fisheries.contract';
import {
  fieldGrid,
  listStations,
  oceanographicData,
  realtimeData,
  satelliteData,
} from '@kianda/contract/sea/ocean/ocean.contract';
import { stations } from '@kianda/geo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../apps/server/src/testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../apps/server/src/testing/simulator.ts';

const minuteMs = 60_000;
let simulator: TestSimulator;
beforeAll(async () => {
  simulator = await spawnSimulator();
});
afterAll(() => simulator.stop());

const tables = [
  'ocean.field_slices',
  'ocean.observations',
  'biodiversity.occurrences',
  'biodiversity.taxa',
  'vessels.presence',
  'vessels.identities',
  'fisheries.landings',
];
/** Nobody has handed a file over yet, and a ship may keep silent for the ten seconds of a first run: neither is a fault. */
const maySayNothing = new Set(['angola-inamet/ficheiros', 'angola-ais/live']);

async function counts(app: TestApplication): Promise<number[]> {
  const query = tables.map((table) => `SELECT '${table}' AS name, count(*) AS n FROM ${table}`).join(' UNION ALL ');
  const rows = await app.select<{ name: string; n: number }>(query);
  return tables.map((table) => rows.find(({ name }) => name === table)?.n ?? -1);
}
const overviewOf = async (app: TestApplication) => {
  // Beyond the two seconds that consoles share an answer for.
  app.clock.advance(2_100);
  const reply = await app.call<DataOf<typeof dashboardOverview>>(dashboardOverview, {
    token: (await app.signIn('cliente')).token,
  });
  return { data: reply.data, metadata: reply.metadata };
};
const connectorOf = async (app: TestApplication, id: string) => {
  const { data } = await app.call<DataOf<typeof listConnectors>>(listConnectors, {
    token: (await app.signIn('investigador')).token,
  });
  return data.connectors.find((connector) => connector.id === id);
};

describe('on the simulated providers', () => {
  let app: TestApplication;
  let token: string;
  beforeAll(async () => {
    app = await createTestApplication({ simulatorUrl: simulator.url });
    token = (await app.signIn('cientista')).token;
  });
  afterAll(() => app.close());

  /** On a busy machine one run does not reach the end of a full folder; the next one goes on. */
  async function emptyFolderOf(connectorId: 'angola-vms' | 'angola-inipm') {
    const stored = async () => {
      const query = `SELECT sum(records_written)::int AS n FROM connectors.runs WHERE connector_id = '${connectorId}'`;
      return (await app.select<{ n: number }>(query))[0]?.n ?? 0;
    };
    for (let before = -1, after = await stored(); after > before; after = await stored()) {
      before = after;
      await app.ingest(connectorId);
    }
  }
  const ids = async () => (await app.composition.connectors.service.list()).map(({ id }) => id);

  test('before the first run every figure is unknown, with its reason', async () => {
    const { data, metadata } = await overviewOf(app);
    expect(Object.values(data.real_time_data)).toEqual([null, null, null, null]);
    const reasons = Object.keys(data.real_time_data).map((name) => metadata.missing?.[`real_time_data.${name}`]);
    expect(reasons.filter((reason) => reason === undefined || reason === '')).toEqual([]);
    expect(metadata.provenance.state).toBe('fallback');
  });

  test('a first run of every connector fills every table', async () => {
    const runs = await Promise.all((await ids()).map((id) => app.ingest(id)));
    expect(runs.flat().filter(({ state }) => state !== 'succeeded')).toEqual([]);
    const found = await counts(app);
    expect(found.filter((count) => count < 10)).toEqual([]);
    const { data } = await app.call<DataOf<typeof listIngestJobs>>(listIngestJobs, { token, query: { limit: '100' } });
    // The collection of files, which comes by itself every minute, may have begun runs of its own.
    const begun = new Set(runs.flat().map(({ id }) => id));
    const listed = data.jobs.filter(({ id }) => begun.has(id));
    expect(listed).toHaveLength(begun.size);
    const failed = listed.filter(({ status }) => status !== 'succeeded');
    expect(failed.map(({ connectorId, stream, errors }) => ({ connectorId, stream, errors }))).toEqual([]);
    await emptyFolderOf('angola-vms');
    await emptyFolderOf('angola-inipm');
    const all = await app.select<{ name: string }>(
      `SELECT connector_id || '/' || stream_id AS name FROM connectors.runs GROUP BY 1 HAVING sum(records_written + records_duplicate) = 0`,
    );
    expect(all.map(({ name }) => name).filter((name) => !maySayNothing.has(name))).toEqual([]);
  }, 600_000);

  test('the overview is all there, told as simulated', async () => {
    await app.composition.health.service.checkComponents();
    const { data, metadata } = await overviewOf(app);
    expect(data.real_time_data.sea_temperature).toBeGreaterThan(14);
    expect(data.real_time_data.sea_temperature).toBeLessThan(31);
    expect(data.real_time_data.chlorophyll).toBeGreaterThan(0.01);
    expect(data.real_time_data.wave_height).toBeGreaterThan(0.2);
    expect(data.real_time_data.wave_height).toBeLessThan(8);
    expect(data.real_time_data.current_speed).toBeGreaterThan(0.01);
    expect(data.real_time_data.current_speed).toBeLessThan(2);
    expect(data.zee_angola).toMatchObject({ monitoring_stations: stations.length, fishing_zones: 12 });
    expect(data.zee_angola.species_recorded).toBeGreaterThan(400);
    const stale = (await app.composition.connectors.service.list()).flatMap(({ id, streams }) =>
      streams
        .filter(({ freshness }) => freshness === 'stale')
        .map((stream) => `${id}/${stream.id} ${stream.newestObservation}`),
    );
    expect(stale, `at ${new Date(app.clock.nowMs()).toISOString()}`).toEqual([]);
    expect(data.performance.data_freshness).toBe(100);
    expect(metadata.provenance).toMatchObject({ state: 'simulated', seed: 8478 });
    expect(metadata.fields?.['real_time_data.sea_temperature']).toMatchObject({ state: 'simulated' });
    expect(metadata.fields?.['zee_angola.area_km2']).toMatchObject({ state: 'configured' });
  });

  test('the other screens have their figures', async () => {
    const get = async <T>(endpoint: Parameters<TestApplication['call']>[0]) =>
      (await app.call<T>(endpoint, { token })).data;
    const ocean = await get<DataOf<typeof oceanographicData>>(oceanographicData);
    expect(Object.values(ocean.current_conditions).filter((value) => value === null)).toEqual([]);
    expect(ocean.current_conditions.salinity).toBeGreaterThan(30);
    const satellite = await get<DataOf<typeof satelliteData>>(satelliteData);
    expect(satellite.status).toBe('success');
    // Of the sea that the satellite saw: clouds hide the rest, on some days more than half.
    expect(satellite.real_time_data.coverage.spatial).toBeGreaterThan(10);
    expect(satellite.real_time_data.coverage.spatial).toBeLessThan(100);
    const live = await get<DataOf<typeof realtimeData>>(realtimeData);
    expect(Object.values(live).filter((value) => value === null)).toEqual([]);
    const presence = await get<DataOf<typeof vesselPresence>>(vesselPresence);
    expect(presence.vessel_count).toBeGreaterThan(0);
    const life = await get<DataOf<typeof biodiversitySummary>>(biodiversitySummary);
    const thisYear = new Date(app.clock.nowMs()).getUTCFullYear();
    expect(life.last_year).toBeLessThanOrEqual(thisYear);
    expect(life.threatened_species).toBeGreaterThan(0);
    const fishing = await get<DataOf<typeof fisheriesStats>>(fisheriesStats);
    expect(fishing.main_species).toHaveLength(8);
    const listed = await get<DataOf<typeof listStations>>(listStations);
    expect(listed.stations.filter(({ latest }) => latest.length === 0)).toEqual([]);
    const stats = await get<DataOf<typeof dashboardStats>>(dashboardStats);
    expect(stats.servicesOnline).toBeGreaterThan(3);
    const areas = (await get<DataOf<typeof listBuckets>>(listBuckets)).buckets.map(({ name }) => name);
    expect(areas).toEqual(expect.arrayContaining(['fields', 'raw']));
  });

  test('a field is served as it was stored', async () => {
    const { data } = await app.call<DataOf<typeof fieldGrid>>(fieldGrid, {
      token,
      params: { variable: 'analysedSst' },
    });
    const codes = new Int16Array(new Uint8Array(Buffer.from(data.values, 'base64')).buffer);
    expect(codes).toHaveLength(data.columns * data.rows);
    const degrees = Array.from(codes).flatMap((code) => (code === -32_768 ? [] : [code * data.scale + data.offset]));
    expect(Math.min(...degrees)).toBeGreaterThan(10);
    expect(Math.max(...degrees)).toBeLessThan(34);
  });

  test('the next runs bring nothing twice', async () => {
    const before = await counts(app);
    const runs = await Promise.all(
      ['noaa-sst', 'noaa-viirs-modis', 'cmems', 'gfw', 'fisheries-area47', 'obis'].map((id) => app.ingest(id)),
    );
    expect(runs.flat().filter(({ state }) => state !== 'succeeded')).toEqual([]);
    await app.ingest('fisheries-area47', { mode: 'full' });
    expect(await counts(app)).toEqual(before);
  });

  test('a run that is under way is not begun twice', async () => {
    await simulator.setFaults('fisheries-area47', { latencyMs: 1_500 });
    const ask = () =>
      app.call<DataOf<typeof runConnector>>(runConnector, { token, params: { id: 'fisheries-area47' }, body: {} });
    const first = await ask();
    const second = await ask();
    await simulator.setFaults('fisheries-area47');
    expect(first.status).toBe(202);
    expect(second.status).toBe(409);
    expect(problemSchema.parse(second.json()).code).toBe('already_running');
    expect((await app.ended(first.data.runIds[0] ?? '')).state).toBe('succeeded');
    expect((await ask()).status).toBe(202);
  });

  test('a provider whose answers changed their shape fails the run and stores nothing', async () => {
    const before = await counts(app);
    await simulator.setFaults('gfw', { schemaDrift: 'renamed' });
    const [run] = await app.ingest('gfw', { mode: 'full' });
    await simulator.setFaults('gfw');
    expect(run?.state).toBe('failed');
    // A fault of JSON alone: the tiles of structures are read as before.
    const query = { connector: 'gfw', limit: '10' };
    const { data } = await app.call<DataOf<typeof listIngestJobs>>(listIngestJobs, { token, query });
    const failed = data.jobs.filter(({ status }) => status === 'failed');
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.every(({ errors }) => errors.length > 0)).toBe(true);
    expect(await counts(app)).toEqual(before);
  });

  test('a provider that is down: the run fails, is tried again, and recovers by itself', async () => {
    const { connectors } = app.composition;
    await app.ingest('noaa-viirs-modis');
    await simulator.setFaults('noaa-viirs-modis', { down: true });
    const [failed] = await app.ingest('noaa-viirs-modis');
    expect(failed?.state).toBe('failed');
    const failures = () =>
      app.select<{ n: number }>(
        "SELECT consecutive_failures AS n FROM connectors.streams WHERE connector_id = 'noaa-viirs-modis'",
      );
    expect(await failures()).toEqual([{ n: 1 }]);
    expect((await connectors.conduct()).enqueued).not.toContain('ingest.noaa-viirs-modis.chlorophyll');
    await simulator.setFaults('noaa-viirs-modis');
    app.clock.advance(minuteMs);
    expect((await connectors.conduct()).enqueued).toContain('ingest.noaa-viirs-modis.chlorophyll');
    await expect.poll(failures).toEqual([{ n: 0 }]);
  });
});

describe('with settings of the real providers', () => {
  let app: TestApplication;
  beforeAll(async () => {
    const { host } = new URL(simulator.url);
    app = await createTestApplication({
      settings: {
        KIANDA_MODE: 'production',
        KIANDA_ALLOWED_PRIVATE_HOSTS: host,
        KIANDA_PROVIDER_NOAA_SST_URL: `${simulator.url}/erddap`,
        KIANDA_PROVIDER_GFW_URL: `${simulator.url}/gfw/v3`,
      },
    });
  });
  afterAll(() => app.close());

  const state = async () => {
    const { metadata } = await overviewOf(app);
    return metadata.fields?.['real_time_data.sea_temperature'];
  };

  test('what comes from a provider is live, cached while it fails, and live again', async () => {
    await app.ingest('noaa-sst');
    expect(await state()).toMatchObject({ state: 'live', source: expect.stringContaining('NOAA') });
    await simulator.setFaults('noaa-sst', { revokedCredentials: true });
    await app.ingest('noaa-sst');
    const cached = await state();
    expect(cached).toMatchObject({ state: 'cached', staleAfter: expect.any(String) });
    expect(await connectorOf(app, 'noaa-sst')).toMatchObject({ status: 'error', simulated: false });
    await simulator.setFaults('noaa-sst');
    await app.ingest('noaa-sst');
    expect(await state()).toMatchObject({ state: 'live' });
    expect(await connectorOf(app, 'noaa-sst')).toMatchObject({ status: 'active', statusReason: null });
  });

  test('data grow old by themselves', async () => {
    app.clock.advance(20 * 24 * 60 * minuteMs);
    expect(await state()).toMatchObject({ state: 'cached' });
  });

  test('a connector without its credential is inactive and says why', async () => {
    expect(await connectorOf(app, 'gfw')).toMatchObject({
      status: 'inactive',
      statusReason: expect.stringContaining('token'),
    });
    const { token } = await app.newSession('operador');
    const refused = await app.call(runConnector, { token, params: { id: 'gfw' }, body: {} });
    expect(refused.status).toBe(503);
    expect(refused.problem).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('token') });
  });

  test('a private address that no setting names is never reached', async () => {
    const bare = await createTestApplication({
      settings: { KIANDA_MODE: 'production', KIANDA_PROVIDER_OBIS_URL: `${simulator.url}/obis/v3` },
    });
    const [run] = await bare.ingest('obis');
    await bare.close();
    expect(run).toMatchObject({ state: 'failed' });
    expect(run?.error).toMatch(/^O anfitrião 127\.0\.0\.1:\d+ só pode ser contactado/);
  });
});
