import type { AlertRule, alertSeverities, alertTypes } from '@kianda/contract/fleet/surveillance/alerts.contract';
import type { ArealGeometry } from '@kianda/geo';
import type { GearClaim } from '@kianda/science/vessels/gear';
import type { Area } from '@kianda/science/vessels/zone';
import { namelessShip, shipLabel } from '../ship-label.rules.ts';
import type { AreaRow, DistanceRow, LicenceRow, SeasonRow } from '../surveillance.tables.ts';
import { type Detected, lastReportMs } from './detectors.ts';

export type Severity = (typeof alertSeverities)[number];

/** A vessel as rules and people know it. */
export type Ship = {
  readonly id: number;
  readonly name: string | null;
  readonly mmsi: string | null;
  readonly imo: string | null;
  readonly callsign: string | null;
  readonly registration: string | null;
  /** ISO 3166-1 alpha-3. */
  readonly flag: string | null;
  readonly simulated: boolean;
  /** AIS ship type; 30 is a fishing vessel. */
  readonly shipType: number | null;
  /** Known by reports of the vessel monitoring system, which fishing vessels alone send. */
  readonly isMonitored: boolean;
  /** A carrier of catch or a bunker vessel, according to Global Fishing Watch. */
  readonly isCarrier: boolean;
  /** Gears that sources other than the vessel itself give it. */
  readonly gears: readonly GearClaim[];
};

export type WatchedArea = Area & { readonly row: AreaRow };

/** Cause of an alert: an event, or the state of a vessel. */
export type Cause = Pick<Detected, 'key' | 'vesselIds' | 'startMs' | 'endMs'> & {
  /** Last report that tells of it. */
  readonly lastMs: number;
  /** Null where it is not known. */
  readonly position: Detected['position'] | null;
};

/** An event as the cause of alerts. */
export const causeOf = (event: Detected): Cause => ({ ...event, lastMs: lastReportMs(event) });

/** Finding of a rule, which may become an alert. */
export type Violation = {
  readonly key: string;
  readonly rule: AlertRule;
  readonly severity: Severity;
  readonly description: string;
  readonly areaId: string | null;
  readonly cause: Cause;
  /** Set where no ship says whether it is of a simulation. */
  readonly simulated?: boolean;
};

export type Registry = {
  /** Only the watched ones. */
  readonly areas: readonly WatchedArea[];
  /** Contours of all areas, watched or not: zones of licences, seasons and distances. */
  readonly zones: ReadonlyMap<string, ArealGeometry>;
  readonly licences: readonly LicenceRow[];
  readonly seasons: readonly SeasonRow[];
  readonly distances: readonly DistanceRow[];
};

const typeOfRule: Readonly<Record<AlertRule, (typeof alertTypes)[number]>> = {
  encounter: 'encounters',
  loitering: 'other',
  gap: 'other',
  zone_entry: 'protected_area',
  slow_in_zone: 'protected_area',
  fishing_in_zone: 'illegal_fishing',
  oil_exclusion: 'protected_area',
  closed_season: 'illegal_fishing',
  no_licence: 'illegal_fishing',
  gear_not_allowed: 'illegal_fishing',
  zone_not_allowed: 'illegal_fishing',
  minimum_distance: 'illegal_fishing',
  impossible_jump: 'other',
  shared_mmsi: 'other',
  distress: 'other',
  on_land: 'other',
  shared_imo: 'other',
  identity_change: 'other',
  flag_mismatch: 'other',
  watch_seen: 'other',
  watch_zone: 'protected_area',
};
export const typeOf = (rule: AlertRule) => typeOfRule[rule];

/** Makes a violation of an event by its rule, severity and description. */
export type MakeViolation = (
  rule: AlertRule,
  severity: Severity,
  description: string,
  areaId?: string | null,
) => Violation;

export const nameOf = (ship: Ship | undefined): string => (ship === undefined ? null : shipLabel(ship)) ?? namelessShip;
