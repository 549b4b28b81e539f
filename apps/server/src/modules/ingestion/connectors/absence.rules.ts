/** A stream's past as far as it is stored; instants in epoch milliseconds. */
export type StreamPast = {
  readonly lastSuccessMs: number | null;
  /** Failure of the last run; null where the last run that ended went well, or none has ended. */
  readonly failure: string | null;
  /** End of the first of the failed runs since the last success; null where the last run did not fail. */
  readonly failingSinceMs: number | null;
  /** Begin of a run that is under way. */
  readonly runningSinceMs: number | null;
  /** It has brought at least one record. */
  readonly hasDelivered: boolean;
  /** A run was stopped before its end. */
  readonly wasInterrupted: boolean;
};

/** Why there are no data of a connector. */
export type Absence =
  | { readonly state: 'unknown' }
  | { readonly state: 'disabled' }
  | { readonly state: 'failing'; readonly failure: string; readonly sinceMs: number; readonly hasDelivered: boolean }
  | { readonly state: 'first_run'; readonly sinceMs: number }
  | { readonly state: 'interrupted' }
  | { readonly state: 'never_run' }
  | { readonly state: 'without_such_data'; readonly untilMs: number };

/** Why a connector has no data, by the past of those of its streams that would bring them. */
export function absenceOfStreams(isDisabled: boolean, streams: readonly StreamPast[]): Absence {
  if (isDisabled) return { state: 'disabled' };
  const failing = streams.find(({ failingSinceMs }) => failingSinceMs !== null);
  if (failing?.failingSinceMs != null) {
    const { failure, failingSinceMs: sinceMs } = failing;
    return {
      state: 'failing',
      failure: failure ?? 'bug',
      sinceMs,
      hasDelivered: streams.some((one) => one.hasDelivered),
    };
  }
  const unended = streams.filter(({ lastSuccessMs }) => lastSuccessMs === null);
  const begun = unended.flatMap(({ runningSinceMs }) => (runningSinceMs === null ? [] : [runningSinceMs]));
  if (begun.length > 0) return { state: 'first_run', sinceMs: Math.min(...begun) };
  if (unended.some(({ wasInterrupted }) => wasInterrupted)) return { state: 'interrupted' };
  if (unended.length > 0 || streams.length === 0) return { state: 'never_run' };
  // Streams run one by one: what all of them have been asked for reaches to the oldest success.
  return { state: 'without_such_data', untilMs: Math.min(...streams.map(({ lastSuccessMs }) => lastSuccessMs ?? 0)) };
}
