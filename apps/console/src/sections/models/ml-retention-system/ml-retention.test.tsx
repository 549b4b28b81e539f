// @vitest-environment happy-dom
import type { RetentionPolicy } from '@kianda/contract/models/retention/policies.contract';
import type { RetainedRecord } from '@kianda/contract/models/retention/retention.contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { retentionCachesFallback, retentionMetricsFallback } from './api/fallback.ts';
import { above, bandOf, below, sizeText } from './api/words.ts';
import './page.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const path = '/admin-api/api/ml/retention';
const at = '2026-08-31T08:00:00.000Z';
const idOf = (place: number) => `00000000-0000-4000-8000-00000000000${place}`;
const record = (place: number, more: Partial<RetainedRecord> = {}): RetainedRecord => ({
  ...{ id: idOf(place), table_name: 'ml_inference_cache', data_type: 'prediction', created_at: at, last_accessed: at },
  ...{ access_count: 3, size_mb: 0.0005, quality_score: 0.9, status: 'active', retention_days: 7 },
  ...{
    policy_id: 'ic_old_unused',
    is_pinned: false,
    purge_after: null,
    label: `Previsão ${place}`,
    metadata: { version: 1 },
  },
  ...more,
});
const policy: RetentionPolicy = {
  ...{ policy_id: 'ic_expired', name: 'Expired Inference Cache', table_name: 'ml_inference_cache', retention_days: 0 },
  ...{ enabled: true, every_hours: 6, action: 'delete', counts_from: 'expiry', grace_days: 0, is_builtin: true },
  conditions: { min_quality_score: null, min_access_count: 0, max_age_days: 0 },
  ...{ next_execution: at, last_execution: null, last_result: null },
};
const component = { status: 'healthy', detail: 'Responde.' } as const;
const health = {
  ...{
    overall_status: 'healthy',
    status: 'healthy',
    active_alerts: 0,
    monitoring_active: true,
    cache_performance: 0.7,
  },
  components: { retention_manager: component, pipeline: component, policy_manager: component, integrator: component },
  checks: { database: true, storage: true, processing: true, cache: true },
  ...{ issues: [], last_update: at, last_check: at },
};
const settings = {
  ...{ max_size_gb: 10, min_quality_score: 0.7, max_age_days: 1825, min_hit_ratio: 0.6, max_response_ms: 500 },
  email_notifications: false,
};
const listed = (records: readonly RetainedRecord[], total = records.length) => ({
  json: envelope({ records, total, isCapped: false, page: 1, pageSize: 20, hasNext: total > 20, hasPrev: false }),
});
const metrics = {
  ...retentionMetricsFallback,
  cache_hit_ratio: 0.7,
  queries_intercepted: 12,
  performance_gains_ms: 3_450,
};
const answers: Readonly<Record<string, Reply>> = {
  [`HEAD ${path}/health`]: { json: null },
  [`${path}/metrics`]: { json: envelope(metrics) },
  [`${path}/health`]: { json: envelope(health) },
  [`${path}/cache/stats`]: { json: envelope(retentionCachesFallback) },
  [`${path}/performance/history`]: { json: envelope([]) },
  [`${path}/alerts`]: { json: envelope({ alerts: [], settings }) },
  [`${path}/policies`]: { json: envelope([policy]) },
  [`${path}/data`]: listed([record(1), record(2, { status: 'archived' })], 205),
};
const open = (tab: string, more: Readonly<Record<string, Reply>> = {}, role?: 'investigador') =>
  page.open(`/?section=ml-retention-system&tab=${tab}`, { ...answers, ...more }, role === undefined ? {} : { role });
const tile = (id: string) => page.text(`#${id}`);
const said = (text: string) => page.find(() => (document.body.textContent?.includes(text) ? true : null));
const posted = (name: string) => page.asked.filter((one) => one.method === 'POST' && one.path === `${path}/${name}`);

test('the four figures with their bands, the health of the parts, and no demonstration while the service answers', async () => {
  open('overview');
  await page.says('Componentes');
  await page.find(() => (tile('acertos-da-cache').includes('70,0') ? true : null));
  expect(tile('acertos-da-cache')).toContain('Bom');
  expect(tile('tempo-de-resposta')).toContain('Rápido');
  expect(tile('espaco-usado')).toContain('Eficiente');
  expect(tile('consultas-intercetadas')).toContain('3,45 s poupados');
  await page.says('Monitorização ativa');
  expect(page.text()).toContain('Saudável');
  expect(page.text()).not.toContain('Modo Demo');
  expect(page.text()).not.toContain('requerem atenção');
});

test('a service that can not be reached: its mark, and the figures are examples alone', async () => {
  const down = { status: 503, json: problem('unavailable', 503, 'Sem base de dados.') };
  const all = Object.fromEntries(Object.keys(answers).map((name) => [name, down]));
  page.open('/?section=ml-retention-system&tab=cache', all);
  await page.says('Modo Demo');
  await page.find(() => (tile('acertos-da-cache').includes('exemplo') ? true : null));
  for (const sample of page.host.querySelectorAll('main [data-example]')) sample.remove();
  for (const figure of ['81,4', '103,4', '829', '85']) expect(page.text()).not.toContain(figure);
});

test('alerts are counted, acknowledged and muted', async () => {
  const alert = {
    ...{ alert_id: idOf(9), type: 'size', severity: 'warning', message: 'As tabelas ocupam 12 GB.', created_at: at },
    ...{ acknowledged: false, acknowledged_by: null, muted_until: null },
  };
  open('overview', {
    [`${path}/health`]: { json: envelope({ ...health, active_alerts: 1 }) },
    [`${path}/alerts`]: { json: envelope({ alerts: [alert], settings }) },
    [`POST ${path}/alerts/${idOf(9)}/acknowledge`]: { json: envelope({ ...alert, acknowledged: true }) },
  });
  await page.says('Existem 1 alertas ativos que requerem atenção.');
  (await page.find(() => page.button('Reconhecer: As tabelas ocupam 12 GB.'))).click();
  await said('Alerta atualizado');
});

test('the viewer: sizes, pages of twenty with a button of the last, and the archive of what is chosen', async () => {
  open('data-viewer', {
    [`POST ${path}/archive`]: { json: envelope({ archived_count: 1, failed_ids: [] }) },
  });
  await page.says('Previsão 1');
  expect(page.text()).toContain('0,5 KB');
  const asked = page.asked.find((one) => one.path === `${path}/data`);
  expect(asked).toBeDefined();
  expect(page.button('Página 11')).toBeDefined();
  const sizes = [...page.host.querySelectorAll<HTMLOptionElement>('nav option')].map(({ value }) => value);
  expect(sizes).toEqual(['10', '20', '50', '100']);
  expect(page.host.querySelector<HTMLInputElement>('input[type=search]')?.placeholder).toBe(
    'Buscar por ID, tipo ou metadata...',
  );
  const box = page.host.querySelector<HTMLInputElement>(`input[aria-label="Selecionar ${idOf(1)}"]`);
  box?.click();
  (await page.find(() => page.button('Arquivar'))).click();
  await said('1 registros arquivados');
  expect(posted('archive')[0]?.body).toEqual({ record_ids: [idOf(1)] });
});

test('an archive that fails says so in the words of the specification', async () => {
  open('data-viewer', {
    [`POST ${path}/archive`]: { status: 409, json: problem('conflict', 409, 'A tabela está a ser otimizada.') },
  });
  await page.says('Previsão 1');
  page.host.querySelector<HTMLInputElement>(`input[aria-label="Selecionar ${idOf(1)}"]`)?.click();
  (await page.find(() => page.button('Arquivar'))).click();
  await said('Erro ao arquivar registros');
});

test('an export opens its link in a new tab', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  open('data-viewer', {
    [`POST ${path}/export`]: { json: envelope({ download_url: `${path}/exports/abc`, expires_at: at, rows: 2 }) },
  });
  (await page.find(() => page.button('Exportar'))).click();
  const item = await page.find(() =>
    [...document.querySelectorAll<HTMLButtonElement>('[role=menuitem]')].find(
      ({ textContent }) => textContent === 'EXCEL',
    ),
  );
  item.click();
  await said('Exportação EXCEL iniciada');
  expect(opened.mock.calls[0]?.[0]).toContain(`${path}/exports/abc`);
  expect(posted('export')[0]?.body).toEqual({ format: 'excel', filters: {} });
  opened.mockRestore();
});

test('an export takes the table and the words that the viewer shows', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  page.open('/?section=ml-retention-system&tab=data-viewer&table=ml_inference_cache&q=sardinha', {
    ...answers,
    [`POST ${path}/export`]: { json: envelope({ download_url: `${path}/exports/abc`, expires_at: at, rows: 2 }) },
  });
  (await page.find(() => page.button('Exportar'))).click();
  (
    await page.find(() =>
      [...document.querySelectorAll<HTMLButtonElement>('[role=menuitem]')].find(
        ({ textContent }) => textContent === 'CSV',
      ),
    )
  ).click();
  await said('Exportação CSV iniciada');
  const filters = { table: 'ml_inference_cache', search: 'sardinha' };
  expect(posted('export')[0]?.body).toEqual({ format: 'csv', filters });
  opened.mockRestore();
});

test('what the caches saved is not known before they have served, and may be a loss', async () => {
  const openWith = (gains: number | null) =>
    open('overview', { [`${path}/metrics`]: { json: envelope({ ...metrics, performance_gains_ms: gains }) } });
  openWith(null);
  await page.find(() => (tile('consultas-intercetadas').includes('ainda não se sabe quanto pouparam') ? true : null));
  await page.close();
  page = createPage();
  openWith(-1_500);
  await page.find(() => (tile('consultas-intercetadas').includes('1,5 s') ? true : null));
  expect(tile('consultas-intercetadas')).not.toContain('poupados');
});

test('the detail of a record: what it was made from, who holds it, what happened to it', async () => {
  const detail = {
    ...record(1, { is_pinned: true }),
    access_history: [{ action: 'created', timestamp: at, user_id: 'Kianda' }],
    ...{ related_models: ['Estimador de Abundância'], dependencies: [{ name: 'catches', watermark: 'catches 12:34' }] },
    ...{ holds: [{ kind: 'deployed', by: 'Ana Mar', reason: 'Melhor.', at }], eviction_reason: null },
  };
  page.open(`/?section=ml-retention-system&tab=data-viewer&record=${idOf(1)}`, {
    ...answers,
    [`${path}/data/${idOf(1)}`]: { json: envelope(detail) },
  });
  await said('Detalhes do Registro');
  await said('Versão em uso: Melhor.');
  for (const part of ['Estimador de Abundância', 'catches 12:34', 'ic_old_unused, 7 dias', 'Segurar por ordem']) {
    expect(page.text('[aria-modal=true]')).toContain(part);
  }
});

test('policies: a rehearsal names what goes, and only then it goes', async () => {
  const plan = {
    ...{ dryRun: true, archived_count: 0, expired_count: 1, deleted_count: 0, freed_space_mb: 0, duration_ms: 3 },
    ...{
      errors: [],
      fingerprint: '1:5',
      by_policy: [{ policy_id: 'ic_expired', act: 'expire', records: 1, size_mb: 0.1 }],
    },
    records: [
      {
        id: idOf(1),
        table_name: 'ml_inference_cache',
        act: 'expire',
        policy_id: 'ic_expired',
        label: 'Previsão 1',
        size_mb: 0.1,
      },
    ],
  };
  open('policies', { [`POST ${path}/cleanup`]: { json: envelope(plan) } });
  await page.says('Expired Inference Cache');
  expect(page.text()).toContain('Ativa');
  (await page.find(() => page.button('Ensaiar limpeza'))).click();
  await said('Expirar: Previsão 1');
  expect(posted('cleanup').map(({ body }) => body)).toEqual([{ dryRun: true }]);
  const run = await page.find(() =>
    [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find(
      ({ textContent }) => textContent === 'Limpar agora',
    ),
  );
  run.click();
  await said('Limpeza feita: 0 arquivados, 1 expirados, 0 purgados.');
});

test('who may only look sees no button that changes anything', async () => {
  open('policies', {}, 'investigador');
  await page.says('Expired Inference Cache');
  expect(page.button('Ensaiar limpeza')).toBeUndefined();
  expect(page.button('Configurar: Expired Inference Cache')).toBeUndefined();
});

test('the bands and sizes of the specification, at their edges', () => {
  expect([0.81, 0.8, 0.61, 0.6].map((value) => bandOf(value, [0.8, 0.6], above))).toEqual([0, 1, 1, 2]);
  expect([99.9, 100, 299, 300].map((value) => bandOf(value, [100, 300], below))).toEqual([0, 1, 1, 2]);
  expect([0.5, 1, 1_023, 1_024].map((size) => sizeText(size).replaceAll('\u00a0', ' '))).toEqual([
    ...['512 KB', '1 MB', '1 023 MB', '1 GB'],
  ]);
});
