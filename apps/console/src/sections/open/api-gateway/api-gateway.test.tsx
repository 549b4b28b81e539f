// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import type { EndpointRow } from './endpoint-row.ts';

const used: EndpointRow = {
  id: 'listAlerts',
  service: 'admin-api',
  path: '/admin-api/alerts',
  method: 'GET',
  description: 'Alertas do sistema',
  access: 'alerts:read',
  accessLabel: 'Ver alertas',
  status: 'active',
  responseTime: 12,
  responseTimeP95: 80,
  requestCount: 40,
  errorRate: 2.5,
  lastAccessed: '2026-08-31T08:59:00.000Z',
};
const unused: EndpointRow = {
  ...used,
  id: 'stacRoot',
  service: 'stac',
  path: '/stac',
  description: 'Entrada do catálogo',
  access: 'public',
  accessLabel: null,
  responseTime: null,
  responseTimeP95: null,
  requestCount: 0,
  errorRate: null,
  lastAccessed: null,
};
const path = '/admin-api/api/endpoints';
const answers = { [path]: { json: envelope({ endpoints: [unused, used], hours: 24 }) } };

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const rows = () => [...page.host.querySelectorAll('main tbody tr')].map(({ textContent }) => textContent ?? '');

test('every endpoint with its measured use, the most used first; what was not used has a dash with its reason', async () => {
  page.open('/?section=api-gateway', answers);
  await page.says('Entrada do catálogo');
  expect(rows()[0]).toContain('Alertas do sistema');
  expect(rows()[0]?.replaceAll('\u00a0', ' ')).toMatch(/40.*12 ms.*80 ms.*2,5 %.*Ver alertas/);
  expect(page.host.querySelector('main tbody abbr')?.getAttribute('title')).toBe('Sem pedidos neste tempo.');
  expect(page.text('#enderecos-lentos')).toContain('80');
  expect(page.text()).toContain('Medido nas últimas 24 horas');
});

test('by service, by use and by word, all in the address; one opens', async () => {
  page.open('/?section=api-gateway&used=1&q=alertas', answers);
  await page.says('Alertas do sistema');
  expect(rows()).toHaveLength(1);
  page.host.querySelector<HTMLElement>('main tbody tr button')?.click();
  const dialog = await page.find(() =>
    [...document.querySelectorAll('[role=dialog]')].find(({ textContent }) => textContent?.includes('listAlerts')),
  );
  expect(dialog.textContent).toContain('Ver alertas (alerts:read)');
  await page.close();
  page = createPage();
  page.open('/?section=api-gateway&service=stac&used=1', answers);
  await page.says('Nenhum endereço corresponde');
});

test('an endpoint that is opened shows its times, and one that nobody asked why it has none', async () => {
  const openOf = async (id: string) => {
    page.open(`/?section=api-gateway&service=${id === 'stacRoot' ? 'stac' : 'admin-api'}`, answers);
    (await page.find(() => page.host.querySelector<HTMLElement>('main tbody tr button'))).click();
    return page.find(() =>
      [...document.querySelectorAll('[role=dialog]')].find(({ textContent }) => textContent?.includes(id)),
    );
  };
  const known = await openOf('listAlerts');
  expect(known.textContent?.replaceAll('\u00a0', ' ')).toMatch(/12 ms.*80 ms.*2,5 %/);
  expect(known.querySelector('abbr')).toBeNull();
  await page.close();
  page = createPage();
  const unknown = await openOf('stacRoot');
  const reasons = [...unknown.querySelectorAll('abbr')].map((one) => one.getAttribute('title'));
  expect(reasons).toEqual(Array.from({ length: 4 }, () => 'Sem pedidos neste tempo.'));
});

test('a server that fails says so, with a way to try again', async () => {
  page.open('/?section=api-gateway', { [path]: { status: 400, json: problem('validation_failed', 400, 'Recusado.') } });
  await page.says('Recusado.');
  expect(page.button('Tentar Novamente')).toBeDefined();
});
