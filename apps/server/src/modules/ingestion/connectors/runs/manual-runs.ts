import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { JobQueue } from '../../../../platform/jobs/jobs.ts';
import type { ConnectorRepository } from '../connectors.repository.ts';
import type { ConnectorRegistry, ResolvedConnector } from '../registry/connector-registry.ts';
import { ingestJobName } from './runs.jobs.ts';

export type RunCommand = {
  readonly mode: 'incremental' | 'full' | 'backfill';
  readonly stream?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

export type ManualRunDependencies = {
  readonly repository: ConnectorRepository;
  readonly registry: ConnectorRegistry;
  readonly queue: () => JobQueue;
  readonly clock: Clock;
  readonly codeVersion: string;
};

/**
 * Runs that an operator asks for. The function enqueues a run of each stream named, and resolves with their ids. A stream
 * whose run is under way gets a skipped run instead, for the list. Throws `not_found`, `validation_failed`,
 * `already_running` where every stream is under way, `unavailable` (no credential).
 */
export function createManualRuns({ repository, registry, queue, clock, codeVersion }: ManualRunDependencies) {
  async function recordSkipped(configured: ResolvedConnector, streamId: string, command: RunCommand, actorId: string) {
    const { connector, settings, simulatedSeed } = configured;
    await repository.recordSkipped(
      {
        id: randomUUID(),
        connectorId: connector.id,
        streamId,
        mode: command.mode,
        trigger: 'manual',
        actorId,
        window: windowOf(command),
        simulatedSeed,
        baseUrl: settings.baseUrl,
        licence: connector.licence,
        citation: connector.citation,
        codeVersion,
      },
      new Date(clock.nowMs()),
    );
  }

  async function enqueue(connectorId: string, streamId: string, command: RunCommand, actorId: string) {
    const input = { mode: command.mode, trigger: 'manual', actorId, ...windowOf(command) };
    return queue().enqueue(ingestJobName(connectorId, streamId), input, { actorId, trigger: 'manual' });
  }

  return async (connectorId: string, command: RunCommand, actorId: string): Promise<string[]> => {
    const configured = await registry.find(connectorId);
    if (configured === null) {
      throw new AppError('not_found', { detail: `Não existe o conector «${connectorId}».` });
    }
    if (configured.disabledReason !== null) throw new AppError('unavailable', { detail: configured.disabledReason });
    const streams = streamsOf(configured, command);
    refuseBackwardWindow(command);
    const runIds: string[] = [];
    let refused: AppError | null = null;
    const waiting = new Set((await repository.waitingRuns()).map((run) => `${run.connector_id}/${run.stream_id}`));
    for (const stream of streams) {
      try {
        if (waiting.has(`${connectorId}/${stream.id}`)) throw new AppError('already_running');
        runIds.push(await enqueue(connectorId, stream.id, command, actorId));
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'already_running')) throw error;
        refused = error;
        await recordSkipped(configured, stream.id, command, actorId);
      }
    }
    if (runIds.length === 0 && refused !== null) throw refused;
    return runIds;
  };
}

/** Streams that a command means: the one it names, or all. Throws `not_found`. */
function streamsOf({ connector }: ResolvedConnector, command: RunCommand) {
  const streams = connector.streams.filter(({ id }) => command.stream === undefined || id === command.stream);
  if (streams.length > 0) return streams;
  throw new AppError('not_found', { detail: `O conector «${connector.id}» não tem o fluxo «${command.stream}».` });
}

function refuseBackwardWindow({ from, to }: RunCommand): void {
  if (from === undefined || to === undefined || Date.parse(from) <= Date.parse(to)) return;
  const message = `O início da janela (${from}) é posterior ao fim (${to}).`;
  throw new AppError('validation_failed', { detail: message, issues: [{ path: 'body.from', message }] });
}

function windowOf({ from, to }: RunCommand): { fromMs: number; toMs: number } | null {
  return from === undefined || to === undefined ? null : { fromMs: Date.parse(from), toMs: Date.parse(to) };
}
