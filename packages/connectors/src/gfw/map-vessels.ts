import type { RejectedRow } from '../core/port.ts';
import type { VesselGear, VesselIdentityRecord } from '../core/vessel-records.ts';
import { instant, number, text } from './map.ts';
import { type InsightsWire, type VesselWire, vesselWire } from './wire.ts';

/** Identities that vessels transmit by AIS, and those of registries: two streams of one connector. */
const reportedFeed = 'ais';
const registeredFeed = 'registos';
/** Source that inferred the gear of an identity from tracks and lists. */
const inferredSource = 'Global Fishing Watch';

type MappedIdentities = {
  readonly records: readonly VesselIdentityRecord[];
  readonly rejected: readonly RejectedRow[];
  readonly drifted: boolean;
};

/** One record an identity and period of each vessel; an identity without MMSI or period is rejected with its reason. */
export function mapIdentities(rows: readonly unknown[]): MappedIdentities {
  const records: VesselIdentityRecord[] = [];
  const rejected: RejectedRow[] = [];
  for (const raw of rows) {
    const parsed = vesselWire.safeParse(raw);
    const mapped = parsed.success ? identitiesOf(parsed.data) : [];
    if (!parsed.success) rejected.push({ reason: 'não é uma embarcação', raw });
    else if (mapped.length === 0) rejected.push({ reason: 'Sem identidade com MMSI e período', raw });
    else records.push(...mapped);
  }
  return { records, rejected, drifted: rows.length > 0 && records.length === 0 };
}

type ReportedIdentity = {
  readonly ssvid?: string | number | null | undefined;
  readonly shipname?: string | null | undefined;
  readonly flag?: string | null | undefined;
  readonly callsign?: string | number | null | undefined;
  readonly imo?: string | number | null | undefined;
  readonly transmissionDateFrom?: string | null | undefined;
  readonly transmissionDateTo?: string | null | undefined;
};

function identitiesOf(vessel: VesselWire): VesselIdentityRecord[] {
  const reported = (vessel.selfReportedInfo ?? []).map((info) => {
    const record = recordOf(info, reportedFeed, null);
    return record === null ? null : withGears(record, inferredGears(vessel, info.id, record));
  });
  const registered = (vessel.registryInfo ?? []).map((info) => {
    const record = recordOf(info, registeredFeed, number(info.lengthM));
    if (record === null) return null;
    const source = ['Registos', (info.sourceCode ?? []).join(', ')].filter((part) => part !== '').join(': ');
    const { timeMs: fromMs, untilMs = fromMs } = record;
    return withGears(
      record,
      [info.geartypes ?? []].flat().map((gear) => ({ gear, source, fromMs, untilMs })),
    );
  });
  return [...reported, ...registered].filter((record) => record !== null);
}

const withGears = (record: VesselIdentityRecord, gears: readonly VesselGear[]): VesselIdentityRecord =>
  gears.length === 0 ? record : { ...record, gears };

/** Gear of an identity that the provider infers, by whole years; without them, for as long as it was transmitted. */
function inferredGears(
  vessel: VesselWire,
  id: string,
  { timeMs, untilMs = timeMs }: VesselIdentityRecord,
): VesselGear[] {
  const combined = (vessel.combinedSourcesInfo ?? []).filter(({ vesselId }) => vesselId === id);
  return combined.flatMap(({ geartypes }) =>
    (geartypes ?? []).flatMap(({ name, yearFrom, yearTo }) => {
      const gear = text(name);
      if (gear === null) return [];
      const [first, last] = [number(yearFrom), number(yearTo)];
      return {
        gear,
        source: inferredSource,
        fromMs: first === null ? timeMs : Date.UTC(first, 0, 1),
        untilMs: last === null ? untilMs : Date.UTC(last + 1, 0, 1) - 1000,
      };
    }),
  );
}

function recordOf(info: ReportedIdentity, feed: string, lengthMeters: number | null): VesselIdentityRecord | null {
  const mmsi = text(info.ssvid);
  const fromMs = instant(info.transmissionDateFrom);
  const toMs = instant(info.transmissionDateTo) ?? fromMs;
  if (mmsi === null || !/^\d{9}$/.test(mmsi) || fromMs === null || toMs === null || toMs < fromMs) return null;
  return {
    kind: 'vessel-identity',
    vesselKey: `mmsi:${mmsi}`,
    mmsi: Number(mmsi),
    timeMs: wholeSecond(fromMs),
    untilMs: wholeSecond(toMs),
    name: text(info.shipname),
    callsign: text(info.callsign),
    imo: text(info.imo),
    flag: text(info.flag),
    registration: null,
    shipType: null,
    lengthMeters,
    widthMeters: null,
    draughtMeters: null,
    destination: null,
    feed,
  };
}

const wholeSecond = (timeMs: number) => Math.floor(timeMs / 1000) * 1000;
const iso = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString());

/** All the provider's data on one vessel; texts withheld from the token are null. */
export function vesselDetail(vessel: VesselWire) {
  const coreOf = (info: ReportedIdentity) => ({
    mmsi: text(info.ssvid),
    name: text(info.shipname),
    flag: text(info.flag),
    callsign: text(info.callsign),
    imo: text(info.imo),
    from: iso(instant(info.transmissionDateFrom)),
    to: iso(instant(info.transmissionDateTo)),
  });
  return {
    reported: (vessel.selfReportedInfo ?? []).map((info) => ({ source: 'AIS', vesselId: info.id, ...coreOf(info) })),
    registered: (vessel.registryInfo ?? []).map((info) => ({
      source: (info.sourceCode ?? []).join(', '),
      vesselId: null,
      ...coreOf(info),
      gearTypes: [info.geartypes ?? []].flat(),
      lengthMeters: number(info.lengthM),
      tonnageGt: number(info.tonnageGt),
    })),
    owners: (vessel.registryOwners ?? []).map((owner) => ({
      name: text(owner.name),
      flag: text(owner.flag),
      from: iso(instant(owner.dateFrom)),
      to: iso(instant(owner.dateTo)),
    })),
    authorizations: (vessel.registryPublicAuthorizations ?? []).map((given) => ({
      source: (given.sourceCode ?? []).join(', '),
      from: iso(instant(given.dateFrom)),
      to: iso(instant(given.dateTo)),
    })),
  };
}

/** Counts of the period; the two spellings of the provider's counters are one. Null where the provider gives none. */
export function insightFigures(insights: InsightsWire) {
  const fishing = insights.apparentFishing?.periodSelectedCounters;
  const count = (counters: typeof fishing, ...names: readonly string[]) => {
    const found = names.map((name) => number(counters?.[name])).find((value) => value !== null);
    return found ?? null;
  };
  return {
    fishingEvents: count(fishing, 'events'),
    fishingWithoutKnownAuthorization: count(
      fishing,
      'eventsInRFMOWithoutKnownAuthorization',
      'eventsInRfmoWithoutKnownAuthorization',
    ),
    fishingInNoTakeAreas: count(fishing, 'eventsInNoTakeMPAs', 'eventsInNoTakeMpas'),
    gapEvents: count(insights.gap?.periodSelectedCounters, 'events'),
    coveragePercent: number(insights.coverage?.percentage),
    iuuListings: number(insights.vesselIdentity?.iuuVesselList?.totalTimesListedInThePeriod),
  };
}
