import type { Migration } from '../../../platform/db/database.ts';
import { foldedIn } from '../../../platform/db/folded.ts';

export const surveillanceMigrations: readonly Migration[] = [
  {
    id: '0001-registry-events-alerts',
    sql: `
      CREATE TABLE surveillance.areas (
        id text PRIMARY KEY,
        name text NOT NULL,
        kind text NOT NULL,
        geometry bytea NOT NULL,
        -- Same bounds as a box, as every stored geometry has.
        bounds box NOT NULL,
        area_km2 double precision NOT NULL,
        alert_on_entry boolean NOT NULL,
        alert_below_knots double precision,
        forbids_fishing boolean NOT NULL,
        is_monitored boolean NOT NULL,
        is_seeded boolean NOT NULL,
        source text NOT NULL,
        note text NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE TABLE surveillance.licences (
        id uuid PRIMARY KEY,
        number text NOT NULL UNIQUE,
        vessel_name text NOT NULL,
        mmsi text,
        imo text,
        callsign text,
        registration text,
        flag text NOT NULL,
        holder text,
        gears text[] NOT NULL,
        area_ids text[],
        valid_from date NOT NULL,
        valid_to date NOT NULL,
        source text NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE INDEX licences_mmsi ON surveillance.licences (mmsi) WHERE mmsi IS NOT NULL;
      CREATE TABLE surveillance.seasons (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        starts_on date NOT NULL,
        ends_on date NOT NULL,
        gears text[],
        species text[] NOT NULL,
        area_id text REFERENCES surveillance.areas (id),
        source text NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE TABLE surveillance.events (
        key text PRIMARY KEY,
        kind text NOT NULL,
        ship_ids integer[] NOT NULL,
        started_at timestamptz NOT NULL,
        ended_at timestamptz,
        lon double precision NOT NULL,
        lat double precision NOT NULL,
        preset text NOT NULL,
        details jsonb NOT NULL,
        state text NOT NULL,
        revision integer NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE INDEX events_started ON surveillance.events (started_at DESC);
      CREATE INDEX events_ships ON surveillance.events USING gin (ship_ids);
      CREATE TABLE surveillance.alerts (
        id uuid PRIMARY KEY,
        -- Rule, vessel and area: alerts are kept apart by these alone.
        key text NOT NULL,
        rule text NOT NULL,
        severity text NOT NULL,
        description text NOT NULL,
        lon double precision,
        lat double precision,
        ship_ids integer[] NOT NULL,
        area_id text,
        event_key text NOT NULL,
        state text NOT NULL,
        assignee_id uuid,
        assignee_name text,
        due_at timestamptz,
        snoozed_until timestamptz,
        event_at timestamptz NOT NULL,
        last_at timestamptz NOT NULL,
        event_ended_at timestamptz,
        raised_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        simulated boolean NOT NULL
      );
      CREATE INDEX alerts_newest ON surveillance.alerts (event_at DESC);
      CREATE INDEX alerts_key ON surveillance.alerts (key, raised_at DESC);
      -- At most one open alert of a key, whatever runs at the same time.
      CREATE UNIQUE INDEX alerts_open ON surveillance.alerts (key)
        WHERE state IN ('new', 'acknowledged', 'investigating', 'confirmed');
      CREATE TABLE surveillance.alert_steps (
        alert_id uuid NOT NULL REFERENCES surveillance.alerts (id),
        seq integer NOT NULL,
        at timestamptz NOT NULL,
        actor text NOT NULL,
        from_state text,
        to_state text,
        note text NOT NULL,
        PRIMARY KEY (alert_id, seq)
      );
    `,
  },
  {
    id: '0002-distances-fleets',
    sql: `
      ALTER TABLE surveillance.licences ADD COLUMN fleet text;
      CREATE TABLE surveillance.minimum_distances (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        gear text,
        fleet text,
        area_id text REFERENCES surveillance.areas (id),
        meters integer NOT NULL CHECK (meters > 0),
        source text NOT NULL,
        updated_at timestamptz NOT NULL
      );
    `,
  },
  {
    id: '0003-vessel-groups',
    sql: `
      CREATE TABLE surveillance.vessel_groups (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        description text NOT NULL,
        is_shared boolean NOT NULL,
        -- Its alerts are everybody's.
        is_watched boolean NOT NULL CHECK (is_shared OR NOT is_watched),
        owner_id uuid NOT NULL,
        owner_name text NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE TABLE surveillance.group_members (
        group_id uuid NOT NULL REFERENCES surveillance.vessel_groups (id) ON DELETE CASCADE,
        vessel_id text NOT NULL,
        ship_id integer,
        mmsi text,
        name text,
        added_at timestamptz NOT NULL,
        added_by text NOT NULL,
        last_seen_at timestamptz,
        PRIMARY KEY (group_id, vessel_id)
      );
      CREATE INDEX group_members_ship ON surveillance.group_members (ship_id) WHERE ship_id IS NOT NULL;
      CREATE INDEX group_members_mmsi ON surveillance.group_members (mmsi) WHERE mmsi IS NOT NULL;
    `,
  },
  {
    id: '0004-simulated-licences',
    sql: `
      ALTER TABLE surveillance.licences ADD COLUMN simulated_seed bigint;
      -- Vessels that the demonstration's registry dealt with once: what people delete of it stays deleted.
      CREATE TABLE surveillance.simulated_holders (mmsi text PRIMARY KEY);
    `,
  },
  {
    id: '0005-exports',
    sql: `
      -- Files written in the background, for whoever asked; the bytes lie in the object storage.
      CREATE TABLE surveillance.exports (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        account_name text NOT NULL,
        ip_address text NOT NULL,
        user_agent text NOT NULL,
        title text NOT NULL,
        file_name text NOT NULL,
        format text NOT NULL,
        request jsonb NOT NULL,
        run_id uuid,
        rows integer,
        bytes bigint,
        sha256 text,
        requested_at timestamptz NOT NULL,
        ended_at timestamptz,
        expires_at timestamptz
      );
      CREATE INDEX exports_account ON surveillance.exports (account_id, requested_at DESC);
    `,
  },
  {
    id: '0006-licence-suspensions',
    sql: `
      -- [{ from, to, reason }], first and last day; without the last one until it is lifted.
      ALTER TABLE surveillance.licences ADD COLUMN suspensions jsonb NOT NULL DEFAULT '[]';
    `,
  },
  {
    id: '0007-alert-words',
    sql: `
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      -- Texts of alerts as people type them, found by their groups of three letters.
      CREATE INDEX alerts_words ON surveillance.alerts USING gin ((${foldedIn('description')}) gin_trgm_ops);
    `,
  },
  {
    id: '0008-thresholds',
    sql: `
      -- Thresholds of the detectors that a person chose: the published preset they came from, and the values in use.
      CREATE TABLE surveillance.thresholds (
        rule text PRIMARY KEY,
        preset text NOT NULL,
        values jsonb NOT NULL,
        updated_at timestamptz NOT NULL
      );
    `,
  },
  {
    id: '0009-alert-last-reports',
    sql: `
      -- Alerts that went on had the instant of their evaluation for that of their last report.
      UPDATE surveillance.alerts AS a SET last_at = least(a.last_at, CASE e.kind
          WHEN 'gap' THEN e.started_at
          WHEN 'zone' THEN to_timestamp((e.details->>'lastInsideMs')::float8 / 1000)
          WHEN 'encounter' THEN to_timestamp((e.details->>'lastTogetherMs')::float8 / 1000)
          ELSE e.started_at + coalesce((e.details->>'durationMs')::float8, 0) * interval '1 millisecond'
        END)
      FROM surveillance.events AS e WHERE e.key = a.event_key AND a.event_ended_at IS NULL;
    `,
  },
  {
    id: '0010-alert-search',
    sql: `
      -- Open alerts by vessel and by rule, as people look for them.
      CREATE INDEX alerts_open_ships ON surveillance.alerts USING gin (ship_ids)
        WHERE state IN ('new', 'acknowledged', 'investigating', 'confirmed');
      CREATE INDEX alerts_open_rules ON surveillance.alerts (rule, raised_at DESC)
        WHERE state IN ('new', 'acknowledged', 'investigating', 'confirmed');
    `,
  },
];
