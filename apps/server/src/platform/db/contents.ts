import { type RawBuilder, sql } from 'kysely';
import { openCaches } from '../cache/registry.ts';
import type { Logger } from '../log/log.ts';
import type { Database } from './database.ts';

const insufficientPrivilege = '42501';

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

/** `onReplaced` is called once, when the data were found to be others; what this process remembers of them is dropped. */
export function createContents(options: {
  readonly database: Database;
  readonly log: Logger;
  readonly onReplaced?: (() => void) | undefined;
}): Contents {
  const { database, log, onReplaced } = options;
  let known: string | null = null;
  let isReplaced = false;
  return {
    async fault() {
      const found = await readIdentity(database);
      known ??= found;
      if (found === known) return null;
      if (!isReplaced) {
        isReplaced = true;
        for (const cache of openCaches()) cache.clear();
        log.error({ known, found }, 'a base de dados foi reposta ou trocada com este processo em curso');
        onReplaced?.();
      }
      return 'A base de dados foi reposta ou trocada por outra: este processo tem de reiniciar.';
    },
  };
}
