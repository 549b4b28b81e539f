import type { VesselWire } from '@kianda/connectors/gfw/wire';
import { dayMs, hash32, startOfUtcDay } from '@kianda/geo';
import type { Vessel, World } from '../../world/types.ts';
import { ParameterError } from './errors.ts';
import { delayMs } from './report.ts';

const resolved = 'public-global-vessel-identity:v4.0';
export const identityDatasets: readonly string[] = ['public-global-vessel-identity:latest', resolved];

/** Seconds, without a fraction. */
export const isoSeconds = (timeMs: number) => `${new Date(timeMs).toISOString().slice(0, 19)}Z`;

const hex = (digits: number, ...parts: readonly (string | number)[]) =>
  Array.from({ length: Math.ceil(digits / 8) }, (_, index) =>
    hash32(...parts, index)
      .toString(16)
      .padStart(8, '0'),
  )
    .join('')
    .slice(0, digits);

/** An id of the provider's form: 9-4-4-4-12, which is no UUID. */
function vesselIdOf(...parts: readonly (string | number)[]): string {
  const all = hex(33, ...parts);
  return [all.slice(0, 9), all.slice(9, 13), all.slice(13, 17), all.slice(17, 21), all.slice(21)].join('-');
}

/** An id without dashes, as events and registers have. */
export const plainId = (...parts: readonly (string | number)[]) => hex(32, ...parts);

export const normalized = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Entry of one vessel: its present and former identities, its register, its owner. */
export function vesselEntry(vessel: Vessel, nowMs: number): VesselWire {
  const endMs = startOfUtcDay(nowMs - delayMs);
  let fromMs = vessel.firstTransmissionMs;
  const former = vessel.former.flatMap(({ shipname, flag, untilMs }) => {
    const identity = { shipname, flag, fromMs, toMs: untilMs - dayMs };
    fromMs = Math.max(fromMs, untilMs);
    return identity.toMs > identity.fromMs ? [{ ...identity, id: vesselIdOf(vessel.vesselId, untilMs) }] : [];
  });
  const now = { id: vessel.vesselId, shipname: vessel.shipname, flag: vessel.flag, fromMs, toMs: endMs };
  const identities = [now, ...former.toReversed()];
  const selfReportedInfo = identities.map(({ id, shipname, flag, fromMs: first, toMs }) => ({
    id,
    ssvid: vessel.ssvid,
    shipname,
    nShipname: normalized(shipname),
    flag,
    callsign: vessel.callsign,
    imo: vessel.imo,
    messagesCounter: Math.floor((toMs - first) / 60_000),
    positionsCounter: Math.floor((toMs - first) / 180_000),
    sourceCode: ['AIS'],
    matchFields: vessel.imo === null ? 'NO_MATCH' : 'SEVERAL_FIELDS',
    transmissionDateFrom: isoSeconds(first),
    transmissionDateTo: isoSeconds(Math.max(first, toMs)),
  }));
  const source = 'GFW_VESSEL_LIST';
  const years = { yearFrom: new Date(fromMs).getUTCFullYear(), yearTo: new Date(endMs).getUTCFullYear() };
  // Small vessels are in no register.
  const isRegistered = vessel.imo !== null;
  const registry = {
    id: plainId(vessel.vesselId, 'registo'),
    sourceCode: ['ICCAT', 'IMO'],
    ssvid: vessel.ssvid,
    flag: vessel.flag,
    shipname: vessel.shipname,
    nShipname: normalized(vessel.shipname),
    callsign: vessel.callsign,
    imo: vessel.imo,
    latestVesselInfo: true,
    transmissionDateFrom: isoSeconds(fromMs),
    transmissionDateTo: isoSeconds(endMs),
    geartypes: [vessel.geartype],
    lengthM: vessel.lengthMeters,
    tonnageGt: vessel.tonnageGt,
    vesselInfoReference: plainId(vessel.vesselId, 'referência'),
  };
  const period = {
    dateFrom: isoSeconds(fromMs),
    dateTo: isoSeconds(endMs),
    ssvid: vessel.ssvid,
    sourceCode: ['ICCAT'],
  };
  const entry = {
    dataset: resolved,
    registryInfoTotalRecords: isRegistered ? 1 : 0,
    registryInfo: isRegistered ? [registry] : [],
    registryOwners: isRegistered ? [{ name: vessel.owner.name, flag: vessel.owner.flag, ...period }] : [],
    registryPublicAuthorizations: isRegistered ? [period] : [],
    combinedSourcesInfo: identities.map(({ id }) => ({
      vesselId: id,
      geartypes: [{ name: vessel.geartype, source, ...years }],
      shiptypes: [{ name: vessel.shiptype, source, ...years }],
    })),
    selfReportedInfo,
  };
  return entry;
}

/** The vessel that has, or had, an id; null for an unknown one. */
export function vesselOfId(world: World, id: string): Vessel | null {
  const known = world.fleet.vesselById(id);
  if (known !== null) return known;
  const had = (vessel: Vessel) => vessel.former.some(({ untilMs }) => vesselIdOf(vessel.vesselId, untilMs) === id);
  return world.fleet.vessels.find(had) ?? null;
}

/** MMSI, IMO, call sign or name, or part of a name. */
export function parseQuery(text: string): (vessel: Vessel) => boolean {
  const wanted = text.trim().toUpperCase();
  if (wanted.length < 3) throw new ParameterError('query', 'query must be longer than or equal to 3 characters');
  return (vessel) =>
    [vessel.ssvid, vessel.imo, vessel.callsign].includes(wanted) ||
    normalized(vessel.shipname).includes(normalized(wanted));
}
