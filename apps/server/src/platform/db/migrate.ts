import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import manifest from '../../../package.json' with { type: 'json' };
import type { Logger } from '../log/log.ts';
import { messageOf, StartupError } from '../process/startup-error.ts';
import type { Database, Migration } from './database.ts';

/** The database holds a migration this program does not have: running on it could destroy newer data. */
export class NewerDatabaseError extends StartupError {
  override readonly name = 'NewerDatabaseError';
}

/** A landed migration was edited, or numbered before one already applied. */
export class ChangedMigrationError extends StartupError {
  override readonly name = 'ChangedMigrationError';
}

export class FailedMigrationError extends StartupError {
  override readonly name = 'FailedMigrationError';
}

export type ModuleMigrations = { readonly name: string; readonly migrations: readonly Migration[] };

type PlatformTables = {
  'platform.migrations': { module: string; id: string; checksum: string; applied_at: Date; app_version: string };
};
type Applied = { module: string; id: string; checksum: string; app_version: string };
type Connection = Kysely<PlatformTables>;

/** Any fixed number: two processes of the platform that start at once migrate one after the other. */
const LOCK_KEY = 4_611_200_917;

/** By text: a landed migration never changes, and every look at the schema compares all of them. */
const checksums = new Map<string, string>();

/** SHA-256 of the SQL, in hexadecimal. */
export function migrationChecksum({ sql: text }: Migration): string {
  const known = checksums.get(text);
  if (known !== undefined) return known;
  const checksum = createHash('sha256').update(text).digest('hex');
  checksums.set(text, checksum);
  return checksum;
}

/** The migrations of a module in order of application. Throws on a repeated id. */
export function orderedMigrations(module: ModuleMigrations): readonly Migration[] {
  const ordered = module.migrations.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  for (const [index, migration] of ordered.entries()) {
    if (ordered[index + 1]?.id === migration.id) {
      throw new Error(`module ${module.name} has two migrations called ${migration.id}`);
    }
  }
  return ordered;
}

/** Throws when what was applied is not what this program has. */
function verify(modules: readonly ModuleMigrations[], applied: readonly Applied[]): void {
  const known = new Map(
    modules.flatMap((module) => module.migrations.map((migration) => [`${module.name}/${migration.id}`, migration])),
  );
  for (const row of applied) {
    const name = `${row.module}/${row.id}`;
    const migration = known.get(name);
    if (migration === undefined) {
      throw new NewerDatabaseError(
        `A base de dados é de uma versão mais recente da Kianda (migração ${name}, da versão ${row.app_version}; este programa é a versão ${manifest.version}): atualize o programa ou indique outra base de dados.`,
      );
    }
    if (migrationChecksum(migration) !== row.checksum) {
      throw new ChangedMigrationError(
        `A migração ${name} foi alterada depois de aplicada a esta base de dados; reponha o ficheiro original.`,
      );
    }
  }
}

function pendingOf(module: ModuleMigrations, applied: ReadonlySet<string>, hasPostgis: boolean): readonly Migration[] {
  const ordered = orderedMigrations(module);
  const last = ordered.findLastIndex(({ id, requiresPostgis }) => !requiresPostgis && applied.has(id));
  const pending = ordered.filter(({ id, requiresPostgis }) => !applied.has(id) && (!requiresPostgis || hasPostgis));
  const late = pending.find((migration) => !migration.requiresPostgis && ordered.indexOf(migration) < last);
  if (late !== undefined) {
    throw new ChangedMigrationError(
      `A migração ${module.name}/${late.id} é anterior a outra já aplicada; dê-lhe um número mais alto.`,
    );
  }
  return pending;
}

async function apply(connection: Connection, module: string, migration: Migration): Promise<void> {
  await connection
    .transaction()
    .execute(async (transaction) => {
      // Without parameters pg sends the text by the simple protocol, so that one migration may hold many statements.
      await sql.raw(migration.sql).execute(transaction);
      await transaction
        .insertInto('platform.migrations')
        .values({
          module,
          id: migration.id,
          checksum: migrationChecksum(migration),
          applied_at: sql<Date>`clock_timestamp()`,
          app_version: manifest.version,
        })
        .execute();
    })
    .catch((error: unknown) => {
      throw new FailedMigrationError(`A migração ${module}/${migration.id} falhou: ${messageOf(error)}`, {
        cause: error,
      });
    });
}

async function applyAll(
  connection: Connection,
  modules: readonly ModuleMigrations[],
  hasPostgis: boolean,
  log: Logger,
): Promise<void> {
  await sql`create schema if not exists platform`.execute(connection);
  await sql`create table if not exists platform.migrations (
    module text not null,
    id text not null,
    checksum text not null,
    applied_at timestamptz not null,
    app_version text not null,
    primary key (module, id)
  )`.execute(connection);
  const applied = await connection
    .selectFrom('platform.migrations')
    .select(appliedColumns)
    .orderBy('applied_at')
    .execute();
  verify(modules, applied);
  const schemas = await sql<{ name: string }>`select nspname as name from pg_catalog.pg_namespace`.execute(connection);
  const standing = new Set(schemas.rows.map(({ name }) => name));
  for (const module of modules) {
    const ids = new Set(applied.filter((row) => row.module === module.name).map((row) => row.id));
    const pending = pendingOf(module, ids, hasPostgis);
    if (!standing.has(module.name)) await sql`create schema if not exists ${sql.id(module.name)}`.execute(connection);
    for (const migration of pending) {
      await apply(connection, module.name, migration);
      log.debug({ module: module.name, migration: migration.id }, 'migração aplicada');
    }
  }
}

const undefinedTable = '42P01';
const appliedColumns = ['module', 'id', 'checksum', 'app_version'] as const;

export type PendingMigration = { readonly module: string; readonly migration: Migration };

/**
 * Migrations that the database lacks, in the order in which they would be applied. Throws `NewerDatabaseError` and
 * `ChangedMigrationError` as `migrate` does; rejects with 42P01 where the database has no table of migrations.
 */
export async function pendingMigrations(
  database: Database,
  modules: readonly ModuleMigrations[],
): Promise<readonly PendingMigration[]> {
  const applied = await database
    .for<PlatformTables>()
    .selectFrom('platform.migrations')
    .select(appliedColumns)
    .execute();
  verify(modules, applied);
  return modules.flatMap((module) => {
    const ids = new Set(applied.filter((row) => row.module === module.name).map((row) => row.id));
    const pending = pendingOf(module, ids, database.hasPostgis);
    return pending.map((migration) => ({ module: module.name, migration }));
  });
}

/**
 * The difference between the database's schema and the modules' migrations, as a Portuguese sentence; null without one.
 * Rejects when the database does not answer.
 */
export async function schemaFault(database: Database, modules: readonly ModuleMigrations[]): Promise<string | null> {
  try {
    const [next] = await pendingMigrations(database, modules);
    return next === undefined ? null : `Falta à base de dados a migração ${next.module}/${next.migration.id}.`;
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    if (error instanceof Error && 'code' in error && error.code === undefinedTable) {
      return 'A base de dados não tem as tabelas da Kianda.';
    }
    throw error;
  }
}

/**
 * Brings the database to what the modules declare, in the order given; each migration in its own transaction,
 * under an advisory lock. Names in the SQL are schema-qualified. Throws `NewerDatabaseError`,
 * `ChangedMigrationError` or `FailedMigrationError`, each with one Portuguese line.
 */
export async function migrate(database: Database, modules: readonly ModuleMigrations[], log: Logger): Promise<void> {
  await database
    .for<PlatformTables>()
    .connection()
    .execute(async (connection) => {
      await sql`select pg_advisory_lock(${LOCK_KEY})`.execute(connection);
      try {
        await applyAll(connection, modules, database.hasPostgis, log);
      } finally {
        await sql`select pg_advisory_unlock(${LOCK_KEY})`.execute(connection);
      }
    });
}
