import { dayMs } from '@kianda/geo';
import type { StatedFlag } from '@kianda/science/vessels/flag-of-mmsi';
import { type Track, type TrackPoint, trackOf } from '@kianda/science/vessels/track';
import { areaOf } from '@kianda/science/vessels/zone';
import type { TrackReader } from '../../vessels/index.ts';
import { geometryOf } from '../registry/areas.service.ts';
import { isValidOn } from '../registry/licence-days.ts';
import type { RegistryRepository } from '../registry/registry.repository.ts';
import { contradicted, plain } from '../registry/vessel-marks.ts';
import type { LicenceRow } from '../surveillance.tables.ts';
import { claimOf } from './detectors.ts';
import { flagViolation, identityViolations, sharedImoViolation } from './identity-violations.ts';
import type { Registry, Ship, Violation } from './violation.ts';

/** Younger positions are all read, older ones thinned: an officer sees the last position. */
const unthinnedMs = 10 * 60_000;

/**
 * Two stations that report one IMO number within a day do so at once; later, one may have followed the other. Reports come
 * up to thirty days late: how long ago that was does not matter within them.
 */
const sharedImo = { withinMs: dayMs, sinceMs: 30 * dayMs };
/** A flag that was last told longer ago may be of before the ship changed it. */
const flagMs = 30 * dayMs;

const flagMarks = ['mmsi', 'imo', 'callsign'] as const;

/** Ships of a detection pass, and the violations of their flags and identities. */
export type DetectionShips = {
  readonly byId: ReadonlyMap<string, Ship>;
  /** Violations of flags and identities, at the last position. */
  markViolationsOf(shipId: number): readonly Violation[];
};

/** Tracks of ships from an instant until now. */
export async function readTracks(
  tracks: TrackReader,
  shipIds: readonly number[],
  from: Date,
  nowMs: number,
): Promise<Track[]> {
  const rows = await tracks.positions(shipIds, from, new Date(nowMs), new Date(nowMs - unthinnedMs));
  const byShip = Map.groupBy(rows, ({ ship_id }) => ship_id);
  return [...byShip].map(([shipId, positions]) => trackOf(String(shipId), positions.map(pointOf)));
}

type PositionRow = Awaited<ReturnType<TrackReader['positions']>>[number];

const pointOf = (row: PositionRow): TrackPoint => ({
  timeMs: row.time.getTime(),
  lon: row.lon,
  lat: row.lat,
  sogKnots: row.speed_knots,
  courseDegrees: row.course_degrees,
  navigationStatus: row.navigation_status,
  receiver: row.antenna,
});

/** Ships as rules see them; of those that changed, with their last positions, also what they report of themselves. */
export async function readShips(
  tracks: TrackReader,
  {
    shipIds,
    changedIds,
    licences,
    nowMs,
  }: {
    readonly shipIds: readonly number[];
    readonly changedIds: readonly number[];
    readonly licences: readonly LicenceRow[];
    readonly nowMs: number;
  },
): Promise<DetectionShips> {
  const [rows, claims, carriers, periods, imos, flags] = await Promise.all([
    tracks.ships(shipIds),
    tracks.gears(shipIds),
    tracks.carriers(shipIds),
    tracks.identityPeriods(changedIds),
    tracks.sharedImos(changedIds, { since: new Date(nowMs - sharedImo.sinceMs), withinMs: sharedImo.withinMs }),
    tracks.statedFlags(changedIds, new Date(nowMs - flagMs)),
  ]);
  const licenceFlagsOf = licenceFlags(licences, nowMs);
  const flagsOfShip = Map.groupBy(flags, ({ ship_id }) => ship_id);
  const periodsOfShip = Map.groupBy(periods, ({ ship_id }) => ship_id);
  const imosOfShip = Map.groupBy(imos, ({ shipId }) => shipId);
  const gearsOfShip = Map.groupBy(claims, ({ ship_id }) => ship_id);
  const byId = new Map<string, Ship>();
  const last = new Map<string, { timeMs: number; lon: number; lat: number }>();
  for (const row of rows) {
    const id = String(row.id);
    byId.set(id, {
      id: row.id,
      name: row.ship_name,
      mmsi: row.mmsi === null ? null : String(row.mmsi).padStart(9, '0'),
      imo: row.imo,
      callsign: row.callsign,
      registration: row.registration,
      flag: row.flag,
      shipType: row.ship_type,
      isMonitored: !row.key.startsWith('mmsi:'),
      simulated: row.simulated_seed !== null,
      isCarrier: carriers.has(row.id),
      gears: (gearsOfShip.get(row.id) ?? []).map(claimOf),
    });
    if (row.time !== null && row.lon !== null && row.lat !== null) {
      last.set(id, { timeMs: row.time.getTime(), lon: row.lon, lat: row.lat });
    }
  }
  const markViolationsOf = (shipId: number): readonly Violation[] => {
    const ship = byId.get(String(shipId));
    const position = last.get(String(shipId));
    if (ship === undefined || position === undefined) return [];
    const flag = flagViolation(ship, [...(flagsOfShip.get(shipId) ?? []), ...licenceFlagsOf(ship)], position);
    return [
      ...(flag === null ? [] : [flag]),
      ...identityViolations(ship, { periods: periodsOfShip.get(shipId) ?? [], last: position, nowMs }),
      ...(imosOfShip.get(shipId) ?? []).map((other) => sharedImoViolation(ship, other, position)),
    ];
  };
  return { byId, markViolationsOf };
}

/** Flags of the licences of a ship that are valid today, found by its marks. */
function licenceFlags(licences: readonly LicenceRow[], nowMs: number): (ship: Ship) => StatedFlag[] {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const valid = licences.filter((licence) => isValidOn(licence, today));
  const byMark = {
    mmsi: Map.groupBy(valid, ({ mmsi }) => plain(mmsi)),
    imo: Map.groupBy(valid, ({ imo }) => plain(imo)),
    callsign: Map.groupBy(valid, ({ callsign }) => plain(callsign)),
  };
  return (ship) =>
    flagMarks.flatMap((mark) => {
      const value = plain(ship[mark]);
      const found = value === null ? [] : (byMark[mark].get(value) ?? []);
      return found
        .filter((licence) => contradicted(ship, licence).length === 0)
        .map(({ number, flag }): StatedFlag => ({ source: `licença ${number}`, flag, mark }));
    });
}

/** The national registry as rules read it. */
export async function readRegistry(registry: RegistryRepository): Promise<Registry> {
  const [areas, licences, seasons, distances] = await Promise.all([
    registry.areas(),
    registry.allLicences(),
    registry.seasons(null),
    registry.distances(),
  ]);
  const known = areas.map((row) => ({ ...areaOf(row.id, geometryOf(row)), row }));
  return {
    areas: known.filter(({ row }) => row.is_monitored),
    zones: new Map(known.map(({ id, geometry }) => [id, geometry])),
    licences,
    seasons,
    distances,
  };
}
