import type { Generated } from 'kysely';

type Place = {
  time: Date;
  lon: number;
  lat: number;
  sources: number;
  ship_id: number;
  origin_id: number;
  speed_knots: number | null;
  course_degrees: number | null;
  heading_degrees: number | null;
  navigation_status: number | null;
};

export type Identity = {
  ship_name: string | null;
  callsign: string | null;
  imo: string | null;
  flag: string | null;
  registration: string | null;
  ship_type: number | null;
  length_meters: number | null;
  width_meters: number | null;
};

export type PositionTables = {
  'vessels.ships': Identity & {
    id: Generated<number>;
    key: string;
    mmsi: number | null;
    draught_meters: number | null;
    destination: string | null;
    identity_at: Date | null;
  };
  'vessels.feeds': {
    id: number;
    connector_id: string;
    name: string;
    /** Name of its station; null: none is set. */
    title: string | null;
    antenna: 'terrestrial' | 'satellite' | null;
  };
  'vessels.satellite_days': { day: Date; ship_id: number; lon: number; lat: number; reports: number };
  'vessels.position_origins': {
    id: Generated<number>;
    run_id: string;
    connector_id: string;
    stream_id: string;
    simulated_seed: number | null;
  };
  'vessels.positions': Place;
  'vessels.latest_positions': Place & { stored_at: Date };
  'vessels.position_hours': {
    hour: Date;
    ship_id: number;
    positions: number;
    first_at: Date;
    last_at: Date;
    last_lon: number;
    last_lat: number;
    west: number;
    south: number;
    east: number;
    north: number;
    mean_speed_knots: number | null;
    max_speed_knots: number | null;
  };
  'vessels.changed_hours': { hour: Date; version: number };
  'vessels.changed_ships': {
    ship_id: number;
    oldest_at: Date;
    changed_at: Date;
    version: number;
    /** Connector and stream of the file that is being read; null: of none. */
    file_stream: string | null;
    waits_until: Date | null;
  };
  'vessels.gear_claims': {
    ship_id: number;
    source: string;
    gear: string;
    from_at: Date;
    to_at: Date;
    origin_id: number;
  };
  'vessels.identity_periods': Identity & {
    id: Generated<number>;
    ship_id: number;
    feed_id: number;
    origin_id: number;
    from_at: Date;
    to_at: Date;
  };
};
