import { dayMs } from '@kianda/geo';
import { type AisReception, fixTimeMs } from '@kianda/science/ais/decoder';
import type { AisMessage, AisStatic } from '@kianda/science/ais/messages';
import type { VesselIdentityRecord, VesselPositionRecord } from '../core/vessel-records.ts';

/**
 * A station's clock ahead of ours is wrong. One behind may be a buffer that is sent later, or a satellite: its times are
 * believed as far back as buffers reach. Where the station's time is not believed, our time of reception is taken.
 */
const stationAheadMs = 60_000;
const stationBehindMs = 30 * dayMs;

/** Time between the instant of a record and its reception from which on the record is late, and is counted as such. */
export const lateMs = 10 * 60_000;

/** Record of a message about a vessel; null for a message without anything to store (no position, a base station). */
export function recordOf(
  message: AisMessage,
  { receivedMs, stationMs }: AisReception,
  feed: string,
): VesselPositionRecord | VesselIdentityRecord | null {
  const isBelieved =
    stationMs !== null && stationMs <= receivedMs + stationAheadMs && stationMs >= receivedMs - stationBehindMs;
  const heardMs = isBelieved ? stationMs : receivedMs;
  if (message.kind === 'base-station') return null;
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
