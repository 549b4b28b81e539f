/** A thing that an analysis could not take as it was given; `count` is of the features or cells that it concerns. */
export type SpatialWarning = {
  readonly code:
    | 'empty'
    | 'tooFew'
    | 'zeroVariance'
    | 'islands'
    | 'coincident'
    | 'noPath'
    | 'outside'
    | 'missing'
    | 'disconnected'
    | 'inconsistent'
    | 'notConverged'
    | 'repaired'
    | 'vanished';
  readonly count: number;
};

/** Result of an analysis with all that a reader needs to judge and to repeat it. */
export type Outcome<Value, Parameters> = {
  readonly value: Value;
  /** Method and its publication, in one line. */
  readonly method: string;
  /** As used, defaults among them. */
  readonly parameters: Parameters;
  readonly warnings: readonly SpatialWarning[];
};

/** Warnings that concern something: a count of 0 is none. */
export function warningsOf(
  counts: Readonly<Partial<Record<SpatialWarning['code'], number>>>,
): readonly SpatialWarning[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([code, count]) => ({ code: code as SpatialWarning['code'], count }));
}
