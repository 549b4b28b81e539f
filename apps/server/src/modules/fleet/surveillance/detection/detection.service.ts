import { dayMs, hourMs } from '@kianda/geo';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { ChangedShip, TrackReader } from '../../vessels/index.ts';
import type { AlertService } from '../alerts/alerts.service.ts';
import type { EventRepository } from '../alerts/events.repository.ts';
import type { WatchlistAlerts } from '../groups/watchlist-alerts.ts';
import type { RegistryRepository } from '../registry/registry.repository.ts';
import { readThresholds } from '../registry/thresholds.service.ts';
import type { EventRow } from '../surveillance.tables.ts';
import { type DetectionShips, readRegistry, readShips, readTracks } from './detection-inputs.ts';
import { type Detected, detectAll, type JudgedTrack, type Known, separateAll } from './detectors.ts';
import { annulments, isSame, toRow, withKnownKeys } from './event-reconciliation.ts';
import { possibleGears } from './fishing-violations.ts';
import { createReception, type Reception } from './reception.service.ts';
import type { Registry } from './violation.ts';
import { violationsOf } from './violations.ts';

/** Ships worked on together, with those near them. */
const shipsPerPass = 200;
/** Behaviour that is too short to be an event yet may have begun this long before the first new position. */
const lookbackMs = 5 * hourMs;
/** Bounds of the last report of a vessel that may be silent: a longer silence is a vessel that is not used. */
const silentMs = { from: 7 * dayMs, to: 6 * hourMs };
/** No event is followed for longer than this. */
const longestMs = 14 * dayMs;
/** Positions this long before the window are read with it, so that its edge is not taken for a beginning. */
const marginMs = 12 * hourMs;

/** Counts of one pass over the ships that waited. */
export type DetectionCounts = {
  readonly ships: number;
  readonly found: number;
  readonly annulled: number;
  readonly alerts: number;
};

type DetectionOptions = {
  readonly tracks: TrackReader;
  readonly registry: RegistryRepository;
  readonly events: EventRepository;
  readonly alerts: AlertService;
  readonly watchlists: WatchlistAlerts;
  readonly clock: Clock;
};

type DetectionContext = DetectionOptions & { readonly reception: Reception };

/**
 * Finds events again wherever positions came, early or late: the same reports give the same events under the same keys,
 * so that nothing is doubled. An event that is no longer found is annulled, and its alert with it.
 */
export function createDetectionService(options: DetectionOptions) {
  const context: DetectionContext = { ...options, reception: createReception(options.tracks) };
  const { tracks, events, clock } = context;
  return {
    /** Works on the ships that wait longest; answers how many they were. */
    async detectOnce(): Promise<DetectionCounts> {
      const changed = await tracks.changed(shipsPerPass, new Date(clock.nowMs()));
      if (changed.length === 0) return { ships: 0, found: 0, annulled: 0, alerts: 0 };
      const counts = await detectFor(context, changed);
      await tracks.done(changed);
      return { ships: changed.length, ...counts };
    },

    /** Works on the ships that fell silent: no new position would ask for it. */
    async detectSilences(): Promise<number> {
      const nowMs = clock.nowMs();
      const silent = await tracks.lastHeard(
        new Date(nowMs - silentMs.from),
        new Date(nowMs - silentMs.to),
        new Date(nowMs),
      );
      const open = await events.openGaps(silent.map(({ shipId }) => shipId));
      const unknown = silent.filter(({ shipId }) => !open.has(shipId));
      for (let start = 0; start < unknown.length; start += shipsPerPass) {
        await detectFor(context, unknown.slice(start, start + shipsPerPass));
      }
      return unknown.length;
    },
  };
}

/** One pass over ships: finds their events, raises alerts for the new ones, and stores them. */
async function detectFor(
  context: DetectionContext,
  changed: readonly ChangedShip[],
): Promise<Omit<DetectionCounts, 'ships'>> {
  const { tracks, registry, events, alerts, watchlists } = context;
  const now = new Date(context.clock.nowMs());
  const window = await readWindow(context, changed, now.getTime());
  const { shipIds, before, identities } = window;
  const known = await readRegistry(registry);
  const ships = await readShips(tracks, {
    shipIds,
    changedIds: changed.map(({ shipId }) => shipId),
    licences: known.licences,
    nowMs: now.getTime(),
  });
  const satellitePositionsPerDay = await context.reception(now.getTime());
  const thresholds = await readThresholds(registry);
  const found = detectWithin(window, known, { ...ships, satellitePositionsPerDay, thresholds }, now.getTime());
  const stored = new Map(before.map((row) => [row.key, row]));
  const news = found
    .map((event) => toRow(event, stored.get(event.key), now))
    .filter((row) => !isSame(row, stored.get(row.key)));
  const annulled = annulments(before, found, window, now);
  await alerts.annul(annulled.map(({ key }) => key));

  const newKeys = new Set(news.map(({ key }) => key));
  const newEvents = found.filter(({ key }) => newKeys.has(key));
  const watched = await watchlists.evaluate({
    ships: ships.byId,
    tracks: identities.map(({ heard }) => heard),
    events: newEvents,
    areas: known.areas,
  });
  const violations = [
    ...newEvents.flatMap((event) => violationsOf(event, ships.byId, known)),
    ...changed.flatMap(({ shipId }) => ships.markViolationsOf(shipId)),
    ...watched.violations,
  ];
  const raised = await alerts.raise(violations, ships.byId);
  // Events are stored last: stored ones are not looked at again, and a process that ends before raises the same alerts.
  await events.saveEvents([...news, ...annulled]);
  await watched.remember();
  return { found: news.length, annulled: annulled.length, alerts: raised };
}

/** Everything that is read of the past for a pass. */
type DetectionWindow = {
  /** The changed ships and those near them. */
  readonly shipIds: readonly number[];
  /** Stored events of the ships that may still be followed. */
  readonly before: readonly EventRow[];
  /** Stored events that go on in the window. */
  readonly reached: readonly EventRow[];
  /** Events that begin from here on are found whole. */
  readonly fromMs: number;
  /** Tracks by identity; what no vessel can have sailed is set aside. */
  readonly identities: readonly JudgedTrack[];
};

async function readWindow(
  { tracks, events }: DetectionContext,
  changed: readonly ChangedShip[],
  nowMs: number,
): Promise<DetectionWindow> {
  const changedIds = changed.map(({ shipId }) => shipId);
  const oldestMs = Math.min(...changed.map(({ oldestAt }) => oldestAt.getTime()));
  const from = new Date(Math.max(oldestMs - lookbackMs, nowMs - longestMs));
  const shipIds = [...changedIds, ...(await tracks.near(changedIds, from, new Date(nowMs)))];
  const before = await events.eventsBegunIn(shipIds, new Date(from.getTime() - longestMs), new Date(nowMs));
  const reached = before.filter(({ ended_at }) => ended_at === null || ended_at >= from);
  const fromMs = Math.min(from.getTime(), ...reached.map(({ started_at }) => started_at.getTime()));
  const read = await readTracks(tracks, shipIds, new Date(fromMs - marginMs), nowMs);
  return { shipIds, before, reached, fromMs, identities: separateAll(read) };
}

/** Events in the window: those that begin in it, and stored ones that go on in it. */
function detectWithin(
  { identities, reached, fromMs }: DetectionWindow,
  registry: Registry,
  { byId, satellitePositionsPerDay, thresholds }: DetectionShips & Required<Omit<Known, 'kindOfVessel'>>,
  nowMs: number,
): Detected[] {
  const kindOfVessel = (id: string) => ({
    gears: possibleGears(byId.get(id), registry),
    isCarrier: byId.get(id)?.isCarrier === true,
  });
  return withKnownKeys(
    detectAll(identities, registry.areas, { kindOfVessel, satellitePositionsPerDay, thresholds }, nowMs),
    reached,
  ).filter(({ key, startMs }) => startMs >= fromMs || reached.some((row) => row.key === key));
}
