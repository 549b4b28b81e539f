import type { RejectedRow } from '../core/port.ts';
import type { EventVessel, VesselEventRecord } from '../core/vessel-records.ts';
import { instant, number, text } from './map.ts';
import { type EventVesselWire, type EventWire, eventWire } from './wire.ts';

type MappedEvents = {
  readonly records: readonly VesselEventRecord[];
  readonly rejected: readonly RejectedRow[];
  /** As `mapPresence`: rows, and not one that could be read. */
  readonly drifted: boolean;
};

type Details = Record<string, string | number | boolean | null>;
type Truth = string | boolean | null | undefined;

/** Maps events; the two rows of an encounter become one. A row that does not fit is rejected with its reason. */
export function mapEvents(rows: readonly unknown[]): MappedEvents {
  const records = new Map<string, VesselEventRecord>();
  const rejected: RejectedRow[] = [];
  for (const raw of rows) {
    const parsed = eventWire.safeParse(raw);
    const mapped = parsed.success ? toRecord(parsed.data) : 'não é um evento';
    if (typeof mapped === 'string') rejected.push({ reason: mapped, raw });
    else records.set(mapped.sourceId, mapped);
  }
  return { records: [...records.values()], rejected, drifted: rows.length > 0 && records.size === 0 };
}

function toRecord(event: EventWire): VesselEventRecord | string {
  const type = typeOf(event);
  const lon = number(event.position.lon);
  const lat = number(event.position.lat);
  const startMs = instant(event.start);
  const endMs = instant(event.end);
  const [sourceId = '', half] = event.id.split('.');
  if (type === null) return `Tipo de evento desconhecido: ${event.type}`;
  if (sourceId === '') return 'Sem identificador';
  if (startMs === null) return `Início inválido: ${event.start}`;
  if (endMs !== null && endMs < startMs) return `Fim anterior ao início: ${event.end}`;
  if (lat === null || Math.abs(lat) > 90) return `Latitude inválida: ${event.position.lat}`;
  if (lon === null || Math.abs(lon) > 180) return `Longitude inválida: ${event.position.lon}`;
  const met = event.encounter?.vessel ?? null;
  if (event.vessel.id.trim() === '') return 'Sem embarcação';
  // The second row has the two vessels the other way round: either row alone gives the same event.
  const [first, second] = half === '2' && met !== null ? [met, event.vessel] : [event.vessel, met];
  return {
    kind: 'vessel-event',
    sourceId,
    type,
    startMs,
    endMs,
    lon,
    lat,
    vessel: vesselOf(first),
    other: second === null ? null : vesselOf(second),
    details: { ...detailsOf(event, half === '2'), publiclyAuthorized: authorizedOf(first) },
  };
}

const types = ['fishing', 'encounter', 'loitering', 'gap', 'port_visit'] as const;

function typeOf(event: EventWire): VesselEventRecord['type'] | null {
  const word = event.type.toLowerCase();
  return types.find((type) => type === word) ?? null;
}

function vesselOf(vessel: EventVesselWire): EventVessel {
  return {
    vesselId: vessel.id.trim(),
    mmsi: text(vessel.ssvid),
    name: text(vessel.name),
    flag: text(vessel.flag),
    type: text(vessel.type)?.toLowerCase() ?? null,
  };
}

/** Truths come as the texts `true` and `false` in some places: `Boolean('false')` is true. */
function truth(value: Truth): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value == null) return null;
  const word = value.trim().toLowerCase();
  if (word === 'true') return true;
  return word === 'false' ? false : null;
}

/** Listed in some public register; null where the provider tells of none. */
function authorizedOf(vessel: EventVesselWire): boolean | null {
  const answers = (vessel.publicAuthorizations ?? []).map((each) => truth(each.hasPubliclyListedAuthorization));
  if (answers.length === 0) return null;
  return answers.includes(true);
}

/** `fishing-carrier` of one vessel is `carrier-fishing` of the other. */
function turned(type: string | null, isTurned: boolean): string | null {
  return type === null || !isTurned ? type : type.split('-').toReversed().join('-');
}

/** What is told of an event of its type; `isTurned`: the row has the two vessels of an encounter the other way round. */
function detailsOf({ fishing, encounter, loitering, gap, port_visit: visit }: EventWire, isTurned: boolean): Details {
  if (fishing != null)
    return {
      totalDistanceKm: number(fishing.totalDistanceKm),
      averageSpeedKnots: number(fishing.averageSpeedKnots),
      potentialRisk: truth(fishing.potentialRisk),
      authorizationStatus: text(fishing.vesselPublicAuthorizationStatus),
    };
  if (encounter != null) {
    const statuses = [
      encounter.mainVesselPublicAuthorizationStatus,
      encounter.encounteredVesselPublicAuthorizationStatus,
    ];
    const [own, others] = (isTurned ? statuses.toReversed() : statuses).map(text);
    return {
      encounterType: turned(text(encounter.type), isTurned),
      medianDistanceKm: number(encounter.medianDistanceKilometers),
      medianSpeedKnots: number(encounter.medianSpeedKnots),
      potentialRisk: truth(encounter.potentialRisk),
      authorizationStatus: own ?? null,
      otherAuthorizationStatus: others ?? null,
    };
  }
  if (loitering != null)
    return {
      totalTimeHours: number(loitering.totalTimeHours),
      totalDistanceKm: number(loitering.totalDistanceKm),
      averageSpeedKnots: number(loitering.averageSpeedKnots),
      averageDistanceFromShoreKm: number(loitering.averageDistanceFromShoreKm),
    };
  if (gap != null)
    return {
      intentionalDisabling: truth(gap.intentionalDisabling),
      durationHours: number(gap.durationHours),
      distanceKm: number(gap.distanceKm),
      impliedSpeedKnots: number(gap.impliedSpeedKnots),
      positions12HoursBefore: number(gap.positions12HoursBeforeSat),
      positionsPerDaySatellite: number(gap.positionsPerDaySatReception),
      offLon: number(gap.offPosition?.lon),
      offLat: number(gap.offPosition?.lat),
      onLon: number(gap.onPosition?.lon),
      onLat: number(gap.onPosition?.lat),
    };
  if (visit == null) return {};
  const place = visit.startAnchorage ?? visit.endAnchorage;
  return {
    visitId: text(visit.visitId),
    confidence: number(visit.confidence),
    durationHours: number(visit.durationHrs),
    portId: text(place?.id),
    portName: text(place?.name),
    portFlag: text(place?.flag),
    atDock: truth(place?.atDock),
  };
}
