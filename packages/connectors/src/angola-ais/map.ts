import { dayMs } from '@kianda/geo';
import { type AisReception, fixTimeMs } from '@kianda/science/ais/decoder';
import type { AisBaseStation, AisMessage, AisPosition, AisStatic } from '@kianda/science/ais/messages';
import type { AisAid, AisAircraft, AisSafetyText } from '@kianda/science/ais/safety-messages';
import type { AisSafetyRecord, VesselIdentityRecord, VesselPositionRecord } from '../core/vessel-records.ts';

/**
 * A station's clock ahead of ours is wrong. One behind may be a buffer that is sent later, or a satellite: its times are
 * believed as far back as buffers reach.
 */
const stationAheadMs = 60_000;
const stationBehindDays = 30;

/** True where the station gave no time, or one that is believed: a position of an unknown time is nowhere now. */
export const isTimeBelieved = ({ receivedMs, stationMs }: AisReception): boolean =>
  stationMs === null ||
  (stationMs <= receivedMs + stationAheadMs && stationMs >= receivedMs - stationBehindDays * dayMs);

/** A message that is refused for its time, as operators read it. */
export const disbelievedText = `AIS recusado: a hora da estação é de há mais de ${stationBehindDays} dias, ou do futuro; não se sabe quando foi ouvida`;

/** Time between the instant of a record and its reception from which on the record is late, and is counted as such. */
export const lateMs = 10 * 60_000;

/** Beacons of distress by the first digits of their MMSI (ITU-R M.585): AIS-SART, man overboard, EPIRB-AIS. */
const beacons: ReadonlySet<number> = new Set([970, 972, 974]);
const isBeacon = (mmsi: number): boolean => beacons.has(Math.floor(mmsi / 1_000_000));
/** Navigation status of a beacon under test (ITU-R M.1371); it is 14 while it is used. */
const testStatus = 15;

/** Record of a message, at the station's time, else at that of its reception; null for one without anything to store (no position, the identity of a beacon). */
export function recordOf(
  message: AisMessage,
  { receivedMs, stationMs }: AisReception,
  feed: string,
): VesselPositionRecord | VesselIdentityRecord | AisSafetyRecord | null {
  const heardMs = stationMs ?? receivedMs;
  if (message.kind === 'base-station' || message.kind === 'aircraft' || message.kind === 'aid')
    return stationOf(message, fixTimeMs(heardMs, 'second' in message ? message.second : null), feed);
  if (message.kind === 'safety-text') return textOf(message, fixTimeMs(heardMs, null), feed);
  if (isBeacon(message.mmsi))
    return message.kind === 'static' ? null : beaconOf(message, fixTimeMs(heardMs, message.second), feed);
  const self = { vesselKey: `mmsi:${message.mmsi}`, mmsi: message.mmsi, feed };
  if (message.kind === 'static') return identityOf(message, { ...self, timeMs: fixTimeMs(heardMs, null) });
  const { lon, lat } = message;
  if (lon === null || lat === null) return null;
  return {
    kind: 'vessel-position',
    ...self,
    timeMs: fixTimeMs(heardMs, message.second),
    // 1/600,000 of a degree is 0.2 m: seven decimals hold it, and the same place is the same number from every feed.
    lon: rounded(lon),
    lat: rounded(lat),
    speedKnots: message.speedKnots,
    courseDegrees: message.courseDegrees,
    headingDegrees: message.headingDegrees,
    navigationStatus: message.status === 15 ? null : message.status,
  };
}

const nothing = {
  ...{ lon: null, lat: null, name: null, text: null, aidType: null, isVirtual: null, isOffPosition: null },
  ...{ isActive: null, altitudeMeters: null, speedKnots: null, courseDegrees: null },
} as const;

const placeOf = ({ lon, lat }: { readonly lon: number | null; readonly lat: number | null }) =>
  lon === null || lat === null ? { lon: null, lat: null } : { lon: rounded(lon), lat: rounded(lat) };

function stationOf(message: AisBaseStation | AisAircraft | AisAid, timeMs: number, feed: string): AisSafetyRecord {
  const common = { ...nothing, kind: 'ais-safety', mmsi: message.mmsi, timeMs, feed, ...placeOf(message) } as const;
  if (message.kind === 'base-station') return { ...common, station: 'base' };
  if (message.kind === 'aircraft') {
    const { altitudeMeters, speedKnots, courseDegrees } = message;
    return { ...common, station: 'aircraft', altitudeMeters, speedKnots, courseDegrees };
  }
  const { name, aidType, isVirtual, isOffPosition } = message;
  return { ...common, station: 'aid', name, aidType, isVirtual, isOffPosition };
}

/** A beacon says in its text whether it is used or tested; whatever is no test is taken for an emergency. */
function textOf({ mmsi, text }: AisSafetyText, timeMs: number, feed: string): AisSafetyRecord {
  const common = { ...nothing, kind: 'ais-safety', mmsi, timeMs, feed, text } as const;
  return isBeacon(mmsi)
    ? { ...common, station: 'distress', isActive: !/\bTEST\b/.test(text) }
    : { ...common, station: 'text' };
}

function beaconOf(message: AisPosition, timeMs: number, feed: string): AisSafetyRecord {
  const { mmsi, speedKnots, courseDegrees, status } = message;
  const common = { ...nothing, kind: 'ais-safety', mmsi, timeMs, feed, speedKnots, courseDegrees } as const;
  return { ...common, ...placeOf(message), station: 'distress', isActive: status !== testStatus };
}

const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7 + 0;

function identityOf(
  message: AisStatic,
  common: Pick<VesselIdentityRecord, 'vesselKey' | 'mmsi' | 'feed' | 'timeMs'>,
): VesselIdentityRecord {
  const { dimensions } = message;
  return {
    kind: 'vessel-identity',
    ...common,
    name: message.name,
    callsign: message.callsign,
    imo: message.imo === null ? null : String(message.imo),
    flag: null,
    registration: null,
    shipType: message.shipType,
    lengthMeters: dimensions === null ? null : dimensions.toBow + dimensions.toStern || null,
    widthMeters: dimensions === null ? null : dimensions.toPort + dimensions.toStarboard || null,
    draughtMeters: message.draughtMeters,
    destination: message.destination,
  };
}
