import { setTimeout as wait } from 'node:timers/promises';
import { createCache } from '../cache/cache.ts';
import type { Clock } from '../clock/clock.ts';
import type { Contents } from '../db/contents.ts';
import type { Database } from '../db/database.ts';
import { type ModuleMigrations, schemaFault } from '../db/migrate.ts';
import { type Disk, type Disks, megabytes } from './disk.ts';

/** One reason why this process can not serve; `detail` is a Portuguese sentence for operators. */
export type NotReady = {
  readonly reason: 'starting' | 'database_unreachable' | 'database_replaced' | 'schema_mismatch' | 'disk_full';
  readonly detail: string;
};

/**
 * Resolves to every reason at present; none when ready. `warnings` do not stop requests: the disk of the objects or of the
 * backups is full. Never rejects.
 */
export type Readiness = () => Promise<{
  readonly reasons: readonly NotReady[];
  readonly warnings: readonly NotReady[];
}>;

/** Orchestrators probe every few seconds, several at once: they share one answer. */
const sharedMs = 1_000;
const answerLimitMs = 5_000;

/** Checks the database, its schema and the disks. */
export function createReadiness(options: {
  readonly database: Database;
  readonly migrations: readonly ModuleMigrations[];
  readonly contents: Contents;
  readonly disks: Disks;
  readonly clock: Clock;
}): Readiness {
  const { database, migrations, contents, disks, clock } = options;
  const answers = createCache<Awaited<ReturnType<Readiness>>>({
    name: 'platform/readiness',
    clock,
    ttlMs: sharedMs,
    maxStaleMs: 0,
    maxEntries: 1,
  });
  const check = async () => {
    const [ofDatabase, all] = await Promise.all([databaseReason(database, migrations, contents), disks.all()]);
    const ofDisks = (isVital: boolean) => all.filter((disk) => disk.isVital === isVital).map(diskReason);
    const told = (reasons: readonly (NotReady | null)[]) => reasons.filter((reason) => reason !== null);
    return { reasons: told([ofDatabase, ...ofDisks(true)]), warnings: told(ofDisks(false)) };
  };
  return async () => (await answers.get('all', check)).value;
}

async function databaseReason(
  database: Database,
  migrations: readonly ModuleMigrations[],
  contents: Contents,
): Promise<NotReady | null> {
  const unreachable: NotReady = { reason: 'database_unreachable', detail: 'A base de dados não responde.' };
  const limit = new AbortController();
  const overtime = wait(answerLimitMs, unreachable, { signal: limit.signal, ref: false }).catch(() => unreachable);
  const judge = async (): Promise<NotReady | null> => {
    const replaced = await contents.fault();
    if (replaced !== null) return { reason: 'database_replaced', detail: replaced };
    const mismatch = await schemaFault(database, migrations);
    return mismatch === null ? null : { reason: 'schema_mismatch', detail: mismatch };
  };
  const answer = judge().catch(() => unreachable);
  try {
    return await Promise.race([answer, overtime]);
  } finally {
    limit.abort();
  }
}

function diskReason({ level, space, ofWhat, places, folder }: Disk): NotReady | null {
  if (level === 'unreadable') {
    const what = places.includes('data') ? `A pasta de dados ${folder}` : `O disco ${ofWhat} (${folder})`;
    return { reason: 'disk_full', detail: `${what} não se lê.` };
  }
  if (level !== 'full') return null;
  return { reason: 'disk_full', detail: `O disco ${ofWhat} só tem ${megabytes(space?.freeBytes ?? 0)} livres.` };
}
