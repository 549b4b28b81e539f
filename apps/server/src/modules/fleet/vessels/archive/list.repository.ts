import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import type { archiveResource } from '@kianda/contract/fleet/vessels/archive.resource';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Conditions, conditionOf, type ListPage, listPage } from '../../../../platform/db/list-query.ts';
import type { ArchiveTables } from './days.repository.ts';

type Filters = FilterValues<typeof archiveResource>;
type Sort = SortOf<typeof archiveResource>;

type ArchivedRow = {
  readonly day: string;
  readonly object_key: string;
  readonly positions: number;
  readonly vessels: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly archived_at: Date;
  readonly in_database: number;
};

const sorts: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  day: sql`day`,
  positions: sql`positions`,
  bytes: sql`bytes`,
  archived: sql`archived_at`,
};

/** Days are days of UTC: one counts where any of it is in the period. */
const conditions: Conditions<Filters> = {
  from: (from) => sql`starts_at > ${from}::timestamptz - interval '24 hours'`,
  to: (to) => sql`starts_at <= ${to}::timestamptz`,
};

/** Archived days as screens list them. */
export const createArchiveList = (db: Kysely<ArchiveTables>) => ({
  page: (page: ListPage<Filters, Sort>) =>
    listPage<ArchivedRow>(db, {
      from: sql`(
        SELECT to_char(a.day, 'YYYY-MM-DD') AS day, a.day::timestamp AT TIME ZONE 'UTC' AS starts_at, a.object_key,
          a.positions, a.vessels, a.bytes, a.sha256, a.archived_at, (
            SELECT count(*)::int FROM vessels.positions AS p
            WHERE p.time >= a.day::timestamp AT TIME ZONE 'UTC' AND p.time < (a.day + 1)::timestamp AT TIME ZONE 'UTC'
          ) AS in_database
        FROM vessels.archived_days AS a) AS days`,
      where: conditionOf(conditions, page.filters),
      by: sorts[page.sort],
      tie: sql`day`,
      page,
    }),

  async totals(): Promise<{ readonly positions: number; readonly bytes: number }> {
    const { rows } = await sql<{ positions: number; bytes: number }>`
      SELECT coalesce(sum(positions), 0)::float8 AS positions, coalesce(sum(bytes), 0)::float8 AS bytes
      FROM vessels.archived_days`.execute(db);
    return rows[0] ?? { positions: 0, bytes: 0 };
  },

  async has(day: string): Promise<boolean> {
    const { rows } = await sql`SELECT FROM vessels.archived_days WHERE day = ${day}::date`.execute(db);
    return rows.length > 0;
  },
});
