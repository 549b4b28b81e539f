import type { EventVesselWire } from '@kianda/connectors/gfw/wire';
import { distanceMeters, hash32, hourMs, isInZee, type Position } from '@kianda/geo';
import type { Encounter, Vessel, VesselLeg, World } from '../../world/types.ts';
import { delayMs } from './report.ts';
import { plainId } from './vessels.ts';

export const eventKinds = ['fishing', 'encounters', 'loitering', 'gaps', 'port-visits'] as const;
export type EventKind = (typeof eventKinds)[number];

/** One passage in so many is without AIS. */
const passagesPerGap = 9;
const shortestMs = hourMs;

type EventRow = { readonly startMs: number; readonly body: Record<string, unknown> };
type Span = { readonly fromMs: number; readonly toMs: number };

const iso = (timeMs: number) => new Date(timeMs).toISOString();
const round = (value: number, digits: number) => Number(value.toFixed(digits));

/** The provider writes some booleans as texts. */
function vesselOf(vessel: Vessel): EventVesselWire {
  return {
    id: vessel.vesselId,
    name: vessel.shipname,
    ssvid: vessel.ssvid,
    flag: vessel.flag,
    type: vessel.shiptype.toLowerCase(),
    publicAuthorizations: [{ hasPubliclyListedAuthorization: vessel.imo === null ? 'false' : 'true', rfmo: 'ICCAT' }],
  };
}

type EventSeed = {
  readonly id: string;
  readonly type: string;
  readonly span: Span;
  readonly position: Position;
  readonly vessel: Vessel;
};

/** A row of the provider; `details` are the fields of its type of event. */
function eventOf({ id, type, span, position: [lon, lat], vessel }: EventSeed, details: object): EventRow {
  const body = {
    start: iso(span.fromMs),
    end: iso(span.toMs),
    id,
    type,
    position: { lat: round(lat, 4), lon: round(lon, 4) },
    regions: {
      mpa: [],
      eez: ['8478'],
      rfmo: ['ICCAT'],
      fao: ['47'],
      majorFao: ['47'],
      eez12Nm: [],
      highSeas: [],
      mpaNoTakePartial: [],
      mpaNoTake: [],
    },
    boundingBox: [lon - 0.1, lat - 0.1, lon + 0.1, lat + 0.1].map((degrees) => round(degrees, 4)),
    vessel: vesselOf(vessel),
    [type]: details,
  };
  return { startMs: span.fromMs, body };
}

/** The two rows of a meeting, one for each vessel. */
function encounterRows({ carrier, vessel, startMs, endMs, position }: Encounter): EventRow[] {
  const id = plainId('encounter', carrier.vesselId, vessel.vesselId, startMs);
  const row = (half: 1 | 2, main: Vessel, met: Vessel) =>
    eventOf(
      { id: `${id}.${half}`, type: 'encounter', span: { fromMs: startMs, toMs: endMs }, position, vessel: main },
      {
        vessel: vesselOf(met),
        medianDistanceKilometers: round(0.02 + (hash32(id) % 200) / 1000, 3),
        medianSpeedKnots: round((hash32(id, 'v') % 1500) / 1000, 3),
        type: `${main.shiptype}-${met.shiptype}`.toLowerCase(),
        potentialRisk: vessel.imo === null,
        mainVesselPublicAuthorizationStatus: authorizationOf(main),
        encounteredVesselPublicAuthorizationStatus: authorizationOf(met),
      },
    );
  return [row(1, carrier, vessel), row(2, vessel, carrier)];
}

/** The register matches a vessel to its authorizations by its IMO number. */
function authorizationOf({ imo }: Vessel): string {
  return imo === null ? 'not_matching_relevant_public_authorization' : 'publicly_authorized';
}

function legRow(kind: EventKind, vessel: Vessel, leg: VesselLeg): EventRow | null {
  const { startMs, endMs, start, end, distanceMeters: meters, portId } = leg;
  const hours = (endMs - startMs) / hourMs;
  const span = { fromMs: startMs, toMs: endMs };
  const id = plainId(kind, vessel.vesselId, startMs);
  const seed = { id, span, position: start, vessel };
  const isCarrier = vessel.shiptype !== 'FISHING';
  const knots = round(meters / 1852 / hours, 3);
  if (endMs - startMs < shortestMs) return null;
  if (kind === 'fishing' && leg.state === 'fishing')
    return eventOf(
      { ...seed, type: 'fishing' },
      {
        totalDistanceKm: round(meters / 1000, 2),
        averageSpeedKnots: knots,
        averageDurationHours: null,
        potentialRisk: false,
        vesselPublicAuthorizationStatus: 'publicly_authorized',
      },
    );
  if (kind === 'loitering' && isCarrier && leg.state === 'anchored')
    return eventOf(
      { ...seed, type: 'loitering' },
      {
        totalTimeHours: round(hours, 2),
        totalDistanceKm: round(meters / 1000, 2),
        averageSpeedKnots: knots,
        averageDistanceFromShoreKm: 40,
      },
    );
  if (kind === 'gaps' && leg.state === 'transit' && hash32(id) % passagesPerGap === 0)
    // Numbers as texts, as the provider sends them here and only here.
    return eventOf(
      { ...seed, type: 'gap' },
      {
        intentionalDisabling: hash32(id, 'i') % 2 === 0,
        distanceKm: (distanceMeters(start, end) / 1000).toFixed(2),
        durationHours: round(hours, 2),
        impliedSpeedKnots: (distanceMeters(start, end) / 1852 / hours).toFixed(2),
        positions12HoursBeforeSat: '23',
        positionsPerDaySatReception: 68.6,
        offPosition: { lat: start[1], lon: start[0] },
        onPosition: { lat: String(end[1]), lon: String(end[0]) },
      },
    );
  if (kind === 'port-visits' && leg.state === 'port' && portId !== null) {
    const anchorage = {
      anchorageId: plainId(portId).slice(0, 8),
      atDock: true,
      distanceFromShoreKm: '1',
      flag: 'AGO',
      id: `ago-${portId}`,
      lat: start[1],
      lon: start[0],
      name: portId.toUpperCase(),
      topDestination: portId.toUpperCase(),
    };
    return eventOf(
      { ...seed, type: 'port_visit' },
      {
        visitId: id,
        confidence: '4',
        durationHrs: round(hours, 2),
        startAnchorage: anchorage,
        intermediateAnchorage: anchorage,
        endAnchorage: anchorage,
      },
    );
  }
  return null;
}

/** Events of the zone that ended at `fromMs` or later, began before `toMs` and are published by now; oldest first. */
export function buildEvents(kinds: readonly EventKind[], span: Span, world: World, nowMs: number): EventRow[] {
  const publishedMs = nowMs - delayMs;
  const encounters = kinds.includes('encounters') ? zoneEncounters(span, world, publishedMs) : [];
  const legKinds = kinds.filter((kind) => kind !== 'encounters');
  const legs = legKinds.length === 0 ? [] : zoneLegs(span, world, publishedMs);
  const rows = [
    ...encounters.flatMap(encounterRows),
    ...legs.flatMap(({ vessel, leg }) => legKinds.flatMap((kind) => legRow(kind, vessel, leg) ?? [])),
  ];
  return rows.sort((a, b) => a.startMs - b.startMs || (String(a.body.id) < String(b.body.id) ? -1 : 1));
}

function zoneEncounters({ fromMs, toMs }: Span, world: World, publishedMs: number): Encounter[] {
  return world.fleet
    .encountersBetween(fromMs, toMs)
    .filter(({ endMs, position }) => endMs <= publishedMs && isInZee(position));
}

/** Legs of all vessels that are published and begin in the zone or in a port. */
function zoneLegs({ fromMs, toMs }: Span, world: World, publishedMs: number): { vessel: Vessel; leg: VesselLeg }[] {
  return world.fleet.vessels.flatMap((vessel) =>
    world.fleet
      .legsBetween(vessel, fromMs, toMs)
      .filter((leg) => leg.endMs <= publishedMs && leg.endMs >= fromMs && leg.startMs < toMs)
      .filter((leg) => leg.portId !== null || isInZee(leg.start))
      .map((leg) => ({ vessel, leg })),
  );
}
