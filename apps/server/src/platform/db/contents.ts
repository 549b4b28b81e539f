import { type RawBuilder, sql } from 'kysely';
import { openCaches } from '../cache/registry.ts';
import type { Logger } from '../log/log.ts';
import type { Database } from './database.ts';

const insufficientPrivilege = '42501';
const undefinedTable = '42P01';
const epochStepSeconds = 10;
/** Steps that a replica without synchronous replication may lack when it takes over. */
const stepsOfFailover = 3;

/** Watches that the database stays the one this process started on. */
export type Contents = {
  /**
   * Why this process no longer stands on the data it began with, in Portuguese; null while it does. The first call learns
   * what there is. Rejects when the database does not answer.
   */
  fault(): Promise<string | null>;
};

/**
 * A restore gives another database the same name, or makes the tables anew: both change a number here, which a restart, a
 * failover to a replica and a migration leave as they are.
 */
async function readIdentity(database: Database): Promise<string> {
  const cluster = await readText(database, sql`select system_identifier::text as value from pg_control_system()`).catch(
    (error: unknown) => {
      // Some hosts keep it from their customers: the other two numbers still tell most of it.
      if (error instanceof Error && 'code' in error && error.code === insufficientPrivilege) return '?';
      throw error;
    },
  );
  const inside = sql`
    select concat_ws('/', (select oid from pg_database where datname = current_database()),
      coalesce(to_regclass('platform.migrations')::oid::text, 'none')) as value`;
  return `${cluster}/${await readText(database, inside)}`;
}

async function readText(database: Database, query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await query.execute(database.for());
  return (rows[0] as { value: string } | undefined)?.value ?? '';
}

type Epoch = { readonly value: number; readonly isDue: boolean };

async function readEpoch(database: Database, stepSeconds: number): Promise<Epoch | null> {
  const query = sql<Epoch>`select value::float8 as value,
    written_at <= clock_timestamp() - make_interval(secs => ${stepSeconds}) as "isDue" from contents.epoch`;
  const rows = await query.execute(database.for()).then(
    (result) => result.rows,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === undefinedTable) return [];
      throw error;
    },
  );
  return rows[0] ?? null;
}

/** Null where another process was first, or where the database takes no writes: the next call tries again. */
async function advanceEpoch(database: Database, { value }: Epoch): Promise<number | null> {
  const query = sql<{ value: number }>`update contents.epoch set value = value + 1, written_at = clock_timestamp()
    where value = ${value} returning value::float8 as value`;
  const result = await query.execute(database.for()).catch(() => null);
  return result?.rows[0]?.value ?? null;
}

/**
 * Whether a row that only grows went back: a server recovered to an earlier instant is the same one by every number of
 * its own, and so is a promoted replica, which has what was acknowledged.
 */
function createEpochWatch(database: Database, stepSeconds: number) {
  let newest = 0;
  return async (): Promise<{ readonly newest: number; readonly found: number } | null> => {
    const epoch = await readEpoch(database, stepSeconds);
    if (epoch === null) return null;
    if (epoch.value < newest - stepsOfFailover) return { newest, found: epoch.value };
    const advanced = epoch.isDue ? await advanceEpoch(database, epoch) : null;
    newest = advanced ?? epoch.value;
    return null;
  };
}

/** `onReplaced` is called once, when the data were found to be others; what this process remembers of them is dropped. */
export function createContents(options: {
  readonly database: Database;
  readonly log: Logger;
  readonly onReplaced?: (() => void) | undefined;
  /** Least time between two steps of the epoch, of all processes together. */
  readonly epochSeconds?: number;
}): Contents {
  const { database, log, onReplaced, epochSeconds = epochStepSeconds } = options;
  const olderEpoch = createEpochWatch(database, epochSeconds);
  let known: string | null = null;
  let isReplaced = false;
  const found = async () => {
    const identity = await readIdentity(database);
    known ??= identity;
    return identity === known ? olderEpoch() : { known, found: identity };
  };
  return {
    async fault() {
      const difference = isReplaced ? null : await found();
      if (!isReplaced && difference === null) return null;
      if (!isReplaced) {
        isReplaced = true;
        for (const cache of openCaches()) cache.clear();
        log.error(difference ?? {}, 'a base de dados foi reposta ou trocada com este processo em curso');
        onReplaced?.();
      }
      return 'A base de dados foi reposta ou trocada por outra: este processo tem de reiniciar.';
    },
  };
}
