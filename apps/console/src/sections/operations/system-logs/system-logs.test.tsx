// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { searchLogs } from '@kianda/contract/operations/diagnostics/logs.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { logSearch, queryOf } from './search.ts';

const path = '/admin-api/logs';
const found: DataOf<typeof searchLogs> = {
  lines: [
    {
      id: 8,
      timestamp: '2026-08-31T08:59:58.000Z',
      level: 'error',
      module: 'http',
      message: 'pedido falhou',
      requestId: 'pedido-7',
      instance: 'a',
      details: { code: 'internal' },
    },
    {
      id: 7,
      timestamp: '2026-08-31T08:59:00.000Z',
      level: 'info',
      module: 'jobs',
      message: 'fila pronta',
      requestId: null,
      instance: 'a',
      details: {},
    },
  ],
  hasMore: true,
  modules: ['http', 'jobs'],
  isKept: true,
  retentionDays: 14,
};
const errors = {
  errors: [
    {
      id: '1',
      error: 'x is undefined',
      stack: 'at mapa.tsx',
      url: 'http://kianda.test/?section=dashboard',
      userAgent: 'Firefox',
      occurrences: 3,
      firstAt: '2026-08-30T08:00:00.000Z',
      lastAt: '2026-08-31T08:00:00.000Z',
    },
  ],
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());
const open = (value: object = found, search = '', options = {}) =>
  page.open(
    `/?section=system-logs${search}`,
    { [path]: { json: envelope(value) }, '/admin-api/logs/client-errors': { json: envelope(errors) } },
    options,
  );

test('lines with their level in words, and what each carries; errors of the console by group', async () => {
  open();
  await page.says('pedido falhou');
  const lines = [...page.host.querySelectorAll('#registos li')].map((line) => line.textContent);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('Erro');
  expect(lines[0]).toContain('pedido-7');
  expect(lines[0]).toContain('"code": "internal"');
  expect(page.text()).toContain('Guardadas 14 dias.');
  await page.says('x is undefined');
  expect(page.button('Mais antigas')).toBeDefined();
});

test('the filters of the address are what the server is asked for', () => {
  const search = logSearch.parse({
    level: 'warn',
    module: 'jobs',
    q: ' fila ',
    from: '2026-08-31T09:00',
    to: 'ontem',
    before: '12',
  });
  expect(queryOf(search, 'Africa/Luanda')).toEqual({
    level: 'warn',
    module: 'jobs',
    q: 'fila',
    from: '2026-08-31T08:00:00.000Z',
  });
  expect(queryOf(logSearch.parse({ level: 'tudo', before: 'x' }), 'UTC')).toEqual({});
  expect(queryOf(search, 'UTC')).toMatchObject({ from: '2026-08-31T09:00:00.000Z' });
  expect(logSearch.parse({ before: 'x' }).before).toBe(0);
});

test('clearing asks first, then deletes; cancelling does nothing', async () => {
  open();
  await page.says('pedido falhou');
  const deletes = () => page.asked.filter(({ method }) => method === 'DELETE').length;
  const inDialog = (name: string) =>
    [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find((one) => one.textContent === name);
  page.button('Eliminar registos')?.click();
  (await page.find(() => inDialog('Cancelar'))).click();
  expect(deletes()).toBe(0);
  page.button('Eliminar registos')?.click();
  (await page.find(() => inDialog('Eliminar registos'))).click();
  await page.find(() => (deletes() === 1 ? true : null));
});

test('who may not clear is not offered it', async () => {
  open(found, '', { role: 'operador' });
  await page.says('pedido falhou');
  expect(page.button('Eliminar registos')).toBeUndefined();
  expect(page.button('Descarregar')).toBeDefined();
});

test('nothing found says so, and an installation that keeps nothing says that', async () => {
  open({ ...found, lines: [], hasMore: false, isKept: false });
  expect(await page.says('Esta instalação não guarda registos')).toBe(true);
});

test('a server that is away is an error of this panel', async () => {
  page.open('/?section=system-logs', { [path]: { status: 503, json: problem('unavailable', 503, 'Já volta.') } });
  expect(await page.says('Falha ao carregar registos do sistema. Já volta.')).toBe(true);
});
