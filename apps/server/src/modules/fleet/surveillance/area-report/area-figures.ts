import { alertRules } from '@kianda/contract/fleet/surveillance/alerts.contract';
import type { AreaFigures } from '@kianda/contract/fleet/surveillance/area-report.contract';
import { dayMs, hourMs, isoDate } from '@kianda/geo';
import { countriesOfMmsi } from '@kianda/science/vessels/flag-of-mmsi';
import { type Area, isInArea } from '@kianda/science/vessels/zone';
import type { TrackReader } from '../../vessels/index.ts';
import type { AlertRepository } from '../alerts/alerts.repository.ts';
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

type Tally = { hours: number; fishingMs: number };

/** What was seen in an area over a period. `seed`: of a simulator that made any of it; null where none did. */
export async function figuresOf(
  { tracks, alerts }: { readonly tracks: TrackReader; readonly alerts: AlertRepository },
  { row, area }: { readonly row: AreaRow; readonly area: Area },
  period: Period,
  nowMs: number,
): Promise<{ readonly figures: AreaFigures; readonly seed: number | null; readonly newestMs: number | null }> {
  const [from, to] = [new Date(beginOf(period)), new Date(endOf(period))];
  const byShip = new Map<number, Tally>();
  const byDay = new Map<string, { hours: number; readonly ships: Set<number> }>();
  for (let ms = from.getTime(); ms < to.getTime(); ms += dayMs) byDay.set(dayOf(ms), { hours: 0, ships: new Set() });
  const tallyOf = (id: number): Tally => {
    const known = byShip.get(id) ?? { hours: 0, fishingMs: 0 };
    byShip.set(id, known);
    return known;
  };

  let newestMs: number | null = null;
  for await (const rows of tracks.hoursIn(area.bbox, from, to)) {
    for (const { hour, ship_id, last_lon, last_lat } of rows) {
      if (!isInArea(area, [last_lon, last_lat])) continue;
      tallyOf(ship_id).hours += 1;
      newestMs = hour.getTime();
      const day = byDay.get(dayOf(hour.getTime()));
      if (day === undefined) continue;
      day.hours += 1;
      day.ships.add(ship_id);
    }
  }
  const events = (await alerts.eventsAt(area.bbox, from, to)).filter(({ lon, lat }) => isInArea(area, [lon, lat]));
  for (const event of events) {
    for (const id of event.ship_ids) {
      const tally = tallyOf(id);
      if (event.kind === 'fishing') tally.fishingMs += overlapMs(event, from.getTime(), to.getTime(), nowMs);
    }
  }
  const [ships, rules, receivedHours] = await Promise.all([
    byShip.size === 0 ? [] : tracks.ships([...byShip.keys()]),
    alerts.countByRule(row.id, from, to),
    tracks.hoursHeard(from, to),
  ]);
  const named = ships.map((ship) => ({
    ...ship,
    flag: ship.flag ?? flagOf(ship.mmsi),
    ...(byShip.get(ship.id) ?? { hours: 0, fishingMs: 0 }),
  }));
  const seed = named.find(({ simulated_seed }) => simulated_seed !== null)?.simulated_seed ?? null;
  const total = (of: (ship: (typeof named)[number]) => number) => named.reduce((sum, ship) => sum + of(ship), 0);
  return {
    seed: seed === null ? null : Number(seed),
    newestMs,
    figures: {
      area: { id: row.id, name: row.name, areaKm2: row.area_km2 },
      from: period.from,
      to: period.to,
      periodHours: Math.round((to.getTime() - from.getTime()) / hourMs),
      receivedHours,
      presenceHours: total(({ hours }) => hours),
      vessels: named.length,
      fishingHours: total(({ fishingMs }) => fishingMs) / hourMs,
      flags: [...Map.groupBy(named, ({ flag }) => flag)]
        .map(([flag, own]) => ({ flag, vessels: own.length, hours: own.reduce((sum, { hours }) => sum + hours, 0) }))
        .toSorted((a, b) => b.hours - a.hours || (a.flag ?? '').localeCompare(b.flag ?? '')),
      topVessels: named
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
      events: [...Map.groupBy(events, ({ kind }) => kind)]
        .map(([kind, own]) => ({ kind, count: own.length }))
        .toSorted((a, b) => b.count - a.count || a.kind.localeCompare(b.kind)),
      alerts: [...rules]
        .map(([rule, count]) => ({ rule, label: alertRules[rule], count }))
        .toSorted((a, b) => b.count - a.count || a.rule.localeCompare(b.rule)),
      days: [...byDay].map(([day, { hours, ships: own }]) => ({ day, hours, vessels: own.size })),
    },
  };
}

/** As registered, else by the first three digits of its MMSI where they are one country's alone. */
function flagOf(mmsi: number | null): string | null {
  const [country, ...others] = mmsi === null ? [] : countriesOfMmsi(String(mmsi).padStart(9, '0'));
  return country === undefined || others.length > 0 ? null : country;
}

/** One that still goes on has lasted until now. */
function overlapMs({ started_at, ended_at }: EventRow, fromMs: number, toMs: number, nowMs: number): number {
  const endMs = Math.min(ended_at?.getTime() ?? nowMs, toMs);
  return Math.max(0, endMs - Math.max(started_at.getTime(), fromMs));
}
