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
  const type = typeOf(event.type);
  const lon = number(event.position.lon);
  const lat = number(event.position.lat);
  const startMs = instant(event.start);
  // A gap that has begun has no end yet, whatever the row repeats there.
  const endMs = isOpenGap(event.type) ? null : instant(event.end);
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

/** `GAP_START` is a gap whose end is not known yet; the row of the whole gap has the same identifier. */
function isOpenGap(name: string): boolean {
  return name.toLowerCase() === 'gap_start';
}

function typeOf(name: string): VesselEventRecord['type'] | null {
  if (isOpenGap(name)) return 'gap';
  return types.find((type) => type === name.toLowerCase()) ?? null;
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

/** A truth that comes as a text in some places, where `Boolean('false')` would be true. */
function truth(value: Truth): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value == null) return null;
  const word = value.trim().toLowerCase();
  if (word === 'true') return true;
  return word === 'false' ? false : null;
}

/** Listed in some public register; null where the provider names no register. */
function authorizedOf(vessel: EventVesselWire): boolean | null {
  const answers = (vessel.publicAuthorizations ?? []).map((each) => truth(each.hasPubliclyListedAuthorization));
  if (answers.length === 0) return null;
  return answers.includes(true);
}

/** `fishing-carrier` of one vessel is `carrier-fishing` of the other. */
function turned(type: string | null, isTurned: boolean): string | null {
  return type === null || !isTurned ? type : type.split('-').toReversed().join('-');
}

/** Details of an event by its type. `isTurned` means that the row has the two vessels of an encounter swapped. */
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
    const [status, otherStatus] = (isTurned ? statuses.toReversed() : statuses).map(text);
    return {
      encounterType: turned(text(encounter.type), isTurned),
      medianDistanceKm: number(encounter.medianDistanceKilometers),
      medianSpeedKnots: number(encounter.medianSpeedKnots),
      potentialRisk: truth(encounter.potentialRisk),
      authorizationStatus: status ?? null,
      otherAuthorizationStatus: otherStatus ?? null,
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
