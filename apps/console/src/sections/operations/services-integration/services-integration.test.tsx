// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { servicesStatus } from '@kianda/contract/operations/health/health.contract';
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
  responseTime: 4,
  lastCheck: at,
  description: '',
  version: null,
  note: null,
});
const status: DataOf<typeof servicesStatus> = {
  services: [
    ...['stac', 'features', 'storage', 'identity', 'admin-api', 'tasks'].map((id) => service(id, 'online')),
    service('monitor', 'offline'),
  ],
  summary: { total: 7, online: 6, offline: 1, health_percentage: 85, last_updated: at },
};
const collection = (id: string, title: string, count: number) => ({ id, title, summaries: { 'eo:count': [count] } });
const bare = {
  '/stac/collections': {
    json: {
      collections: [
        collection('sst', 'Temperatura', 12),
        collection('chl', 'Clorofila', 8),
        collection('cur', 'Correntes', 1),
        collection('wav', 'Ondas', 3),
      ],
      links: [],
      numberMatched: 4,
      numberReturned: 4,
    },
  },
  '/features/collections': { json: { links: [], collections: [] } },
  '/storage/minio/admin/v3/list-buckets': {
    json: { buckets: [{ name: 'fields', creationDate: null, size: 2_048, objects: 3 }] },
  },
  '/monitor/api/tasks': { json: {} },
  '/identity/admin/realms': { json: [{ id: 'kianda', realm: 'kianda', displayName: 'Kianda', enabled: true }] },
};
const answers = {
  '/admin-api/api/services/status': { json: envelope(status) },
  '/admin-api/api/endpoints': { json: envelope({ endpoints: [], hours: 24 }) },
  ...bare,
} as const;

const tile = (id: string) => page.text(`[aria-labelledby=servico-${id}]`);

test('eight tiles, each with its state, its port and what it holds', async () => {
  page.open('/?section=services-integration', answers);
  await page.find(() => (tile('stac').includes('4 coleções') ? true : null));
  expect(page.host.querySelectorAll('main article')).toHaveLength(8);
  expect(tile('stac')).toContain('Online');
  expect(tile('stac')).toMatch(/Porta \d+/);
  expect(tile('identity')).toContain('1 domínio');
  expect(tile('monitor')).toContain('Offline');
  expect(tile('storage')).toContain('1 área');
});

test('the first three collections with their counts, and the first areas', async () => {
  page.open('/?section=services-integration', answers);
  await page.says('Temperatura');
  expect(page.text()).toContain('12 itens');
  expect(page.text()).toContain('1 item');
  expect(page.text()).not.toContain('Ondas');
  await page.says('· 3 objetos');
});

test('where the object storage does not answer, the admin client’s list stands in; a catalogue away says where to look', async () => {
  page.open('/?section=services-integration', {
    ...answers,
    '/storage/minio/admin/v3/list-buckets': { status: 503, json: problem('service_stopped', 503, 'Parado.') },
    '/stac/collections': { status: 503, json: problem('service_stopped', 503, 'Parado.') },
    '/admin-api/storage/buckets': {
      json: envelope({
        buckets: [
          { name: 'raw', size: 1, objects: 1, lastModified: at, kind: 'system', description: '', createdAt: null },
        ],
      }),
    },
  });
  await page.find(() => (tile('storage').includes('1 área') ? true : null));
  await page.find(() => (tile('stac').includes('STAC API não disponível - verifique') ? true : null));
});

test('who may not open the storage is offered no way into it', async () => {
  page.open('/?section=services-integration', answers, { role: 'cliente' });
  await page.find(() => (tile('stac').includes('4 coleções') ? true : null));
  expect(tile('stac')).toContain('Abrir');
  expect(tile('storage')).not.toContain('Abrir');
});

test('who may not see accounts reads so, on the tile alone', async () => {
  page.open('/?section=services-integration', answers, { role: 'investigador' });
  await page.find(() => (tile('identity').includes('O seu perfil não vê estes dados.') ? true : null));
  expect(tile('stac')).toContain('Online');
});
