import { userAgent } from '@kianda/connectors';
import manifest from '../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import { liveConfig } from '../config/live.ts';
import { masterKey } from '../config/master-key.ts';
import type { ConfiguredConnector } from '../modules/ingestion/connectors/index.ts';
import type { BackupSettings } from '../modules/operations/backups/index.ts';
import { createCredentialVault } from '../platform/crypto/credential-vault.ts';
import { type Contents, createContents } from '../platform/db/contents.ts';
import { createRequestMetrics, type RequestMetrics } from '../platform/http/request-metrics.ts';
import type { ApplicationParts } from '../platform/process/application.ts';
import { createDisks, type Disks } from '../platform/process/disk.ts';
import type { RealtimeFigures } from '../platform/realtime/figures.ts';
import {
  createEffectiveSettings,
  type EffectiveSettings,
  type SettingVault,
} from '../platform/settings/effective-settings.ts';
import { backupOptions } from './backups.ts';
import { configuredConnectors, intakeFolder, receptionFolder } from './connectors.ts';

/** This installation, as the tables of settings read it. */
export type Setup = {
  readonly parts: ApplicationParts;
  /** As administrators have it now; a value copied out of it stays as it was. */
  readonly config: Config;
  readonly effective: EffectiveSettings;
  readonly vault: SettingVault;
  readonly masterKey: Uint8Array;
  readonly version: string;
  readonly userAgent: () => string;
  readonly connectors: readonly ConfiguredConnector[];
  readonly backups: BackupSettings;
  readonly requests: RequestMetrics;
  readonly realtime: RealtimeFigures;
  readonly disks: Disks;
  readonly contents: Contents;
};

/** Reads keys and settings, before any module is made. */
export async function setUp(
  parts: ApplicationParts,
  { realtime, random }: { readonly realtime: RealtimeFigures; readonly random: () => number },
): Promise<Setup> {
  const { config, clock, log } = parts;
  const key = await masterKey(config);
  const vault = settingVault(key);
  const effective = createEffectiveSettings({ definitions: parts.settings, vault, log });
  const live = liveConfig(config, effective.effective);
  parts.setLogLevel?.(() => live.log.level);
  const disks = disksOf(parts, () => live.diskReserveBytes);
  return {
    parts,
    config: live,
    effective,
    vault,
    masterKey: key,
    version: manifest.version,
    userAgent: () => userAgent(manifest.version, live.operator.supportEmail ?? config.publicUrl),
    connectors: configuredConnectors(config, parts.simulatorUrl),
    backups: await backupOptions(parts, key, { version: manifest.version, disks }),
    requests: createRequestMetrics({ nowMs: () => clock.nowMs(), random }),
    realtime,
    contents: createContents({ database: parts.database, log, onReplaced: parts.restart }),
    disks,
  };
}

/** The disks of the folders in which this process, or the server that it runs, writes. */
function disksOf(
  { config, clock, databaseFolder, diskProbe: probe }: ApplicationParts,
  reserveBytes: () => number,
): Disks {
  const { storage } = config;
  const folders = {
    data: config.dataDir,
    ...(databaseFolder === undefined ? {} : { database: databaseFolder }),
    ...(storage.kind === 'folder' ? { objects: storage.folder } : {}),
    intake: intakeFolder(config),
    reception: receptionFolder(config),
    backups: config.backupDir,
  };
  return createDisks({ folders, reserveBytes, clock, probe });
}

/** Seals the secrets that administrators set, each bound to its setting, under the master key that no database holds. */
function settingVault(key: Uint8Array): SettingVault {
  const vault = createCredentialVault(key);
  return {
    seal: (name, value) => vault.seal('settings', name, value).toString('base64'),
    open: (name, sealed) => vault.open('settings', name, Buffer.from(sealed, 'base64')),
  };
}
