import type { Inbox } from '@kianda/connectors';
import { z } from 'zod';
import { AppError } from '../../platform/http/errors.ts';
import { defineJob, type Job } from '../../platform/jobs/jobs.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { type ConnectorAudit, type ConnectorsModule, createCredentialVault } from '../connectors/index.ts';
import { collectFolder, prepareFolder } from './folder.ts';
import { createInbox } from './inbox.ts';
import { intakeMigrations } from './intake.migrations.ts';
import { createIntakeRepository } from './intake.repository.ts';
import { intakeBindings } from './intake.routes.ts';
import { createIntakeService } from './intake.service.ts';
import type { IntakeContext } from './intake.types.ts';
import { collectSftp, probeSftp } from './sftp.ts';

export { intakeMigrations } from './intake.migrations.ts';
export { openSftp } from './sftp.ts';
export { readTable, tableTemplate } from './table.ts';

export type IntakeModule = Module & {
  /** Files of a stream, for one of its runs: what `createConnectors` is given as `inbox`. */
  inbox(connectorId: string, streamId: string, runId: string): Inbox;
  /** What the SFTP folder of a connector says, for a connection test; null where it has none. Throws `ProviderError`. */
  probe(connectorId: string, signal: AbortSignal): Promise<{ files: number; newest: string | null } | null>;
  /** One turn over the watched folders, and runs for what waits. */
  collect(signal: AbortSignal): Promise<void>;
};

/**
 * Front door: files that institutions hand over (upload, watched folder, SFTP, signed push), for every connector with
 * streams made by `intakeStream`.
 */
export function createIntake(options: {
  platform: Platform;
  connectors: Pick<ConnectorsModule, 'service' | 'connector' | 'isRunning'>;
  /** Connectors with streams that read files. */
  connectorIds: readonly string[];
  audit: ConnectorAudit;
  masterKey: Uint8Array;
  /** Folder whose folders, one a connector, are watched. */
  folder: string;
  /** Read each time: it may change while the process runs. */
  readonly maxFileBytes: number;
  /** How long a file must keep its size before it counts as whole. */
  settleMs: number;
}): IntakeModule {
  const { platform, connectors, connectorIds } = options;
  const context: IntakeContext = {
    platform,
    repository: createIntakeRepository(platform.database),
    connector: connectors.connector,
    run: async (connectorId, stream, actorId) => {
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
    },
    vault: createCredentialVault(options.masterKey),
    audit: options.audit,
    folder: options.folder,
    get maxFileBytes() {
      return options.maxFileBytes;
    },
    settleMs: options.settleMs,
    recognised: new Set(),
  };
  const service = createIntakeService(context);

  /** Streams of one connector share its SFTP folder: it is read once for all that ask at the same time. */
  const fetching = new Map<string, Promise<boolean>>();
  /** Connectors whose server held more files than their last run took. */
  const unfinished = new Set<string>();
  function fetchSftp(connectorId: string, signal: AbortSignal): Promise<boolean> {
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
  }

  async function collect(signal: AbortSignal): Promise<void> {
    for (const id of connectorIds) await collectFolder(context, service, id, signal);
    await service.resume();
    // A run that took long left files on the server: its schedule may be a week away.
    for (const id of unfinished) {
      const stream = (await connectors.connector(id))?.connector.streams.find(({ intake }) => intake !== undefined);
      if (stream !== undefined) await context.run(id, stream.id, 'intake');
    }
  }

  const collectJob: Job = defineJob({
    name: 'intake.collect',
    label: 'Pastas vigiadas',
    input: z.object({}),
    schedule: { cron: '* * * * *', input: {} },
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    timeoutSeconds: 600,
    key: () => 'collect',
    run: async (_input, { signal }) => {
      await collect(signal);
      return {};
    },
  });

  return {
    name: 'intake',
    migrations: intakeMigrations,
    bindings: intakeBindings(context, service),
    jobs: [collectJob],
    async start() {
      for (const id of connectorIds) await prepareFolder(context, id);
    },
    inbox: (connectorId, streamId, runId) => createInbox(context, fetchSftp, connectorId, streamId, runId),
    probe: (connectorId, signal) => probeSftp(context, connectorId, signal),
    collect,
  };
}
