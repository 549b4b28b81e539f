import type { Migration } from '../../../platform/db/database.ts';

export const trackMigrations: readonly Migration[] = [
  {
    id: '0001-animal-tracks',
    sql: `
      CREATE TABLE IF NOT EXISTS tracks.studies (
        source text NOT NULL,
        study_id text NOT NULL,
        name text NOT NULL,
        licence text,
        citation text,
        contact text,
        url text,
        PRIMARY KEY (source, study_id)
      );

      CREATE TABLE IF NOT EXISTS tracks.individuals (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        source text NOT NULL,
        study_id text NOT NULL,
        -- The owner's name of the animal: the provider's own numbers change.
        name text NOT NULL,
        sensor text NOT NULL,
        taxon text,
        tag text,
        UNIQUE (source, study_id, name, sensor),
        FOREIGN KEY (source, study_id) REFERENCES tracks.studies (source, study_id)
      );

      CREATE TABLE IF NOT EXISTS tracks.fixes (
        individual_id integer NOT NULL REFERENCES tracks.individuals (id),
        observed_at timestamptz NOT NULL,
        lon double precision NOT NULL,
        lat double precision NOT NULL,
        -- Marked as impossible by the owner: kept, never drawn.
        outlier boolean NOT NULL,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        run_id uuid NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed bigint,
        PRIMARY KEY (individual_id, observed_at)
      );
      CREATE INDEX IF NOT EXISTS fixes_newest ON tracks.fixes (observed_at DESC);
    `,
  },
  {
    id: '0002-gis-views',
    requiresPostgis: true,
    sql: `
      CREATE SCHEMA IF NOT EXISTS gis;
      CREATE OR REPLACE VIEW gis.animal_fixes AS
        SELECT i.source, i.study_id, i.name AS individual, i.taxon, i.sensor, f.observed_at,
               ST_SetSRID(ST_MakePoint(f.lon, f.lat), 4326)::geometry(Point, 4326) AS geom
        FROM tracks.fixes f JOIN tracks.individuals i ON i.id = f.individual_id WHERE NOT f.outlier;
    `,
  },
];
