import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { OceanTables } from './ocean.types.ts';

/** Column of each quantity among the levels of a profile. */
const columns = {
  temperature: 'ocean.profile_levels.temperature_celsius',
  salinity: 'ocean.profile_levels.salinity_psu',
  oxygen: 'ocean.profile_levels.oxygen_ml_l',
  chlorophyll: 'ocean.profile_levels.chlorophyll_mg_m3',
} as const;
export type CastQuantity = keyof typeof columns;

export type CastSearch = {
  readonly quantity: CastQuantity;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly from: Date;
  readonly to: Date;
  readonly limit: number;
};

/** SQL of profiles with the levels of one quantity. */
export function createCastRepository(database: Database) {
  const db = database.for<OceanTables>();
  return {
    /** Newest first; those that measured the quantity at no level are left out. */
    within: ({ quantity, west, south, east, north, from, to, limit }: CastSearch) =>
      db
        .selectFrom('ocean.profiles')
        .innerJoin('ocean.profile_levels', 'ocean.profile_levels.profile_id', 'ocean.profiles.id')
        .select([
          ...(['id', 'platform', 'observed_at', 'lon', 'lat'] as const),
          ...(['connector_id', 'stream_id', 'retrieved_at', 'simulated_seed'] as const),
          'pressure_decibar',
        ])
        .select((eb) => eb.ref(columns[quantity]).as('measured'))
        .where('observed_at', '>=', from)
        .where('observed_at', '<=', to)
        .where('lon', '>=', west)
        .where('lon', '<=', east)
        .where('lat', '>=', south)
        .where('lat', '<=', north)
        .where((eb) => isMeasured(eb.ref(columns[quantity])))
        .orderBy('observed_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** Whether any profile at all measured a quantity. */
    async isHeld(quantity: CastQuantity): Promise<boolean> {
      const row = await db
        .selectFrom('ocean.profile_levels')
        .select('profile_id')
        .where((eb) => isMeasured(eb.ref(columns[quantity])))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Depths of the stored fields of variables, from the surface down. */
    async fieldDepths(variables: readonly string[]): Promise<number[]> {
      const rows = await db
        .selectFrom('ocean.field_slices')
        .select('depth_meters')
        .distinct()
        .where('variable', 'in', [...variables])
        .orderBy('depth_meters')
        .execute();
      return rows.map(({ depth_meters }) => depth_meters);
    },
  };
}

export type CastRepository = ReturnType<typeof createCastRepository>;

/** Some level has a value; an array that is absent has none. */
const isMeasured = (column: unknown) => sql<boolean>`cardinality(array_remove(${column}, NULL)) > 0`;
