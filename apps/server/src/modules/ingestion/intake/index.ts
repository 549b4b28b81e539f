import type { Inbox } from '@kianda/connectors';
import { createCredentialVault } from '../../../platform/crypto/credential-vault.ts';
import type { ListRecorder } from '../../../platform/http/list-file.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import {
  type ConnectorAudit,
  type ConnectorsModule,
  connectorAudit,
  connectorInbox,
  connectorsModule,
} from '../connectors/index.ts';
import { createInbox } from './inbox.service.ts';
import { collectionJob } from './intake.jobs.ts';
import { intakeMigrations } from './intake.migrations.ts';
import { createIntakeRepository } from './intake.repository.ts';
import { intakeBindings } from './intake.routes.ts';
import { createIntakeService } from './intake.service.ts';
import type { IntakeContext } from './intake.types.ts';
import { createCollection, createRunStarter } from './ways/collection.ts';
import { probeSftp } from './ways/sftp.ts';
import { prepareFolder, probeFolder } from './ways/watched-folder.ts';

export { intakeMigrations } from './intake.migrations.ts';
export { readTable, tableTemplate } from './parse/read-table.ts';
export { openSftp } from './ways/sftp.ts';

export type IntakeModule = Module & {
  /** Files of a stream, for one of its runs: the `inbox` of `createConnectors`. */
  inbox(connectorId: string, streamId: string, runId: string): Inbox;
  /** Files in the SFTP folder of a connector, for a connection test; null where it has none. Throws `ProviderError`. */
  probe(connectorId: string, signal: AbortSignal): Promise<{ files: number; newest: string | null } | null>;
  /** Collects the watched folders once, and starts runs for the files that wait. */
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
  trail?: ListRecorder | undefined;
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
    run: createRunStarter(connectors),
    vault: createCredentialVault(options.masterKey),
    audit: options.audit,
    trail: options.trail,
    folder: options.folder,
    get maxFileBytes() {
      return options.maxFileBytes;
    },
    settleMs: options.settleMs,
    recognised: new Set(),
  };
  const service = createIntakeService(context);

  const { fetchSftp, collect } = createCollection(context, service, connectorIds);

  return {
    name: 'intake',
    migrations: intakeMigrations,
    bindings: intakeBindings(context, service),
    jobs: [collectionJob(collect)],
    async start() {
      for (const id of connectorIds) await prepareFolder(context, id);
    },
    inbox: (connectorId, streamId, runId) => createInbox(context, fetchSftp, { connectorId, streamId, runId }),
    async probe(connectorId, signal) {
      await probeFolder(context, connectorId);
      return probeSftp(context, connectorId, signal);
    },
    collect,
  };
}

type IntakeSettings = Omit<Parameters<typeof createIntake>[0], 'platform' | 'connectors' | 'audit' | 'trail'>;

export const intakeModule = defineModule({
  name: 'intake',
  needs: { audit: auditModule, connectors: connectorsModule },
  settings: settingsOf<IntakeSettings>(),
  fills: { inbox: connectorInbox },
  create({ platform, settings, needs: { audit, connectors } }) {
    const { connectorIds, masterKey, folder, settleMs } = settings;
    const intake = createIntake({
      ...{ platform, connectors, connectorIds, masterKey, folder, settleMs },
      audit: connectorAudit(audit),
      trail: audit,
      get maxFileBytes() {
        return settings.maxFileBytes;
      },
    });
    return { manifest: intake, fills: { inbox: { inbox: intake.inbox, probe: intake.probe } } };
  },
});
