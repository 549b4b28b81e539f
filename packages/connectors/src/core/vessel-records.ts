/** Identity that a vessel transmits, as far as the report carries it. */
export type VesselSelf = {
  /**
   * The same for the same vessel, whatever source reports it: `mmsi:603990001`; without an MMSI `ir:AGO:1234-N` (flag and its
   * number of the vessel), else `rc:D2AB3` (call sign).
   */
  readonly vesselKey: string;
  readonly mmsi: number | null;
};

/**
 * Position of one vessel at one instant (AIS, VMS). Null stands for values that the report leaves out; zero is a
 * coordinate.
 */
export type VesselPositionRecord = VesselSelf & {
  readonly kind: 'vessel-position';
  /** Instant of the fix, whole seconds UTC. */
  readonly timeMs: number;
  readonly lon: number;
  readonly lat: number;
  readonly speedKnots: number | null;
  readonly courseDegrees: number | null;
  readonly headingDegrees: number | null;
  /** AIS navigational status: 0 under way, 1 at anchor, 5 moored, 7 engaged in fishing, … */
  readonly navigationStatus: number | null;
  /** Line that it came by, `tcp 192.0.2.7:4001`: the same report by two lines is one position with two feeds. */
  readonly feed: string;
};

/** Fishing gear of a vessel according to one source, in the source's own words. */
export type VesselGear = {
  readonly gear: string;
  readonly source: string;
  readonly fromMs: number;
  readonly untilMs: number;
};

/** Identity of a vessel. Null means that this report lacks the value, not that the value is empty. */
export type VesselIdentityRecord = VesselSelf & {
  readonly kind: 'vessel-identity';
  readonly timeMs: number;
  /** End of the period in a register; absent for a report of one instant. */
  readonly untilMs?: number;
  readonly name: string | null;
  readonly callsign: string | null;
  readonly imo: string | null;
  /** ISO 3166 alpha-3. */
  readonly flag: string | null;
  /** Number by which its flag state knows it. */
  readonly registration: string | null;
  /** AIS ship type: 30 fishing, 52 tug, 7x cargo, … */
  readonly shipType: number | null;
  readonly lengthMeters: number | null;
  readonly widthMeters: number | null;
  readonly draughtMeters: number | null;
  readonly destination: string | null;
  /** Absent where the source names none. */
  readonly gears?: readonly VesselGear[];
  readonly feed: string;
};

/** Kinds of stations that are no ships: beacons of distress, aircraft on rescue, aids to navigation, base stations, texts. */
export type SafetyKind = 'distress' | 'aircraft' | 'aid' | 'base' | 'text';

/** Report of a station of safety on AIS. Null stands for values that it leaves out or that its kind has not. */
export type AisSafetyRecord = {
  readonly kind: 'ais-safety';
  readonly station: SafetyKind;
  readonly mmsi: number;
  readonly timeMs: number;
  readonly lon: number | null;
  readonly lat: number | null;
  readonly name: string | null;
  readonly text: string | null;
  /** 0–31 of IALA, of an aid to navigation. */
  readonly aidType: number | null;
  readonly isVirtual: boolean | null;
  readonly isOffPosition: boolean | null;
  /** Of a beacon of distress: false while it is tested. */
  readonly isActive: boolean | null;
  readonly altitudeMeters: number | null;
  readonly speedKnots: number | null;
  readonly courseDegrees: number | null;
  readonly feed: string;
};

/** A vessel as the provider of an event names it. */
export type EventVessel = {
  readonly vesselId: string;
  readonly mmsi: string | null;
  readonly name: string | null;
  readonly flag: string | null;
  readonly type: string | null;
};

/** Event of a vessel that a provider found; times in UTC epoch milliseconds, WGS84 degrees. */
export type VesselEventRecord = {
  readonly kind: 'vessel-event';
  /** The provider's id; the two rows of an encounter share one. */
  readonly sourceId: string;
  readonly type: 'fishing' | 'encounter' | 'loitering' | 'gap' | 'port_visit';
  readonly startMs: number;
  /** Null while it lasts. */
  readonly endMs: number | null;
  readonly lon: number;
  readonly lat: number;
  readonly vessel: EventVessel;
  readonly other: EventVessel | null;
  /** Values of this kind of event alone, units in the names. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
};
