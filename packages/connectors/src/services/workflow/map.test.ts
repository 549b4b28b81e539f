import { expect, test } from 'vitest';
import { mapClientInfo, mapServices } from './map.ts';

const readAt = '2026-03-10T12:00:00.000Z';
const info = (status: string, over: object = {}) =>
  mapClientInfo({ message: 'm', company: 'c', status, ...over } as Parameters<typeof mapClientInfo>[0], readAt);

test('a word that means neither healthy nor ill counts as ill', () => {
  const words = ['ONLINE', 'Healthy', 'offline', 'CRITICAL', 'degraded', 'maintenance'];
  expect(words.map((word) => info(word).status)).toEqual([
    'online',
    'online',
    'offline',
    'offline',
    'degraded',
    'degraded',
  ]);
});

test('what is not a text is left out, and an instant that is none is that of the answer', () => {
  expect(
    info('online', { contact: { email: 'a@b.ao', support: 7 }, accessPoints: { web: 'w', port: 1 } }),
  ).toMatchObject({
    contact: { email: 'a@b.ao', website: '', support: '' },
    accessPoints: { web: 'w' },
    technicalSpecs: {},
    timestamp: readAt,
  });
  expect(info('online', { timestamp: '2026-01-02T03:04:05+01:00' }).timestamp).toBe('2026-01-02T02:04:05.000Z');
  expect(info('online', { timestamp: 'ontem' }).timestamp).toBe(readAt);
});

const row = (over: object) => ({ name: 'n', ...over });
const services = (rows: readonly object[], overall?: string) =>
  mapServices({ services: rows, overall } as unknown as Parameters<typeof mapServices>[0], readAt);

test('a line has known words only', () => {
  const [first, second] = services([
    row({ port: '8080', priority: 'HIGH', state: 'Healthy', status: 'internal', clientAccess: true }),
    row({ port: 'x', priority: 'urgent', state: 'odd', status: 'other' }),
  ]).services;
  expect(first).toMatchObject({
    port: 8080,
    priority: 'high',
    state: 'healthy',
    status: 'internal',
    clientAccess: true,
  });
  expect(second).toMatchObject({
    port: null,
    priority: 'low',
    state: 'unknown',
    status: 'available',
    clientAccess: false,
  });
});

test('a critical service down makes the whole critical, another a warning; the word of the service comes first', () => {
  const down = (priority: string) => row({ priority, state: 'unhealthy' });
  expect(services([down('critical'), row({ state: 'healthy' })]).overall).toBe('CRITICAL');
  expect(services([down('low'), row({ state: 'healthy', priority: 'critical' })]).overall).toBe('WARNING');
  expect(services([row({ state: 'healthy' }), row({ priority: 'critical' })]).overall).toBe('HEALTHY');
  expect(services([down('critical')], 'warning').overall).toBe('WARNING');
  expect(services([down('critical')], 'unheard').overall).toBe('CRITICAL');
});
