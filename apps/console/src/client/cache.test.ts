import type { Provenance } from '@kianda/contract';
import { expect, test } from 'vitest';
import { asCached, asCachedEnvelope, createAnswerCache, maxEntries } from './cache.ts';
import { createMemoryStore } from './store.ts';
import { envelope } from './testing.ts';

const at = '2026-08-31T09:00:00.000Z';
const live: Provenance = { state: 'live', source: 'NOAA', observedAt: at, retrievedAt: at };

test('of more answers than it holds, the oldest leaves', async () => {
  let now = 0;
  const cache = createAnswerCache({ answers: createMemoryStore(), times: createMemoryStore() }, () => now);
  for (let n = 0; n <= maxEntries; n += 1) {
    now = n;
    await cache.write('ana', `/n/${n}`, envelope(n));
  }
  expect(await cache.read('ana', '/n/0', Number.POSITIVE_INFINITY, 1_000)).toBeUndefined();
  expect((await cache.read('ana', '/n/1', Number.POSITIVE_INFINITY, 1_000))?.envelope.data).toBe(1);
  expect((await cache.read('ana', `/n/${maxEntries}`, Number.POSITIVE_INFINITY, 1_000))?.envelope.data).toBe(
    maxEntries,
  );
});

test('what was still on its way when the session ended is not kept after it', async () => {
  const cache = createAnswerCache({ answers: createMemoryStore(), times: createMemoryStore() }, () => 0);
  await Promise.all([cache.write('ana', '/n/0', envelope(0)), cache.write('ana', '/n/1', envelope(1)), cache.clear()]);
  expect(await cache.read('ana', '/n/0', 1, 1_000)).toBeUndefined();
  expect(await cache.read('ana', '/n/1', 1, 1_000)).toBeUndefined();
  await cache.write('ana', '/n/2', envelope(2));
  expect((await cache.read('ana', '/n/2', 1, 1_000))?.envelope.data).toBe(2);
});

test('a clock set back makes no copy young', async () => {
  let now = 1_000_000;
  const cache = createAnswerCache({ answers: createMemoryStore(), times: createMemoryStore() }, () => now);
  await cache.write('ana', '/n', envelope(1));
  now = 0;
  expect(await cache.read('ana', '/n', 86_400_000, 1_000)).toBeUndefined();
});

test('what was live becomes cached; what was not keeps its state', () => {
  const storedAt = Date.parse(at);
  expect(asCached(live, storedAt)).toEqual({ ...live, state: 'cached', staleAfter: '2026-08-31T09:05:00.000Z' });
  const fallback: Provenance = { state: 'fallback', reason: 'sem servidor' };
  expect(asCached(fallback, storedAt)).toEqual(fallback);
  const simulated: Provenance = { ...live, state: 'simulated', seed: 7 };
  expect(asCached(simulated, storedAt)).toMatchObject({
    state: 'cached',
    seed: 7,
    staleAfter: '2026-08-31T09:05:00.000Z',
  });
  const configured: Provenance = { ...live, state: 'configured' };
  expect(asCached(configured, storedAt)).toEqual(configured);
});

test('the origin of single figures is relabelled too', () => {
  const answer = envelope({ sst: 24.5 });
  const withFields = { ...answer, metadata: { ...answer.metadata, fields: { sst: live } } };
  expect(asCachedEnvelope(withFields, Date.parse(at)).metadata.fields?.sst?.state).toBe('cached');
});
