import type { TemporalResolution } from '@kianda/contract/space/temporal/temporal-variables';
import { dayMs, distanceMeters, hourMs, type Position } from '@kianda/geo';
import { type DailySeries, dailyClimatology, leapDayOfYear } from '@kianda/science/ocean/climatology';

/** Step between dates by their median: `fallback` for fewer than two, `variable` where the steps fit no name. */
export function resolutionOf(timesMs: readonly number[], fallback: TemporalResolution): TemporalResolution {
  const steps = timesMs.slice(1).map((time, index) => time - (timesMs[index] ?? time));
  const median = steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)];
  if (median === undefined) return fallback;
  if (median <= 12 * hourMs) return 'hourly';
  if (median <= 1.5 * dayMs) return 'daily';
  if (median >= 6 * dayMs && median <= 10 * dayMs) return '8-day';
  if (median >= 14 * dayMs && median <= 18 * dayMs) return '16-day';
  return median >= 27 * dayMs && median <= 32 * dayMs ? 'monthly' : 'variable';
}

/** Instants and their values as a series of days, each the mean of its instants; days without any are NaN. Null for none. */
export function dailySeriesOf(
  points: readonly { readonly timeMs: number; readonly value: number | null }[],
): DailySeries | null {
  const known = points.filter((point): point is { timeMs: number; value: number } => point.value !== null);
  const days = Map.groupBy(known, ({ timeMs }) => Math.floor(timeMs / dayMs));
  const first = Math.min(...days.keys());
  const last = Math.max(...days.keys());
  if (!Number.isFinite(first)) return null;
  const values = Float64Array.from({ length: last - first + 1 }, (_, index) => {
    const members = days.get(first + index) ?? [];
    return members.reduce((sum, { value }) => sum + value, 0) / members.length;
  });
  return { firstDayMs: first * dayMs, values };
}

/** Fewer different years than this make no climatology: a year beside itself says nothing of what is usual. */
export const leastYears = 3;

export type ClimatologyBand = {
  /** Mean, 10th and 90th percentile of a day of the year. */
  readonly at: (timeMs: number) => {
    readonly mean: number | null;
    readonly p10: number | null;
    readonly p90: number | null;
  };
  readonly years: number;
  readonly short: boolean;
};

/** Different years among the known days of a series. */
export function yearsOf({ firstDayMs, values }: DailySeries): number {
  const years = new Set<number>();
  values.forEach((value, day) => {
    if (!Number.isNaN(value)) years.add(new Date(firstDayMs + day * dayMs).getUTCFullYear());
  });
  return years.size;
}

/** Usual value on each day of the year, by an 11-day window smoothed over 31 days (Hobday et al. 2016); null for too few years. */
export function climatologyBand(series: DailySeries): ClimatologyBand | null {
  const years = yearsOf(series);
  if (years < leastYears) return null;
  const high = dailyClimatology(series, { percentile: 0.9 });
  const low = dailyClimatology(series, { percentile: 0.1 });
  const known = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
  return {
    years,
    short: high.shortBaseline,
    at(timeMs) {
      const day = leapDayOfYear(timeMs);
      return { mean: known(high.mean[day]), p10: known(low.threshold[day]), p90: known(high.threshold[day]) };
    },
  };
}

/** Kilometres from the first position along a line to each of its positions. */
export function distancesAlong(positions: readonly Position[]): number[] {
  let sum = 0;
  return positions.map((position, index) => {
    const before = positions[index - 1];
    if (before !== undefined) sum += distanceMeters(before, position) / 1000;
    return sum;
  });
}

/** A line cut into `count` positions that lie equally far from each other along it, both ends included. */
export function samplesAlong(line: readonly Position[], count: number): Position[] {
  const distances = distancesAlong(line);
  const whole = distances.at(-1) ?? 0;
  return Array.from({ length: count }, (_, index): Position => {
    const wanted = (whole * index) / Math.max(1, count - 1);
    const next = Math.max(
      1,
      distances.findIndex((distance) => distance >= wanted),
    );
    const [from, to] = [line[next - 1] ?? line[0], line[next] ?? line.at(-1)];
    if (from === undefined || to === undefined) throw new RangeError('line: received no positions, expected two');
    const [start, end] = [distances[next - 1] ?? 0, distances[next] ?? whole];
    const share = end === start ? 0 : (wanted - start) / (end - start);
    return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
  });
}

/** Names of the sea by the depth of its floor in metres. */
export function habitatOf(depthMeters: number): string {
  if (depthMeters < 50) return 'costeiro (até 50 m)';
  if (depthMeters < 200) return 'plataforma (50–200 m)';
  return depthMeters < 2_000 ? 'talude (200–2000 m)' : 'oceano profundo (mais de 2000 m)';
}
