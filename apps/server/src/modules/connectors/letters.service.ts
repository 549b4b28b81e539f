import { randomUUID } from 'node:crypto';
import type { AnyStream } from '@kianda/connectors';
import type { ReplayOutcome } from '@kianda/contract/connectors/engine.contract';
import { AppError } from '../../platform/http/errors.ts';
import type { EngineDependencies } from './connectors.engine.ts';
import type { ConnectorRegistry, ResolvedConnector } from './connectors.registry.ts';
import type { Letter, LetterState, LettersRepository } from './letters.repository.ts';
import type { Actor, ConnectorAudit } from './operations.service.ts';
import { createQualityTally } from './quality/evaluate.ts';
import { judgedRules } from './quality/run-rules.ts';
import { store } from './store.ts';

/** Rows of one batch: each is a transaction of its sink. */
const batchLimit = 500;

/** Rejected rows: looked at, edited, stored after all, or discarded. Every decision is audited. */
export function createLetters(deps: {
  readonly letters: LettersRepository;
  readonly registry: ConnectorRegistry;
  readonly engine: EngineDependencies;
  readonly audit: ConnectorAudit;
}) {
  const { letters, registry, engine, audit } = deps;
  const now = () => new Date(engine.clock.nowMs());

  async function connectorNamed(id: string): Promise<ResolvedConnector> {
    const found = await registry.find(id);
    if (found === null) throw new AppError('not_found', { detail: `Não existe o conector «${id}».` });
    return found;
  }

  const streamOf = ({ connector }: ResolvedConnector, streamId: string): AnyStream | undefined =>
    connector.streams.find((stream) => stream.id === streamId);

  /**
   * Maps, checks and stores the open rows given as one run with trigger `replay`, so that what they become traces back
   * to it. `edited` replaces the raw row of the only letter.
   */
  async function replay(
    configured: ResolvedConnector,
    stream: AnyStream,
    rows: readonly Letter[],
    edited: { row: unknown } | null,
    actor: Actor,
  ): Promise<ReplayOutcome[]> {
    const { replayRow } = stream;
    if (replayRow === undefined) {
      throw new AppError('conflict', { detail: `As linhas do fluxo «${stream.id}» não se mapeiam uma a uma.` });
    }
    const { connector, settings } = configured;
    const runId = randomUUID();
    const [first] = rows;
    const simulatedSeed = first?.simulated_seed ?? null;
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
    const outcomes: ReplayOutcome[] = [];
    let retrievedAtMs = engine.clock.nowMs();
    let page = 0;
    try {
      for (const letter of rows) {
        retrievedAtMs = Math.max(engine.clock.nowMs(), retrievedAtMs + 1);
        const raw = edited === null ? rawOf(letter) : edited.row;
        const inbox = engine.inbox?.(connector.id, stream.id, runId);
        const mapped = await replayRow(raw, {
          nowMs: engine.clock.nowMs(),
          ...(inbox === undefined ? {} : { inbox }),
        });
        const reason = 'reason' in mapped ? mapped.reason : whyUnfit(mapped.records, engine.clock.nowMs());
        if ('reason' in mapped || reason !== null) {
          await letters.markRefused(letter.id, edited, reason ?? '');
          outcomes.push({ id: letter.id, state: 'open', written: 0, duplicates: 0, reason });
          continue;
        }
        const stored = await store(
          mapped.records,
          {
            runId,
            connectorId: connector.id,
            streamId: stream.id,
            provider: connector.provider,
            retrievedAtMs,
            simulatedSeed,
          },
          engine.sinks,
        );
        const [refused] = stored.rejected ?? [];
        if (refused !== undefined && stored.written + stored.duplicates === 0) {
          await letters.markRefused(letter.id, edited, refused.reason);
          outcomes.push({ id: letter.id, state: 'open', written: 0, duplicates: 0, reason: refused.reason });
          continue;
        }
        page += 1;
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
            progress: outcomes.length / rows.length,
            message: `${connector.name}: ${page} linhas repostas`,
            http: { requests: 0, bytes: 0, retries: 0, throttled: 0 },
            raw: [],
          },
          now(),
        );
        const resolution = edited === null ? 'Reposta tal como veio' : 'Corrigida e reposta';
        await letters.markReplayed(letter.id, edited, resolution, actor.name, now());
        await engine.repository.log(runId, page, now(), {
          level: 'info',
          message: `Linha rejeitada ${letter.id} reposta`,
          fields: { letter: letter.id, rejectedBy: letter.run_id, edited: edited !== null },
        });
        outcomes.push({
          id: letter.id,
          state: 'replayed',
          written: stored.written,
          duplicates: stored.duplicates,
          reason: null,
        });
      }
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const failed = { state: 'failed' as const, failure: 'bug', errorClass: 'bug' as const, error: text };
      await engine.repository.closeRun(runId, { ...failed, message: 'Reposição falhada' }, now());
      throw error;
    }
    const replayed = outcomes.filter(({ state }) => state === 'replayed').length;
    const message = `${replayed} linhas repostas, ${outcomes.length - replayed} ainda recusadas`;
    await engine.repository.log(runId, page + 1, now(), { level: 'info', message, fields: {} });
    await engine.repository.closeRun(runId, { state: 'succeeded', message }, now());
    engine.events.publish({
      channel: 'ocean',
      type: 'records.stored',
      payload: { connectorId: connector.id, streamId: stream.id, kind: stream.recordKind, records: replayed },
    });
    return outcomes;
  }

  return {
    async list(id: string, query: { state: LetterState; page: number; pageSize: number }) {
      const configured = await connectorNamed(id);
      const [rows, reasons, total] = await Promise.all([
        letters.list(id, query.state, query.page, query.pageSize),
        letters.reasons(id, query.state),
        letters.count(id, query.state),
      ]);
      return {
        rows: rows.map((row) => ({
          id: row.id,
          runId: row.run_id,
          stream: row.stream_id,
          reason: row.reason,
          raw: rawOf(row),
          state: row.state,
          createdAt: row.created_at.toISOString(),
          replayable: streamOf(configured, row.stream_id)?.replayRow !== undefined,
          edited: row.edited !== null,
          attempts: row.attempts,
          resolvedAt: row.resolved_at?.toISOString() ?? null,
          resolvedBy: row.resolved_by,
          resolution: row.resolution,
        })),
        reasons: reasons.map(({ reason, count }) => ({ reason, count: Number(count) })),
        total,
      };
    },

    async discard(letterId: number, reason: string, actor: Actor): Promise<void> {
      const done = await letters.discard(letterId, reason, actor.id, now());
      if (done === null) throw new AppError('not_found', { detail: 'Não existe esta linha rejeitada.' });
      if (!done) throw new AppError('conflict', { detail: 'Esta linha já foi tratada.' });
      await audit.record({ change: 'discard', resource: `dead-letter/${letterId}`, actor, metadata: { reason } });
    },

    /** Throws `not_found`, and `conflict` for a row that was dealt with or whose stream takes no single row. */
    async replayOne(letterId: number, edited: { row: unknown } | null, actor: Actor): Promise<ReplayOutcome> {
      const letter = await letters.find(letterId);
      if (letter === undefined) throw new AppError('not_found', { detail: 'Não existe esta linha rejeitada.' });
      if (letter.state !== 'open') throw new AppError('conflict', { detail: 'Esta linha já foi tratada.' });
      const configured = await connectorNamed(letter.connector_id);
      const stream = streamOf(configured, letter.stream_id);
      if (stream === undefined) {
        throw new AppError('conflict', { detail: `O conector já não tem o fluxo «${letter.stream_id}».` });
      }
      const [outcome] = await replay(configured, stream, [letter], edited, actor);
      if (outcome === undefined) throw new Error(`letter ${letterId} had no outcome`);
      await audit.record({
        change: 'replay',
        resource: `dead-letter/${letterId}`,
        actor,
        metadata: {
          state: outcome.state,
          written: outcome.written,
          before: JSON.stringify(rawOf(letter)),
          ...(edited === null ? {} : { after: JSON.stringify(edited.row) }),
        },
      });
      return outcome;
    },

    async replayMany(
      id: string,
      choice: { letterIds?: readonly number[] | undefined; reason?: string | undefined },
      actor: Actor,
    ) {
      const configured = await connectorNamed(id);
      const rows = await letters.open(id, choice, batchLimit);
      const outcomes: ReplayOutcome[] = [];
      for (const [streamId, group] of Map.groupBy(rows, (row) => row.stream_id)) {
        const stream = streamOf(configured, streamId);
        if (stream?.replayRow === undefined) continue;
        outcomes.push(...(await replay(configured, stream, group, null, actor)));
      }
      if (rows.length > 0 && outcomes.length === 0) {
        throw new AppError('conflict', { detail: 'As linhas deste conector não se mapeiam uma a uma.' });
      }
      const replayed = outcomes.filter(({ state }) => state === 'replayed').length;
      await audit.record({
        change: 'replay',
        resource: `connector/${id}`,
        actor,
        metadata: { replayed, stillRefused: outcomes.length - replayed, reason: choice.reason ?? null },
      });
      return {
        replayed,
        stillRefused: outcomes.length - replayed,
        remaining: await letters.count(id, 'open'),
        outcomes,
      };
    },
  };
}

export type Letters = ReturnType<typeof createLetters>;

/** The row as last edited, or as it came. */
function rawOf(letter: Pick<Letter, 'raw' | 'edited'>): unknown {
  const held = letter.edited ?? letter.raw;
  return 'row' in held ? held.row : held;
}

/** Why an edited row must not be stored although it maps; null where no rule that allows no exception fails on it. */
function whyUnfit(records: Parameters<ReturnType<typeof createQualityTally>['add']>[0], nowMs: number): string | null {
  const tally = createQualityTally(() => nowMs);
  tally.add(records);
  for (const { rule: id, failing } of tally.results()) {
    const rule = judgedRules.find((candidate) => candidate.id === id);
    if (failing > 0 && rule !== undefined && rule.mostly === 1) return `Não cumpre a regra «${rule.label}».`;
  }
  return null;
}
