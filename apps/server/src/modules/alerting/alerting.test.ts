import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { alertDetail } from '@kianda/contract/alerts/desk.contract';
import * as contract from '@kianda/contract/alerts/rules.contract';
import type { AuditEntry } from '@kianda/contract/audit/audit';
import { createDeliveryChannel } from '@kianda/contract/delivery/delivery.contract';
import { acknowledgeAlert, listAlerts, systemHealth } from '@kianda/contract/health/health.contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AlertMetric } from '../../platform/alert-metric.ts';
import { createRequestMetrics } from '../../platform/http/request-metrics.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { askModule } from '../../testing/ask.ts';
import { createModulePlatform, type ModulePlatform } from '../../testing/module.ts';
import { createDelivery, type DeliveryModule } from '../delivery/index.ts';
import { startWebhookSink } from '../delivery/testing/receivers.ts';
import { createHealth, type HealthModule } from '../health/index.ts';
import { type AlertingModule, createAlerting } from './index.ts';

const signal = new AbortController().signal;
let base: ModulePlatform;
let web: Awaited<ReturnType<typeof startWebhookSink>>;
let health: HealthModule;
let delivery: DeliveryModule;
let alerting: AlertingModule;
let audited: AuditEntry[];
let woken: string[];
/** Level of the water at each gauge; null where it is silent. */
let water: Record<string, number | null>;

const gauges: AlertMetric = {
  id: 'ensaio.water',
  group: 'platform',
  label: 'Nível da água',
  unit: 'm',
  note: '',
  read: async () =>
    Object.entries(water).map(([subject, value]) => ({
      subject,
      label: `Marégrafo ${subject}`,
      value,
      atMs: base.platform.clock.nowMs(),
      reason: value === null ? 'Marégrafo calado.' : null,
    })),
};

/** The modules as a process has them; another call is another start of the platform. */
async function start(): Promise<void> {
  const { platform } = base;
  const queue = (): JobQueue => ({
    enqueue: async (name) => {
      woken.push(name);
      return randomUUID();
    },
    cancel: async () => false,
    list: async () => [],
    get: async () => null,
    nextRun: () => null,
  });
  const audit = { record: async (entry: AuditEntry) => audited.push(entry) };
  delivery = createDelivery({
    platform,
    audit,
    masterKey: randomBytes(32),
    smtp: null,
    allowPrivateHosts: [web.host],
    publicUrl: 'https://kianda.exemplo.ao',
    userAgent: 'Kianda/2.0.0',
    queue,
    retentionDays: 180,
  });
  health = createHealth({
    platform,
    requests: createRequestMetrics({ nowMs: () => platform.clock.nowMs(), random: platform.random }),
    checks: [],
    deliver: delivery.deliver,
    isSilenced: (...asked) => alerting.isSilenced(...asked),
    deliveries: delivery.deliveriesOf,
    audit,
    dataDir: tmpdir(),
    version: '2.0.0',
    instance: 'a',
    connections: () => 1,
    standingOf: () => ({ url: '', isOutside: false, stopped: null }),
    activeUsers: async () => 1,
  });
  alerting = createAlerting({
    platform,
    alerts: health.alerting,
    builtin: () => health.builtinRules,
    metrics: () => [gauges, ...(health.metrics ?? [])],
    sendTest: delivery.tell,
    audit,
    queue,
  });
  await alerting.start?.();
}

beforeEach(async () => {
  web = await startWebhookSink();
  audited = [];
  woken = [];
  water = { lobito: 1, namibe: 1 };
  base = await createModulePlatform(await schemas());
  await start();
});
afterEach(async () => {
  await Promise.all([alerting.stop?.(), health.stop?.(), delivery.stop?.(), web.close()]);
  await base.close();
});

/** Migrations of the three modules, which know no database yet. */
async function schemas() {
  const [a, b, c] = await Promise.all([
    import('../health/health.migrations.ts'),
    import('../delivery/delivery.migrations.ts'),
    import('./alerting.migrations.ts'),
  ]);
  return [
    { name: 'health', migrations: a.healthMigrations },
    { name: 'delivery', migrations: b.deliveryMigrations },
    { name: 'alerting', migrations: c.alertingMigrations },
  ];
}

const draft: contract.RuleDraft = {
  title: 'Água alta',
  note: '',
  metric: gauges.id,
  subject: null,
  comparison: 'gte',
  thresholds: { info: null, warning: 3, error: null, critical: 5 },
  forSeconds: 120,
  hysteresis: 0.5,
  cooldownSeconds: 0,
  schedule: null,
  labels: ['marés'],
  enabled: true,
};
const create = async (over: Partial<contract.RuleDraft> = {}) =>
  (await askModule(alerting, contract.createAlertRule, { body: { ...draft, ...over } })).data;
const rules = async () => (await askModule(alerting, contract.listAlertRules)).data.rules;
const rule = async (id: string) => (await rules()).find((one) => one.id === id);
const open = async () =>
  (await askModule(health, listAlerts)).data.alerts.filter(({ resolvedAt }) => resolvedAt === null);
/** Minutes pass, and the job runs at the end of each. */
async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    base.advance(60_000);
    await alerting.evaluate(signal);
  }
}

test('a rule confirms, fires once an object, gets graver and ends; every step with its value', async () => {
  const { id } = await create();
  await expect.poll(() => woken).toEqual(['alerts.evaluate']);
  await minutes(1);
  expect((await rule(id))?.states.map(({ state }) => state)).toEqual(['inactive', 'inactive']);
  water.lobito = 3.2;
  await minutes(1);
  expect((await rule(id))?.states[0]).toMatchObject({ subject: 'lobito', state: 'pending', value: 3.2 });
  expect(await open()).toEqual([]);
  await minutes(2);
  await alerting.evaluate(signal);
  expect(await open()).toMatchObject([
    {
      type: 'warning',
      title: 'Água alta: Marégrafo lobito',
      message: 'Nível da água: 3,2 m (limiar 3 m)',
      source: 'Plataforma',
    },
  ]);
  water = { lobito: 5.1, namibe: 4 };
  await minutes(3);
  expect((await open()).map(({ type, title }) => `${type} ${title}`).toSorted()).toEqual([
    'critical Água alta: Marégrafo lobito',
    'warning Água alta: Marégrafo namibe',
  ]);
  water = { lobito: 2.6, namibe: 2.4 };
  await minutes(1);
  expect((await open()).map(({ type, title }) => `${type} ${title}`)).toEqual(['warning Água alta: Marégrafo lobito']);
  water.lobito = 1;
  await minutes(1);
  const all = (await askModule(health, listAlerts)).data.alerts;
  expect(all.map(({ resolvedAt }) => resolvedAt === null)).toEqual([false, false]);
  const lobito = all.find(({ title }) => title.endsWith('lobito'));
  const { data } = await askModule(health, alertDetail, { params: { id: lobito?.id ?? '' } });
  expect(data.steps.map(({ kind, type, value, threshold }) => [kind, type, value, threshold])).toEqual([
    ['raised', 'warning', 3.2, 3],
    ['changed', 'critical', 5.1, 5],
    ['changed', 'warning', 2.6, 3],
    ['resolved', null, null, null],
  ]);
});

test('a process that ends while a rule confirms, or after it fired, loses and doubles nothing', async () => {
  await create();
  await minutes(1);
  water.lobito = 4;
  await minutes(1);
  await start();
  await minutes(2);
  expect(await open()).toHaveLength(1);
  await start();
  await Promise.all([alerting.evaluate(signal), alerting.evaluate(signal)]);
  await minutes(2);
  expect((await askModule(health, listAlerts)).data).toMatchObject({ active: 1, total: 1 });
});

test('an object that falls silent is told so, and its open alert stays open', async () => {
  const { id } = await create({ forSeconds: 0 });
  water.lobito = 4;
  await minutes(1);
  water.lobito = null;
  await minutes(5);
  expect((await rule(id))?.states[0]).toMatchObject({ state: 'firing', reason: 'Marégrafo calado.' });
  expect(await open()).toHaveLength(1);
  water = { lobito: null, namibe: null };
  await minutes(1);
  expect((await rule(id))?.states.map(({ state }) => state)).toEqual(['firing', 'no_data']);
  water = {};
  await minutes(1);
  expect(await open()).toEqual([]);
});

test('told through a real channel, with what became of it in the chronology; the header, the screens and the list count the same', async () => {
  const settings = {
    severities: ['medium', 'critical'],
    sources: ['platform'],
    quietHours: null,
    digest: 'off',
    enabled: true,
  };
  const channel = { kind: 'webhook', name: 'Sala', target: web.url, secret: 'maré-viva-do-namibe-1908', ...settings };
  await askModule(delivery, createDeliveryChannel, { body: channel });
  await create({ forSeconds: 0 });
  water.lobito = 4;
  await minutes(2);
  await delivery.send(signal);
  expect(web.posts).toHaveLength(1);
  expect(JSON.parse(web.posts[0]?.body ?? '')).toMatchObject({
    type: 'alert.raised',
    alerts: [{ severity: 'medium' }],
  });
  const [alert] = await open();
  const { data } = await askModule(health, alertDetail, { params: { id: alert?.id ?? '' } });
  expect(data.deliveries).toMatchObject([{ channelName: 'Sala', state: 'sent', attempts: 1 }]);
  const counted = [
    (await askModule(health, listAlerts)).data.active,
    (await askModule(health, systemHealth)).data.alerts.active,
    (await health.service.alertCounts()).active,
    (await open()).length,
  ];
  expect(counted).toEqual([1, 1, 1, 1]);
  await askModule(health, acknowledgeAlert, { params: { id: alert?.id ?? '' }, body: { note: 'A caminho' } });
  expect((await askModule(health, listAlerts)).data.active).toBe(1);
});

test('a silence keeps the alert on the screen and the channels quiet; when it ends they are told', async () => {
  const { id } = await create({ forSeconds: 0 });
  const body = { ruleId: id, subject: 'lobito', reason: 'Obras no cais', minutes: 10 };
  const silence = (await askModule(alerting, contract.createAlertSilence, { body })).data;
  expect(silence).toMatchObject({ isActive: true, ruleTitle: 'Água alta' });
  water = { lobito: 4, namibe: 4 };
  await minutes(2);
  const told = async () =>
    (
      await sql<{ title: string }>`SELECT body->>'title' AS title FROM delivery.messages ORDER BY id`.execute(
        base.platform.database.for(),
      )
    ).rows.map(({ title }) => title);
  expect(await open()).toHaveLength(2);
  expect(await told()).toEqual(['Água alta: Marégrafo namibe']);
  await askModule(alerting, contract.endAlertSilence, { params: { id: silence.id } });
  await expect(askModule(alerting, contract.endAlertSilence, { params: { id: silence.id } })).rejects.toMatchObject({
    code: 'conflict',
  });
  await minutes(2);
  expect(await told()).toEqual(['Água alta: Marégrafo namibe', 'Água alta: Marégrafo lobito']);
  expect((await askModule(alerting, contract.listAlertSilences)).data.silences).toMatchObject([{ isActive: false }]);
});

test('the trial on the past tells what the evaluation did', async () => {
  const { id } = await create();
  let turns = 0;
  for (const level of [1, 4, 4, 4, 1, 1, 4, 4, 5.5, 1]) {
    water.lobito = level;
    await minutes(5);
    turns += 5;
  }
  expect(turns).toBe(50);
  const body = { rule: draft, days: 7 };
  const { data } = await askModule(alerting, contract.previewAlertRule, { body });
  const total = (await askModule(health, listAlerts)).data.total;
  expect([data.fired, total]).toEqual([2, 2]);
  expect(data.episodes[0]).toMatchObject({ subject: 'lobito', value: 5.5 });
  expect(data.notes[0]).toContain('a cada 5 minutos');
  expect(
    (await askModule(alerting, contract.previewAlertRule, { body: { rule: { ...draft, subject: 'namibe' } } })).data
      .fired,
  ).toBe(0);
  expect(id).not.toBe('');
});

test('the trial of a measure of the platform goes over its own history', async () => {
  const at = (minutesAgo: number) => new Date(base.platform.clock.nowMs() - minutesAgo * 60_000);
  for (let minute = 180; minute > 0; minute -= 1) {
    const cpu = minute > 60 && minute <= 70 ? 96 : 20;
    await sql`INSERT INTO health.metric_samples (step_seconds, at, instance, uptime_seconds, cpu_percent)
      VALUES (10, ${at(minute)}, 'a', 1, ${cpu})`.execute(base.platform.database.for());
  }
  const cpuRule = (await rules()).find(({ id }) => id === 'cpu_high');
  const { data } = await askModule(alerting, contract.previewAlertRule, {
    body: { rule: { ...draft, ...pick(cpuRule) } },
  });
  expect(data).toMatchObject({
    fired: 1,
    readings: 180,
    episodes: [{ subject: 'plataforma', value: 96, type: 'critical' }],
  });
});

test('rules that come with the platform: seeded once, changed and switched off, never deleted; a newer one spares the changed', async () => {
  const seeded = await rules();
  expect(seeded.map(({ id }) => id).toSorted()).toEqual([
    'api_error_rate_high',
    'api_response_slow',
    'cpu_high',
    'database_connection_failed',
    'database_connections_high',
    'disk_space_low',
    'memory_high',
  ]);
  const cpu = seeded.find(({ id }) => id === 'cpu_high');
  const params = { id: 'cpu_high' };
  const body = { version: 1, rule: { ...draft, ...pick(cpu), enabled: false } };
  expect((await askModule(alerting, contract.updateAlertRule, { params, body })).data).toMatchObject({
    version: 2,
    enabled: false,
  });
  await expect(askModule(alerting, contract.updateAlertRule, { params, body })).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(askModule(alerting, contract.deleteAlertRule, { params })).rejects.toMatchObject({ code: 'conflict' });
  const older = sql`UPDATE alerting.rules SET preset_version = 0`;
  await older.execute(base.platform.database.for());
  await start();
  const versions = new Map((await rules()).map(({ id, version, enabled }) => [id, `${version} ${enabled}`]));
  expect(versions.get('cpu_high')).toBe('2 false');
  expect(versions.get('memory_high')).toBe('2 true');
  expect(audited.map(({ metadata }) => metadata?.change)).toEqual(['update']);
});

test('a rule switched off or deleted closes what it opened; what it was stays on record', async () => {
  const first = await create({ forSeconds: 0 });
  const second = await create({ forSeconds: 0, title: 'Água alta, outra vez' });
  water.lobito = 4;
  await minutes(1);
  expect(await open()).toHaveLength(2);
  await askModule(alerting, contract.updateAlertRule, {
    params: { id: first.id },
    body: { version: 1, rule: { ...draft, enabled: false } },
  });
  expect(await open()).toHaveLength(1);
  await askModule(alerting, contract.deleteAlertRule, { params: { id: second.id } });
  expect(await open()).toEqual([]);
  const { rows } = await sql<{
    body: object | null;
  }>`SELECT body FROM alerting.rule_versions WHERE rule_id = ${second.id} ORDER BY version`.execute(
    base.platform.database.for(),
  );
  expect(rows.map(({ body }) => body === null)).toEqual([false, true]);
});

test('a test goes to the channels that would take the rule, marked as one', async () => {
  const settings = { severities: ['critical'], sources: ['platform'], quietHours: null, digest: 'off', enabled: true };
  await askModule(delivery, createDeliveryChannel, {
    body: { kind: 'webhook', name: 'Sala', target: web.url, secret: 'maré-viva-do-namibe-1908', ...settings },
  });
  await askModule(delivery, createDeliveryChannel, {
    body: { kind: 'email', name: 'Oficial', target: 'oficial@exemplo.ao', ...settings },
  });
  const { id } = await create();
  const { data } = await askModule(alerting, contract.testAlertRule, { params: { id } });
  expect(data).toEqual({
    type: 'critical',
    channels: [
      { name: 'Oficial', kind: 'email', problem: 'SMTP por configurar' },
      { name: 'Sala', kind: 'webhook', problem: null },
    ],
  });
  await delivery.send(signal);
  expect(web.posts.map(({ body }) => JSON.parse(body).alerts[0].title)).toEqual(['ENSAIO: Água alta']);
  expect(await open()).toEqual([]);
});

test('what a rule may watch, with its values; a measure that nobody takes is refused, and so are bounds out of order', async () => {
  const { metrics } = (await askModule(alerting, contract.listAlertMetrics)).data;
  expect(metrics.find(({ id }) => id === gauges.id)?.objects).toMatchObject([
    { subject: 'lobito', value: 1 },
    { subject: 'namibe' },
  ]);
  expect(metrics.find(({ id }) => id === 'platform.cpu')?.objects[0]).toMatchObject({
    value: null,
    reason: expect.any(String),
  });
  await expect(create({ metric: 'ensaio.wind' })).rejects.toMatchObject({ code: 'validation_failed' });
  const backwards = { ...draft, thresholds: { info: null, warning: 5, error: null, critical: 3 } };
  expect(contract.ruleDraftSchema.safeParse(backwards).success).toBe(false);
  expect(contract.ruleDraftSchema.safeParse({ ...backwards, comparison: 'lt' }).success).toBe(true);
});

/** What somebody would send back of a rule that was read. */
function pick(view: contract.AlertRuleView | undefined): contract.RuleDraft {
  if (view === undefined) throw new Error('no such rule');
  const {
    title,
    note,
    metric,
    subject,
    comparison,
    thresholds,
    forSeconds,
    hysteresis,
    cooldownSeconds,
    schedule,
    labels,
    enabled,
  } = view;
  return {
    title,
    note,
    metric,
    subject,
    comparison,
    thresholds,
    forSeconds,
    hysteresis,
    cooldownSeconds,
    schedule,
    labels,
    enabled,
  };
}
