import { dayMs } from '@kianda/geo';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { LicenceRow, SurveillanceTables } from '../surveillance.tables.ts';
import { heldStretches } from './licence-days.ts';

type Database = Kysely<SurveillanceTables>;
export type LicenceFilter = { readonly search: string | null; readonly valid: boolean | null; readonly today: string };

/** Whether a row of licences holds on a day: the SQL of `holdsOn` in licence-days.ts. */
const holdsOn = (day: string) => sql<boolean>`(valid_from <= ${day}::date AND valid_to >= ${day}::date AND NOT EXISTS (
  SELECT FROM jsonb_to_recordset(suspensions) AS s ("from" date, "to" date)
  WHERE s."from" <= ${day}::date AND coalesce(s."to" >= ${day}::date, true)))`;

/** A licence as it is inserted: the driver would write a list as an array of the database instead of JSON. */
export const insertedLicence = <T extends Pick<LicenceRow, 'suspensions'>>(row: T) => ({
  ...row,
  suspensions: JSON.stringify(row.suspensions),
});

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Licences that match a filter. */
function licencesWhere(db: Database, { search, valid, today }: LicenceFilter) {
  let query = db.selectFrom('surveillance.licences');
  if (search !== null && search !== '') {
    const pattern = `%${escaped(search)}%`;
    query = query.where((eb) =>
      eb.or(
        (['number', 'vessel_name', 'mmsi', 'imo', 'callsign', 'registration', 'holder'] as const).map((column) =>
          eb(column, 'ilike', pattern),
        ),
      ),
    );
  }
  if (valid === null) return query;
  return query.where((eb) => {
    const isValid = holdsOn(today);
    return valid ? isValid : eb.not(isValid);
  });
}

/** Reads of licences. */
export const licenceQueries = (db: Database) => ({
  async licencePage(filter: LicenceFilter, offset: number, limit: number) {
    const rows = await licencesWhere(db, filter)
      .selectAll()
      .orderBy('valid_to', 'desc')
      .orderBy('number')
      .offset(offset)
      .limit(limit)
      .execute();
    const counted = await licencesWhere(db, filter)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirst();
    return { rows, total: Number(counted?.total ?? 0) };
  },
  /** Licences valid on a day, by zone (null: the whole ZEE), how many in all, and the seed of any that is simulated. */
  async zonesOn(day: string) {
    const valid = holdsOn(day);
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
