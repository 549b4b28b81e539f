/** A value of a feature: of an instant, known from another on, and the newest until a third. */
export type TimedFeature = {
  /** Instant that it is of, ms since 1970. */
  readonly eventMs: number;
  /** When it was stored. */
  readonly createdMs: number;
  /** First instant for which a newer one is known; null while it is the newest. */
  readonly validUntilMs: number | null;
};

/** A question: the feature as it was at an instant, no older than so long, as known at another. */
export type AsOf = { readonly atMs: number; readonly ttlMs: number; readonly knownMs: number };

/** Whether a value may answer a question: nothing of a later instant ever does, nor what was stored later than is asked. */
export function answers(feature: TimedFeature, { atMs, ttlMs, knownMs }: AsOf): boolean {
  const { eventMs, createdMs, validUntilMs } = feature;
  return (
    eventMs <= atMs && eventMs >= atMs - ttlMs && createdMs <= knownMs && (validUntilMs === null || atMs < validUntilMs)
  );
}

/** The newest value that may answer a question; of one instant, the one stored last. */
export function latestAsOf<F extends TimedFeature>(features: readonly F[], question: AsOf): F | null {
  let best: F | null = null;
  for (const feature of features) {
    if (!answers(feature, question)) continue;
    if (best === null || isNewer(feature, best)) best = feature;
  }
  return best;
}

const isNewer = (one: TimedFeature, other: TimedFeature): boolean =>
  one.eventMs > other.eventMs || (one.eventMs === other.eventMs && one.createdMs > other.createdMs);
