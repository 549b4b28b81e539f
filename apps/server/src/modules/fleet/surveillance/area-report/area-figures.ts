import { alertRules } from '@kianda/contract/fleet/surveillance/alerts.contract';
import type { AreaFigures } from '@kianda/contract/fleet/surveillance/area-report.contract';
import { dayMs, hourMs, isoDate } from '@kianda/geo';
import { type Area, isInArea } from '@kianda/science/vessels/zone';
import type { TrackReader } from '../../vessels/index.ts';
import type { AlertRepository } from '../alerts/alerts.repository.ts';
import type { EventRepository } from '../alerts/events.repository.ts';
import type { AreaRow, EventRow } from '../surveillance.tables.ts';

/** Vessels named in a report. */
const mostNamed = 50;
/** Luanda is an hour ahead of UTC all year. */
const luandaMs = hourMs;

/** Days of Luanda, both included. */
export type Period = { readonly from: string; readonly to: string };

export const beginOf = ({ from }: Period): number => Date.parse(`${from}T00:00:00+01:00`);
export const endOf = ({ to }: Period): number => Date.parse(`${to}T00:00:00+01:00`) + dayMs;
const dayOf = (ms: number): string => isoDate(ms + luandaMs);

/** Hours of presence and time of fishing of a vessel. */
type Tally = { hours: number; fishingMs: number };

type Sources = {
  readonly tracks: TrackReader;
  readonly alerts: AlertRepository;
  readonly vesselEvents: EventRepository;
};

/** Counts of presence by vessel and by day of Luanda. */
type Presence = {
  readonly byShip: Map<number, Tally>;
  readonly byDay: ReadonlyMap<string, { readonly hours: number; readonly ships: ReadonlySet<number> }>;
  /** Hour of the newest position in the area; null where there is none. */
  readonly newestMs: number | null;
};

/** Figures of an area over a period. `seed`: of a simulator that made any of the data; null where none did. */
export async function figuresOf(
  { tracks, alerts, vesselEvents }: Sources,
  { row, area }: { readonly row: AreaRow; readonly area: Area },
  period: Period,
  nowMs: number,
): Promise<{ readonly figures: AreaFigures; readonly seed: number | null; readonly newestMs: number | null }> {
  const [from, to] = [new Date(beginOf(period)), new Date(endOf(period))];
  const { byShip, byDay, newestMs } = await readPresence(tracks, area, from, to);
  const events = (await vesselEvents.eventsAt(area.bbox, from, to)).filter(({ lon, lat }) =>
    isInArea(area, [lon, lat]),
  );
  addFishing(byShip, events, (event) => overlapMs(event, from.getTime(), to.getTime(), nowMs));
  const [ships, rules, receivedHours] = await Promise.all([
    byShip.size === 0 ? [] : tracks.ships([...byShip.keys()]),
    alerts.countByRule(row.id, from, to),
    tracks.hoursHeard(from, to),
  ]);
  const vessels = ships.map((ship) => ({
    ...ship,
    flag: ship.shown_flag,
    ...(byShip.get(ship.id) ?? { hours: 0, fishingMs: 0 }),
  }));
  const seed = vessels.find(({ simulated_seed }) => simulated_seed !== null)?.simulated_seed ?? null;
  return {
    seed: seed === null ? null : Number(seed),
    newestMs,
    figures: {
      area: { id: row.id, name: row.name, areaKm2: row.area_km2 },
      from: period.from,
      to: period.to,
      periodHours: Math.round((to.getTime() - from.getTime()) / hourMs),
      receivedHours,
      ...vesselFigures(vessels),
      events: [...Map.groupBy(events, ({ kind }) => kind)]
        .map(([kind, ofKind]) => ({ kind, count: ofKind.length }))
        .toSorted((a, b) => b.count - a.count || a.kind.localeCompare(b.kind)),
      alerts: [...rules]
        .map(([rule, count]) => ({ rule, label: alertRules[rule], count }))
        .toSorted((a, b) => b.count - a.count || a.rule.localeCompare(b.rule)),
      days: [...byDay].map(([day, { hours, ships: present }]) => ({ day, hours, vessels: present.size })),
    },
  };
}

/** Counts the hours in which each vessel was last heard inside the area. */
async function readPresence(tracks: TrackReader, area: Area, from: Date, to: Date): Promise<Presence> {
  const byShip = new Map<number, Tally>();
  const byDay = new Map<string, { hours: number; readonly ships: Set<number> }>();
  for (let ms = from.getTime(); ms < to.getTime(); ms += dayMs) byDay.set(dayOf(ms), { hours: 0, ships: new Set() });
  let newestMs: number | null = null;
  for await (const rows of tracks.hoursIn(area.bbox, from, to)) {
    for (const { hour, ship_id, last_lon, last_lat } of rows) {
      if (!isInArea(area, [last_lon, last_lat])) continue;
      tallyOf(byShip, ship_id).hours += 1;
      newestMs = hour.getTime();
      const day = byDay.get(dayOf(hour.getTime()));
      if (day === undefined) continue;
      day.hours += 1;
      day.ships.add(ship_id);
    }
  }
  return { byShip, byDay, newestMs };
}

/** Adds the vessels of events, and to each the time that it fished within the period. */
function addFishing(
  byShip: Map<number, Tally>,
  events: readonly EventRow[],
  withinPeriodMs: (event: EventRow) => number,
): void {
  for (const event of events) {
    for (const id of event.ship_ids) {
      const tally = tallyOf(byShip, id);
      if (event.kind === 'fishing') tally.fishingMs += withinPeriodMs(event);
    }
  }
}

function tallyOf(byShip: Map<number, Tally>, id: number): Tally {
  const tally = byShip.get(id) ?? { hours: 0, fishingMs: 0 };
  byShip.set(id, tally);
  return tally;
}

type CountedVessel = Tally & {
  readonly id: number;
  readonly ship_name: string | null;
  readonly mmsi: number | null;
  readonly flag: string | null;
};

/** Sums over the vessels, their flags, and the vessels that stayed longest. */
function vesselFigures(vessels: readonly CountedVessel[]) {
  const sumOf = (some: readonly CountedVessel[], key: keyof Tally) => some.reduce((sum, ship) => sum + ship[key], 0);
  return {
    presenceHours: sumOf(vessels, 'hours'),
    vessels: vessels.length,
    fishingHours: sumOf(vessels, 'fishingMs') / hourMs,
    flags: [...Map.groupBy(vessels, ({ flag }) => flag)]
      .map(([flag, ofFlag]) => ({ flag, vessels: ofFlag.length, hours: sumOf(ofFlag, 'hours') }))
      .toSorted((a, b) => b.hours - a.hours || (a.flag ?? '').localeCompare(b.flag ?? '')),
    topVessels: vessels
      .toSorted((a, b) => b.hours - a.hours || b.fishingMs - a.fishingMs || a.id - b.id)
      .slice(0, mostNamed)
      .map(({ id, ship_name, mmsi, flag, hours, fishingMs }) => ({
        id,
        name: ship_name,
        mmsi: mmsi === null ? null : String(mmsi).padStart(9, '0'),
        flag,
        hours,
        fishingHours: fishingMs / hourMs,
      })),
  };
}

/** Time that an event shares with a period; an event without an end lasts until now. */
function overlapMs({ started_at, ended_at }: EventRow, fromMs: number, toMs: number, nowMs: number): number {
  const endMs = Math.min(ended_at?.getTime() ?? nowMs, toMs);
  return Math.max(0, endMs - Math.max(started_at.getTime(), fromMs));
}
