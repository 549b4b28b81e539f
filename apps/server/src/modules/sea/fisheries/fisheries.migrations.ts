import type { Migration } from '../../../platform/db/database.ts';

export const fisheriesMigrations: readonly Migration[] = [
  {
    id: '0001-landings',
    sql: `
      CREATE TABLE fisheries.landings (
        source text NOT NULL,
        region text NOT NULL,
        year integer NOT NULL,
        species text NOT NULL,
        tonnes double precision NOT NULL,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        run_id uuid NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed bigint,
        PRIMARY KEY (source, region, year, species)
      );
    `,
  },
  {
    id: '0002-catches',
    sql: `
      -- Catch as the national institute reports it: by day, port, segment, gear and species.
      CREATE TABLE fisheries.catches (
        source text NOT NULL,
        landed_on date NOT NULL,
        port text NOT NULL,
        segment text NOT NULL,
        gear text NOT NULL,
        species_code text NOT NULL,
        province text,
        common_name text,
        scientific_name text,
        tonnes double precision NOT NULL,
        effort_days double precision,
        vessels integer,
        notes text,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        run_id uuid NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed bigint,
        PRIMARY KEY (source, landed_on, port, segment, gear, species_code)
      );
      CREATE INDEX catches_landed_on ON fisheries.catches (landed_on DESC);
    `,
  },
  {
    id: '0003-unknown-landings',
    sql: `
      -- A year of a species of which the source says that nobody knows the catch: not nought, and not absent either.
      ALTER TABLE fisheries.landings ALTER COLUMN tonnes DROP NOT NULL;
    `,
  },
];
