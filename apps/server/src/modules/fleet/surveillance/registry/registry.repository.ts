import { dayMs } from '@kianda/geo';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { AreaRow, DistanceRow, LicenceRow, SeasonRow, SurveillanceTables } from '../surveillance.tables.ts';
import { heldStretches } from './licence-days.ts';

export type LicenceFilter = { readonly search: string | null; readonly valid: boolean | null; readonly today: string };

/** Whether a row of licences holds on a day: the SQL of `holdsOn` in licence-days.ts. */
const holdsOn = (day: string) => sql<boolean>`(valid_from <= ${day}::date AND valid_to >= ${day}::date AND NOT EXISTS (
  SELECT FROM jsonb_to_recordset(suspensions) AS s ("from" date, "to" date)
  WHERE s."from" <= ${day}::date AND coalesce(s."to" >= ${day}::date, true)))`;

/** A licence as it is written: the driver takes a list for an array of the database. */
const written = <T extends Pick<LicenceRow, 'suspensions'>>(row: T) => ({
  ...row,
  suspensions: JSON.stringify(row.suspensions),
});

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Areas, licences, closed seasons and minimum distances: the only SQL that touches them. */
export function createRegistryRepository(db: Kysely<SurveillanceTables>) {
  const licences = ({ search, valid, today }: LicenceFilter) => {
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
  };

  return {
    areas: (): Promise<AreaRow[]> => db.selectFrom('surveillance.areas').selectAll().orderBy('name').execute(),
    area: (id: string) => db.selectFrom('surveillance.areas').selectAll().where('id', '=', id).executeTakeFirst(),
    async insertArea(row: AreaRow): Promise<void> {
      await db.insertInto('surveillance.areas').values(row).execute();
    },
    /** Puts an area of the platform's own where it is not yet; what people made of it stays. */
    async seedArea(row: AreaRow): Promise<void> {
      await db
        .insertInto('surveillance.areas')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },
    updateArea: (id: string, change: Partial<AreaRow>) =>
      db.updateTable('surveillance.areas').set(change).where('id', '=', id).returningAll().executeTakeFirst(),
    async deleteArea(id: string): Promise<void> {
      await db.deleteFrom('surveillance.areas').where('id', '=', id).execute();
    },
    /** Names of the seasons and distances that hold in an area. */
    async rulesOfArea(id: string): Promise<string[]> {
      const rules = await db
        .selectFrom('surveillance.seasons')
        .select('name')
        .where('area_id', '=', id)
        .unionAll(db.selectFrom('surveillance.minimum_distances').select('name').where('area_id', '=', id))
        .execute();
      return rules.map(({ name }) => name);
    },

    async licencePage(filter: LicenceFilter, offset: number, limit: number) {
      const rows = await licences(filter)
        .selectAll()
        .orderBy('valid_to', 'desc')
        .orderBy('number')
        .offset(offset)
        .limit(limit)
        .execute();
      const counted = await licences(filter)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirst();
      return { rows, total: Number(counted?.total ?? 0) };
    },
    /** Of these vessels, those that the demonstration's registry has not dealt with; empty where people keep the registry. */
    async newHolders(mmsis: readonly string[]): Promise<ReadonlySet<string>> {
      const { rows } = await sql<{ mmsi: string }>`
        SELECT mmsi FROM unnest(${[...mmsis]}::text[]) AS g (mmsi)
        WHERE NOT EXISTS (SELECT 1 FROM surveillance.licences WHERE simulated_seed IS NULL)
        EXCEPT SELECT mmsi FROM surveillance.simulated_holders`.execute(db);
      return new Set(rows.map(({ mmsi }) => mmsi));
    },
    /** Writes the demonstration's licences and whom it dealt with, with a licence or without. */
    async putSimulated(rows: readonly LicenceRow[], holders: readonly string[]): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const dealt = await trx
          .insertInto('surveillance.simulated_holders')
          .values(holders.map((mmsi) => ({ mmsi })))
          .onConflict((conflict) => conflict.doNothing())
          .returning('mmsi')
          .execute();
        // Another process may have been quicker with some.
        const own = new Set(dealt.map(({ mmsi }) => mmsi));
        const mine = rows.filter(({ mmsi }) => mmsi !== null && own.has(mmsi));
        if (mine.length === 0) return;
        await trx
          .insertInto('surveillance.licences')
          .values(mine.map(written))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
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
    /** Marks that licences have of their vessels, letters in capitals, and the days they hold, counted since 1970. */
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
    /** Licences that may be of vessels with these marks. */
    allLicences: (): Promise<Selectable<LicenceRow>[]> => db.selectFrom('surveillance.licences').selectAll().execute(),
    async insertLicence(row: LicenceRow): Promise<void> {
      await db.insertInto('surveillance.licences').values(written(row)).execute();
    },
    updateLicence: (id: string, change: Omit<LicenceRow, 'id'>) =>
      db
        .updateTable('surveillance.licences')
        .set(written(change))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    deleteLicence: (id: string) =>
      db.deleteFrom('surveillance.licences').where('id', '=', id).returningAll().executeTakeFirst(),

    async numbersAmong(numbers: readonly string[]): Promise<ReadonlySet<string>> {
      if (numbers.length === 0) return new Set();
      const rows = await db
        .selectFrom('surveillance.licences')
        .select('number')
        .where('number', '=', sql<string>`ANY(${numbers})`)
        .execute();
      return new Set(rows.map(({ number }) => number));
    },
    /** Writes licences by their number, all or none: those of a number that is there take its place. */
    async putLicences(rows: readonly LicenceRow[]): Promise<void> {
      await db.transaction().execute(async (store) => {
        for (const { id, ...row } of rows) {
          await store
            .insertInto('surveillance.licences')
            .values(written({ id, ...row }))
            .onConflict((conflict) => conflict.column('number').doUpdateSet(written(row)))
            .execute();
        }
      });
    },

    distances: (): Promise<DistanceRow[]> =>
      db.selectFrom('surveillance.minimum_distances').selectAll().orderBy('name').orderBy('id').execute(),
    async insertDistance(row: DistanceRow): Promise<void> {
      await db.insertInto('surveillance.minimum_distances').values(row).execute();
    },
    updateDistance: (id: string, change: Omit<DistanceRow, 'id'>) =>
      db
        .updateTable('surveillance.minimum_distances')
        .set(change)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    deleteDistance: (id: string) =>
      db.deleteFrom('surveillance.minimum_distances').where('id', '=', id).returningAll().executeTakeFirst(),

    seasons(year: number | null): Promise<SeasonRow[]> {
      let query = db.selectFrom('surveillance.seasons').selectAll().orderBy('starts_on', 'desc').orderBy('name');
      if (year !== null)
        query = query.where('starts_on', '<=', `${year}-12-31`).where('ends_on', '>=', `${year}-01-01`);
      return query.execute();
    },
    async insertSeason(row: SeasonRow): Promise<void> {
      await db.insertInto('surveillance.seasons').values(row).execute();
    },
    async seedSeason(row: SeasonRow): Promise<void> {
      await db
        .insertInto('surveillance.seasons')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },
    updateSeason: (id: string, change: Omit<SeasonRow, 'id'>) =>
      db.updateTable('surveillance.seasons').set(change).where('id', '=', id).returningAll().executeTakeFirst(),
    deleteSeason: (id: string) =>
      db.deleteFrom('surveillance.seasons').where('id', '=', id).returningAll().executeTakeFirst(),
  };
}

export type RegistryRepository = ReturnType<typeof createRegistryRepository>;
