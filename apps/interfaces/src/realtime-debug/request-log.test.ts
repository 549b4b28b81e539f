import type { Provenance } from '@kianda/contract';
import { listFields, pointSeries } from '@kianda/contract/sea/ocean/ocean.contract';
import { expect, test, vi } from 'vitest';
import { CallFailure, type Client } from '../client/client.ts';
import { ageOf, createRequestLog } from './request-log.ts';

const provenance: Provenance = {
  state: 'cached',
  source: 'NOAA',
  observedAt: '2026-11-28T00:00:00Z',
  retrievedAt: '2026-11-29T00:00:00Z',
  staleAfter: '2026-11-30T00:00:00Z',
};

function logOf(read: Client['read']) {
  let now = 1_000;
  const log = createRequestLog(() => {
    now += 40;
    return now;
  });
  return { log, client: log.watch({ read, call: read, download: vi.fn(), file: vi.fn() }) };
}

test('an answer is remembered with its path, time, size, cache and origin, and passed on as it is', async () => {
  const answer = { data: { fields: [] }, metadata: { provenance, cached: true } };
  const { log, client } = logOf((async () => answer) as unknown as Client['read']);
  const told = vi.fn();
  log.subscribe(told);
  expect(await client.read(listFields, { query: { variable: 'ph', limit: 5 } })).toBe(answer);
  expect(log.list()).toMatchObject([
    {
      ...{ method: 'GET', path: '/admin-api/ocean/fields?variable=ph&limit=5', state: 'ok', durationMs: 40 },
      ...{ bytes: 13, cached: true, provenance },
    },
  ]);
  expect(told).toHaveBeenCalledTimes(2);
  log.clear();
  expect(log.list()).toEqual([]);
});

test('a failure keeps its status and id; a read that the page itself dropped is no failure', async () => {
  const { log, client } = logOf(async () => {
    throw new CallFailure('Sem acesso', 403, 'req-9');
  });
  const input = { query: { lon: 12, lat: -10 } };
  await expect(client.read(pointSeries, input)).rejects.toThrow('Sem acesso');
  const abort = new AbortController();
  abort.abort();
  await expect(client.read(pointSeries, input, abort.signal)).rejects.toThrow();
  expect(log.list().map(({ state, status, requestId, error }) => [state, status, requestId, error])).toEqual([
    ['failed', 403, 'req-9', 'Sem acesso'],
    ['dropped', 403, 'req-9', null],
  ]);
});

test('age counts from the observation', () => {
  expect(ageOf(provenance, Date.parse('2026-11-29T00:00:00Z'))).toBe(86_400_000);
  expect(ageOf({ state: 'fallback', reason: 'x' }, 0)).toBeNull();
});
