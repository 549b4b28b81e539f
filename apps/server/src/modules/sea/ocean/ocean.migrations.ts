import type { Migration } from '../../../platform/db/database.ts';
import { coastalMigrations } from './coastal-stations.migrations.ts';
import { derivedMigrations } from './derived/tables.ts';
import { cellCountMigrations } from './quality/cell-counts.migrations.ts';

export const oceanMigrations: readonly Migration[] = [
  {
    id: '0001-fields-and-stations',
    sql: `
      -- Index of gridded fields; the cells are chunks of a Zarr array in object storage.
      CREATE TABLE ocean.field_slices (
        dataset text NOT NULL,
        variable text NOT NULL,
        depth_meters real NOT NULL,
        observed_at timestamptz NOT NULL,
        unit text NOT NULL,
        west double precision NOT NULL,
        south double precision NOT NULL,
        lon_step_degrees double precision NOT NULL,
        lat_step_degrees double precision NOT NULL,
        columns integer NOT NULL,
        rows integer NOT NULL,
        storage_key text NOT NULL,
        content_hash text NOT NULL,
        zee_mean double precision,
        zee_median double precision,
        zee_min double precision,
        zee_max double precision,
        coverage real NOT NULL,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        run_id uuid NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed bigint,
        PRIMARY KEY (dataset, variable, depth_meters, observed_at)
      );
      CREATE INDEX field_slices_newest ON ocean.field_slices (variable, observed_at DESC);

      CREATE TABLE ocean.stations (
        id text PRIMARY KEY,
        name text NOT NULL,
        kind text NOT NULL,
        lon double precision NOT NULL,
        lat double precision NOT NULL,
        depth_meters real,
        ordinal integer NOT NULL
      );

      CREATE TABLE ocean.observations (
        station_id text NOT NULL,
        variable text NOT NULL,
        dataset text NOT NULL,
        observed_at timestamptz NOT NULL,
        value double precision NOT NULL,
        unit text NOT NULL,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        run_id uuid NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed bigint,
        PRIMARY KEY (station_id, variable, dataset, observed_at)
      ) PARTITION BY RANGE (observed_at);
      CREATE INDEX observations_newest ON ocean.observations (variable, observed_at DESC);
    `,
  },
  {
    id: '0002-gis-views',
    requiresPostgis: true,
    sql: `
      CREATE SCHEMA IF NOT EXISTS gis;
      CREATE OR REPLACE VIEW gis.stations AS
        SELECT id, name, kind, depth_meters, ST_SetSRID(ST_MakePoint(lon, lat), 4326)::geometry(Point, 4326) AS geom
        FROM ocean.stations;
    `,
  },
  {
    id: '0003-profiles',
    sql: `
      CREATE TABLE ocean.profiles (
        id text PRIMARY KEY,
        platform text NOT NULL,
        cycle integer NOT NULL,
        observed_at timestamptz NOT NULL,
        lon double precision NOT NULL,
        lat double precision NOT NULL,
        data_mode text NOT NULL,
        doi text NOT NULL,
        url text,
        level_count integer NOT NULL,
        max_pressure_decibar double precision NOT NULL,
        surface_temperature_celsius double precision,
        surface_salinity_psu double precision,
        content_hash text NOT NULL,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        run_id uuid NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed bigint
      );
      CREATE INDEX profiles_newest ON ocean.profiles (observed_at DESC);
      CREATE INDEX profiles_platform ON ocean.profiles (platform, observed_at DESC);

      -- Parallel arrays, pressure strictly increasing; apart, so that lists of profiles stay light.
      CREATE TABLE ocean.profile_levels (
        profile_id text PRIMARY KEY REFERENCES ocean.profiles (id) ON DELETE CASCADE,
        pressure_decibar double precision[] NOT NULL,
        temperature_celsius double precision[] NOT NULL,
        salinity_psu double precision[] NOT NULL
      );
    `,
  },
  {
    id: '0004-tide-gauges',
    sql: `
      -- Gauges of providers; their readings are in ocean.observations, one dataset for each sensor.
      CREATE TABLE ocean.tide_gauges (
        station_id text PRIMARY KEY,
        code text NOT NULL,
        name text NOT NULL,
        country text,
        lon double precision NOT NULL,
        lat double precision NOT NULL,
        connector_id text NOT NULL,
        updated_at timestamptz NOT NULL
      );
    `,
  },
  {
    id: '0005-products',
    sql: `
      CREATE TABLE ocean.products (
        id text PRIMARY KEY,
        name text NOT NULL,
        product_type text NOT NULL,
        platform text,
        cycle integer,
        relative_orbit integer,
        observed_at timestamptz NOT NULL,
        ended_at timestamptz NOT NULL,
        published_at timestamptz,
        footprint jsonb,
        cloud_cover double precision,
        timeliness text,
        size_bytes bigint NOT NULL,
        online boolean NOT NULL,
        s3_path text,
        -- Withdrawn by the catalogue: kept, so that what was made with it can still be traced.
        deleted_at timestamptz,
        content_hash text NOT NULL,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        run_id uuid NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed bigint
      );
      CREATE INDEX products_newest ON ocean.products (observed_at DESC) WHERE deleted_at IS NULL;
    `,
  },
  ...derivedMigrations,
  ...coastalMigrations,
  ...cellCountMigrations,
];
