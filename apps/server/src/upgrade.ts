/** Brings the database to this version, or back: `node upgrade.ts [--voltar --confirmar=<cópia>]`. */

import { parseArgs } from 'node:util';
import { describeSettings } from './config/describe.ts';
import { loadConfig, readEnvironment } from './config/env.ts';
import { backupKey, masterKey } from './config/master-key.ts';
import { systemClock } from './platform/clock/clock.ts';
import { startEmbeddedPostgres } from './platform/db/embedded/embedded.ts';
import { openDatabase } from './platform/db/open.ts';
import { createEvents } from './platform/events/distributed.ts';
import { createLogger } from './platform/log/log.ts';
import { prepareDataFolder } from './platform/process/data-folder.ts';
import { messageOf, StartupError } from './platform/process/startup-error.ts';
import { createRealtimeFigures } from './platform/realtime/figures.ts';
import { createStorage } from './platform/storage/storage.ts';

const usage = 'Uso: npm run upgrade, ou npm run upgrade -- --voltar --confirmar=<nome da cópia>';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readArguments() {
  try {
    const options = { voltar: { type: 'boolean', default: false }, confirmar: { type: 'string' } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new StartupError(`${messageOf(error)}\n${usage}`);
  }
}

async function main(): Promise<void> {
  const { voltar, confirmar } = readArguments();
  const given = readEnvironment();
  const config = loadConfig(given);
  const { dataDir, backupDir } = config;
  await prepareDataFolder(dataDir);
  const log = createLogger({ level: 'warn', pretty: true });
  const postgres = config.databaseUrl === null ? await startEmbeddedPostgres({ dataDir, log }) : null;
  try {
    const url = config.databaseUrl ?? postgres?.url ?? '';
    const storage = createStorage(config.storage);
    // Under the name of a restore, which is no reason to refuse one.
    const database = await openDatabase({ url, applicationName: 'kianda-reposicao', maxConnections: 4 });
    try {
      const { composeModules } = await import('./composition/modules.ts');
      const { undoUpgrade, upgradeDatabase } = await import('./modules/operations/backups/index.ts');
      const events = createEvents(database, log);
      const settings = describeSettings(given);
      const parts = { config, settings, database, simulatorUrl: null, log, clock: systemClock, storage, events };
      const { migrations: modules } = (await composeModules(parts, createRealtimeFigures())).modules.collected;
      const now = () => new Date(systemClock.nowMs());
      const key = await backupKey(config);
      const progress = async () => undefined;
      const options = { url, modules, dataDir, backupDir, key, storage, log, now, say, progress };
      if (voltar) {
        await database.close();
        await undoUpgrade(options, confirmar);
        return;
      }
      const master = { bytes: await masterKey(config), isFile: config.secretKey === null };
      await upgradeDatabase({ ...options, database, masterKey: master });
    } finally {
      await database.close();
    }
  } finally {
    await postgres?.stop();
  }
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const isPlain = error instanceof StartupError || (error instanceof Error && error.name === 'BackupError');
  process.stderr.write(`${isPlain ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
