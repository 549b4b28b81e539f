import type { BackupDrill, BackupSettings, BackupTargetId } from '@kianda/contract/operations/backups/backups.contract';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Journal } from './point-in-time.client.ts';

export type BackupRow = {
  name: string;
  kind: 'full' | 'incremental';
  state: 'running' | 'completed' | 'failed';
  trigger: 'schedule' | 'manual';
  actor: string;
  base: string | null;
  requires: string[];
  started_at: Date;
  ended_at: Date | null;
  marked_at: Date | null;
  mark_lsn: string | null;
  stored_bytes: number | null;
  row_count: number | null;
  table_count: number | null;
  object_count: number | null;
  checksum: string | null;
  error: string | null;
  key_fingerprint: string;
  verified_at: Date | null;
  verify_error: string | null;
  drilled_at: Date | null;
  drill_passed: boolean | null;
};

export type CopyRow = {
  backup: string;
  target: BackupTargetId;
  place: string;
  state: 'good' | 'failed' | 'missing';
  at: Date;
  error: string | null;
};

export type DrillRow = {
  id: string;
  backup: string;
  target: BackupTargetId;
  started_at: Date;
  ended_at: Date | null;
  state: 'running' | 'passed' | 'failed';
  error: string | null;
  loss_minutes: number | null;
  object_count: number | null;
  object_bytes: number | null;
  evidence: BackupDrill['evidence'];
  /** Instant that a base copy was recovered to; null for the drill of a backup. */
  instant: Date | null;
};

export type SettingsRow = {
  settings: BackupSettings;
  since: Date;
  sealed_secret: Buffer | null;
  updated_at: Date;
  updated_by: string | null;
  key_saved_fingerprint: string | null;
  key_saved_at: Date | null;
  key_saved_by: string | null;
};

type Db = ReturnType<typeof connect>;
export type LogRow = { id: number; at: Date; level: 'info' | 'warn' | 'error'; backup: string | null; message: string };

type Tables = {
  'backups.backups': BackupRow;
  'backups.copies': CopyRow;
  'backups.drills': DrillRow;
  'backups.settings': SettingsRow;
  'backups.log': LogRow;
};

const drillsShown = 50;
const logDays = 400;

const connect = (database: Database) => database.for<Tables>();

export type BackupsRepository = ReturnType<typeof createBackupsRepository>;

function settingsTable(db: Db) {
  return {
    settings: (): Promise<SettingsRow> => db.selectFrom('backups.settings').selectAll().executeTakeFirstOrThrow(),
    async changeSettings(change: Partial<SettingsRow>): Promise<void> {
      const { settings, ...rest } = change;
      await db
        .updateTable('backups.settings')
        .set({ ...rest, ...(settings === undefined ? {} : { settings: sql`${JSON.stringify(settings)}::jsonb` }) })
        .execute();
    },
  };
}

/** Backups and their copies on each target. */
function backupTables(db: Db) {
  return {
    backups: (): Promise<BackupRow[]> =>
      db.selectFrom('backups.backups').selectAll().orderBy('started_at', 'desc').orderBy('name', 'desc').execute(),
    backup: (name: string): Promise<BackupRow | undefined> =>
      db.selectFrom('backups.backups').selectAll().where('name', '=', name).executeTakeFirst(),
    copies: (): Promise<Selectable<CopyRow>[]> =>
      db.selectFrom('backups.copies').selectAll().orderBy('target').execute(),
    async addBackup(row: BackupRow): Promise<void> {
      await db
        .insertInto('backups.backups')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute();
    },
    async changeBackup(name: string, change: Partial<BackupRow>): Promise<void> {
      await db.updateTable('backups.backups').set(change).where('name', '=', name).execute();
    },
    async removeBackup(name: string): Promise<void> {
      await db.deleteFrom('backups.backups').where('name', '=', name).execute();
    },

    async setCopy(row: CopyRow): Promise<void> {
      await db
        .insertInto('backups.copies')
        .values(row)
        .onConflict((conflict) => conflict.columns(['backup', 'target']).doUpdateSet(row))
        .execute();
    },
  };
}

function drillTable(db: Db) {
  return {
    drills: (): Promise<DrillRow[]> =>
      db.selectFrom('backups.drills').selectAll().orderBy('started_at', 'desc').limit(drillsShown).execute(),
    /** Ends the drills whose process died. The caller holds the lock, so that none of them is still running. */
    async endInterruptedDrills(now: Date, error: string): Promise<void> {
      await db
        .updateTable('backups.drills')
        .set({ state: 'failed', ended_at: now, error })
        .where('state', '=', 'running')
        .execute();
    },
    async addDrill(row: Omit<DrillRow, 'evidence'>): Promise<void> {
      await db
        .insertInto('backups.drills')
        .values({ ...row, evidence: sql`'[]'::jsonb` })
        .execute();
    },
    async endDrill(
      id: string,
      change: Omit<Partial<DrillRow>, 'evidence'>,
      evidence: DrillRow['evidence'],
    ): Promise<void> {
      await db
        .updateTable('backups.drills')
        .set({ ...change, evidence: sql`${JSON.stringify(evidence)}::jsonb` })
        .where('id', '=', id)
        .execute();
    },
  };
}

function logTable(db: Db) {
  return {
    async log(at: Date, level: LogRow['level'], backup: string | null, message: string): Promise<void> {
      await sql`insert into backups.log (at, level, backup, message)
        values (${at}, ${level}, ${backup}, ${message.slice(0, 2_000)})`.execute(db);
      await sql`delete from backups.log where at < ${new Date(at.getTime() - logDays * 86_400_000)}`.execute(db);
    },
  };
}

/** State of the database server itself. */
function serverCatalogue(db: Db) {
  return {
    /** How the server archives its journal: a restore to an instant needs it. */
    async journal(): Promise<Journal> {
      // Whether there is a command, not which: it may carry a password. It reads `(disabled)` while nothing is archived.
      const { rows } = await sql<Omit<Journal, 'major'> & { version: number }>`
        select current_setting('wal_level') as level, current_setting('archive_mode') as "archiveMode",
          coalesce(nullif(nullif(current_setting('archive_command', true), ''), '(disabled)'),
            nullif(current_setting('archive_library', true), '')) is not null as "hasDestination",
          last_archived_time as "lastArchivedAt", failed_count::int8 as failures,
          current_setting('server_version_num')::int as version
        from pg_stat_archiver`.execute(db);
      const [row] = rows;
      if (row === undefined) throw new Error('pg_stat_archiver has no row');
      const { version, ...journal } = row;
      return { ...journal, major: Math.floor(version / 10_000) };
    },
    async databaseName(): Promise<string> {
      const { rows } = await sql<{ name: string }>`select current_database()::text as name`.execute(db);
      return rows[0]?.name ?? '';
    },
    /** Databases whose names begin with `prefix`: those that a restore replaced, or left behind. */
    async databasesLike(prefix: string): Promise<string[]> {
      const { rows } = await sql<{ name: string }>`
        select datname::text as name from pg_database where starts_with(datname, ${prefix}) order by 1`.execute(db);
      return rows.map(({ name }) => name);
    },
  };
}

/** The only SQL on the schema `backups`. */
export function createBackupsRepository(database: Database) {
  const db = connect(database);
  return { ...settingsTable(db), ...backupTables(db), ...drillTable(db), ...logTable(db), ...serverCatalogue(db) };
}
