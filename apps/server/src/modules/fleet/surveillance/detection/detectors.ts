import { distanceMeters, nearestCoastPoint, type Position, portPoints } from '@kianda/geo';
import { detectEncounters } from '@kianda/science/vessels/encounter';
import type { Surroundings } from '@kianda/science/vessels/events';
import { detectEvidencedFishing } from '@kianda/science/vessels/fishing-evidence';
import { detectGaps } from '@kianda/science/vessels/gap';
import type { GearClaim, GearFamily } from '@kianda/science/vessels/gear';
import { type SeparatedTrack, separateTrack } from '@kianda/science/vessels/jumps';
import { detectLoitering } from '@kianda/science/vessels/loitering';
import { detectPortVisits } from '@kianda/science/vessels/port-visit';
import {
  encounterGfw,
  gapGfw,
  jumpKianda,
  loiteringCarrierGfw,
  loiteringGfw,
  portVisitGfw,
  zoneKianda,
} from '@kianda/science/vessels/presets';
import { geodesicMeters, type Track } from '@kianda/science/vessels/track';
import { type Area, detectZoneStays } from '@kianda/science/vessels/zone';
import type { GearClaimRow } from '../../vessels/index.ts';
import type { EventKind } from '../surveillance.tables.ts';

/** An event of any kind, as it is stored. */
export type Detected = {
  readonly kind: EventKind;
  readonly key: string;
  readonly vesselIds: readonly string[];
  readonly startMs: number;
  readonly endMs: number | null;
  readonly position: readonly [number, number];
  readonly preset: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/** Gear that a source gives a ship, as detectors read it. */
export const claimOf = ({ source, gear, from_at, to_at }: GearClaimRow): GearClaim => ({
  source,
  gear,
  fromMs: from_at?.getTime() ?? null,
  untilMs: to_at?.getTime() ?? null,
});

/** The sphere is at most 0.6 % off: the nearest by the geodesic is among those within this of the nearest by the sphere. */
const sphereMargin = 1.015;

function portDistanceMeters(position: Position): number {
  const near = portPoints.map((port) => ({ port, meters: distanceMeters(position, port.position) }));
  const limit = Math.min(...near.map(({ meters }) => meters)) * sphereMargin;
  const candidates = near.filter(({ meters }) => meters <= limit);
  return Math.min(...candidates.map(({ port }) => geodesicMeters(position, port.position)));
}

/** Off Angola: ports and anchorages from Gabon to Namibia, and the nearest point of the coast, both by the geodesic. */
export const angolaSurroundings: Surroundings = {
  portDistanceMeters,
  shoreDistanceMeters(position) {
    const coast = nearestCoastPoint(position);
    return coast === null ? 0 : geodesicMeters(position, coast);
  },
};

/** Properties of a vessel that choose thresholds: gears it may use (null: unknown ones), and whether it takes over catch. */
export type VesselKind = { readonly gears: readonly GearFamily[] | null; readonly isCarrier: boolean };

/** Reports of each identity, by the vessels that can have sent them. */
export const separateAll = (tracks: readonly Track[]): readonly SeparatedTrack[] =>
  tracks.map((track) => separateTrack(track, jumpKianda));

const loiteringOf = ({ isCarrier }: VesselKind) => (isCarrier ? loiteringCarrierGfw : loiteringGfw);

/**
 * Every event in the tracks, found with the published presets. Fishing is read from the AIS status "engaged in
 * fishing" and from the behaviour of the gears that a vessel may use: null where it fishes with an unknown one, none for
 * other vessels. Satellite reception by place is not known, so that a silence is never called intentional.
 */
export function detectAll(
  identities: readonly SeparatedTrack[],
  areas: readonly Area[],
  kindOfVessel: (vesselId: string) => VesselKind,
  nowMs: number,
): Detected[] {
  const gaps = { ...angolaSurroundings, satellitePositionsPerDay: () => null };
  const tracks = identities.flatMap(({ vessels }) => vessels);
  return [
    ...identities.flatMap(({ events }) => events),
    ...identities.flatMap(({ heard }) => detectGaps(heard, gapGfw, gaps, nowMs)),
    ...detectEncounters(tracks, encounterGfw, angolaSurroundings, nowMs),
    ...tracks.flatMap((track): Detected[] => [
      ...detectLoitering(track, loiteringOf(kindOfVessel(track.vesselId)), angolaSurroundings, nowMs),
      ...detectPortVisits(track, portPoints, portVisitGfw, nowMs),
      ...detectEvidencedFishing(track, kindOfVessel(track.vesselId).gears, angolaSurroundings, nowMs),
      ...areas.flatMap((area) => detectZoneStays(track, area, zoneKianda)),
    ]),
  ];
}
