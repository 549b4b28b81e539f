import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import type { licenceResource } from '@kianda/contract/fleet/surveillance/licences.resource';
import { dayMs } from '@kianda/geo';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import {
  type Conditions,
  conditionOf,
  containing,
  type ListPage,
  listPage,
} from '../../../../platform/db/list-query.ts';
import type { LicenceRow, SurveillanceTables } from '../surveillance.tables.ts';
import { heldStretches } from './licence-days.ts';

type Database = Kysely<SurveillanceTables>;
type Filters = FilterValues<typeof licenceResource>;
export type LicencePage = ListPage<Filters, SortOf<typeof licenceResource>>;

/** Whether a row of licences holds on a day: the SQL of `isValidOn` in licence-days.ts. */
const isValidOn = (
  day: string,
) => sql<boolean>`(valid_from <= ${day}::date AND valid_to >= ${day}::date AND NOT EXISTS (
  SELECT FROM jsonb_to_recordset(suspensions) AS s ("from" date, "to" date)
  WHERE s."from" <= ${day}::date AND coalesce(s."to" >= ${day}::date, true)))`;

/** A licence as it is inserted: the driver would write a list as an array of the database instead of JSON. */
export const insertedLicence = <T extends Pick<LicenceRow, 'suspensions'>>(row: T) => ({
  ...row,
  suspensions: JSON.stringify(row.suspensions),
});

const sorts: Readonly<Record<LicencePage['sort'], RawBuilder<unknown>>> = {
  number: sql`number`,
  vessel: sql`vessel_name`,
  flag: sql`flag`,
  holder: sql`holder`,
  from: sql`valid_from`,
  to: sql`valid_to`,
};

const conditionsOn = (today: string): Conditions<Filters> => ({
  search: (text) =>
    text === ''
      ? null
      : sql`concat_ws(' ', number, vessel_name, mmsi, imo, callsign, registration, holder) ILIKE ${containing(text)}`,
  valid: (valid) => (valid === 'true' ? isValidOn(today) : sql`NOT ${isValidOn(today)}`),
  fleet: (fleet) => sql`fleet = ${fleet}`,
});

/** Reads of licences. */
export const licenceQueries = (db: Database) => ({
  /** Licences that hold on a day. */
  licencesOn: (day: string) =>
    db.selectFrom('surveillance.licences').select(['gears', 'area_ids']).where(isValidOn(day)).execute(),

  /** One page in order, of licences as they are on a day, and how many there are. */
  licencePage: (page: LicencePage, today: string) =>
    listPage<Selectable<LicenceRow>>(db, {
      from: sql`surveillance.licences`,
      where: conditionOf(conditionsOn(today), page.filters),
      by: sorts[page.sort],
      tie: sql`number`,
      page,
    }),
  /** Licences valid on a day, by zone (null: the whole ZEE), how many in all, and the seed of any that is simulated. */
  async zonesOn(day: string) {
    const valid = isValidOn(day);
    const { rows } = await sql<{ area_id: string | null; licences: number }>`
        SELECT z.area_id, count(*)::int AS licences FROM surveillance.licences
        LEFT JOIN LATERAL unnest(area_ids) AS z (area_id) ON true WHERE ${valid} GROUP BY 1 ORDER BY 1 NULLS FIRST`.execute(
      db,
    );
    const { rows: sums } = await sql<{ total: number; seed: number | null }>`
        SELECT count(*)::int AS total, max(simulated_seed) AS seed FROM surveillance.licences WHERE ${valid}`.execute(
      db,
    );
    return { zones: rows, total: sums[0]?.total ?? 0, seed: sums[0]?.seed ?? null };
  },
  /** Marks of the vessels of licences, letters in capitals, and the days on which they hold, counted since 1970. */
  async licenceMarks() {
    const { rows } = await sql<
      Pick<LicenceRow, 'valid_from' | 'valid_to' | 'suspensions' | 'mmsi' | 'imo' | 'callsign' | 'registration'>
    >`
        SELECT valid_from, valid_to, suspensions, mmsi, nullif(upper(imo), '') AS imo,
          nullif(upper(callsign), '') AS callsign, nullif(upper(registration), '') AS registration
        FROM surveillance.licences ORDER BY id`.execute(db);
    const dayOf = (date: string) => Date.parse(date) / dayMs;
    return rows.flatMap(({ valid_from, valid_to, suspensions, ...marks }) =>
      heldStretches({ valid_from, valid_to, suspensions }).map(({ from, to }) => ({
        fromDay: dayOf(from),
        toDay: dayOf(to),
        ...marks,
      })),
    );
  },
  allLicences: (): Promise<Selectable<LicenceRow>[]> => db.selectFrom('surveillance.licences').selectAll().execute(),
  async numbersAmong(numbers: readonly string[]): Promise<ReadonlySet<string>> {
    if (numbers.length === 0) return new Set();
    const rows = await db
      .selectFrom('surveillance.licences')
      .select('number')
      .where('number', '=', sql<string>`ANY(${numbers})`)
      .execute();
    return new Set(rows.map(({ number }) => number));
  },
});

/** Changes of licences. */
export const licenceWrites = (db: Database) => ({
  async insertLicence(row: LicenceRow): Promise<void> {
    await db.insertInto('surveillance.licences').values(insertedLicence(row)).execute();
  },
  updateLicence: (id: string, change: Omit<LicenceRow, 'id'>) =>
    db
      .updateTable('surveillance.licences')
      .set(insertedLicence(change))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),
  deleteLicence: (id: string) =>
    db.deleteFrom('surveillance.licences').where('id', '=', id).returningAll().executeTakeFirst(),

  /** Writes licences by their number, all or none; one of a known number replaces the stored one. */
  async putLicences(rows: readonly LicenceRow[]): Promise<void> {
    await db.transaction().execute(async (store) => {
      for (const { id, ...row } of rows) {
        await store
          .insertInto('surveillance.licences')
          .values(insertedLicence({ id, ...row }))
          .onConflict((conflict) => conflict.column('number').doUpdateSet(insertedLicence(row)))
          .execute();
      }
    });
  },
});
