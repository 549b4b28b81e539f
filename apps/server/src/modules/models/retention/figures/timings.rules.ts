/** Shortest duration that is told apart, ms. */
const leastMs = 0.01;
/** Classes of a doubling: the class of a duration is within 4.5 % of it. */
const perDoubling = 8;

/** Class of a duration. */
export function bucketOf(ms: number): number {
  return Math.max(0, Math.round(perDoubling * Math.log2(Math.max(ms, leastMs) / leastMs)));
}

/** Duration in the middle of a class, ms. */
export const durationOf = (bucket: number): number => leastMs * 2 ** (bucket / perDoubling);

/** Answers of one class of duration. */
export type Timing = { readonly bucket: number; readonly answers: number };

/** Duration that a share of the answers took at most, ms; null of none. */
export function quantileOf(timings: readonly Timing[], share: number): number | null {
  const total = timings.reduce((sum, { answers }) => sum + answers, 0);
  if (total === 0) return null;
  const sorted = timings.toSorted((a, b) => a.bucket - b.bucket);
  let seen = 0;
  for (const { bucket, answers } of sorted) {
    seen += answers;
    if (seen >= share * total) return durationOf(bucket);
  }
  return durationOf(sorted.at(-1)?.bucket ?? 0);
}

/** Answers of a class of question in one store, by how they ended. */
export type ClassTimings = {
  readonly hits: readonly Timing[];
  readonly misses: readonly Timing[];
  /** Ms that all hits took together. */
  readonly hitMs: number;
};

/**
 * Time that the hits saved: what a median miss takes, for each of them, less what they took. Null while nothing was ever
 * computed: nobody knows what the hits stand for. Below nought where looking up takes longer than computing.
 */
export function savedMs({ hits, misses, hitMs }: ClassTimings): number | null {
  const count = hits.reduce((sum, { answers }) => sum + answers, 0);
  if (count === 0) return 0;
  const miss = quantileOf(misses, 0.5);
  return miss === null ? null : count * miss - hitMs;
}
