import { randomUUID } from 'node:crypto';
import { type Connector, freshnessLimitOf } from '@kianda/connectors';
import type {
  ConnectorSummary,
  freshnessStates,
  IngestJob,
} from '@kianda/contract/ingestion/connectors/connectors.contract';
import type { Selectable } from 'kysely';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { ConnectorRepository } from './connectors.repository.ts';
import type { ConnectorTables } from './connectors.tables.ts';
import type { ConnectorRegistry, ResolvedConnector } from './registry/connector-registry.ts';
import { ingestJobName } from './runs/runs.jobs.ts';
import { circuitOf, isOpen } from './schedule/circuit.ts';
import { nextRunOf } from './schedule/cron.ts';

export type RunCommand = {
  readonly mode: 'incremental' | 'full' | 'backfill';
  readonly stream?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

type Figures = {
  readonly streams: Awaited<ReturnType<ConnectorRepository['streams']>>;
  readonly totals: Awaited<ReturnType<ConnectorRepository['totals']>>;
  readonly progress: Awaited<ReturnType<ConnectorRepository['backfillProgress']>>;
};

/** What operators ask of connectors. */
export function createConnectorService(
  repository: ConnectorRepository,
  registry: ConnectorRegistry,
  queue: () => JobQueue,
  clock: Clock,
  codeVersion: string,
) {
  // Health, the dashboards and the screens all ask for it, and totals read every run there ever was.
  const kept = createCache<Figures>({ name: 'connectors/figures', clock, ttlMs: 2_000, maxStaleMs: 0, maxEntries: 1 });

  async function figures(): Promise<Figures> {
    const read = async () => {
      const [streams, totals, progress] = await Promise.all([
        repository.streams(),
        repository.totals(),
        repository.backfillProgress(),
      ]);
      return { streams, totals, progress };
    };
    return (await kept.get('', read)).value;
  }

  async function recordSkipped(configured: ResolvedConnector, streamId: string, command: RunCommand, actorId: string) {
    const { connector, settings, simulatedSeed } = configured;
    const { mode, from, to } = command;
    await repository.recordSkipped(
      {
        id: randomUUID(),
        connectorId: connector.id,
        streamId,
        mode,
        trigger: 'manual',
        actorId,
        window: from === undefined || to === undefined ? null : { fromMs: Date.parse(from), toMs: Date.parse(to) },
        simulatedSeed,
        baseUrl: settings.baseUrl,
        licence: connector.licence,
        citation: connector.citation,
        codeVersion,
      },
      new Date(clock.nowMs()),
    );
  }

  return {
    /** Something changed: the next reader sees it at once. */
    forget: () => kept.clear(),

    async list(): Promise<ConnectorSummary[]> {
      const [connectors, { streams, totals, progress }] = await Promise.all([registry.all(), figures()]);
      const share = new Map(progress.map((row) => [`${row.connector_id}/${row.stream_id}`, row.share]));
      return connectors.map((configured) => {
        const { connector } = configured;
        const own = streams.filter((row) => row.connector_id === connector.id);
        const total = totals.find((row) => row.connector_id === connector.id);
        const newest = latest(own.map((row) => row.newest_observed_at));
        const streamsNow = connector.streams.map((stream) =>
          streamOf(
            configured,
            stream.id,
            own.find((row) => row.stream_id === stream.id),
            share.get(`${connector.id}/${stream.id}`) ?? null,
            clock.nowMs(),
          ),
        );
        const freshness = worstOf(streamsNow.map((stream) => stream.freshness));
        const { status, reason } = statusOf(configured, own, (total?.running ?? 0) > 0);
        const processed = total?.processed ?? 0;
        const rejected = total?.rejected ?? 0;
        return {
          id: connector.id,
          name: connector.name,
          provider: connector.provider,
          description: connector.description,
          type: connector.category,
          source: connector.source,
          status,
          statusReason: reason,
          simulated: configured.simulatedSeed !== null,
          baseUrl: configured.settings.baseUrl,
          schedule: configured.cron,
          timeoutSeconds: connector.timeoutSeconds,
          licence: connector.licence,
          citation: connector.citation,
          homepage: connector.homepage,
          lastRun: iso(total?.last_run_at ?? null),
          lastSuccess: iso(latest(own.map((row) => row.last_success_at))),
          nextRun: configured.disabledReason === null ? nextRunOf(configured.cron, connector.id, clock.nowMs()) : null,
          recordsProcessed: processed,
          recordsRejected: rejected,
          failedRuns: total?.failed_runs ?? 0,
          errorRate: errorRateOf(processed, rejected),
          freshnessLimitHours: connector.freshnessLimitHours,
          newestObservation: iso(newest),
          fresh: freshness === 'unknown' ? null : freshness === 'fresh',
          freshness,
          streams: streamsNow,
        };
      });
    },

    /** Enqueues a run of one stream, or of all. Throws `not_found`, `already_running`, `unavailable` (no credential). */
    async run(connectorId: string, command: RunCommand, actorId: string): Promise<string[]> {
      const configured = await registry.find(connectorId);
      if (configured === null) {
        throw new AppError('not_found', { detail: `Não existe o conector «${connectorId}».` });
      }
      if (configured.disabledReason !== null) throw new AppError('unavailable', { detail: configured.disabledReason });
      const streams = configured.connector.streams.filter(
        (stream) => command.stream === undefined || stream.id === command.stream,
      );
      if (streams.length === 0) {
        throw new AppError('not_found', { detail: `O conector «${connectorId}» não tem o fluxo «${command.stream}».` });
      }
      if (command.from !== undefined && command.to !== undefined && Date.parse(command.from) > Date.parse(command.to)) {
        const message = `O início da janela (${command.from}) é posterior ao fim (${command.to}).`;
        throw new AppError('validation_failed', { detail: message, issues: [{ path: 'body.from', message }] });
      }
      const window =
        command.from === undefined || command.to === undefined
          ? {}
          : { fromMs: Date.parse(command.from), toMs: Date.parse(command.to) };
      const runIds: string[] = [];
      let refused: AppError | null = null;
      const waiting = new Set((await repository.waitingRuns()).map((run) => `${run.connector_id}/${run.stream_id}`));
      for (const stream of streams) {
        const input = { mode: command.mode, trigger: 'manual', actorId, ...window };
        try {
          if (waiting.has(`${connectorId}/${stream.id}`)) throw new AppError('already_running');
          runIds.push(
            await queue().enqueue(ingestJobName(connectorId, stream.id), input, { actorId, trigger: 'manual' }),
          );
        } catch (error) {
          if (!(error instanceof AppError && error.code === 'already_running')) throw error;
          refused = error;
          await recordSkipped(configured, stream.id, command, actorId);
        }
      }
      kept.clear();
      if (runIds.length === 0 && refused !== null) throw refused;
      return runIds;
    },

    async jobs(filter: { limit: number; connector?: string | undefined }): Promise<IngestJob[]> {
      const [rows, connectors] = await Promise.all([
        repository.runs({ limit: filter.limit, connectorId: filter.connector }),
        registry.all(),
      ]);
      const names = new Map(connectors.map(({ connector }) => [connector.id, connector.name]));
      return rows.map((row) => jobOf(row, names.get(row.connector_id) ?? row.connector_id, clock.nowMs()));
    },

    /** Name on screen; the id of a connector that no longer exists. */
    nameOf: async (id: string): Promise<string> => (await registry.find(id))?.connector.name ?? id,

    /** Share (0–100) of streams whose newest observation is within its limit; null before any data. */
    async freshnessPercent(): Promise<number | null> {
      const connectors = new Map((await registry.all()).map(({ connector }) => [connector.id, connector]));
      const judged = (await figures()).streams.flatMap((row) => {
        const connector = connectors.get(row.connector_id);
        if (connector === undefined || row.newest_observed_at === null) return [];
        return [freshnessOf(connector, row.stream_id, row.newest_observed_at, clock.nowMs()) === 'fresh'];
      });
      return judged.length === 0 ? null : (100 * judged.filter(Boolean).length) / judged.length;
    },
  };
}

export type ConnectorService = ReturnType<typeof createConnectorService>;

type RunRow = Selectable<ConnectorTables['connectors.runs']>;

/** A run as the lists show it. */
export function jobOf(row: RunRow, connectorName: string, nowMs: number): IngestJob {
  return {
    id: row.id,
    connectorId: row.connector_id,
    connectorName,
    stream: row.stream_id,
    mode: row.mode,
    trigger: row.trigger,
    status: row.state,
    startTime: iso(row.started_at),
    endTime: iso(row.ended_at),
    duration: row.started_at === null ? null : ((row.ended_at?.getTime() ?? nowMs) - row.started_at.getTime()) / 1000,
    recordsProcessed: row.records_written + row.records_duplicate,
    recordsWritten: row.records_written,
    recordsDuplicate: row.records_duplicate,
    recordsRejected: row.records_rejected,
    requests: row.requests,
    bytes: row.bytes,
    throttled: row.throttled,
    errors: row.error === null ? [] : [row.error],
    errorClass: row.error_class,
    resumesAt: iso(row.resume_at),
    progress: row.progress,
    message: row.message,
  };
}

type StreamRow = Figures['streams'][number];
type Freshness = (typeof freshnessStates)[number];

function statusOf(configured: ResolvedConnector, streams: readonly StreamRow[], running: boolean) {
  if (configured.disabledReason !== null) return { status: 'inactive' as const, reason: configured.disabledReason };
  const broken = streams.find((row) => isOpen(row.consecutive_failures, row.last_failure));
  if (running) return { status: 'running' as const, reason: null };
  if (broken !== undefined) return { status: 'error' as const, reason: broken.last_error };
  return { status: 'active' as const, reason: null };
}

/** A stream as it stands: how fresh, and whether its circuit is open. */
function streamOf(
  { connector, cron, disabledReason }: ResolvedConnector,
  streamId: string,
  row: StreamRow | undefined,
  backfill: number | null,
  nowMs: number,
): ConnectorSummary['streams'][number] {
  const circuit = row === undefined ? null : circuitOf(row, cron, nowMs);
  const isOff = disabledReason !== null;
  return {
    id: streamId,
    cursor: row?.cursor ?? null,
    backfill,
    newestObservation: iso(row?.newest_observed_at ?? null),
    freshnessLimitHours: freshnessLimitOf(connector, streamId),
    freshness: isOff ? 'unknown' : freshnessOf(connector, streamId, row?.newest_observed_at ?? null, nowMs),
    circuit: circuit?.state ?? 'closed',
    nextProbe:
      isOff || circuit === null || circuit.state === 'closed' || circuit.retryAtMs === null
        ? null
        : new Date(circuit.retryAtMs).toISOString(),
    consecutiveFailures: row?.consecutive_failures ?? 0,
  };
}

function freshnessOf(connector: Connector, streamId: string, newest: Date | null, nowMs: number): Freshness {
  if (newest === null) return 'unknown';
  return nowMs - newest.getTime() <= freshnessLimitOf(connector, streamId) * 3_600_000 ? 'fresh' : 'stale';
}

function worstOf(states: readonly Freshness[]): Freshness {
  if (states.includes('stale')) return 'stale';
  return states.includes('fresh') ? 'fresh' : 'unknown';
}

/** Rejected rows over rows read, percent, 100 at most; null while nothing was read. One formula for one and for all. */
export function errorRateOf(processed: number, rejected: number): number | null {
  const read = processed + rejected;
  return read === 0 ? null : Math.min(100, (100 * rejected) / read);
}

function latest(dates: readonly (Date | null)[]): Date | null {
  const known = dates.filter((date) => date !== null);
  return known.length === 0 ? null : new Date(Math.max(...known.map((date) => date.getTime())));
}

function iso(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
