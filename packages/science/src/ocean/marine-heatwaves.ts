import {
  type ClimatologyOptions,
  type DailyClimatology,
  type DailySeries,
  dailyClimatology,
  leapDayOfYear,
} from './climatology.ts';

const dayMs = 86_400_000;

/** 0 none, 1 moderate, 2 strong, 3 severe, 4 extreme (Hobday et al. 2018, Oceanography 31(2):162–173). */
export type HeatwaveCategory = 0 | 1 | 2 | 3 | 4;

export type MarineHeatwave = {
  readonly startMs: number;
  /** Last day above the threshold. */
  readonly endMs: number;
  readonly peakMs: number;
  readonly durationDays: number;
  /** °C above the climatological mean. */
  readonly intensityMax: number;
  readonly intensityMean: number;
  /** °C · days. */
  readonly intensityCumulative: number;
  /** Standard deviation, °C. */
  readonly intensityVariability: number;
  /** °C a day. */
  readonly rateOnset: number;
  readonly rateDecline: number;
  readonly category: HeatwaveCategory;
  /** It lasts up to the last day of the series. */
  readonly ongoing: boolean;
};

export type HeatwaveDay = {
  readonly timeMs: number;
  readonly value: number;
  readonly mean: number;
  readonly threshold: number;
  /** Of the day; 0 below the threshold or outside an event. */
  readonly category: HeatwaveCategory;
};

export type HeatwaveOptions = ClimatologyOptions & {
  readonly leastDays?: number;
  /** Days below the threshold that do not part two events, and missing days that are interpolated. */
  readonly mostGapDays?: number;
};

/**
 * Marine heatwaves of a daily temperature series (°C): at least five days above the 90th percentile of the day of the
 * year, joined over gaps of at most two days, with their metrics and category. Missing runs of at most two days are
 * interpolated. Source: Hobday et al. (2016, 2018), as in the marineHeatWaves program of E. Oliver.
 */
export function marineHeatwaves(
  series: DailySeries,
  options: HeatwaveOptions = {},
): {
  readonly events: readonly MarineHeatwave[];
  readonly days: readonly HeatwaveDay[];
  readonly climatology: DailyClimatology;
} {
  const { leastDays = 5, mostGapDays = 2 } = options;
  const values = padded(series.values, mostGapDays);
  const climatology = dailyClimatology({ ...series, values }, options);
  const timeOf = (day: number) => series.firstDayMs + day * dayMs;
  const at = (day: number) => {
    const index = leapDayOfYear(timeOf(day));
    const value = values[day] ?? Number.NaN;
    const mean = climatology.mean[index] ?? Number.NaN;
    return { value, mean, threshold: climatology.threshold[index] ?? Number.NaN, above: value - mean };
  };
  const spans = spansAbove(values.length, (day) => at(day).value > at(day).threshold, leastDays, mostGapDays);
  const events = spans.map(([first, last]) => describe(first, last));

  const days = Array.from(values, (value, day): HeatwaveDay => {
    const { mean, threshold } = at(day);
    const inside = spans.some(([first, last]) => day >= first && day <= last);
    return { timeMs: timeOf(day), value, mean, threshold, category: inside ? categoryOf(value, mean, threshold) : 0 };
  });
  return { events, days, climatology };

  function describe(first: number, last: number): MarineHeatwave {
    const above = Array.from({ length: last - first + 1 }, (_, index) => at(first + index).above);
    const sum = above.reduce((total, value) => total + value, 0);
    const mean = sum / above.length;
    const max = above.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
    const peak = above.indexOf(max);
    const { value, mean: usual, threshold } = at(first + peak);
    const before = first > 0 ? orUsual(at(first - 1).above) : null;
    const after = last < values.length - 1 ? orUsual(at(last + 1).above) : null;
    const left = above.length - 1 - peak;
    return {
      startMs: timeOf(first),
      endMs: timeOf(last),
      peakMs: timeOf(first + peak),
      durationDays: above.length,
      intensityMax: max,
      intensityMean: mean,
      intensityCumulative: sum,
      intensityVariability: Math.sqrt(above.reduce((total, each) => total + (each - mean) ** 2, 0) / above.length),
      rateOnset: rate(max, above[0] ?? max, before, peak),
      rateDecline: rate(max, above.at(-1) ?? max, after, left),
      category: Math.max(1, categoryOf(value, usual, threshold)) as HeatwaveCategory,
      ongoing: last === values.length - 1,
    };
  }
}

/** Multiples of the distance from mean to threshold, at most 4. */
function categoryOf(value: number, mean: number, threshold: number): HeatwaveCategory {
  const multiple = Math.floor((value - mean) / (threshold - mean));
  return (Number.isFinite(multiple) ? Math.min(4, Math.max(0, multiple)) : 0) as HeatwaveCategory;
}

/** A missing day next to an event counts as a usual one. */
const orUsual = (above: number) => (Number.isNaN(above) ? 0 : above);

/** Change a day between the edge of an event and its peak; the edge lies half a day out unless the series ends there. */
function rate(peak: number, edge: number, beyond: number | null, days: number): number {
  if (beyond === null) return (peak - edge) / Math.max(1, days);
  return (peak - (edge + beyond) / 2) / (days + 0.5);
}

function spansAbove(
  length: number,
  isAbove: (day: number) => boolean,
  leastDays: number,
  mostGapDays: number,
): readonly (readonly [first: number, last: number])[] {
  const spans: [number, number][] = [];
  for (let day = 0; day < length; day += 1) {
    if (!isAbove(day)) continue;
    const current = spans.at(-1);
    if (current !== undefined && current[1] === day - 1) current[1] = day;
    else spans.push([day, day]);
  }
  // Joined only after the short ones went: two single days do not make an event.
  const joined: [number, number][] = [];
  for (const span of spans.filter(([first, last]) => last - first + 1 >= leastDays)) {
    const previous = joined.at(-1);
    if (previous !== undefined && span[0] - previous[1] - 1 <= mostGapDays) previous[1] = span[1];
    else joined.push(span);
  }
  return joined;
}

/** Interpolates runs of missing days no longer than `most`, between known days. */
function padded(values: Float64Array, most: number): Float64Array {
  const filled = values.slice();
  let known: number | null = null;
  for (let day = 0; day < values.length; day += 1) {
    const value = values[day] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (known !== null && day - known > 1 && day - known - 1 <= most) {
      const from = values[known] ?? Number.NaN;
      for (let hole = known + 1; hole < day; hole += 1) {
        filled[hole] = from + ((value - from) * (hole - known)) / (day - known);
      }
    }
    known = day;
  }
  return filled;
}
