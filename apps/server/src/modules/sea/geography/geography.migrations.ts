import type { Migration } from '../../../platform/db/database.ts';

export const geographyMigrations: readonly Migration[] = [
  {
    id: '0001-protected-areas-and-layers',
    sql: `
      CREATE TABLE IF NOT EXISTS geography.protected_areas (
        source text NOT NULL,
        site_id text NOT NULL,
        name text NOT NULL,
        name_english text,
        designation text,
        jurisdiction text,
        iucn_category text,
        legal_status text,
        legal_status_date date,
        status_year integer,
        governance text,
        management_authority text,
        no_take text,
        realm text,
        marine boolean,
        is_oecm boolean,
        reported_area_km2 double precision,
        reported_marine_area_km2 double precision,
        gis_area_km2 double precision,
        gis_marine_area_km2 double precision,
        countries text[] NOT NULL,
        reported_by text[] NOT NULL,
        parcels integer NOT NULL,
        url text,
        -- Well-known binary, and its bounds: GiST finds a map window without reading the rest.
        geometry bytea,
        bounds box,
        content_hash text NOT NULL,
        withdrawn_at timestamptz,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        run_id uuid NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed bigint,
        PRIMARY KEY (source, site_id)
      );
      CREATE INDEX IF NOT EXISTS protected_areas_bounds ON geography.protected_areas USING gist (bounds);

      CREATE TABLE IF NOT EXISTS geography.layers (
        source text NOT NULL,
        layer_id text NOT NULL,
        title text NOT NULL,
        abstract text,
        keywords text[] NOT NULL,
        west double precision,
        south double precision,
        east double precision,
        north double precision,
        updated_at timestamptz,
        url text,
        licence text,
        feature_count integer,
        content_hash text NOT NULL,
        withdrawn_at timestamptz,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        run_id uuid NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed bigint,
        PRIMARY KEY (source, layer_id)
      );

      CREATE TABLE IF NOT EXISTS geography.layer_features (
        source text NOT NULL,
        layer_id text NOT NULL,
        feature_id text NOT NULL,
        -- Order in which the provider sends them.
        ordinal integer NOT NULL,
        geometry bytea NOT NULL,
        bounds box NOT NULL,
        properties jsonb NOT NULL,
        PRIMARY KEY (source, layer_id, feature_id),
        FOREIGN KEY (source, layer_id) REFERENCES geography.layers (source, layer_id) ON DELETE CASCADE
      );
      CREATE INDEX IF NOT EXISTS layer_features_bounds ON geography.layer_features USING gist (bounds);
    `,
  },
  {
    id: '0002-gis-views',
    requiresPostgis: true,
    sql: `
      CREATE SCHEMA IF NOT EXISTS gis;
      CREATE OR REPLACE VIEW gis.protected_areas AS
        SELECT source, site_id, name, designation, iucn_category, legal_status, status_year, governance, marine,
               reported_area_km2, url, ST_SetSRID(ST_GeomFromWKB(geometry), 4326) AS geom
        FROM geography.protected_areas WHERE withdrawn_at IS NULL AND geometry IS NOT NULL;
      CREATE OR REPLACE VIEW gis.layer_features AS
        SELECT source, layer_id, feature_id, properties, ST_SetSRID(ST_GeomFromWKB(geometry), 4326) AS geom
        FROM geography.layer_features;
    `,
  },
];
