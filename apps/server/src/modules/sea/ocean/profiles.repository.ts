import type { Database } from '../../../platform/db/database.ts';
import type { OceanTables, ProfileLevelsRow, ProfileRow } from './ocean.types.ts';

const rowsPerInsert = 500;

/** The SQL of float profiles. */
export function createProfileRepository(database: Database) {
  const db = database.for<OceanTables>();
  return {
    /** Inserts profiles or corrects revised ones, levels included; returns how many changed. */
    async upsert(
      profiles: readonly { readonly row: ProfileRow; readonly levels: ProfileLevelsRow }[],
    ): Promise<number> {
      let changed = 0;
      for (let start = 0; start < profiles.length; start += rowsPerInsert) {
        const part = profiles.slice(start, start + rowsPerInsert);
        changed += await db.transaction().execute(async (trx) => {
          const rows = await trx
            .insertInto('ocean.profiles')
            .values(part.map(({ row }) => row))
            .onConflict((conflict) =>
              conflict
                .column('id')
                .doUpdateSet((eb) => ({
                  observed_at: eb.ref('excluded.observed_at'),
                  lon: eb.ref('excluded.lon'),
                  lat: eb.ref('excluded.lat'),
                  data_mode: eb.ref('excluded.data_mode'),
                  url: eb.ref('excluded.url'),
                  level_count: eb.ref('excluded.level_count'),
                  max_pressure_decibar: eb.ref('excluded.max_pressure_decibar'),
                  surface_temperature_celsius: eb.ref('excluded.surface_temperature_celsius'),
                  surface_salinity_psu: eb.ref('excluded.surface_salinity_psu'),
                  content_hash: eb.ref('excluded.content_hash'),
                  run_id: eb.ref('excluded.run_id'),
                  retrieved_at: eb.ref('excluded.retrieved_at'),
                  simulated_seed: eb.ref('excluded.simulated_seed'),
                }))
                .whereRef('ocean.profiles.content_hash', '<>', 'excluded.content_hash'),
            )
            .returning('id')
            .execute();
          const ids = new Set(rows.map(({ id }) => id));
          const levels = part.map((profile) => profile.levels).filter((row) => ids.has(row.profile_id));
          if (levels.length === 0) return 0;
          await trx
            .insertInto('ocean.profile_levels')
            .values(levels)
            .onConflict((conflict) =>
              conflict.column('profile_id').doUpdateSet((eb) => ({
                pressure_decibar: eb.ref('excluded.pressure_decibar'),
                temperature_celsius: eb.ref('excluded.temperature_celsius'),
                salinity_psu: eb.ref('excluded.salinity_psu'),
                oxygen_ml_l: eb.ref('excluded.oxygen_ml_l'),
                chlorophyll_mg_m3: eb.ref('excluded.chlorophyll_mg_m3'),
              })),
            )
            .execute();
          return ids.size;
        });
      }
      return changed;
    },

    /** Newest first. */
    async list(filter: { since: Date; platform?: string | undefined; limit: number }): Promise<ProfileRow[]> {
      let query = db
        .selectFrom('ocean.profiles')
        .selectAll()
        .where('observed_at', '>=', filter.since)
        .orderBy('observed_at', 'desc')
        .orderBy('id')
        .limit(filter.limit);
      if (filter.platform !== undefined) query = query.where('platform', '=', filter.platform);
      return query.execute();
    },

    find: (id: string): Promise<(ProfileRow & ProfileLevelsRow) | undefined> =>
      db
        .selectFrom('ocean.profiles')
        .innerJoin('ocean.profile_levels', 'ocean.profile_levels.profile_id', 'ocean.profiles.id')
        .selectAll()
        .where('ocean.profiles.id', '=', id)
        .executeTakeFirst(),
  };
}

export type ProfileRepository = ReturnType<typeof createProfileRepository>;
