const dayMs = 86_400_000;

/** Years of observations that a climatology should stand on (World Meteorological Organization). */
export const fullBaselineYears = 30;

export type DailySeries = {
  /** Midnight UTC of the first value, epoch milliseconds. */
  readonly firstDayMs: number;
  /** One value a day, without holes in time; NaN is missing. */
  readonly values: Float64Array;
};

export type ClimatologyOptions = {
  /** Days on each side pooled for a day of the year; 5 gives an 11-day window. */
  readonly halfWindowDays?: number;
  /** Width in days, odd, of the running mean over the year. */
  readonly smoothingDays?: number;
  /** 0–1. */
  readonly percentile?: number;
  /** Part of the series that makes the baseline; absent: all of it. */
  readonly baseline?: { readonly fromMs: number; readonly toMs: number };
};

/** Per day of a leap year (index 0 is 1 January, 59 is 29 February); NaN where the baseline has no day near. */
export type DailyClimatology = {
  readonly mean: Float64Array;
  readonly threshold: Float64Array;
  /** Years' worth of days in the baseline. */
  readonly years: number;
  /** Fewer years than a climatology should have. */
  readonly shortBaseline: boolean;
  readonly baseline: { readonly fromMs: number; readonly toMs: number } | null;
};

/** Index 0–365 of a day in a leap year: 1 March is the same index in every year. */
export function leapDayOfYear(timeMs: number): number {
  const date = new Date(timeMs);
  return Math.round((Date.UTC(2000, date.getUTCMonth(), date.getUTCDate()) - Date.UTC(2000, 0, 1)) / dayMs);
}

/**
 * Mean and percentile for each day of the year of a daily series: all values within the window of that day in any year,
 * 29 February between its neighbours, both smoothed. Throws on an even smoothing width. Source: Hobday et al. (2016),
 * Prog. Oceanogr. 141:227–238.
 */
export function dailyClimatology(series: DailySeries, options: ClimatologyOptions = {}): DailyClimatology {
  const { halfWindowDays = 5, smoothingDays = 31, percentile = 0.9, baseline } = options;
  if (smoothingDays % 2 !== 1)
    throw new RangeError(`smoothing: expected an odd number of days, received ${smoothingDays}`);
  const pools: number[][] = Array.from({ length: 366 }, () => []);
  let known = 0;
  let first: number | null = null;
  let last: number | null = null;
  for (let day = 0; day < series.values.length; day += 1) {
    const timeMs = series.firstDayMs + day * dayMs;
    if (baseline !== undefined && (timeMs < baseline.fromMs || timeMs > baseline.toMs)) continue;
    if (!Number.isNaN(series.values[day] ?? Number.NaN)) {
      known += 1;
      first ??= timeMs;
      last = timeMs;
    }
    // Pooled around each occurrence of the day, as the definition's own program does, not around its index.
    const pool = pools[leapDayOfYear(timeMs)];
    const from = Math.max(0, day - halfWindowDays);
    const to = Math.min(series.values.length - 1, day + halfWindowDays);
    for (let near = from; near <= to; near += 1) {
      const value = series.values[near] ?? Number.NaN;
      if (!Number.isNaN(value)) pool?.push(value);
    }
  }
  const mean = Float64Array.from(pools, meanOf);
  const threshold = Float64Array.from(pools, (pool) => quantile(pool, percentile));
  for (const curve of [mean, threshold]) curve[59] = ((curve[58] ?? Number.NaN) + (curve[60] ?? Number.NaN)) / 2;
  const years = known / 365.25;
  return {
    mean: smoothedAround(mean, smoothingDays),
    threshold: smoothedAround(threshold, smoothingDays),
    years,
    shortBaseline: years < fullBaselineYears - 0.5,
    baseline: first === null || last === null ? null : { fromMs: first, toMs: last },
  };
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Quantile with linear interpolation between order statistics; NaN of nothing. */
function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** Running mean over a circle; days without a value stay so and count for nothing. */
function smoothedAround(curve: Float64Array, width: number): Float64Array {
  const half = (width - 1) / 2;
  return curve.map((centre, index) => {
    if (Number.isNaN(centre)) return Number.NaN;
    let sum = 0;
    let count = 0;
    for (let offset = -half; offset <= half; offset += 1) {
      const value = curve[(index + offset + curve.length) % curve.length] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      sum += value;
      count += 1;
    }
    return sum / count;
  });
}
