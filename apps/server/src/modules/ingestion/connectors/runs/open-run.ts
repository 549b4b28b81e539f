import { createHttpClient, hostsOf, type SeenAnswer, seenAnswer, userAgent } from '@kianda/connectors';
import { formatDate } from '@kianda/format';
import type { ConfiguredConnector } from '../connectors.types.ts';
import { createDriftMonitor } from '../drift/schema-drift-monitor.ts';
import { createQualityTally } from '../quality/evaluate.ts';
import type { EngineDependencies, HttpCounters, RunRequest, RunTask, StreamRun } from './run.types.ts';
import { createRunLog } from './run-log.ts';

/** Our own simulator needs no sparing, unlike a provider. */
const simulatorTokensPerMinute = 6_000;

/** Begins a run in the database, or takes it up again, with its log, its client and its drift monitor. */
export async function openRun({ declared, stream, request, job }: RunTask, dependencies: EngineDependencies) {
  const { repository, clock, drift } = dependencies;
  const configured = await dependencies.resolve(declared);
  const { connector } = configured;
  const run: StreamRun = {
    connectorId: connector.id,
    streamId: stream.id,
    runId: request.resumeRunId ?? job.runId,
  };
  const cursor = request.mode === 'incremental' ? await repository.cursorOf(connector.id, stream.id) : null;
  const before = await repository.openRun(
    {
      id: run.runId,
      jobId: job.runId,
      connectorId: connector.id,
      streamId: stream.id,
      mode: request.mode,
      trigger: request.trigger,
      actorId: request.actorId,
      cursorBefore: cursor,
      window: request.window,
      simulatedSeed: configured.simulatedSeed,
      baseUrl: configured.settings.baseUrl,
      licence: connector.licence,
      citation: connector.citation,
      codeVersion: dependencies.codeVersion,
    },
    new Date(clock.nowMs()),
  );
  const log = createRunLog(run, job, repository, clock);
  log.write('info', before.pending == null ? openingText(request) : 'Execução retomada: o fornecedor tem a resposta', {
    mode: request.mode,
    trigger: request.trigger,
    baseUrl: configured.settings.baseUrl,
    ...(before.pages > 0 ? { pagesBefore: before.pages } : {}),
  });
  const client = clientOf(configured, job.signal, dependencies);
  const policy = await drift.policyOf(connector.id);
  // A run taken up again goes on counting: its page 1 would else overwrite what the first page 1 stored.
  const counts = { pages: before.pages, written: before.written, rejected: before.rejected, handedOverBytes: 0 };
  return {
    ...run,
    configured,
    stream,
    request,
    job,
    dependencies,
    cursor,
    pending: before.pending,
    log,
    client,
    driftPolicy: policy,
    driftMonitor: createDriftMonitor(await drift.shapesOf(connector.id, stream.id), policy),
    quality: createQualityTally(() => clock.nowMs()),
    counts,
    /** Requests of the whole run, those before an interruption included; the bytes are also those of files and lines. */
    http: (): HttpCounters =>
      sumOf(before, { ...client.metrics, bytes: client.metrics.bytes + counts.handedOverBytes }),
    now: () => new Date(clock.nowMs()),
  };
}

export type OpenRun = Awaited<ReturnType<typeof openRun>>;

function clientOf(configured: ConfiguredConnector, signal: AbortSignal, dependencies: EngineDependencies) {
  let last: SeenAnswer | null = null;
  const client = createHttpClient({
    userAgent: userAgent(dependencies.codeVersion, dependencies.contact),
    refusesPages: true,
    allowedHosts: hostsOf(configured.settings),
    allowPrivateHosts: configured.allowPrivateHosts,
    nowMs: () => dependencies.clock.nowMs(),
    random: dependencies.random,
    signal,
    ...(configured.simulatedSeed === null ? {} : { tokensPerMinute: simulatorTokensPerMinute }),
    onAnswer: (answer) => {
      last = seenAnswer(answer, dependencies.clock.nowMs());
    },
  });
  return { ...client, lastAnswer: () => last };
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

/** First line of a run; windows are of whole days of UTC. */
export function openingText({ mode, window }: Pick<RunRequest, 'mode' | 'window'>): string {
  const range = window === null ? '' : `, de ${formatDate(window.fromMs, 'UTC')} a ${formatDate(window.toMs, 'UTC')}`;
  return `Execução ${modeNames[mode]} iniciada${range}`;
}
