import {
  alertDetail,
  assignAlert,
  investigateAlert,
  resolveAlert,
} from '@kianda/contract/operations/alerts/casework.contract';
import * as contract from '@kianda/contract/operations/alerts/rules.contract';
import { acknowledgeAlert, listAlerts, systemHealth } from '@kianda/contract/operations/health/health.contract';
import { createDeliveryChannel } from '@kianda/contract/people/delivery/delivery.contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askModule } from '../../../testing/ask.ts';
import { type AlertingWorld, draft, officerId, openAlertingWorld, written } from './testing/world.ts';

const signal = new AbortController().signal;
let world: AlertingWorld;

beforeEach(async () => {
  world = await openAlertingWorld();
});
afterEach(() => world.close());

test('a rule confirms, fires once an object, gets graver and ends; every step with its value', async () => {
  const { id } = await world.create();
  await expect.poll(() => world.woken).toEqual(['alerts.evaluate']);
  await world.minutes(1);
  expect((await world.rule(id))?.states.map(({ state }) => state)).toEqual(['inactive', 'inactive']);
  world.water.lobito = 3.2;
  await world.minutes(1);
  expect((await world.rule(id))?.states[0]).toMatchObject({ subject: 'lobito', state: 'pending', value: 3.2 });
  expect(await world.open()).toEqual([]);
  await world.minutes(2);
  await world.alerting.evaluate(signal);
  expect(await world.open()).toMatchObject([
    {
      type: 'warning',
      title: 'Água alta: Marégrafo lobito',
      message: 'Nível da água: 3,2 m (limiar 3 m)',
      source: 'Plataforma',
    },
  ]);
  world.water = { lobito: 5.1, namibe: 4 };
  await world.minutes(3);
  expect((await world.open()).map(({ type, title }) => `${type} ${title}`).toSorted()).toEqual([
    'critical Água alta: Marégrafo lobito',
    'warning Água alta: Marégrafo namibe',
  ]);
  world.water = { lobito: 2.6, namibe: 2.4 };
  await world.minutes(1);
  expect((await world.open()).map(({ type, title }) => `${type} ${title}`)).toEqual([
    'warning Água alta: Marégrafo lobito',
  ]);
  world.water.lobito = 1;
  await world.minutes(1);
  const all = (await askModule(world.health, listAlerts)).data.alerts;
  expect(all.map(({ resolvedAt }) => resolvedAt === null)).toEqual([false, false]);
  const lobito = all.find(({ title }) => title.endsWith('lobito'));
  const { data } = await askModule(world.health, alertDetail, { params: { id: lobito?.id ?? '' } });
  expect(data.steps.map(({ kind, type, value, threshold }) => [kind, type, value, threshold])).toEqual([
    ['raised', 'warning', 3.2, 3],
    ['changed', 'critical', 5.1, 5],
    ['changed', 'warning', 2.6, 3],
    ['resolved', null, null, null],
  ]);
});

test('a process that ends while a rule confirms, or after it fired, loses and doubles nothing', async () => {
  await world.create();
  await world.minutes(1);
  world.water.lobito = 4;
  await world.minutes(1);
  await world.start();
  await world.minutes(2);
  expect(await world.open()).toHaveLength(1);
  await world.start();
  await Promise.all([world.alerting.evaluate(signal), world.alerting.evaluate(signal)]);
  await world.minutes(2);
  expect((await askModule(world.health, listAlerts)).data).toMatchObject({ active: 1, total: 1 });
});

test('an object that falls silent is told so, and its open alert stays open', async () => {
  const { id } = await world.create({ forSeconds: 0 });
  world.water.lobito = 4;
  await world.minutes(1);
  world.water.lobito = null;
  await world.minutes(5);
  expect((await world.rule(id))?.states[0]).toMatchObject({ state: 'firing', reason: 'Marégrafo calado.' });
  expect(await world.open()).toHaveLength(1);
  world.water = { lobito: null, namibe: null };
  await world.minutes(1);
  expect((await world.rule(id))?.states.map(({ state }) => state)).toEqual(['firing', 'no_data']);
  world.water = {};
  await world.minutes(1);
  expect(await world.open()).toEqual([]);
});

test('told through a real channel, with what became of it in the chronology; the header, the screens and the list count the same', async () => {
  const settings = {
    severities: ['medium', 'critical'],
    sources: ['platform'],
    quietHours: null,
    digest: 'off',
    enabled: true,
  };
  const channel = {
    kind: 'webhook',
    name: 'Sala',
    target: world.web.url,
    secret: 'maré-viva-do-namibe-1908',
    ...settings,
  };
  await askModule(world.delivery, createDeliveryChannel, { body: channel });
  await world.create({ forSeconds: 0 });
  world.water.lobito = 4;
  await world.minutes(2);
  await world.delivery.send(signal);
  expect(world.web.posts).toHaveLength(1);
  expect(JSON.parse(world.web.posts[0]?.body ?? '')).toMatchObject({
    type: 'alert.raised',
    alerts: [{ severity: 'medium' }],
  });
  const [alert] = await world.open();
  const { data } = await askModule(world.health, alertDetail, { params: { id: alert?.id ?? '' } });
  expect(data.deliveries).toMatchObject([{ channelName: 'Sala', state: 'sent', attempts: 1 }]);
  const counted = [
    (await askModule(world.health, listAlerts)).data.active,
    (await askModule(world.health, systemHealth)).data.alerts.active,
    (await world.health.service.alertCounts()).active,
    (await world.open()).length,
  ];
  expect(counted).toEqual([1, 1, 1, 1]);
  await askModule(world.health, acknowledgeAlert, { params: { id: alert?.id ?? '' }, body: { note: 'A caminho' } });
  expect((await askModule(world.health, listAlerts)).data.active).toBe(1);
});

test('a silence keeps the alert on the screen and the channels quiet; when it ends they are told', async () => {
  const { id } = await world.create({ forSeconds: 0 });
  const body = { ruleId: id, subject: 'lobito', reason: 'Obras no cais', minutes: 10 };
  const silence = (await askModule(world.alerting, contract.createAlertSilence, { body })).data;
  expect(silence).toMatchObject({ isActive: true, ruleTitle: 'Água alta' });
  world.water = { lobito: 4, namibe: 4 };
  await world.minutes(2);
  const told = async () =>
    (
      await sql<{ title: string }>`SELECT body->>'title' AS title FROM delivery.messages ORDER BY id`.execute(
        world.base.platform.database.for(),
      )
    ).rows.map(({ title }) => title);
  expect(await world.open()).toHaveLength(2);
  expect(await told()).toEqual(['Água alta: Marégrafo namibe']);
  await askModule(world.alerting, contract.endAlertSilence, { params: { id: silence.id } });
  await expect(
    askModule(world.alerting, contract.endAlertSilence, { params: { id: silence.id } }),
  ).rejects.toMatchObject({
    code: 'conflict',
  });
  await world.minutes(2);
  expect(await told()).toEqual(['Água alta: Marégrafo namibe', 'Água alta: Marégrafo lobito']);
  expect((await askModule(world.alerting, contract.listAlertSilences)).data.silences).toMatchObject([
    { isActive: false },
  ]);
});

test('the trial on the past tells what the evaluation did', async () => {
  const { id } = await world.create();
  let turns = 0;
  for (const level of [1, 4, 4, 4, 1, 1, 4, 4, 5.5, 1]) {
    world.water.lobito = level;
    await world.minutes(5);
    turns += 5;
  }
  expect(turns).toBe(50);
  const body = { rule: draft, days: 7 };
  const { data } = await askModule(world.alerting, contract.previewAlertRule, { body });
  const total = (await askModule(world.health, listAlerts)).data.total;
  expect([data.fired, total]).toEqual([2, 2]);
  expect(data.episodes[0]).toMatchObject({ subject: 'lobito', value: 5.5 });
  expect(data.notes[0]).toContain('a cada 5 minutos');
  expect(
    (await askModule(world.alerting, contract.previewAlertRule, { body: { rule: { ...draft, subject: 'namibe' } } }))
      .data.fired,
  ).toBe(0);
  expect(id).not.toBe('');
});

test('the trial of a measure of the platform goes over its own history', async () => {
  const at = (minutesAgo: number) => new Date(world.base.platform.clock.nowMs() - minutesAgo * 60_000);
  for (let minute = 180; minute > 0; minute -= 1) {
    const cpu = minute > 60 && minute <= 70 ? 96 : 20;
    await sql`INSERT INTO health.metric_samples (step_seconds, at, instance, uptime_seconds, cpu_percent)
      VALUES (10, ${at(minute)}, 'a', 1, ${cpu})`.execute(world.base.platform.database.for());
  }
  const cpuRule = (await world.rules()).find(({ id }) => id === 'cpu_high');
  const { data } = await askModule(world.alerting, contract.previewAlertRule, {
    body: { rule: { ...draft, ...written(cpuRule) } },
  });
  expect(data).toMatchObject({
    fired: 1,
    readings: 180,
    episodes: [{ subject: 'plataforma', value: 96, type: 'critical' }],
  });
});

test('rules that come with the platform: seeded once, changed and switched off, never deleted; a newer one spares the changed', async () => {
  const seeded = await world.rules();
  expect(seeded.map(({ id }) => id).toSorted()).toEqual([
    'api_error_rate_high',
    'api_response_slow',
    'backup_age',
    'cpu_high',
    'database_connection_failed',
    'database_connections_high',
    'disk_space_low',
    'memory_high',
    'model_drift',
  ]);
  const cpu = seeded.find(({ id }) => id === 'cpu_high');
  const params = { id: 'cpu_high' };
  const body = { version: 1, rule: { ...draft, ...written(cpu), enabled: false } };
  expect((await askModule(world.alerting, contract.updateAlertRule, { params, body })).data).toMatchObject({
    version: 2,
    enabled: false,
  });
  await expect(askModule(world.alerting, contract.updateAlertRule, { params, body })).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(askModule(world.alerting, contract.deleteAlertRule, { params })).rejects.toMatchObject({
    code: 'conflict',
  });
  const older = sql`UPDATE alerting.rules SET preset_version = 0`;
  await older.execute(world.base.platform.database.for());
  await world.start();
  const versions = new Map((await world.rules()).map(({ id, version, enabled }) => [id, `${version} ${enabled}`]));
  expect(versions.get('cpu_high')).toBe('2 false');
  expect(versions.get('memory_high')).toBe('2 true');
  expect(world.audited.map(({ metadata }) => metadata?.change)).toEqual(['update']);
});

test('a rule switched off or deleted closes what it opened; what it was stays on record', async () => {
  const first = await world.create({ forSeconds: 0 });
  const second = await world.create({ forSeconds: 0, title: 'Água alta, outra vez' });
  world.water.lobito = 4;
  await world.minutes(1);
  expect(await world.open()).toHaveLength(2);
  await askModule(world.alerting, contract.updateAlertRule, {
    params: { id: first.id },
    body: { version: 1, rule: { ...draft, enabled: false } },
  });
  expect(await world.open()).toHaveLength(1);
  await askModule(world.alerting, contract.deleteAlertRule, { params: { id: second.id } });
  expect(await world.open()).toEqual([]);
  const { rows } = await sql<{
    body: object | null;
  }>`SELECT body FROM alerting.rule_versions WHERE rule_id = ${second.id} ORDER BY version`.execute(
    world.base.platform.database.for(),
  );
  expect(rows.map(({ body }) => body === null)).toEqual([false, true]);
});

test('a test goes to the channels that would take the rule, marked as one', async () => {
  const settings = { severities: ['critical'], sources: ['platform'], quietHours: null, digest: 'off', enabled: true };
  await askModule(world.delivery, createDeliveryChannel, {
    body: { kind: 'webhook', name: 'Sala', target: world.web.url, secret: 'maré-viva-do-namibe-1908', ...settings },
  });
  await askModule(world.delivery, createDeliveryChannel, {
    body: { kind: 'email', name: 'Oficial', target: 'oficial@exemplo.ao', ...settings },
  });
  const { id } = await world.create();
  const { data } = await askModule(world.alerting, contract.testAlertRule, { params: { id } });
  expect(data).toEqual({
    type: 'critical',
    channels: [
      { name: 'Oficial', kind: 'email', problem: 'SMTP por configurar' },
      { name: 'Sala', kind: 'webhook', problem: null },
    ],
  });
  await world.delivery.send(signal);
  expect(world.web.posts.map(({ body }) => JSON.parse(body).alerts[0].title)).toEqual(['ENSAIO: Água alta']);
  expect(await world.open()).toEqual([]);
});

test('what a rule may watch, with its values; a measure that nobody takes is refused, and so are bounds out of order', async () => {
  const { metrics } = (await askModule(world.alerting, contract.listAlertMetrics)).data;
  expect(metrics.find(({ id }) => id === world.gauges.id)?.objects).toMatchObject([
    { subject: 'lobito', value: 1 },
    { subject: 'namibe' },
  ]);
  expect(metrics.find(({ id }) => id === 'platform.cpu')?.objects[0]).toMatchObject({
    value: null,
    reason: expect.any(String),
  });
  await expect(world.create({ metric: 'ensaio.wind' })).rejects.toMatchObject({ code: 'validation_failed' });
  const backwards = { ...draft, thresholds: { info: null, warning: 5, error: null, critical: 3 } };
  expect(contract.ruleDraftSchema.safeParse(backwards).success).toBe(false);
  expect(contract.ruleDraftSchema.safeParse({ ...backwards, comparison: 'lt' }).success).toBe(true);
});

test('goes from new to acknowledged, in investigation and resolved, in somebody’s hands', async () => {
  await world.create({ forSeconds: 0 });
  world.water.lobito = 4;
  await world.minutes(1);
  const [alert] = await world.open();
  expect(alert).toMatchObject({ state: 'new', assignee: null });
  const params = { id: alert?.id ?? '' };
  const { data: seen } = await askModule(world.health, acknowledgeAlert, { params, body: {} });
  expect(seen.state).toBe('acknowledged');
  const { data: begun } = await askModule(world.health, investigateAlert, { params, body: { note: 'Vou ao cais' } });
  expect(begun).toMatchObject({ state: 'investigating', acknowledged: true, assignee: { id: expect.any(String) } });
  const { data: given } = await askModule(world.health, assignAlert, { params, body: { accountId: officerId } });
  expect(given.assignee).toEqual({ id: officerId, name: 'Oficial de Serviço' });
  const stranger = '00000000-0000-4000-8000-0000000000bb';
  await expect(askModule(world.health, assignAlert, { params, body: { accountId: stranger } })).rejects.toMatchObject({
    code: 'validation_failed',
  });
  const { data: over } = await askModule(world.health, resolveAlert, { params, body: { note: 'Maré viva' } });
  expect(over.state).toBe('resolved');
  expect(over.steps.map(({ kind, note }) => [kind, note])).toEqual([
    ['raised', expect.any(String)],
    ['acknowledged', null],
    ['investigating', 'Vou ao cais'],
    ['assigned', 'Oficial de Serviço'],
    ['resolved', 'Maré viva'],
  ]);
  await expect(askModule(world.health, investigateAlert, { params, body: {} })).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('that it is over is told to those who were told of it, where the rule says so', async () => {
  const settings = { sources: ['platform'], quietHours: null, digest: 'off', enabled: true };
  const secret = 'maré-viva-do-namibe-1908';
  await askModule(world.delivery, createDeliveryChannel, {
    body: { kind: 'webhook', name: 'Sala', target: world.web.url, secret, severities: ['medium'], ...settings },
  });
  await world.create({ forSeconds: 0, tellsEnd: true, subject: 'lobito' });
  await world.create({ forSeconds: 0, title: 'Calada', subject: 'namibe' });
  world.water = { lobito: 4, namibe: 4 };
  await world.minutes(1);
  world.water = { lobito: 1, namibe: 1 };
  await world.minutes(3);
  await world.delivery.send(signal);
  const told = world.web.posts.map(({ body }) => JSON.parse(body));
  expect(told.map(({ type, title }) => `${type} ${title}`).toSorted()).toEqual([
    'alert.raised Alerta de gravidade média: Calada: Marégrafo namibe',
    'alert.raised Alerta de gravidade média: Água alta: Marégrafo lobito',
    'alert.resolved Alerta resolvido de gravidade média: Água alta: Marégrafo lobito',
  ]);
});
