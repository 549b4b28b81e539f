import type { Migration } from '../../../platform/db/database.ts';

export const biomassMigrations: readonly Migration[] = [
  {
    id: '0001-runs',
    sql: `
      CREATE TABLE biomass.runs (
        -- The run of its job: one that is delivered twice makes one result.
        id uuid PRIMARY KEY,
        number integer NOT NULL UNIQUE,
        days integer NOT NULL,
        requested_by text NOT NULL,
        requested_at timestamptz NOT NULL,
        ended_at timestamptz,
        error text,
        -- A person stopped it.
        is_cancelled boolean NOT NULL DEFAULT false,
        -- Figures that lists show, apart from the result, so that they need not read it.
        phytoplankton_tonnes double precision,
        fish_tonnes double precision,
        confidence double precision,
        is_simulated boolean,
        -- Mark of the fields that it was computed from.
        inputs_mark text,
        result jsonb,
        -- Object with the map, and the grid of its cells.
        file_key text,
        grid jsonb
      );
      CREATE INDEX runs_requested ON biomass.runs (requested_at DESC);
    `,
  },
];
