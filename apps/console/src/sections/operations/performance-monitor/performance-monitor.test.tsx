// @vitest-environment happy-dom
import type { MetricSample } from '@kianda/contract/operations/health/health.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { samplesCsv } from './api/samples-csv.ts';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const sample: MetricSample = {
  timestamp: '2026-08-31T09:00:00.000Z',
  cpuPercent: 12.5,
  memoryPercent: 30,
  diskPercent: null,
  networkIn: 1_000,
  networkOut: 500,
  activeConnections: 3,
  uptime: 60,
  processMemoryBytes: 1e8,
  eventLoopDelayMs: 21,
  databaseBytes: 1.3e8,
  databaseConnections: 7,
  requestsPerSecond: 0.4,
  latencyP50Ms: 3,
  latencyP95Ms: null,
  latencyP99Ms: 1_250,
  errorRate: 0,
};
const routes = {
  routes: [
    {
      endpoint: 'listAlerts',
      method: 'GET',
      path: '/admin-api/alerts',
      requests: 20,
      p50Ms: 3,
      p95Ms: 10,
      p99Ms: 30,
      errorRate: 0,
      lastAccessed: '2026-08-31T08:59:00.000Z',
    },
    {
      endpoint: 'health',
      method: 'GET',
      path: '/admin-api/health',
      requests: 90,
      p50Ms: 1,
      p95Ms: 2,
      p99Ms: 5,
      errorRate: 2.5,
      lastAccessed: '2026-08-31T08:59:00.000Z',
    },
  ],
};
/** No sample in the history: the charts, which need a canvas, stay empty. */
const answers = {
  '/admin-api/metrics/history': { json: envelope({ stepSeconds: 10, samples: [] }) },
  '/admin-api/metrics/routes': { json: envelope(routes) },
} as const;

const firstRoute = () => page.host.querySelector('main tbody tr')?.textContent ?? '';

test('routes come by requests, the most asked first, unless the address says otherwise', async () => {
  page.open('/?section=performance-monitor', answers);
  await page.says('/admin-api/alerts');
  expect(firstRoute()).toContain('/admin-api/health');
});

test('sort, filter and period are in the address', async () => {
  page.open('/?section=performance-monitor&period=7d&sort=path&q=alerts', answers);
  await page.says('nos últimos 7 dias');
  await page.find(() => (firstRoute().includes('/admin-api/alerts') ? true : null));
  expect(page.text('main tbody')).not.toContain('/admin-api/health');
});

test.each([
  ['1h', '1'],
  ['6h', '6'],
  ['24h', '24'],
  ['7d', '168'],
  ['30d', '720'],
])('the period %s asks for its hours, %s', async (period, hours) => {
  const asked: (string | null)[] = [];
  page.open(`/?section=performance-monitor&period=${period}`, {
    ...answers,
    '/admin-api/metrics/routes': (query) => {
      asked.push(query.get('hours'));
      return { json: envelope(routes) };
    },
  });
  await page.says('/admin-api/alerts');
  expect(asked).toEqual([hours]);
});

test('a period that is none falls back to an hour', async () => {
  page.open('/?section=performance-monitor&period=99d', answers);
  expect(await page.says('na última hora')).toBe(true);
});

test('without samples the charts say so, and every tile why it is unknown', async () => {
  page.open('/?section=performance-monitor', answers);
  await page.says('Ainda não há amostras neste período');
  expect(page.button('Exportar CSV')?.disabled).toBe(true);
  expect(page.button('Este sistema não publica o espaço em disco.')).toBeDefined();
});

test('a failed history is one error, and the routes are still right', async () => {
  page.open('/?section=performance-monitor', {
    ...answers,
    '/admin-api/metrics/history': { status: 503, json: problem('unavailable', 503, 'Já volta.') },
  });
  await page.says('Falha ao carregar métricas. Já volta.');
  expect(await page.says('/admin-api/health')).toBe(true);
});

test('a role that may not see the measures is told so', async () => {
  page.open('/?section=performance-monitor', answers, { role: 'cliente' });
  expect(await page.says('Sem permissão')).toBe(true);
});

test('the export keeps unknown values empty and writes decimal commas', () => {
  const [header, row] = samplesCsv([sample]).replace('\ufeff', '').split('\r\n');
  expect(header?.split(';').slice(0, 4)).toEqual(['Instante (UTC)', 'CPU (%)', 'Memória (%)', 'Disco (%)']);
  expect(row?.split(';').slice(0, 5)).toEqual(['2026-08-31T09:00:00.000Z', '12,5', '30', '', '1000']);
});
