// @vitest-environment happy-dom
import type { Envelope, Provenance } from '@kianda/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { conditionOf } from '../../shared/condition/testing.ts';
import { connector } from '../../shared/connectors/sample.testing.ts';
import { createPage } from '../../testing.tsx';
import './page.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const at = '2026-08-31T09:00:00.000Z';
const settingsPath = '/admin-api/me/settings/demo-enhanced';
const simulated: Provenance = { state: 'simulated', source: 'NOAA', observedAt: at, retrievedAt: at, seed: 4711 };

/** An answer whose figures at these paths have an origin of their own. */
function withFields<T>(data: T, fields: Readonly<Record<string, Provenance>>): Envelope<T> {
  const answer = envelope(data);
  return { ...answer, metadata: { ...answer.metadata, fields: { ...fields } } };
}

const overview = {
  system_status: {
    overall: 'healthy',
    condition: conditionOf('healthy', 'Sistema Operacional'),
    uptime: 99,
    last_update: at,
  },
  zee_angola: { area_km2: 495_866, monitoring_stations: 12, species_recorded: 1_234, fishing_zones: 4 },
  real_time_data: { sea_temperature: 24.46, chlorophyll: null, wave_height: 1.2, current_speed: 0.3 },
  services: { copernicus: 'online', data_processing: 'online', monitoring: 'online', apis: 'online' },
  alerts: { active: 1, resolved_today: 0, total_this_week: 2 },
  performance: { api_response_time: 12, data_freshness: 98, success_rate: 100 },
};
const stats = {
  servicesOnline: 18,
  totalServices: 19,
  apiLatency: 12.5,
  mlAccuracy: null,
  availability: 99.87,
  availabilitySince: at,
  activeAlerts: 3,
  asyncTasks: 6,
  cacheHitRate: 80,
  securityScore: 71,
  maxentModels: 0,
  verifiedAt: at,
};
const health = {
  overall_status: 'healthy',
  condition: conditionOf('healthy', 'Sistema Operacional'),
  health_percentage: 100,
  uptime: 99,
  uptime_since: at,
  process_uptime_seconds: 3_600,
  components: [],
  performance: { cpu_usage: 1, memory_usage: 1, disk_usage: 1, network_io: 1, api_response_time: 1 },
  statistics: {
    total_services: 19,
    online_services: 18,
    offline_services: 1,
    total_endpoints: 461,
    active_connections: 2,
  },
  alerts: { active: 0, critical: 0 },
  last_check: at,
  timestamp: at,
};
const presence = {
  vessel_count: 87,
  total_hours: 900,
  window_hours: 24,
  window_end: at,
  updated_at: at,
  data_source: 'Global Fishing Watch',
  api_status: 'online',
  note: '',
  by_flag: [],
};
const connectors = [
  connector({ id: 'obis', name: 'OBIS', simulated: true, recordsProcessed: 3_000 }),
  connector({
    id: 'noaa',
    name: 'NOAA',
    provider: 'NOAA CoastWatch',
    type: 'regional',
    simulated: false,
    recordsProcessed: 1_000,
    newestObservation: null,
  }),
];
const pageOf = (total: number) => ({ data: [], total, page: 1, pageSize: 1, hasNext: false, hasPrev: false });
const answers = {
  '/admin-api/api/dashboard/overview': {
    json: withFields(overview, { 'real_time_data.sea_temperature': simulated }),
  },
  '/admin-api/dashboard/stats': { json: envelope(stats) },
  '/admin-api/admin-dashboard/system-health': { json: envelope(health) },
  '/admin-api/api/gfw/vessel-presence': { json: envelope(presence) },
  '/admin-api/connectors': { json: envelope({ connectors }) },
  '/admin-api/surveillance/alerts': { json: envelope(pageOf(53)) },
  '/admin-api/reports': { json: envelope(pageOf(42)) },
  '/stac/health': { json: { status: 'healthy', service: 'stac', collections: 17, items: 900, lastUpdated: at } },
  '/features/collections': { json: { links: [], collections: [] } },
  [settingsPath]: { json: envelope({ value: null, updatedAt: null }) },
} as const;

const step = (id: string) => page.text(`[aria-labelledby=etapa-${id}]`);
const address = '/?section=demo-enhanced';

test('every figure is an answer’s, with the origin it came with', async () => {
  page.open(address, answers);
  await expect.poll(() => step('temperature')).toContain('24,5 °C');
  await expect.poll(() => step('temperature')).toContain('Simulado');
  await expect.poll(() => step('vessels')).toContain('87');
  await expect.poll(() => step('catalogue')).toContain('17');
  await expect.poll(() => step('vesselAlerts')).toContain('53');
  await expect.poll(() => step('reports')).toContain('42');
  await expect.poll(() => step('species')).toContain('1 234');
  await expect.poll(() => step('services')).toContain('18 de 19');
  await expect.poll(() => step('latency')).toContain('12,5 ms');
  await expect.poll(() => step('chlorophyll')).toContain('—');
});

test('the mode, since when, the seed, and the providers by their origin', async () => {
  page.open(address, answers);
  await expect.poll(() => page.text('#instalacao')).toContain('4711');
  await expect.poll(() => page.text('#instalacao')).toContain('Demonstração');
  // The server's hour of running, before its answer of 10:00 in Luanda.
  await expect.poll(() => page.text('#instalacao')).toContain('31/08/2026, 09:00 (Luanda)');
  await expect.poll(() => page.text('#registos-recebidos')).toContain('4 000');
  await expect.poll(() => page.text('#registos-recebidos')).toContain('75 % de simuladores');
  await expect.poll(() => page.text('#fornecedores-simulados')).toContain('de 2 configurados');
  await expect.poll(() => page.text('#fornecedores-reais')).toContain('1 ligado');
  const rows = [...page.host.querySelectorAll('#fornecedores tbody tr')].map((row) => row.textContent);
  expect(rows.find((row) => row?.startsWith('NOAA'))).toContain('Real');
  // Its data came, and have no time of their own.
  expect(rows.find((row) => row?.startsWith('NOAA'))).toContain('Sem data própria');
  expect(rows.find((row) => row?.startsWith('OBIS'))).toContain('Simulado');
});

test('a provider opens its connector', async () => {
  page.open(address, answers);
  (await page.find(() => page.button('NOAA'))).click();
  await page.find(() => (window.location.search.includes('connector=noaa') ? true : null));
  expect(new URLSearchParams(window.location.search).get('tab')).toBe('regional');
});

test('what the role may not open has no step, and its providers are not asked for', async () => {
  page.open(address, answers, { role: 'cliente' });
  await expect.poll(() => step('temperature')).toContain('24,5 °C');
  const ids = [...page.host.querySelectorAll('#percurso article')].map((card) => card.getAttribute('aria-labelledby'));
  expect(ids).toContain('etapa-species');
  for (const closed of ['vessels', 'vesselAlerts', 'connectors', 'backups', 'audit', 'latency']) {
    expect(ids).not.toContain(`etapa-${closed}`);
  }
  await expect.poll(() => page.text('#instalacao')).toContain('O seu perfil não vê a lista de fornecedores.');
  expect(page.host.querySelector('#fornecedores')).toBeNull();
  const paths = page.asked.map(({ path }) => path);
  expect(paths).not.toContain('/admin-api/connectors');
  expect(paths).not.toContain('/admin-api/backup/overview');
});

test('an answer that fails is one step without a figure; the others stand', async () => {
  page.open(address, {
    ...answers,
    '/admin-api/connectors': { status: 503, json: problem('unavailable', 503, 'Já volta.') },
  });
  await expect.poll(() => page.text('#fornecedores')).toContain('Já volta.');
  await expect.poll(() => step('connectors')).toContain('—');
  await expect.poll(() => page.text('#registos-recebidos')).toContain('—');
  await expect.poll(() => step('temperature')).toContain('24,5 °C');
  await expect.poll(() => page.text('#instalacao')).toContain('Demonstração');
});

test('a step that was opened is marked in the account, and the tour goes on with the next', async () => {
  let kept: unknown = null;
  const saved = () => page.asked.filter(({ method, path }) => method === 'PUT' && path === settingsPath).at(-1)?.body;
  const known = {
    ...answers,
    [`PUT ${settingsPath}`]: () => {
      const { value } = saved() as { value: unknown };
      kept = value;
      return { json: envelope({ value, updatedAt: at }) };
    },
    [settingsPath]: () => ({ json: envelope({ value: kept, updatedAt: null }) }),
  };
  page.open(address, known);
  (await page.find(() => page.button('Começar o percurso'))).click();
  await page.find(() => (window.location.search.includes('section=realtime-angola') ? true : null));
  await page.find(() => saved());
  expect(saved()).toEqual({ value: { seen: ['temperature'] }, base: { seen: [] } });
  window.history.back();
  await page.says('1 de 20 etapas vistas');
  expect(page.sharedNames()).toEqual([]);
  await expect.poll(() => step('temperature')).toContain('Vista');
  expect(page.button('Continuar: Monitorização Copernicus')).toBeDefined();
  (await page.find(() => page.button('Recomeçar'))).click();
  await page.says('0 de 20 etapas vistas');
  await expect.poll(saved).toEqual({ value: { seen: [] }, base: { seen: ['temperature'] } });
});
