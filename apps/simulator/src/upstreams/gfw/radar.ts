import { angolaBbox, dayMs, isoDate, type Position, seededRandom, startOfUtcDay } from '@kianda/geo';
import type { World } from '../../world/types.ts';
import type { ReportRequest } from './request.ts';

/** Detections of the last five days are not published. */
const delayMs = 5 * dayMs;
/** A satellite comes over the same water so often: each day another part of the zone is seen. */
const repeatDays = 6;
/** Vessels without AIS that a pass sees at most. */
const mostDark = 7;

type Detection = { readonly date: string; readonly lon: number; readonly lat: number; readonly vesselId: string };

/** Rows of radar detections by day and cell, those of a vessel known by its AIS with its identity, the others without. */
export function radarRows(
  { startMs, endMs, filters }: ReportRequest,
  world: World,
  nowMs: number,
  within: (position: Position) => boolean,
): readonly Record<string, unknown>[] {
  const wanted = filters.find(({ field }) => field === 'matched')?.values[0];
  const untilMs = Math.min(endMs, startOfUtcDay(nowMs - delayMs));
  const rows: Record<string, unknown>[] = [];
  for (let dayStartMs = startMs; dayStartMs < untilMs; dayStartMs += dayMs) {
    const date = isoDate(dayStartMs);
    const seen = [
      ...(wanted === 'true' ? [] : darkVessels(world, date)),
      ...(wanted === 'false' ? [] : knownVessels(world, date)),
    ].filter(({ lon, lat }) => isSeen(dayStartMs, lat) && within([lon, lat]));
    for (const detection of seen) rows.push(rowOf(detection, world));
  }
  return rows;
}

/** The band of latitudes that is seen on a day. */
function isSeen(dayStartMs: number, lat: number): boolean {
  const [, south, , north] = angolaBbox;
  const height = (north - south) / repeatDays;
  const band = Math.floor(dayStartMs / dayMs) % repeatDays;
  return lat >= south + band * height && lat < south + (band + 1) * height;
}

function darkVessels({ seed }: World, date: string): Detection[] {
  const random = seededRandom(`radar/${seed}/${date}`);
  const [west, south, east, north] = angolaBbox;
  // As many over the whole box as leave a handful in the band and in the zone.
  return Array.from({ length: Math.floor(random() * (mostDark + 1)) * repeatDays }, () => ({
    date,
    lon: hundredths(west + random() * (east - west)),
    lat: hundredths(south + random() * (north - south)),
    vesselId: '',
  }));
}

function knownVessels({ fleet }: World, date: string): Detection[] {
  const seen = new Set<string>();
  return fleet.presenceByDay(date).flatMap(({ vesselId, lon, lat }) => {
    if (seen.has(vesselId)) return [];
    seen.add(vesselId);
    return [{ date, lon: hundredths(lon + 0.05), lat: hundredths(lat + 0.05), vesselId }];
  });
}

function rowOf({ date, lon, lat, vesselId }: Detection, { fleet }: World): Record<string, unknown> {
  const vessel = vesselId === '' ? null : fleet.vesselById(vesselId);
  return {
    date,
    detections: 1,
    entryTimestamp: '',
    exitTimestamp: '',
    firstTransmissionDate: '',
    lastTransmissionDate: '',
    flag: vessel?.flag ?? '',
    geartype: vessel?.geartype ?? '',
    vesselType: vessel?.shiptype ?? '',
    imo: vessel?.imo ?? '',
    mmsi: vessel?.ssvid ?? '',
    callsign: vessel?.callsign ?? '',
    shipName: vessel?.shipname ?? '',
    vesselId,
    vesselIDs: vessel === null ? 0 : 1,
    dataset: 'public-global-vessel-identity:v4.0',
    lat,
    lon,
  };
}

const hundredths = (degrees: number): number => Math.floor(degrees * 100) / 100;
