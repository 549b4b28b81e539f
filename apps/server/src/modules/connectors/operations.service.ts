import type { Connector, RecordKind } from '@kianda/connectors';
import type { Clock } from '../../platform/clock/clock.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { ObjectStorage } from '../../platform/storage/storage.ts';
import { probeConnection } from './connection-test.ts';
import type { EngineDependencies } from './connectors.engine.ts';
import type { ConnectorRegistry, ResolvedConnector } from './connectors.registry.ts';
import type { ConnectorRepository } from './connectors.repository.ts';
import type { ConnectorService } from './connectors.service.ts';
import type { CredentialVault } from './credential-vault.ts';
import { isCron, nextRunsOf } from './cron.ts';
import { type KindLineage, lineageOf } from './lineage.ts';
import { credentialsOf, manifestOf } from './manifest.ts';
import type { OperationsRepository } from './operations.repository.ts';
import { scoresOf } from './quality/report.ts';
import { judgedRules } from './quality/run-rules.ts';

const dayMs = 86_400_000;
/** More windows than this in one request is a mistake, not a history. */
const maxWindows = 1_000;

/** Who acts, for the audit trail. */
export type Actor = {
  readonly id: string;
  readonly name: string;
  readonly ipAddress: string;
  readonly userAgent: string;
};

/** The part of the audit trail that this module needs. */
export type ConnectorAudit = {
  record(entry: {
    change: string;
    resource: string;
    actor: Actor;
    metadata: Readonly<Record<string, string | number | boolean | null>>;
  }): Promise<void>;
};

export type OperationsDependencies = {
  readonly repository: ConnectorRepository;
  readonly operations: OperationsRepository;
  readonly registry: ConnectorRegistry;
  readonly service: ConnectorService;
  readonly vault: CredentialVault;
  readonly engine: EngineDependencies;
  readonly storage: ObjectStorage;
  readonly queue: () => JobQueue;
  readonly clock: Clock;
  readonly audit: ConnectorAudit;
  readonly kinds: Readonly<Partial<Record<RecordKind, KindLineage>>>;
};

/** What operators do with connectors beside running them; every change is audited. */
export function createConnectorOperations(deps: OperationsDependencies) {
  const { repository, operations, registry, service, vault, clock, audit } = deps;
  const now = () => new Date(clock.nowMs());

  async function connectorNamed(id: string): Promise<ResolvedConnector> {
    const found = await registry.find(id);
    if (found === null) throw new AppError('not_found', { detail: `Não existe o conector «${id}».` });
    return found;
  }

  async function streamNamed(id: string, streamId: string): Promise<ResolvedConnector> {
    const found = await connectorNamed(id);
    if (found.connector.streams.some((stream) => stream.id === streamId)) return found;
    throw new AppError('not_found', { detail: `O conector «${id}» não tem o fluxo «${streamId}».` });
  }

  async function runNamed(runId: string) {
    const run = await operations.run(runId);
    if (run === undefined) throw new AppError('not_found', { detail: 'Não existe esta execução.' });
    return run;
  }

  return {
    async runDetail(runId: string) {
      const run = await runNamed(runId);
      const [log, raw] = await Promise.all([operations.log(runId, 1_000), operations.rawPages(runId)]);
      return { run, log, raw };
    },

    async cancel(runId: string, actor: Actor): Promise<boolean> {
      const run = await runNamed(runId);
      // A run that waits for its provider has no job: it ends here. One that went on after waiting has another job.
      if (run.state === 'waiting_provider') await repository.abandonRun(runId, now());
      else if (!(await deps.queue().cancel(run.job_id ?? runId))) {
        throw new AppError('conflict', { detail: 'A execução já terminou e não pode ser cancelada.' });
      }
      await audit.record({ change: 'cancel', resource: `run/${runId}`, actor, metadata: {} });
      return true;
    },

    async rawBody(runId: string, seq: number): Promise<Uint8Array> {
      const page = await operations.rawPage(runId, seq);
      const bytes = page === undefined ? null : await deps.storage.get(page.storage_key);
      if (bytes === null) throw new AppError('not_found', { detail: 'A página original já não está guardada.' });
      return bytes;
    },

    async activity(id: string, days: number) {
      const { cron, paused } = await connectorNamed(id);
      const rows = await operations.activity(id, new Date(clock.nowMs() - days * dayMs));
      return { days: rows, nextRuns: paused ? [] : nextRunsOf(cron, id, clock.nowMs(), 5) };
    },

    async setCursor(id: string, streamId: string, cursor: unknown, reason: string, actor: Actor): Promise<unknown> {
      const { connector } = await streamNamed(id, streamId);
      const stream = connector.streams.find((candidate) => candidate.id === streamId);
      if (cursor !== null && stream !== undefined && !stream.cursorSchema.safeParse(cursor).success) {
        throw new AppError('validation_failed', { detail: 'O cursor não tem a forma que este fluxo espera.' });
      }
      if (await operations.isRunning(id, streamId)) {
        throw new AppError('conflict', { detail: 'Há uma execução em curso: espere que termine ou cancele-a.' });
      }
      const before = await repository.cursorOf(id, streamId);
      await operations.setCursor(id, streamId, cursor, now());
      service.forget();
      await audit.record({
        change: 'cursor',
        resource: `connector/${id}/${streamId}`,
        actor,
        metadata: { before: JSON.stringify(before), after: JSON.stringify(cursor), reason },
      });
      return cursor;
    },

    async setSchedule(id: string, values: { cron: string | null; paused: boolean }, actor: Actor) {
      const { connector } = await connectorNamed(id);
      if (values.cron !== null && !isCron(values.cron)) {
        throw new AppError('validation_failed', { detail: `«${values.cron}» não é uma agenda cron de cinco campos.` });
      }
      await operations.saveSettings(id, values, actor.id, now());
      registry.forget();
      await audit.record({ change: 'schedule', resource: `connector/${id}`, actor, metadata: values });
      const cron = values.cron ?? connector.cron;
      if (!values.paused) await repository.askProbe(id, now());
      return { cron, paused: values.paused, nextRuns: values.paused ? [] : nextRunsOf(cron, id, clock.nowMs(), 5) };
    },

    async backfill(id: string) {
      await connectorNamed(id);
      return operations.backfillWindows(id);
    },

    /** Plans windows of `windowDays` days over the range; those already there are fetched again. */
    async planBackfill(
      id: string,
      plan: { stream: string; from: string; to: string; windowDays: number },
      actor: Actor,
    ): Promise<number> {
      await streamNamed(id, plan.stream);
      const fromMs = Date.parse(plan.from);
      const toMs = Math.min(Date.parse(plan.to), clock.nowMs());
      const spanMs = plan.windowDays * dayMs;
      const count = Math.ceil((toMs - fromMs) / spanMs);
      if (count < 1 || count > maxWindows) {
        throw new AppError('validation_failed', {
          detail: `O pedido dá ${count} janelas; são aceites de 1 a ${maxWindows}.`,
        });
      }
      const windows = Array.from({ length: count }, (_, index) => ({
        fromMs: fromMs + index * spanMs,
        toMs: Math.min(fromMs + (index + 1) * spanMs - 1, toMs),
      }));
      await repository.planBackfill(id, plan.stream, windows, now());
      await operations.reopenBackfill(
        id,
        plan.stream,
        windows.map((window) => new Date(window.fromMs)),
        now(),
      );
      service.forget();
      await audit.record({
        change: 'backfill',
        resource: `connector/${id}/${plan.stream}`,
        actor,
        metadata: { ...plan, windows: count },
      });
      deps.engine.events.publish({ channel: 'jobs', type: 'backfill.planned', payload: { connectorId: id } });
      return count;
    },

    async cancelBackfill(id: string, streamId: string, actor: Actor): Promise<number> {
      await streamNamed(id, streamId);
      const cancelled = await operations.cancelBackfill(id, streamId, now());
      service.forget();
      await audit.record({
        change: 'backfill-cancel',
        resource: `connector/${id}/${streamId}`,
        actor,
        metadata: { cancelled },
      });
      return cancelled;
    },

    test: async (id: string) => probeConnection(await connectorNamed(id), deps.engine),

    /** What operators set of each connector by id; of credentials only whether they are there. */
    async configurations() {
      const [all, open] = await Promise.all([registry.all(), deps.engine.drift.openCounts()]);
      return new Map(
        all.map((configured) => {
          const { connector, paused } = configured;
          const openDrifts = open.get(connector.id) ?? 0;
          return [connector.id, { paused, credentials: credentialsOf(configured), openDrifts }] as const;
        }),
      );
    },

    /** Seals and stores credentials; their values are neither logged nor audited. Throws `validation_failed` on an unknown name. */
    async setCredentials(id: string, credentials: Readonly<Record<string, string>>, actor: Actor): Promise<string[]> {
      const { connector } = await connectorNamed(id);
      const names = Object.keys(credentials);
      const accepted = credentialNamesOf(connector);
      const unknown = names.filter((name) => !accepted.includes(name));
      if (unknown.length > 0 || names.length === 0) {
        const expected = accepted.join(', ') || 'nenhuma';
        throw new AppError('validation_failed', { detail: `Credenciais deste conector: ${expected}.` });
      }
      for (const [name, secret] of Object.entries(credentials)) {
        await operations.saveCredential(id, name, vault.seal(id, name, secret), actor.id, now());
      }
      registry.forget();
      await repository.askProbe(id, now());
      await audit.record({
        change: 'credentials',
        resource: `connector/${id}`,
        actor,
        metadata: { names: names.join(', ') },
      });
      return names;
    },

    async manifest(id: string) {
      const configured = await connectorNamed(id);
      const judged = (await operations.latestQuality()).filter((row) => row.connector_id === id);
      return manifestOf(configured, new Set(judged.map((row) => row.rule)));
    },

    async quality() {
      const [rows, list] = await Promise.all([operations.latestQuality(), service.list()]);
      const names = new Map(list.map((connector) => [connector.id, connector.name]));
      const rules = rows.flatMap((row) => {
        const rule = judgedRules.find((candidate) => candidate.id === row.rule);
        if (rule === undefined) return [];
        return [
          {
            connectorId: row.connector_id,
            connectorName: names.get(row.connector_id) ?? row.connector_id,
            rule: rule.id,
            label: rule.label,
            dimension: rule.dimension,
            evaluated: row.evaluated,
            failing: row.failing,
            mostly: rule.mostly,
            passed: row.evaluated === 0 || 1 - row.failing / row.evaluated >= rule.mostly,
            samples: row.samples,
            evaluatedAt: row.evaluated_at.toISOString(),
          },
        ];
      });
      const freshness = list
        .filter((connector) => connector.status !== 'inactive')
        .map((connector) => ({
          connectorId: connector.id,
          connectorName: connector.name,
          fresh: connector.fresh,
          ageHours:
            connector.newestObservation === null
              ? null
              : (clock.nowMs() - Date.parse(connector.newestObservation)) / 3_600_000,
          limitHours: connector.freshnessLimitHours,
        }));
      return { ...scoresOf(rules, freshness), rules };
    },

    async lineage(id: string) {
      const configured = await connectorNamed(id);
      const streams = (await repository.streams()).filter((row) => row.connector_id === id);
      const runs = await Promise.all(
        streams
          .flatMap((row) => (row.last_success_run_id === null ? [] : [row.last_success_run_id]))
          .map((runId) => operations.run(runId)),
      );
      const last = await Promise.all(
        runs
          .filter((run) => run !== undefined)
          .map(async (run) => ({
            streamId: run.stream_id,
            runId: run.id,
            at: run.created_at.toISOString(),
            rawPages: (await operations.rawPages(run.id)).length,
          })),
      );
      return lineageOf(configured, last, deps.kinds);
    },
  };
}

export type ConnectorOperations = ReturnType<typeof createConnectorOperations>;

/** Names of the credentials an operator may set: those it needs, and those it can do without. */
function credentialNamesOf({ credentialNames, optionalCredentialNames = [] }: Connector): readonly string[] {
  return [...credentialNames, ...optionalCredentialNames];
}
