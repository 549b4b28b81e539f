/** One value of a series; null is a gap. */
export type SeriesPoint = { readonly time: string; readonly value: number | null };
/** A span of values, such as p10–p90 or minimum–maximum. */
export type BandPoint = { readonly time: string; readonly low: number | null; readonly high: number | null };

export type Line = { readonly label: string; readonly points: readonly SeriesPoint[] };
export type Band = { readonly label: string; readonly points: readonly BandPoint[] };

/** Columns on one time axis, in seconds since 1970 as uPlot wants them. */
export type Aligned = {
  readonly seconds: readonly number[];
  readonly lines: readonly (readonly (number | null)[])[];
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
};

/** Longest step between two points that still counts as none missing, in medians of all steps. */
const longestStep = 1.75;

/** Puts lines and band on one time axis and a null into every hole, so that a gap is drawn as a gap. */
export function alignSeries(lines: readonly Line[], band: Band | null): Aligned {
  const at = (time: string) => Date.parse(time) / 1000;
  const known = [...lines.flatMap(({ points }) => points), ...(band?.points ?? [])].map(({ time }) => at(time));
  const times = [...new Set(known)].filter(Number.isFinite).sort((a, b) => a - b);
  const seconds = withHoles(times);
  const column = <P extends { readonly time: string }>(points: readonly P[], pick: (point: P) => number | null) => {
    const values = new Map(points.map((point) => [at(point.time), pick(point)]));
    return seconds.map((second) => values.get(second) ?? null);
  };
  return {
    seconds,
    lines: lines.map(({ points }) => column(points, (point) => point.value)),
    low: band === null ? [] : column(band.points, (point) => point.low),
    high: band === null ? [] : column(band.points, (point) => point.high),
  };
}

function withHoles(times: readonly number[]): readonly number[] {
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const median = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  return times.flatMap((time, index) => {
    const before = times[index - 1];
    const isHole = before !== undefined && time - before > longestStep * median;
    return isHole ? [(before + time) / 2, time] : [time];
  });
}

/** Last, lowest and highest value of a line, for screen readers; null without a value. */
export function summarise(
  points: readonly SeriesPoint[],
): { readonly lowest: Known; readonly highest: Known; readonly last: Known } | null {
  const known = points.filter((point): point is Known => point.value !== null && Number.isFinite(point.value));
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    lowest: known.reduce((best, point) => (point.value < best.value ? point : best), first),
    highest: known.reduce((best, point) => (point.value > best.value ? point : best), first),
    last,
  };
}
type Known = { readonly time: string; readonly value: number };
