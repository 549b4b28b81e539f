/** What a vessel says of itself, as far as the report carries it. */
export type VesselSelf = {
  /**
   * The same for the same vessel, whoever reports it: `mmsi:603990001`; without an MMSI `ir:AGO:1234-N` (flag and its
   * number of the vessel), else `rc:D2AB3` (call sign).
   */
  readonly vesselKey: string;
  readonly mmsi: number | null;
};

/** Where one vessel was at one instant (AIS, VMS). Null is what the report leaves out; zero is a coordinate. */
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
  /** Which line it came by, `tcp 192.0.2.7:4001`: the same report by two lines is one position with two feeds. */
  readonly feed: string;
};

/** What a source says that a vessel fishes with, in the source's own words. */
export type VesselGear = {
  readonly gear: string;
  readonly source: string;
  readonly fromMs: number;
  readonly untilMs: number;
};

/** Who a vessel says it is. Null is what this report does not tell, not that it is empty. */
export type VesselIdentityRecord = VesselSelf & {
  readonly kind: 'vessel-identity';
  readonly timeMs: number;
  /** Where a register tells a period: its end. Absent: told at one instant. */
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
  /** Absent: the source tells of none. */
  readonly gears?: readonly VesselGear[];
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

/** What a provider found vessels to have done; times in UTC epoch milliseconds, WGS84 degrees. */
export type VesselEventRecord = {
  readonly kind: 'vessel-event';
  /** The provider's id; an encounter, which it tells once a vessel, has one. */
  readonly sourceId: string;
  readonly type: 'fishing' | 'encounter' | 'loitering' | 'gap' | 'port_visit';
  readonly startMs: number;
  /** Null while it lasts. */
  readonly endMs: number | null;
  readonly lon: number;
  readonly lat: number;
  readonly vessel: EventVessel;
  readonly other: EventVessel | null;
  /** What the kind of event has of its own, units in the names. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
};
