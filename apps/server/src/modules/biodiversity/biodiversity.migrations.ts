import type { Migration } from '../../platform/db/database.ts';

export const biodiversityMigrations: readonly Migration[] = [
  {
    id: '0001-taxa-and-occurrences',
    sql: `
      CREATE TABLE biodiversity.taxa (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        scientific_name text NOT NULL UNIQUE,
        aphia_id integer,
        kingdom text,
        phylum text,
        class text,
        "order" text,
        family text,
        genus text,
        red_list_category text
      );

      CREATE TABLE biodiversity.occurrences (
        source text NOT NULL,
        source_id text NOT NULL,
        taxon_id integer NOT NULL REFERENCES biodiversity.taxa (id),
        lon double precision NOT NULL,
        lat double precision NOT NULL,
        -- Same position as a box: GiST finds a map window without reading the rest.
        position box NOT NULL,
        depth_meters real,
        event_date text,
        event_start timestamptz,
        basis_of_record text NOT NULL,
        dataset_id text NOT NULL,
        flags text[] NOT NULL,
        absence boolean NOT NULL,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        run_id uuid NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed bigint,
        PRIMARY KEY (source, source_id)
      );
      CREATE INDEX occurrences_position ON biodiversity.occurrences USING gist (position);
      CREATE INDEX occurrences_taxon ON biodiversity.occurrences (taxon_id);
      CREATE INDEX occurrences_newest ON biodiversity.occurrences (event_start DESC NULLS LAST);
    `,
  },
  {
    id: '0002-gis-views',
    requiresPostgis: true,
    sql: `
      CREATE SCHEMA IF NOT EXISTS gis;
      CREATE OR REPLACE VIEW gis.occurrences AS
        SELECT o.source, o.source_id, t.scientific_name, t.phylum, t.class, o.depth_meters, o.event_date, o.dataset_id,
               ST_SetSRID(ST_MakePoint(o.lon, o.lat), 4326)::geometry(Point, 4326) AS geom
        FROM biodiversity.occurrences o JOIN biodiversity.taxa t ON t.id = o.taxon_id;
    `,
  },
];
