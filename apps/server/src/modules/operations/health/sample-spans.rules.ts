import { dayMs, hourMs } from '@kianda/geo';

/** Steps kept back to an instant, the finest that reach each part of it: 10 s for 6 h, 1 min for 48 h, 15 min beyond. */
export const sampleSpans = [
  { stepSeconds: 900, fromMs: 35 * dayMs, toMs: 48 * hourMs },
  { stepSeconds: 60, fromMs: 48 * hourMs, toMs: 6 * hourMs },
  { stepSeconds: 10, fromMs: 6 * hourMs, toMs: 0 },
] as const;
