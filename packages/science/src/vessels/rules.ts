import type { ArealGeometry, Position } from '@kianda/geo';
import { pointInPolygon } from '@kianda/geo';

/** A licence of the national registry. */
export type Licence = {
  readonly number: string;
  readonly gears: readonly string[];
  readonly startMs: number;
  readonly endMs: number;
  /** Zones it allows; null for all. */
  readonly zone: ArealGeometry | null;
};

/** A closed season: in the period, fishing with these gears (or any) in this zone (or anywhere) is forbidden. */
export type ClosedSeason = {
  readonly id: string;
  readonly startMs: number;
  /** First instant after it. */
  readonly endMs: number;
  readonly gears: readonly string[] | null;
  readonly zone: ArealGeometry | null;
};

/** Least distance from the coast at which to fish with a gear, by a fleet, in a zone; null for any. */
export type MinimumDistance = {
  readonly id: string;
  readonly gear: string | null;
  readonly fleet: string | null;
  readonly zone: ArealGeometry | null;
  readonly meters: number;
};

/** Fishing that is judged: where, when, with what and by whom. Gear or fleet null is unknown. */
export type FishingAct = {
  readonly startMs: number;
  readonly endMs: number;
  readonly position: Position;
  readonly gear: string | null;
  readonly fleet: string | null;
  readonly shoreDistanceMeters: number;
};

export type Finding =
  | { readonly rule: 'no_licence' }
  | { readonly rule: 'gear_not_allowed'; readonly gear: string; readonly licences: readonly string[] }
  | { readonly rule: 'zone_not_allowed'; readonly licences: readonly string[] }
  | { readonly rule: 'closed_season'; readonly seasonId: string }
  | { readonly rule: 'minimum_distance'; readonly distanceId: string; readonly meters: number };

export type Registry = {
  readonly licences: readonly Licence[];
  readonly seasons: readonly ClosedSeason[];
  readonly minimumDistances: readonly MinimumDistance[];
};

/**
 * What is wrong with an act of fishing by the national rules. Each finding stands on its own; where the gear or
 * the fleet is not known, no rule of it is taken as broken.
 */
export function judgeFishing(act: FishingAct, registry: Registry): Finding[] {
  return [
    ...judgeLicences(act, registry.licences),
    ...judgeSeasons(act, registry.seasons),
    ...judgeDistance(act, registry),
  ];
}

function judgeLicences({ startMs, endMs, gear, position }: FishingAct, licences: readonly Licence[]): Finding[] {
  const valid = licences.filter((licence) => licence.startMs <= startMs && licence.endMs >= endMs);
  if (valid.length === 0) return [{ rule: 'no_licence' }];
  const withGear = gear === null ? valid : valid.filter(({ gears }) => gears.includes(gear));
  if (gear !== null && withGear.length === 0) {
    return [{ rule: 'gear_not_allowed', gear, licences: valid.map(({ number }) => number) }];
  }
  const isAllowedHere = withGear.some(({ zone }) => zone === null || pointInPolygon(position, zone));
  return isAllowedHere ? [] : [{ rule: 'zone_not_allowed', licences: withGear.map(({ number }) => number) }];
}

function judgeSeasons({ startMs, endMs, gear, position }: FishingAct, seasons: readonly ClosedSeason[]): Finding[] {
  return seasons
    .filter((season) => startMs < season.endMs && endMs >= season.startMs)
    .filter(({ gears }) => gears === null || (gear !== null && gears.includes(gear)))
    .filter(({ zone }) => zone === null || pointInPolygon(position, zone))
    .map(({ id }) => ({ rule: 'closed_season', seasonId: id }));
}

function judgeDistance(act: FishingAct, { minimumDistances }: Registry): Finding[] {
  return minimumDistances
    .filter(({ meters }) => act.shoreDistanceMeters < meters)
    .filter(({ gear }) => gear === null || gear === act.gear)
    .filter(({ fleet }) => fleet === null || fleet === act.fleet)
    .filter(({ zone }) => zone === null || pointInPolygon(act.position, zone))
    .map(({ id, meters }) => ({ rule: 'minimum_distance', distanceId: id, meters }));
}

/** One name, flag, call sign or number as a source gave it from an instant on. */
export type IdentityRecord = {
  readonly source: string;
  readonly firstSeenMs: number;
  readonly name: string | null;
  readonly flag: string | null;
  readonly callsign: string | null;
  readonly imo: string | null;
};
export type IdentityField = 'name' | 'flag' | 'callsign' | 'imo';
export type IdentityChange = {
  readonly field: IdentityField;
  readonly from: string;
  readonly to: string;
  readonly atMs: number;
  readonly source: string;
};

const identityFields: readonly IdentityField[] = ['name', 'flag', 'callsign', 'imo'];

/** Letters and digits alone: `S. TOMÉ-1` and `S TOME 1` are one name. */
const normal = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

/**
 * Changes of a vessel's identity, source by source in order of time: two registers that differ are not a change, and
 * neither is a value that is missing for a while.
 */
export function identityChanges(records: readonly IdentityRecord[]): IdentityChange[] {
  const changes: IdentityChange[] = [];
  const known = new Map<string, string>();
  for (const record of records.toSorted((a, b) => a.firstSeenMs - b.firstSeenMs)) {
    for (const field of identityFields) {
      const to = record[field];
      if (to === null || normal(to) === '') continue;
      const slot = `${field} ${record.source}`;
      const from = known.get(slot);
      if (from !== undefined && normal(from) !== normal(to)) {
        changes.push({ field, from, to, atMs: record.firstSeenMs, source: record.source });
      }
      known.set(slot, to);
    }
  }
  return changes;
}
