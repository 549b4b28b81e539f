import { AppError } from '../../../../platform/http/errors.ts';
import type { ConnectorsModule } from '../../connectors/index.ts';
import type { IntakeService } from '../intake.service.ts';
import type { IntakeContext } from '../intake.types.ts';
import { collectSftp } from './sftp.ts';
import { collectFolder } from './watched-folder.ts';

/** Starts runs of a stream for its files; answers null where none starts now, and the file waits for the next one. */
export function createRunStarter(connectors: Pick<ConnectorsModule, 'service' | 'isRunning'>): IntakeContext['run'] {
  return async (connectorId, stream, actorId) => {
    // A run under way reads on until no file is left.
    if (await connectors.isRunning(connectorId, stream)) return null;
    try {
      const [runId] = await connectors.service.run(connectorId, { mode: 'incremental', stream }, actorId);
      return runId ?? null;
    } catch (error) {
      // Under way, or suspended by an operator: the file waits for the next run.
      if (error instanceof AppError && ['already_running', 'unavailable'].includes(error.code)) return null;
      throw error;
    }
  };
}

/** Collects files from watched folders and SFTP servers. */
export function createCollection(context: IntakeContext, service: IntakeService, connectorIds: readonly string[]) {
  /** Streams of one connector share its SFTP folder: it is read once for all that ask at the same time. */
  const fetching = new Map<string, Promise<boolean>>();
  /** Connectors whose server held more files than their last run took. */
  const unfinished = new Set<string>();

  return {
    /** Collects the SFTP folder of a connector; answers whether more files wait there. */
    fetchSftp(connectorId: string, signal: AbortSignal): Promise<boolean> {
      const underWay = fetching.get(connectorId);
      if (underWay !== undefined) return underWay;
      const fetched = collectSftp(context, service, connectorId, signal)
        .then((isMore) => {
          if (isMore) unfinished.add(connectorId);
          else unfinished.delete(connectorId);
          return isMore;
        })
        .finally(() => fetching.delete(connectorId));
      fetching.set(connectorId, fetched);
      return fetched;
    },

    /** Collects the watched folders, and starts runs for the files that wait. */
    async collect(signal: AbortSignal): Promise<void> {
      for (const id of connectorIds) await collectFolder(context, service, id, signal);
      await service.resume();
      // A run that took long left files on the server: its schedule may be a week away.
      for (const id of unfinished) {
        const stream = (await context.connector(id))?.connector.streams.find(({ intake }) => intake !== undefined);
        if (stream !== undefined) await context.run(id, stream.id, 'intake');
      }
    },
  };
}
