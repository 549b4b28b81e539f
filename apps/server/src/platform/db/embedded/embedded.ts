import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Logger } from '../../log/log.ts';
import { messageOf, StartupError } from '../../process/startup-error.ts';
import { type Account, serverAccount } from './account.ts';
import { type PostgresBinaries, prepareBinaries } from './binaries.ts';
import { lockCluster } from './lock.ts';
import { choosePlaces, type Places, pathExists, rememberCluster } from './places.ts';
import { type GuardedServer, startGuarded } from './server.ts';
import { clearStale } from './stale.ts';

const run = promisify(execFile);
const ROLE = 'kianda';
const DATABASE = 'kianda';
const PORT = 5432;
const ROOT_HOME = '/var/lib/kianda';
const STOP_LIMIT_MS = 60_000;
const POLL_MS = 25;

/** Two cores and a laptop's memory; durability is never traded. */
const SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_connections: '60',
  max_wal_size: '2GB',
  checkpoint_timeout: '10min',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_min_messages: 'warning',
};

export type EmbeddedPostgres = {
  readonly url: string;
  /** Settles when the server ended without being asked to. */
  readonly lost: Promise<string>;
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  readonly dataDir: string;
  readonly log: Logger;
  /** As root only: folder of binaries and clusters, reachable by the account `postgres`. */
  readonly rootHome?: string;
  /** Server settings over the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
};

function addressOf(places: Places, password: string, database: string): string {
  const query = new URLSearchParams({ host: places.socketFolder, port: String(PORT) });
  // `localhost` only makes it a URL for every parser; the query's host, a folder, is the one that counts.
  return `postgresql://${ROLE}:${encodeURIComponent(password)}@localhost/${database}?${query.toString().replaceAll('+', '%20')}`;
}

/** initdb beside the final place, renamed when complete: a start killed half-way begins anew. */
async function createCluster(places: Places, binaries: PostgresBinaries, account: Account | null): Promise<void> {
  const partial = `${places.data}.new`;
  await rm(partial, { recursive: true, force: true });
  await writeFile(places.passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  if (account !== null) await chown(places.passwordFile, account.uid, account.gid);
  const options = [
    `--pgdata=${partial}`,
    `--username=${ROLE}`,
    `--pwfile=${places.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ];
  await run(binaries.initdb, options, { cwd: places.home, ...(account ?? {}) }).catch((error: unknown) => {
    throw new StartupError(`A base de dados não pôde ser criada em ${places.home}: ${lastLine(messageOf(error))}`, {
      cause: error,
    });
  });
  await rename(partial, places.data);
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

function serverCommand(places: Places, binaries: PostgresBinaries, extra: Readonly<Record<string, string>>): string[] {
  const settings = {
    ...SETTINGS,
    ...extra,
    listen_addresses: '',
    port: String(PORT),
    // Quoted: the value is a list separated by commas, and folders may have spaces.
    unix_socket_directories: `"${places.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
  return [
    binaries.postgres,
    '-D',
    places.data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

async function tryConnect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A server that ends during the attempt raises this besides rejecting.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** 57P03: starting up or recovering; no socket yet: not listening. Anything else is a fault of its own. */
function isStarting(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return ['57P03', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET'].includes(String(error.code));
}

/** Waits for as long as recovery takes; ends early when the server does. */
async function waitUntilReady(server: GuardedServer, url: string): Promise<pg.Client> {
  let ended: string | null = null;
  void server.ended.then(
    (output) => {
      ended = output;
    },
    (error: unknown) => {
      ended = messageOf(error);
    },
  );
  for (;;) {
    try {
      return await tryConnect(url);
    } catch (error) {
      if (ended !== null) {
        throw new StartupError(`O PostgreSQL incluído não arrancou: ${lastLine(ended)}`, { cause: error });
      }
      if (!isStarting(error)) throw error;
    }
    await delay(POLL_MS);
  }
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rows.length === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function stopServer(server: GuardedServer): Promise<void> {
  server.requestStop();
  const limit = new AbortController();
  const late = delay(STOP_LIMIT_MS, 'late', { signal: limit.signal });
  const first = await Promise.race([server.ended, late]);
  limit.abort();
  late.catch(() => undefined);
  if (first === 'late') throw new Error(`the embedded PostgreSQL did not stop in ${STOP_LIMIT_MS} ms`);
}

/**
 * Runs the PostgreSQL that comes with Kianda on a private cluster of the data folder: Unix socket only, password,
 * fsync on. It ends with this process. Throws `StartupError` with one Portuguese line.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new StartupError('Em Windows indique um servidor PostgreSQL em KIANDA_DATABASE_URL.');
  }
  const { dataDir, log } = options;
  const rootHome = options.rootHome ?? ROOT_HOME;
  const account = await serverAccount();
  const places = await choosePlaces({ dataDir, rootHome, account });
  const unlock = await lockCluster(places.socketFolder);
  try {
    const binaries = await prepareBinaries({
      copyFolder: account === null ? join(dataDir, 'postgres') : rootHome,
      mustCopy: account !== null,
    });
    if (!(await pathExists(join(places.data, 'PG_VERSION')))) {
      log.info({ folder: places.home }, 'a criar a base de dados');
      await createCluster(places, binaries, account);
    }
    await rememberCluster(places);
    await clearStale(places.data, log);
    const password = (await readFile(places.passwordFile, 'utf8')).trim();
    const server = startGuarded(serverCommand(places, binaries, options.settings ?? {}), account, places.home);
    try {
      await ensureDatabase(await waitUntilReady(server, addressOf(places, password, 'postgres')));
    } catch (error) {
      await stopServer(server);
      throw error;
    }
    let stopping: Promise<void> | null = null;
    return {
      url: addressOf(places, password, DATABASE),
      lost: new Promise((resolve) => {
        void server.ended.then((output) => {
          if (stopping === null) resolve(lastLine(output));
        });
      }),
      stop() {
        stopping ??= stopServer(server).then(unlock, async (error: unknown) => {
          await unlock();
          throw error;
        });
        return stopping;
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}
