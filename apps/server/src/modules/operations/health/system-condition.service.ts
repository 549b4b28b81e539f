import type { SystemCondition } from '@kianda/contract/operations/health/condition';
import type { MetricSample } from '@kianda/contract/operations/health/health.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { AlertService } from './alerts.service.ts';
import { componentRule } from './builtin.alerts.ts';
import type { OperatingStatus } from './health.service.ts';
import type { HealthRegistry } from './health-registry.service.ts';
import { type EvaluatedComponent, evaluateSystem } from './system-condition.rules.ts';

/** Open alerts that are read: nobody reads a sentence about more. */
const readAlerts = 200;
const noMeasures = {
  cpuPercent: null,
  memoryPercent: null,
  diskPercent: null,
  latencyP95Ms: null,
  errorRate: null,
} as const;

/** The one health sentence: alerts, checks, limits and providers, the worst first. */
export function createSystemCondition(options: {
  readonly registry: Pick<HealthRegistry, 'components'>;
  readonly alerts: Pick<AlertService, 'open'>;
  readonly currentSample: () => Promise<MetricSample>;
  readonly operatingStatusOf: (componentId: string) => OperatingStatus;
  readonly clock: Clock;
  readonly log: Logger;
}) {
  const { registry, alerts, currentSample, operatingStatusOf, clock, log } = options;
  // Asked by every open console and by machines: it must not add to the load.
  const openAlerts = createCache<Awaited<ReturnType<AlertService['open']>>>({
    ...{ name: 'health/open-alerts', clock, ttlMs: 2_000, maxStaleMs: 0, maxEntries: 1 },
  });

  /** A part that can't be read is unknown and the sentence says so, because it must answer while the database is away. */
  async function orNull<T>(what: string, read: () => Promise<T>): Promise<T | null> {
    try {
      return await read();
    } catch (error) {
      log.warn({ err: error, what }, 'estado do sistema calculado sem uma parte');
      return null;
    }
  }

  /** Components as last checked; a stop by an operator counts at once. */
  function components(): EvaluatedComponent[] {
    return registry.components.map(({ id, label, report, checkedAt }) => {
      const { stopped } = operatingStatusOf(id);
      return {
        ...{ id, label, checkedAt, isStopped: stopped !== null, late: report.late ?? [] },
        state: stopped === null ? report.state : 'offline',
        detail: stopped ?? report.detail,
      };
    });
  }

  return {
    /** Alerts changed: the next one who asks is told the new state. */
    forget: (): void => openAlerts.clear(),
    async read(): Promise<SystemCondition> {
      const [open, sample] = await Promise.all([
        orNull('alertas', async () => (await openAlerts.get('', () => alerts.open(readAlerts))).value),
        orNull('medidas', currentSample),
      ]);
      return evaluateSystem({
        nowMs: clock.nowMs(),
        components: components(),
        alerts: open,
        measures: sample ?? noMeasures,
        checkRule: componentRule,
      });
    },
  };
}
