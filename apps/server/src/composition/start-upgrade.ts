import { backupKey, masterKey } from '../config/master-key.ts';
import { upgradeBeforeStart } from '../modules/operations/backups/index.ts';
import type { ModuleMigrations } from '../platform/db/migrate.ts';
import type { ApplicationParts } from '../platform/process/application.ts';

/** Before a start migrates: the backup by which `npm run upgrade -- --voltar` finds its way back. */
export async function upgradeAtStart(parts: ApplicationParts, modules: readonly ModuleMigrations[]): Promise<void> {
  const { config, database, storage, log, clock, say = () => undefined } = parts;
  const { dataDir, backupDir } = config;
  if (!config.backsUpBeforeMigrating) return;
  await upgradeBeforeStart({
    ...{ url: database.url, database, modules, dataDir, backupDir, storage, log, say },
    key: await backupKey(config),
    masterKey: { bytes: await masterKey(config), isFile: config.secretKey === null },
    now: () => new Date(clock.nowMs()),
    progress: async () => undefined,
  });
}
