import { metricSampleSchema } from '@kianda/contract/operations/health/health.contract';
import { expect, test } from 'vitest';
import { inFewDigits, sampleOf, sampleRow } from './sample-rows.rules.ts';

const sample = {
  timestamp: '2026-08-31T09:00:00.000Z',
  cpuPercent: 96.7807869187532,
  memoryPercent: 10.0004,
  diskPercent: 70,
  networkIn: 12_345.678,
  networkOut: 0,
  activeConnections: 3,
  uptime: 233.0521,
  processMemoryBytes: 561_795_072,
  eventLoopDelayMs: 60.91571,
  databaseBytes: null,
  databaseConnections: null,
  requestsPerSecond: 0.0123,
  latencyP50Ms: 11.065183,
  latencyP95Ms: 999.9996,
  latencyP99Ms: 1492.5139,
  errorRate: 0.0006,
};

test('a sample tells no more digits than are measured, now and when it is read again', () => {
  const told = {
    ...sample,
    cpuPercent: 96.781,
    memoryPercent: 10,
    networkIn: 12_346,
    uptime: 233.052,
    eventLoopDelayMs: 60.916,
    requestsPerSecond: 0.012,
    latencyP50Ms: 11.065,
    latencyP95Ms: 1000,
    latencyP99Ms: 1493,
    errorRate: 0.001,
  };
  expect(metricSampleSchema.parse(inFewDigits(sample))).toEqual(told);
  expect(sampleOf(sampleRow(sample, 'um'))).toEqual(told);
});
