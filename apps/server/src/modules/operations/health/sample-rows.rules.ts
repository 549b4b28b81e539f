import type { MetricSample } from '@kianda/contract/operations/health/health.contract';
import type { SampleRow } from './health.repository.ts';

/** Step of the finest samples. */
export const stepMs = 10_000;

/** Row of a sample of the finest step. */
export function sampleRow(sample: MetricSample, instance: string): SampleRow {
  return {
    step_seconds: stepMs / 1000,
    at: new Date(sample.timestamp),
    instance,
    cpu_percent: sample.cpuPercent,
    memory_percent: sample.memoryPercent,
    disk_percent: sample.diskPercent,
    network_in: sample.networkIn,
    network_out: sample.networkOut,
    active_connections: sample.activeConnections,
    uptime_seconds: sample.uptime,
    process_memory_bytes: sample.processMemoryBytes,
    event_loop_delay_ms: sample.eventLoopDelayMs,
    database_bytes: sample.databaseBytes,
    database_connections: sample.databaseConnections,
    requests_per_second: sample.requestsPerSecond,
    latency_p50_ms: sample.latencyP50Ms,
    latency_p95_ms: sample.latencyP95Ms,
    latency_p99_ms: sample.latencyP99Ms,
    error_rate: sample.errorRate,
  };
}

/** A stored sample of any step. */
export function sampleOf(row: SampleRow): MetricSample {
  return inFewDigits({
    timestamp: row.at.toISOString(),
    cpuPercent: row.cpu_percent,
    memoryPercent: row.memory_percent,
    diskPercent: row.disk_percent,
    networkIn: row.network_in,
    networkOut: row.network_out,
    activeConnections: row.active_connections,
    uptime: row.uptime_seconds,
    processMemoryBytes: row.process_memory_bytes,
    eventLoopDelayMs: row.event_loop_delay_ms,
    databaseBytes: row.database_bytes,
    databaseConnections: row.database_connections,
    requestsPerSecond: row.requests_per_second,
    latencyP50Ms: row.latency_p50_ms,
    latencyP95Ms: row.latency_p95_ms,
    latencyP99Ms: row.latency_p99_ms,
    errorRate: row.error_rate,
  });
}

/** More digits than these say nothing of a machine, and go to every screen that is open. */
export function inFewDigits(sample: MetricSample): MetricSample {
  const entries = Object.entries(sample).map(([name, value]) => [
    name,
    typeof value === 'number' ? fewDigits(value) : value,
  ]);
  return Object.fromEntries(entries) as MetricSample;
}

const fewDigits = (value: number): number => (value < 1000 ? Math.round(value * 1000) / 1000 : Math.round(value));
