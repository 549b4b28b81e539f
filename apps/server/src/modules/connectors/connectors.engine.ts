import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  type ConnectorRecord,
  createHttpClient,
  hostsOf,
  type Inbox,
  type Page,
  ProviderError,
  type PullContext,
  type PullMode,
  type RawBody,
  userAgent,
} from '@kianda/connectors';
import type { Clock } from '../../platform/clock/clock.ts';
import type { EventBus } from '../../platform/events/events.ts';
import type { JobContext } from '../../platform/jobs/jobs.ts';
import { JobStopped } from '../../platform/jobs/runner.ts';
import type { ObjectStorage } from '../../platform/storage/storage.ts';
import type { ConnectorRepository, PageAcknowledgement } from './connectors.repository.ts';
import type { ConfiguredConnector, Origin, Sinks, Stored } from './connectors.types.ts';
import { createQualityTally, type RuleTally } from './quality/evaluate.ts';

const compress = promisify(gzip);

export type EngineDependencies = {
  readonly repository: ConnectorRepository;
  readonly storage: ObjectStorage;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly random: () => number;
  readonly sinks: Sinks;
  readonly stations: readonly { readonly id: string; readonly lon: number; readonly lat: number }[];
  /** See `PullContext.wantedTaxa`. */
  readonly wantedTaxa?: PullContext['wantedTaxa'];
  readonly codeVersion: string;
  /** The connector as it stands when its run begins: an operator may have changed its credentials since the start. */
  readonly resolve: (configured: ConfiguredConnector) => Promise<ConfiguredConnector>;
  readonly saveQuality: (
    connectorId: string,
    streamId: string,
    runId: string,
    tallies: readonly RuleTally[],
    at: Date,
  ) => Promise<void>;
  /** Files handed over for a stream, for one of its runs; absent where nobody takes any. */
  readonly inbox?: (connectorId: string, streamId: string, runId: string) => Inbox;
  /** How providers can reach the operator. */
  readonly contact: string;
};

export type RunRequest = {
  readonly mode: PullMode;
  readonly trigger: string;
  readonly actorId: string | null;
  readonly window: { readonly fromMs: number; readonly toMs: number } | null;
};

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
): Promise<{ pages: number; written: number }> {
  const { repository, clock } = dependencies;
  const configured = await dependencies.resolve(declared);
  const { connector, settings } = configured;
  const quality = createQualityTally(() => clock.nowMs());
  const at = () => new Date(clock.nowMs());
  const cursor = request.mode === 'incremental' ? await repository.cursorOf(connector.id, stream.id) : null;

  const before = await repository.openRun(
    {
      id: job.runId,
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

  let logged = 0;
  const log = (
    level: 'debug' | 'info' | 'warn' | 'error',
    message: string,
    fields: Readonly<Record<string, unknown>> = {},
  ) => {
    job.log[level]({ ...fields, connector: connector.id, stream: stream.id }, message);
    if (level === 'debug') return;
    const entry = repository.log(job.runId, (clock.nowMs() % 1_000_000_000) + logged++, at(), {
      level,
      message,
      fields,
    });
    entry.catch((error: unknown) => job.log.warn({ err: error }, 'linha do registo da execução não gravada'));
  };

  const status = (message: string) => {
    const told = Promise.all([
      repository.note(job.runId, message),
      job.progress(null, `${connector.name}: ${message}`),
    ]);
    told.catch((error: unknown) => job.log.warn({ err: error }, 'estado da execução não gravado'));
  };

  const http = createHttpClient({
    userAgent: userAgent(dependencies.codeVersion, dependencies.contact),
    allowedHosts: hostsOf(settings),
    allowPrivateHosts: configured.allowPrivateHosts,
    nowMs: () => clock.nowMs(),
    random: dependencies.random,
    signal: job.signal,
  });

  // A run taken up again goes on counting: its page 1 would else overwrite what the first page 1 kept.
  let { pages, written, rejected } = before;
  try {
    if (configured.disabledReason !== null) throw new ProviderError('auth', configured.disabledReason);
    const pulled = stream.pull(
      { mode: request.mode, cursor, ...(request.window === null ? {} : { window: request.window }) },
      settings,
      {
        http,
        signal: job.signal,
        nowMs: () => clock.nowMs(),
        log,
        status,
        stations: dependencies.stations,
        ...(dependencies.wantedTaxa === undefined ? {} : { wantedTaxa: dependencies.wantedTaxa }),
        ...(dependencies.inbox === undefined ? {} : { inbox: dependencies.inbox(connector.id, stream.id, job.runId) }),
      },
    );
    for await (const page of pulled) {
      job.signal.throwIfAborted();
      const origin: Origin = {
        runId: job.runId,
        connectorId: connector.id,
        streamId: stream.id,
        provider: connector.provider,
        retrievedAtMs: clock.nowMs(),
        simulatedSeed: page.measured === true ? null : configured.simulatedSeed,
      };
      const raw = await keepRaw(page.raw, `raw/${connector.id}/${job.runId}/${pages}`, dependencies.storage);
      const stored = await store(page.records, origin, dependencies.sinks);
      quality.add(page.records);
      pages += 1;
      written += stored.written;
      const refused = [...page.rejected, ...(stored.rejected ?? [])];
      rejected += refused.length;
      const message = `${connector.name}: ${written.toLocaleString('pt-PT')} registos`;
      await repository.acknowledge(
        connector.id,
        stream.id,
        {
          runId: job.runId,
          page: pages,
          written: stored.written,
          duplicates: stored.duplicates,
          rejected: refused,
          newestObservedMs: stored.newestObservedMs,
          ...(request.mode === 'backfill' ? {} : { cursor: page.cursor }),
          progress: page.progress,
          message,
          http: sumOf(before, http.metrics),
          raw,
        },
        at(),
      );
      await job.progress(page.progress, message);
      announce(stream, connector.id, page, dependencies.events);
    }
    await dependencies.saveQuality(connector.id, stream.id, job.runId, quality.results(), at());
    const state = rejected > 0 ? 'succeeded_with_rejects' : 'succeeded';
    await repository.closeRun(job.runId, { state, message: closing(written, rejected) }, at());
    return { pages, written };
  } catch (error) {
    const timedOut = job.signal.reason instanceof JobStopped && job.signal.reason.kind === 'timeout';
    if (job.signal.aborted && !timedOut) {
      await repository.closeRun(job.runId, { state: 'cancelled', message: 'Execução interrompida' }, at());
      throw error;
    }
    const failure = timedOut ? 'timeout' : error instanceof ProviderError ? error.failure : 'bug';
    const text = timedOut ? job.signal.reason.message : error instanceof Error ? error.message : String(error);
    log('error', text, { failure });
    await repository.closeRun(job.runId, { state: 'failed', failure, error: text, message: 'Execução falhada' }, at());
    throw error;
  } finally {
    await http.close();
    dependencies.events.publish({
      channel: 'jobs',
      type: 'run.ended',
      payload: { runId: job.runId, connectorId: connector.id, streamId: stream.id },
    });
  }
}

function sumOf(before: HttpCounters, now: HttpCounters): HttpCounters {
  return {
    requests: before.requests + now.requests,
    bytes: before.bytes + now.bytes,
    retries: before.retries + now.retries,
    throttled: before.throttled + now.throttled,
  };
}

function closing(written: number, rejected: number): string {
  return rejected === 0 ? `${written} registos gravados` : `${written} registos gravados, ${rejected} rejeitados`;
}

/** Raw bodies, gzipped, below `prefix`: what a run can be replayed from. */
async function keepRaw(bodies: readonly RawBody[], prefix: string, storage: ObjectStorage) {
  return Promise.all(
    bodies.map(async (body, index) => {
      const storageKey = body.storedAs ?? `${prefix}-${index}.gz`;
      if (body.storedAs === undefined) await storage.put(storageKey, await compress(body.bytes), 'application/gzip');
      return {
        storageKey,
        url: withoutQuerySecrets(body.url),
        status: body.status,
        contentType: body.contentType,
        bytes: body.bytes.byteLength,
      };
    }),
  );
}

/** Some providers take their token as a query parameter; it must not reach the database. */
function withoutQuerySecrets(url: string): string {
  return url.replace(/([?&](?:token|api-?key|api_key|password)=)[^&]*/gi, '$1***');
}

/** Hands each kind of record to its sink. Throws when a page holds a kind nobody stores. */
async function store(records: readonly ConnectorRecord[], origin: Origin, sinks: Sinks): Promise<Stored> {
  const kinds = Map.groupBy(records, (record) => record.kind);
  let total: Stored = { written: 0, duplicates: 0, newestObservedMs: null };
  for (const [kind, group] of kinds) {
    const sink = sinks[kind] as ((rows: readonly ConnectorRecord[], origin: Origin) => Promise<Stored>) | undefined;
    if (sink === undefined) throw new Error(`no sink stores records of kind "${kind}"`);
    const stored = await sink(group, origin);
    total = {
      written: total.written + stored.written,
      duplicates: total.duplicates + stored.duplicates,
      newestObservedMs: newer(total.newestObservedMs, stored.newestObservedMs),
      rejected: [...(total.rejected ?? []), ...(stored.rejected ?? [])],
    };
  }
  return total;
}

function newer(a: number | null, b: number | null): number | null {
  if (a === null) return b;
  return b === null ? a : Math.max(a, b);
}

function announce(stream: AnyStream, connectorId: string, page: Page<unknown>, events: EventBus): void {
  events.publish({
    channel: stream.recordKind.startsWith('vessel-') ? 'vessels' : 'ocean',
    type: 'records.stored',
    payload: { connectorId, streamId: stream.id, kind: stream.recordKind, records: page.records.length },
  });
}
