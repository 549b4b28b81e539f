/** Puts a backup in place: `node restore.ts <folder> [--copia=<name>] [--chave=<file>] [--substituir]`. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeSettings } from './config/describe.ts';
import { loadConfig, readEnvironment } from './config/env.ts';
import { backupKeyFile, backupKeyOfText, createKey, masterKeyFile, readKeyFile } from './config/master-key.ts';
import { systemClock } from './platform/clock/clock.ts';
import { startEmbeddedPostgres } from './platform/db/embedded/embedded.ts';
import { openDatabase } from './platform/db/open.ts';
import { createEvents } from './platform/events/distributed.ts';
import { createLogger } from './platform/log/log.ts';
import { prepareDataFolder } from './platform/process/data-folder.ts';
import { messageOf, StartupError } from './platform/process/startup-error.ts';
import { createStorage } from './platform/storage/storage.ts';

const usage =
  'Uso: npm run restore -- <pasta das cópias> [--copia=<nome>] [--chave=<ficheiro da chave>] [--substituir]';
const wholeNumber = new Intl.NumberFormat('pt-PT', { useGrouping: 'always' });

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        copia: { type: 'string' },
        chave: { type: 'string' },
        substituir: { type: 'boolean', default: false },
      },
    });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) throw new StartupError(usage);
    return { ...values, folder: resolve(folder) };
  } catch (error) {
    throw error instanceof StartupError ? error : new StartupError(`${messageOf(error)}\n${usage}`);
  }
}

/** Says what is being done, each step once and no more than every two seconds. */
function reporter() {
  let saidMs = Number.NEGATIVE_INFINITY;
  return async (fraction: number | null, message: string): Promise<void> => {
    const nowMs = performance.now();
    if (nowMs - saidMs < 2_000) return;
    saidMs = nowMs;
    say(`${fraction === null ? '' : `${Math.round(fraction * 100)} % `}${message}`);
  };
}

async function main(): Promise<void> {
  const asked = readArguments();
  const given = readEnvironment();
  const config = loadConfig(given);
  await prepareDataFolder(config.dataDir);
  const keyPath = asked.chave === undefined ? backupKeyFile(config.dataDir) : resolve(asked.chave);
  const key =
    asked.chave === undefined && config.backupKey !== null
      ? backupKeyOfText(config.backupKey)
      : await readKeyFile(keyPath);
  if (key === null) {
    throw new StartupError(
      `Falta a chave das cópias: não existe ${keyPath}. Indique-a com --chave=<ficheiro> ou em KIANDA_BACKUP_KEY; sem ela nenhuma cópia se repõe.`,
    );
  }
  // What the operator can remove is told before anything heavy is loaded.
  const { restoreFromFolder } = await import('./modules/backups/index.ts');
  const backup = await restoreFromFolder({ folder: asked.folder, name: asked.copia ?? null, key });
  const { manifest } = backup;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  say(`Cópia ${manifest.name}, com a marca ${manifest.mark.at}, da versão ${manifest.appVersion}.`);
  say(
    `${wholeNumber.format(rows)} linhas em ${manifest.tables.length} tabelas, ${wholeNumber.format(manifest.objects.length)} objetos.`,
  );

  if (config.secretKey === null && backup.masterKey !== null) {
    const own = await createKey(masterKeyFile(config.dataDir), backup.masterKey);
    if (!own.equals(backup.masterKey)) {
      throw new StartupError(
        `A pasta de dados tem outra chave-mestra (${masterKeyFile(config.dataDir)}): o que a cópia tem cifrado não se leria. Mude esse ficheiro de lugar e repita.`,
      );
    }
  }

  // Before the modules are made: they would make a key of their own, and no later backup could follow on these.
  if (config.backupKey === null) {
    const own = await createKey(backupKeyFile(config.dataDir), key);
    if (!own.equals(key))
      say(`A pasta de dados já tem outra chave das cópias, que fica: ${backupKeyFile(config.dataDir)}.`);
  }

  const log = createLogger({ level: 'warn', pretty: true });
  const postgres = config.databaseUrl === null ? await startEmbeddedPostgres({ dataDir: config.dataDir, log }) : null;
  try {
    const url = config.databaseUrl ?? postgres?.url ?? '';
    const storage = createStorage(config.storage);
    const database = await openDatabase({ url, applicationName: 'kianda-reposicao', maxConnections: 4 });
    const isEmpty = await isNew(database);
    if (!isEmpty && !asked.substituir) {
      await database.close();
      throw new StartupError(
        'A base de dados já tem dados da Kianda. Para a substituir (fica guardada com outro nome), repita com --substituir.',
      );
    }
    const { composeModules } = await import('./composition/modules.ts');
    const events = createEvents(database, log);
    const settings = describeSettings(given);
    const parts = { config, settings, database, simulatorUrl: null, log, clock: systemClock, storage, events };
    const { migrations } = await composeModules(parts, () => null);
    await database.close();
    const { evidence, objects, aside } = await backup.restore({
      url,
      database: decodeURIComponent(new URL(url).pathname.slice(1)),
      storage,
      modules: migrations,
      log,
      nowMs: systemClock.nowMs(),
      progress: reporter(),
    });
    say(`Base de dados reposta: ${evidence.length} tabelas, todas iguais à cópia (contagens e somas de controlo).`);
    say(
      `Objetos: ${wholeNumber.format(objects.written)} repostos, ${wholeNumber.format(objects.same)} já eram iguais.`,
    );
    if (!isEmpty) say(`A base de dados anterior ficou guardada como ${aside}.`);
    say('Reposição concluída. Inicie a plataforma: npm start');
  } finally {
    await postgres?.stop();
  }
}

async function isNew(database: Awaited<ReturnType<typeof openDatabase>>): Promise<boolean> {
  const found = await database
    .for<{ 'information_schema.schemata': { schema_name: string } }>()
    .selectFrom('information_schema.schemata')
    .select('schema_name')
    .where('schema_name', '=', 'platform')
    .execute();
  return found.length === 0;
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const isPlain = error instanceof StartupError || (error instanceof Error && error.name === 'BackupError');
  process.stderr.write(`${isPlain ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
