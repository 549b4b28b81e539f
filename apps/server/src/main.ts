/** Starts the platform: `node main.ts [--roles=api,worker]`. Settings: config/settings.ts. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import type { Config, Environment } from './config/config.ts';
import { describeSettings, usableStored } from './config/describe.ts';
import { loadConfig, readEnvironment, withPorts } from './config/env.ts';
import { readStoredSettings } from './modules/operations/configuration/index.ts';
import { systemClock } from './platform/clock/clock.ts';
import { startEmbeddedPostgres } from './platform/db/embedded/embedded.ts';
import { type OpenedDatabase, openDatabase } from './platform/db/open.ts';
import { describeConnectionTimeout, startTimeoutMs } from './platform/db/patience.ts';
import { createEvents } from './platform/events/distributed.ts';
import { createLogger, type Logger, type LogLevel } from './platform/log/log.ts';
import { createLogTap, type LogTap } from './platform/log/tap.ts';
import type { CreateApp } from './platform/process/application.ts';
import { banner } from './platform/process/banner.ts';
import { prepareDataFolder } from './platform/process/data-folder.ts';
import { createLifecycle, handleSignals, type Lifecycle } from './platform/process/lifecycle.ts';
import { describeListenError, findPorts, type WantedPort } from './platform/process/ports.ts';
import { withProgress } from './platform/process/progress.ts';
import { removeLeftScratchFolders } from './platform/process/scratch-folder.ts';
import { startSimulator } from './platform/process/simulator.ts';
import { messageOf, StartupError } from './platform/process/startup-error.ts';
import { createStorage } from './platform/storage/storage.ts';

/** After this exit code the start script starts the platform anew, as does a supervisor that restarts failed processes. */
const RESTART_CODE = 75;

function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** `--roles=api,worker` stands over KIANDA_ROLES. */
function rolesArgument(): string | undefined {
  try {
    return parseArgs({ options: { roles: { type: 'string' } } }).values.roles;
  } catch (error) {
    throw new StartupError(`Argumento desconhecido: só existe --roles=api,worker,… (${messageOf(error)})`);
  }
}

function environment(): Environment {
  const roles = rolesArgument();
  return roles === undefined ? readEnvironment() : { ...readEnvironment(), KIANDA_ROLES: roles };
}

function wantedPorts(config: Config): readonly [WantedPort, WantedPort] {
  return [
    { setting: 'KIANDA_PORT', port: config.port },
    { setting: 'KIANDA_INTERFACES_PORT', port: config.interfacesPort },
  ];
}

/** Finds free ports first, because everything after it is slow. */
async function choosePorts(config: Config): Promise<Config> {
  const [main, interfaces] = wantedPorts(config);
  const listens = [
    ...(config.roles.includes('api') ? [main] : []),
    ...(config.roles.includes('interfaces') ? [interfaces] : []),
  ];
  const found = await findPorts(config.host, listens);
  const portOf = (wanted: WantedPort): number => found[listens.indexOf(wanted)] ?? wanted.port;
  return withPorts(config, portOf(main), portOf(interfaces));
}

type Connected = { readonly database: OpenedDatabase; readonly databaseFolder?: string };

async function connect(config: Config, log: Logger, lifecycle: Lifecycle): Promise<Connected> {
  let url = config.databaseUrl;
  let place: Pick<Connected, 'databaseFolder'> = {};
  if (url === null) {
    const { dataDir, walArchive } = config;
    const archive = walArchive === null ? {} : { archive: walArchive };
    const postgres = await startEmbeddedPostgres({ dataDir, log, ...archive });
    lifecycle.onStop('postgres', postgres.stop);
    void postgres.lost.then((reason) => {
      log.fatal({ reason }, 'o PostgreSQL incluído terminou');
      void lifecycle.stop(1);
    });
    url = postgres.url;
    place = { databaseFolder: postgres.folder };
  }
  // A prepared restoration is put in place before any connection is open to the data it replaces.
  const { finishRestore } = await import('./modules/operations/backups/index.ts');
  if (await finishRestore(config.dataDir, url, createStorage(config.storage))) print('Cópia de segurança reposta.');
  const { databaseMaxConnections: maxConnections, databaseReplicaUrl: replicaUrl } = config;
  const patienceMs = startTimeoutMs;
  const database = await openDatabase({ url, replicaUrl, applicationName: 'kianda', maxConnections, patienceMs, log });
  lifecycle.onStop('database', database.close);
  return { database, ...place };
}

/** Address of the simulated providers, in another process or started here; null with the real ones. */
async function simulate(config: Config, log: Logger, lifecycle: Lifecycle): Promise<string | null> {
  if (config.mode !== 'demo') return null;
  if (config.simulator.url !== null) return config.simulator.url;
  if (!config.roles.includes('simulator')) return null;
  const entry = join(config.rootDir, 'apps/simulator/src/main.ts');
  const simulator = await startSimulator({ entry, port: config.simulator.port, seed: config.seed, log });
  lifecycle.onStop('simulator', simulator.stop);
  return simulator.url;
}

async function loadApp(): Promise<CreateApp> {
  const { createApp } = await import('./app.ts');
  return createApp;
}

/** Waits for both even when one fails, so that stopping finds everything that was started. */
async function both<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

type Start = {
  readonly given: Environment;
  /** Configuration of the environment alone, with the ports that were free. */
  readonly wanted: Config;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
  readonly tap: LogTap;
  readonly setLogLevel: (level: () => LogLevel) => void;
};

async function start({ given, wanted, log, lifecycle, tap, setLogLevel }: Start): Promise<void> {
  if (wanted.roles.every((role) => role === 'simulator')) {
    const url = await simulate(wanted, log, lifecycle);
    if (url === null) throw new StartupError('O papel simulator só existe em modo de demonstração (KIANDA_MODE=demo).');
    print(`Simulador dos fornecedores: ${url}`);
    return;
  }
  await removeLeftScratchFolders().catch((error: unknown) => log.warn({ err: error }, 'pastas temporárias por limpar'));
  // The database starts in another process while this one reads the application's sources. A missing database, which the
  // operator can mend, is reported before a fault in the sources.
  const loading = loadApp();
  loading.catch(() => undefined);
  const opening = both(connect(wanted, log, lifecycle), simulate(wanted, log, lifecycle));
  const [{ database, ...place }, simulatorUrl] = await withProgress('A preparar a base de dados', print, opening);
  const createApp = await loading;
  // Settings of administrators count where the environment sets nothing.
  const stored = await readStoredSettings(database);
  const set = loadConfig({ ...given, ...usableStored(stored, given) });
  const config = withPorts(set, wanted.port, wanted.interfacesPort);
  const app = await withProgress(
    'A preparar os serviços',
    print,
    createApp({
      config,
      settings: describeSettings(given, stored),
      ...{ database, ...place },
      simulatorUrl,
      log,
      logTap: tap,
      setLogLevel,
      say: print,
      clock: systemClock,
      restart: () => void lifecycle.stop(RESTART_CODE),
      storage: createStorage(config.storage),
      events: createEvents(database, log),
    }),
  );
  lifecycle.onStop('application', app.close);
  const { url } = await app.listen().catch((error: unknown) => {
    const wanted = wantedPorts(config).find(({ port }) => messageOf(error).includes(`:${port}`));
    throw (wanted && describeListenError(error, config.host, wanted)) ?? error;
  });
  await withProgress('A recolher os primeiros dados', print, app.ready);
  database.settle();
  if (lifecycle.stopping) return;
  const { firstAdministrator } = app;
  print(banner({ version: manifest.version, url, config, firstAdministrator, readySeconds: process.uptime() }));
}

/** One line for a fault that the operator can mend; the stack for any other. */
function explain(caught: unknown): string {
  const error = describeConnectionTimeout(caught) ?? caught;
  if (error instanceof StartupError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function main(): Promise<void> {
  try {
    const given = environment();
    const wanted = loadConfig(given);
    const tap = createLogTap();
    let level = () => wanted.log.level;
    const log = createLogger({ pretty: wanted.log.pretty, level: () => level(), tap });
    const lifecycle = createLifecycle({ log, exit: (code) => process.exit(code) });
    handleSignals(lifecycle, { log, announce: print });
    try {
      await prepareDataFolder(wanted.dataDir);
      await start({
        given,
        wanted: await choosePorts(wanted),
        log,
        lifecycle,
        tap,
        setLogLevel: (chosen) => {
          level = chosen;
        },
      });
    } catch (error) {
      if (lifecycle.stopping) return;
      process.stderr.write(`${explain(error)}\n`);
      await lifecycle.stop(1);
    }
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

await main();
