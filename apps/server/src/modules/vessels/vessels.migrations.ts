import type { Migration } from '../../platform/db/database.ts';

export const vesselMigrations: readonly Migration[] = [
  {
    id: '0001-identity-and-presence',
    sql: `
      -- Self-reported identity as the provider knows it; a ship may have several.
      CREATE TABLE vessels.identities (
        vessel_id text PRIMARY KEY,
        ssvid text NOT NULL,
        ship_name text,
        flag text,
        vessel_type text,
        gear_type text,
        imo text,
        callsign text,
        first_transmission timestamptz,
        last_transmission timestamptz,
        updated_at timestamptz NOT NULL
      );
      CREATE INDEX identities_ssvid ON vessels.identities (ssvid);

      CREATE TABLE vessels.presence (
        vessel_id text NOT NULL,
        day date NOT NULL,
        lon double precision NOT NULL,
        lat double precision NOT NULL,
        hours double precision NOT NULL,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        run_id uuid NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed bigint,
        PRIMARY KEY (day, vessel_id, lon, lat)
      ) PARTITION BY RANGE (day);
    `,
  },
  {
    id: '0002-gis-views',
    requiresPostgis: true,
    sql: `
      CREATE SCHEMA IF NOT EXISTS gis;
      CREATE OR REPLACE VIEW gis.vessel_presence AS
        SELECT p.day, p.vessel_id, i.ssvid, i.ship_name, i.flag, i.vessel_type, i.gear_type, p.hours,
               ST_SetSRID(ST_MakePoint(p.lon, p.lat), 4326)::geometry(Point, 4326) AS geom
        FROM vessels.presence p LEFT JOIN vessels.identities i ON i.vessel_id = p.vessel_id;
    `,
  },
];
