import type { DataOf, Endpoint } from '@kianda/contract';
import type { listAlertRules } from '@kianda/contract/operations/alerts/rules.contract';
import type { SystemCondition } from '@kianda/contract/operations/health/condition';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { DeliverAlert } from '../../../platform/alert-message.ts';
import type { Contents } from '../../../platform/db/contents.ts';
import type { RequestMetrics } from '../../../platform/http/request-metrics.ts';
import type { AlertRule, HealthCheck, Module, Platform } from '../../../platform/module.ts';
import { defineModule, optionalPort, requiredPort, settingsOf } from '../../../platform/modules/definition.ts';
import type { Disks } from '../../../platform/process/disk.ts';
import { auditModule } from '../../people/audit/index.ts';
import { deliveryModule } from '../../people/delivery/index.ts';
import { identityModule } from '../../people/identity/index.ts';
import { createAlertRepository } from './alerts.repository.ts';
import { alertBindings } from './alerts.routes.ts';
import { type AlertDeliveries, type AlertService, createAlertService } from './alerts.service.ts';
import { type Availability, createAvailability, type PlannedWindow } from './availability.repository.ts';
import { builtinRuleViews } from './builtin.alerts.ts';
import { diskRule } from './disk-growth.alerts.ts';
import { healthChanges } from './health.changes.ts';
import { healthMetrics } from './health.metrics.ts';
import { healthMigrations } from './health.migrations.ts';
import { createHealthRepository } from './health.repository.ts';
import { healthBindings } from './health.routes.ts';
import { healthSearches } from './health.searches.ts';
import { createHealthService, type HealthService, type OperatingStatus } from './health.service.ts';
import { createHealthRegistry, type HealthRegistry } from './health-registry.service.ts';
import { createHealthTimers } from './health-timers.service.ts';
import { createLiveMetrics, type LiveMetrics, type NoticeSource } from './live-metrics.service.ts';
import { alertNotices } from './live-notices.service.ts';
import { apiCheck, type CheckedPage, databaseCheck, pageCheck, queueCheck, storageCheck } from './platform.checks.ts';
import { platformNotices, presenceMinutes } from './platform-notices.service.ts';
import { createSystemCondition } from './system-condition.service.ts';
import { createSystemSampler } from './system-sampler.service.ts';

export { type AlertService, deliverySeverity } from './alerts.service.ts';
export type { Availability, ComponentAvailability } from './availability.repository.ts';
export type { HealthService, OperatingStatus } from './health.service.ts';
export type { HealthRegistry } from './health-registry.service.ts';
export { overallOf } from './system-condition.rules.ts';

export type HealthModule = Module & {
  readonly service: HealthService;
  readonly registry: HealthRegistry;
  /** Availability of each component from its recorded checks; checks in planned windows count neither way. */
  readonly availability: (days: number, planned: readonly PlannedWindow[]) => Promise<Availability>;
  readonly live: LiveMetrics;
  /** Life of the platform's alerts, for the modules that raise them. */
  readonly alerting: AlertService;
  /** The one health sentence, and what it was computed from. */
  readonly condition: () => Promise<SystemCondition>;
  readonly builtinRules: () => DataOf<typeof listAlertRules>['builtin'];
};

type HealthDependencies = {
  readonly platform: Platform;
  readonly requests: RequestMetrics;
  /** Checks of every module, collected by the composition. */
  readonly checks: () => readonly HealthCheck[];
  /** Alert rules of every module, likewise. */
  readonly rules?: () => readonly AlertRule[];
  /** Front door of delivery; absent: alerts stay in the console. */
  readonly deliver?: DeliverAlert;
  /** Whether a rule and object are silenced now. */
  readonly isSilenced?: (rule: string, subject: string) => Promise<boolean>;
  /** Name of an active account that may handle alerts; null of any other. */
  readonly accountName?: (id: string) => Promise<string | null>;
  /** Deliveries of an alert. */
  readonly deliveries?: AlertDeliveries;
  readonly audit?: { record(entry: AuditEntry): Promise<unknown> };
  readonly dataDir: string;
  readonly disks: Disks;
  readonly contents: Contents;
  readonly version: string;
  readonly instance: string;
  readonly connections: () => number | null;
  readonly operatingStatusOf: (componentId: string) => OperatingStatus;
  /** Whether an operator stopped a service of the contract; absent: none can be. */
  readonly isStopped?: (service: Endpoint['service']) => boolean;
  /** Accounts in use now, for the realtime page. */
  readonly activeUsers: () => Promise<number>;
  /** Events of other modules, for the realtime page. */
  readonly notices?: readonly NoticeSource[];
};

/** Repositories, registry and services of health, made in the order of their needs. */
function createServices(dependencies: HealthDependencies) {
  const { platform, dataDir, disks, requests, instance, connections, contents } = dependencies;
  const { clock, log, events, database } = platform;
  const rules = dependencies.rules ?? (() => []);
  const repository = createHealthRepository(database);
  const registry = createHealthRegistry(
    () => [databaseCheck(repository, contents, disks), storageCheck(platform, disks), ...dependencies.checks()],
    clock,
  );
  const newSampler = () => createSystemSampler({ dataDir, nowMs: () => clock.nowMs(), startedMs: clock.nowMs() });
  const sampler = newSampler();
  // A second sampler: what it measures are differences to its own last reading.
  const liveSampler = newSampler();
  const alertRepository = createAlertRepository(database);
  const { deliver, isSilenced, deliveries, accountName, audit } = dependencies;
  const alerting = createAlertService({
    ...{ repository: alertRepository, deliver, isSilenced, deliveries, accountName, audit, events, clock },
  });
  const shared = { repository, registry, rules, requests, events, clock, log, instance, connections };
  const service = createHealthService({ ...shared, alerts: alerting, sampler });
  const live = createLiveMetrics({
    ...{ sampler: liveSampler, requests, events, clock, log, instance },
    databaseConnections: () => repository.connectionCount(),
    availability: () => service.availability(30),
    availabilitySince: async () => (await service.observed(30)).since,
    activeUsers: dependencies.activeUsers,
    notices: [alertNotices(alertRepository), ...(dependencies.notices ?? [])],
  });
  const condition = createSystemCondition({
    ...{ registry, alerts: alerting, clock, log, operatingStatusOf: dependencies.operatingStatusOf },
    currentSample: service.current,
  });
  return {
    rules,
    repository,
    registry,
    alertRepository,
    alerting,
    service,
    live,
    condition,
    samplers: [sampler, liveSampler],
  };
}

/** Front door of health: checks, metrics and alerts of the platform itself. */
export function createHealth(dependencies: HealthDependencies): HealthModule {
  const { version, disks, instance, operatingStatusOf, isStopped = () => false } = dependencies;
  const { clock, log, database, events } = dependencies.platform;
  let unsubscribe: (() => void) | null = null;
  const { rules, repository, registry, alertRepository, alerting, service, live, condition, samplers } =
    createServices(dependencies);
  const timers = createHealthTimers({ service, live, log, connections: dependencies.connections });

  return {
    name: 'health',
    migrations: healthMigrations,
    service,
    registry,
    availability: createAvailability(database.for(), clock, log),
    live,
    alerting,
    condition: condition.read,
    builtinRules: () => builtinRuleViews(rules()),
    alerts: [diskRule({ disks, repository, instance, clock })],
    changes: healthChanges((from, limit) => alertRepository.alertsSince(from, limit)),
    searches: healthSearches((words) => alertRepository.findAlerts(words)),
    metrics: healthMetrics({ service, repository, registry, clock }),
    bindings: [
      ...healthBindings({ service, registry, live, condition, clock, version, operatingStatusOf, isStopped }),
      ...alertBindings({ alerts: alerting, clock, audit: dependencies.audit }),
    ],
    async start() {
      unsubscribe = events.subscribe(({ channel }) => {
        if (channel === 'alerts') condition.forget();
      });
      await timers.start();
    },
    async stop() {
      unsubscribe?.();
      await timers.stop();
      for (const sampler of samplers) sampler.stop();
    },
  };
}

/** Address of a component, and whether an operator stopped it. */
export const operatingStatus = requiredPort<{
  readonly statusOf: (componentId: string) => OperatingStatus;
  readonly isStopped: (service: Endpoint['service']) => boolean;
}>();
/** Whether a rule and object are silenced now. */
export const alertSilences = optionalPort<(rule: string, subject: string) => Promise<boolean>>();

type HealthSettings = {
  readonly requests: RequestMetrics;
  readonly pages: readonly CheckedPage[];
  readonly dataDir: string;
  readonly disks: Disks;
  readonly contents: Contents;
  readonly version: string;
  readonly instance: string;
  readonly connections: () => number | null;
};

export const healthModule = defineModule({
  name: 'health',
  needs: { audit: auditModule, identity: identityModule, delivery: deliveryModule },
  settings: settingsOf<HealthSettings>(),
  ports: { operatingStatus, silences: alertSilences },
  collects: ['health', 'alerts'],
  offers: ['service', 'registry', 'availability', 'live', 'alerting', 'condition', 'builtinRules'],
  create({ platform, jobs, settings, needs: { audit, identity, delivery }, ports, collected }) {
    const { pages, ...figures } = settings;
    const platformChecks = [apiCheck(settings.requests), queueCheck(jobs, platform.clock), ...pages.map(pageCheck)];
    const health = createHealth({
      platform,
      audit,
      ...figures,
      checks: () => [...platformChecks, ...collected.health()],
      rules: collected.alerts,
      deliver: delivery.deliver,
      deliveries: delivery.deliveriesOf,
      isSilenced: async (rule, subject) => (await ports.silences()?.(rule, subject)) ?? false,
      accountName: (id) => identity.nameOfAccount(id, 'alerts:acknowledge'),
      operatingStatusOf: (id) => ports.operatingStatus().statusOf(id),
      isStopped: (service) => ports.operatingStatus().isStopped(service),
      activeUsers: () => identity.activeAccounts(presenceMinutes),
      notices: platformNotices(identity, jobs),
    });
    return { manifest: health, offers: health };
  },
});
