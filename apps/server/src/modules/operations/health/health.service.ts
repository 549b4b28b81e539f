import type { MetricSample, ServiceStatus } from '@kianda/contract/operations/health/health.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import { timeShare } from './availability.rules.ts';
import { createClientErrors } from './client-errors.service.ts';
import { type ComponentCheckDependencies, createComponentChecks } from './component-checks.service.ts';
import type { CheckedComponent } from './health-registry.service.ts';
import { sampleOf } from './sample-rows.rules.ts';
import { sampleSpans } from './sample-spans.rules.ts';
import { createSampling, type SamplingDependencies } from './sampling.service.ts';

export type HealthServiceDependencies = ComponentCheckDependencies & SamplingDependencies;

/** Availability over the known time, and when that began; null before the first check. */
export type ObservedShare = { readonly share: number | null; readonly since: string | null };

/** Address of a component (null where it has none of its own), and whether an operator stopped it. */
export type OperatingStatus = {
  readonly url: string | null;
  readonly isOutside: boolean;
  /** Sentence for people about the stop; null while the component runs. */
  readonly stopped: string | null;
};

/** Port of an address: the one it names, or that of its scheme. */
function portOf(address: string | null): number | null {
  const url = address === null ? null : URL.parse(address);
  if (url === null) return null;
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/** A component as last checked; a stop by an operator counts at once. */
function serviceView(component: CheckedComponent, status: OperatingStatus, version: string): ServiceStatus {
  const { url, isOutside, stopped } = status;
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
}

/** Measures the platform, stores the history and evaluates the built-in alert rules. */
export function createHealthService(dependencies: HealthServiceDependencies) {
  const { repository, registry, alerts, requests, clock } = dependencies;
  const agoHours = (hours: number): Date => new Date(clock.nowMs() - hours * 3_600_000);
  const shares = createCache<ObservedShare>({
    name: 'health/shares',
    clock,
    ttlMs: 30_000,
    maxStaleMs: 300_000,
    maxEntries: 8,
  });

  /** Availability of the last `days` and since when it is known; a month of checks is counted at most every 30 s. */
  async function observed(days: number): Promise<ObservedShare> {
    const from = agoHours(24 * days);
    const count = async (): Promise<ObservedShare> => {
      const [counted, gaps] = await Promise.all([repository.availability(from), repository.gaps(from)]);
      if (counted === null) return { share: null, since: null };
      const span = { fromMs: counted.first.getTime(), toMs: clock.nowMs() };
      return { share: timeShare(counted.share, gaps, span), since: counted.first.toISOString() };
    };
    return (await shares.get(String(days), count)).value;
  }

  return {
    ...createSampling(dependencies),
    ...createClientErrors(dependencies),
    checkComponents: createComponentChecks(dependencies, () => shares.clear()),

    /** Samples of the last `hours`, at the finest step stored for so long. */
    async history(hours: number) {
      const stepSeconds = hours <= 6 ? 10 : hours <= 48 ? 60 : 900;
      const rows = await repository.samples(stepSeconds, agoHours(hours));
      return { stepSeconds, samples: rows.map(sampleOf) };
    },

    /** Samples of every process after an instant, each part of the time at its finest stored step; oldest first. */
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

    routes: (hours: number) => repository.routes(agoHours(hours)),
    window: () => requests.window(),
    observed,
    /** Availability (0–100) of the last `days`, as far as the installation is that old. */
    availability: async (days: number): Promise<number | null> => (await observed(days)).share,
    checks: (limit: number) =>
      repository.newestChecks(
        registry.components.map((component) => component.id),
        limit,
      ),
    alertCounts: alerts.counts,

    services: (statusOf: (componentId: string) => OperatingStatus, version: string): ServiceStatus[] =>
      registry.components.map((component) => serviceView(component, statusOf(component.id), version)),
  };
}

export type HealthService = ReturnType<typeof createHealthService>;
