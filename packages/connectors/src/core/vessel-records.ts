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

/** Who a vessel says it is. Null is what this report does not tell, not that it is empty. */
export type VesselIdentityRecord = VesselSelf & {
  readonly kind: 'vessel-identity';
  readonly timeMs: number;
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
  readonly feed: string;
};
