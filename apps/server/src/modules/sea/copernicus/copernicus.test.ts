import type { DataOf } from '@kianda/contract';
import {
  angolaMarine,
  copernicusAuth,
  copernicusIntegration,
  copernicusMaps,
  copernicusMonitoring,
  copernicusOData,
  copernicusOpenSearch,
} from '@kianda/contract/sea/ocean/copernicus.contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';
import { type FaultSettings, spawnSimulator, type TestSimulator } from '../../../testing/simulator.ts';

type Marine = DataOf<typeof angolaMarine>;
const minuteMs = 60_000;
const dayMs = 86_400_000;

let simulator: TestSimulator;
let app: TestApplication;
beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url });
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

const faulty = new Set<string>();
/** Faults of one way in to the simulated Copernicus. */
async function setFaults(provider: string, knobs: FaultSettings = {}): Promise<void> {
  faulty.add(provider);
  const response = await fetch(`${simulator.url}/_faults/${provider}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(knobs),
  });
  expect(response.status).toBe(200);
}
afterEach(async () => {
  for (const provider of faulty) await setFaults(provider);
  faulty.clear();
});

/** The answer after a probe of now. */
async function marine(): Promise<Marine> {
  const run = await app.ended(await app.composition.queue.enqueue('copernicus.probe', {}));
  expect(run.state).toBe('succeeded');
  // The next probe must have an instant of its own, and readers share an answer for five seconds.
  app.clock.advance(6_000);
  const { token } = await app.signIn('cliente');
  const reply = await app.call(angolaMarine, { token, query: { t: '1' } });
  expect(reply.status).toBe(200);
  return reply.json() as Marine;
}

describe('before anything was ingested', () => {
  test('missing figures are the defaults of the specification, and each says so', async () => {
    const answer = await marine();
    expect(answer).toMatchObject({ temperature: 25, salinity: 35.5, chlorophyll: 0.5, current_speed: 0.3 });
    expect(answer.total_products_found).toBe(10);
    for (const name of ['temperature', 'salinity', 'chlorophyll', 'current_speed', 'total_products_found'] as const) {
      expect(answer.detail[name]).toMatchObject({
        origem: 'defeito',
        origin: null,
        observed_at: null,
        provenance: { state: 'fallback' },
      });
    }
    expect(answer.detail.copernicus_status.origem).toBe('medido');
  });

  test('it needs a session and the permission to see the ocean', async () => {
    expect((await app.call(angolaMarine)).status).toBe(401);
  });
});

describe('the state of the interfaces', () => {
  test('OData and STAC answer and OpenSearch has ended: online, no outage', async () => {
    const answer = await marine();
    expect(answer.copernicus_status).toBe('online');
    expect(answer.summary.apis_successful).toBe(2);
    expect(answer.apis.odata).toMatchObject({ status: 'success', error: null, served_by: 'source' });
    expect(answer.apis.odata.products_found).toBeGreaterThan(50);
    expect(answer.apis.stac.products_found).toBe(answer.apis.odata.products_found);
    expect(answer.apis.opensearch).toMatchObject({
      status: 'discontinued',
      error: 'Serviço descontinuado pela fonte em março de 2026',
      served_by: 'kianda',
    });
    expect(answer.summary.response_time_ms).toBe(answer.response_time_ms);
    expect(answer.response_time_ms).toBeGreaterThan(0);
    expect(answer.detail.copernicus_status.provenance).toMatchObject({ state: 'simulated', seed: 8478 });
  });

  test('all three, in the days when OpenSearch still answered', async () => {
    await setFaults('cdse-resto', { clockSkewMs: Date.UTC(2026, 1, 20) - Date.now() });
    const answer = await marine();
    expect(answer.apis.opensearch).toMatchObject({ status: 'success', error: null, served_by: 'source' });
    expect(answer).toMatchObject({ copernicus_status: 'online', summary: { apis_successful: 3 } });
  });

  test('one of them failing with 5xx: partial, with its status', async () => {
    await setFaults('cdse-stac', { errorRate5xx: 1 });
    const answer = await marine();
    expect(answer).toMatchObject({ copernicus_status: 'partial', summary: { apis_successful: 1 } });
    expect(answer.apis.stac).toMatchObject({
      status: 'error',
      products_found: 0,
      error: expect.stringMatching(/^A interface .+ \(HTTP 50\d\)\.$/),
    });
    expect(answer.apis.odata.status).toBe('success');
  });

  test('both unreachable: offline, and the sea is still told', async () => {
    await setFaults('cdse', { down: true });
    await setFaults('cdse-stac', { down: true });
    const answer = await marine();
    expect(answer).toMatchObject({ copernicus_status: 'offline', summary: { apis_successful: 0 } });
    expect(answer.apis.odata.error).toBe('A interface está inacessível.');
    expect(answer.temperature).toBeTypeOf('number');
  });

  test('answers that change their form are an error, not a count', async () => {
    await setFaults('cdse-stac', { malformed: 1 });
    expect((await marine()).apis.stac).toMatchObject({ status: 'error', products_found: 0 });
  });

  test('where no schedule probes, the reader does', async () => {
    await setFaults('cdse', { down: true });
    app.clock.advance(13 * minuteMs);
    const { token } = await app.signIn('cliente');
    const answer = (await app.call(angolaMarine, { token })).json() as Marine;
    expect(answer.copernicus_status).toBe('partial');
    const probes = await app.select<{ n: string }>("SELECT count(*) AS n FROM copernicus.probes WHERE api = 'odata'");
    const again = (await app.call(angolaMarine, { token })).json() as Marine;
    expect(again.apis.odata.checked_at).toBe(answer.apis.odata.checked_at);
    expect(await app.select("SELECT count(*) AS n FROM copernicus.probes WHERE api = 'odata'")).toEqual(probes);
  });
});

describe('once the sea was read', () => {
  const states: string[] = [];
  beforeAll(async () => {
    for (const connector of ['noaa-sst', 'noaa-viirs-modis', 'cmems', 'cdse-sentinel3']) {
      for (const run of await app.ingest(connector)) states.push(run.state);
    }
  });

  test('its connectors ran', () => {
    expect(new Set(states)).toEqual(new Set(['succeeded']));
  });

  test('the four parameters are averages over the ZEE, with origin and time', async () => {
    const answer = await marine();
    const { temperature, salinity, chlorophyll, current_speed } = answer.detail;
    expect(temperature).toMatchObject({ unit: '°C', origem: 'medido', origin: 'noaa-sst' });
    expect(chlorophyll).toMatchObject({ unit: 'mg/m³', origem: 'medido', origin: 'noaa-viirs-modis' });
    expect(salinity).toMatchObject({ unit: 'psu', origem: 'modelo', origin: 'cmems' });
    expect(current_speed).toMatchObject({ unit: 'm/s', origem: 'modelo', origin: 'cmems' });
    for (const figure of [temperature, salinity, chlorophyll, current_speed]) {
      expect(figure.provenance.state).toBe('simulated');
      expect(Date.parse(figure.observed_at ?? '')).toBeLessThan(app.clock.nowMs());
      expect(figure.n_cells).toBeGreaterThan(10);
    }
    const [slice] = await app.select<{ zee_mean: number; coverage: number }>(
      "SELECT zee_mean, coverage FROM ocean.field_slices WHERE variable = 'analysedSst' ORDER BY observed_at DESC, dataset LIMIT 1",
    );
    expect(Math.abs(answer.temperature - (slice?.zee_mean ?? 0))).toBeLessThan(3);
    expect(answer.current_speed).toBeGreaterThan(0);
    expect(answer.current_speed).toBeLessThan(3);
  });

  test('products are those stored of the last seven days', async () => {
    const answer = await marine();
    const since = new Date(app.clock.nowMs() - 7 * dayMs).toISOString();
    const [row] = await app.select<{ n: string }>(
      `SELECT count(*) AS n FROM ocean.products WHERE deleted_at IS NULL AND observed_at >= '${since}'`,
    );
    // A pass may leave the window between the two questions.
    expect(Math.abs(answer.total_products_found - Number(row?.n))).toBeLessThan(3);
    expect(answer.summary.total_products_found).toBe(answer.total_products_found);
    expect(answer.apis.opensearch.products_found).toBe(answer.total_products_found);
    expect(answer.detail.total_products_found.provenance.state).toBe('simulated');
  });

  test('OpenSearch goes on being answered, in the form of resto and paged', async () => {
    const path = { params: { collection: 'Sentinel3' } };
    const ask = async (query: Record<string, string>) =>
      (await app.call(copernicusOpenSearch, { ...path, query })).json() as DataOf<typeof copernicusOpenSearch>;
    const first = await ask({ maxRecords: '3', sortOrder: 'ascending' });
    const second = await ask({ maxRecords: '3', sortOrder: 'ascending', page: '2' });
    expect(first.features).toHaveLength(3);
    expect(first.properties).toMatchObject({ startIndex: 1, itemsPerPage: 3, discontinued: { since: '2026-03' } });
    expect(new Set([...first.features, ...second.features].map(({ id }) => id)).size).toBe(6);
    const colour = await ask({ productType: 'OL_2_WFR___', maxRecords: '1000' });
    expect(colour.properties.totalResults).toBe(colour.features.length);
    expect(colour.features.length).toBeLessThan(first.properties.totalResults as number);
    const away = await ask({ box: '100,40,110,50', maxRecords: '1000' });
    expect(away.features.every(({ geometry }) => geometry === null)).toBe(true);
    expect((await app.call(copernicusOpenSearch, { ...path, query: { box: '1,2,3' } })).status).toBe(400);
    expect((await app.call(copernicusOpenSearch, { params: { collection: 'Sentinel2' } })).status).toBe(404);
  });

  test('the four links work without a session, and hold no secret', async () => {
    const { token } = await app.signIn('investigador');
    const { data } = await app.call<DataOf<typeof copernicusIntegration>>(copernicusIntegration, { token });
    expect(data.hosts).toEqual([null]);
    expect(data.links.map(({ id, builtIn }) => [id, builtIn])).toEqual([
      ['odata', true],
      ['opensearch', true],
      ['auth', true],
      ['maps', true],
    ]);
    const opened = await Promise.all(data.links.map(({ url }) => app.inject({ method: 'GET', url })));
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 302]);
    const [odata, opensearch, auth, maps] = opened;
    expect(odata?.json()).toMatchObject({ value: { length: 5 } });
    expect(opensearch?.json()).toMatchObject({ features: { length: 3 } });
    expect(auth?.text).not.toMatch(/access-|refresh-|simulado/);
    expect(maps?.headers.location).toBe(`${app.config.interfacesUrl}/realtime_angola.html#c=12.5,-8.8,7&p=12.5,-8.8`);
    expect((await app.call(copernicusMaps, { query: { q: 'Luanda' } })).status).toBe(400);
    expect((await app.call(copernicusOData, { query: { collection: 'SENTINEL-2' } })).status).toBe(404);
  });

  test('monitoring: every day of the window, delays, coverage by cells, quotas and the life of the token', async () => {
    await marine();
    const { token } = await app.signIn('cliente');
    const { data, metadata } = await app.call<DataOf<typeof copernicusMonitoring>>(copernicusMonitoring, {
      token,
      query: { days: '10', coverageDays: '3' },
    });
    expect(data.days).toHaveLength(10);
    const counted = data.days.flatMap(({ byType }) => Object.values(byType)).reduce((sum, n) => sum + n, 0);
    expect(counted).toBe(data.types.reduce((sum, { total }) => sum + total, 0));
    expect(counted).toBeGreaterThan(50);
    for (const { latencyHours } of data.types) expect(latencyHours).toBeGreaterThan(1);
    expect(data.coverage.share).toBeGreaterThan(0.5);
    expect(data.coverage.share).toBeLessThanOrEqual(1);
    expect(data.coverage.cells.some(({ passes }) => passes > 1)).toBe(true);
    const [cdse, cmems] = ['cdse-sentinel3', 'cmems'].map((id) => data.connectors.find((row) => row.id === id));
    expect(cdse?.quota).toMatchObject({ monthlyBytes: 12e12, reason: null });
    expect(cdse?.quota.usedBytes).toBeGreaterThan(0);
    expect(cdse?.token.reason).toBeNull();
    const lifeMs = Date.parse(cdse?.token.expiresAt ?? '') - Date.parse(cdse?.token.checkedAt ?? '');
    expect(lifeMs).toBeGreaterThan(0);
    expect(lifeMs).toBeLessThanOrEqual(600_000);
    expect(cmems?.token).toMatchObject({ expiresAt: null, reason: expect.stringContaining('anónima') });
    expect(cmems?.quota).toMatchObject({ monthlyBytes: null, reason: expect.stringContaining('não publica') });
    expect(data.probes.some(({ api, ok }) => api === 'stac' && !ok)).toBe(true);
    expect(metadata.provenance.state).toBe('simulated');
  });

  test('an account that is refused says so, and nothing else', async () => {
    await setFaults('cdse-identity', { revokedCredentials: true });
    app.clock.advance(11 * minuteMs);
    await marine();
    const answer = (await app.call(copernicusAuth)).json() as DataOf<typeof copernicusAuth>;
    expect(answer).toMatchObject({ status: 'refused', expires_in: null, simulated: true });
  });
});

describe('with settings of its own', () => {
  test('other hosts are tried before ours, and the console may reach them; production links leave', async () => {
    const other = await createTestApplication({
      settings: {
        KIANDA_MODE: 'production',
        KIANDA_OCEAN_API_URLS: 'https://um.example.ao/ocean-api/, https://dois.example.ao/ocean-api',
      },
    });
    try {
      const { token } = await other.signIn('investigador');
      const { data } = await other.call<DataOf<typeof copernicusIntegration>>(copernicusIntegration, { token });
      expect(data.hosts).toEqual(['https://um.example.ao/ocean-api', 'https://dois.example.ao/ocean-api', null]);
      const links = new Map(data.links.map((link) => [link.id, link]));
      expect(links.get('odata')?.url).toMatch(/^https:\/\/catalogue\.dataspace\.copernicus\.eu\/odata\/v1\/Products\?/);
      expect(links.get('odata')?.url).toContain('$top=5');
      expect(links.get('auth')?.url).toMatch(/^https:\/\/identity\.dataspace\.copernicus\.eu\//);
      expect(links.get('maps')?.url).toContain('q=-8.8,12.5');
      expect(links.get('opensearch')).toMatchObject({ builtIn: true });
      const page = await other.inject({ method: 'GET', url: '/features/?f=html' });
      expect(page.headers['content-security-policy']).toMatch(/connect-src[^;]*https:\/\/um\.example\.ao/);
    } finally {
      await other.close();
    }
  });
});
