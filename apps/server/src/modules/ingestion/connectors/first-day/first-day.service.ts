import { takesFiles } from '@kianda/connectors';
import type { ConnectorSummary } from '@kianda/contract/ingestion/connectors/connectors.contract';
import type { FirstDayLine } from '@kianda/contract/ingestion/connectors/first-day.contract';
import type { CredentialVault } from '../../../../platform/crypto/credential-vault.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { JobQueue } from '../../../../platform/jobs/jobs.ts';
import type { ConnectorService } from '../connectors.service.ts';
import { credentialsOf } from '../operations/manifest.ts';
import type { ConnectorRegistry, ResolvedConnector } from '../registry/connector-registry.ts';
import { firstDayJobName } from './first-day.jobs.ts';
import type { FirstDayRepository, StoredCheck } from './first-day.repository.ts';
import { clockOutcome, clockSubject, middleSkew, networkSubject } from './first-day.rules.ts';
import { adviceOf, beforeAnyCheck, clockAdviceOf, networkAdviceOf, ownNames } from './first-day.texts.ts';

export type FirstDay = ReturnType<typeof createFirstDay>;

/** The list of the first day: of the network, the clock and every connector, what was tried, what came and what to do. */
export function createFirstDay(dependencies: {
  readonly checks: FirstDayRepository;
  readonly registry: ConnectorRegistry;
  readonly service: ConnectorService;
  readonly vault: CredentialVault;
  readonly queue: () => JobQueue;
}) {
  const { checks, registry, service, vault, queue } = dependencies;
  /** What came of other credentials says nothing of those that are set now. */
  const isOfNow = (check: StoredCheck, { connector, settings }: ResolvedConnector) =>
    check.credentials_mark === vault.markOf(connector.id, settings.credentials ?? {});
  return {
    async list() {
      const [stored, connectors, summaries, jobs] = await Promise.all([
        checks.all(),
        registry.all(),
        service.list(),
        queue().list({ name: firstDayJobName, limit: 1 }),
      ]);
      const bySubject = new Map(stored.map((check) => [check.subject, check]));
      const byId = new Map(summaries.map((summary) => [summary.id, summary]));
      const job = jobs.find(({ state }) => state === 'queued' || state === 'running');
      return {
        lines: [
          networkLine(bySubject.get(networkSubject)),
          clockLine(stored),
          ...connectors.map((configured) => {
            const { id } = configured.connector;
            const check = bySubject.get(id);
            const isKnown = check !== undefined && isOfNow(check, configured);
            return connectorLine(configured, byId.get(id), isKnown ? check : undefined);
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
  check: StoredCheck | undefined,
): FirstDayLine {
  const { connector, settings, simulatedSeed } = configured;
  const hasDelivered = summary?.hasDelivered === true;
  const missing = credentialsOf(configured).some(({ required, isSet }) => required && !isSet);
  // What is not set is known without a check.
  const outcome = missing ? 'credential_missing' : (check?.outcome ?? null);
  const address = check?.address ?? null;
  const advice = adviceOf(outcome, {
    connectorId: connector.id,
    connectorName: connector.name,
    credentialNames: connector.credentialNames,
    host: URL.parse(address ?? settings.baseUrl)?.host ?? connector.provider,
    skewMs: check?.skew_ms ?? null,
    takesFiles: takesFiles(connector),
    hasDelivered,
    isListening: connector.continuous === true,
    isForbidden: check?.http_status === 403,
  });
  return {
    id: connector.id,
    subject: 'connector',
    name: connector.name,
    ...factsOf(check),
    outcome,
    advice,
    hasDelivered,
    lastSuccess: summary?.lastSuccess ?? null,
    simulated: simulatedSeed !== null,
  };
}

function networkLine(check: StoredCheck | undefined): FirstDayLine {
  return {
    id: networkSubject,
    subject: 'network',
    name: ownNames.network,
    ...factsOf(check),
    outcome: check?.outcome ?? null,
    advice: networkAdviceOf(check?.outcome ?? null),
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
    ...factsOf(undefined),
    id: clockSubject,
    subject: 'clock',
    name: ownNames.clock,
    triedAt: middle === null ? null : new Date(middle.atMs).toISOString(),
    outcome,
    skewSeconds: skewMs === null ? null : Math.round(skewMs / 1000),
    advice: stored.length === 0 ? beforeAnyCheck : clockAdviceOf(outcome, skewMs),
    hasDelivered: null,
    lastSuccess: null,
    simulated: false,
  };
}

function factsOf(check: StoredCheck | undefined) {
  const skewMs = check?.skew_ms ?? null;
  return {
    address: check?.address ?? null,
    triedAt: check?.tried_at.toISOString() ?? null,
    httpStatus: check?.http_status ?? null,
    latencyMs: check?.latency_ms ?? null,
    skewSeconds: skewMs === null ? null : Math.round(skewMs / 1000),
    detail: check?.detail ?? null,
  };
}
