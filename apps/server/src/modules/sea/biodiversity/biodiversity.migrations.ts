import type { Migration } from '../../../platform/db/database.ts';

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
  {
    id: '0003-register-and-duplicates',
    sql: `
      -- Names of the World Register of Marine Species: accepted ones, and those no longer accepted.
      CREATE TABLE biodiversity.register (
        aphia_id integer PRIMARY KEY,
        scientific_name text NOT NULL,
        authority text,
        rank text,
        status text NOT NULL,
        unaccept_reason text,
        accepted_aphia_id integer,
        accepted_name text,
        parent_aphia_id integer,
        kingdom text,
        phylum text,
        class text,
        "order" text,
        family text,
        genus text,
        marine boolean,
        brackish boolean,
        freshwater boolean,
        terrestrial boolean,
        extinct boolean,
        citation text,
        modified_at timestamptz,
        -- Null until asked for one by one.
        vernaculars jsonb,
        lineage jsonb,
        vernacular_pt text,
        -- Names in lower case without accents, for the search.
        search text NOT NULL,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        run_id uuid NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed bigint
      );
      CREATE INDEX register_name ON biodiversity.register (scientific_name);
      CREATE INDEX register_accepted ON biodiversity.register (accepted_aphia_id);

      ALTER TABLE biodiversity.taxa ADD COLUMN register_id integer REFERENCES biodiversity.register (aphia_id);
      CREATE INDEX taxa_aphia ON biodiversity.taxa (aphia_id);
      CREATE INDEX taxa_register ON biodiversity.taxa (register_id);

      ALTER TABLE biodiversity.occurrences
        ADD COLUMN licence text,
        ADD COLUMN occurrence_id text,
        ADD COLUMN catalog_number text,
        ADD COLUMN institution_code text,
        ADD COLUMN occurrence_key text,
        ADD COLUMN catalog_key text,
        -- source_id of the OBIS row of the same observation.
        ADD COLUMN duplicate_of text;
      CREATE INDEX occurrences_occurrence_key ON biodiversity.occurrences (occurrence_key)
        WHERE occurrence_key IS NOT NULL;
      CREATE INDEX occurrences_catalog_key ON biodiversity.occurrences (catalog_key) WHERE catalog_key IS NOT NULL;
      CREATE INDEX occurrences_duplicate_of ON biodiversity.occurrences (duplicate_of) WHERE duplicate_of IS NOT NULL;
    `,
  },
  {
    id: '0004-gis-duplicates',
    requiresPostgis: true,
    sql: `
      CREATE OR REPLACE VIEW gis.occurrences AS
        SELECT o.source, o.source_id, t.scientific_name, t.phylum, t.class, o.depth_meters, o.event_date, o.dataset_id,
               ST_SetSRID(ST_MakePoint(o.lon, o.lat), 4326)::geometry(Point, 4326) AS geom,
               o.licence, o.duplicate_of
        FROM biodiversity.occurrences o JOIN biodiversity.taxa t ON t.id = o.taxon_id;
    `,
  },
  {
    id: '0005-occurrence-changes',
    sql: `
      -- Which transactions wrote occurrences or taxa: what is seen here is another set whenever the features are, from
      -- the instant of the commit. Rows are only ever added, so writers never wait for each other.
      CREATE TABLE biodiversity.occurrence_changes (
        xact xid8 PRIMARY KEY,
        -- Told from the number: a restored database counts its transactions anew.
        mark uuid NOT NULL
      );
      CREATE FUNCTION biodiversity.note_occurrence_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO biodiversity.occurrence_changes VALUES (pg_current_xact_id(), gen_random_uuid())
            ON CONFLICT (xact) DO UPDATE SET mark = excluded.mark;
          -- Of those that ended before anyone still at work began, the newest is enough: this one.
          DELETE FROM biodiversity.occurrence_changes WHERE xact IN (
            SELECT xact FROM biodiversity.occurrence_changes
            WHERE xact < pg_snapshot_xmin(pg_current_snapshot()) FOR UPDATE SKIP LOCKED);
          RETURN NULL;
        END $$;
      CREATE TRIGGER occurrences_changed
        AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON biodiversity.occurrences
        FOR EACH STATEMENT EXECUTE FUNCTION biodiversity.note_occurrence_change();
      CREATE TRIGGER taxa_changed
        AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON biodiversity.taxa
        FOR EACH STATEMENT EXECUTE FUNCTION biodiversity.note_occurrence_change();
    `,
  },
  {
    id: '0006-specimens',
    sql: `
      -- Animals that were measured, one a row.
      CREATE TABLE biodiversity.specimens (
        source text NOT NULL,
        source_id text NOT NULL,
        survey text NOT NULL,
        station text NOT NULL,
        scientific_name text NOT NULL,
        taken_on date NOT NULL,
        lon double precision NOT NULL CHECK (lon BETWEEN -180 AND 180),
        lat double precision NOT NULL CHECK (lat BETWEEN -90 AND 90),
        depth_meters double precision,
        gear text NOT NULL,
        length_centimeters double precision,
        length_kind text,
        weight_grams double precision,
        sex text CHECK (sex IN ('F', 'M')),
        maturity smallint,
        habitat text,
        behaviour text,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        run_id uuid NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed integer,
        PRIMARY KEY (source, source_id)
      );
      CREATE INDEX specimens_species ON biodiversity.specimens (scientific_name, taken_on);
    `,
  },
];
