import { createHash, randomUUID } from 'node:crypto';
import type { MetricSample, ServiceStatus } from '@kianda/contract/operations/health/health.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { EventBus } from '../../../platform/events/events.ts';
import type { RequestMetrics } from '../../../platform/http/request-metrics.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { AlertRule } from '../../../platform/module.ts';
import type { AlertService } from './alerts.service.ts';
import { componentRule, componentWithOwnRule } from './builtin.alerts.ts';
import type { HealthRepository, SampleRow } from './health.repository.ts';
import type { CheckedComponent, HealthRegistry } from './health-registry.service.ts';
import { sampleSpans } from './sample-spans.rules.ts';
import type { SystemSampler } from './system-sampler.service.ts';

const stepMs = 10_000;
const minuteMs = 60_000;
const quarterMs = 900_000;
/** Samples kept in memory for the rules and the first paint. */
const recentSamples = 60;
/** Rounds of checks that wait for a database that is away. */
const maxUnsavedRounds = 100;

export type HealthServiceDependencies = {
  readonly repository: HealthRepository;
  readonly registry: HealthRegistry;
  /** Rules of the modules below. */
  readonly rules: () => readonly AlertRule[];
  readonly sampler: SystemSampler;
  readonly requests: RequestMetrics;
  readonly alerts: AlertService;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly instance: string;
  /** Open websocket and HTTP connections, or null before the server listens. */
  readonly connections: () => number | null;
};

/** Measures the platform, keeps the history, judges the alert rules. */
export function createHealthService(dependencies: HealthServiceDependencies) {
  const { repository, registry, alerts, sampler, requests, events, clock, log } = dependencies;
  let recent: MetricSample[] = [];
  let lastSampleMs = clock.nowMs();
  let lastMinuteMs = Math.floor(clock.nowMs() / minuteMs) * minuteMs;
  let lastQuarterMs = Math.floor(clock.nowMs() / quarterMs) * quarterMs;
  let requestsSeen = 0;
  const shares = createCache<number | null>({
    name: 'health/shares',
    clock,
    ttlMs: 30_000,
    maxStaleMs: 300_000,
    maxEntries: 8,
  });
  let unsaved: { readonly at: Date; readonly components: readonly CheckedComponent[] }[] = [];

  async function sample(): Promise<MetricSample> {
    const nowMs = clock.nowMs();
    const [reading, database] = await Promise.all([
      sampler.read(),
      repository.databaseFigures().catch((error: unknown) => {
        log.warn({ err: error }, 'a base de dados não respondeu à amostra');
        return null;
      }),
    ]);
    const window = requests.window();
    const seconds = Math.max(1, (nowMs - lastSampleMs) / 1000);
    const total = requests.total();
    const perSecond = (total - requestsSeen) / seconds;
    requestsSeen = total;
    lastSampleMs = nowMs;
    const taken: MetricSample = {
      timestamp: new Date(nowMs).toISOString(),
      cpuPercent: reading.cpuPercent,
      memoryPercent: reading.memoryPercent,
      diskPercent: reading.diskPercent,
      networkIn: reading.networkIn,
      networkOut: reading.networkOut,
      activeConnections: dependencies.connections(),
      uptime: reading.uptimeSeconds,
      processMemoryBytes: reading.processMemoryBytes,
      eventLoopDelayMs: reading.eventLoopDelayMs,
      databaseBytes: database?.bytes ?? null,
      databaseConnections: database?.connections ?? null,
      requestsPerSecond: perSecond,
      latencyP50Ms: window?.p50Ms ?? null,
      latencyP95Ms: window?.p95Ms ?? null,
      latencyP99Ms: window?.p99Ms ?? null,
      errorRate: window === null ? null : window.errorShare * 100,
    };
    recent = [...recent.slice(-(recentSamples - 1)), taken];
    await repository.addSample(rowOf(taken, dependencies.instance));
    events.publish({ channel: 'metrics', type: 'metrics.sample', payload: taken });
    return taken;
  }

  async function judgeComponents(components: readonly CheckedComponent[]): Promise<void> {
    const unhealthy = components.filter(({ id, report }) => report.state !== 'online' && id !== componentWithOwnRule);
    // Whoever opened the others: an earlier process may have ended before its component recovered.
    await alerts.resolveOthers(
      componentRule,
      unhealthy.map(({ id }) => id),
    );
    for (const { id, label, report } of unhealthy) {
      await alerts.raise({
        rule: componentRule,
        subject: id,
        type: report.state === 'offline' ? 'critical' : 'warning',
        title: report.state === 'offline' ? `${label} indisponível` : `${label} com avisos`,
        message: report.detail,
        source: label,
        metadata: { component: id },
        tellsEnd: true,
      });
    }
  }

  /** Alerts of the modules' own rules: raised, brought up to date, and closed once their rule no longer holds. */
  async function judgeRules(): Promise<void> {
    for (const { rule, judge: judgeRule } of dependencies.rules()) {
      try {
        const found = await judgeRule();
        await alerts.resolveOthers(
          rule,
          found.map(({ subject }) => subject),
        );
        for (const { severity, ...alert } of found)
          await alerts.raise({ ...alert, rule, type: severity, tellsEnd: true });
      } catch (error) {
        // One module's rule must not keep the others from being judged.
        log.warn({ err: error, rule }, 'regra de alerta por avaliar');
      }
    }
  }

  return {
    /** Takes one sample and condenses the older ones; called every 10 s. */
    async tick(): Promise<void> {
      await sample();
      const nowMs = clock.nowMs();
      if (nowMs - lastMinuteMs >= minuteMs) {
        const endMs = Math.floor(nowMs / minuteMs) * minuteMs;
        await repository.condense(10, 60, new Date(lastMinuteMs), new Date(endMs));
        await repository.addRouteSamples(new Date(endMs), dependencies.instance, requests.drain());
        lastMinuteMs = endMs;
      }
      if (nowMs - lastQuarterMs >= quarterMs) {
        const endMs = Math.floor(nowMs / quarterMs) * quarterMs;
        await repository.condense(60, 900, new Date(lastQuarterMs), new Date(endMs));
        await repository.prune(new Date(nowMs));
        lastQuarterMs = endMs;
      }
    },

    /** Checks every component and records the outcome; called every 30 s. */
    async checkComponents(): Promise<void> {
      const before = new Map(registry.components.map((component) => [component.id, component.report.state]));
      const components = await registry.checkAll();
      unsaved = [...unsaved.slice(1 - maxUnsavedRounds), { at: new Date(clock.nowMs()), components }];
      // A database that was away is written what was found meanwhile, that it was away among it.
      for (const round of [...unsaved]) {
        await repository.addChecks(round.at, round.components);
        unsaved = unsaved.filter((one) => one !== round);
      }
      shares.clear();
      await judgeComponents(components);
      await judgeRules();
      if (components.some((component) => before.get(component.id) !== component.report.state)) {
        events.publish({ channel: 'alerts', type: 'health.changed', payload: { components: components.length } });
      }
    },

    current: async (): Promise<MetricSample> => recent.at(-1) ?? sample(),

    /** Samples of the last `hours`, at the finest step kept that long. */
    async history(hours: number) {
      const stepSeconds = hours <= 6 ? 10 : hours <= 48 ? 60 : 900;
      const rows = await repository.samples(stepSeconds, new Date(clock.nowMs() - hours * 3_600_000));
      return { stepSeconds, samples: rows.map(sampleOf) };
    },

    /** Samples of every process after an instant, each part of the time at the finest step kept of it; oldest first. */
    async since(fromMs: number): Promise<{ readonly samples: readonly MetricSample[] }> {
      const nowMs = clock.nowMs();
      const parts = await Promise.all(
        sampleSpans
          .filter(({ toMs }) => fromMs < nowMs - toMs)
          .map(({ stepSeconds, fromMs: ageMs, toMs }) =>
            repository.samplesBetween(stepSeconds, new Date(Math.max(fromMs, nowMs - ageMs)), new Date(nowMs - toMs)),
          ),
      );
      return { samples: parts.flat().map(sampleOf) };
    },

    routes: (hours: number) => repository.routes(new Date(clock.nowMs() - hours * 3_600_000)),
    window: () => requests.window(),
    /** Share (0–100) of the checks of the last `days` that passed; a month of them is counted at most every 30 s. */
    async availability(days: number): Promise<number | null> {
      const from = new Date(clock.nowMs() - days * 86_400_000);
      return (await shares.get(String(days), () => repository.availability(from))).value;
    },
    checks: (limit: number) =>
      repository.newestChecks(
        registry.components.map((component) => component.id),
        limit,
      ),
    alertCounts: alerts.counts,

    /** As last checked, but for what an operator stopped since: that is told at once. */
    services(standingOf: (componentId: string) => Standing, version: string): ServiceStatus[] {
      return registry.components.map((component) => {
        const { url, isOutside, stopped } = standingOf(component.id);
        return {
          id: component.id,
          name: component.label,
          status: stopped === null ? component.report.state : 'offline',
          port: portOf(url),
          url,
          responseTime: stopped === null ? component.report.latencyMs : null,
          lastCheck: component.checkedAt,
          description: stopped ?? component.report.detail,
          version: isOutside ? null : version,
          note: stopped,
        };
      });
    },

    /** Errors of browsers by group, those that happened last first. Whose browser it was stays here. */
    async clientErrors(limit: number) {
      return (await repository.clientErrors(limit)).map((row) => ({
        id: row.id,
        error: row.error,
        stack: row.stack,
        url: row.url,
        userAgent: row.user_agent,
        occurrences: row.occurrences,
        firstAt: row.first_at.toISOString(),
        lastAt: row.last_at.toISOString(),
      }));
    },

    /** Groups browser errors by what failed and where; returns the group's id and count. */
    async clientError(report: {
      error: string;
      stack?: string | undefined;
      componentStack?: string | undefined;
      url: string;
      userAgent: string;
      accountId: string | null;
    }) {
      const frames = (report.stack ?? report.error).split('\n').slice(0, 4).join('\n');
      const fingerprint = createHash('sha256').update(`${report.error}\n${frames}`).digest('hex').slice(0, 40);
      const now = new Date(clock.nowMs());
      return repository.addClientError({
        fingerprint,
        id: randomUUID(),
        error: report.error,
        stack: report.stack ?? null,
        component_stack: report.componentStack ?? null,
        url: report.url,
        user_agent: report.userAgent,
        account_id: report.accountId,
        first_at: now,
        last_at: now,
      });
    },
  };
}

export type HealthService = ReturnType<typeof createHealthService>;
export { stepMs };

function rowOf(sample: MetricSample, instance: string): SampleRow {
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

function sampleOf(row: SampleRow): MetricSample {
  return {
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
  };
}

/** Where a component is reached, and whether it is stopped. */
export type Standing = { readonly url: string; readonly isOutside: boolean; readonly stopped: string | null };

/** Port of an address, that of its scheme where it names none. */
function portOf(address: string): number | null {
  const url = URL.parse(address);
  if (url === null) return null;
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}
