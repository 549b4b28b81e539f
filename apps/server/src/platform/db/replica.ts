import type { Provenance } from '@kianda/contract';
import { type Driver, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from '../log/log.ts';
import { connectionTo } from './hosts.ts';
import { columnTypes } from './types.ts';

/** One that is further behind is not read: what it says is no longer the state of anything. */
const mostLagMs = 60_000;
const connectTimeoutMs = 3_000;
/** For how long a lag that was measured stands. */
const standsMs = 1_000;

export type Replica = {
  readonly driver: Driver;
  readonly pool: pg.Pool;
  /** How far it is behind; null where it is not to be read. */
  lagMs(): Promise<number | null>;
};

type Position = { readonly waiting: boolean; readonly reached: boolean | null; readonly behind: number | null };

/** A replica of the database, for reads that are heavy. `writtenUpTo`: position of the primary's log now. */
export async function openReplica(options: {
  readonly url: string;
  readonly applicationName: string;
  readonly maxConnections: number;
  readonly writtenUpTo: () => Promise<string>;
  readonly log: Logger | undefined;
}): Promise<Replica> {
  const { log } = options;
  const pool = new pg.Pool({
    ...connectionTo(options.url),
    application_name: `${options.applicationName}-leitura`,
    max: options.maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types: columnTypes,
  });
  pool.on('error', (error) => log?.warn({ err: error }, 'ligação à réplica perdida'));
  pool.on('connect', (client) => {
    client.on('error', (error) => log?.debug({ err: error }, 'ligação à réplica cortada'));
  });
  const driver = new PostgresDialect({ pool }).createDriver();
  await driver.init();
  let known: { readonly atMs: number; readonly lagMs: Promise<number | null> } | null = null;
  let wasRead = true;

  async function measure(): Promise<number | null> {
    const lag = await measured().catch((error: unknown) => {
      log?.debug({ err: error }, 'réplica por alcançar');
      return null;
    });
    const isRead = lag !== null && lag <= mostLagMs;
    if (isRead !== wasRead)
      log?.warn({ lagMs: lag }, isRead ? 'réplica de novo em dia' : 'réplica atrasada ou ausente');
    wasRead = isRead;
    return isRead ? lag : null;
  }

  async function measured(): Promise<number | null> {
    const { rows } = await pool.query<Position>(
      `select pg_is_in_recovery() as waiting, pg_last_wal_replay_lsn() >= $1::pg_lsn as reached,
         (extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 as behind`,
      [await options.writtenUpTo()],
    );
    const [position] = rows;
    // One that was promoted is a database of its own.
    if (position?.waiting !== true) return null;
    return position.reached === true ? 0 : position.behind;
  }

  return {
    driver,
    pool,
    lagMs() {
      const atMs = performance.now();
      if (known === null || atMs - known.atMs > standsMs) known = { atMs, lagMs: measure() };
      return known.lagMs;
    },
  };
}

/** Provenance of what a replica said, with how far behind it was; unchanged where the database itself was read. */
export function asReplicated(provenance: Provenance, lagMs: number | null): Provenance {
  if (lagMs === null || provenance.state === 'fallback') return provenance;
  return { ...provenance, replicaLagMs: Math.max(provenance.replicaLagMs ?? 0, Math.round(lagMs)) };
}
