import type { ArealGeometry, Position } from '@kianda/geo';
import { pointInPolygon } from '@kianda/geo';
import { contradictsLicence, type GearEvidence, isGearOf, isSurelyOf, supportedGears } from './gear.ts';

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

/** Fishing to check against the rules: place, time, gear and vessel. Evidence or fleet null is unknown. */
export type FishingAct = {
  readonly startMs: number;
  readonly endMs: number;
  readonly position: Position;
  /** Gear by sources other than the licences. */
  readonly evidence: GearEvidence | null;
  readonly fleet: string | null;
  readonly shoreDistanceMeters: number;
};

export type Finding =
  | { readonly rule: 'no_licence' }
  | { readonly rule: 'gear_not_allowed'; readonly evidence: GearEvidence; readonly licences: readonly Licence[] }
  | { readonly rule: 'zone_not_allowed'; readonly licences: readonly string[] }
  | { readonly rule: 'closed_season'; readonly seasonId: string }
  | { readonly rule: 'minimum_distance'; readonly distanceId: string; readonly meters: number };

export type Registry = {
  readonly licences: readonly Licence[];
  readonly seasons: readonly ClosedSeason[];
  readonly minimumDistances: readonly MinimumDistance[];
};

/**
 * Findings against an act of fishing by the national rules. Each finding stands on its own; where the gear or
 * the fleet is not known, no rule of it is taken as broken.
 */
export function checkFishingRules(act: FishingAct, registry: Registry): Finding[] {
  const valid = registry.licences.filter(({ startMs, endMs }) => startMs <= act.startMs && endMs >= act.endMs);
  const isOf = gearRule(act, valid, registry.licences);
  return [
    ...judgeLicences(act, valid),
    ...judgeSeasons(act, registry.seasons, isOf),
    ...judgeDistance(act, registry, isOf),
  ];
}

function judgeLicences({ evidence, position }: FishingAct, valid: readonly Licence[]): Finding[] {
  if (valid.length === 0) return [{ rule: 'no_licence' }];
  if (evidence !== null && isContradicted(evidence, valid)) {
    return [{ rule: 'gear_not_allowed', evidence, licences: valid }];
  }
  const isAllowedHere = valid.some(({ zone }) => zone === null || pointInPolygon(position, zone));
  return isAllowedHere ? [] : [{ rule: 'zone_not_allowed', licences: valid.map(({ number }) => number) }];
}

const gearsOfAll = (licences: readonly Licence[]): string[] => [...new Set(licences.flatMap(({ gears }) => gears))];
const isContradicted = (evidence: GearEvidence, valid: readonly Licence[]): boolean =>
  contradictsLicence(evidence, gearsOfAll(valid));

/** True when a rule names the gear that is used. */
type GearRule = (gears: readonly string[]) => boolean;

/**
 * The gear that counts as used: with no licence, or against it, that of the other sources, and only where each of them
 * leaves no other; else the one licensed gear that they leave, if only by a licence that has run out. Several are no
 * known gear.
 */
function gearRule({ evidence }: FishingAct, valid: readonly Licence[], all: readonly Licence[]): GearRule {
  if (evidence !== null && (valid.length === 0 || isContradicted(evidence, valid))) {
    return (gears) => isSurelyOf(gears, evidence);
  }
  const licensed = gearsOfAll(valid.length > 0 ? valid : all);
  const possible = evidence === null || licensed.length === 1 ? licensed : supportedGears(evidence, licensed);
  const [used, ...others] = possible;
  if (used === undefined || others.length > 0) return () => false;
  return (gears) => gears.some((gear) => isGearOf(gear, used));
}

function judgeSeasons(
  { startMs, endMs, position }: FishingAct,
  seasons: readonly ClosedSeason[],
  isOf: GearRule,
): Finding[] {
  return seasons
    .filter((season) => startMs < season.endMs && endMs >= season.startMs)
    .filter(({ gears }) => gears === null || isOf(gears))
    .filter(({ zone }) => zone === null || pointInPolygon(position, zone))
    .map(({ id }) => ({ rule: 'closed_season', seasonId: id }));
}

function judgeDistance(act: FishingAct, { minimumDistances }: Registry, isOf: GearRule): Finding[] {
  return minimumDistances
    .filter(({ meters }) => act.shoreDistanceMeters < meters)
    .filter(({ gear }) => gear === null || isOf([gear]))
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
