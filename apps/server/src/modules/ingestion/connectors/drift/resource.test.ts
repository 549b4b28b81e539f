import type { HttpClient, HttpRequest } from '@kianda/connectors';
import { expect, test } from 'vitest';
import { createDriftMonitor } from './schema-drift-monitor.ts';

const rows = (columns: string): string => [columns, ...Array.from({ length: 5 }, () => '1,2,3')].join('\n');

/** A provider that answers everything at one path. */
const provider: HttpClient = {
  metrics: { requests: 0, bytes: 0, retries: 0, throttled: 0 },
  async request({ url }: HttpRequest) {
    const body = url.includes('study') ? rows('id,name,licence') : rows('timestamp,lon,lat');
    return { url, status: 200, contentType: 'text/csv', headers: {}, bytes: new TextEncoder().encode(body) };
  },
};
const ask = async (http: HttpClient, entity: string, named: boolean) => {
  const url = `https://example.org/direct-read?entity_type=${entity}`;
  await http.request({ url, ...(named ? { resource: `direct-read:${entity}` } : {}) });
};

test('answers to different questions at one path are no drift of each other where the request says what it asks', async () => {
  const first = createDriftMonitor(new Map(), 'pause');
  await ask(first.observe(provider), 'event', true);
  const next = createDriftMonitor(first.learned(), 'pause');
  await ask(next.observe(provider), 'study', true);
  await ask(next.observe(provider), 'event', true);
  expect(next.findings()).toEqual([]);
  expect([...next.learned().keys()]).toEqual(['direct-read:study', 'direct-read:event']);
});

test('and are taken for one thing that changed where it does not', async () => {
  const first = createDriftMonitor(new Map(), 'ignore');
  await ask(first.observe(provider), 'event', false);
  const next = createDriftMonitor(first.learned(), 'ignore');
  await ask(next.observe(provider), 'study', false);
  expect(next.findings().length).toBeGreaterThan(0);
});
