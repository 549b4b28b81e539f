// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { servicesStatus } from '@kianda/contract/operations/health/health.contract';
import type { ControlledService } from '@kianda/contract/operations/services/services.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const at = '2026-08-31T09:00:00.000Z';
const service = (id: string, status: 'online' | 'warning' | 'offline') => ({
  id,
  name: id,
  status,
  port: null,
  url: 'http://kianda.test',
  responseTime: status === 'offline' ? null : 42,
  lastCheck: at,
  description: `detalhe de ${id}`,
  version: null,
  note: null,
});
const status: DataOf<typeof servicesStatus> = {
  services: [
    service('console', 'online'),
    service('admin-api', 'online'),
    service('stac', 'warning'),
    service('monitor', 'offline'),
    service('database', 'online'),
  ],
  summary: { total: 5, online: 3, offline: 1, health_percentage: 60, last_updated: at },
};
const monitor: ControlledService = {
  id: 'stac',
  name: 'STAC API',
  prefix: '/stac',
  description: '',
  stoppable: true,
  refusal: null,
  stopped: null,
  effects: ['O catálogo deixa de responder.'],
};
const answers = {
  '/admin-api/api/services/status': { json: envelope(status) },
  '/admin-api/services': { json: envelope({ services: [monitor] }) },
  '/admin-api/services/history': {
    json: envelope({
      services: [
        {
          id: 'stac',
          name: 'STAC API',
          since: '2026-08-26T09:00:00.000Z',
          uptime: { day: 99.5, week: 98, quarter: null },
          days: [{ day: '2026-08-31', checks: 100, offline: 2, warning: 0, maintenance: 0, unknown: 0, p95Ms: 12 }],
        },
      ],
    }),
  },
  '/admin-api/services/stac/stop': {
    json: envelope({ ...monitor, stopped: { at, by: 'ana@kianda.test', reason: 'ensaio' } }),
  },
  '/admin-api/services/stac/probe': {
    json: envelope({
      id: 'stac',
      url: 'http://kianda.test/stac',
      status: 'online',
      httpStatus: 200,
      totalMs: 12,
      steps: [{ step: 'dns', ok: true, ms: 1, detail: '127.0.0.1' }],
    }),
  },
  '/stac': { json: {} },
} as const;
const dialogSaying = (text: string) =>
  page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role=dialog]')].find((dialog) => dialog.textContent?.includes(text)),
  );
const card = (id: string) => page.text(`[aria-labelledby=estado-${id}]`);

test('environment, how many work, and a card for each of the eight in its words', async () => {
  page.open('/?section=services-status', answers);
  await page.says('3 de 5 online');
  expect(page.sharedNames()).toEqual([]);
  // A window that is longer than there are checks says since when there are.
  expect(page.host.querySelector('[aria-label*="Só há verificações desde 26/08/2026"]')).not.toBeNull();
  expect(page.text()).toContain('Desenvolvimento');
  expect(card('console')).toContain('Operacional');
  expect(card('stac')).toContain('Degradado');
  expect(card('monitor')).toContain('Indisponível');
  expect(card('workflow')).toContain('Desconhecido');
  await page.find(() => (card('stac').includes('99,5') ? true : null));
  const bar = page.host.querySelector('[aria-labelledby=estado-stac] svg[role=img]');
  expect(bar?.getAttribute('aria-label')).toMatch(/^STAC API, 1\sdia/);
  expect(page.host.querySelector('[aria-label="Acessar Consola (novo separador)"]')?.getAttribute('href')).toBe('/');
});

test('while the history loads, the windows say so, and not that there is none', async () => {
  page.open('/?section=services-status', { ...answers, '/admin-api/services/history': 'hang' });
  await page.find(() => page.host.querySelector('[aria-label*="O histórico está a carregar."]'));
  expect(page.host.querySelector('[aria-label*="Ainda sem histórico"]')).toBeNull();
  expect(page.text()).not.toContain('Ainda sem histórico');
});

test('stopping asks first, says what stops with it, and does it with the reason given', async () => {
  page.open('/?section=services-status', answers);
  (await page.find(() => page.button('Parar STAC API'))).click();
  const dialog = await dialogSaying('/stac responde 503');
  expect(dialog.textContent).toContain('O catálogo deixa de responder.');
  expect(page.asked.some(({ path }) => path.endsWith('/stop'))).toBe(false);
  dialog.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
  const sent = await page.find(() => page.asked.find(({ path }) => path === '/admin-api/services/stac/stop'));
  expect(sent.body).toEqual({ reason: '' });
});

test('a check on demand says what server and browser found', async () => {
  page.open('/?section=services-status', answers);
  (await page.find(() => page.button('Verificar STAC API'))).click();
  const dialog = await dialogSaying('Nome: 127.0.0.1');
  await page.find(() => (dialog.textContent?.includes('HTTP 200') ? true : null));
});

test('who may not control sees no button for it; a failed load can be tried again', async () => {
  page.open('/?section=services-status', answers, { role: 'cientista' });
  await page.find(() => page.button('Verificar STAC API'));
  expect(page.button('Parar STAC API')).toBeUndefined();
  expect(page.button('Saúde do sistema')).toBeDefined();
  await page.close();
  page = createPage();
  page.open('/?section=services-status', answers, { role: 'cliente' });
  await page.find(() => page.button('Testar os serviços'));
  // A section that its account may not open is not offered.
  expect(page.button('Saúde do sistema')).toBeUndefined();
  await page.close();
  page = createPage();
  page.open('/?section=services-status', {
    '/admin-api/api/services/status': { status: 500, json: problem('internal', 500, 'Erro interno.') },
  });
  await page.find(() => page.button('Tentar Novamente'));
});
