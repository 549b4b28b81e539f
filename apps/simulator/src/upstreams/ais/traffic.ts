import { hashUnit } from '@kianda/geo';
import type { FleetWorld, Vessel, VesselState } from '../../world/types.ts';
import {
  baseStation,
  classAPosition,
  classAStatic,
  classBPosition,
  classBStatic,
  type Ship,
  sentences,
  tagged,
} from './encode.ts';

/** Smaller ones carry class B, or nothing; the fleet here has at least that. */
const classAMeters = 20;
const staticSeconds = 360;
const baseSeconds = 10;
/** One transmission in twelve is heard by two stations. */
const heardTwice = 1 / 12;

type Station = { readonly name: string; readonly mmsi: number; readonly lon: number; readonly lat: number };

/** From north to south; each hears the ships of its stretch of coast. */
const stations: readonly Station[] = [
  { name: 'cabinda', mmsi: 6039901, lon: 12.16, lat: -5.523 },
  { name: 'soyo', mmsi: 6039902, lon: 12.292, lat: -6.076 },
  { name: 'luanda', mmsi: 6039903, lon: 13.279, lat: -8.748 },
  { name: 'lobito', mmsi: 6039904, lon: 13.592, lat: -12.28 },
  { name: 'namibe', mmsi: 6039905, lon: 12.136, lat: -15.127 },
];

const statusOf: Readonly<Record<VesselState, number>> = { transit: 0, fishing: 7, anchored: 1, port: 5 };
/** Seconds between reports (ITU-R M.1371 table 1, without the faster ones in turns). */
const everySeconds: Readonly<Record<VesselState, number>> = { transit: 10, fishing: 10, anchored: 180, port: 180 };
const classBSeconds = 30;

function shipOf(vessel: Vessel): Ship {
  return {
    mmsi: Number(vessel.ssvid),
    imo: vessel.imo === null ? 0 : Number(vessel.imo),
    name: vessel.shipname,
    callsign: vessel.callsign,
    shipType:
      vessel.shiptype === 'FISHING' ? 30 : vessel.shiptype === 'BUNKER' ? 80 : vessel.shiptype === 'CARRIER' ? 70 : 90,
    lengthMeters: vessel.lengthMeters,
    widthMeters: vessel.lengthMeters / 4.5,
    draughtMeters: vessel.lengthMeters / 14,
    destination: vessel.homePortId.toUpperCase(),
  };
}

function stationFor(lat: number): number {
  let nearest = 0;
  for (const [index, station] of stations.entries())
    if (Math.abs(station.lat - lat) < Math.abs((stations[nearest]?.lat ?? 0) - lat)) nearest = index;
  return nearest;
}

/** Lines that the coast stations receive in one second (UTC, whole). The same second always gives the same lines. */
export function trafficAt(fleet: FleetWorld, seed: number, secondMs: number): string[] {
  const lines: string[] = [];
  const now = Math.floor(secondMs / 1000);
  let group = now % 1_000;

  function send(fields: Parameters<typeof sentences>[0], station: number, key: string): void {
    group += 1;
    const heard = sentences(fields, hashUnit(seed, key, now) < 0.5 ? 'A' : 'B', group);
    const first = stations[station];
    if (first !== undefined) lines.push(...tagged(heard, first.name, secondMs, group));
    const second = stations[station + 1];
    if (second === undefined || hashUnit(seed, 'twice', key, now) >= heardTwice) return;
    group += 1;
    lines.push(...tagged(heard, second.name, secondMs + 1000, group));
  }

  for (const [index, station] of stations.entries())
    if ((now + index) % baseSeconds === 0)
      send(baseStation(station.mmsi, station.lon, station.lat, secondMs), index, station.name);
  for (const vessel of fleet.vessels) {
    const phase = Math.floor(hashUnit(seed, 'ais', vessel.ssvid) * staticSeconds);
    const isStaticDue = (now + phase) % staticSeconds === 0;
    // In most seconds most ships are silent: positions are computed only for those that transmit.
    if (!isStaticDue && (now + phase) % 10 !== 0) continue;
    const place = fleet.positionAt(vessel, secondMs);
    if (place === null) continue;
    const isClassA = vessel.lengthMeters >= classAMeters;
    const station = stationFor(place.lat);
    const fix = { mmsi: Number(vessel.ssvid), timeMs: secondMs, ...place };
    const every = isClassA ? everySeconds[place.state] : Math.max(classBSeconds, everySeconds[place.state]);
    if ((now + phase) % every === 0)
      send(isClassA ? classAPosition(fix, statusOf[place.state]) : classBPosition(fix), station, vessel.ssvid);
    if (!isStaticDue) continue;
    for (const fields of isClassA ? [classAStatic(shipOf(vessel))] : classBStatic(shipOf(vessel)))
      send(fields, station, `${vessel.ssvid}/static`);
  }
  return lines;
}
