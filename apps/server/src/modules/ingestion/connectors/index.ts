import type { RecordKind } from '@kianda/connectors';
import { stations } from '@kianda/geo';
import { type CredentialVault, createCredentialVault } from '../../../platform/crypto/credential-vault.ts';
import type { ListRecorder } from '../../../platform/http/list-file.ts';
import type { Job, JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, openPort, optionalPort, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { type AbsenceOf, createAbsence } from './absence.service.ts';
import { connectorAudit } from './audit-entries.rules.ts';
import { connectorAlerts } from './connectors.alerts.ts';
import { connectorChanges } from './connectors.changes.ts';
import { ingestionHealth } from './connectors.checks.ts';
import { connectorMetrics } from './connectors.metrics.ts';
import { connectorMigrations } from './connectors.migrations.ts';
import { type ConnectorRepository, createConnectorRepository } from './connectors.repository.ts';
import { connectorBindings } from './connectors.routes.ts';
import { connectorSearches } from './connectors.searches.ts';
import { type ConnectorService, createConnectorService } from './connectors.service.ts';
import { type ConfiguredConnector, oneSinkEach, type Sinks } from './connectors.types.ts';
import { createDriftRepository, type DriftRepository } from './drift/drift.repository.ts';
import { createDriftService } from './drift/drift.service.ts';
import { firstDayJob } from './first-day/first-day.jobs.ts';
import { createFirstDayRepository } from './first-day/first-day.repository.ts';
import { firstDayBindings } from './first-day/first-day.routes.ts';
import { createFirstDay } from './first-day/first-day.service.ts';
import type { KindLineage } from './operations/lineage.ts';
import { createOperationsRepository, type OperationsRepository } from './operations/operations.repository.ts';
import { operationsBindings } from './operations/operations.routes.ts';
import { createConnectorOperations } from './operations/operations.service.ts';
import type { ConnectorAudit } from './operations/operations.types.ts';
import { createTrace } from './operations/trace.service.ts';
import { createProvenance, type ProvenanceOf } from './provenance.service.ts';
import { createQualitySaver } from './quality/quality.service.ts';
import type { StoredQuality } from './quality/stored.ts';
import { type ConnectorRegistry, createConnectorRegistry } from './registry/connector-registry.ts';
import { createRejectedRowsRepository } from './rejected-rows/rejected-rows.repository.ts';
import { createRejectedRows } from './rejected-rows/rejected-rows.service.ts';
import { type ConnectorRetention, createRetention, retentionJob } from './retention/retention.service.ts';
import type { EngineDependencies } from './runs/run.types.ts';
import { connectorJobs } from './runs/runs.jobs.ts';
import { accessJob } from './schedule/access.jobs.ts';
import type { HistoryPlan } from './schedule/conductor.ts';
import { createSchedule } from './schedule/index.ts';

export type { AbsenceOf, DataSource, MissingData } from './absence.service.ts';
export { connectorAudit } from './audit-entries.rules.ts';
export type { ConfiguredConnector, Origin, Sink, Sinks } from './connectors.types.ts';
export { type Credit, creditLines } from './credits.texts.ts';
export { newestTimeMs } from './newest-time.rules.ts';
export type { KindLineage } from './operations/lineage.ts';
export type { ConnectorAudit } from './operations/operations.types.ts';
export type { ProvenanceOf } from './provenance.service.ts';
export {
  animalBounds,
  cellCoverage,
  cellRanges,
  extentBounds,
  occurrenceBounds,
  positionBounds,
  seriesRanges,
} from './quality/bounds.ts';
export { isKnownPort } from './quality/national-rules.ts';
export type { StoredQuality } from './quality/stored.ts';
export { type StoredRows, type StoredRule, storedRowsQuality } from './quality/stored-rows.repository.ts';
export { whenStored } from './runs/stored-events.ts';
export type { HistoryPlan } from './schedule/conductor.ts';

export type ConnectorsModule = Module & {
  readonly provenanceOf: ProvenanceOf;
  /** Reason, in Portuguese, why data that connectors would bring are missing. */
  readonly absenceOf: AbsenceOf;
  readonly service: ConnectorService;
  /** A connector with the present settings of operators; null for an unknown one. */
  connector(id: string): Promise<ConfiguredConnector | null>;
  /** The connector whose credit and terms apply to its data; null for an unknown one. */
  creditOf(id: string): ConfiguredConnector['connector'] | null;
  /** Name of the provider of a connector; of an unknown one, its id. */
  providerOf(id: string): string;
  /** True while a run of the stream, not of its history, is open. */
  isRunning(connectorId: string, streamId: string): Promise<boolean>;
  /** Seconds that a request of a stream took lately, as measured; null before its first run. */
  secondsARequest(connectorId: string, streamId: string): Promise<number | null>;
  /** Bytes that a connector's runs received on each UTC day of the last `days`. */
  bytesPerDay(connectorId: string, days: number): Promise<readonly { readonly date: string; readonly bytes: number }[]>;
  /** Starts what is due now; resolves with the names of the jobs it enqueued. */
  conduct(): Promise<{ enqueued: readonly string[] }>;
};

export type ConnectorOptions = {
  readonly platform: Platform;
  readonly connectors: readonly ConfiguredConnector[];
  /** Filled by the modules above before the first run: they need this one's provenance, it needs their sinks. */
  readonly sinks: Sinks;
  /** Files handed over, by stream; brought by the module above that receives them. */
  readonly inbox?: EngineDependencies['inbox'] | undefined;
  readonly probeInbox?: EngineDependencies['probeInbox'] | undefined;
  readonly stations: EngineDependencies['stations'];
  /** Taxa the register is asked about; brought by the module above that stores them. */
  readonly wantedTaxa?: EngineDependencies['wantedTaxa'] | undefined;
  readonly history: HistoryPlan;
  readonly queue: () => JobQueue;
  readonly codeVersion: string;
  readonly spoolDirectory: string;
  readonly contact: string;
  /** Seals credentials; never in the database. */
  readonly masterKey: Uint8Array;
  readonly audit: ConnectorAudit;
  /** Where each list that is given as a file is recorded; absent in tests of the module alone. */
  readonly trail?: ListRecorder | undefined;
  /** Tables, endpoints and screens that each kind of record feeds. */
  readonly kinds: Readonly<Partial<Record<RecordKind, KindLineage>>>;
  readonly retention: ConnectorRetention;
  /** Judges of what the modules above keep. */
  readonly storedQuality?: readonly StoredQuality[] | undefined;
};

/** Front door: runs, schedules and traces every connector; data go to the sinks that the modules above bring. */
export function createConnectors(options: ConnectorOptions): ConnectorsModule {
  const { platform, connectors } = options;
  const { clock } = platform;
  const parts = createParts(options);
  const { repository, operationsRepository, registry, drift, engine, service, operations, retention } = parts;
  const schedule = createSchedule({ platform, registry, queue: options.queue, history: options.history, engine });
  const byId = new Map(connectors.map((configured) => [configured.connector.id, configured]));
  const jobs: readonly Job[] = [
    ...connectors.flatMap((configured) => connectorJobs(configured, engine)),
    schedule.job,
    accessJob(registry, engine, () => service.forget()),
    firstDayJob({ registry, checks: parts.firstDayChecks, engine }),
    retentionJob(retention),
  ];
  let unsubscribe: (() => void) | null = null;

  return {
    name: 'connectors',
    migrations: connectorMigrations,
    async start() {
      unsubscribe = platform.events.subscribe(({ type }) => {
        if (type === 'run.ended') service.forget();
      });
      schedule.start();
    },
    async stop() {
      unsubscribe?.();
      await schedule.stop();
    },
    bindings: [
      ...connectorBindings(service, clock, options.trail),
      ...operationsBindings({ ...parts, drift: parts.driftService, clock }),
      ...firstDayBindings(parts.firstDay, clock),
    ],
    jobs,
    health: [ingestionHealth(service)],
    alerts: connectorAlerts(service, drift, clock),
    metrics: connectorMetrics({ service, operations, clock }),
    changes: connectorChanges(
      repository.streamTurns,
      options.connectors.map(({ connector }) => connector),
    ),
    searches: connectorSearches(
      options.connectors.map(({ connector }) => connector),
      clock,
    ),
    provenanceOf: createProvenance(repository, byId, clock),
    absenceOf: createAbsence(repository, registry, clock),
    service,
    connector: (id) => registry.find(id),
    creditOf: (id) => byId.get(id)?.connector ?? null,
    providerOf: (id) => byId.get(id)?.connector.provider ?? id,
    isRunning: operationsRepository.isRunning,
    secondsARequest: repository.secondsARequest,
    bytesPerDay: operations.bytesPerDay,
    conduct: schedule.conduct,
  };
}

/** Repositories and services of the module, each made once from those before it. */
function createParts(options: ConnectorOptions) {
  const { platform, connectors, queue, audit, kinds } = options;
  const { database, storage, clock } = platform;
  const repository = createConnectorRepository(database);
  const operationsRepository = createOperationsRepository(database);
  const drift = createDriftRepository(database);
  const vault = createCredentialVault(options.masterKey);
  const registry = createConnectorRegistry(connectors, operationsRepository, vault, clock);
  const engine = engineOf(options, { repository, operationsRepository, drift, registry, vault });
  const service = createConnectorService({ repository, registry, queue, clock, codeVersion: options.codeVersion });
  const firstDayChecks = createFirstDayRepository(database);
  return {
    repository,
    operationsRepository,
    registry,
    vault,
    drift,
    engine,
    service,
    operations: createConnectorOperations({
      ...{ repository, operations: operationsRepository, registry, service, vault },
      ...{ engine, storage, queue, clock, audit, kinds },
      storedQuality: () => options.storedQuality ?? [],
    }),
    firstDayChecks,
    firstDay: createFirstDay({
      ...{ checks: firstDayChecks, registry, service, queue },
      streams: repository.streams,
      markOf: engine.markOf,
    }),
    rejectedRows: createRejectedRows({ rows: createRejectedRowsRepository(database), registry, engine, audit }),
    driftService: createDriftService({ drift, repository, registry, clock, audit }),
    retention: createRetention({ database, storage, clock, keep: options.retention }),
    trace: createTrace(database, registry, kinds),
  };
}

/** The dependencies of runs. Sinks and inbox are read late: the modules that bring them are made after this one. */
function engineOf(
  options: ConnectorOptions,
  made: {
    readonly repository: ConnectorRepository;
    readonly operationsRepository: OperationsRepository;
    readonly drift: DriftRepository;
    readonly registry: ConnectorRegistry;
    readonly vault: CredentialVault;
  },
): EngineDependencies {
  const { repository, drift, registry } = made;
  const { storage, events, clock, random } = options.platform;
  const byId = new Map(options.connectors.map((configured) => [configured.connector.id, configured]));
  return {
    repository,
    drift,
    forgetSettings: () => registry.forget(),
    storage,
    events,
    clock,
    random,
    get sinks() {
      return options.sinks;
    },
    stations: options.stations,
    get wantedTaxa() {
      return options.wantedTaxa;
    },
    codeVersion: options.codeVersion,
    spoolDirectory: options.spoolDirectory,
    get contact() {
      return options.contact;
    },
    resolve: async (configured) => (await registry.find(configured.connector.id)) ?? configured,
    markOf: ({ connector, settings }) => made.vault.markOf(connector.id, settings.credentials ?? {}),
    saveQuality: createQualitySaver(made.operationsRepository, byId),
    get inbox() {
      return options.inbox;
    },
    get probeInbox() {
      return options.probeInbox;
    },
  };
}

/** Where records are stored; each kind of record has one sink. */
export const recordSinks = openPort<Sinks>();
/** Files that institutions handed over. */
export const connectorInbox = optionalPort<{
  readonly inbox: NonNullable<EngineDependencies['inbox']>;
  readonly probe: NonNullable<EngineDependencies['probeInbox']>;
}>();
/** Rules of quality over the tables that a module keeps, one entry a table. */
export const storedQuality = openPort<readonly StoredQuality[]>();
/** Names that the register of species is asked about. */
export const wantedTaxa = optionalPort<NonNullable<EngineDependencies['wantedTaxa']>>();

export type ConnectorSettings = Pick<
  ConnectorOptions,
  'connectors' | 'history' | 'codeVersion' | 'spoolDirectory' | 'contact' | 'masterKey' | 'kinds' | 'retention'
>;

export const connectorsModule = defineModule({
  name: 'connectors',
  needs: { audit: auditModule },
  settings: settingsOf<ConnectorSettings>(),
  ports: { sinks: recordSinks, inbox: connectorInbox, wantedTaxa, storedQuality },
  offers: [
    'provenanceOf',
    'absenceOf',
    'service',
    'connector',
    'creditOf',
    'providerOf',
    'isRunning',
    'secondsARequest',
    'bytesPerDay',
    'conduct',
  ],
  create({ platform, jobs, settings, needs, ports }) {
    const connectors = createConnectors({
      platform,
      connectors: settings.connectors,
      history: settings.history,
      codeVersion: settings.codeVersion,
      spoolDirectory: settings.spoolDirectory,
      masterKey: settings.masterKey,
      kinds: settings.kinds,
      retention: settings.retention,
      get contact() {
        return settings.contact;
      },
      get sinks() {
        return oneSinkEach(ports.sinks());
      },
      get inbox() {
        return ports.inbox()?.inbox;
      },
      get probeInbox() {
        return ports.inbox()?.probe;
      },
      get storedQuality() {
        return ports.storedQuality().flat();
      },
      get wantedTaxa() {
        return ports.wantedTaxa() ?? undefined;
      },
      stations: stations.map(({ id, position: [lon, lat] }) => ({ id, lon, lat })),
      queue: () => jobs,
      audit: connectorAudit(needs.audit),
      trail: needs.audit,
    });
    return { manifest: connectors, offers: connectors };
  },
});
