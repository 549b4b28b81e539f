import type { Migration } from '../../../platform/db/database.ts';

export const layerMigrations: readonly Migration[] = [
  {
    id: '0001-layers',
    sql: `
      CREATE TABLE layers.files (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        storage_key text NOT NULL,
        size_bytes bigint NOT NULL,
        sha256 text NOT NULL,
        format text NOT NULL,
        tables jsonb NOT NULL,
        account_id text NOT NULL,
        received_at timestamptz NOT NULL
      );
      CREATE INDEX files_received_at ON layers.files (received_at);

      CREATE TABLE layers.layers (
        id text PRIMARY KEY,
        title text NOT NULL,
        description text NOT NULL,
        licence text NOT NULL,
        citation text NOT NULL,
        readers text NOT NULL,
        owner_id text NOT NULL,
        owner_name text NOT NULL,
        style jsonb NOT NULL,
        columns jsonb NOT NULL,
        geometry_type text,
        west double precision,
        south double precision,
        east double precision,
        north double precision,
        feature_count integer,
        -- The features that are shown have this edition; others belong to an import that has not ended.
        edition uuid,
        -- Another one whenever anything of the features is.
        revision uuid,
        source jsonb,
        imported_at timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );

      CREATE TABLE layers.imports (
        id uuid PRIMARY KEY,
        layer_id text NOT NULL REFERENCES layers.layers (id) ON DELETE CASCADE,
        file_id uuid NOT NULL REFERENCES layers.files (id),
        table_name text NOT NULL,
        kind text NOT NULL,
        skip_faulty boolean NOT NULL,
        state text NOT NULL,
        rows_read integer NOT NULL DEFAULT 0,
        rows_stored integer NOT NULL DEFAULT 0,
        rows_refused integer NOT NULL DEFAULT 0,
        rows_doubtful integer NOT NULL DEFAULT 0,
        refused jsonb NOT NULL DEFAULT '[]',
        doubtful jsonb NOT NULL DEFAULT '[]',
        error text,
        account_id text NOT NULL,
        account_name text NOT NULL,
        requested_at timestamptz NOT NULL,
        ended_at timestamptz
      );
      CREATE INDEX imports_layer ON layers.imports (layer_id, requested_at DESC);
      -- One import of a layer at a time.
      CREATE UNIQUE INDEX imports_open ON layers.imports (layer_id) WHERE state IN ('waiting', 'running');

      CREATE TABLE layers.features (
        edition uuid NOT NULL,
        fid integer NOT NULL,
        -- Well-known binary, and its bounds: GiST finds a map window without reading the rest.
        geometry bytea,
        bounds box,
        properties jsonb NOT NULL,
        PRIMARY KEY (edition, fid)
      );
      CREATE INDEX features_bounds ON layers.features USING gist (bounds);
    `,
  },
  {
    id: '0002-time-column',
    sql: `
      ALTER TABLE layers.layers ADD COLUMN time_column text;
      ALTER TABLE layers.imports ADD COLUMN time_column text;
    `,
  },
  {
    // A file that comes in parts, until the last of them has come.
    id: '0003-uploads',
    sql: `
      CREATE TABLE layers.uploads (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        size_bytes bigint NOT NULL,
        mark text NOT NULL,
        part_bytes integer NOT NULL,
        account_id text NOT NULL,
        created_at timestamptz NOT NULL,
        UNIQUE (account_id, name, size_bytes, mark)
      );
    `,
  },
];
