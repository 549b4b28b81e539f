import { takesFiles } from '@kianda/connectors';
import type { ConnectorSummary } from '@kianda/contract/ingestion/connectors/connectors.contract';
import type { FirstDayLine } from '@kianda/contract/ingestion/connectors/first-day.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import type { JobQueue } from '../../../../platform/jobs/jobs.ts';
import type { ConnectorRepository } from '../connectors.repository.ts';
import type { ConnectorService } from '../connectors.service.ts';
import type { ConfiguredConnector } from '../connectors.types.ts';
import { credentialsOf } from '../operations/manifest.ts';
import type { ConnectorRegistry, ResolvedConnector } from '../registry/connector-registry.ts';
import { detailOf } from './attempt.client.ts';
import { firstDayJobName } from './first-day.jobs.ts';
import type { FirstDayRepository, StoredCheck } from './first-day.repository.ts';
import { clockOutcome, clockSubject, middleSkew, networkSubject, newestOf, type Tried } from './first-day.rules.ts';
import { adviceOf, beforeAnyCheck, clockAdviceOf, networkAdviceOf, ownNames } from './first-day.texts.ts';

export type FirstDay = ReturnType<typeof createFirstDay>;

/** The list of the first day: of the network, the clock and every connector, what was tried, what came and what to do. */
export function createFirstDay(dependencies: {
  readonly checks: FirstDayRepository;
  readonly registry: ConnectorRegistry;
  readonly service: ConnectorService;
  readonly streams: ConnectorRepository['streams'];
  readonly markOf: (configured: ConfiguredConnector) => string;
  readonly queue: () => JobQueue;
}) {
  const { checks, registry, service, streams, markOf, queue } = dependencies;
  return {
    async list() {
      const [stored, connectors, summaries, runs, jobs] = await Promise.all([
        checks.all(),
        registry.all(),
        service.list(),
        streams(),
        queue().list({ name: firstDayJobName, limit: 1 }),
      ]);
      const bySubject = new Map(stored.map((check) => [check.subject, check]));
      const byId = new Map(summaries.map((summary) => [summary.id, summary]));
      const job = jobs.find(({ state }) => state === 'queued' || state === 'running');
      return {
        lines: [
          networkLine(ofCheck(bySubject.get(networkSubject))),
          clockLine(stored),
          ...connectors.map((configured) => {
            const { id } = configured.connector;
            const check = bySubject.get(id);
            const mark = markOf(configured);
            // The outcome with other credentials says nothing of those that are set now.
            const checked = check?.credentials_mark === mark ? ofCheck(check) : null;
            const failed = runs.filter((row) => row.connector_id === id && row.last_credentials_mark === mark);
            return connectorLine(configured, byId.get(id), newestOf([checked, ...ofRuns(failed, configured)]));
          }),
        ],
        undelivered: connectors.filter((configured) => isAwaited(configured, byId.get(configured.connector.id))).length,
        running: job === undefined ? null : { runId: job.id, progress: job.progress, message: job.message },
      };
    },

    /** Enqueues the check of one connector, or of everything. Throws `not_found`, `already_running`. */
    async check(connector: string | null, actorId: string): Promise<string> {
      if (connector !== null && (await registry.find(connector)) === null)
        throw new AppError('not_found', { detail: `Não existe o conector «${connector}».` });
      return queue().enqueue(firstDayJobName, { connector }, { actorId, trigger: 'manual' });
    },
  };
}

/** In use, and without a first record. Suspended ones and receivers that nobody set up are nobody's worry. */
function isAwaited(configured: ResolvedConnector, summary: ConnectorSummary | undefined): boolean {
  const { connector, paused, disabledReason } = configured;
  const isUnset = connector.continuous === true && disabledReason !== null;
  return summary?.hasDelivered !== true && !paused && !isUnset && !takesFiles(connector);
}

function connectorLine(
  configured: ResolvedConnector,
  summary: ConnectorSummary | undefined,
  tried: Tried | null,
): FirstDayLine {
  const { connector, settings, simulatedSeed } = configured;
  const hasDelivered = summary?.hasDelivered === true;
  const missing = credentialsOf(configured).some(({ required, isSet }) => required && !isSet);
  // Missing credentials are known without a check.
  const outcome = missing ? 'credential_missing' : (tried?.outcome ?? null);
  const address = tried?.address ?? null;
  const advice = adviceOf(outcome, {
    connectorId: connector.id,
    connectorName: connector.name,
    credentialNames: connector.credentialNames,
    host: URL.parse(address ?? settings.baseUrl)?.host ?? connector.provider,
    skewMs: tried?.skewMs ?? null,
    takesFiles: takesFiles(connector),
    hasDelivered,
    isListening: connector.continuous === true,
    isForbidden: tried?.httpStatus === 403,
  });
  return {
    id: connector.id,
    subject: 'connector',
    name: connector.name,
    ...factsOf(tried),
    outcome,
    advice,
    hasDelivered,
    lastSuccess: summary?.lastSuccess ?? null,
    simulated: simulatedSeed !== null,
  };
}

function networkLine(tried: Tried | null): FirstDayLine {
  return {
    id: networkSubject,
    subject: 'network',
    name: ownNames.network,
    ...factsOf(tried),
    outcome: tried?.outcome ?? null,
    advice: networkAdviceOf(tried?.outcome ?? null),
    hasDelivered: null,
    lastSuccess: null,
    simulated: false,
  };
}

/** Our clock against those of all providers together. */
function clockLine(stored: readonly StoredCheck[]): FirstDayLine {
  const timed = stored.flatMap(({ skew_ms, tried_at }) =>
    skew_ms === null ? [] : [{ skewMs: skew_ms, atMs: tried_at.getTime() }],
  );
  const middle = middleSkew(timed);
  const skewMs = middle?.skewMs ?? null;
  const outcome = skewMs === null ? null : clockOutcome(skewMs);
  return {
    ...factsOf(null),
    id: clockSubject,
    subject: 'clock',
    name: ownNames.clock,
    triedAt: middle === null ? null : new Date(middle.atMs).toISOString(),
    triedBy: middle === null ? null : 'check',
    outcome,
    skewSeconds: skewMs === null ? null : Math.round(skewMs / 1000),
    advice: stored.length === 0 ? beforeAnyCheck : clockAdviceOf(outcome, skewMs),
    hasDelivered: null,
    lastSuccess: null,
    simulated: false,
  };
}

function ofCheck(check: StoredCheck | undefined): Tried | null {
  if (check === undefined) return null;
  const { outcome, address, detail, http_status, latency_ms, skew_ms, tried_at } = check;
  const measured = { httpStatus: http_status, latencyMs: latency_ms, skewMs: skew_ms };
  return { by: 'check', atMs: tried_at.getTime(), outcome, address, detail, ...measured };
}

type StreamRow = Awaited<ReturnType<ConnectorRepository['streams']>>[number];

/** Streams whose last run failed. A connector that is off is not tried: its runs say nothing of what to do now. */
function ofRuns(rows: readonly StreamRow[], configured: ResolvedConnector): readonly Tried[] {
  if (configured.disabledReason !== null) return [];
  return rows.flatMap((row) => {
    const { last_outcome: outcome, last_failure_at: at, last_error: error } = row;
    if (row.consecutive_failures === 0 || outcome === null || at === null) return [];
    const detail = error === null ? null : detailOf(error, configured);
    const answer = { address: row.last_address, httpStatus: row.last_http_status, latencyMs: null, skewMs: null };
    return [{ by: 'run' as const, atMs: at.getTime(), outcome, detail, ...answer }];
  });
}

function factsOf(tried: Tried | null) {
  const skewMs = tried?.skewMs ?? null;
  return {
    address: tried?.address ?? null,
    triedAt: tried === null ? null : new Date(tried.atMs).toISOString(),
    triedBy: tried?.by ?? null,
    httpStatus: tried?.httpStatus ?? null,
    latencyMs: tried?.latencyMs ?? null,
    skewSeconds: skewMs === null ? null : Math.round(skewMs / 1000),
    detail: tried?.detail ?? null,
  };
}
