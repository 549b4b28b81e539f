/** Puts a backup, or an instant, in place: `node restore.ts <folder> [--copia=<name> | --instante=<ISO 8601>] …`. */

import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatPlainNumber } from '@kianda/format';
import type { Config } from './config/config.ts';
import { describeSettings } from './config/describe.ts';
import { loadConfig, readEnvironment } from './config/env.ts';
import { backupKeyFile, backupKeyOfText, createKey, masterKeyFile, readKeyFile } from './config/master-key.ts';
import { systemClock } from './platform/clock/clock.ts';
import { startEmbeddedPostgres } from './platform/db/embedded/embedded.ts';
import { withStoppedCluster } from './platform/db/embedded/recovery.ts';
import { openDatabase } from './platform/db/open.ts';
import { createEvents } from './platform/events/distributed.ts';
import { createLogger } from './platform/log/log.ts';
import { prepareDataFolder } from './platform/process/data-folder.ts';
import { messageOf, StartupError } from './platform/process/startup-error.ts';
import { createRealtimeFigures } from './platform/realtime/figures.ts';
import { createStorage } from './platform/storage/storage.ts';

const usage =
  'Uso: npm run restore -- <pasta das cópias> [--copia=<nome> ou --instante=2026-11-22T03:00:00Z] [--chave=<ficheiro da chave>] [--substituir]';
const wholeNumber = (value: number): string => formatPlainNumber(value, { maxDecimals: 0, grouping: 'always' });

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        copia: { type: 'string' },
        instante: { type: 'string' },
        chave: { type: 'string' },
        substituir: { type: 'boolean', default: false },
      },
    });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) throw new StartupError(usage);
    const { instante, ...others } = values;
    const instant = instante === undefined ? null : new Date(instante);
    // An instant without a zone would be read in that of this machine, which the operator did not mean.
    if (instant !== null && (Number.isNaN(instant.getTime()) || !/(Z|[+-]\d\d:?\d\d)$/.test(instante ?? ''))) {
      throw new StartupError(`--instante=${instante}: escreva a data, a hora e a zona, como 2026-11-22T03:00:00Z.`);
    }
    if (instant !== null && others.copia !== undefined) throw new StartupError(usage);
    return { ...others, instant, folder: resolve(folder) };
  } catch (error) {
    throw error instanceof StartupError ? error : new StartupError(`${messageOf(error)}\n${usage}`);
  }
}

/** Prints the present step, no more than every two seconds. */
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
  const options = readArguments();
  const given = readEnvironment();
  const config = loadConfig(given);
  await prepareDataFolder(config.dataDir);
  const keyPath = options.chave === undefined ? backupKeyFile(config.dataDir) : resolve(options.chave);
  const key =
    options.chave === undefined && config.backupKey !== null
      ? backupKeyOfText(config.backupKey)
      : await readKeyFile(keyPath);
  if (key === null) {
    throw new StartupError(
      `Falta a chave das cópias: não existe ${keyPath}. Indique-a com --chave=<ficheiro> ou em KIANDA_BACKUP_KEY; sem ela nenhuma cópia se repõe.`,
    );
  }
  if (options.instant !== null) return restoreInstant(config, options.instant, options, key);
  // A fault that the operator can mend is reported before anything heavy is loaded.
  const { restoreFromFolder } = await import('./modules/operations/backups/index.ts');
  const backup = await restoreFromFolder({ folder: options.folder, name: options.copia ?? null, key });
  const { manifest } = backup;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  say(`Cópia ${manifest.name}, com a marca ${manifest.mark.at}, da versão ${manifest.appVersion}.`);
  say(
    `${wholeNumber(rows)} linhas em ${manifest.tables.length} tabelas, ${wholeNumber(manifest.objects.length)} objetos.`,
  );
  await putKeys(config, key, backup.masterKey);

  const log = createLogger({ level: 'warn', pretty: true });
  const postgres = config.databaseUrl === null ? await startEmbeddedPostgres({ dataDir: config.dataDir, log }) : null;
  try {
    const url = config.databaseUrl ?? postgres?.url ?? '';
    const storage = createStorage(config.storage);
    const database = await openDatabase({ url, applicationName: 'kianda-reposicao', maxConnections: 4 });
    const isEmpty = await isNew(database);
    if (!isEmpty && !options.substituir) {
      await database.close();
      throw new StartupError(
        'A base de dados já tem dados da Kianda. Para a substituir (fica guardada com outro nome), repita com --substituir.',
      );
    }
    const { composeModules } = await import('./composition/modules.ts');
    const events = createEvents(database, log);
    const settings = describeSettings(given);
    const parts = { config, settings, database, simulatorUrl: null, log, clock: systemClock, storage, events };
    const { migrations } = (await composeModules(parts, createRealtimeFigures())).modules.collected;
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
    say(`Objetos: ${wholeNumber(objects.written)} repostos, ${wholeNumber(objects.same)} já eram iguais.`);
    if (!isEmpty) say(`A base de dados anterior ficou guardada como ${aside}.`);
    say('Reposição concluída. Inicie a plataforma: npm start');
  } finally {
    await postgres?.stop();
  }
}

/** Puts the keys of the backup in place, without which sealed values can't be read; a key that exists is never replaced. */
async function putKeys(config: Config, key: Uint8Array, masterKey: Uint8Array | null): Promise<void> {
  if (config.secretKey === null && masterKey !== null) {
    const stored = await createKey(masterKeyFile(config.dataDir), masterKey);
    if (!stored.equals(masterKey)) {
      throw new StartupError(
        `A pasta de dados tem outra chave-mestra (${masterKeyFile(config.dataDir)}): o que a cópia tem cifrado não se leria. Mude esse ficheiro de lugar e repita.`,
      );
    }
  }
  // Before the modules are made: they would make a key of their own, and no later backup could follow on these.
  if (config.backupKey === null) {
    const stored = await createKey(backupKeyFile(config.dataDir), key);
    if (!stored.equals(key))
      say(`A pasta de dados já tem outra chave das cópias, que fica: ${backupKeyFile(config.dataDir)}.`);
  }
}

/** Restores the embedded server to an instant: beside the present data, and in their place only once it is complete. */
async function restoreInstant(
  config: Config,
  instant: Date,
  options: { readonly folder: string; readonly substituir: boolean },
  key: Uint8Array,
): Promise<void> {
  if (config.databaseUrl !== null) {
    throw new StartupError(
      'Só o PostgreSQL incluído se repõe aqui num instante: o de KIANDA_DATABASE_URL repõe-se com o arquivo desse servidor.',
    );
  }
  const { openInstants } = await import('./modules/operations/backups/index.ts');
  const found = await openInstants({ folder: options.folder, key, instant });
  say(`Instante ${instant.toISOString()}, a partir da base ${found.base.name}, da versão ${found.base.appVersion}.`);
  await putKeys(config, key, found.masterKey);
  const { dataDir, machine } = config;
  const log = createLogger({ level: 'error', pretty: true });
  await withStoppedCluster({ dataDir, log }, async ({ home, hasData, putInPlace }) => {
    if (hasData && !options.substituir) {
      throw new StartupError(
        'A base de dados já existe. Para a substituir (fica guardada com outro nome), repita com --substituir.',
      );
    }
    const { aside } = await found.recover({ home, machine, nowMs: systemClock.nowMs(), progress: reporter() });
    await putInPlace();
    if (hasData) say(`A base de dados anterior ficou guardada em ${join(home, aside)}.`);
  });
  const objects = await found.restoreObjects(createStorage(config.storage));
  say(
    found.objectsOf === null
      ? 'Objetos: não há nenhuma cópia anterior a esse instante; ficaram os que havia.'
      : `Objetos: ${wholeNumber(objects.written)} em falta repostos da cópia ${found.objectsOf.name}; os outros ficaram como estavam.`,
  );
  say('Reposição concluída. Inicie a plataforma: npm start');
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
