import type pg from 'pg';
import { connectFor } from './connection.ts';

/** Any fixed numbers. Bases of the journal and backups of the rows lie apart: neither waits for the other. */
const lockKeys = { backups: 4_611_200_953, bases: 4_611_200_954 } as const;
type Store = keyof typeof lockKeys;

/** The holder of a lock, and its description for those who wait. */
const doings = {
  create: 'uma cópia de segurança',
  copy: 'a cópia para o segundo destino',
  remove: 'a eliminação de uma cópia',
  check: 'a conferência das cópias',
  verify: 'a verificação de uma cópia',
  drill: 'um ensaio de reposição',
  restore: 'uma reposição',
  base: 'uma base para repor num instante',
} as const;
const namePrefix = 'kianda-copia-';

export type BackupLock = {
  /** The parts that a lock stops. A restore takes both, always in this order. */
  readonly stores: readonly Store[];
  /** `alone`: while nobody else makes, reads or removes there; `beside`: while nobody makes or removes. */
  readonly mode: 'alone' | 'beside';
  readonly doing: keyof typeof doings;
  readonly signal: AbortSignal;
  /** Hears what it waits for, once for each store that is held. */
  readonly onWait?: (message: string) => Promise<void>;
};

/**
 * Runs `work` under a lock, and waits for it. The lock goes with its connection: a process that dies leaves none behind.
 */
export async function withBackupLock<T>(url: string, lock: BackupLock, work: () => Promise<T>): Promise<T> {
  return holding(url, lock, async (client) => {
    for (const store of lock.stores) {
      if (await tryLock(client, store, lock.mode)) continue;
      await lock.onWait?.(`À espera de que acabe ${await holderOf(client, store)}`);
      await client.query(`select pg_advisory_lock${suffixOf(lock.mode)}(${lockKeys[store]})`);
    }
    return work();
  });
}

/** As `withBackupLock`, for work that can be left for another time: null where somebody holds what it needs. */
export async function ifBackupsFree<T>(url: string, lock: BackupLock, work: () => Promise<T>): Promise<T | null> {
  return holding(url, lock, async (client) => {
    for (const store of lock.stores) if (!(await tryLock(client, store, lock.mode))) return null;
    return work();
  });
}

async function holding<T>(
  url: string,
  { doing, signal }: BackupLock,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const client = await connectFor(url, namePrefix + doing);
  const stop = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await use(client);
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
  }
}

function suffixOf(mode: BackupLock['mode']): string {
  return mode === 'alone' ? '' : '_shared';
}

async function tryLock(client: pg.Client, store: Store, mode: BackupLock['mode']): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_lock${suffixOf(mode)}(${lockKeys[store]}) as locked`,
  );
  return rows[0]?.locked === true;
}

/** The work of the connection that has held the lock longest, by the connection's name. */
async function holderOf(client: pg.Client, store: Store): Promise<string> {
  const key = lockKeys[store];
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.pid <> pg_backend_pid()
       and l.database = (select oid from pg_database where datname = current_database())
       and l.classid::bigint = $1 and l.objid::bigint = $2
     order by a.backend_start limit 1`,
    [Math.floor(key / 2 ** 32), key % 2 ** 32],
  );
  const doing = (rows[0]?.name ?? '').slice(namePrefix.length);
  return doing in doings ? doings[doing as keyof typeof doings] : 'outra operação das cópias';
}
