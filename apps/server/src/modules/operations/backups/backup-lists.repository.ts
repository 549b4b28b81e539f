import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import type { backupLogResource, backupResource } from '@kianda/contract/operations/backups/backups.resource';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { type Conditions, conditionOf, containing, type ListPage, listPage } from '../../../platform/db/list-query.ts';
import type { BackupRow, LogRow } from './backups.repository.ts';

type Filters = FilterValues<typeof backupResource>;
type LogFilters = FilterValues<typeof backupLogResource>;
type BackupPage = ListPage<Filters, SortOf<typeof backupResource>>;
type LogPage = ListPage<LogFilters, SortOf<typeof backupLogResource>>;

const sorts: Readonly<Record<BackupPage['sort'], RawBuilder<unknown>>> = {
  name: sql`name`,
  state: sql`state`,
  begun: sql`started_at`,
  duration: sql`ended_at - started_at`,
  size: sql`stored_bytes`,
  rows: sql`row_count`,
  objects: sql`object_count`,
  verified: sql`verified_at`,
  drilled: sql`drilled_at`,
};

const conditions: Conditions<Filters> = {
  search: (text) => (text === '' ? null : sql`concat_ws(' ', name, actor, error) ILIKE ${containing(text)}`),
  type: (type) => sql`kind = ${type}`,
  state: (state) => sql`state = ${state}`,
  from: (from) => sql`started_at >= ${new Date(from)}`,
  to: (to) => sql`started_at <= ${new Date(to)}`,
};

const logSorts: Readonly<Record<LogPage['sort'], RawBuilder<unknown>>> = {
  at: sql`at`,
  /** Mildest first in ascending order. */
  level: sql`array_position(ARRAY['info', 'warn', 'error'], level)`,
  backup: sql`backup`,
};

const logConditions: Conditions<LogFilters> = {
  search: (text) => (text === '' ? null : sql`concat_ws(' ', backup, message) ILIKE ${containing(text)}`),
  level: (level) => sql`level = ${level}`,
  from: (from) => sql`at >= ${new Date(from)}`,
  to: (to) => sql`at <= ${new Date(to)}`,
};

/** The lists of backups and of their log: one page in order, and how many there are. */
export function createBackupListRepository(database: Database) {
  const db = database.for<Record<never, never>>();
  return {
    backups: (page: BackupPage) =>
      listPage<BackupRow>(db, {
        from: sql`backups.backups`,
        where: conditionOf(conditions, page.filters),
        by: sorts[page.sort],
        tie: sql`name DESC`,
        page,
      }),
    log: (page: LogPage) =>
      listPage<LogRow>(db, {
        from: sql`backups.log`,
        where: conditionOf(logConditions, page.filters),
        by: logSorts[page.sort],
        tie: sql`id DESC`,
        page,
      }),
  };
}

export type BackupListRepository = ReturnType<typeof createBackupListRepository>;
