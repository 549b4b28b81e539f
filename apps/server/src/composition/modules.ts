import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { userAgent } from '@kianda/connectors';
import type { DebugState } from '@kianda/contract/diagnostics/debug.contract';
import { seededRandom, stations } from '@kianda/geo';
import manifest from '../../package.json' with { type: 'json' };
import { liveConfig } from '../config/live.ts';
import { masterKey } from '../config/master-key.ts';
import { createAlerting } from '../modules/alerting/index.ts';
import { createAudit } from '../modules/audit/index.ts';
import { createBackups } from '../modules/backups/index.ts';
import { createCaches } from '../modules/caches/index.ts';
import { createConfiguration } from '../modules/configuration/index.ts';
import { createConnectors } from '../modules/connectors/index.ts';
import { dashboardBindings } from '../modules/dashboard/index.ts';
import { createDiagnostics } from '../modules/diagnostics/index.ts';
import { createHealth } from '../modules/health/index.ts';
import { createIdentity } from '../modules/identity/index.ts';
import { createIntake } from '../modules/intake/index.ts';
import { createInterfaces } from '../modules/interfaces/index.ts';
import { createMaps } from '../modules/maps/index.ts';
import { createOutsideServices, withReplacements } from '../modules/outside/index.ts';
import { createReports } from '../modules/reports/index.ts';
import { createSecurity } from '../modules/security/index.ts';
import { createServices } from '../modules/services/index.ts';
import { createSurveillance } from '../modules/surveillance/index.ts';
import { createTasks } from '../modules/tasks/index.ts';
import { createUsage } from '../modules/usage/index.ts';
import { eventMigrations, eventsModuleName } from '../platform/events/events.migrations.ts';
import type { Binding } from '../platform/http/bind.ts';
import { idempotencyMigrations } from '../platform/http/idempotency.ts';
import { createRequestMetrics } from '../platform/http/request-metrics.ts';
import { currentInstance } from '../platform/jobs/instance.ts';
import { jobMigrations, jobsModuleName } from '../platform/jobs/jobs.migrations.ts';
import type { Job, JobQueue } from '../platform/jobs/jobs.ts';
import { createJobQueue } from '../platform/jobs/queue.ts';
import { jobRetentionJob } from '../platform/jobs/retention.ts';
import type { HealthCheck, Module, Platform } from '../platform/module.ts';
import type { ApplicationParts } from '../platform/process/application.ts';
import { backupOptions } from './backups.ts';
import { apiCheck, pageChecks, queueCheck } from './checks.ts';
import { configuredConnectors, connectorAudit, historyPlan, intakeOptions, kindLineage } from './connectors.ts';
import { composeData } from './data.ts';
import { debugSources } from './diagnostics.ts';
import { identityConfig } from './identity.ts';
import { installationOf, interfaceOptions, ownUrlOf } from './installation.ts';
import { publishingOptions } from './maps.ts';
import { composeMessages } from './messages.ts';
import { platformNotices, presenceMinutes } from './notices.ts';
import { mapBaseSource } from './ocean.ts';
import { composeOpenServices } from './open-services.ts';
import { outsideOptions, outsideUrls } from './outside.ts';
import { releaseOf } from './release.ts';
import { securityCheckList } from './security.ts';
import type { Sinks } from './sinks.ts';
import { settingVault } from './vault.ts';
import { warmersOf } from './warm-up.ts';

/** Builds every module on the platform, bottom tier first, and the queue that runs their jobs. */
export async function composeModules(
  parts: ApplicationParts,
  connectionCount: () => number | null,
  listeners: () => DebugState['realtime']['channels'] = () => [],
) {
  const { config, database, clock, log, events, storage } = parts;
  // Jitter only: two processes must not back off in step, so that each draws its own seed.
  const platform: Platform = { database, clock, log, events, storage, random: seededRandom(randomInt(2 ** 31)) };
  const key = await masterKey(config);

  let queueOrNull: JobQueue | null = null;
  const queue = (): JobQueue => {
    if (queueOrNull === null) throw new Error('the job queue was asked for before it was made');
    return queueOrNull;
  };

  const audit = createAudit({ platform, masterKey: key, queue });
  const configuration = createConfiguration({
    platform,
    audit,
    settings: parts.settings,
    vault: settingVault(key),
  });
  /** As administrators have it now: what is copied out of it stays as it was. */
  const live = liveConfig(config, configuration.effective);
  parts.setLogLevel?.(() => live.log.level);
  const agent = () => userAgent(manifest.version, live.operator.supportEmail ?? config.publicUrl);
  const identity = createIdentity({
    platform,
    audit,
    lent: {
      mail: () => delivery.mail(),
      holdings: () => lower.flatMap((module) => module.holdings ?? []),
      roleChange: audit.roleChange,
    },
    config: identityConfig(live, key),
  });

  const sinks: Sinks = {};
  const connectorList = configuredConnectors(config, parts.simulatorUrl);
  const connectors = createConnectors({
    platform,
    connectors: connectorList,
    sinks,
    inbox: (...asked) => intake.inbox(...asked),
    probeInbox: (...asked) => intake.probe(...asked),
    stations: stations.map(({ id, position: [lon, lat] }) => ({ id, lon, lat })),
    wantedTaxa: () => biodiversity.wantedTaxa(),
    history: historyPlan,
    queue,
    codeVersion: manifest.version,
    get contact() {
      return live.operator.supportEmail ?? config.publicUrl;
    },
    masterKey: key,
    audit: connectorAudit(audit),
    kinds: kindLineage,
    retention: live.retention,
  });
  const intake = createIntake({
    platform,
    connectors,
    audit: connectorAudit(audit),
    masterKey: key,
    ...intakeOptions(config, connectorList),
    get maxFileBytes() {
      return live.intakeMaxBytes;
    },
  });
  const { delivery, notifications, deliver } = composeMessages({
    platform,
    config: live,
    userAgent: agent,
    masterKey: key,
    audit,
    identity,
    queue,
    activeAlerts: async () => (await health.service.alertCounts()).active,
  });
  const providerNames = new Map(connectorList.map(({ connector }) => [connector.id, connector.provider]));
  const providerOf = (id: string) => providerNames.get(id) ?? id;
  const { ocean, biodiversity, vessels, fisheries, tracks, geography, copernicus } = composeData({
    platform,
    config: live,
    userAgent: agent,
    audit,
    queue,
    connectors,
    connectorList,
    providerOf,
    sinks,
    surveillance: () => surveillance,
  });

  const surveillance = createSurveillance({
    platform,
    tracks: vessels.tracks,
    history: vessels.history,
    fleet: vessels.fleet,
    audit,
    auditHead: audit.head,
    detects: config.roles.includes('worker'),
    demonstrationSeed: config.mode === 'demo' ? config.seed : null,
    deliver,
    accountName: (id) => identity.nameOfAccount(id, 'surveillance:act'),
    queue,
    signedLink: (object) => storageModule.signedLink(object),
  });

  const { catalogue, storageModule, databases, features } = composeOpenServices({
    platform,
    config: live,
    version: manifest.version,
    userAgent: agent,
    masterKey: key,
    audit,
    identity,
    queue,
    provenanceOf: connectors.provenanceOf,
    connectorList,
    data: [ocean, biodiversity, vessels, fisheries],
    offering: () => lower,
  });

  const usage = createUsage({
    platform,
    recording: live.usage,
    demonstrationSeed: config.mode === 'demo' ? config.seed : null,
  });

  const diagnostics = createDiagnostics({
    platform,
    audit,
    tap: parts.logTap ?? null,
    instance: currentInstance().id,
    get retentionDays() {
      return live.logRetentionDays;
    },
    clientErrors: () => health.service.clientErrors(100),
    testSummaryFile: join(config.rootDir, 'build/resultados/resumo.json'),
    sources: debugSources({
      config,
      version: manifest.version,
      configuration,
      realtime: () => ({ connections: connectionCount(), channels: listeners() }),
      monitor: () => runnable.monitor,
    }),
  });

  const backups = createBackups({
    platform,
    audit,
    ...(await backupOptions(parts, key, manifest.version)),
    modules: () => migrations,
    queue,
  });

  const interfaces = createInterfaces({
    platform,
    identity,
    ...interfaceOptions(config),
  });

  const ownUrl = ownUrlOf(config);
  const installation = installationOf(live, manifest.version);
  const services = createServices({
    platform,
    audit,
    setPaused: (isPaused) => runnable.setPaused(isPaused),
    installation,
    ownUrl,
    outside: outsideUrls(config),
    health: () => health,
    statusPublic: () => configuration.effective('KIANDA_STATUS_PUBLIC') === 'true',
  });

  const reports = createReports({
    platform,
    audit,
    masterKey: key,
    publicUrl: config.publicUrl,
    queue,
    bindings: () => bindings,
    mail: delivery.mail,
    mailFrom: delivery.mailFrom,
    retentionDays: () => live.reportRetentionDays,
    authorOf: identity.activeAccount,
    extras: { verifyChain: audit.verify, release: () => releaseOf(config.rootDir, manifest.version) },
  });

  const requests = createRequestMetrics({ nowMs: () => clock.nowMs(), random: platform.random });
  const caches = createCaches({
    platform,
    audit,
    instance: currentInstance().id,
    warmers: () => warmersOf(bindings, log),
  });
  const maps = createMaps({
    platform,
    audit,
    baseSource: mapBaseSource(ocean, providerOf),
    publishing: { ...publishingOptions(live, configuration, connectorList, identity), bindings: () => bindings },
  });
  const security = createSecurity({
    platform,
    checks: securityCheckList({ config: live, clock, ownUrl, identity, audit, backups, configuration }),
  });
  const lower: readonly Module[] = [
    audit,
    configuration,
    identity,
    connectors,
    delivery,
    notifications,
    intake,
    ocean,
    biodiversity,
    vessels,
    fisheries,
    tracks,
    geography,
    copernicus,
    surveillance,
    catalogue,
    storageModule,
    databases,
    features,
    services,
    interfaces,
    usage,
    diagnostics,
    caches,
    backups,
    security,
    reports,
    maps,
  ];
  const checks: HealthCheck[] = [
    apiCheck(requests),
    queueCheck(queue),
    ...pageChecks(config),
    ...lower.flatMap((module) => module.health ?? []),
  ];
  const health = createHealth({
    platform,
    requests,
    checks,
    deliver,
    isSilenced: (...asked) => alerting.isSilenced(...asked),
    accountName: (id) => identity.nameOfAccount(id, 'alerts:acknowledge'),
    deliveries: delivery.deliveriesOf,
    audit,
    rules: lower.flatMap((module) => module.alerts ?? []),
    dataDir: config.dataDir,
    version: manifest.version,
    instance: currentInstance().id,
    connections: connectionCount,
    isStopped: services.isPrefixStopped,
    standingOf: services.standingOf,
    activeUsers: () => identity.activeAccounts(presenceMinutes),
    notices: platformNotices(identity, queue),
  });

  const alerting = createAlerting({
    platform,
    alerts: health.alerting,
    builtin: () => health.builtinRules,
    metrics: () => [...lower, health].flatMap((module) => module.metrics ?? []),
    async sendTest(message) {
      await notifications.tell(message);
      return delivery.tell(message);
    },
    audit,
    queue,
  });

  const jobs: readonly Job[] = [
    ...[...lower, health, alerting].flatMap((module) => module.jobs ?? []),
    jobRetentionJob(database, clock, () => live.retention.jobsDays),
  ];
  const runnable = createJobQueue({ database, jobs, clock, log, events, roles: config.roles });
  queueOrNull = runnable;
  const tasks = createTasks({ platform, queue: runnable, audit, version: manifest.version });
  const outside = createOutsideServices({ platform, audit, userAgent: agent, ...outsideOptions(config) });
  const modules: readonly Module[] = [...lower, health, alerting, tasks, outside];

  const bindings: readonly Binding[] = [
    ...withReplacements(
      modules.flatMap((module) => module.bindings ?? []),
      outside.replacements,
    ),
    ...dashboardBindings({
      platform,
      ocean,
      biodiversity,
      vessels,
      connectors,
      health,
      queue,
      caches,
      security,
      installation,
    }),
  ];
  const migrations = [
    { name: eventsModuleName, migrations: eventMigrations },
    { name: jobsModuleName, migrations: jobMigrations },
    { name: 'http', migrations: idempotencyMigrations },
    ...modules.filter((module) => module.migrations.length > 0),
  ];
  return {
    platform,
    modules,
    bindings,
    migrations,
    queue: runnable,
    requests,
    identity,
    audit,
    configuration,
    live,
    connectors,
    health,
    services,
    usage,
  };
}

export type Composition = Awaited<ReturnType<typeof composeModules>>;
