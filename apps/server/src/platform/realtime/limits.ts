export type RealtimeLimits = {
  /** Between two pings; a client that misses one whole interval is cut. Tokens are checked again as often. */
  readonly heartbeatMs: number;
  /** From connecting to the hello. */
  readonly helloMs: number;
  /** Unsent bytes beyond which a client counts as too slow. */
  readonly maxBufferedBytes: number;
  readonly maxMessagesPerMinute: number;
  readonly maxConnections: number;
  /** Events stored for clients that resume: their number, and their age. */
  readonly maxEvents: number;
  readonly maxEventAgeMs: number;
};

export const defaultRealtimeLimits: RealtimeLimits = {
  heartbeatMs: 25_000,
  helloMs: 10_000,
  maxBufferedBytes: 1_048_576,
  // Somebody who draws and types sends an update every half second, and where they point.
  maxMessagesPerMinute: 300,
  maxConnections: 2_000,
  maxEvents: 500,
  maxEventAgeMs: 300_000,
};
