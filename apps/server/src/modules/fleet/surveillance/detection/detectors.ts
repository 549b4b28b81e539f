import {
  createLandIndex,
  distanceMeters,
  edgeMeters,
  type LandIndex,
  navigableRivers,
  nearestCoastPoint,
  type Position,
  portPoints,
} from '@kianda/geo';
import { detectEncounters } from '@kianda/science/vessels/encounter';
import type { Surroundings } from '@kianda/science/vessels/events';
import { detectEvidencedFishing } from '@kianda/science/vessels/fishing-evidence';
import { detectGaps } from '@kianda/science/vessels/gap';
import type { GearClaim, GearFamily } from '@kianda/science/vessels/gear';
import { type SeparatedTrack, separateTrack } from '@kianda/science/vessels/jumps';
import { detectLoitering } from '@kianda/science/vessels/loitering';
import { type Inland, type OnLand, separateLand } from '@kianda/science/vessels/on-land';
import { detectPortVisits } from '@kianda/science/vessels/port-visit';
import { type DetectorThresholds, thresholdsOf } from '@kianda/science/vessels/preset-catalogue';
import { jumpKianda, landKianda, portVisitGfw, zoneKianda } from '@kianda/science/vessels/presets';
import { geodesicMeters, type Track, trackOf } from '@kianda/science/vessels/track';
import { type Area, detectZoneStays } from '@kianda/science/vessels/zone';
import { landIn } from '../../../../platform/documents/land.ts';
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

/** Last report that tells of an event. A silence that goes on is told of by the report that it began with. */
export function lastReportMs({ kind, startMs, endMs, details }: Detected): number {
  if (endMs !== null) return endMs;
  switch (kind) {
    case 'gap':
      return startMs;
    case 'zone':
      return details.lastInsideMs as number;
    case 'encounter':
      return details.lastTogetherMs as number;
    case 'port_visit':
      return details.lastInPortMs as number;
    default:
      return startMs + ((details.durationMs as number | undefined) ?? 0);
  }
}

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

/** Coasts from Gabon to Namibia, and what ships off Angola come from: the positions elsewhere are not compared with land. */
const coasts = [-5, -30, 25, 7] as const;
let land: LandIndex | null = null;

/** True within the limits of a port, or of a river that ships go up. */
const isInland = (position: Position): boolean =>
  navigableRivers.some(({ line, halfWidthMeters }) =>
    line.some((to, index) => index > 0 && edgeMeters(position, [line[index - 1] ?? to, to]) <= halfWidthMeters),
  ) || portDistanceMeters(position) <= portVisitGfw.exitMeters;

/** How far inland, by the coast of Natural Earth 1:10m; 0 in ports and on rivers with ships. */
export const angolaInland: Inland = (position, limitMeters) => {
  land ??= createLandIndex(landIn(coasts));
  const meters = land.inlandMeters(position, limitMeters);
  return meters > 0 && isInland(position) ? 0 : meters;
};

/** Properties of a vessel that choose thresholds: gears it may use (null: unknown ones), and whether it takes over catch. */
export type VesselKind = { readonly gears: readonly GearFamily[] | null; readonly isCarrier: boolean };

/** Reports of an identity by the vessels that can have sent them, without those on land. */
export type JudgedTrack = Omit<SeparatedTrack, 'events'> & {
  readonly events: readonly (SeparatedTrack['events'][number] | OnLand)[];
};

/** Reports of each identity, by the vessels that can have sent them; those on land are set aside. */
export const separateAll = (tracks: readonly Track[]): readonly JudgedTrack[] =>
  tracks.map((all) => {
    const { track, events, untold } = separateLand(all, landKianda, angolaInland);
    const separated = separateTrack(track, jumpKianda);
    if (untold.length === 0) return { ...separated, events: [...events, ...separated.events] };
    // A report on land is told as a jump where no vessel can have sailed there; it is of no track all the same.
    const jumps = separateTrack(trackOf(track.vesselId, [...track.points, ...untold]), jumpKianda);
    return { ...separated, events: [...events, ...jumps.events] };
  });

/** Facts of vessels, and of the reception by satellite at a place (reports of a ship a day; null: unknown). */
export type Known = {
  readonly kindOfVessel: (vesselId: string) => VesselKind;
  readonly satellitePositionsPerDay: (position: Position) => number | null;
  /** Thresholds that were chosen; absent: the usual ones. */
  readonly thresholds?: DetectorThresholds;
};

/**
 * Every event in the tracks, found with the thresholds that are chosen. Fishing is read from the AIS status "engaged in
 * fishing" and from the behaviour of the gears that a vessel may use: null where it fishes with an unknown one, none for
 * other vessels.
 */
export function detectAll(
  identities: readonly JudgedTrack[],
  areas: readonly Area[],
  { kindOfVessel, satellitePositionsPerDay, thresholds = thresholdsOf({}) }: Known,
  nowMs: number,
): Detected[] {
  const gaps = { ...angolaSurroundings, satellitePositionsPerDay };
  const tracks = identities.flatMap(({ vessels }) => vessels);
  return [
    ...identities.flatMap(({ events }) => events),
    ...identities.flatMap(({ heard }) => detectGaps(heard, thresholds.gap, gaps, nowMs)),
    ...detectEncounters(tracks, thresholds.encounter, angolaSurroundings, nowMs),
    ...tracks.flatMap((track): Detected[] => [
      ...detectLoitering(
        track,
        kindOfVessel(track.vesselId).isCarrier ? thresholds.loiteringCarrier : thresholds.loitering,
        angolaSurroundings,
        nowMs,
      ),
      ...detectPortVisits(track, portPoints, portVisitGfw, nowMs),
      ...detectEvidencedFishing(track, kindOfVessel(track.vesselId).gears, angolaSurroundings, nowMs),
      ...areas.flatMap((area) => detectZoneStays(track, area, zoneKianda)),
    ]),
  ];
}
