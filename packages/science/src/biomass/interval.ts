import { quantileOfSorted } from '../models/shared/statistics.ts';

/** Summary of many draws of a quantity: its middle, the bounds of nine draws in ten, and how far they spread. */
export type Interval = {
  readonly median: number;
  /** 5 % and 95 % quantiles. */
  readonly low: number;
  readonly high: number;
  /** Half the distance between the 16 % and 84 % quantiles, over the median: of a normal distribution, its relative deviation. */
  readonly spread: number;
};

/** Throws where there is no draw, or one that is no number. */
export function intervalOf(draws: Float64Array): Interval {
  if (draws.length === 0 || draws.some((value) => !Number.isFinite(value))) {
    throw new RangeError('draws: expected finite numbers, at least one');
  }
  const sorted = draws.slice().sort();
  const at = (share: number) => quantileOfSorted(sorted, share);
  const median = at(0.5);
  return { median, low: at(0.05), high: at(0.95), spread: median === 0 ? 0 : (at(0.84) - at(0.16)) / 2 / median };
}

/**
 * Confidence 0–1 of an estimate: how narrow it is (1 ÷ (1 + relative spread)), times the share of the area that was seen,
 * times the share of the period's days that have a field.
 */
export function confidenceOf(parts: { readonly spread: number; readonly coverage: number; readonly days: number }) {
  const precision = 1 / (1 + Math.max(0, parts.spread));
  return { value: precision * parts.coverage * parts.days, precision, coverage: parts.coverage, days: parts.days };
}
