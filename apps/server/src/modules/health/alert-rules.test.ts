import type { MetricSample } from '@kianda/contract/health/health.contract';
import { expect, test } from 'vitest';
import { judge, severityOf, thresholds } from './alert-rules.ts';

const nowMs = Date.parse('2026-08-31T09:00:00Z');

function sample(secondsAgo: number, over: Partial<MetricSample>): MetricSample {
  return {
    timestamp: new Date(nowMs - secondsAgo * 1000).toISOString(),
    cpuPercent: null,
    memoryPercent: null,
    diskPercent: null,
    networkIn: null,
    networkOut: null,
    activeConnections: null,
    uptime: 1,
    processMemoryBytes: null,
    eventLoopDelayMs: null,
    databaseBytes: null,
    databaseConnections: null,
    requestsPerSecond: null,
    latencyP50Ms: null,
    latencyP95Ms: null,
    latencyP99Ms: null,
    errorRate: null,
    ...over,
  };
}
/** Samples every ten seconds, the last one now. */
function cpuOver(seconds: number, value: (secondsAgo: number) => number): MetricSample[] {
  const count = Math.floor(seconds / 10) + 1;
  return Array.from({ length: count }, (_, index) => {
    const secondsAgo = (count - 1 - index) * 10;
    return sample(secondsAgo, { cpuPercent: value(secondsAgo) });
  });
}
const cpu = (samples: readonly MetricSample[]) => judge(samples, nowMs).find(({ rule }) => rule === 'cpu_high');

test('severities begin at their bounds', () => {
  const [threshold] = thresholds;
  if (threshold === undefined) throw new Error('no thresholds');
  expect([79.9, 80, 89.9, 90, 97, 100].map((value) => severityOf(threshold, value))).toEqual([
    null,
    'warning',
    'warning',
    'error',
    'critical',
    'critical',
  ]);
});

test('bounds rise from warning to critical, and every rule says its unit', () => {
  const wrong = thresholds.filter(
    ({ warning, error, critical, unit }) => !(warning < error && error < critical && unit),
  );
  expect(wrong).toEqual([]);
  expect(new Set(thresholds.map(({ rule }) => rule)).size).toBe(thresholds.length);
});

test('a spike raises nothing, a load that lasts does', () => {
  expect(cpu(cpuOver(60, () => 99))).toBeUndefined();
  expect(cpu(cpuOver(280, () => 99))).toBeUndefined();
  expect(cpu(cpuOver(300, () => 99))).toEqual({ rule: 'cpu_high', severity: 'critical', value: 99 });
});

test('the severity is the mildest of the period, the value the newest', () => {
  expect(cpu(cpuOver(300, (ago) => (ago === 150 ? 82 : 99)))).toEqual({
    rule: 'cpu_high',
    severity: 'warning',
    value: 99,
  });
  expect(cpu(cpuOver(300, (ago) => (ago === 150 ? 10 : 99)))).toBeUndefined();
});

test('what lies before the period does not count', () => {
  expect(cpu(cpuOver(600, (ago) => (ago > 310 ? 1 : 95)))).toMatchObject({ severity: 'error' });
});

test('the newest sample below the first bound clears at once', () => {
  expect(cpu(cpuOver(300, (ago) => (ago === 0 ? 79 : 99)))).toEqual({ rule: 'cpu_high', severity: null });
});

test('an unknown measure neither raises nor clears', () => {
  expect(judge([sample(0, {}), sample(10, {})], nowMs)).toEqual([]);
  expect(judge([], nowMs)).toEqual([]);
});

test('each rule reads its own measure', () => {
  const measures = {
    cpu_high: { cpuPercent: 100 },
    memory_high: { memoryPercent: 100 },
    disk_space_low: { diskPercent: 100 },
    api_response_slow: { latencyP95Ms: 60_000 },
    api_error_rate_high: { errorRate: 100 },
  };
  for (const [rule, over] of Object.entries(measures)) {
    const samples = Array.from({ length: 31 }, (_, index) => sample((30 - index) * 10, over));
    expect(judge(samples, nowMs)).toMatchObject([{ rule, severity: 'critical' }]);
  }
  expect(Object.keys(measures)).toEqual(thresholds.map(({ rule }) => rule));
});
