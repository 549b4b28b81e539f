import { type Connector, freshnessLimitOf } from '@kianda/connectors';
import type { ConnectorSummary, freshnessStates } from '@kianda/contract/ingestion/connectors/connectors.contract';
import type { ConnectorRepository } from './connectors.repository.ts';
import type { ResolvedConnector } from './registry/connector-registry.ts';
import { circuitOf, isOpen } from './schedule/circuit.ts';
import { nextRunOf } from './schedule/cron.ts';

/** State of all streams, totals of all runs and progress of all histories. */
export type ConnectorFigures = {
  readonly streams: Awaited<ReturnType<ConnectorRepository['streams']>>;
  readonly totals: Awaited<ReturnType<ConnectorRepository['totals']>>;
  readonly progress: Awaited<ReturnType<ConnectorRepository['backfillProgress']>>;
  readonly access: Awaited<ReturnType<ConnectorRepository['accessStates']>>;
};

/** A connector with its status, totals and streams, as the lists show it. */
export function summaryOf(configured: ResolvedConnector, figures: ConnectorFigures, nowMs: number): ConnectorSummary {
  const { connector } = configured;
  const rows = figures.streams.filter((row) => row.connector_id === connector.id);
  const totals = figures.totals.find((row) => row.connector_id === connector.id);
  const progress = new Map(
    figures.progress.flatMap((row) => (row.connector_id === connector.id ? [[row.stream_id, row.share] as const] : [])),
  );
  const streams = connector.streams.map(({ id }) =>
    streamSummary(configured, id, {
      row: rows.find((row) => row.stream_id === id),
      backfill: progress.get(id) ?? null,
      nowMs,
    }),
  );
  const freshness = worstOf(streams.map((stream) => stream.freshness));
  const processed = totals?.processed ?? 0;
  const rejected = totals?.rejected ?? 0;
  const failedRuns = totals?.failed_runs ?? 0;
  // Runs are removed after a time, and with them their counts: a newest observation outlives them.
  const hasDelivered = processed > 0 || rows.some((row) => row.newest_observed_at !== null);
  const refusal = refusalOf(figures.access.find((row) => row.connector_id === connector.id));
  const isRunning = (totals?.running ?? 0) > 0;
  const { status, reason } = statusOf(configured, { streams: rows, isRunning, hasDelivered, refusal });
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
    formatWitness: { ...connector.formatWitness, sources: [...connector.formatWitness.sources] },
    lastRun: iso(totals?.last_run_at ?? null),
    lastSuccess: iso(latest(rows.map((row) => row.last_success_at))),
    nextRun: configured.disabledReason === null ? nextRunOf(configured.cron, connector.id, nowMs) : null,
    recordsProcessed: processed,
    recordsRejected: rejected,
    failedRuns,
    endedRuns: totals?.ended_runs ?? 0,
    hasDelivered,
    errorRate: errorRateOf(processed, rejected + failedRuns),
    freshnessLimitHours: connector.freshnessLimitHours,
    freshnessBy: connector.freshnessBy ?? 'observation',
    newestObservation: iso(latest(rows.map((row) => row.newest_observed_at))),
    currentAt: iso(latest(rows.map((row) => currentAtOf(connector, row)))),
    fresh: freshness === 'unknown' ? null : freshness === 'fresh',
    freshness,
    streams,
  };
}

type StreamRow = ConnectorFigures['streams'][number];
type Freshness = (typeof freshnessStates)[number];

type Status = { readonly status: ConnectorSummary['status']; readonly reason: string | null };

function statusOf(
  configured: ResolvedConnector,
  state: {
    readonly streams: readonly StreamRow[];
    readonly isRunning: boolean;
    readonly hasDelivered: boolean;
    readonly refusal: string | null;
  },
): Status {
  if (configured.disabledReason !== null) return { status: 'inactive', reason: configured.disabledReason };
  if (state.isRunning) return { status: 'running', reason: null };
  if (state.refusal !== null) return { status: 'error', reason: state.refusal };
  const failed = state.streams.filter((row) => row.consecutive_failures > 0);
  const worst = failed.find((row) => isOpen(row.consecutive_failures, row.last_failure)) ?? failed[0];
  if (worst !== undefined) return { status: 'error', reason: worst.last_error };
  if (!state.hasDelivered) return { status: 'waiting', reason: 'Ainda não entregou nenhum registo.' };
  return { status: 'active', reason: null };
}

/** Why the provider refuses the credential; null where it does not, or where a later run proved otherwise. */
export function refusalOf(access: ConnectorFigures['access'][number] | undefined): string | null {
  if (access == null || access.failure === null || access.checked_at === null) return null;
  const isProvenSince = access.contact_at !== null && access.contact_at > access.checked_at;
  return isProvenSince ? null : access.failure;
}

/** Freshness and circuit of one stream. `backfill` is the share (0–1) of its planned history; null before a plan. */
function streamSummary(
  { connector, cron, disabledReason }: ResolvedConnector,
  streamId: string,
  { row, backfill, nowMs }: { row: StreamRow | undefined; backfill: number | null; nowMs: number },
): ConnectorSummary['streams'][number] {
  const circuit = row === undefined ? null : circuitOf(row, cron, nowMs);
  const isOff = disabledReason !== null;
  return {
    id: streamId,
    cursor: row?.cursor ?? null,
    backfill,
    newestObservation: iso(row?.newest_observed_at ?? null),
    currentAt: iso(row === undefined ? null : currentAtOf(connector, row)),
    freshnessLimitHours: freshnessLimitOf(connector, streamId),
    freshness: isOff || row === undefined ? 'unknown' : freshnessOf(connector, row, nowMs),
    circuit: circuit?.state ?? 'closed',
    nextProbe:
      isOff || circuit === null || circuit.state === 'closed' || circuit.retryAtMs === null
        ? null
        : new Date(circuit.retryAtMs).toISOString(),
    consecutiveFailures: row?.consecutive_failures ?? 0,
  };
}

type FreshnessColumns = Pick<StreamRow, 'stream_id' | 'newest_observed_at' | 'last_success_at'>;

/** Instant from which the limit of a stream counts; null before the first data. */
function currentAtOf(connector: Connector, row: FreshnessColumns): Date | null {
  return connector.freshnessBy === 'retrieval' ? row.last_success_at : row.newest_observed_at;
}

/** Whether a stream is within its limit: by its newest observation, or by its last success where it is a register. */
export function freshnessOf(connector: Connector, row: FreshnessColumns, nowMs: number): Freshness {
  const currentAt = currentAtOf(connector, row);
  if (currentAt === null) return 'unknown';
  return nowMs - currentAt.getTime() <= freshnessLimitOf(connector, row.stream_id) * 3_600_000 ? 'fresh' : 'stale';
}

function worstOf(states: readonly Freshness[]): Freshness {
  if (states.includes('stale')) return 'stale';
  return states.includes('fresh') ? 'fresh' : 'unknown';
}

/** Errors over records and errors, percent; null before the first of either. One formula for one and for all. */
export function errorRateOf(processed: number, errors: number): number | null {
  const all = processed + errors;
  return all === 0 ? null : (100 * errors) / all;
}

function latest(dates: readonly (Date | null)[]): Date | null {
  const known = dates.filter((date) => date !== null);
  return known.length === 0 ? null : new Date(Math.max(...known.map((date) => date.getTime())));
}

function iso(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
