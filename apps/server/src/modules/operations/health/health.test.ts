import type { DataOf } from '@kianda/contract';
import {
  alertDetail,
  alertHistory,
  exportAlertHistory,
  resolveAlert,
} from '@kianda/contract/operations/alerts/casework.contract';
import {
  listAlerts,
  metricCurve,
  metricsHistory,
  routeMetrics,
  servicesStatus,
  systemHealth,
} from '@kianda/contract/operations/health/health.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { seededRandom } from '@kianda/geo';
import ExcelJS from 'exceljs';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import type { Download } from '../../../platform/http/bind.ts';
import { createRequestMetrics, type RequestMetrics } from '../../../platform/http/request-metrics.ts';
import type { HealthState } from '../../../platform/module.ts';
import { askModule } from '../../../testing/ask.ts';
import { createModulePlatform, type ModulePlatform } from '../../../testing/module.ts';
import { healthMigrations } from './health.migrations.ts';
import { createHealth, type HealthModule } from './index.ts';
import { monitoredMachine } from './testing/machine.ts';

let base: ModulePlatform;
let requests: RequestMetrics;
let module: HealthModule;
let told: string[];
let delivered: AlertMessage[];
/** Entries of the audit trail. */
let taken: AuditEntry[];
/** State that the test's component reports. */
let radar: { state: HealthState; detail: string };

let silent: string[];
let silenced: boolean;
let stopped: string | null;
let radarUrl: string | null;
const buoyAlert = (subject: string) => ({
  subject,
  severity: 'error' as const,
  title: `Boia ${subject}`,
  message: 'Sem dados',
  source: 'Boias',
  metadata: { buoy: subject },
});

/** The module as a process has it; another call is another start of the platform. */
function start(instance = 'a'): HealthModule {
  return createHealth({
    platform: base.platform,
    requests,
    rules: () => [
      {
        rule: 'buoy_silent',
        title: 'Boia calada',
        condition: 'Sem medições há uma hora.',
        judge: async () => silent.map(buoyAlert),
      },
    ],
    checks: () => [{ id: 'radar', label: 'Radar', check: async () => ({ ...radar, latencyMs: 12 }) }],
    deliver: async (message) => {
      delivered.push(message);
    },
    isSilenced: async () => silenced,
    ...monitoredMachine(base.platform),
    audit: { record: async (entry) => taken.push(entry) },
    version: '2.0.0',
    instance,
    connections: () => 3,
    operatingStatusOf: (id) => ({
      ...{ url: id === 'radar' ? radarUrl : `http://127.0.0.1/${id}`, isOutside: false },
      stopped: id === 'radar' ? stopped : null,
    }),
    activeUsers: async () => 2,
  });
}
beforeEach(async () => {
  radarUrl = 'http://127.0.0.1/radar';
  base = await createModulePlatform([{ name: 'health', migrations: healthMigrations }]);
  requests = createRequestMetrics({ nowMs: () => base.platform.clock.nowMs(), random: seededRandom(1) });
  told = [];
  delivered = [];
  taken = [];
  base.platform.events.subscribe(({ type }) => told.push(type));
  radar = { state: 'online', detail: 'roda' };
  silent = [];
  silenced = false;
  stopped = null;
  module = start();
});
afterEach(async () => {
  await module.stop?.();
  await base.close();
});

test('the built-in rules say what they watch: components, and what the modules judge themselves', () => {
  expect(module.builtinRules().map(({ rule }) => rule)).toEqual(['component_unhealthy', 'buoy_silent']);
  expect(module.builtinRules().at(-1)).toEqual({
    rule: 'buoy_silent',
    title: 'Boia calada',
    condition: 'Sem medições há uma hora.',
  });
});

const alerts = async () => {
  const { data } = await askModule(module, listAlerts);
  return (data as DataOf<typeof listAlerts>).alerts;
};
/** Ticks as the timer would, every ten seconds. */
async function ticks(count: number, before: () => void = () => undefined): Promise<void> {
  for (let tick = 0; tick < count; tick += 1) {
    base.advance(10_000);
    before();
    await module.service.tick();
  }
}

test('a component that fails raises one alert while it lasts, and its recovery closes it', async () => {
  await module.service.checkComponents();
  expect(await alerts()).toEqual([]);
  radar = { state: 'offline', detail: 'sem sinal' };
  for (let check = 0; check < 3; check += 1) {
    base.advance(30_000);
    await module.service.checkComponents();
  }
  expect(await alerts()).toMatchObject([
    { type: 'critical', title: 'Radar indisponível', message: 'sem sinal', resolvedAt: null },
  ]);
  expect(told.filter((type) => type === 'alert.raised')).toHaveLength(1);
  radar = { state: 'warning', detail: 'lento' };
  await module.service.checkComponents();
  expect(await alerts()).toMatchObject([{ type: 'warning', message: 'lento', resolvedAt: null }]);
  radar = { state: 'online', detail: 'roda' };
  await module.service.checkComponents();
  expect((await alerts()).map(({ resolvedAt }) => resolvedAt)).toEqual([expect.any(String)]);
  expect(told).toContain('alert.resolved');
  expect(await module.service.alertCounts()).toMatchObject({ active: 0, resolved_today: 1, week: 1, total: 1 });
});

test('an alert of a process that ended is closed by the next one', async () => {
  radar = { state: 'offline', detail: 'sem sinal' };
  await module.service.checkComponents();
  radar = { state: 'online', detail: 'roda' };
  module = start('b');
  await module.service.checkComponents();
  expect(await module.service.alertCounts()).toMatchObject({ active: 0, total: 1 });
});

const actor = (name: string) => ({
  principal: {
    accountId: `conta-${name}`,
    email: `${name}@kianda.test`,
    name,
    role: 'operador' as const,
    sessionId: 's',
    mustChangePassword: false,
  },
  ipAddress: '127.0.0.1',
  userAgent: 'ensaio',
});

test('who saw it first stays on record, with each note; an unknown alert is not found', async () => {
  radar = { state: 'offline', detail: 'sem sinal' };
  await module.service.checkComponents();
  const [alert] = await alerts();
  const id = alert?.id ?? '';
  expect(await module.alerting.acknowledge(id, 'Vou ver', actor('Ana'))).toMatchObject({ acknowledged: true });
  base.advance(1_000);
  await module.alerting.acknowledge(id, null, actor('Rui'));
  await module.alerting.comment(id, 'Era o cabo', actor('Rui'));
  const detail = (await askModule(module, alertDetail, { params: { id } })).data;
  expect(detail).toMatchObject({
    acknowledgedBy: 'Ana',
    rule: 'component_unhealthy',
    subject: 'radar',
    isSilenced: false,
  });
  expect(detail.steps.map(({ kind, actor: by, note }) => [kind, by, note])).toEqual([
    ['raised', null, 'sem sinal'],
    ['acknowledged', 'Ana', 'Vou ver'],
    ['comment', 'Rui', 'Era o cabo'],
  ]);
  const { rows } = await sql<{ by: string }>`SELECT acknowledged_by AS by FROM health.alerts`.execute(
    base.platform.database.for(),
  );
  expect(rows).toEqual([{ by: 'conta-Ana' }]);
  await expect(
    module.alerting.acknowledge('00000000-0000-4000-8000-000000000000', null, actor('Ana')),
  ).rejects.toMatchObject({ code: 'not_found' });
});

test('one that was resolved by hand stays closed until its condition is over, and comes back after', async () => {
  radar = { state: 'offline', detail: 'sem sinal' };
  await module.service.checkComponents();
  const id = (await alerts())[0]?.id ?? '';
  const body = { note: 'Obras no mastro' };
  const detail = (await askModule(module, resolveAlert, { params: { id }, body })).data;
  expect(detail.steps.at(-1)).toMatchObject({ kind: 'resolved', actor: 'Ensaio', note: 'Obras no mastro' });
  await expect(askModule(module, resolveAlert, { params: { id }, body })).rejects.toMatchObject({ code: 'conflict' });
  base.advance(30_000);
  await module.service.checkComponents();
  expect(await module.service.alertCounts()).toMatchObject({ active: 0, total: 1 });
  radar = { state: 'online', detail: 'roda' };
  await module.service.checkComponents();
  radar = { state: 'offline', detail: 'outra vez' };
  base.advance(30_000);
  await module.service.checkComponents();
  expect(await module.service.alertCounts()).toMatchObject({ active: 1, total: 2 });
});

test('a silenced alert is seen and not told; told once its silence is over, and again when it gets graver', async () => {
  silenced = true;
  radar = { state: 'warning', detail: 'lento' };
  await module.service.checkComponents();
  expect(await module.service.alertCounts()).toMatchObject({ active: 1 });
  expect(delivered).toEqual([]);
  silenced = false;
  await module.service.checkComponents();
  await module.service.checkComponents();
  radar = { state: 'offline', detail: 'sem sinal' };
  await module.service.checkComponents();
  await module.service.checkComponents();
  expect(delivered.map(({ severity }) => severity)).toEqual(['medium', 'critical']);
  expect(new Set(delivered.map(({ key }) => key)).size).toBe(2);
});

test('history: by severity, rule and words, page by page', async () => {
  silent = ['Lobito', 'Namibe'];
  radar = { state: 'offline', detail: 'sem sinal' };
  await module.service.checkComponents();
  const found = async (query: object) => (await askModule(module, alertHistory, { query })).data;
  expect((await found({ pageSize: 2 })).data).toHaveLength(2);
  expect(await found({ pageSize: 2 })).toMatchObject({ total: 3, hasNext: true });
  expect((await found({ type: 'critical' })).data.map(({ title }) => title)).toEqual(['Radar indisponível']);
  expect((await found({ rule: 'buoy_silent', search: 'LOBITO' })).data.map(({ title }) => title)).toEqual([
    'Boia Lobito',
  ]);
  const titles = async (query: object) => (await found(query)).data.map(({ title }) => title);
  const [gravest, ...others] = await titles({ sort: 'type', order: 'desc' });
  // Both buoys have the same severity: their order is not defined.
  expect([gravest, ...others.toSorted()]).toEqual(['Radar indisponível', 'Boia Lobito', 'Boia Namibe']);
  expect(await titles({ sort: 'title', order: 'asc' })).toEqual(['Boia Lobito', 'Boia Namibe', 'Radar indisponível']);
  expect(await titles({ search: '%' })).toEqual([]);
  expect(await titles({ state: 'resolved' })).toEqual([]);
});

test('history as a file: every row that the filters find, in its order, and in the audit trail', async () => {
  silent = Array.from({ length: 230 }, (_, number) => `n.º ${String(number).padStart(3, '0')}`);
  await module.service.checkComponents();
  const fileOf = async (format: string) => {
    const query = { format, search: 'boia', sort: 'title', order: 'desc' };
    return (await askModule(module, exportAlertHistory, { query })) as unknown as Download;
  };
  const textOf = ({ bytes }: Download) => Buffer.from(bytes).toString();
  const csv = await fileOf('csv');
  const lines = textOf(csv).trim().split('\r\n');
  expect([lines.length, csv.fileName]).toEqual([231, 'kianda-historico-de-alertas-2026-08-31.csv']);
  expect(lines[1]).toContain('Boia n.º 229;Erro;Novo;Boias');
  const json = JSON.parse(textOf(await fileOf('json')));
  expect([json.total, json.rows.length, json.rows[229].title]).toEqual([230, 230, 'Boia n.º 000']);
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(Buffer.from((await fileOf('xlsx')).bytes) as unknown as ArrayBuffer);
  const [sheet] = book.worksheets;
  expect([sheet?.rowCount, sheet?.getCell('B2').value]).toEqual([231, 'Boia n.º 229']);
  expect(taken.map(({ event, resource, metadata }) => [event, resource, metadata?.rows])).toEqual(
    Array.from({ length: 3 }, () => ['data.export', 'list/historico-de-alertas', 230]),
  );
});

test('a database that was away is written what was found meanwhile', async () => {
  const { database } = base.platform;
  await sql`ALTER TABLE health.checks RENAME TO checks_away`.execute(database.for());
  radar = { state: 'offline', detail: 'sem sinal' };
  await expect(module.service.checkComponents()).rejects.toThrow();
  await sql`ALTER TABLE health.checks_away RENAME TO checks`.execute(database.for());
  radar = { state: 'online', detail: 'roda' };
  base.advance(30_000);
  await module.service.checkComponents();
  const [metric] = (module.metrics ?? []).filter(({ id }) => id === 'service.state');
  const points = (await metric?.history?.(base.platform.clock.nowMs() - 60_000)) ?? [];
  expect(points.filter(({ subject }) => subject === 'radar').map(({ value }) => value)).toEqual([2, 0]);
});

test('a check that rejects, and one that says nothing wrong', async () => {
  const broken = createHealth({
    platform: base.platform,
    requests,
    checks: () => [{ id: 'x', label: 'X', check: () => Promise.reject(new Error('ECONNREFUSED')) }],
    ...monitoredMachine(base.platform),
    version: '2.0.0',
    instance: 'x',
    connections: () => null,
    operatingStatusOf: () => ({ url: '', isOutside: false, stopped: null }),
    activeUsers: async () => 0,
  });
  const components = await broken.registry.checkAll();
  expect(components.map(({ id, report }) => [id, report.state])).toEqual([
    ['database', 'online'],
    ['object-storage', 'online'],
    ['x', 'offline'],
  ]);
  expect(components.at(-1)?.report).toMatchObject({ detail: 'ECONNREFUSED', latencyMs: null });
  await broken.stop?.();
});

test('availability is the share of recorded checks that were not offline', async () => {
  expect(await module.service.availability(1)).toBeNull();
  await module.service.checkComponents();
  expect(await module.service.availability(1)).toBe(100);
  radar = { state: 'offline', detail: 'sem sinal' };
  base.advance(30_000);
  await module.service.checkComponents();
  // Two rounds of three components, one check failed.
  expect(await module.service.availability(1)).toBeCloseTo((100 * 5) / 6, 10);
  base.advance(2 * 86_400_000);
  expect(await module.service.availability(1)).toBeNull();
});

test('the time that the platform was off counts against it: its next start finds and records it', async () => {
  await module.service.checkComponents();
  base.advance(30_000);
  await module.service.checkComponents();
  await module.stop?.();
  base.advance(30_000);
  module = start('b');
  // Off for half a minute is a round; off for as long as it had run is half of the time.
  await module.service.checkComponents();
  expect(await module.service.availability(1)).toBe(100);
  const before = await module.service.observed(1);
  expect(before.since).toBe('2026-08-31T09:00:00.000Z');
  await module.stop?.();
  base.advance(540_000);
  module = start('c');
  await module.service.checkComponents();
  // Ten minutes of which nine without the platform.
  expect(await module.service.availability(1)).toBeCloseTo(10, 6);
  // The same while it runs, as on a machine that slept, is unknown and counts neither way.
  base.advance(600_000);
  await module.service.checkComponents();
  expect(await module.service.availability(1)).toBeCloseTo(10, 6);
  const { components } = await module.availability(90, []);
  expect(components.find(({ id }) => id === 'radar')).toMatchObject({
    since: '2026-08-31T09:00:00.000Z',
    uptime: { day: null, week: null, quarter: null },
    days: [{ day: '2026-08-31', offline: expect.closeTo(100 * (540 / 1_200), 6), unknown: expect.closeTo(50, 6) }],
  });
});

test('one measure is a curve of at most as many points as asked for, the newest its end', async () => {
  await ticks(91, () => requests.record('readSea', 40, 200));
  const { data } = await askModule(module, metricCurve, { query: { measure: 'latencyP95Ms', hours: 1, points: 60 } });
  const { samples } = (await askModule(module, metricsHistory, { query: { hours: 1 } })).data as DataOf<
    typeof metricsHistory
  >;
  const curve = data as DataOf<typeof metricCurve>;
  expect(curve.stepSeconds).toBe(20);
  expect(curve.points).toHaveLength(46);
  expect(curve.points.at(-1)).toEqual({ at: samples.at(-1)?.timestamp, value: 40 });
});

test('samples are condensed: ten seconds, a minute, a quarter of an hour', async () => {
  await ticks(91, () => requests.record('readSea', 40, 200));
  const of = async (hours: number) =>
    (await askModule(module, metricsHistory, { query: { hours } })).data as DataOf<typeof metricsHistory>;
  const [fine, minutes, quarters] = [await of(1), await of(24), await of(720)];
  expect([fine.stepSeconds, minutes.stepSeconds, quarters.stepSeconds]).toEqual([10, 60, 900]);
  expect([fine.samples.length, minutes.samples.length, quarters.samples.length]).toEqual([91, 15, 1]);
  expect(quarters.samples[0]).toMatchObject({
    timestamp: '2026-08-31T09:15:00.000Z',
    uptime: 900,
    latencyP95Ms: 40,
    activeConnections: 3,
    errorRate: 0,
  });
  expect(quarters.samples[0]?.requestsPerSecond).toBeCloseTo(0.1, 5);
  expect(minutes.samples.every(({ memoryPercent }) => memoryPercent !== null && memoryPercent > 0)).toBe(true);
});

test('old samples go: ten-second ones after six hours, minutes after two days', async () => {
  await ticks(91);
  base.advance(3 * 86_400_000);
  await ticks(1);
  const { rows } = await sql<{ step: number; n: number }>`
    SELECT step_seconds AS step, count(*) AS n FROM health.metric_samples GROUP BY 1 ORDER BY 1`.execute(
    base.platform.database.for(),
  );
  const left = new Map(rows.map(({ step, n }) => [step, n]));
  expect(left.get(10)).toBe(1);
  expect(left.get(60) ?? 0).toBeLessThanOrEqual(1);
  expect(left.get(900)).toBeGreaterThanOrEqual(1);
});

test('routes: requests, errors and weighted percentiles of the minutes', async () => {
  for (let minute = 0; minute < 2; minute += 1) {
    for (let request = 0; request <= minute * 2; request += 1) {
      requests.record('listStations', minute === 0 ? 10 : 50, request === 1 ? 503 : 200);
    }
    requests.record('desconhecida', 1, 200);
    await ticks(6);
  }
  const { data } = await askModule(module, routeMetrics, { query: { hours: 1 } });
  const { routes } = data as DataOf<typeof routeMetrics>;
  expect(routes).toMatchObject([
    {
      endpoint: 'listStations',
      method: 'GET',
      path: '/admin-api/ocean/stations',
      requests: 4,
      errorRate: 25,
      p99Ms: 50,
    },
  ]);
  expect(routes[0]?.p50Ms).toBeCloseTo((10 * 1 + 50 * 3) / 4, 4);
});

test('the same browser error is one group, another stack another', async () => {
  const report = { error: 'x is undefined', url: '/?section=a', userAgent: 'Firefox', accountId: null };
  const stack = 'Error: x is undefined\n  at render (assets/a.js:1:2)\n  at loop (assets/b.js:3:4)\n  at c\n  at d';
  const first = await module.service.clientError({ ...report, stack });
  expect(first.occurrences).toBe(1);
  expect(await module.service.clientError({ ...report, stack: `${stack}\n  at deeper` })).toEqual({
    id: first.id,
    occurrences: 2,
  });
  const other = await module.service.clientError({ ...report, stack: stack.replace('a.js', 'z.js') });
  expect(other).toMatchObject({ occurrences: 1 });
  expect(other.id).not.toBe(first.id);
  expect((await module.service.clientError(report)).id).not.toBe(first.id);
});

test('what the screens get: states of the services, and every unknown figure with its reason', async () => {
  await module.service.checkComponents();
  const status = (await askModule(module, servicesStatus)).data as DataOf<typeof servicesStatus>;
  expect(status.summary).toMatchObject({ total: 3, online: 3, offline: 0, health_percentage: 100 });
  expect(status.services.find(({ id }) => id === 'radar')).toMatchObject({
    name: 'Radar',
    responseTime: 12,
    url: 'http://127.0.0.1/radar',
  });
  const answer = await askModule(module, systemHealth);
  const data = answer.data as DataOf<typeof systemHealth>;
  // This machine's own measurements may cross a limit: the state follows the sentence.
  expect(data.overall_status).toBe(data.condition.level);
  expect(data.statistics).toMatchObject({ total_services: 3, online_services: 3, offline_services: 0 });
  expect(data.performance.cpu_usage).toBeNull();
  expect(answer.missing).toMatchObject({
    'performance.cpu_usage': expect.any(String),
    'performance.api_response_time': expect.any(String),
  });
});

test('the port of a component is the one of its address, or that of its scheme; without an address there is none', async () => {
  await module.service.checkComponents();
  const portAt = async (url: string | null) => {
    radarUrl = url;
    const { services } = (await askModule(module, servicesStatus)).data as DataOf<typeof servicesStatus>;
    return services.find(({ id }) => id === 'radar')?.port;
  };
  expect(await portAt('http://127.0.0.1/radar')).toBe(80);
  expect(await portAt('https://radar.exemplo.ao')).toBe(443);
  expect(await portAt('https://radar.exemplo.ao:8443/x')).toBe(8443);
  expect(await portAt(null)).toBeNull();
  expect(await portAt('sem endereço')).toBeNull();
});

test('an open critical alert and a stopped component are in the one sentence, and in every count at once', async () => {
  await module.service.checkComponents();
  const state = async () => (await askModule(module, systemHealth)).data as DataOf<typeof systemHealth>;
  const { severity: _, ...lobito } = buoyAlert('Lobito');
  await module.alerting.raise({ ...lobito, rule: 'buoy_silent', type: 'critical', tellsEnd: true });
  base.advance(3_000);
  const judged = await state();
  expect(judged.overall_status).toBe('error');
  expect(judged.condition.sentence).toMatch(/^Alerta crítico: Boia Lobito[;.]/);
  stopped = 'Parado por Ana';
  const stoppedState = await state();
  const status = (await askModule(module, servicesStatus)).data as DataOf<typeof servicesStatus>;
  expect(stoppedState.condition.services).toMatchObject({ total: 3, online: 2, offline: 1 });
  expect(status.summary).toMatchObject({ total: 3, online: 2, offline: 1 });
  expect(stoppedState.statistics).toMatchObject({ online_services: 2, offline_services: 1 });
  expect(stoppedState.condition.findings.find(({ subject }) => subject === 'radar')?.text).toBe(
    'Radar não corre (Parado por Ana)',
  );
});

test('the measuring goes on by itself and stops when told', async () => {
  await module.start?.();
  expect(module.registry.components.map(({ id }) => id)).toEqual(['database', 'object-storage', 'radar']);
  expect(told).toContain('metrics.sample');
  await module.stop?.();
});

test("alerts of the modules' own rules are raised once, counted, and close when their rule no longer holds", async () => {
  silent = ['Lobito', 'Namibe'];
  await module.service.checkComponents();
  await module.service.checkComponents();
  const titles = async () => (await alerts()).filter(({ resolvedAt }) => resolvedAt === null).map(({ title }) => title);
  expect((await titles()).toSorted()).toEqual(['Boia Lobito', 'Boia Namibe']);
  expect((await module.service.alertCounts()).active).toBe(2);
  silent = ['Namibe'];
  await module.service.checkComponents();
  expect(await titles()).toEqual(['Boia Namibe']);
  expect(told.filter((type) => type === 'alert.raised').length).toBe(2);
  expect(
    delivered
      .map(({ change, title, severity, source }) => [change, title, severity, source])
      .toSorted((a, b) => a.join().localeCompare(b.join())),
  ).toEqual([
    ['raised', 'Boia Lobito', 'high', 'platform'],
    ['raised', 'Boia Namibe', 'high', 'platform'],
    // In the same severity, so that the same channels take it.
    ['resolved', 'Boia Lobito', 'high', 'platform'],
  ]);
  expect(told).toContain('alert.resolved');
  expect(delivered.at(-1)?.description).toContain('Sem dados (Boias)');
});
