import { z } from 'zod';

/** Instant in ISO 8601 with offset, e.g. `2026-08-31T09:00:00Z`. */
export const instantSchema = z.iso.datetime({ offset: true });

const measured = {
  /** Provider or subsystem that produced the value, as users know it (e.g. `NOAA CoastWatch`). */
  source: z.string().min(1),
  /**
   * When the phenomenon was observed (the oldest one, for a value derived from several); null for data without a time of
   * their own, such as a register. Never the time of the retrieval.
   */
  observedAt: instantSchema.nullable(),
  /** When Kianda obtained it. */
  retrievedAt: instantSchema,
  /** Delay (ms) of the replica that was read behind the database; absent where the database itself was read. */
  replicaLagMs: z.number().min(0).optional(),
};

/** Origin of a value and its reliability: the five states of the badge. */
export const provenanceSchema = z.discriminatedUnion('state', [
  /** A constant: set by an operator or taken from a publication. It is not measured, and it does not age. */
  z.object({ state: z.literal('configured'), ...measured }),
  z.object({ state: z.literal('live'), ...measured }),
  z.object({
    state: z.literal('cached'),
    ...measured,
    staleAfter: instantSchema,
    /** Seed of the simulator, of a copy of a simulated value: a copy does not make it real. */
    seed: z.number().int().optional(),
  }),
  z.object({
    state: z.literal('simulated'),
    ...measured,
    seed: z.number().int(),
    staleAfter: instantSchema.optional(),
  }),
  z.object({ state: z.literal('fallback'), reason: z.string().min(1) }),
]);

export type Provenance = z.infer<typeof provenanceSchema>;
export type ProvenanceState = Provenance['state'];

/** A value that cannot be separated from its origin: screens take `Sourced`, never a bare number. */
export type Sourced<T> = {
  readonly value: T;
  readonly provenance: Provenance;
  /** Why `value` is null, in Portuguese, for the user. */
  readonly missingReason?: string;
  /** A sample that the specification gives, where the value itself is not to be had: shown as an example, never counted. */
  readonly example?: unknown;
};

const severity: Record<ProvenanceState, number> = {
  configured: 0,
  live: 1,
  cached: 2,
  simulated: 3,
  fallback: 4,
};

/**
 * Provenance of a copy shown in place of an answer that did not come: cached, whatever it was, and current until
 * `staleAfter`; a constant and a stand-in stay what they are.
 */
export function asCopy(provenance: Provenance, staleAfter: string): Provenance {
  switch (provenance.state) {
    case 'live':
      return { ...provenance, state: 'cached', staleAfter };
    case 'simulated':
      return { ...provenance, state: 'cached', staleAfter: provenance.staleAfter ?? staleAfter };
    case 'cached':
    case 'configured':
    case 'fallback':
      return provenance;
  }
}

/** Worst of several provenances: what a derived value must carry. Throws on an empty list. */
export function worstProvenance(inputs: readonly Provenance[]): Provenance {
  const [first, ...rest] = inputs;
  if (first === undefined) throw new RangeError('worstProvenance: received 0 inputs, expected at least 1');
  return rest.reduce(worseOf, first);
}

function worseOf(a: Provenance, b: Provenance): Provenance {
  const worse = severity[b.state] > severity[a.state] ? b : a;
  const other = worse === a ? b : a;
  if (worse.state === 'fallback' || other.state === 'fallback') return worse;
  const sources = new Set([...worse.source.split(' + '), ...other.source.split(' + ')]);
  const lags = [worse.replicaLagMs, other.replicaLagMs].filter((lag) => lag !== undefined);
  return {
    ...worse,
    ...(lags.length === 0 ? {} : { replicaLagMs: Math.max(...lags) }),
    source: [...sources].join(' + '),
    observedAt: earliestKnown(worse.observedAt, other.observedAt),
    retrievedAt: earlier(worse.retrievedAt, other.retrievedAt),
  };
}

function earliestKnown(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return earlier(a, b);
}

function earlier(a: string, b: string): string {
  return Date.parse(a) <= Date.parse(b) ? a : b;
}
