import type { Migration } from '../../../platform/db/database.ts';

export const coastalMigrations: readonly Migration[] = [
  {
    id: '0007-coastal-stations',
    sql: `
      -- Weather stations on the coast; what they observe is in ocean.observations.
      CREATE TABLE ocean.coastal_stations (
        station_id text PRIMARY KEY,
        code text NOT NULL,
        name text NOT NULL,
        lon double precision,
        lat double precision,
        connector_id text NOT NULL,
        updated_at timestamptz NOT NULL
      );
    `,
  },
  {
    id: '0008-cast-chemistry',
    sql: `
      ALTER TABLE ocean.profile_levels
        ADD COLUMN oxygen_ml_l double precision[],
        ADD COLUMN chlorophyll_mg_m3 double precision[];
    `,
  },
];
