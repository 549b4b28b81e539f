const dayMs = 86_400_000;

export type ComparedMeans = {
  readonly current: number | null;
  readonly previous: number | null;
  /** Last day of the later period, `YYYY-MM-DD`; null where there is no value at all. */
  readonly until: string | null;
};

type Point = { readonly time: string; readonly mean: number | null; readonly median: number | null };

/** Days of each of the two periods that the console and its briefing compare. */
export const comparedDays = 7;

/** Means of a series over the last `periodDays` days with data, and over as many before. */
export function comparedMeans(
  points: readonly Point[],
  statistic: 'mean' | 'median',
  periodDays: number = comparedDays,
): ComparedMeans {
  const known = points.flatMap((point) => {
    const value = point[statistic];
    return value === null ? [] : [{ atMs: Date.parse(point.time), value }];
  });
  const endMs = known.reduce((latest, { atMs }) => Math.max(latest, atMs), Number.NEGATIVE_INFINITY);
  if (known.length === 0) return { current: null, previous: null, until: null };
  const meanOf = (fromMs: number, toMs: number) => {
    const values = known.filter(({ atMs }) => atMs > fromMs && atMs <= toMs).map(({ value }) => value);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const middleMs = endMs - periodDays * dayMs;
  return {
    current: meanOf(middleMs, endMs),
    previous: meanOf(middleMs - periodDays * dayMs, middleMs),
    until: new Date(endMs).toISOString().slice(0, 10),
  };
}
