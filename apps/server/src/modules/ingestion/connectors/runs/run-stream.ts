import {
  createHttpClient,
  hostsOf,
  type Inbox,
  type Page,
  ProviderError,
  ProviderPending,
  type PullContext,
  type PullMode,
  type RawBody,
  userAgent,
} from '@kianda/connectors';
import { formatPlainNumber } from '@kianda/format';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { EventBus } from '../../../../platform/events/events.ts';
import type { JobContext } from '../../../../platform/jobs/jobs.ts';
import { JobStopped } from '../../../../platform/jobs/runner.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import type { ConnectorRepository, PageAcknowledgement } from '../connectors.repository.ts';
import type { ConfiguredConnector, Origin, Sinks } from '../connectors.types.ts';
import type { DriftRepository } from '../drift/drift.repository.ts';
import { createDriftWatch, type DriftPolicy, type DriftWatch, described } from '../drift/schema-drift-monitor.ts';
import { createQualityTally } from '../quality/evaluate.ts';
import type { RuleTally } from '../quality/quality.types.ts';
import { failureOf } from './failure-class.ts';
import { keepRaw } from './raw-bodies.ts';
import { store } from './record-store.ts';
import { createRunLog, type RunLog } from './run-log.ts';

export type EngineDependencies = {
  readonly repository: ConnectorRepository;
  readonly drift: DriftRepository;
  /** After a run suspended its connector: the next reader of the registry sees it. */
  readonly forgetSettings: () => void;
  readonly storage: ObjectStorage;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly random: () => number;
  readonly sinks: Sinks;
  readonly stations: readonly { readonly id: string; readonly lon: number; readonly lat: number }[];
  /** See `PullContext.wantedTaxa`. */
  readonly wantedTaxa?: PullContext['wantedTaxa'] | undefined;
  readonly codeVersion: string;
  /** The connector as it stands when its run begins: an operator may have changed its credentials since the start. */
  readonly resolve: (configured: ConfiguredConnector) => Promise<ConfiguredConnector>;
  readonly saveQuality: (run: StreamRun, tallies: readonly RuleTally[], at: Date) => Promise<void>;
  /** Files handed over for a stream, for one of its runs; absent where nobody takes any. */
  readonly inbox?: ((connectorId: string, streamId: string, runId: string) => Inbox) | undefined;
  /** What the place where an institution lays its files says, for a connection test; null where there is none. */
  readonly probeInbox?:
    | ((
        connectorId: string,
        signal: AbortSignal,
      ) => Promise<{ readonly files: number; readonly newest: string | null } | null>)
    | undefined;
  /** How providers can reach the operator. */
  readonly contact: string;
};

export type RunRequest = {
  readonly mode: PullMode;
  readonly trigger: string;
  readonly actorId: string | null;
  readonly window: { readonly fromMs: number; readonly toMs: number } | null;
  /** The run that waited for its provider and now goes on; absent for one that begins. */
  readonly resumeRunId?: string | undefined;
};

export type RunResult = {
  readonly pages: number;
  readonly written: number;
  /** The provider works on the answer: the run goes on later, in another job. */
  readonly isWaiting: boolean;
};

const simulatorTokensPerMinute = 6_000;

type HttpCounters = PageAcknowledgement['http'];

export type AnyStream = ConfiguredConnector['connector']['streams'][number];

/**
 * Runs one stream of one connector: page by page, each stored before the next is asked for.
 * Delivery is at least once; sinks upsert on natural keys, and the cursor moves with the page's counters.
 * Throws what made the run fail, after recording it.
 */
export async function runStream(
  declared: ConfiguredConnector,
  stream: AnyStream,
  request: RunRequest,
  job: JobContext,
  dependencies: EngineDependencies,
): Promise<RunResult> {
  const { repository, clock, drift } = dependencies;
  const configured = await dependencies.resolve(declared);
  const { connector, settings } = configured;
  const runId = request.resumeRunId ?? job.runId;
  const quality = createQualityTally(() => clock.nowMs());
  const at = () => new Date(clock.nowMs());
  const cursor = request.mode === 'incremental' ? await repository.cursorOf(connector.id, stream.id) : null;

  const before = await repository.openRun(
    {
      id: runId,
      jobId: job.runId,
      connectorId: connector.id,
      streamId: stream.id,
      mode: request.mode,
      trigger: request.trigger,
      actorId: request.actorId,
      cursorBefore: cursor,
      window: request.window,
      simulatedSeed: configured.simulatedSeed,
      baseUrl: settings.baseUrl,
      licence: connector.licence,
      citation: connector.citation,
      codeVersion: dependencies.codeVersion,
    },
    at(),
  );
  const log = createRunLog({ runId, connectorId: connector.id, streamId: stream.id }, job, repository, clock);
  log.write('info', before.pending == null ? opening(request) : 'Execução retomada: o fornecedor tem a resposta', {
    mode: request.mode,
    trigger: request.trigger,
    baseUrl: settings.baseUrl,
    ...(before.pages > 0 ? { pagesBefore: before.pages } : {}),
  });

  const client = createHttpClient({
    userAgent: userAgent(dependencies.codeVersion, dependencies.contact),
    allowedHosts: hostsOf(settings),
    allowPrivateHosts: configured.allowPrivateHosts,
    nowMs: () => clock.nowMs(),
    random: dependencies.random,
    signal: job.signal,
    // The budget spares providers; our own simulator needs no sparing.
    ...(configured.simulatedSeed === null ? {} : { tokensPerMinute: simulatorTokensPerMinute }),
  });
  const policy = await drift.policyOf(connector.id);
  const watch = createDriftWatch(await drift.shapesOf(connector.id, stream.id), policy);
  const http = watch.watch(client);
  const counted = () => sumOf(before, client.metrics);

  // A run taken up again goes on counting: its page 1 would else overwrite what the first page 1 kept.
  let { pages, written, rejected } = before;
  let retrievedAtMs = 0;
  try {
    if (configured.disabledReason !== null) throw new ProviderError('auth', configured.disabledReason);
    const pulled = stream.pull(
      {
        mode: request.mode,
        cursor,
        ...(request.window === null ? {} : { window: request.window }),
        ...(before.pending == null ? {} : { pending: before.pending }),
      },
      settings,
      {
        http,
        signal: job.signal,
        nowMs: () => clock.nowMs(),
        log: log.write,
        status: (message) => log.status(connector.name, message),
        stations: dependencies.stations,
        ...(dependencies.wantedTaxa === undefined ? {} : { wantedTaxa: dependencies.wantedTaxa }),
        ...(dependencies.inbox === undefined ? {} : { inbox: dependencies.inbox(connector.id, stream.id, runId) }),
      },
    );
    for await (const page of pulled) {
      job.signal.throwIfAborted();
      // Two pages of one run never share an instant: by it a stored row finds its page again.
      retrievedAtMs = Math.max(clock.nowMs(), retrievedAtMs + 1);
      const origin: Origin = {
        runId,
        connectorId: connector.id,
        streamId: stream.id,
        provider: connector.provider,
        retrievedAtMs,
        simulatedSeed: page.measured === true ? null : configured.simulatedSeed,
      };
      const raw = await keepRaw(page.raw, `raw/${connector.id}/${runId}/${pages}`, dependencies.storage);
      const stored = await store(page.records, origin, dependencies.sinks);
      quality.add(page.records);
      pages += 1;
      written += stored.written;
      const refused = [...page.rejected, ...(stored.rejected ?? [])];
      rejected += refused.length;
      const message = `${connector.name}: ${formatPlainNumber(written)} registos`;
      await repository.acknowledge(
        connector.id,
        stream.id,
        {
          runId,
          page: pages,
          written: stored.written,
          duplicates: stored.duplicates,
          rejected: refused,
          newestObservedMs: stored.newestObservedMs,
          retrievedAtMs,
          ...(request.mode === 'backfill' ? {} : { cursor: page.cursor }),
          progress: page.progress,
          message,
          http: counted(),
          raw,
        },
        at(),
      );
      log.write(refused.length > 0 ? 'warn' : 'debug', `Página ${pages}: ${pageText(stored, refused.length)}`, {
        bytes: raw.reduce((sum, body) => sum + body.bytes, 0),
      });
      await job.progress(page.progress, message);
      announce(stream, connector.id, page, dependencies.events);
    }
    await dependencies.saveQuality({ connectorId: connector.id, streamId: stream.id, runId }, quality.results(), at());
    await noteDrift({ connectorId: connector.id, streamId: stream.id, runId }, watch, policy, dependencies, log, true);
    log.write('info', `Execução concluída: ${closing(written, rejected)}`, { pages, ...counted() });
    await log.flush();
    const state = rejected > 0 ? 'succeeded_with_rejects' : 'succeeded';
    await repository.closeRun(runId, { state, message: closing(written, rejected), http: counted() }, at());
    return { pages, written, isWaiting: false };
  } catch (error) {
    const timedOut = job.signal.reason instanceof JobStopped && job.signal.reason.kind === 'timeout';
    if (job.signal.aborted && !timedOut) {
      log.write('warn', 'Execução interrompida', { pages });
      await log.flush();
      await repository.closeRun(runId, { state: 'cancelled', message: 'Execução interrompida', http: counted() }, at());
      throw error;
    }
    if (error instanceof ProviderPending && !timedOut) {
      const resumeAt = new Date(clock.nowMs() + error.resumeAfterSeconds * 1000);
      log.write('info', error.message, { resumeAt: resumeAt.toISOString() });
      await log.flush();
      const { pending, message } = error;
      await repository.suspendRun(runId, { pending, resumeAt, message, http: counted() });
      return { pages, written, isWaiting: true };
    }
    const { failure, errorClass } = failureOf(error, timedOut);
    const text = timedOut ? job.signal.reason.message : error instanceof Error ? error.message : String(error);
    await noteDrift({ connectorId: connector.id, streamId: stream.id, runId }, watch, policy, dependencies, log, false);
    if (failure === 'schema')
      await keepRefused(watch.lastAnswer(), { connectorId: connector.id, runId, pages }, dependencies);
    log.write('error', text, { failure });
    await log.flush();
    const state = timedOut ? 'timed_out' : 'failed';
    await repository.closeRun(
      runId,
      { state, failure, errorClass, error: text, message: 'Execução falhada', http: counted() },
      at(),
    );
    throw error;
  } finally {
    await client.close();
    dependencies.events.publish({
      channel: 'jobs',
      type: 'run.ended',
      payload: { runId, connectorId: connector.id, streamId: stream.id },
    });
  }
}

type StreamRun = { readonly connectorId: string; readonly streamId: string; readonly runId: string };

/** Records how the answers of a run differed from what was known, and does what the policy says about it. */
async function noteDrift(
  run: StreamRun,
  watch: DriftWatch,
  policy: DriftPolicy,
  { drift, clock, forgetSettings, events }: EngineDependencies,
  log: RunLog,
  succeeded: boolean,
): Promise<void> {
  const at = new Date(clock.nowMs());
  const findings = watch.findings();
  for (const finding of findings) {
    log.write('warn', `Desvio de esquema: ${described(finding)}`, { resource: finding.resource, policy });
  }
  await drift.saveFindings(run, findings, policy, at);
  if (succeeded) await drift.saveShapes(run, watch.learned(), at);
  if (findings.length === 0) return;
  if (policy === 'pause') {
    await drift.setPaused(run.connectorId, true, 'plataforma', at);
    forgetSettings();
  }
  events.publish({
    channel: 'jobs',
    type: 'schema.drifted',
    payload: { connectorId: run.connectorId, streamId: run.streamId, findings: findings.length, policy },
  });
}

/** Keeps the answer that could not be read, for whoever mends the reader. */
async function keepRefused(
  answer: RawBody | null,
  run: { connectorId: string; runId: string; pages: number },
  { repository, storage, clock }: EngineDependencies,
): Promise<void> {
  if (answer === null || answer.bytes.length === 0) return;
  const raw = await keepRaw([answer], `raw/${run.connectorId}/${run.runId}/refused-${run.pages}`, storage);
  await repository.addRawPages(run.runId, run.pages + 1, raw, new Date(clock.nowMs()));
}

function sumOf(before: HttpCounters, now: HttpCounters): HttpCounters {
  return {
    requests: before.requests + now.requests,
    bytes: before.bytes + now.bytes,
    retries: before.retries + now.retries,
    throttled: before.throttled + now.throttled,
  };
}

const modeNames = { incremental: 'incremental', full: 'completa', backfill: 'de histórico' } as const;

function opening({ mode, trigger, window }: RunRequest): string {
  const range =
    window === null ? '' : `, de ${new Date(window.fromMs).toISOString()} a ${new Date(window.toMs).toISOString()}`;
  return `Execução ${modeNames[mode]} iniciada (${trigger})${range}`;
}

function pageText(stored: { written: number; duplicates: number }, refused: number): string {
  const rejected = refused === 0 ? '' : `, ${refused} rejeitados`;
  return `${stored.written} registos gravados, ${stored.duplicates} já existentes${rejected}`;
}

function closing(written: number, rejected: number): string {
  return rejected === 0 ? `${written} registos gravados` : `${written} registos gravados, ${rejected} rejeitados`;
}

function announce(stream: AnyStream, connectorId: string, page: Page<unknown>, events: EventBus): void {
  events.publish({
    channel: stream.recordKind.startsWith('vessel-') ? 'vessels' : 'ocean',
    type: 'records.stored',
    payload: { connectorId, streamId: stream.id, kind: stream.recordKind, records: page.records.length },
  });
}
