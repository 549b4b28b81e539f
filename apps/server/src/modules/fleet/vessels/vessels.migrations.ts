import type { Migration } from '../../../platform/db/database.ts';
import { foldedIn } from '../../../platform/db/folded.ts';

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
  {
    id: '0003-positions',
    sql: `
      -- A vessel as its reports tell it apart: by MMSI, else by registration or call sign. What is known of it now.
      CREATE TABLE vessels.ships (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key text NOT NULL UNIQUE,
        mmsi integer,
        ship_name text,
        callsign text,
        imo text,
        flag text,
        registration text,
        ship_type smallint,
        length_meters real,
        width_meters real,
        draught_meters real,
        destination text,
        identity_at timestamptz
      );
      CREATE INDEX ships_mmsi ON vessels.ships (mmsi) WHERE mmsi IS NOT NULL;

      -- Lines by which reports come. The number is the bit in positions.sources.
      CREATE TABLE vessels.feeds (
        id smallint PRIMARY KEY CHECK (id BETWEEN 0 AND 47),
        connector_id text NOT NULL,
        name text NOT NULL,
        UNIQUE (connector_id, name)
      );

      -- Run that brought a position first: its way back to the raw pages.
      CREATE TABLE vessels.position_origins (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        run_id uuid NOT NULL,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        simulated_seed bigint,
        UNIQUE (run_id)
      );

      -- The place is part of the key: two transmitters under one number are two positions, and must both be seen.
      CREATE TABLE vessels.positions (
        time timestamptz NOT NULL,
        lon double precision NOT NULL,
        lat double precision NOT NULL,
        sources bigint NOT NULL,
        ship_id integer NOT NULL,
        origin_id integer NOT NULL,
        speed_knots real,
        course_degrees real,
        heading_degrees smallint,
        navigation_status smallint,
        PRIMARY KEY (ship_id, time, lon, lat)
      ) PARTITION BY RANGE (time);

      -- Updated with every report: no other index, so that updates stay within their page.
      CREATE TABLE vessels.latest_positions (
        ship_id integer PRIMARY KEY,
        origin_id integer NOT NULL,
        time timestamptz NOT NULL,
        stored_at timestamptz NOT NULL,
        lon double precision NOT NULL,
        lat double precision NOT NULL,
        sources bigint NOT NULL,
        speed_knots real,
        course_degrees real,
        heading_degrees smallint,
        navigation_status smallint
      ) WITH (fillfactor = 60);

      CREATE TABLE vessels.position_hours (
        hour timestamptz NOT NULL,
        ship_id integer NOT NULL,
        positions integer NOT NULL,
        first_at timestamptz NOT NULL,
        last_at timestamptz NOT NULL,
        last_lon double precision NOT NULL,
        last_lat double precision NOT NULL,
        west double precision NOT NULL,
        south double precision NOT NULL,
        east double precision NOT NULL,
        north double precision NOT NULL,
        mean_speed_knots real,
        max_speed_knots real,
        PRIMARY KEY (hour, ship_id)
      ) PARTITION BY RANGE (hour);

      -- Hours that got positions since they were summed up: late ones come into their hour all the same.
      CREATE TABLE vessels.changed_hours (
        hour timestamptz PRIMARY KEY,
        version bigint NOT NULL
      );

      -- Who a vessel said it was, by line and period; periods of different names may overlap.
      CREATE TABLE vessels.identity_periods (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        ship_id integer NOT NULL,
        feed_id smallint NOT NULL,
        origin_id integer NOT NULL,
        from_at timestamptz NOT NULL,
        to_at timestamptz NOT NULL,
        ship_name text,
        callsign text,
        imo text,
        flag text,
        registration text,
        ship_type smallint,
        length_meters real,
        width_meters real
      );
      CREATE INDEX identity_periods_ship ON vessels.identity_periods (ship_id, feed_id);
    `,
  },
  {
    id: '0004-gis-positions',
    requiresPostgis: true,
    sql: `
      CREATE SCHEMA IF NOT EXISTS gis;
      CREATE OR REPLACE VIEW gis.vessel_latest_positions AS
        SELECT s.key AS vessel, s.mmsi, s.ship_name, s.flag, s.ship_type, l.time, l.speed_knots, l.course_degrees,
               ST_SetSRID(ST_MakePoint(l.lon, l.lat), 4326)::geometry(Point, 4326) AS geom
        FROM vessels.latest_positions l JOIN vessels.ships s ON s.id = l.ship_id;
    `,
  },
  {
    id: '0005-changed-ships',
    sql: `
      -- Ships with positions nobody has worked on yet, and from when on.
      CREATE TABLE vessels.changed_ships (
        ship_id integer PRIMARY KEY,
        oldest_at timestamptz NOT NULL,
        changed_at timestamptz NOT NULL,
        version integer NOT NULL
      ) WITH (fillfactor = 60);
      -- Those that were stored before this list was kept.
      INSERT INTO vessels.changed_ships (ship_id, oldest_at, changed_at, version)
        SELECT ship_id, time - interval '2 days', stored_at, 1 FROM vessels.latest_positions;
    `,
  },
  {
    id: '0006-gfw',
    sql: `
      -- Events as Global Fishing Watch found them, beside our own: an encounter, which it tells once a vessel, is one row.
      CREATE TABLE vessels.gfw_events (
        id text PRIMARY KEY,
        type text NOT NULL,
        start_at timestamptz NOT NULL,
        end_at timestamptz,
        lon double precision NOT NULL,
        lat double precision NOT NULL,
        vessel jsonb NOT NULL,
        other jsonb,
        details jsonb NOT NULL,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        run_id uuid NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed bigint
      );
      CREATE INDEX gfw_events_start ON vessels.gfw_events (start_at DESC, id);
      CREATE INDEX gfw_events_vessel ON vessels.gfw_events ((vessel ->> 'vesselId'), start_at DESC);

      -- What the last live test of each data set found.
      CREATE TABLE vessels.gfw_access_tests (
        dataset text PRIMARY KEY,
        tested_dataset text NOT NULL,
        accessible boolean NOT NULL,
        access_level text NOT NULL,
        status_code integer,
        error text,
        tested_at timestamptz NOT NULL,
        simulated_seed bigint
      );

      -- Day on which the formal request for access was sent; no row: not sent.
      CREATE TABLE vessels.gfw_access_request (
        single_row boolean PRIMARY KEY DEFAULT true CHECK (single_row),
        submission_date date NOT NULL
      );
    `,
  },
  {
    id: '0007-heat',
    sql: `
      -- Presence by cell and ship, in blocks of one frame (hour, day, month) and one part of a grid: see heat/block.ts.
      -- Blocks are read whole, and are dense already: kept outside the row as they are.
      CREATE SEQUENCE vessels.heat_versions;
      CREATE TABLE vessels.heat_hours (
        tier smallint NOT NULL,
        part integer NOT NULL,
        start timestamptz NOT NULL,
        version bigint NOT NULL DEFAULT nextval('vessels.heat_versions'),
        data bytea NOT NULL,
        PRIMARY KEY (tier, part, start)
      ) PARTITION BY RANGE (start);
      CREATE TABLE vessels.heat_days (
        tier smallint NOT NULL,
        part integer NOT NULL,
        start timestamptz NOT NULL,
        version bigint NOT NULL DEFAULT nextval('vessels.heat_versions'),
        data bytea NOT NULL,
        PRIMARY KEY (tier, part, start)
      ) PARTITION BY RANGE (start);
      CREATE TABLE vessels.heat_months (
        tier smallint NOT NULL,
        part integer NOT NULL,
        start timestamptz NOT NULL,
        version bigint NOT NULL DEFAULT nextval('vessels.heat_versions'),
        data bytea NOT NULL,
        PRIMARY KEY (tier, part, start)
      );
      ALTER TABLE vessels.heat_hours ALTER COLUMN data SET STORAGE EXTERNAL;
      ALTER TABLE vessels.heat_days ALTER COLUMN data SET STORAGE EXTERNAL;
      ALTER TABLE vessels.heat_months ALTER COLUMN data SET STORAGE EXTERNAL;

      -- Blocks of days and months whose hours or days changed since they were put together.
      CREATE TABLE vessels.changed_heat (
        unit text NOT NULL CHECK (unit IN ('day', 'month')),
        start timestamptz NOT NULL,
        tier smallint NOT NULL,
        part integer NOT NULL,
        PRIMARY KEY (unit, start, tier, part)
      );

      -- What each hour had in all: a vessel heard within an hour is present for that hour.
      CREATE TABLE vessels.hour_totals (
        hour timestamptz PRIMARY KEY,
        vessels integer NOT NULL,
        positions bigint NOT NULL
      );

      -- Hours that were summed up before this was kept.
      INSERT INTO vessels.changed_hours (hour, version)
        SELECT DISTINCT hour, 1 FROM vessels.position_hours
        WHERE hour >= (SELECT date_trunc('hour', min(time)) FROM vessels.positions)
        ON CONFLICT (hour) DO UPDATE SET version = vessels.changed_hours.version + 1;
    `,
  },
  {
    id: '0008-positions-by-time',
    sql: `
      -- Positions come nearly in order of time: an hour is found by the few pages that hold it, for next to nothing.
      CREATE INDEX positions_time ON vessels.positions USING brin (time) WITH (pages_per_range = 32, autosummarize = on);
    `,
  },
  {
    id: '0009-directory',
    sql: `
      -- Every vessel once with what it is known by, from its own reports and from the provider: the list's one table.
      -- Where it is comes from latest_positions, but for those that only the provider tells of. Filled at the next start.
      CREATE TABLE vessels.directory (
        id text NOT NULL,
        ship_id integer UNIQUE,
        vessel_id text,
        twin_id integer,
        name text,
        vessel_type text NOT NULL,
        gear_type text,
        flag text,
        mmsi text,
        imo text,
        callsign text,
        registration text,
        length_meters real,
        known_from timestamptz,
        search text NOT NULL,
        presence_at timestamptz,
        lon double precision,
        lat double precision,
        connector_id text,
        stream_id text,
        simulated_seed bigint,
        retrieved_at timestamptz
      );
      CREATE INDEX directory_provided ON vessels.directory (mmsi) WHERE ship_id IS NULL;
      CREATE INDEX presence_vessel ON vessels.presence (vessel_id, day);
      CREATE INDEX ships_mmsi_text ON vessels.ships ((mmsi::text));
    `,
  },
  {
    id: '0010-heat-totals',
    sql: `
      -- The sums of each block beside its entries: a tile of the whole fleet reads nothing else.
      TRUNCATE vessels.heat_hours, vessels.heat_days, vessels.heat_months, vessels.changed_heat;
      ALTER TABLE vessels.heat_hours ADD COLUMN totals bytea NOT NULL;
      ALTER TABLE vessels.heat_hours ALTER COLUMN totals SET STORAGE EXTERNAL;
      ALTER TABLE vessels.heat_days ADD COLUMN totals bytea NOT NULL;
      ALTER TABLE vessels.heat_days ALTER COLUMN totals SET STORAGE EXTERNAL;
      ALTER TABLE vessels.heat_months ADD COLUMN totals bytea NOT NULL;
      ALTER TABLE vessels.heat_months ALTER COLUMN totals SET STORAGE EXTERNAL;
      INSERT INTO vessels.changed_hours (hour, version) SELECT hour, 1 FROM vessels.hour_totals
        WHERE hour >= (SELECT date_trunc('hour', min(time)) FROM vessels.positions)
        ON CONFLICT (hour) DO UPDATE SET version = vessels.changed_hours.version + 1;

      -- Whether the list has the vessel: a ship once it was heard, what the provider tells until then.
      TRUNCATE vessels.directory;
      ALTER TABLE vessels.directory ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
      ALTER TABLE vessels.directory ADD COLUMN is_listed boolean NOT NULL DEFAULT false;
      CREATE INDEX directory_flags ON vessels.directory (flag) WHERE is_listed;
      CREATE INDEX directory_names ON vessels.directory (name, id) WHERE is_listed;
      CREATE INDEX directory_twins ON vessels.directory (twin_id) WHERE twin_id IS NOT NULL;
    `,
  },
  {
    id: '0011-gears',
    sql: `
      -- What sources other than the vessel say that it fishes with, in their own words.
      CREATE TABLE vessels.gear_claims (
        ship_id integer NOT NULL,
        source text NOT NULL,
        gear text NOT NULL,
        from_at timestamptz NOT NULL,
        to_at timestamptz NOT NULL,
        origin_id integer NOT NULL,
        PRIMARY KEY (ship_id, source, gear)
      );
    `,
  },
  {
    id: '0012-fleet-hours',
    sql: `
      -- Where each ship was last within an hour, as rows of bytes: the fleet of a past moment is few of these. A version
      -- of their own for each, so that what is kept in memory is known to be the same.
      CREATE TABLE vessels.fleet_hours (
        hour timestamptz PRIMARY KEY,
        version bigint NOT NULL DEFAULT nextval('vessels.heat_versions'),
        data bytea NOT NULL
      );
      ALTER TABLE vessels.fleet_hours ALTER COLUMN data SET STORAGE EXTERNAL;
      INSERT INTO vessels.changed_hours (hour, version) SELECT hour, 1 FROM vessels.hour_totals
        WHERE hour >= (SELECT date_trunc('hour', min(time)) FROM vessels.positions)
        ON CONFLICT (hour) DO UPDATE SET version = vessels.changed_hours.version + 1;
    `,
  },
  {
    id: '0013-hour-quality',
    sql: `
      -- Ships that report one IMO number are looked for whenever one of them is heard.
      CREATE INDEX ships_imo ON vessels.ships (upper(imo)) WHERE imo IS NOT NULL;

      -- Positions of each hour by the rules of quality: positions are too many to be read whole.
      CREATE TABLE vessels.hour_quality (
        hour timestamptz NOT NULL,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        positions integer NOT NULL,
        outside integer NOT NULL,
        vms_speeds integer NOT NULL,
        vms_too_fast integer NOT NULL,
        ais_speeds integer NOT NULL,
        ais_too_fast integer NOT NULL,
        sample jsonb,
        PRIMARY KEY (hour, connector_id, stream_id)
      );
      INSERT INTO vessels.changed_hours (hour, version) SELECT hour, 1 FROM vessels.hour_totals
        WHERE hour >= (SELECT date_trunc('hour', min(time)) FROM vessels.positions)
        ON CONFLICT (hour) DO UPDATE SET version = vessels.changed_hours.version + 1;
    `,
  },
  {
    id: '0014-ships-of-files',
    sql: `
      -- Ships of a file that is being read wait for its end, or until it is clear that nobody reads on.
      ALTER TABLE vessels.changed_ships ADD COLUMN file_stream text, ADD COLUMN waits_until timestamptz;
      CREATE INDEX changed_ships_files ON vessels.changed_ships (file_stream) WHERE file_stream IS NOT NULL;
    `,
  },
  {
    id: '0015-flags-by-marks',
    sql: `
      -- Flags of other sources are looked up by IMO number and call sign whenever a ship is heard.
      CREATE INDEX ships_callsign ON vessels.ships (upper(callsign)) WHERE callsign IS NOT NULL;
      CREATE INDEX identities_imo ON vessels.identities (imo) WHERE imo IS NOT NULL;
      CREATE INDEX identities_callsign ON vessels.identities (upper(callsign)) WHERE callsign IS NOT NULL;
    `,
  },
  {
    id: '0016-antennas',
    sql: `
      -- Name of the station behind a feed, and where its antenna is, as the settings have them.
      ALTER TABLE vessels.feeds ADD COLUMN title text,
        ADD COLUMN antenna text CHECK (antenna IN ('terrestrial', 'satellite'));
      -- Reports by satellite of each ship in a day and a square of one degree: how well ships are heard there.
      CREATE TABLE vessels.satellite_days (
        day timestamptz NOT NULL,
        ship_id integer NOT NULL,
        lon smallint NOT NULL,
        lat smallint NOT NULL,
        reports integer NOT NULL,
        PRIMARY KEY (day, ship_id, lon, lat)
      );
    `,
  },
  {
    id: '0017-safety-stations',
    sql: `
      -- Stations on AIS that are no ships: beacons of distress, aircraft on rescue, aids to navigation, base stations, and
      -- each text of safety; what they said last.
      CREATE TABLE vessels.safety_stations (
        key text PRIMARY KEY,
        kind text NOT NULL,
        mmsi integer NOT NULL,
        name text,
        text text,
        aid_type smallint,
        is_virtual boolean,
        is_off_position boolean,
        is_active boolean,
        lon double precision,
        lat double precision,
        altitude_meters real,
        speed_knots real,
        course_degrees real,
        first_at timestamptz NOT NULL,
        last_at timestamptz NOT NULL,
        feed text NOT NULL,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed bigint,
        told_at timestamptz
      );
      CREATE INDEX safety_stations_distress ON vessels.safety_stations (last_at) WHERE kind = 'distress';
    `,
  },
  {
    id: '0018-radar',
    sql: `
      -- Vessels that radar saw in a cell of 0.01 degrees on a day, by its south-west corner, and that no AIS explains.
      CREATE TABLE vessels.radar_detections (
        day date NOT NULL,
        lon double precision NOT NULL,
        lat double precision NOT NULL,
        detections integer NOT NULL,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        run_id uuid NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed bigint,
        PRIMARY KEY (day, lon, lat)
      );
    `,
  },
  {
    id: '0019-vessel-names',
    sql: `
      -- Former names, and all names and numbers together as people type them, found by their groups of three letters.
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      ALTER TABLE vessels.directory ADD COLUMN former_names text;
      ALTER TABLE vessels.directory ADD COLUMN names text NOT NULL DEFAULT '';
      UPDATE vessels.directory AS d SET former_names = (
        SELECT string_agg(DISTINCT i.ship_name, ' · ') FROM vessels.identity_periods AS i
        WHERE i.ship_id = d.ship_id AND i.ship_name <> d.name);
      UPDATE vessels.directory
      SET names = ${foldedIn("concat_ws(' ', name, former_names, mmsi, imo, callsign, registration)")};
      CREATE INDEX directory_spoken ON vessels.directory USING gin (names gin_trgm_ops) WHERE is_listed;
    `,
  },
  {
    id: '0020-fixed-structures',
    sql: `
      -- Structures that stand in the sea off Angola, as satellites found them; retrieved_at is when the provider last had them.
      CREATE TABLE vessels.fixed_structures (
        structure_id text PRIMARY KEY,
        lon double precision NOT NULL,
        lat double precision NOT NULL,
        label text NOT NULL,
        confidence text NOT NULL,
        started_at timestamptz,
        ended_at timestamptz,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        run_id uuid NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed integer
      );
    `,
  },
  {
    id: '0021-archived-days',
    sql: `
      -- Days of positions that lie in a file of object storage. The version grows whenever a day is moved.
      CREATE TABLE vessels.archived_days (
        day date PRIMARY KEY,
        object_key text NOT NULL,
        positions bigint NOT NULL,
        vessels integer NOT NULL,
        bytes bigint NOT NULL,
        sha256 text NOT NULL,
        version bigint NOT NULL DEFAULT nextval('vessels.heat_versions'),
        archived_at timestamptz NOT NULL,
        is_audited boolean NOT NULL DEFAULT false
      );
      -- Days that a person brought back, and until when they stay in the database.
      CREATE TABLE vessels.restored_days (
        day date PRIMARY KEY,
        keep_until timestamptz NOT NULL
      );
    `,
  },
  {
    id: '0022-list',
    sql: `
      -- The list's filters and counts read this instead of the whole rows; ships of latest_positions are joined by it.
      CREATE INDEX directory_listed ON vessels.directory (ship_id)
        INCLUDE (number, vessel_type, flag, gear_type, imo, known_from) WHERE is_listed;
      CREATE INDEX directory_ids ON vessels.directory (id) WHERE is_listed;
      CREATE INDEX directory_searched ON vessels.directory USING gin (search gin_trgm_ops) WHERE is_listed;
      -- A listed vessel has a place and a time: its own reports tell them, else the provider's presence does.
      UPDATE vessels.directory SET is_listed = false WHERE is_listed AND ship_id IS NULL
        AND (presence_at IS NULL OR lon IS NULL OR lat IS NULL OR retrieved_at IS NULL);
      ALTER TABLE vessels.directory ADD CONSTRAINT directory_places CHECK (
        NOT is_listed OR ship_id IS NOT NULL
        OR (presence_at IS NOT NULL AND lon IS NOT NULL AND lat IS NOT NULL AND retrieved_at IS NOT NULL));
    `,
  },
  {
    id: '0023-gis-flags',
    requiresPostgis: true,
    sql: `
      -- flag is the one of every screen: that of its reports, else what its identity tells. A view takes new columns at its end.
      CREATE OR REPLACE VIEW gis.vessel_latest_positions AS
        SELECT s.key AS vessel, s.mmsi, s.ship_name, coalesce(s.flag, d.flag) AS flag, s.ship_type, l.time, l.speed_knots,
               l.course_degrees, ST_SetSRID(ST_MakePoint(l.lon, l.lat), 4326)::geometry(Point, 4326) AS geom,
               s.flag AS transmitted_flag
        FROM vessels.latest_positions l JOIN vessels.ships s ON s.id = l.ship_id
        LEFT JOIN vessels.directory d ON d.ship_id = s.id;
    `,
  },
  {
    id: '0024-known-from',
    sql: `
      -- Since when a ship is known, as the directory has it: the list orders by it without joining the two.
      ALTER TABLE vessels.latest_positions ADD COLUMN known_from timestamptz;
      UPDATE vessels.latest_positions AS l SET known_from = d.known_from FROM vessels.directory AS d
        WHERE d.ship_id = l.ship_id;
    `,
  },
];
