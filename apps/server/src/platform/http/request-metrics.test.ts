import { seededRandom } from '@kianda/geo';
import { expect, test } from 'vitest';
import { createRequestMetrics, percentiles } from './request-metrics.ts';

test('percentiles by nearest rank', () => {
  const oneToHundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentiles(oneToHundred)).toEqual({ p50Ms: 50, p95Ms: 95, p99Ms: 99 });
  expect(percentiles([7])).toEqual({ p50Ms: 7, p95Ms: 7, p99Ms: 7 });
  expect(percentiles([])).toEqual({ p50Ms: 0, p95Ms: 0, p99Ms: 0 });
});

test('counts per endpoint since the last drain, and all of them in the window', () => {
  let nowMs = 0;
  const metrics = createRequestMetrics({ nowMs: () => nowMs, random: seededRandom(1), windowMs: 1_000 });
  expect(metrics.window()).toBeNull();
  metrics.record('a', 10, 200);
  metrics.record('a', 30, 503);
  metrics.record('b', 5, 404);
  expect(metrics.drain()).toEqual([
    { endpointId: 'a', requests: 2, serverErrors: 1, p50Ms: 10, p95Ms: 30, p99Ms: 30, lastAccessedMs: 0 },
    { endpointId: 'b', requests: 1, serverErrors: 0, p50Ms: 5, p95Ms: 5, p99Ms: 5, lastAccessedMs: 0 },
  ]);
  expect(metrics.drain()).toEqual([]);
  expect(metrics.window()).toMatchObject({ requests: 3, errorShare: 1 / 3 });
  nowMs = 1_001;
  expect(metrics.window()).toBeNull();
  expect(metrics.total()).toBe(3);
});

test('beyond its size the reservoir still shows the distribution', () => {
  const metrics = createRequestMetrics({ nowMs: () => 0, random: seededRandom(2) });
  for (let index = 0; index < 20_000; index += 1) metrics.record('a', index / 200, 200);
  const [sample] = metrics.drain();
  expect(sample?.requests).toBe(20_000);
  expect(sample?.p50Ms).toBeGreaterThan(45);
  expect(sample?.p50Ms).toBeLessThan(55);
});
