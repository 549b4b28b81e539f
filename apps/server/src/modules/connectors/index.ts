import type { RecordKind } from '@kianda/connectors';
import { dayMs } from '@kianda/geo';
import type { Job, JobQueue } from '../../platform/jobs/jobs.ts';
import type { HealthCheck, Module, Platform } from '../../platform/module.ts';
import { connectorAlerts } from './connectors.alerts.ts';
import { conduct, conductorJob, type HistoryPlan } from './connectors.conductor.ts';
import type { EngineDependencies } from './connectors.engine.ts';
import { connectorJobs, historyOf } from './connectors.jobs.ts';
import { connectorMetrics } from './connectors.metrics.ts';
import { connectorMigrations } from './connectors.migrations.ts';
import { createProvenance, type ProvenanceOf } from './connectors.provenance.ts';
import { createConnectorRegistry } from './connectors.registry.ts';
import { createConnectorRepository } from './connectors.repository.ts';
import { connectorBindings } from './connectors.routes.ts';
import { type ConnectorService, createConnectorService } from './connectors.service.ts';
import type { ConfiguredConnector, Sinks } from './connectors.types.ts';
import { createCredentialVault } from './credential-vault.ts';
import { createDriftRepository } from './drift/drift.repository.ts';
import { createDriftService } from './drift/drift.service.ts';
import { createLettersRepository } from './letters.repository.ts';
import { createLetters } from './letters.service.ts';
import type { KindLineage } from './lineage.ts';
import { createOperationsRepository } from './operations.repository.ts';
import { operationsBindings } from './operations.routes.ts';
import { type ConnectorAudit, createConnectorOperations } from './operations.service.ts';
import { rowsTally } from './quality/run-rules.ts';
import { type ConnectorRetention, createRetention, retentionJob } from './retention.ts';
import { createTrace } from './trace.ts';

export type { HistoryPlan } from './connectors.conductor.ts';
export { whenStored } from './connectors.events.ts';
export type { ProvenanceOf } from './connectors.provenance.ts';
export type { ConfiguredConnector, Origin, Sink, Sinks } from './connectors.types.ts';
export { type CredentialVault, createCredentialVault } from './credential-vault.ts';
export { type Credit, creditLines } from './credits.ts';
export type { KindLineage } from './lineage.ts';
export type { ConnectorAudit } from './operations.service.ts';

export type ConnectorsModule = Module & {
  readonly provenanceOf: ProvenanceOf;
  readonly service: ConnectorService;
  /** A connector with what operators set of it, as it stands now; null for an unknown one. */
  connector(id: string): Promise<ConfiguredConnector | null>;
  /** True while a run of the stream, not of its history, is open. */
  isRunning(connectorId: string, streamId: string): Promise<boolean>;
  /** Bytes that a connector's runs received on each UTC day of the last `days`. */
  bytesPerDay(connectorId: string, days: number): Promise<readonly { readonly date: string; readonly bytes: number }[]>;
  /** Starts what is due now; resolves with the names of the jobs it enqueued. */
  conduct(): Promise<{ enqueued: readonly string[] }>;
};

/** Front door: runs, schedules and traces every connector; data go to the sinks that the modules above bring. */
export function createConnectors(options: {
  platform: Platform;
  connectors: readonly ConfiguredConnector[];
  /** Filled by the modules above before the first run: they need this one's provenance, it needs their sinks. */
  sinks: Sinks;
  /** Files handed over, by stream; brought by the module above that receives them. */
  inbox?: EngineDependencies['inbox'];
  probeInbox?: EngineDependencies['probeInbox'];
  stations: EngineDependencies['stations'];
  /** Taxa the register is asked about; known to the module above that keeps them. */
  wantedTaxa?: NonNullable<EngineDependencies['wantedTaxa']>;
  history: HistoryPlan;
  queue: () => JobQueue;
  codeVersion: string;
  contact: string;
  /** Seals credentials; never in the database. */
  masterKey: Uint8Array;
  audit: ConnectorAudit;
  /** Tables, endpoints and screens that each kind of record feeds. */
  kinds: Readonly<Partial<Record<RecordKind, KindLineage>>>;
  retention: ConnectorRetention;
}): ConnectorsModule {
  const { platform, connectors } = options;
  const repository = createConnectorRepository(platform.database);
  const operationsRepository = createOperationsRepository(platform.database);
  const vault = createCredentialVault(options.masterKey);
  const registry = createConnectorRegistry(connectors, operationsRepository, vault, platform.clock);
  const byId = new Map(connectors.map((configured) => [configured.connector.id, configured]));
  const drift = createDriftRepository(platform.database);
  const dependencies: EngineDependencies = {
    repository,
    drift,
    forgetSettings: () => registry.forget(),
    storage: platform.storage,
    events: platform.events,
    clock: platform.clock,
    random: platform.random,
    sinks: options.sinks,
    stations: options.stations,
    ...(options.wantedTaxa === undefined ? {} : { wantedTaxa: options.wantedTaxa }),
    codeVersion: options.codeVersion,
    get contact() {
      return options.contact;
    },
    resolve: async (configured) => (await registry.find(configured.connector.id)) ?? configured,
    saveQuality: async (connectorId, streamId, runId, tallies, at) => {
      const kind = byId.get(connectorId)?.connector.streams.find(({ id }) => id === streamId)?.recordKind;
      const since = new Date(at.getTime() - 28 * dayMs);
      const { rows, earlier } = await operationsRepository.rowsOfRuns(connectorId, streamId, runId, since);
      const usual = kind === undefined ? null : rowsTally(kind, rows, earlier);
      await operationsRepository.saveQuality(
        connectorId,
        streamId,
        runId,
        usual === null ? tallies : [...tallies, usual],
        at,
      );
    },
    ...(options.inbox === undefined ? {} : { inbox: options.inbox }),
    ...(options.probeInbox === undefined ? {} : { probeInbox: options.probeInbox }),
  };
  const service = createConnectorService(repository, registry, options.queue, platform.clock, options.codeVersion);
  const operations = createConnectorOperations({
    repository,
    operations: operationsRepository,
    registry,
    service,
    vault,
    engine: dependencies,
    storage: platform.storage,
    queue: options.queue,
    clock: platform.clock,
    audit: options.audit,
    kinds: options.kinds,
  });
  const letters = createLetters({
    letters: createLettersRepository(platform.database),
    registry,
    engine: dependencies,
    audit: options.audit,
  });
  const driftService = createDriftService({ drift, repository, registry, clock: platform.clock, audit: options.audit });
  const retention = createRetention(platform.database, platform.storage, platform.clock, options.retention);
  const trace = createTrace(platform.database, registry, options.kinds);
  const jobs: readonly Job[] = [
    ...connectors.flatMap((configured) => connectorJobs(configured, dependencies)),
    conductorJob(registry, options.queue, options.history, dependencies),
    retentionJob(retention),
  ];
  let unsubscribe: (() => void) | null = null;
  const conductNow = () => conduct(registry, options.queue(), options.history, dependencies);
  let conducting: Promise<unknown> = Promise.resolve();

  /** History that an operator asked for does not wait for the conductor's minute. */
  function goOn(stream?: { connectorId: string; streamId: string }): void {
    conducting = conducting
      .then(async () => {
        const isDue =
          stream === undefined || (await repository.hasRequestedWindows(stream.connectorId, stream.streamId));
        if (isDue) await conductNow();
      })
      .catch((error: unknown) => platform.log.warn({ err: error }, 'histórico pedido por retomar'));
  }

  return {
    name: 'connectors',
    migrations: connectorMigrations,
    async start() {
      unsubscribe = platform.events.subscribe(({ type, payload }) => {
        if (type === 'run.ended') service.forget();
        if (type === 'backfill.planned') goOn();
        const history = type === 'job.state' && payload.state === 'succeeded' ? historyOf(String(payload.name)) : null;
        if (history !== null) goOn(history);
      });
    },
    async stop() {
      unsubscribe?.();
      await conducting;
    },
    bindings: [
      ...connectorBindings(service, platform.clock),
      ...operationsBindings({
        operations,
        service,
        letters,
        drift: driftService,
        retention,
        trace,
        clock: platform.clock,
      }),
    ],
    jobs,
    health: [ingestionHealth(service)],
    alerts: connectorAlerts(service, drift, platform.clock),
    metrics: connectorMetrics({ service, operations, clock: platform.clock }),
    provenanceOf: createProvenance(repository, byId, platform.clock),
    service,
    connector: (id) => registry.find(id),
    isRunning: (connectorId, streamId) => operationsRepository.isRunning(connectorId, streamId),
    async bytesPerDay(connectorId, days) {
      const rows = await operationsRepository.activity(
        connectorId,
        new Date(platform.clock.nowMs() - days * 86_400_000),
      );
      return rows.map(({ date, bytes }) => ({ date, bytes: Number(bytes) }));
    },
    conduct: conductNow,
  };
}

function ingestionHealth(service: ConnectorService): HealthCheck {
  return {
    id: 'data-processing',
    label: 'Ingestão de dados',
    async check() {
      const all = (await service.list()).filter((connector) => connector.status !== 'inactive');
      const failing = all.filter((connector) => connector.status === 'error');
      // Old data have an alert of their own, one a connector: here they are only told.
      const stale = all.filter((connector) => connector.fresh === false);
      if (all.length > 0 && failing.length === all.length) {
        return { state: 'offline', detail: 'Nenhum conector consegue obter dados', latencyMs: null };
      }
      if (failing.length > 0) {
        return { state: 'warning', detail: `Com falhas: ${namesOf(failing)}`, latencyMs: null };
      }
      const old = stale.length === 0 ? '' : `; dados antigos: ${namesOf(stale)}`;
      return { state: 'online', detail: `${all.length} conectores em funcionamento${old}`, latencyMs: null };
    },
  };
}

function namesOf(connectors: readonly { readonly name: string }[]): string {
  return connectors.map(({ name }) => name).join(', ');
}
