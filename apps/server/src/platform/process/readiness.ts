import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createCache } from '../cache/cache.ts';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../db/database.ts';
import { type ModuleMigrations, schemaFault } from '../db/migrate.ts';

/** One reason why this process can not serve; `detail` is a Portuguese sentence for operators. */
export type NotReady = {
  readonly reason: 'starting' | 'database_unreachable' | 'schema_mismatch' | 'disk_full';
  readonly detail: string;
};

/** Resolves to every reason at present; empty when ready. Never rejects. */
export type Readiness = () => Promise<readonly NotReady[]>;

/** Orchestrators probe every few seconds, several at once: they share one answer. */
const sharedMs = 1_000;
const answerLimitMs = 5_000;
/** Below this, PostgreSQL can soon not write its next journal segments (16 MiB each), and writes begin to fail. */
const leastFreeBytes = 128 * 1024 * 1024;

/** Checks the database, its schema and the disk of the data folder. */
export function createReadiness(options: {
  readonly database: Database;
  readonly migrations: readonly ModuleMigrations[];
  readonly dataDir: string;
  readonly clock: Clock;
  /** Bytes that this process may still write in a folder; read from the file system when absent. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}): Readiness {
  const { database, migrations, dataDir, clock, freeBytes = freeBytesOf } = options;
  const answers = createCache<readonly NotReady[]>({
    name: 'platform/readiness',
    clock,
    ttlMs: sharedMs,
    maxStaleMs: 0,
    maxEntries: 1,
  });
  const check = async () => {
    const reasons = await Promise.all([databaseReason(database, migrations), diskReason(dataDir, freeBytes)]);
    return reasons.filter((reason) => reason !== null);
  };
  return async () => (await answers.get('all', check)).value;
}

async function databaseReason(database: Database, migrations: readonly ModuleMigrations[]): Promise<NotReady | null> {
  const unreachable: NotReady = { reason: 'database_unreachable', detail: 'A base de dados não responde.' };
  const limit = new AbortController();
  const overtime = wait(answerLimitMs, unreachable, { signal: limit.signal, ref: false }).catch(() => unreachable);
  const answer = schemaFault(database, migrations).then(
    (detail): NotReady | null => (detail === null ? null : { reason: 'schema_mismatch', detail }),
    () => unreachable,
  );
  try {
    return await Promise.race([answer, overtime]);
  } finally {
    limit.abort();
  }
}

async function diskReason(folder: string, freeBytes: (folder: string) => Promise<number>): Promise<NotReady | null> {
  const free = await freeBytes(folder).catch(() => null);
  if (free === null) return { reason: 'disk_full', detail: `A pasta de dados ${folder} não se lê.` };
  if (free >= leastFreeBytes) return null;
  return { reason: 'disk_full', detail: `O disco da pasta de dados só tem ${Math.floor(free / 2 ** 20)} MiB livres.` };
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
