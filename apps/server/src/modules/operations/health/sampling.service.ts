import type { MetricSample } from '@kianda/contract/operations/health/health.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { EventBus } from '../../../platform/events/events.ts';
import type { RequestMetrics } from '../../../platform/http/request-metrics.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { HealthRepository } from './health.repository.ts';
import { inFewDigits, sampleRow } from './sample-rows.rules.ts';
import type { SystemSampler } from './system-sampler.service.ts';

const minuteMs = 60_000;
const quarterMs = 900_000;

export type SamplingDependencies = {
  readonly repository: HealthRepository;
  readonly sampler: SystemSampler;
  readonly requests: RequestMetrics;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly instance: string;
  /** Open websocket and HTTP connections, or null before the server listens. */
  readonly connections: () => number | null;
};

/** Samples of this process, stored every 10 s and condensed into coarser steps as they age. */
export function createSampling(dependencies: SamplingDependencies) {
  const { repository, sampler, requests, events, clock, log, instance } = dependencies;
  const startOf = (stepMs: number): number => Math.floor(clock.nowMs() / stepMs) * stepMs;
  let latest: MetricSample | null = null;
  let lastSampleMs = clock.nowMs();
  let lastMinuteMs = startOf(minuteMs);
  let lastQuarterMs = startOf(quarterMs);
  let requestsSeen = 0;

  function requestsPerSecond(nowMs: number): number {
    const seconds = Math.max(1, (nowMs - lastSampleMs) / 1000);
    const total = requests.total();
    const perSecond = (total - requestsSeen) / seconds;
    requestsSeen = total;
    lastSampleMs = nowMs;
    return perSecond;
  }

  async function sample(): Promise<MetricSample> {
    const nowMs = clock.nowMs();
    const [{ uptimeSeconds, ...reading }, database] = await Promise.all([
      sampler.read(),
      repository.databaseFigures().catch((error: unknown) => {
        log.warn({ err: error }, 'a base de dados não respondeu à amostra');
        return null;
      }),
    ]);
    const window = requests.window();
    const taken = inFewDigits({
      timestamp: new Date(nowMs).toISOString(),
      cpuPercent: reading.cpuPercent,
      memoryPercent: reading.memoryPercent,
      diskPercent: reading.diskPercent,
      networkIn: reading.networkIn,
      networkOut: reading.networkOut,
      activeConnections: dependencies.connections(),
      uptime: uptimeSeconds,
      processMemoryBytes: reading.processMemoryBytes,
      eventLoopDelayMs: reading.eventLoopDelayMs,
      databaseBytes: database?.bytes ?? null,
      databaseConnections: database?.connections ?? null,
      requestsPerSecond: requestsPerSecond(nowMs),
      latencyP50Ms: window?.p50Ms ?? null,
      latencyP95Ms: window?.p95Ms ?? null,
      latencyP99Ms: window?.p99Ms ?? null,
      errorRate: window === null ? null : window.errorShare * 100,
    });
    latest = taken;
    await repository.addSample(sampleRow(taken, instance));
    events.publish({ channel: 'metrics', type: 'metrics.sample', payload: taken });
    return taken;
  }

  return {
    current: async (): Promise<MetricSample> => latest ?? sample(),

    /** Takes one sample and condenses the older ones; called every 10 s. */
    async tick(): Promise<void> {
      await sample();
      const nowMs = clock.nowMs();
      if (nowMs - lastMinuteMs >= minuteMs) {
        const endMs = startOf(minuteMs);
        await repository.condense(10, 60, new Date(lastMinuteMs), new Date(endMs));
        await repository.addRouteSamples(new Date(endMs), instance, requests.drain());
        lastMinuteMs = endMs;
      }
      if (nowMs - lastQuarterMs >= quarterMs) {
        const endMs = startOf(quarterMs);
        await repository.condense(60, 900, new Date(lastQuarterMs), new Date(endMs));
        await repository.prune(new Date(nowMs));
        lastQuarterMs = endMs;
      }
    },
  };
}
