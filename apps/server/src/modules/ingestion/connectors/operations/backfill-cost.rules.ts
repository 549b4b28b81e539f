import { dayMs } from '@kianda/geo';

/** A window of history that was obtained, and what it took. */
export type MeasuredWindow = {
  readonly days: number;
  readonly requests: number;
  readonly bytes: number;
  readonly seconds: number;
};

export type BackfillCost = {
  readonly windows: number;
  readonly days: number;
  readonly requests: number | null;
  readonly bytes: number | null;
  readonly seconds: number | null;
  readonly measured: { readonly windows: number; readonly days: number } | null;
  readonly absence: string | null;
};

/** Windows longer than this may be read many days at a time, so that short ones say nothing about them. */
const longWindowDays = 92;
const noneMeasured =
  'Ainda não foi obtida nenhuma janela deste fluxo: peça primeiro uma curta, e o custo mede-se nela.';

/** Estimates a history by the windows of the stream that were obtained, those of a like length where there are any. */
export function backfillCost(
  plan: { readonly fromMs: number; readonly toMs: number; readonly windowDays: number },
  obtained: readonly MeasuredWindow[],
): BackfillCost {
  const days = Math.max(0, Math.ceil((plan.toMs - plan.fromMs) / dayMs));
  const windows = Math.ceil(days / plan.windowDays);
  const alike = obtained.filter((window) => window.days > longWindowDays === plan.windowDays > longWindowDays);
  const basis = alike.length > 0 ? alike : obtained;
  const sumOf = (of: (window: MeasuredWindow) => number) => basis.reduce((sum, window) => sum + of(window), 0);
  const measuredDays = sumOf((window) => window.days);
  if (measuredDays <= 0) {
    return { windows, days, requests: null, bytes: null, seconds: null, measured: null, absence: noneMeasured };
  }
  const forAll = (of: (window: MeasuredWindow) => number) => (sumOf(of) / measuredDays) * days;
  return {
    ...{ windows, days },
    requests: Math.ceil(forAll(({ requests }) => requests)),
    bytes: Math.round(forAll(({ bytes }) => bytes)),
    seconds: forAll(({ seconds }) => seconds),
    measured: { windows: basis.length, days: Math.round(measuredDays) },
    absence: null,
  };
}
