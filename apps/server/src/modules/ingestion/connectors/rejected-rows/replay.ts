import { randomUUID } from 'node:crypto';
import type { AnyStream, Inbox } from '@kianda/connectors';
import type { ReplayOutcome } from '@kianda/contract/ingestion/connectors/engine.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Actor } from '../operations/operations.types.ts';
import { createQualityTally } from '../quality/evaluate.ts';
import { evaluatedRules } from '../quality/run-rules.ts';
import type { ResolvedConnector } from '../registry/connector-registry.ts';
import { store } from '../runs/record-store.ts';
import type { EngineDependencies } from '../runs/run.types.ts';
import type { RejectedRow, RejectedRowsRepository } from './rejected-rows.repository.ts';

/** One replay: the run it is, and the rows that it stores after all. */
type Replay = {
  readonly engine: EngineDependencies;
  readonly rejectedRows: RejectedRowsRepository;
  readonly configured: ResolvedConnector;
  readonly stream: AnyStream;
  readonly rows: readonly RejectedRow[];
  /** Takes the place of the raw row of the only row. */
  readonly edited: { readonly row: unknown } | null;
  readonly actor: Actor;
};

type OpenReplay = Replay & {
  readonly replayRow: NonNullable<AnyStream['replayRow']>;
  readonly runId: string;
  readonly simulatedSeed: number | null;
  readonly inbox: Inbox | undefined;
  readonly now: () => Date;
};

/** Instant and number of the page that a row is stored as. */
type PageAt = { readonly retrievedAtMs: number; readonly page: number; readonly progress: number };

/**
 * Maps, checks and stores rejected rows of one stream as one run with trigger `replay`, so that stored records trace
 * back to it. Throws `conflict` for a stream whose rows are not mapped one by one.
 */
export async function replayRows(replay: Replay): Promise<ReplayOutcome[]> {
  const { engine, configured, stream, rows } = replay;
  const { replayRow } = stream;
  if (replayRow === undefined) {
    throw new AppError('conflict', { detail: `As linhas do fluxo «${stream.id}» não se mapeiam uma a uma.` });
  }
  const runId = randomUUID();
  const open: OpenReplay = {
    ...replay,
    replayRow,
    runId,
    simulatedSeed: rows[0]?.simulated_seed ?? null,
    inbox: engine.inbox?.(configured.connector.id, stream.id, runId),
    now: () => new Date(engine.clock.nowMs()),
  };
  await openReplayRun(open);
  const outcomes: ReplayOutcome[] = [];
  let retrievedAtMs = engine.clock.nowMs();
  let page = 0;
  try {
    for (const row of rows) {
      // Two pages of one run never share an instant: by it a stored record finds its page again.
      retrievedAtMs = Math.max(engine.clock.nowMs(), retrievedAtMs + 1);
      const at = { retrievedAtMs, page: page + 1, progress: outcomes.length / rows.length };
      const outcome = await replayRowOf(open, row, at);
      if (outcome.state === 'replayed') page += 1;
      outcomes.push(outcome);
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const failed = { state: 'failed' as const, failure: 'bug', errorClass: 'bug' as const, error: text };
    await engine.repository.closeRun(runId, { ...failed, message: 'Reposição falhada' }, open.now());
    throw error;
  }
  await closeReplayRun(open, outcomes, page);
  return outcomes;
}

async function openReplayRun({ engine, configured, stream, runId, simulatedSeed, actor, now }: OpenReplay) {
  const { connector, settings } = configured;
  await engine.repository.openRun(
    {
      id: runId,
      jobId: runId,
      connectorId: connector.id,
      streamId: stream.id,
      mode: 'backfill',
      trigger: 'replay',
      actorId: actor.id,
      cursorBefore: null,
      window: null,
      simulatedSeed,
      baseUrl: settings.baseUrl,
      licence: connector.licence,
      citation: connector.citation,
      codeVersion: engine.codeVersion,
    },
    now(),
  );
}

/** Stores one row after all; where it is refused again, it stays open with the new reason. */
async function replayRowOf(replay: OpenReplay, row: RejectedRow, at: PageAt): Promise<ReplayOutcome> {
  const { engine, configured, stream, edited, inbox, runId, simulatedSeed } = replay;
  const refuse = async (reason: string): Promise<ReplayOutcome> => {
    await replay.rejectedRows.markRefused(row.id, edited, reason);
    return { id: row.id, state: 'open', written: 0, duplicates: 0, reason };
  };
  const raw = edited === null ? rawOf(row) : edited.row;
  const nowMs = engine.clock.nowMs();
  const mapped = await replay.replayRow(raw, { nowMs, ...(inbox === undefined ? {} : { inbox }) });
  if ('reason' in mapped) return refuse(mapped.reason);
  const unfit = whyUnfit(mapped.records, engine.clock.nowMs());
  if (unfit !== null) return refuse(unfit);
  const { id: connectorId, provider } = configured.connector;
  const origin = { runId, connectorId, streamId: stream.id, provider, retrievedAtMs: at.retrievedAtMs, simulatedSeed };
  const stored = await store(mapped.records, origin, engine.sinks);
  const [refused] = stored.rejected ?? [];
  if (refused !== undefined && stored.written + stored.duplicates === 0) return refuse(refused.reason);
  await acknowledgeRow(replay, row, stored, at);
  return { id: row.id, state: 'replayed', written: stored.written, duplicates: stored.duplicates, reason: null };
}

/** Counts a stored row as a page of the run, closes it among the rejected ones, and logs that. */
async function acknowledgeRow(
  { engine, rejectedRows, configured, stream, edited, actor, runId, now }: OpenReplay,
  row: RejectedRow,
  stored: Awaited<ReturnType<typeof store>>,
  { retrievedAtMs, page, progress }: PageAt,
): Promise<void> {
  const { connector } = configured;
  await engine.repository.acknowledge(
    connector.id,
    stream.id,
    {
      runId,
      page,
      written: stored.written,
      duplicates: stored.duplicates,
      rejected: [],
      newestObservedMs: stored.newestObservedMs,
      retrievedAtMs,
      progress,
      message: `${connector.name}: ${page} linhas repostas`,
      http: { requests: 0, bytes: 0, retries: 0, throttled: 0 },
      raw: [],
    },
    now(),
  );
  const resolution = edited === null ? 'Reposta tal como veio' : 'Corrigida e reposta';
  await rejectedRows.markReplayed(row.id, edited, { resolution, by: actor.name, at: now() });
  await engine.repository.log(runId, page, now(), {
    level: 'info',
    message: `Linha rejeitada ${row.id} reposta`,
    fields: { letter: row.id, rejectedBy: row.run_id, edited: edited !== null },
  });
}

async function closeReplayRun(
  { engine, configured, stream, runId, now }: OpenReplay,
  outcomes: readonly ReplayOutcome[],
  page: number,
): Promise<void> {
  const replayed = outcomes.filter(({ state }) => state === 'replayed').length;
  const message = `${replayed} linhas repostas, ${outcomes.length - replayed} ainda recusadas`;
  await engine.repository.log(runId, page + 1, now(), { level: 'info', message, fields: {} });
  await engine.repository.closeRun(runId, { state: 'succeeded', message }, now());
  engine.events.publish({
    channel: 'ocean',
    type: 'records.stored',
    payload: {
      connectorId: configured.connector.id,
      streamId: stream.id,
      kind: stream.recordKind,
      records: replayed,
    },
  });
}

/** The row as last edited, or as it came. */
export function rawOf(row: Pick<RejectedRow, 'raw' | 'edited'>): unknown {
  const latest = row.edited ?? row.raw;
  return 'row' in latest ? latest.row : latest;
}

/** Why an edited row must not be stored although it maps; null where no rule that allows no exception fails on it. */
function whyUnfit(records: Parameters<ReturnType<typeof createQualityTally>['add']>[0], nowMs: number): string | null {
  const tally = createQualityTally(() => nowMs);
  tally.add(records);
  for (const { rule: id, failing } of tally.results()) {
    const rule = evaluatedRules.find((candidate) => candidate.id === id);
    if (failing > 0 && rule !== undefined && rule.mostly === 1) return `Não cumpre a regra «${rule.label}».`;
  }
  return null;
}
