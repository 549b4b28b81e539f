import { ANGOLA_EEZ, type ReportWire } from '@kianda/connectors/gfw/wire';
import { dayMs, hourMs, isInZee, isoDate, type Position, pointInPolygon, startOfUtcDay } from '@kianda/geo';
import type { PresenceRow, Vessel, World } from '../../world/types.ts';
import { radarRows } from './radar.ts';
import type { Filter, ReportRequest } from './request.ts';

/** AIS of the last 96 hours is not published. */
export const delayMs = 4 * dayMs;
/** Half a cell of 0.1°: a cell belongs to where its middle is. */
const halfCell = 0.05;

type Sum = {
  readonly date: string;
  readonly vessel: Vessel;
  readonly lon: number;
  readonly lat: number;
  hours: number;
  entryMs: number;
  exitMs: number;
  readonly vesselIds: Set<string>;
};

/** Rows of a report over the days already published. */
export function buildReport(request: ReportRequest, world: World, nowMs: number): ReportWire {
  if (request.dataset.radar === true) return reportOf(request, radarRows(request, world, nowMs, area(request)));
  const within = area(request);
  const sums = new Map<string, Sum>();
  const lastExit = new Map<string, number>();
  const endMs = Math.min(request.endMs, startOfUtcDay(nowMs - delayMs));
  for (let dayStartMs = request.startMs; dayStartMs < endMs; dayStartMs += dayMs) {
    for (const row of stretches(request, world.fleet.presenceByDay(isoDate(dayStartMs)))) {
      const date = periodOf(request, row.entryMs, isoDate(dayStartMs));
      const hours = request.dataset.fishing ? row.fishingHours : row.hours;
      const vessel = world.fleet.vesselById(row.vesselId);
      if (vessel === null || hours <= 0 || !within([row.lon + halfCell, row.lat + halfCell])) continue;
      if (!request.filters.every((filter) => passes(filter, vessel))) continue;
      lastExit.set(vessel.vesselId, Math.max(lastExit.get(vessel.vesselId) ?? 0, row.exitMs));
      const cell = request.isWhole ? '' : `${row.lon.toFixed(1)}|${row.lat.toFixed(1)}`;
      add(sums, `${date}|${groupOf(request, vessel)}|${cell}`, { date, vessel, row, hours });
    }
  }
  const rows = [...sums.values()].map((sum) => rowOf(request, sum, lastExit.get(sum.vessel.vesselId) ?? sum.exitMs));
  return reportOf(request, rows);
}

const reportOf = ({ dataset }: ReportRequest, rows: readonly unknown[]): ReportWire => ({
  total: 1,
  limit: null,
  offset: null,
  nextOffset: null,
  metadata: {},
  entries: [{ [dataset.resolved]: rows.length === 0 ? null : [...rows] }],
});

type Share = { readonly date: string; readonly vessel: Vessel; readonly row: PresenceRow; readonly hours: number };

/** Adds hours to the sum of their key. */
function add(sums: Map<string, Sum>, key: string, { date, vessel, row, hours }: Share): void {
  const sum = sums.get(key);
  if (sum === undefined) {
    const { lon, lat, entryMs, exitMs } = row;
    sums.set(key, { date, vessel, lon, lat, hours, entryMs, exitMs, vesselIds: new Set([vessel.vesselId]) });
    return;
  }
  sum.hours += hours;
  sum.entryMs = Math.min(sum.entryMs, row.entryMs);
  sum.exitMs = Math.max(sum.exitMs, row.exitMs);
  sum.vesselIds.add(vessel.vesselId);
}

function area({ region, geometry }: ReportRequest): (position: Position) => boolean {
  if (geometry !== null) return (position) => pointInPolygon(position, geometry);
  // Only Angola's zone has vessels in the simulated world; any other region is empty.
  return region?.dataset === 'public-eez-areas' && region.id === String(ANGOLA_EEZ) ? isInZee : () => false;
}

function passes({ field, values }: Filter, vessel: Vessel): boolean {
  const fields: Record<string, string> = {
    flag: vessel.flag,
    geartype: vessel.geartype,
    vessel_type: vessel.shiptype,
    vessel_id: vessel.vesselId,
  };
  const value = fields[field];
  return value === undefined || values.includes(value.toLowerCase());
}

function groupOf({ grouping }: ReportRequest, vessel: Vessel): string {
  if (grouping === 'FLAG') return vessel.flag;
  if (grouping === 'GEARTYPE') return vessel.geartype;
  if (grouping === 'FLAGANDGEARTYPE') return `${vessel.flag}/${vessel.geartype}`;
  return grouping === 'MMSI' ? vessel.ssvid : vessel.vesselId;
}

/** Rows of a day as they are, or cut by hour for a report by hours. */
function stretches({ resolution }: ReportRequest, rows: readonly PresenceRow[]): readonly PresenceRow[] {
  if (resolution !== 'HOURLY') return rows;
  return rows.flatMap((row) => {
    // A row begins and ends with positions, each of which covers some time: never less than its hours, nor beyond its day.
    const lastedMs = Math.max(row.exitMs - row.entryMs, row.hours * hourMs);
    const startMs = Math.min(row.entryMs, startOfUtcDay(row.entryMs) + dayMs - lastedMs);
    const parts: PresenceRow[] = [];
    for (let fromMs = startMs; fromMs < startMs + lastedMs; ) {
      const toMs = Math.min(startMs + lastedMs, (Math.floor(fromMs / hourMs) + 1) * hourMs);
      const share = (toMs - fromMs) / lastedMs;
      const [hours, fishingHours] = [row.hours * share, row.fishingHours * share];
      parts.push({ ...row, hours, fishingHours, entryMs: fromMs, exitMs: toMs });
      fromMs = toMs;
    }
    return parts;
  });
}

function periodOf({ resolution, dateRange }: ReportRequest, timeMs: number, day: string): string {
  if (resolution === 'HOURLY') return `${new Date(timeMs).toISOString().slice(0, 13).replace('T', ' ')}:00`;
  if (resolution === 'ENTIRE') return dateRange;
  if (resolution === 'YEARLY') return day.slice(0, 4);
  return resolution === 'MONTHLY' ? day.slice(0, 7) : day;
}

/** The one public row with the last transmission and a place. Unknown texts come empty, not null. */
function rowOf({ grouping, isWhole }: ReportRequest, sum: Sum, lastExitMs: number): Record<string, unknown> {
  const { date, vessel, lon, lat } = sum;
  const hours = Number(sum.hours.toFixed(4));
  const cell = isWhole ? {} : { lat: Number(lat.toFixed(1)), lon: Number(lon.toFixed(1)) };
  if (grouping !== 'VESSEL_ID' && grouping !== 'MMSI') {
    const group = {
      ...(grouping === 'GEARTYPE' ? {} : { flag: vessel.flag }),
      ...(grouping === 'FLAG' ? {} : { geartype: vessel.geartype.toLowerCase() }),
    };
    return { date, ...group, hours, ...cell, vesselIDs: sum.vesselIds.size };
  }
  return {
    date,
    detections: 1,
    entryTimestamp: iso(sum.entryMs),
    exitTimestamp: iso(sum.exitMs),
    firstTransmissionDate: iso(vessel.firstTransmissionMs),
    lastTransmissionDate: iso(lastExitMs),
    flag: vessel.flag,
    geartype: vessel.geartype,
    vesselType: vessel.shiptype,
    hours,
    imo: vessel.imo ?? '',
    mmsi: vessel.ssvid,
    callsign: vessel.callsign,
    shipName: vessel.shipname,
    vesselId: vessel.vesselId,
    vesselIDs: sum.vesselIds.size,
    dataset: 'public-global-vessel-identity:v4.0',
    ...cell,
  };
}

/** Seconds, without a fraction. */
function iso(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}
