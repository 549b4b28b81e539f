import { type Kysely, sql } from 'kysely';
import type { AreaRow, DistanceRow, SeasonRow, SurveillanceTables, ThresholdRow } from '../surveillance.tables.ts';
import { licenceQueries, licenceWrites } from './licences.repository.ts';
import { simulatedLicences } from './simulated-licences.repository.ts';

type Database = Kysely<SurveillanceTables>;

/** Areas, licences, closed seasons and minimum distances: the only SQL that touches them. */
export function createRegistryRepository(db: Database) {
  return {
    ...areaQueries(db),
    ...licenceQueries(db),
    ...licenceWrites(db),
    ...simulatedLicences(db),
    ...distanceQueries(db),
    ...seasonQueries(db),
    ...thresholdQueries(db),
  };
}

const thresholdQueries = (db: Database) => ({
  thresholds: (): Promise<ThresholdRow[]> => db.selectFrom('surveillance.thresholds').selectAll().execute(),
  async putThresholds({ values, ...row }: ThresholdRow): Promise<void> {
    const written = { ...row, values: JSON.stringify(values) };
    await db
      .insertInto('surveillance.thresholds')
      .values(written)
      .onConflict((conflict) =>
        conflict.column('rule').doUpdateSet((eb) => ({
          preset: eb.ref('excluded.preset'),
          values: eb.ref('excluded.values'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      )
      .execute();
  },
});

export type RegistryRepository = ReturnType<typeof createRegistryRepository>;

const areaQueries = (db: Database) => ({
  areas: (): Promise<AreaRow[]> => db.selectFrom('surveillance.areas').selectAll().orderBy('name').execute(),
  area: (id: string) => db.selectFrom('surveillance.areas').selectAll().where('id', '=', id).executeTakeFirst(),
  async insertArea(row: AreaRow): Promise<void> {
    await db.insertInto('surveillance.areas').values(row).execute();
  },
  /** Inserts an area where it is missing; one that still has the extent of an older release gets the new outline. */
  async seedArea(row: AreaRow, formerKm2: number | null): Promise<void> {
    await db
      .insertInto('surveillance.areas')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => ({
            name: eb.ref('excluded.name'),
            geometry: eb.ref('excluded.geometry'),
            bounds: eb.ref('excluded.bounds'),
            area_km2: eb.ref('excluded.area_km2'),
            note: eb.ref('excluded.note'),
            updated_at: eb.ref('excluded.updated_at'),
          }))
          .where('surveillance.areas.is_seeded', '=', true)
          .where(sql<boolean>`round(surveillance.areas.area_km2) = ${formerKm2}`),
      )
      .execute();
  },
  /**
   * Inserts the zone of a structure. One that is there stays as people left it until its source says something else of
   * the structure; one that came back after it was withdrawn is watched as a new one.
   */
  async putZone(row: AreaRow, withdrawn: string): Promise<void> {
    await db
      .insertInto('surveillance.areas')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => ({
            ...Object.fromEntries(
              (['geometry', 'bounds', 'area_km2', 'source', 'note', 'updated_at'] as const).map((name) => [
                name,
                eb.ref(`excluded.${name}`),
              ]),
            ),
            is_monitored: sql<boolean>`CASE WHEN surveillance.areas.note = ${withdrawn} THEN excluded.is_monitored
              ELSE surveillance.areas.is_monitored END`,
          }))
          .where(sql<boolean>`surveillance.areas.note = ${withdrawn} OR surveillance.areas.source <> excluded.source`),
      )
      .execute();
  },
  /** Takes zones of structures out of the watch, but those that are still to be: an alert may name them. */
  async withdrawZones(prefix: string, kept: readonly string[], note: string, now: Date): Promise<void> {
    await db
      .updateTable('surveillance.areas')
      .set({ is_monitored: false, note, updated_at: now })
      .where(sql<boolean>`starts_with(id, ${prefix})`)
      .where(sql<boolean>`NOT (id = ANY(${kept}::text[]))`)
      .where('note', '<>', note)
      .execute();
  },
  updateArea: (id: string, change: Partial<AreaRow>) =>
    db.updateTable('surveillance.areas').set(change).where('id', '=', id).returningAll().executeTakeFirst(),
  async deleteArea(id: string): Promise<void> {
    await db.deleteFrom('surveillance.areas').where('id', '=', id).execute();
  },
  /** Names of the seasons and distances that refer to an area. */
  async rulesOfArea(id: string): Promise<string[]> {
    const rules = await db
      .selectFrom('surveillance.seasons')
      .select('name')
      .where('area_id', '=', id)
      .unionAll(db.selectFrom('surveillance.minimum_distances').select('name').where('area_id', '=', id))
      .execute();
    return rules.map(({ name }) => name);
  },
});

const distanceQueries = (db: Database) => ({
  distances: (): Promise<DistanceRow[]> =>
    db.selectFrom('surveillance.minimum_distances').selectAll().orderBy('name').orderBy('id').execute(),
  async insertDistance(row: DistanceRow): Promise<void> {
    await db.insertInto('surveillance.minimum_distances').values(row).execute();
  },
  updateDistance: (id: string, change: Omit<DistanceRow, 'id'>) =>
    db.updateTable('surveillance.minimum_distances').set(change).where('id', '=', id).returningAll().executeTakeFirst(),
  deleteDistance: (id: string) =>
    db.deleteFrom('surveillance.minimum_distances').where('id', '=', id).returningAll().executeTakeFirst(),
});

const seasonQueries = (db: Database) => ({
  seasons(year: number | null): Promise<SeasonRow[]> {
    let query = db.selectFrom('surveillance.seasons').selectAll().orderBy('starts_on', 'desc').orderBy('name');
    if (year !== null) query = query.where('starts_on', '<=', `${year}-12-31`).where('ends_on', '>=', `${year}-01-01`);
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
});
