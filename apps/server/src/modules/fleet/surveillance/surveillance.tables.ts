import type { AlertRule, AlertState } from '@kianda/contract/fleet/surveillance/alerts.contract';
import type { areaKinds, Fleet, Suspension } from '@kianda/contract/fleet/surveillance/registry.contract';
import type { ExportRequest } from '@kianda/contract/fleet/vessels/export-jobs.contract';
import type { ThresholdRule, Thresholds } from '@kianda/science/vessels/preset-catalogue';
import type { ColumnType } from 'kysely';

export type AreaRow = {
  id: string;
  name: string;
  kind: keyof typeof areaKinds;
  geometry: Buffer;
  bounds: string;
  area_km2: number;
  alert_on_entry: boolean;
  alert_below_knots: number | null;
  forbids_fishing: boolean;
  is_monitored: boolean;
  is_seeded: boolean;
  source: string;
  note: string;
  updated_at: Date;
};

/** Dates of a day come as text: a day has no time zone. */
export type LicenceRow = {
  id: string;
  number: string;
  vessel_name: string;
  mmsi: string | null;
  imo: string | null;
  callsign: string | null;
  registration: string | null;
  flag: string;
  holder: string | null;
  gears: string[];
  fleet: Fleet | null;
  area_ids: string[] | null;
  valid_from: string;
  valid_to: string;
  /** In order of their first day. */
  suspensions: Suspension[];
  source: string;
  /** Seed of the simulated registry; null: written or imported by people. */
  simulated_seed: number | null;
  updated_at: Date;
};

export type SeasonRow = {
  id: string;
  name: string;
  starts_on: string;
  ends_on: string;
  gears: string[] | null;
  species: string[];
  area_id: string | null;
  source: string;
  updated_at: Date;
};

export type DistanceRow = {
  id: string;
  name: string;
  gear: string | null;
  fleet: Fleet | null;
  area_id: string | null;
  meters: number;
  source: string;
  updated_at: Date;
};

export type EventKind =
  | 'encounter'
  | 'loitering'
  | 'gap'
  | 'port_visit'
  | 'fishing'
  | 'zone'
  | 'jump'
  | 'shared_mmsi'
  | 'on_land';
export type EventRow = {
  key: string;
  kind: EventKind;
  ship_ids: number[];
  started_at: Date;
  ended_at: Date | null;
  lon: number;
  lat: number;
  preset: string;
  details: Record<string, unknown>;
  state: 'valid' | 'annulled';
  revision: number;
  updated_at: Date;
};

export type AlertRow = {
  id: string;
  key: string;
  rule: AlertRule;
  severity: 'high' | 'medium' | 'low';
  description: string;
  lon: number | null;
  lat: number | null;
  ship_ids: number[];
  area_id: string | null;
  event_key: string;
  state: AlertState;
  assignee_id: string | null;
  assignee_name: string | null;
  due_at: Date | null;
  snoozed_until: Date | null;
  event_at: Date;
  last_at: Date;
  event_ended_at: Date | null;
  raised_at: Date;
  updated_at: Date;
  simulated: boolean;
};

export type StepRow = {
  alert_id: string;
  seq: number;
  at: Date;
  actor: string;
  from_state: AlertState | null;
  to_state: AlertState | null;
  note: string;
};

export type GroupRow = {
  id: string;
  name: string;
  description: string;
  is_shared: boolean;
  is_watched: boolean;
  owner_id: string;
  owner_name: string;
  created_at: Date;
  updated_at: Date;
};

export type GroupMemberRow = {
  group_id: string;
  /** `id` of the list of vessels. */
  vessel_id: string;
  ship_id: number | null;
  mmsi: string | null;
  name: string | null;
  added_at: Date;
  added_by: string;
  /** Last report that watch lists know of. */
  last_seen_at: Date | null;
};

export type ExportRow = {
  id: string;
  account_id: string;
  account_name: string;
  ip_address: string;
  user_agent: string;
  title: string;
  file_name: string;
  format: string;
  request: ExportRequest;
  run_id: string | null;
  rows: number | null;
  bytes: number | null;
  sha256: string | null;
  requested_at: Date;
  ended_at: Date | null;
  expires_at: Date | null;
};

export type ThresholdRow = {
  rule: ThresholdRule;
  preset: string;
  values: Thresholds;
  updated_at: Date;
};

export type SurveillanceTables = {
  'surveillance.thresholds': Omit<ThresholdRow, 'values'> & { values: ColumnType<Thresholds, string> };
  'surveillance.areas': AreaRow;
  'surveillance.licences': Omit<LicenceRow, 'suspensions'> & { suspensions: ColumnType<Suspension[], string> };
  'surveillance.simulated_holders': { mmsi: string };
  'surveillance.seasons': SeasonRow;
  'surveillance.minimum_distances': DistanceRow;
  'surveillance.events': EventRow;
  'surveillance.alerts': AlertRow;
  'surveillance.alert_steps': StepRow;
  'surveillance.exports': ExportRow;
  'surveillance.vessel_groups': GroupRow;
  'surveillance.group_members': GroupMemberRow;
};
