import type { MetricSample } from '@kianda/contract/operations/health/health.contract';
import { expect, test } from 'vitest';
import { curveOf } from './curve.rules.ts';

const startMs = Date.parse('2026-08-31T08:00:00Z');
const at = (index: number) => new Date(startMs + index * 10_000).toISOString();
const samples = (count: number): MetricSample[] =>
  Array.from({ length: count }, (_, index) => ({
    timestamp: at(index),
    cpuPercent: index,
    memoryPercent: null,
    diskPercent: null,
    networkIn: null,
    networkOut: null,
    activeConnections: null,
    uptime: index * 10,
    processMemoryBytes: null,
    eventLoopDelayMs: null,
    databaseBytes: null,
    databaseConnections: null,
    requestsPerSecond: null,
    latencyP50Ms: null,
    latencyP95Ms: index % 2 === 0 ? index : null,
    latencyP99Ms: null,
    errorRate: null,
  }));

test('many samples become a curve of equal steps that ends at the newest', () => {
  const curve = curveOf({ stepSeconds: 10, samples: samples(360) }, { measure: 'cpuPercent', points: 60 });
  expect(curve.stepSeconds).toBe(60);
  expect(curve.points).toHaveLength(60);
  expect(curve.points.at(-1)).toEqual({ at: at(359), value: 359 });
  expect(curve.points[0]).toEqual({ at: at(5), value: 5 });
  const times = curve.points.map((point) => Date.parse(point.at));
  expect(new Set(times.slice(1).map((time, index) => time - (times[index] ?? 0)))).toEqual(new Set([60_000]));
});

test('few samples stay as they are, and what was not measured stays unknown', () => {
  const curve = curveOf({ stepSeconds: 10, samples: samples(3) }, { measure: 'latencyP95Ms', points: 60 });
  expect(curve).toEqual({
    stepSeconds: 10,
    points: [
      { at: at(0), value: 0 },
      { at: at(1), value: null },
      { at: at(2), value: 2 },
    ],
  });
  expect(curveOf({ stepSeconds: 10, samples: [] }, { measure: 'uptime', points: 60 }).points).toEqual([]);
  expect(curveOf({ stepSeconds: 10, samples: samples(5) }, { measure: 'uptime', points: 2 })).toEqual({
    stepSeconds: 30,
    points: [
      { at: at(1), value: 10 },
      { at: at(4), value: 40 },
    ],
  });
});
