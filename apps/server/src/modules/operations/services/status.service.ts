import {
  type Incident,
  type Maintenance,
  type StatusServiceId,
  statusServiceIds,
  statusServices,
} from '@kianda/contract/operations/services/announcements.contract';
import type { ServiceCondition } from '@kianda/contract/operations/services/status-page.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Platform } from '../../../platform/module.ts';
import type { Availability, ComponentAvailability, HealthModule } from '../health/index.ts';
import type { Announcements } from './announcements.service.ts';
import { evaluatedChecks, evaluateService, medianOf, overallCondition } from './condition.rules.ts';
import type { ServiceControl } from './control.service.ts';

export type StatusHealth = Pick<HealthModule, 'registry' | 'availability' | 'service'>;

export type ServiceStatus = {
  readonly id: StatusServiceId;
  /** Public name. */
  readonly name: string;
  readonly state: ServiceCondition;
  readonly reason: string;
  readonly uptime: ComponentAvailability['uptime'];
  readonly days: ComponentAvailability['days'];
};

export type StatusSnapshot = {
  readonly overall: ServiceCondition;
  readonly checkedAt: string | null;
  readonly services: readonly ServiceStatus[];
  readonly incidents: readonly Incident[];
  readonly maintenances: readonly Maintenance[];
};

const historyDays = 90;
const noUptime = { day: null, week: null, quarter: null } as const;

export type Status = ReturnType<typeof createStatus>;

/** State of every service now and over three months, for the console and the status page. */
export function createStatus(options: {
  platform: Platform;
  control: ServiceControl;
  announcements: Pick<Announcements, 'list'>;
  health: () => StatusHealth;
}) {
  const { control, announcements, health } = options;
  const { clock } = options.platform;
  // The page is opened most when something is wrong: it must not add to the load.
  const snapshots = createCache<StatusSnapshot>({
    name: 'services/status',
    clock,
    ttlMs: 15_000,
    maxStaleMs: 60_000,
    maxEntries: 1,
  });

  /** Checks in announced windows count neither way. */
  async function history(days: number): Promise<Availability> {
    const { maintenances } = await announcements.list(historyDays);
    const planned = maintenances.flatMap(({ services, from, to }) => services.map((id) => ({ id, from, to })));
    return health().availability(days, planned);
  }

  async function read(): Promise<StatusSnapshot> {
    const [{ incidents, maintenances }, recent, { components }] = await Promise.all([
      announcements.list(historyDays),
      health().service.checks(evaluatedChecks),
      history(historyDays),
    ]);
    const nowMs = clock.nowMs();
    const services = statusServiceIds.map((id): ServiceStatus => {
      const known = components.find((entry) => entry.id === id);
      const checks = recent.find((entry) => entry.id === id)?.checks ?? [];
      const condition = evaluateService({
        nowMs,
        isStopped: control.isStopped(id),
        checks: checks.map(({ at, state, latency_ms }) => ({ atMs: at.getTime(), state, latencyMs: latency_ms })),
        usualMs: medianOf(known?.days.flatMap(({ p95Ms }) => (p95Ms === null ? [] : [p95Ms])) ?? []),
        incidents: incidents.filter(({ services }) => services.includes(id)),
        maintenances: maintenances.filter(({ services }) => services.includes(id)),
      });
      return {
        id,
        name: statusServices[id],
        ...condition,
        uptime: known?.uptime ?? noUptime,
        days: known?.days ?? [],
      };
    });
    return {
      overall: overallCondition(services),
      checkedAt: health().registry.components[0]?.checkedAt ?? null,
      services,
      incidents,
      maintenances,
    };
  }

  return {
    history,
    async snapshot(): Promise<StatusSnapshot> {
      return (await snapshots.get('now', read)).value;
    },
    /** After something was written or stopped: the next one asked for is read anew. */
    forget(): void {
      snapshots.clear();
    },
  };
}
