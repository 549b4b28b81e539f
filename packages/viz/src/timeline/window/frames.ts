const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Lengths of period that a person may choose, in ms. */
export const periodMs = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs, '90d': 90 * dayMs } as const;
export type PeriodName = keyof typeof periodMs;

/** Length of one step. */
export const stepNames = ['hour', 'day', 'month'] as const;
export type StepName = (typeof stepNames)[number];

/** One step of a period: from `startMs` up to but not including `endMs`. */
export type TimeFrame = { readonly startMs: number; readonly endMs: number };

/** Steps that suit a period: neither a single step nor more than a hand can distinguish. */
export function stepsFor(period: PeriodName): readonly StepName[] {
  if (period === '24h') return ['hour'];
  if (period === '7d') return ['hour', 'day'];
  return period === '30d' ? ['hour', 'day', 'month'] : ['day', 'month'];
}

/** The step to use for a period: the one wanted where it fits, else the finest that does. */
export function fittingStep(period: PeriodName, wanted: StepName | undefined): StepName {
  const fitting = stepsFor(period);
  const usual: StepName = period === '24h' || period === '7d' ? 'hour' : 'day';
  return wanted !== undefined && fitting.includes(wanted) ? wanted : usual;
}

/** Beginning (UTC) of the hour, day or month that contains an instant. */
export function stepStart(timeMs: number, step: StepName): number {
  if (step === 'hour') return Math.floor(timeMs / hourMs) * hourMs;
  if (step === 'day') return Math.floor(timeMs / dayMs) * dayMs;
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function nextStart(startMs: number, step: StepName): number {
  if (step === 'hour') return startMs + hourMs;
  if (step === 'day') return startMs + dayMs;
  const date = new Date(startMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/**
 * Steps of the period that ends at `endMs`, oldest first: whole UTC hours, days or months, but for the first and the
 * last, which begin and end with the period.
 */
export function framesOf(endMs: number, period: PeriodName, step: StepName): readonly TimeFrame[] {
  const fromMs = endMs - periodMs[period];
  const frames: TimeFrame[] = [];
  for (let start = stepStart(fromMs, step); start < endMs; start = nextStart(start, step)) {
    frames.push({ startMs: Math.max(start, fromMs), endMs: Math.min(nextStart(start, step), endMs) });
  }
  return frames;
}

/** Index of the step that ends at or contains an instant, clamped to the period; −1 without steps. */
export function frameAt(frames: readonly TimeFrame[], timeMs: number): number {
  const index = frames.findIndex(({ endMs }) => timeMs <= endMs);
  return index === -1 ? frames.length - 1 : index;
}

/** Step that a key takes the bar to: the next, a long stride, an end; null for any other key. */
export function indexByKey(key: string, index: number, count: number, step: StepName): number | null {
  const stride = step === 'hour' ? 24 : step === 'day' ? 7 : 3;
  const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -stride, PageUp: stride }[key];
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return by === undefined ? null : Math.min(count - 1, Math.max(0, index + by));
}
