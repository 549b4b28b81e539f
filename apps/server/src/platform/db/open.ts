import { setTimeout as wait } from 'node:timers/promises';
import { Kysely } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Logger } from '../log/log.ts';
import { messageOf, StartupError } from '../process/startup-error.ts';
import { readBinaryRows } from './binary-rows.ts';
import type { Database } from './database.ts';
import { connectionTo } from './hosts.ts';
import { openReplica, type Replica } from './replica.ts';
import { onReplica, readsReplica, ScopedPostgresDialect } from './request-scope.ts';
import { columnTypes } from './types.ts';

const OLDEST_VERSION = 150_000;
const CONNECTION_TIMEOUT_MS = 10_000;
const DEFAULT_MAX_CONNECTIONS = 20;
/** Time for queries still running when the database is closed. */
const CLOSE_PATIENCE_MS = 5_000;

/** The database cannot be reached, or is not one Kianda can use. */
export class DatabaseUnavailableError extends StartupError {
  override readonly name = 'DatabaseUnavailableError';
}

/** Database address without its password, for messages. */
export function describeUrl(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.password = '';
    return parsed.toString();
  } catch (error) {
    return error instanceof TypeError ? '(endereço inválido)' : messageOf(error);
  }
}

async function serverVersion(pool: pg.Pool, url: string): Promise<number> {
  const result = await pool
    .query<{ version: string }>(`select current_setting('server_version_num') as version`)
    .catch((error: unknown) => {
      throw new DatabaseUnavailableError(
        `Não foi possível ligar à base de dados ${describeUrl(url)}: ${messageOf(error)}`,
        { cause: error },
      );
    });
  const version = Number(result.rows[0]?.version);
  if (version >= OLDEST_VERSION) return version;
  throw new DatabaseUnavailableError(
    `A base de dados ${describeUrl(url)} é PostgreSQL ${Math.floor(version / 10_000)}; é preciso a versão 15 ou mais recente.`,
  );
}

async function postgisInstalled(pool: pg.Pool): Promise<boolean> {
  const result = await pool.query(`select 1 from pg_extension where extname = 'postgis'`);
  return result.rows.length > 0;
}

/** Creates the extension where the server offers it and this role may; a refusal only means "without PostGIS". */
async function detectPostgis(pool: pg.Pool, log: Logger | undefined): Promise<boolean> {
  if (await postgisInstalled(pool)) return true;
  const offered = await pool.query(`select 1 from pg_available_extensions where name = 'postgis'`);
  if (offered.rows.length === 0) return false;
  try {
    await pool.query('create extension if not exists postgis');
  } catch (error) {
    // Two processes that start at once both create it; the loser sees a unique violation.
    log?.warn({ err: error }, 'a extensão PostGIS existe no servidor mas não foi criada');
  }
  return postgisInstalled(pool);
}

/**
 * Waits for the pool to end. A statement that runs for minutes would hold the whole stop: its connection is cut, and the
 * server undoes work that was not acknowledged.
 */
async function endWithin(
  limitMs: number,
  ended: Promise<void>,
  open: ReadonlySet<pg.PoolClient>,
  log: Logger | undefined,
): Promise<void> {
  const limit = new AbortController();
  const overtime = wait(limitMs, 'overtime', { signal: limit.signal }).catch(() => 'ended');
  try {
    if ((await Promise.race([ended, overtime])) !== 'overtime') return;
  } finally {
    limit.abort();
  }
  log?.warn({ connections: open.size }, 'ligações ainda ocupadas ao fechar a base de dados: cortadas');
  for (const client of open) if (client instanceof pg.Client) void client.end().catch(() => undefined);
}

/** A database with the patience of a start, until `settle`. */
export type OpenedDatabase = Database & {
  /** The start is over: from now on a connection that does not come soon fails the query that waits for it. */
  settle(): void;
};

type OpenOptions = {
  url: string;
  applicationName: string;
  maxConnections?: number;
  /** Address of a replica for heavy reads. */
  replicaUrl?: string | null;
  closePatienceMs?: number;
  connectionTimeoutMs?: number;
  patienceMs?: number;
  log?: Logger;
};

/** A pool whose lost connections end nothing, and the connections that are open. */
function createPool(options: OpenOptions, isClosing: () => boolean) {
  const { url, applicationName, maxConnections = DEFAULT_MAX_CONNECTIONS, log } = options;
  const pool = new pg.Pool({
    ...connectionTo(url),
    application_name: applicationName,
    max: maxConnections,
    connectionTimeoutMillis: Math.max(options.connectionTimeoutMs ?? CONNECTION_TIMEOUT_MS, options.patienceMs ?? 0),
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: columnTypes,
  });
  const open = new Set<pg.PoolClient>();
  // Without a listener an idle connection cut by the server ends the process. One that is closing may be cut, too.
  pool.on('error', (error) => {
    if (!isClosing()) log?.warn({ err: error }, 'ligação à base de dados perdida');
  });
  // The pool listens to idle connections alone: one cut just as a query is sent fails that query, and then raises a
  // second error without a listener.
  pool.on('connect', (client) => {
    client.on('error', (error) => log?.debug({ err: error }, 'ligação à base de dados cortada'));
    open.add(client);
  });
  pool.on('remove', (client) => open.delete(client));
  return { pool, open };
}

function replicaOf(
  url: string,
  { pool, options, log }: { pool: pg.Pool; options: { applicationName: string }; log: Logger | undefined },
): Promise<Replica> {
  const { applicationName } = options;
  const maxConnections = Math.ceil((pool.options.max ?? DEFAULT_MAX_CONNECTIONS) / 2);
  const writtenUpTo = async () => {
    const { rows } = await pool.query<{ at: string }>('select pg_current_wal_lsn()::text as at');
    return rows[0]?.at ?? '';
  };
  return openReplica({ url, applicationName, maxConnections, writtenUpTo, log });
}

/**
 * Opens a pool on any PostgreSQL ≥ 15. `url` may carry `?host=/folder` for a Unix socket. With `patienceMs`, connections
 * may take that long until `settle` is called. Throws `DatabaseUnavailableError` with one Portuguese line.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenedDatabase> {
  const { url, log, connectionTimeoutMs = CONNECTION_TIMEOUT_MS } = options;
  let closing: Promise<void> | null = null;
  const { pool, open } = createPool(options, () => closing !== null);
  try {
    const version = await serverVersion(pool, url);
    const hasPostgis = await detectPostgis(pool, log);
    const replica = options.replicaUrl == null ? null : await replicaOf(options.replicaUrl, { pool, options, log });
    const kysely = new Kysely<unknown>({ dialect: new ScopedPostgresDialect({ pool }, replica?.driver ?? null) });
    return {
      for: <Tables>() => kysely as unknown as Kysely<Tables>,
      async binaryRows(query) {
        const { sql: text, parameters } = query.compile(kysely);
        if (parameters.length > 0) throw new TypeError(`binary rows: ${parameters.length} parameters, expected none`);
        const from = replica !== null && readsReplica(replica.driver) ? replica.pool : pool;
        const client = await from.connect();
        try {
          const rows = await readBinaryRows(client.query(copyTo(`COPY (${text}) TO STDOUT (FORMAT binary)`)));
          client.release();
          return rows;
        } catch (error) {
          // The rest of the answer may still be on its way.
          client.release(true);
          throw error;
        }
      },
      async reads(act) {
        const lagMs = (await replica?.lagMs()) ?? null;
        if (replica === null || lagMs === null) return { value: await act(), lagMs: null };
        return { value: await onReplica(replica.driver, act), lagMs };
      },
      url,
      serverVersion: version,
      hasPostgis,
      pool: () => ({
        open: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
        max: pool.options.max ?? DEFAULT_MAX_CONNECTIONS,
      }),
      settle() {
        // The pool reads its options at each connection.
        pool.options.connectionTimeoutMillis = connectionTimeoutMs;
      },
      close() {
        // Kysely ends the pool only when it has run a query on it.
        const ended = async () => {
          await Promise.all([kysely.destroy(), replica?.pool.end()]);
          if (!pool.ending) await pool.end();
        };
        closing ??= endWithin(options.closePatienceMs ?? CLOSE_PATIENCE_MS, ended(), open, log);
        return closing;
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
