import type { Bbox } from '../positions/read.repository.ts';

export type FleetRow = {
  ship_id: number;
  origin_id: number;
  timeMs: number;
  lon: number;
  lat: number;
  speed_knots: number | null;
  course_degrees: number | null;
  heading_degrees: number | null;
  navigation_status: number | null;
};

export type FleetMoment = {
  readonly from: Date;
  readonly at: Date;
  readonly bbox: Bbox | null;
  /** Bits of the feeds that count; null: all. */
  readonly sources: number | null;
  readonly ships: readonly number[] | null;
};
