import { backupKey, backupKeyFile } from '../config/master-key.ts';
import type { BackupSettings } from '../modules/operations/backups/index.ts';
import { hostsOf } from '../platform/db/hosts.ts';
import type { ApplicationParts } from '../platform/process/application.ts';

/** Settings of backups: their folder, their keys, and the folders they cover beside the database. */
export async function backupOptions(
  { config, restart }: ApplicationParts,
  masterKey: Uint8Array,
  { version, disks }: Pick<BackupSettings, 'version' | 'disks'>,
): Promise<BackupSettings> {
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
    databaseHost: config.databaseUrl === null ? null : hostsOf(config.databaseUrl).join(', '),
    version,
    disks,
    machine: config.machine,
    restart: restart ?? null,
  };
}
