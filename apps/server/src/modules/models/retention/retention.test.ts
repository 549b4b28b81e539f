import type { DataOf, Endpoint } from '@kianda/contract';
import { approveModelVersion, trainModel } from '@kianda/contract/models/registry/models.contract';
import { predictModel } from '@kianda/contract/models/registry/predictions.contract';
import * as policyContract from '@kianda/contract/models/retention/policies.contract';
import * as contract from '@kianda/contract/models/retention/retention.contract';
import * as statistics from '@kianda/contract/models/retention/statistics.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../../testing/simulator.ts';

let simulator: TestSimulator;
let app: TestApplication;
let scientist: string;
let colleague: string;
let operator: string;
beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url });
  scientist = (await app.signIn('cientista')).token;
  colleague = (await app.newSession('cientista')).token;
  operator = (await app.signIn('operador')).token;
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

type Request = NonNullable<Parameters<TestApplication['call']>[1]>;
const ask = async <E extends Endpoint>(endpoint: E, request: Request = {}) =>
  app.call<DataOf<E>>(endpoint, { token: operator, ...request });
const list = async (query: Request['query'] = {}) => (await ask(contract.listRetained, { query: query ?? {} })).data;
const measured = async () => app.ended(await app.composition.queue.enqueue('retention.snapshot', {}));
/** Lets time pass; a session does not outlive it. */
async function later(ms: number): Promise<void> {
  app.clock.advance(ms);
  operator = (await app.newSession('operador')).token;
  scientist = (await app.newSession('cientista')).token;
}
const type = 'abundance_estimator';

test('before anyone asks, nothing is told that is not known', async () => {
  const { data, metadata } = await ask(statistics.retentionMetrics);
  expect(data).toMatchObject({ cache_hit_ratio: null, queries_intercepted: 0, total_records: 0, quota_gb: 10 });
  expect(metadata.missing?.cache_hit_ratio).toContain('nada foi pedido');
  expect((await ask(statistics.retentionForecast)).data).toMatchObject({ projected_size_gb: null, method: null });
  const { data: health } = await ask(statistics.dashboardRetentionHealth);
  expect(health).toMatchObject({ overall_status: 'healthy', status: 'healthy', active_alerts: 0, issues: [] });
  expect(health.components.pipeline).toMatchObject({ status: 'healthy', detail: 'Sem consultas na última hora.' });
  const { data: policies } = await ask(policyContract.listPolicies);
  expect(policies.map(({ policy_id, retention_days }) => [policy_id, retention_days])).toContainEqual([
    'as_seasonal',
    1825,
  ]);
  expect(policies).toHaveLength(9);
});

test('what a model learns from is kept and held, what it predicted is given again, and hits and times are measured', async () => {
  await app.ingest('angola-inipm');
  const begun = await app.call<{ id: string }>(trainModel, { params: { type }, token: scientist });
  await app.ended(begun.data.id);
  await app.call(approveModelVersion, {
    ...{ params: { type, version: '1' }, token: colleague },
    body: { reason: 'Melhor do que a média.' },
  });
  const inputs = { gear: 'cerco', port: 'Moçâmedes (Namibe)', month: 11, species: 'Sardinella aurita' };
  const predict = () =>
    app.call<{ items: object[] }>(predictModel, {
      ...{ params: { name: 'abundance' }, token: scientist, body: { items: [{ inputs }] } },
    });
  const first = await predict();
  await measured();
  expect((await predict()).data).toEqual(first.data);
  await measured();

  const { records, total } = await list();
  expect(records.map(({ table_name }) => table_name).sort()).toEqual(['ml_inference_cache', 'ml_training_cache']);
  expect(total).toBe(2);
  const table = records.find(({ table_name }) => table_name === 'ml_training_cache');
  expect(table).toMatchObject({ is_pinned: true, status: 'active', metadata: { model_type: type } });
  const detail = (await ask(contract.getRetained, { params: { id: table?.id ?? '' } })).data;
  expect(detail).toMatchObject({ related_models: ['Estimador de Abundância'], holds: [{ kind: 'deployed' }] });
  expect(detail.dependencies.map(({ watermark }) => watermark).join()).toContain('catches');

  const { data: caches } = await ask(statistics.retentionCaches);
  const inference = caches.cache_statistics.find(({ cache_type }) => cache_type === 'inference_cache');
  expect(inference).toMatchObject({ hits: 1, misses: 1, hit_ratio: 0.5, total_entries: 1 });
  expect(inference?.miss_p50_ms).toBeGreaterThan(0);
  expect(inference?.classes).toMatchObject([{ key_class: type, hits: 1 }]);
  const { data: health } = await ask(statistics.dashboardRetentionHealth);
  expect(health.components.pipeline.detail).toMatch(/^[1-9]\d* consultas na última hora\.$/);
  const { data: metrics } = await ask(statistics.dashboardRetentionMetrics);
  expect(metrics).toMatchObject({ queries_intercepted: 1, total_records: 2, pinned_records: 1, window_hours: 24 });
  expect(metrics.performance_gains_ms).toEqual(
    caches.cache_statistics.reduce((sum, { saved_ms }) => sum + (saved_ms ?? 0), 0),
  );
  const { data: hours } = await ask(statistics.retentionHistory, { query: { interval: 'hour', limit: '24' } });
  expect(hours).toHaveLength(24);
  expect(hours.at(-1)).toMatchObject({ cache_hit_ratio: expect.any(Number), space_usage_gb: expect.any(Number) });
  expect(hours[0]).toMatchObject({ cache_hit_ratio: null, space_usage_gb: null });
});

test('records are archived, restored, held and expired by people; what is held no one takes, and all is audited', async () => {
  const { records } = await list({ table: 'ml_inference_cache' });
  const id = records[0]?.id ?? '';
  const pinned = (await list({ table: 'ml_training_cache' })).records[0]?.id ?? '';
  const body = { record_ids: [id] };
  expect((await ask(contract.archiveRetained, { body })).data).toEqual({ archived_count: 1, failed_ids: [] });
  expect((await ask(contract.archiveRetained, { body })).data).toEqual({ archived_count: 0, failed_ids: [id] });
  expect((await list({ status: 'archived' })).total).toBe(1);
  expect((await ask(contract.restoreRetained, { body })).data).toEqual({ restored_count: 1, failed_ids: [] });
  const both = { record_ids: [id, pinned] };
  expect((await ask(contract.expireRetained, { body: both })).data).toEqual({ expired_count: 1, failed_ids: [pinned] });
  expect((await ask(contract.restoreRetained, { body })).data.restored_count).toBe(1);
  const held = await ask(contract.holdRetained, {
    params: { id },
    body: { isHeld: true, reason: 'Pedido do tribunal.' },
  });
  expect(held.data).toEqual({ is_pinned: true });
  expect((await ask(contract.expireRetained, { body })).data.expired_count).toBe(0);
  await ask(contract.holdRetained, { params: { id }, body: { isHeld: false, reason: 'Já não é preciso.' } });
  const { data } = await ask(contract.getRetained, { params: { id } });
  const acts = data.access_history.map(({ action }) => action).filter((action) => action !== 'read');
  expect(acts).toEqual(['created', 'archived', 'restored', 'expired', 'restored', 'held', 'released']);
});

test('a rehearsal names what the run takes; what was purged is gone for good', async () => {
  await later(7 * 3_600_000);
  const rehearse = { dryRun: true, policy: 'ic_expired' };
  const told = (await ask(policyContract.runCleanup, { body: rehearse })).data;
  expect(told).toMatchObject({ dryRun: true, expired_count: 1, records: [{ table_name: 'ml_inference_cache' }] });
  expect((await list({ status: 'expired' })).total).toBe(0);
  const done = (await ask(policyContract.runCleanup, { body: { policy: 'ic_expired' } })).data;
  expect([done.fingerprint, done.records]).toEqual([told.fingerprint, told.records]);
  // The next run by schedule purges it: its policy gives no time of grace.
  const due = await app.ended(await app.composition.queue.enqueue('retention.cleanup', {}));
  expect(due.result).toMatchObject({ policies: 8, purged: 1 });
  expect((await list()).records.map(({ table_name }) => table_name)).toEqual(['ml_training_cache']);
  const { data: policies } = await ask(policyContract.listPolicies);
  expect(policies.find(({ policy_id }) => policy_id === 'ic_expired')).toMatchObject({ last_result: 'Expirou 1.' });
});

test('a search finds by what people see; pages, orders and files are of the same records', async () => {
  expect((await list({ search: 'abundância' })).total).toBe(1);
  expect((await list({ search: 'sereia' })).records).toEqual([]);
  const sorted = await list({ sortField: 'size_mb', sortDirection: 'asc', pageSize: '10' });
  expect(sorted).toMatchObject({ page: 1, pageSize: 10, hasNext: false, isCapped: false });
  for (const format of ['csv', 'json', 'excel'] as const) {
    const { data } = await ask(contract.exportRetained, { body: { format, filters: { search: 'abundância' } } });
    const file = await app.server.inject({ method: 'GET', url: data.download_url });
    expect([file.statusCode, data.rows]).toEqual([200, 1]);
    // A sheet is a ZIP file; the others are text.
    expect(file.body).toContain(format === 'excel' ? 'PK' : sorted.records[0]?.id);
    await later(900_001);
    expect((await app.server.inject({ method: 'GET', url: data.download_url })).statusCode).toBe(404);
  }
});

test('policies are added, changed and removed; the nine of the platform only stop', async () => {
  const wish = {
    ...{ name: 'Previsões de ensaio', table_name: 'ml_inference_cache', retention_days: 1, enabled: true },
    ...{
      min_access_count: 0,
      min_quality_score: null,
      every_hours: 24,
      action: 'delete',
      counts_from: 'created',
      grace_days: 0,
    },
  };
  const added = await ask(policyContract.createPolicy, { body: wish });
  expect([added.status, added.data.is_builtin]).toEqual([201, false]);
  const params = { id: added.data.policy_id };
  const changed = await ask(policyContract.changePolicy, { params, body: { enabled: false, min_access_count: 4 } });
  expect(changed.data).toMatchObject({ enabled: false, next_execution: null, conditions: { min_access_count: 4 } });
  expect((await ask(policyContract.removePolicy, { params })).status).toBe(200);
  const builtin = await ask(policyContract.removePolicy, { params: { id: 'ic_expired' } });
  expect(builtin.problem.detail).toContain('não se eliminam');
  expect((await ask(policyContract.changePolicy, { params, body: {} })).status).toBe(404);
});

test('limits raise alerts, which are acknowledged and muted, and close by themselves', async () => {
  const { data: limits } = await ask(statistics.configureRetentionAlerts, {
    body: { max_size_gb: 1e-9, email_notifications: true },
  });
  expect(limits).toMatchObject({ max_size_gb: 1e-9, min_quality_score: 0.7 });
  await measured();
  const [alert] = (await ask(statistics.retentionAlerts)).data.alerts;
  expect(alert).toMatchObject({ type: 'size', severity: 'critical', acknowledged: false });
  const params = { id: alert?.alert_id ?? '' };
  expect((await ask(statistics.acknowledgeRetentionAlert, { params })).data).toMatchObject({ acknowledged: true });
  expect((await ask(statistics.retentionHealth)).data.active_alerts).toBe(1);
  await ask(statistics.muteRetentionAlert, { params, body: { hours: 2 } });
  expect((await ask(statistics.retentionHealth)).data.active_alerts).toBe(0);
  await ask(statistics.configureRetentionAlerts, { body: { max_size_gb: 10 } });
  await measured();
  expect((await ask(statistics.retentionAlerts)).data.alerts).toEqual([]);
  // The oldest record ages by itself.
  await ask(statistics.configureRetentionAlerts, { body: { max_age_days: 1 } });
  await later(2 * 86_400_000);
  await measured();
  expect((await ask(statistics.retentionAlerts)).data.alerts).toMatchObject([{ type: 'age', severity: 'warning' }]);
  await ask(statistics.configureRetentionAlerts, { body: { max_age_days: 1_825 } });
  await measured();
  expect((await ask(statistics.retentionAlerts)).data.alerts).toEqual([]);
});

test('room is given back with the figures of before and after, and a content that was changed is found', async () => {
  expect((await ask(policyContract.validateRetention, { body: {} })).data).toMatchObject({ valid: true, issues: [] });
  const { data: optimized } = await ask(policyContract.optimizeRetention, { body: {} });
  expect(optimized.space_saved_mb).toBeCloseTo(optimized.before_mb - optimized.after_mb, 9);
  const [content] = await Array.fromAsync(app.storage.list('retention/contents/'));
  await app.storage.put(content?.key ?? '', Buffer.from('mudado'));
  const { data } = await ask(policyContract.validateRetention, { body: { table_name: 'ml_training_cache' } });
  expect(data).toMatchObject({ valid: false, issues: [{ issue_type: 'wrong_checksum', severity: 'critical' }] });
});

test('a scientist looks and changes nothing; a client does not even look', async () => {
  const body = { record_ids: ['00000000-0000-4000-8000-000000000001'] };
  expect((await ask(contract.archiveRetained, { body, token: scientist })).status).toBe(403);
  expect((await ask(contract.listRetained, { token: scientist })).status).toBe(200);
  const { token } = await app.signIn('cliente');
  expect((await ask(contract.listRetained, { token })).status).toBe(403);
});
