import { toleratedSkewMs } from '@kianda/connectors';
import type { CheckOutcome } from '@kianda/contract/ingestion/connectors/first-day.contract';

/** Subjects that are no connector. */
export const networkSubject = '_rede';
export const clockSubject = '_relogio';

/** Outcome of a check, or of a run that failed. */
export type Tried = {
  readonly by: 'check' | 'run';
  readonly atMs: number;
  readonly outcome: CheckOutcome;
  readonly address: string | null;
  readonly detail: string | null;
  readonly httpStatus: number | null;
  readonly latencyMs: number | null;
  readonly skewMs: number | null;
};

/** The newest of several: a run that failed since a check says more of now than the check. */
export function newestOf(tried: readonly (Tried | null)[]): Tried | null {
  return tried.reduce(
    (newest, one) => (newest === null || (one !== null && one.atMs > newest.atMs) ? one : newest),
    null,
  );
}

/** Nobody was asked: these say nothing of the network. */
const unasked: ReadonlySet<CheckOutcome> = new Set([
  'credential_missing',
  'inbox_unreadable',
  'nothing_to_ask',
  'internal_error',
]);
/** Where all come to the same of these, the cause is on our side of them. */
const ours: ReadonlySet<CheckOutcome> = new Set(['no_network', 'dns', 'refused', 'timeout', 'tls', 'captive_portal']);

/** Outcomes of providers that were asked. */
export function askedOf(outcomes: readonly CheckOutcome[]): readonly CheckOutcome[] {
  return outcomes.filter((outcome) => !unasked.has(outcome));
}

/** True for an outcome that only a provider that was reached can have. */
export function isReached(outcome: CheckOutcome): boolean {
  return !unasked.has(outcome) && !ours.has(outcome);
}

/** State of this machine's own network: well as soon as one provider was reached, otherwise what most came to. */
export function networkOutcome(outcomes: readonly CheckOutcome[], connected: boolean): CheckOutcome {
  const asked = askedOf(outcomes);
  if (asked.some(isReached)) return 'ok';
  if (!connected) return 'no_network';
  if (asked.length === 0) return 'nothing_to_ask';
  const counts = new Map<CheckOutcome, number>();
  for (const outcome of asked) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return most?.[0] ?? 'nothing_to_ask';
}

/** Checks further apart than this belong to different rounds: our clock may have been set in between. */
const roundMs = 120_000;

/**
 * Our clock against those of the providers of the newest round: the middle of the differences, of two the smaller, so that
 * one provider with a wrong clock changes nothing. Null where none said the time.
 */
export function middleSkew(
  checks: readonly { readonly skewMs: number; readonly atMs: number }[],
): { readonly skewMs: number; readonly atMs: number } | null {
  const atMs = Math.max(...checks.map((check) => check.atMs));
  const sorted = checks
    .filter((check) => check.atMs > atMs - roundMs)
    .map(({ skewMs }) => skewMs)
    .toSorted((a, b) => a - b);
  const middles = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  const [skewMs] = middles.filter((one) => one !== undefined).toSorted((a, b) => Math.abs(a) - Math.abs(b));
  return skewMs === undefined ? null : { skewMs, atMs };
}

export function clockOutcome(skewMs: number): CheckOutcome {
  return Math.abs(skewMs) > toleratedSkewMs ? 'clock' : 'ok';
}
