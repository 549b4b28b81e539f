// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { componentChecks, PlatformAlert, systemHealth } from '@kianda/contract/operations/health/health.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { conditionOf } from '../../shared/condition/testing.ts';
import { createPage } from '../../testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const at = '2026-08-31T09:00:00.000Z';
const health: DataOf<typeof systemHealth> = {
  overall_status: 'warning',
  condition: conditionOf('warning', 'Fila de tarefas não responde (Sem resposta).'),
  health_percentage: 50,
  uptime: 99.9,
  uptime_since: at,
  process_uptime_seconds: 3_700,
  components: [
    { id: 'database', label: 'Base de dados', status: 'online', detail: '7 ligações', latency_ms: 4, checked_at: at },
    {
      id: 'tasks',
      label: 'Fila de tarefas',
      status: 'offline',
      detail: 'Sem resposta',
      latency_ms: null,
      checked_at: at,
    },
  ],
  performance: { cpu_usage: 12.5, memory_usage: 30, disk_usage: 70, network_io: 2_000, api_response_time: null },
  statistics: {
    total_services: 2,
    online_services: 1,
    offline_services: 1,
    total_endpoints: 83,
    active_connections: 3,
  },
  alerts: { active: 1, critical: 1 },
  last_check: at,
  timestamp: at,
};
const checks: DataOf<typeof componentChecks> = {
  components: [
    {
      id: 'database',
      checks: [
        { at: '2026-08-31T08:59:00.000Z', status: 'online', latency_ms: 4 },
        { at: '2026-08-31T08:59:30.000Z', status: 'offline', latency_ms: null },
      ],
    },
  ],
};
const alert: PlatformAlert = {
  id: '11111111-1111-4111-8111-111111111111',
  type: 'critical',
  title: 'Fila de tarefas indisponível',
  message: 'Sem resposta em 5 s',
  source: 'Fila de tarefas',
  timestamp: at,
  acknowledged: false,
  resolvedAt: null,
  state: 'new',
  assignee: null,
  metadata: {},
};
const answers = {
  '/admin-api/admin-dashboard/system-health': { json: envelope(health) },
  '/admin-api/health/checks': { json: envelope(checks) },
  '/admin-api/alerts': { json: envelope({ alerts: [alert], active: 1, total: 1 }) },
  [`/admin-api/alerts/${alert.id}/acknowledge`]: { json: envelope({ ...alert, acknowledged: true }) },
} as const;

test('each component shows its state, detail and its newest checks in words', async () => {
  page.open('/?section=system-health', answers);
  await page.says('Sistema com Avisos');
  expect(page.sharedNames()).toEqual([]);
  expect(page.text('main')).toContain('Fila de tarefas não responde (Sem resposta).');
  await page.find(() => (page.text('[aria-labelledby=componente-database]').includes('Últimas 2') ? true : null));
  const database = page.text('[aria-labelledby=componente-database]');
  expect(database).toContain('7 ligações');
  expect(database).toContain('50 %');
  const bar = page.host
    .querySelector('[aria-labelledby=componente-database] svg[role=img]')
    ?.getAttribute('aria-label');
  expect(bar).toBe('Base de dados, últimas 2 verificações: 1 online, 0 com aviso, 1 offline');
  expect(page.text('[aria-labelledby=componente-tasks]')).toContain('Offline');
  expect(page.text('[aria-labelledby=componente-tasks]')).toContain('Ainda sem verificações registadas.');
});

test('an operator acknowledges an alert', async () => {
  page.open('/?section=system-health', answers, { role: 'operador' });
  const button = await page.find(() => page.button('Reconhecer o alerta Fila de tarefas indisponível'));
  button.click();
  await page.find(() => page.asked.find(({ method }) => method === 'POST'));
  expect(page.asked.find(({ method }) => method === 'POST')?.path).toBe(`/admin-api/alerts/${alert.id}/acknowledge`);
});

test('who may not acknowledge sees the alert without the button', async () => {
  page.open('/?section=system-health', answers, { role: 'investigador' });
  await page.says('Fila de tarefas indisponível');
  expect(page.button('Reconhecer o alerta Fila de tarefas indisponível')).toBeUndefined();
});

test('an acknowledgement that fails says why beside the alert', async () => {
  page.open('/?section=system-health', {
    ...answers,
    [`/admin-api/alerts/${alert.id}/acknowledge`]: {
      status: 404,
      json: problem('not_found', 404, 'O recurso pedido não existe.'),
    },
  });
  const button = await page.find(() => page.button('Reconhecer o alerta Fila de tarefas indisponível'));
  button.click();
  expect(await page.says('O recurso pedido não existe.')).toBe(true);
});

test('the filter of the alerts is in the address', async () => {
  const resolved = { ...alert, id: '22222222-2222-4222-8222-222222222222', title: 'Já passou', resolvedAt: at };
  page.open('/?section=system-health&view=ativos', {
    ...answers,
    '/admin-api/alerts': { json: envelope({ alerts: [alert, resolved], active: 1, total: 2 }) },
  });
  await page.says('Fila de tarefas indisponível');
  expect(page.text()).not.toContain('Já passou');
});

test('a server that fails is one error with a way to try again', async () => {
  page.open('/?section=system-health', {
    '/admin-api/admin-dashboard/system-health': { status: 503, json: problem('unavailable', 503, 'Já volta.') },
  });
  await page.says('Falha ao carregar saúde do sistema. Já volta.');
  expect(page.button('Tentar Novamente')).toBeDefined();
  expect(page.text()).not.toContain('Processador');
});
