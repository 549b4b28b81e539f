import { backupKey, backupKeyFile } from '../config/master-key.ts';
import type { createBackups } from '../modules/backups/index.ts';
import type { ApplicationParts } from '../platform/process/application.ts';

type Options = Parameters<typeof createBackups>[0];

/** Where backups lie, what they are sealed with, and what belongs into them beside the database. */
export async function backupOptions(
  { config, restart }: ApplicationParts,
  masterKey: Uint8Array,
  version: string,
): Promise<
  Pick<
    Options,
    'masterKey' | 'backupKey' | 'dataDir' | 'backupDir' | 'databaseHost' | 'version' | 'machine' | 'restart'
  >
> {
  const isFile = config.backupKey === null;
  return {
    masterKey: { bytes: masterKey, isFile: config.secretKey === null },
    backupKey: {
      bytes: await backupKey(config),
      origin: isFile ? 'file' : 'environment',
      path: isFile ? backupKeyFile(config.dataDir) : null,
    },
    dataDir: config.dataDir,
    backupDir: config.backupDir,
    databaseHost: config.databaseUrl === null ? null : new URL(config.databaseUrl).host,
    version,
    machine: config.machine,
    restart: restart ?? null,
  };
}
