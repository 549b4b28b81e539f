import { statfs } from 'node:fs/promises';
import type { DataOf, Endpoint } from '@kianda/contract';
import type { listAlertRules } from '@kianda/contract/operations/alerts/rules.contract';
import { liveStepSeconds } from '@kianda/contract/operations/health/live.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { formatPlainNumber } from '@kianda/format';
import type { DeliverAlert } from '../../../platform/alert-message.ts';
import type { RequestMetrics } from '../../../platform/http/request-metrics.ts';
import type { AlertRule, HealthCheck, Module, Platform } from '../../../platform/module.ts';
import { defineModule, optionalPort, requiredPort, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { deliveryModule } from '../../people/delivery/index.ts';
import { identityModule } from '../../people/identity/index.ts';
import { createAlertRepository } from './alerts.repository.ts';
import { alertBindings } from './alerts.routes.ts';
import { type AlertDeliveries, type AlertService, createAlertService } from './alerts.service.ts';
import { type Availability, createAvailability, type PlannedWindow } from './availability.repository.ts';
import { builtinRuleViews } from './builtin.alerts.ts';
import { healthMetrics } from './health.metrics.ts';
import { healthMigrations } from './health.migrations.ts';
import { createHealthRepository, type HealthRepository } from './health.repository.ts';
import { healthBindings } from './health.routes.ts';
import { createHealthService, type HealthService, type Standing, stepMs } from './health.service.ts';
import { createHealthRegistry, type HealthRegistry } from './health-registry.service.ts';
import { createLiveMetrics, type LiveMetrics, type NoticeSource } from './live-metrics.service.ts';
import { alertNotices } from './live-notices.service.ts';
import { apiCheck, type CheckedPage, pageCheck, queueCheck } from './platform.checks.ts';
import { platformNotices, presenceMinutes } from './platform-notices.service.ts';
import { createSystemSampler } from './system-sampler.service.ts';

export { type AlertService, deliverySeverity } from './alerts.service.ts';
export type { Availability, ComponentAvailability } from './availability.repository.ts';
export type { HealthService } from './health.service.ts';
export type { HealthRegistry } from './health-registry.service.ts';
export { overallOf } from './health-registry.service.ts';
export type { NoticeSource } from './live-metrics.service.ts';

/** Components are checked every third sample: 30 s, the console's own tick. */
const samplesPerCheck = 3;

export type HealthModule = Module & {
  readonly service: HealthService;
  readonly registry: HealthRegistry;
  /** Availability of each component from its recorded checks; those made in planned windows count neither way. */
  readonly availability: (days: number, planned: readonly PlannedWindow[]) => Promise<Availability>;
  readonly live: LiveMetrics;
  /** Life of the platform's alerts, for those who raise them. */
  readonly alerting: AlertService;
  readonly builtinRules: () => DataOf<typeof listAlertRules>['builtin'];
};

/** Front door of health: checks, metrics and alerts of the platform itself. */
export function createHealth(options: {
  platform: Platform;
  requests: RequestMetrics;
  /** Checks of every module, collected by the composition. */
  checks: () => readonly HealthCheck[];
  /** Alert rules of every module, likewise. */
  rules?: () => readonly AlertRule[];
  /** Front door of delivery; absent: nobody outside the console is told. */
  deliver?: DeliverAlert;
  /** Whether people asked not to be told of a rule and object for now. */
  isSilenced?: (rule: string, subject: string) => Promise<boolean>;
  /** Name of an active account that may handle alerts; null of any other. */
  accountName?: (id: string) => Promise<string | null>;
  /** What went out about an alert. */
  deliveries?: AlertDeliveries;
  audit?: { record(entry: AuditEntry): Promise<unknown> };
  dataDir: string;
  version: string;
  instance: string;
  connections: () => number | null;
  standingOf: (componentId: string) => Standing;
  /** Whether an operator stopped a service of the contract; absent: none can be. */
  isStopped?: (service: Endpoint['service']) => boolean;
  /** Accounts in use now, for the realtime page. */
  activeUsers: () => Promise<number>;
  /** What happened elsewhere in the platform, for the realtime page. */
  notices?: readonly NoticeSource[];
}): HealthModule {
  const { platform } = options;
  const { clock, log } = platform;
  const rules = options.rules ?? (() => []);
  const repository = createHealthRepository(platform.database);
  const registry = createHealthRegistry(
    () => [databaseCheck(repository), storageCheck(platform, options.dataDir), ...options.checks()],
    clock,
  );
  const sampler = createSystemSampler({
    dataDir: options.dataDir,
    nowMs: () => clock.nowMs(),
    startedMs: clock.nowMs(),
  });
  const alertRepository = createAlertRepository(platform.database);
  const alerting = createAlertService({
    repository: alertRepository,
    deliver: options.deliver,
    isSilenced: options.isSilenced,
    deliveries: options.deliveries,
    accountName: options.accountName,
    audit: options.audit,
    events: platform.events,
    clock,
  });
  const service = createHealthService({
    repository,
    registry,
    rules,
    alerts: alerting,
    sampler,
    requests: options.requests,
    events: platform.events,
    clock,
    log,
    instance: options.instance,
    connections: options.connections,
  });
  const liveSampler = createSystemSampler({
    dataDir: options.dataDir,
    nowMs: () => clock.nowMs(),
    startedMs: clock.nowMs(),
  });
  const live = createLiveMetrics({
    sampler: liveSampler,
    requests: options.requests,
    events: platform.events,
    clock,
    log,
    instance: options.instance,
    databaseConnections: () => repository.connectionCount(),
    availability: () => service.availability(30),
    activeUsers: options.activeUsers,
    notices: [alertNotices(alertRepository), ...(options.notices ?? [])],
  });
  let timer: NodeJS.Timeout | null = null;
  let liveTimer: NodeJS.Timeout | null = null;
  let reading: Promise<void> | null = null;
  let ticks = 0;
  let busy: Promise<void> | null = null;

  async function turn(): Promise<void> {
    try {
      await service.tick();
      if (ticks % samplesPerCheck === 0) await service.checkComponents();
      ticks += 1;
    } catch (error) {
      // A database that is away must not end the measuring: the next turn tries again.
      log.warn({ err: error }, 'amostra de saúde falhada');
    }
  }

  return {
    name: 'health',
    migrations: healthMigrations,
    service,
    registry,
    availability: createAvailability(platform.database.for(), clock, log),
    live,
    alerting,
    builtinRules: () => builtinRuleViews(rules()),
    metrics: healthMetrics({ service, repository, registry, clock }),
    bindings: [
      ...healthBindings(service, registry, live, {
        clock,
        version: options.version,
        standingOf: options.standingOf,
        isStopped: options.isStopped ?? (() => false),
      }),
      ...alertBindings(alerting, clock),
    ],
    async start() {
      await turn();
      timer = setInterval(() => {
        // A turn that hangs on a database that is away must not have others queue up behind it.
        busy ??= turn().finally(() => {
          busy = null;
        });
      }, stepMs);
      timer.unref();
      liveTimer = setInterval(() => {
        // A process that nobody connects to has no page to tell.
        if (options.connections() === null) return;
        reading ??= live
          .tick()
          .catch((error: unknown) => log.warn({ err: error }, 'leitura em tempo real falhada'))
          .finally(() => {
            reading = null;
          });
      }, liveStepSeconds * 1000);
      liveTimer.unref();
    },
    async stop() {
      if (timer !== null) clearInterval(timer);
      if (liveTimer !== null) clearInterval(liveTimer);
      await Promise.all([busy, reading]);
      sampler.stop();
      liveSampler.stop();
    },
  };
}

function databaseCheck(repository: HealthRepository): HealthCheck {
  return {
    id: 'database',
    label: 'Base de dados',
    async check() {
      const startedMs = performance.now();
      const { connections } = await repository.databaseFigures();
      return { state: 'online', detail: `${connections} ligações abertas`, latencyMs: performance.now() - startedMs };
    },
  };
}

function storageCheck({ storage }: Platform, dataDir: string): HealthCheck {
  return {
    id: 'object-storage',
    label: 'Armazenamento de objetos',
    async check() {
      const startedMs = performance.now();
      const probe = Buffer.from('kianda');
      await storage.put('health/probe', probe);
      const read = await storage.get('health/probe');
      const latencyMs = performance.now() - startedMs;
      if (read === null || Buffer.compare(read, probe) !== 0) {
        return { state: 'offline', detail: 'O objeto gravado não se leu igual', latencyMs };
      }
      if (storage.kind === 's3') return { state: 'online', detail: 'S3', latencyMs };
      const { bavail, bsize } = await statfs(dataDir);
      const freeBytes = bavail * bsize;
      const free = `${formatPlainNumber(freeBytes / 1e9)} GB livres`;
      return { state: freeBytes < 1e9 ? 'warning' : 'online', detail: free, latencyMs };
    },
  };
}

/** How clients reach a component, and whether an operator stopped it. */
export const serviceStanding = requiredPort<{
  readonly standingOf: (componentId: string) => Standing;
  readonly isStopped: (service: Endpoint['service']) => boolean;
}>();
/** Whether people asked not to be told of a rule and object for now. */
export const alertSilences = optionalPort<(rule: string, subject: string) => Promise<boolean>>();

type HealthSettings = {
  readonly requests: RequestMetrics;
  readonly pages: readonly CheckedPage[];
  readonly dataDir: string;
  readonly version: string;
  readonly instance: string;
  readonly connections: () => number | null;
};

export const healthModule = defineModule({
  name: 'health',
  needs: { audit: auditModule, identity: identityModule, delivery: deliveryModule },
  settings: settingsOf<HealthSettings>(),
  ports: { standing: serviceStanding, silences: alertSilences },
  collects: ['health', 'alerts'],
  offers: ['service', 'registry', 'availability', 'live', 'alerting', 'builtinRules'],
  create({ platform, jobs, settings, needs: { audit, identity, delivery }, ports, collected }) {
    const { pages, ...figures } = settings;
    const own = [apiCheck(settings.requests), queueCheck(jobs), ...pages.map(pageCheck)];
    const health = createHealth({
      platform,
      audit,
      ...figures,
      checks: () => [...own, ...collected.health()],
      rules: collected.alerts,
      deliver: delivery.deliver,
      deliveries: delivery.deliveriesOf,
      isSilenced: async (rule, subject) => (await ports.silences()?.(rule, subject)) ?? false,
      accountName: (id) => identity.nameOfAccount(id, 'alerts:acknowledge'),
      standingOf: (id) => ports.standing().standingOf(id),
      isStopped: (service) => ports.standing().isStopped(service),
      activeUsers: () => identity.activeAccounts(presenceMinutes),
      notices: platformNotices(identity, jobs),
    });
    return { manifest: health, offers: health };
  },
});
