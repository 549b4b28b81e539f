import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { messageOf, StartupError } from '../../process/startup-error.ts';
import { isConnectionTimeout } from '../patience.ts';
import type { PostgresBinaries } from './binaries.ts';
import type { ClusterPaths } from './cluster-paths.ts';
import type { GuardedServer } from './server.ts';
import { SERVER_LOG_FOLDER } from './server-log.ts';

export const ROLE = 'kianda';
export const DATABASE = 'kianda';
export const ROOT_HOME = '/var/lib/kianda';
const PORT = 5432;
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
  log_directory: SERVER_LOG_FOLDER,
  log_filename: 'postgresql-%Y%m%d-%H%M%S.log',
  log_rotation_age: '1d',
  log_rotation_size: '10MB',
  log_min_messages: 'warning',
};

/** Address of a database of the cluster, by its socket. */
export function addressOf(paths: ClusterPaths, password: string, database: string): string {
  const query = new URLSearchParams({ host: paths.socketFolder, port: String(PORT) });
  // `localhost` only makes it a URL for every parser; the query's host, a folder, is the one that counts.
  return `postgresql://${ROLE}:${encodeURIComponent(password)}@localhost/${database}?${query.toString().replaceAll('+', '%20')}`;
}

/** The last line of what a program said. */
export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

/** How a server of the cluster is started, `extra` settings over the usual ones. */
export function serverCommand(
  paths: ClusterPaths,
  binaries: PostgresBinaries,
  extra: Readonly<Record<string, string>>,
): string[] {
  const settings = {
    ...SETTINGS,
    ...extra,
    listen_addresses: '',
    port: String(PORT),
    // Quoted: the value is a list separated by commas, and folders may have spaces.
    unix_socket_directories: `"${paths.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
  return [
    binaries.postgres,
    '-D',
    paths.data,
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
  // A busy machine accepts a connection and answers it much later.
  if (isConnectionTimeout(error)) return true;
  if (!(error instanceof Error) || !('code' in error)) return false;
  return ['57P03', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET'].includes(String(error.code));
}

/** Waits for as long as recovery takes; ends early when the server does. */
export async function waitUntilReady(server: GuardedServer, url: string): Promise<pg.Client> {
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

/** Stops a guarded server cleanly. Throws where it does not end in time. */
export async function stopServer(server: GuardedServer): Promise<void> {
  server.requestStop();
  const limit = new AbortController();
  const late = delay(STOP_LIMIT_MS, 'late', { signal: limit.signal });
  const first = await Promise.race([server.ended, late]);
  limit.abort();
  late.catch(() => undefined);
  if (first === 'late') throw new Error(`the embedded PostgreSQL did not stop in ${STOP_LIMIT_MS} ms`);
}
