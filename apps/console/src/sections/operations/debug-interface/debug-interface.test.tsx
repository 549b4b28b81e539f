// @vitest-environment happy-dom
import type { DebugState } from '@kianda/contract/operations/diagnostics/debug.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

const at = '2026-08-31T08:00:00.000Z';
const state: DebugState = {
  instance: 'maquina-1',
  startedAt: at,
  build: {
    version: '1.2.3',
    pagesBuiltAt: null,
    node: '24.1.0',
    v8: '13.6',
    postgres: '18.4',
    hasPostgis: true,
    platform: 'linux x64',
    mode: 'demo',
    roles: ['api'],
  },
  runtime: {
    eventLoop: { p50Ms: null, p99Ms: null, maxMs: null, utilization: 0.25 },
    heap: { usedBytes: 9e7, totalBytes: 1e8, limitBytes: 4e9, externalBytes: 0, residentBytes: 2e8 },
    collections: [{ kind: 'minor', runs: 12, totalMs: 30, longestMs: 4 }],
    handles: [{ kind: 'TCPSocketWrap', count: 3 }],
    pool: { open: 5, idle: 4, waiting: 0, max: 20 },
  },
  realtime: { connections: null, channels: [{ channel: 'ocean', clients: 2 }] },
  caches: [{ name: 'ocean/newest', entries: 1, hits: 2, misses: 3 }],
  queue: [
    { name: 'a', label: 'Uma parada', queued: 0, running: 0, failed: 0 },
    { name: 'b', label: 'Uma falhada', queued: 0, running: 0, failed: 2 },
  ],
  settings: [{ name: 'KIANDA_USAGE', title: 'Utilização', origin: 'database', isPending: true }],
  switchedOff: ['Consola SQL'],
};
const line = { timestamp: at, level: 'error', module: 'http', requestId: 'pedido-9', instance: 'a' } as const;
const failed = {
  isKept: true,
  requests: [
    {
      requestId: 'pedido-9',
      at,
      lines: [{ ...line, id: 1, message: 'pedido falhou', details: { err: { message: 'coluna inexistente' } } }],
    },
  ],
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());
const open = (options = {}) =>
  page.open(
    '/?section=debug-interface',
    {
      '/admin-api/diagnostics/state': { json: envelope(state) },
      '/admin-api/diagnostics/failed-requests': { json: envelope(failed) },
      '/admin-api/diagnostics/report': { json: envelope({ text: '# Diagnóstico' }) },
      '/admin-api/diagnostics/cpu-profile': { json: envelope({ fileName: 'a.cpuprofile', profile: '{}' }) },
      '/admin-api/logs/client-errors': { json: envelope({ errors: [] }) },
    },
    options,
  );

test('the process as it is; what is not known says why', async () => {
  open();
  await page.says('Uma falhada');
  expect(page.text('#fila')).not.toContain('Uma parada');
  expect(page.text('#tempo-real')).toContain('—');
  expect(page.text('#ciclo')).toContain('—');
  expect(page.text('#ocupacao')).toContain('25');
  expect(page.text('#definicoes')).toContain('Consola, à espera do próximo arranque');
  expect(page.text('#funcoes')).toContain('Consola SQL');
  expect(page.text('#versao')).toContain('18.4 com PostGIS');
});

test('a failed request says what went wrong in the words of its error', async () => {
  open();
  await page.says('pedido-9');
  expect(page.text('#pedidos-falhados')).toContain('coluna inexistente');
});

test('a profile is taken only after asking, and offered to administrators alone', async () => {
  open({ role: 'investigador' });
  await page.says('Uma falhada');
  expect(page.button('Perfil do processador')).toBeUndefined();
  await page.close();
  page = createPage();
  open({ role: 'administrador' });
  (await page.find(() => page.button('Perfil do processador'))).click();
  const confirm = await page.find(() =>
    document.querySelector<HTMLButtonElement>('[role="dialog"] button[type="submit"]'),
  );
  expect(page.asked.some(({ method }) => method === 'POST')).toBe(false);
  confirm.click();
  await page.find(() => page.asked.find(({ path }) => path === '/admin-api/diagnostics/cpu-profile'));
});
