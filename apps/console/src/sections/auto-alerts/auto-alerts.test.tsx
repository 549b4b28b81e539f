// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { Delivery, DeliveryChannel } from '@kianda/contract/delivery/delivery.contract';
import type { listAlertRules } from '@kianda/contract/health/alert-rules.contract';
import type { PlatformAlert } from '@kianda/contract/health/health.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../client/testing.ts';
import { createPage } from '../testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const at = '2026-08-31T08:00:00.000Z';
const alertId = '6a3c1d10-0000-4000-8000-000000000001';
const channelId = '6a3c1d10-0000-4000-8000-000000000002';
const alert = (over: Partial<PlatformAlert>): PlatformAlert => ({
  id: alertId,
  type: 'critical',
  title: 'Base de dados indisponível',
  message: 'Sem resposta',
  source: 'Base de dados',
  timestamp: at,
  acknowledged: false,
  resolvedAt: null,
  metadata: {},
  ...over,
});
const channel: DeliveryChannel = {
  id: channelId,
  kind: 'webhook',
  name: 'Sala de operações',
  target: 'https://sala.exemplo.ao/alertas',
  severities: ['high', 'critical'],
  sources: ['vessels'],
  quietHours: { from: '22:00', to: '06:00' },
  digest: 'off',
  enabled: true,
  hasSecret: true,
  problem: null,
  updatedAt: at,
  updatedBy: 'Ana Mar',
};
const delivery: Delivery = {
  id: '6a3c1d10-0000-4000-8000-000000000003',
  channelId,
  channelName: channel.name,
  channelKind: 'webhook',
  target: channel.target,
  kind: 'alert',
  title: 'Encontro no mar',
  severity: 'high',
  source: 'vessels',
  state: 'failed',
  attempts: 5,
  lastError: 'HTTP 503',
  nextAttemptAt: null,
  createdAt: at,
  endedAt: at,
  digestId: null,
};
const rules: DataOf<typeof listAlertRules> = {
  rules: [
    {
      rule: 'cpu_high',
      title: 'Utilização elevada do processador',
      condition: 'A medida fica acima do limiar.',
      limits: { unit: '%', warning: 80, error: 90, critical: 97, forSeconds: 300 },
    },
    { rule: 'connector_stale', title: 'Dados atrasados', condition: 'Dado velho.', limits: null },
  ],
};
const over = alert({ id: alertId.replace('1', '9'), title: 'Disco cheio', resolvedAt: at });
const other = alert({ id: alertId.replace('1', '8'), title: 'Memória elevada' });
const answers = {
  '/admin-api/alerts': { json: envelope({ alerts: [other, alert({}), over], active: 2, total: 3 }) },
  '/admin-api/alerts/rules': { json: envelope(rules) },
  '/admin-api/delivery/channels': { json: envelope({ channels: [channel], smtp: { configured: false, from: null } }) },
  [`/admin-api/delivery/channels/${channelId}/test`]: {
    json: envelope({ ...delivery, kind: 'test', lastError: 'HTTP 410' }),
  },
  '/admin-api/delivery/log': {
    json: envelope({ data: [delivery], total: 1, page: 1, pageSize: 50, hasNext: false, hasPrev: false }),
  },
  [`/admin-api/delivery/log/${delivery.id}/retry`]: { json: envelope({ ...delivery, state: 'queued' }) },
};
const posted = (path: string) => page.asked.filter(({ method, path: asked }) => method === 'POST' && asked === path);

test('open alerts, the linked one first and marked', async () => {
  page.open(`/?section=auto-alerts&alert=${alertId}`, answers);
  await page.says('Base de dados indisponível');
  const items = [...document.querySelectorAll('main #alertas li')];
  expect(items.map(({ textContent }) => /Base de dados|Memória/.exec(textContent ?? '')?.[0])).toEqual([
    'Base de dados',
    'Memória',
  ]);
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual(['true', null]);
  expect(page.text()).not.toContain('Disco cheio');
});

test('the rules with their limits', async () => {
  page.open('/?section=auto-alerts&tab=rules', answers);
  await page.says('Utilização elevada do processador');
  expect(page.text()).toContain('97 %');
  expect(page.text()).toContain('300 s');
});

test('a channel says what it takes, and a trial that fails says why', async () => {
  page.open('/?section=auto-alerts&tab=channels', answers);
  await page.says('Sala de operações');
  expect(page.text()).toContain('silêncio das 22:00 às 06:00');
  expect(page.text()).toContain('O servidor de correio (SMTP) não está configurado');
  page.button('Enviar ensaio por Sala de operações')?.click();
  await page.says('O ensaio não chegou: HTTP 410');
});

test('the log tells of failures and takes them up again', async () => {
  page.open('/?section=auto-alerts&tab=log', answers);
  await page.says('HTTP 503');
  expect(page.text()).toContain('5 tentativas');
  page.button('Tentar de novo: Encontro no mar')?.click();
  const path = `/admin-api/delivery/log/${delivery.id}/retry`;
  await page.find(() => (posted(path).length === 1 ? true : null));
});

test('who may not deliver is told so; a failing list fails alone', async () => {
  page.open('/?section=auto-alerts&tab=channels', answers, { role: 'cientista' });
  await page.says('A sua conta não vê os canais');
  page.close();
  page = createPage();
  const failing = { status: 503, json: problem('unavailable', 503, 'Já volta.') };
  page.open('/?section=auto-alerts', { ...answers, '/admin-api/alerts': failing });
  await page.says('Tentar Novamente');
  expect(page.text()).toContain('Canais de entrega');
});
