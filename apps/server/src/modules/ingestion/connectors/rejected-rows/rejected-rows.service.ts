import type { AnyStream } from '@kianda/connectors';
import type { ReplayOutcome } from '@kianda/contract/ingestion/connectors/engine.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Actor, ConnectorAudit } from '../operations/operations.types.ts';
import type { ConnectorRegistry, ResolvedConnector } from '../registry/connector-registry.ts';
import type { EngineDependencies } from '../runs/run.types.ts';
import type { RejectedRow, RejectedRowState, RejectedRowsRepository } from './rejected-rows.repository.ts';
import { rawOf, replayRows } from './replay.ts';

/** Most rows of one replay, because each is a transaction of its sink. */
const batchLimit = 500;

type RejectedRowDependencies = {
  readonly rows: RejectedRowsRepository;
  readonly registry: ConnectorRegistry;
  readonly engine: EngineDependencies;
  readonly audit: ConnectorAudit;
};

/** Rejected rows: listed, edited, stored after all, or discarded. Every decision is audited. */
export function createRejectedRows(deps: RejectedRowDependencies) {
  return { ...listing(deps), ...replays(deps) };
}

export type RejectedRows = ReturnType<typeof createRejectedRows>;

function listing({ rows: rejectedRows, registry, engine, audit }: RejectedRowDependencies) {
  return {
    async list(id: string, query: { state: RejectedRowState; page: number; pageSize: number }) {
      const configured = await connectorNamed(registry, id);
      const [rows, reasons, total] = await Promise.all([
        rejectedRows.list(id, query.state, query.page, query.pageSize),
        rejectedRows.reasons(id, query.state),
        rejectedRows.count(id, query.state),
      ]);
      return {
        rows: rows.map((row) => rowView(row, streamOf(configured, row.stream_id)?.replayRow !== undefined)),
        reasons: reasons.map(({ reason, count }) => ({ reason, count: Number(count) })),
        total,
      };
    },

    async discard(rowId: number, reason: string, actor: Actor): Promise<void> {
      const done = await rejectedRows.discard(rowId, reason, actor.id, new Date(engine.clock.nowMs()));
      if (done === null) throw new AppError('not_found', { detail: 'Não existe esta linha rejeitada.' });
      if (!done) throw new AppError('conflict', { detail: 'Esta linha já foi tratada.' });
      await audit.record({ change: 'discard', resource: `dead-letter/${rowId}`, actor, metadata: { reason } });
    },
  };
}

function replays({ rows: rejectedRows, registry, engine, audit }: RejectedRowDependencies) {
  return {
    /** Throws `not_found`, and `conflict` for a row that is no longer open or whose stream takes no single row. */
    async replayOne(rowId: number, edited: { row: unknown } | null, actor: Actor): Promise<ReplayOutcome> {
      const row = await rejectedRows.find(rowId);
      if (row === undefined) throw new AppError('not_found', { detail: 'Não existe esta linha rejeitada.' });
      if (row.state !== 'open') throw new AppError('conflict', { detail: 'Esta linha já foi tratada.' });
      const configured = await connectorNamed(registry, row.connector_id);
      const stream = streamOf(configured, row.stream_id);
      if (stream === undefined) {
        throw new AppError('conflict', { detail: `O conector já não tem o fluxo «${row.stream_id}».` });
      }
      const [outcome] = await replayRows({ engine, rejectedRows, configured, stream, rows: [row], edited, actor });
      if (outcome === undefined) throw new Error(`rejected row ${rowId} had no outcome`);
      await audit.record({
        change: 'replay',
        resource: `dead-letter/${rowId}`,
        actor,
        metadata: {
          state: outcome.state,
          written: outcome.written,
          before: JSON.stringify(rawOf(row)),
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
      const configured = await connectorNamed(registry, id);
      const rows = await rejectedRows.open(id, choice, batchLimit);
      const outcomes: ReplayOutcome[] = [];
      for (const [streamId, group] of Map.groupBy(rows, (row) => row.stream_id)) {
        const stream = streamOf(configured, streamId);
        if (stream?.replayRow === undefined) continue;
        outcomes.push(
          ...(await replayRows({ engine, rejectedRows, configured, stream, rows: group, edited: null, actor })),
        );
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
        remaining: await rejectedRows.count(id, 'open'),
        outcomes,
      };
    },
  };
}

async function connectorNamed(registry: ConnectorRegistry, id: string): Promise<ResolvedConnector> {
  const found = await registry.find(id);
  if (found === null) throw new AppError('not_found', { detail: `Não existe o conector «${id}».` });
  return found;
}

function streamOf({ connector }: ResolvedConnector, streamId: string): AnyStream | undefined {
  return connector.streams.find((stream) => stream.id === streamId);
}

function rowView(row: RejectedRow, isReplayable: boolean) {
  return {
    id: row.id,
    runId: row.run_id,
    stream: row.stream_id,
    reason: row.reason,
    raw: rawOf(row),
    state: row.state,
    createdAt: row.created_at.toISOString(),
    replayable: isReplayable,
    edited: row.edited !== null,
    attempts: row.attempts,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedBy: row.resolved_by,
    resolution: row.resolution,
  };
}
