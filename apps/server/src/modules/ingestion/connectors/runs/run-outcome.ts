import { diagnose, ProviderError, type SeenAnswer } from '@kianda/connectors';
import type { CheckOutcome } from '@kianda/contract/ingestion/connectors/first-day.contract';
import { causesOf } from './failure-class.ts';

/** A failed run as far as it says how its provider could be reached. */
export type FailedRun = {
  readonly error: unknown;
  /** The run's own limit ended it. */
  readonly timedOut: boolean;
  /** Last answer of the provider; null where there was none. */
  readonly answer: SeenAnswer | null;
  readonly hasNetwork: boolean;
  readonly tokenExpired: boolean;
};

/** Outcome of a failed run in the words of a check: ours where no provider had part in the failure. */
export function outcomeOfRun({ error, timedOut, answer, hasNetwork, tokenExpired }: FailedRun): CheckOutcome {
  if (timedOut) return 'timeout';
  if (!causesOf(error).some((cause) => cause instanceof ProviderError)) return 'internal_error';
  return diagnose({ error, answers: answer === null ? [] : [answer], timedOut, hasNetwork, tokenExpired });
}
