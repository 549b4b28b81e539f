import type { Provenance } from '@kianda/contract';
import type { MetricSample } from '@kianda/contract/operations/health/health.contract';
import { expect, test } from 'vitest';
import { changeOf, curveOf, latestOf, type Metrics } from './use-metrics.ts';

const provenance: Provenance = {
  state: 'live',
  source: 'Kianda',
  observedAt: '2026-08-31T09:00:00.000Z',
  retrievedAt: '2026-08-31T09:00:00.000Z',
};
/** Samples that differ in what is asked of them alone. */
const sample = (cpu: number | null): MetricSample => ({ timestamp: `s${cpu}`, cpu }) as unknown as MetricSample;
const cpuOf = (one: MetricSample) => (one as unknown as { cpu: number | null }).cpu;
const metricsOf = (values: readonly (number | null)[]): Metrics => {
  const samples = values.map(sample);
  const newest = samples.at(-1);
  return {
    history: { sourced: undefined, error: null } as unknown as Metrics['history'],
    samples: { value: samples, provenance },
    latest: newest === undefined ? undefined : { value: newest, provenance },
    stepSeconds: 10,
  };
};

test('a curve has two points at least and sixty at most, the newest always the last', () => {
  expect(curveOf(metricsOf([]), cpuOf)).toBeUndefined();
  expect(curveOf(metricsOf([1]), cpuOf)).toBeUndefined();
  expect(curveOf(metricsOf([1, 2]), cpuOf)?.value.map(({ value }) => value)).toEqual([1, 2]);
  const all = Array.from({ length: 60 }, (_, index) => index);
  expect(curveOf(metricsOf(all), cpuOf)?.value).toHaveLength(60);
  const half = curveOf(metricsOf([...all, 60]), cpuOf)?.value ?? [];
  expect(half).toHaveLength(31);
  expect(half.at(-1)?.value).toBe(60);
  expect(half.at(-2)?.value).toBe(58);
});

test('a change is the newest less the mean of what is known, and unknown of fewer than two', () => {
  expect(changeOf(metricsOf([10, null, 20, 30]), cpuOf)?.value).toBe(10);
  expect(changeOf(metricsOf([10]), cpuOf)?.value).toBeNull();
  expect(changeOf(metricsOf([10, 20, null]), cpuOf)?.value).toBeNull();
  expect(changeOf(metricsOf([]), cpuOf)).toBeUndefined();
});

test('the newest value; none while it loads, and the reason where the history failed', () => {
  expect(latestOf(metricsOf([10, 20]), cpuOf, 'Sem amostras.')?.value).toBe(20);
  const nothing = metricsOf([]);
  expect(latestOf(nothing, cpuOf, 'Sem amostras.')).toBeUndefined();
  const failed = { ...nothing, history: { error: { message: 'Servidor parado.' } } as unknown as Metrics['history'] };
  expect(latestOf(failed, cpuOf, 'Sem amostras.')).toEqual({
    value: null,
    provenance: { state: 'fallback', reason: 'Servidor parado.' },
    missingReason: 'Servidor parado.',
  });
});
