// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { FirstDayLine, firstDay } from '@kianda/contract/ingestion/connectors/first-day.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, type Reply } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const path = '/admin-api/data/first-day';
const line = (change: Partial<FirstDayLine> = {}): FirstDayLine => ({
  id: 'obis',
  subject: 'connector',
  name: 'OBIS',
  address: 'https://api.obis.test/v3',
  triedAt: '2026-08-31T08:55:00.000Z',
  triedBy: 'check',
  outcome: 'captive_portal',
  httpStatus: 200,
  latencyMs: 12,
  skewSeconds: 0,
  detail: 'respondeu uma página HTML em vez de dados',
  advice: 'Autentique este servidor nesse portal.',
  hasDelivered: false,
  lastSuccess: null,
  simulated: false,
  ...change,
});
const network = line({
  id: '_rede',
  subject: 'network',
  name: 'Rede deste servidor',
  outcome: 'ok',
  advice: 'Nada a fazer.',
  hasDelivered: null,
});
const answer = (change: Partial<DataOf<typeof firstDay>> = {}): Reply => ({
  json: envelope({ lines: [network, line()], undelivered: 1, running: null, ...change }),
});

test('a connector that delivered is not one to be looked after, checked or not', async () => {
  const unchecked = { outcome: null, triedAt: null, triedBy: null, detail: null, address: null } as const;
  const delivered = line({ ...unchecked, hasDelivered: true, advice: 'Nada a fazer.' });
  const waiting = line({ ...unchecked, id: 'gbif', name: 'GBIF', advice: 'Carregue em «Verificar agora».' });
  page.open('/?section=first-day', { [path]: answer({ lines: [network, delivered, waiting] }) });
  await page.says('Já entregou dados');
  const row = (name: string) => page.text().split(name)[1] ?? '';
  expect(row('OBIS')).toMatch(/^Já entregou dadosNada a fazer\./);
  expect(row('GBIF')).toMatch(/^Por verificar/);
});

test('each line says what was tried, what came and what to do, and a click checks that connector alone', async () => {
  let reply = answer();
  page.open('/?section=first-day', {
    [path]: () => reply,
    [`POST ${path}/check`]: () => {
      reply = answer({ running: { runId: 'r', progress: 0.5, message: '1 de 2 conectores' } });
      return { status: 202, json: envelope({ runId: 'r' }) };
    },
  });
  await page.says('Página da rede em vez de dados');
  expect(page.text()).toContain('https://api.obis.test/v3');
  expect(page.text()).toContain('Autentique este servidor nesse portal.');
  expect(page.text()).toContain('1 conector ainda não entregou dados.');
  expect(page.button('Verificar agora Rede deste servidor')).toBeUndefined();
  page.button('Verificar agora OBIS')?.click();
  await page.says('A verificar: 1 de 2 conectores.');
  expect(page.asked.find(({ method }) => method === 'POST')?.body).toEqual({ connector: 'obis' });
  expect(page.button('Verificar tudo agora')?.disabled).toBe(true);
});

test('what a run met is marked as of the run, and of no check', async () => {
  page.open('/?section=first-day', { [path]: answer({ lines: [network, line({ triedBy: 'run' })] }) });
  await page.says('na última execução, sem verificação');
  const marked = [...page.host.querySelectorAll('tbody tr')].map(({ textContent }) =>
    textContent?.includes('na última execução'),
  );
  expect(marked).toEqual([false, true]);
});

test('the table is as wide as its page: what is rarely needed is a column to choose', async () => {
  const lines = [network, line({ lastSuccess: '2026-08-31T08:00:00.000Z' })];
  page.open('/?section=first-day', { [path]: answer({ lines }) });
  await page.says('Página da rede em vez de dados');
  const heads = [...page.host.querySelectorAll('th')];
  expect(heads.map(({ textContent }) => textContent?.replace(/[↑↓]/, ''))).toEqual([
    'Conector',
    'O que veio',
    'O que fazer',
    'Verificar',
    'Quando',
    'Resposta',
    'Última execução com êxito',
  ]);
  expect(heads.map(({ style }) => style.width)).toEqual(['24%', '', '30%', '', '', '', '']);
  const cells = [...page.host.querySelectorAll('tbody tr:last-child td')].map(({ textContent }) => textContent);
  expect(cells[0]).toBe('OBIShttps://api.obis.test/v3');
  expect(cells[6]).toContain('há');
});

test('whoever may not run connectors reads the list and is told why there is no button', async () => {
  page.open('/?section=first-day', { [path]: answer() }, { role: 'investigador' });
  await page.says('OBIS');
  expect(page.text()).toContain('não a pode verificar');
  expect(page.button('Verificar tudo agora')).toBeUndefined();
});

const production: Reply = {
  json: envelope({
    name: 'Kianda',
    version: '2.0.0',
    mode: 'production',
    operatorName: 'Operador de Ensaio',
    supportEmail: 'apoio@kianda.test',
    interfacesUrl: 'http://interfaces.test',
    serviceUrls: {},
  }),
};

test('the dashboard of a production installation leads here while a connector has not delivered, and not after', async () => {
  page.open('/?section=dashboard', { '/admin-api/platform': production, [path]: answer() });
  await page.says('1 conector ainda não entregou dados.');
  page.button('Abrir Primeiro dia')?.click();
  await page.says('Autentique este servidor nesse portal.');
});

test('once all have delivered the dashboard is quiet', async () => {
  page.open('/?section=dashboard', { '/admin-api/platform': production, [path]: answer({ undelivered: 0 }) });
  await page.find(() => page.asked.some((asked) => asked.path === path) || null);
  await page.find(() => (page.host.querySelector('main section') === null ? null : true));
  expect(page.button('Abrir Primeiro dia')).toBeUndefined();
});
