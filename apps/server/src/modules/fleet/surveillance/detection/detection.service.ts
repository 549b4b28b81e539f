import { isDeepStrictEqual } from 'node:util';
import { dayMs, hourMs } from '@kianda/geo';
import { type Track, type TrackPoint, trackOf } from '@kianda/science/vessels/track';
import { areaOf } from '@kianda/science/vessels/zone';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { ChangedShip, TrackReader } from '../../vessels/index.ts';
import type { AlertRepository } from '../alerts/alerts.repository.ts';
import type { AlertService } from '../alerts/alerts.service.ts';
import type { WatchlistAlerts } from '../groups/watchlist-alerts.ts';
import type { RegistryRepository } from '../registry/registry.repository.ts';
import { geometryOf } from '../registry/registry.service.ts';
import type { EventRow } from '../surveillance.tables.ts';
import { claimOf, type Detected, detectAll } from './detectors.ts';
import { flagViolation, type Registry, type Ship, violationsOf } from './violations.ts';

/** Ships worked on together, with those near them. */
const shipsPerPass = 200;
/** What has not lasted long enough to be an event yet may have begun this long before the first new position. */
const lookbackMs = 5 * hourMs;
/** Younger positions are all read: an officer is told of the last one. */
const wholeMs = 10 * 60_000;
/** Silences begin to be looked for after this, and are given up as a vessel that is not used. */
const silentMs = { from: 7 * dayMs, to: 6 * hourMs };
/** No event is followed for longer than this. */
const longestMs = 14 * dayMs;
/** What lies before the window is read with it, so that its edge is not taken for a beginning. */
const marginMs = 12 * hourMs;

/** Counts of one pass over the ships that waited. */
export type DetectionCounts = {
  readonly ships: number;
  readonly found: number;
  readonly annulled: number;
  readonly alerts: number;
};

/**
 * Finds events again wherever positions came, early or late: the same reports give the same events under the same keys,
 * so that nothing is doubled. One that is no longer found is annulled, and its alert with it.
 */
export function createDetectionService(options: {
  tracks: TrackReader;
  registry: RegistryRepository;
  events: AlertRepository;
  alerts: AlertService;
  watchlists: WatchlistAlerts;
  clock: Clock;
}) {
  const { tracks, registry, events, alerts, watchlists, clock } = options;

  async function work(changed: readonly ChangedShip[]): Promise<Omit<DetectionCounts, 'ships'>> {
    const nowMs = clock.nowMs();
    const own = changed.map(({ shipId }) => shipId);
    const oldestMs = Math.min(...changed.map(({ oldestAt }) => oldestAt.getTime()));
    const from = new Date(Math.max(oldestMs - lookbackMs, nowMs - longestMs));
    const shipIds = [...own, ...(await tracks.near(own, from))];

    const before = await events.eventsBegunIn(shipIds, new Date(from.getTime() - longestMs), new Date(nowMs));
    const reached = before.filter(({ ended_at }) => ended_at === null || ended_at >= from);
    const beginMs = Math.min(from.getTime(), ...reached.map(({ started_at }) => started_at.getTime()));
    const whole = await readTracks(shipIds, new Date(beginMs - marginMs), nowMs);
    const known = await knownRegistry();

    const found = withKnownKeys(detectAll(whole, known.areas, nowMs), reached).filter(
      ({ key, startMs }) => startMs >= beginMs || reached.some((row) => row.key === key),
    );
    const stored = new Map(before.map((row) => [row.key, row]));
    const news = found
      .map((event) => toRow(event, stored.get(event.key), new Date(nowMs)))
      .filter((row) => !isSame(row, stored.get(row.key)));
    const annulled = annulments(before, beginMs, found, shipIds, new Date(nowMs));
    await alerts.annul(annulled.map(({ key }) => key));

    const ships = await readShips(shipIds);
    const newKeys = new Set(news.map(({ key }) => key));
    const told = found.filter(({ key }) => newKeys.has(key));
    const watched = await watchlists.evaluate({ ships: ships.byId, tracks: whole, events: told, areas: known.areas });
    const violations = [
      ...told.flatMap((event) => violationsOf(event, ships.byId, known)),
      ...own.flatMap((id) => ships.flagViolationOf(id)),
      ...watched.violations,
    ];
    const raised = await alerts.raise(violations, ships.byId);
    // Last: what is stored is not looked at again, and a process that ends before this raises the same alerts once more.
    await events.saveEvents([...news, ...annulled]);
    await watched.remember();
    return { found: news.length, annulled: annulled.length, alerts: raised };
  }

  return {
    /** Works on the ships that wait longest; how many they were. */
    async detectOnce(): Promise<DetectionCounts> {
      const changed = await tracks.changed(shipsPerPass);
      if (changed.length === 0) return { ships: 0, found: 0, annulled: 0, alerts: 0 };
      const done = await work(changed);
      await tracks.done(changed);
      return { ships: changed.length, ...done };
    },

    /** Looks at the ships from which nothing comes any more: no position of theirs would ask for it. */
    async detectSilences(): Promise<number> {
      const nowMs = clock.nowMs();
      const silent = await tracks.lastHeard(new Date(nowMs - silentMs.from), new Date(nowMs - silentMs.to));
      const open = await events.openGaps(silent.map(({ shipId }) => shipId));
      const untold = silent.filter(({ shipId }) => !open.has(shipId));
      for (let start = 0; start < untold.length; start += shipsPerPass) {
        await work(untold.slice(start, start + shipsPerPass));
      }
      return untold.length;
    },
  };

  async function readTracks(shipIds: readonly number[], from: Date, nowMs: number): Promise<Track[]> {
    const rows = await tracks.positions(shipIds, from, new Date(nowMs), new Date(nowMs - wholeMs));
    const byShip = Map.groupBy(rows, ({ ship_id }) => ship_id);
    return [...byShip].map(([shipId, own]) =>
      trackOf(
        String(shipId),
        own.map(
          (row): TrackPoint => ({
            timeMs: row.time.getTime(),
            lon: row.lon,
            lat: row.lat,
            sogKnots: row.speed_knots,
            courseDegrees: row.course_degrees,
            navigationStatus: row.navigation_status,
            // Which antenna heard it is not kept.
            receiver: null,
          }),
        ),
      ),
    );
  }

  async function readShips(shipIds: readonly number[]) {
    const [rows, claims] = await Promise.all([tracks.ships(shipIds), tracks.gears(shipIds)]);
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
        simulated: row.simulated_seed !== null,
        gears: (gearsOfShip.get(row.id) ?? []).map(claimOf),
      });
      if (row.time !== null && row.lon !== null && row.lat !== null) {
        last.set(id, { timeMs: row.time.getTime(), lon: row.lon, lat: row.lat });
      }
    }
    const flagViolationOf = (shipId: number) => {
      const ship = byId.get(String(shipId));
      const place = last.get(String(shipId));
      const violation = ship === undefined || place === undefined ? null : flagViolation(ship, place);
      return violation === null ? [] : [violation];
    };
    return { byId, flagViolationOf };
  }

  async function knownRegistry(): Promise<Registry> {
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
}

/** Of one kind, of the same ships, in the same area. */
const slotOf = (kind: string, ids: readonly (string | number)[], details: Readonly<Record<string, unknown>>): string =>
  JSON.stringify([kind, ids.map(String), details.areaId ?? null]);

/**
 * Late reports may move the beginning of an event: one that goes on at the same time as a stored one of its kind, ships
 * and area is that one, and keeps its key.
 */
function withKnownKeys(found: readonly Detected[], reached: readonly EventRow[]): Detected[] {
  const keys = new Set(found.map(({ key }) => key));
  const free = Map.groupBy(
    reached.filter((row) => row.state === 'valid' && !keys.has(row.key)),
    (row) => slotOf(row.kind, row.ship_ids, row.details),
  );
  const known = new Set(reached.map(({ key }) => key));
  return found.map((event) => {
    if (known.has(event.key)) return event;
    const rows = free.get(slotOf(event.kind, event.vesselIds, event.details)) ?? [];
    const index = rows.findIndex(
      (row) =>
        row.started_at.getTime() <= (event.endMs ?? Number.POSITIVE_INFINITY) &&
        event.startMs <= (row.ended_at?.getTime() ?? Number.POSITIVE_INFINITY),
    );
    const [row] = index === -1 ? [] : rows.splice(index, 1);
    return row === undefined ? event : { ...event, key: row.key };
  });
}

/** Events that are no longer found, though every report they were made of was read. */
function annulments(
  before: readonly EventRow[],
  beginMs: number,
  found: readonly Detected[],
  shipIds: readonly number[],
  now: Date,
): EventRow[] {
  const keys = new Set(found.map(({ key }) => key));
  return before
    .filter((row) => row.state === 'valid' && row.started_at.getTime() >= beginMs && !keys.has(row.key))
    .filter((row) => row.ship_ids.every((id) => shipIds.includes(id)))
    .map((row) => ({ ...row, state: 'annulled', revision: row.revision + 1, updated_at: now }));
}

function toRow(event: Detected, before: EventRow | undefined, now: Date): EventRow {
  return {
    key: event.key,
    kind: event.kind,
    ship_ids: event.vesselIds.map(Number),
    started_at: new Date(event.startMs),
    ended_at: event.endMs === null ? null : new Date(event.endMs),
    lon: event.position[0],
    lat: event.position[1],
    preset: event.preset,
    details: JSON.parse(JSON.stringify(event.details)) as Record<string, unknown>,
    state: 'valid',
    revision: before === undefined ? 0 : before.revision + 1,
    updated_at: now,
  };
}

function isSame(row: EventRow, before: EventRow | undefined): boolean {
  if (before === undefined || before.state !== 'valid') return false;
  return (
    row.started_at.getTime() === before.started_at.getTime() &&
    row.ended_at?.getTime() === before.ended_at?.getTime() &&
    row.lon === before.lon &&
    row.lat === before.lat &&
    row.preset === before.preset &&
    isDeepStrictEqual(row.details, before.details)
  );
}
