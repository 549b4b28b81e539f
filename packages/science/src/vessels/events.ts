import type { Position } from '@kianda/geo';

/**
 * Finding of a detector. `key` stays the same as long as vessel, kind and beginning do, so that finding it again is
 * the same event; an event that later reports move or undo is revised or annulled where it is stored.
 */
export type VesselEvent<Kind extends string, Details> = {
  readonly kind: Kind;
  readonly key: string;
  /** One, or both of an encounter in order of their ids. */
  readonly vesselIds: readonly string[];
  readonly startMs: number;
  /** Null while it goes on. */
  readonly endMs: number | null;
  readonly position: Position;
  readonly preset: string;
  readonly details: Details;
};

/** Surroundings that detectors need; metres on WGS84. */
export type Surroundings = {
  /** To the nearest anchorage or port; infinite where there is none. */
  readonly portDistanceMeters: (position: Position) => number;
  /** To the nearest coast; 0 on land. */
  readonly shoreDistanceMeters: (position: Position) => number;
};

/** Same vessels, same kind, same beginning: same key. */
export function eventKey(kind: string, vesselIds: readonly string[], startMs: number, place = ''): string {
  return [kind, ...vesselIds, new Date(startMs).toISOString(), ...(place === '' ? [] : [place])].join('|');
}
