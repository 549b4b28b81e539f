// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { cacheStats } from '@kianda/contract/operations/caches/caches.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

const at = '2026-08-31T08:00:00.000Z';
const stats: DataOf<typeof cacheStats> = {
  instance: 'a',
  startedAt: at,
  totals: { entries: 3, hits: 30, misses: 10, hitRate: 75, evictions: 2, bytes: 2_048 },
  caches: [
    {
      name: 'ocean/newest',
      entries: 3,
      maxEntries: 10,
      expired: 1,
      hits: 30,
      misses: 10,
      hitRate: 75,
      evictions: 2,
      bytes: 2_048,
      isEstimated: false,
      oldestAt: at,
    },
  ],
  topKeys: [{ cache: 'ocean/newest', key: 'todas', uses: 12, storedAt: at }],
  memory: { heapUsedBytes: 90_000_000, residentBytes: 200_000_000 },
  database: { hitRate: null, sharedBuffersBytes: null },
  warmup: {
    state: 'done',
    startedAt: at,
    endedAt: at,
    steps: [
      { name: 'Visão geral', state: 'done', durationMs: 41, error: null },
      { name: 'Armazenamento', state: 'failed', durationMs: 3, error: 'sem ligação' },
    ],
  },
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());
const open = () =>
  page.open('/?section=cache-redis', {
    '/admin-api/cache/stats': { json: envelope(stats) },
    '/admin-api/cache/clear': { json: envelope({ cleared: 3 }) },
    '/admin-api/cache/optimize': { json: envelope({ removed: 0, freedBytes: 0 }) },
  });

test('figures are measured, and one that is not known says why', async () => {
  open();
  await page.says('30 de 40 pedidos');
  expect(page.text('#acerto')).toContain('75');
  expect(page.text('#base-de-dados')).toContain('—');
  expect(page.text('#caches')).toContain('ocean/newest');
  expect(page.text('#chaves')).toContain('todas');
  expect(page.text('#aquecimento')).toContain('2 de 2');
  expect(page.text('#aquecimento')).toContain('sem ligação');
});

test('the share of reads that the database has in memory is told to a tenth, with the memory it may take', async () => {
  page.open('/?section=cache-redis', {
    '/admin-api/cache/stats': {
      json: envelope({ ...stats, database: { hitRate: 98.765, sharedBuffersBytes: 128 * 1024 * 1024 } }),
    },
  });
  await page.find(() => (page.text('#base-de-dados').includes('98,8 %') ? true : null));
  expect(page.text('#base-de-dados')).toContain('134,2 MB');
});

test('one cache is emptied only after asking, and by its name', async () => {
  open();
  const empty = await page.find(() => page.button('Esvaziar'));
  empty.click();
  const confirm = await page.find(() =>
    [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button[type="submit"]')].at(0),
  );
  expect(page.asked.some(({ path }) => path === '/admin-api/cache/clear')).toBe(false);
  confirm.click();
  const sent = await page.find(() => page.asked.find(({ path }) => path === '/admin-api/cache/clear'));
  expect(sent.body).toEqual({ cache: 'ocean/newest' });
});
