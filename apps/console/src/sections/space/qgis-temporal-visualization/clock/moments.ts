import type { TemporalRecord } from '@kianda/contract/space/temporal/temporal.contract';
import { dayMs } from '@kianda/geo';
import { matchingMoment, nearestIndex } from '@kianda/viz/timeline/slices.ts';

/** Dates of a variable, ms since 1970, oldest first. */
export const momentsOf = (record: TemporalRecord | undefined): readonly number[] =>
  record?.available_dates.map((date) => Date.parse(date)) ?? [];

type Range = { readonly from?: string | undefined; readonly to?: string | undefined };

/** Dates inside the days chosen, both included. */
export function within(moments: readonly number[], { from, to }: Range): readonly number[] {
  const first = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const last = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to) + dayMs - 1;
  return moments.filter((moment) => moment >= first && moment <= last);
}

/** Index of the date shown: the nearest to the instant asked for, the newest where none is. */
export const indexAt = (moments: readonly number[], at: string | undefined): number =>
  at === undefined ? moments.length - 1 : nearestIndex(moments, Date.parse(at));

/** Index after the present one; null at the end of what is played once. */
export function nextIndex(index: number, count: number, isLoop: boolean): number | null {
  if (count === 0) return null;
  if (index + 1 < count) return index + 1;
  return isLoop ? 0 : null;
}

/** The date of another variable at an instant of the clock, and its value over the ZEE; null before its first. */
export function valueAtClock(
  record: TemporalRecord,
  clockMs: number,
): { readonly ms: number; readonly mean: number | null } | null {
  const moments = momentsOf(record);
  const ms = matchingMoment(moments, clockMs);
  if (ms === null) return null;
  return { ms, mean: record.means[moments.indexOf(ms)] ?? null };
}

/** A cell of the strip: part of the time and how much of it has dates. */
export type StripCell = { readonly startMs: number; readonly endMs: number; readonly share: number };

/** Longest strip, in cells: about one a pixel and a half on a telephone. */
const mostCells = 240;

/**
 * The whole time of some dates in equal cells, each with the best coverage (0–1) of the dates that lie in it, 0 for a gap.
 * Cells are whole days.
 */
export function stripOf(
  record: Pick<TemporalRecord, 'available_dates' | 'coverage'>,
  startMs: number,
  endMs: number,
): StripCell[] {
  const first = Math.floor(startMs / dayMs) * dayMs;
  const days = Math.max(1, Math.floor(endMs / dayMs) - first / dayMs + 1);
  const perCell = Math.ceil(days / mostCells);
  const cells = Array.from({ length: Math.ceil(days / perCell) }, (_, index) => {
    const cellStart = first + index * perCell * dayMs;
    return { startMs: cellStart, endMs: cellStart + perCell * dayMs, share: 0 };
  });
  record.available_dates.forEach((date, index) => {
    const cell = cells[Math.floor((Date.parse(date) - first) / (perCell * dayMs))];
    // A date of which the ZEE has no cell is a date all the same: it shows as the lowest mark.
    if (cell !== undefined) cell.share = Math.max(cell.share, record.coverage[index] ?? 0, 0.08);
  });
  return cells;
}

/** Gaps of a strip: runs of cells without any date, between the first and the last that have one. */
export function gapsOf(cells: readonly StripCell[]): readonly { readonly fromMs: number; readonly toMs: number }[] {
  const known = cells.flatMap(({ share }, index) => (share > 0 ? [index] : []));
  return known.slice(1).flatMap((index, place) => {
    const before = known[place] ?? index;
    const [from, to] = [cells[before], cells[index]];
    return index - before < 2 || from === undefined || to === undefined
      ? []
      : [{ fromMs: from.endMs, toMs: to.startMs }];
  });
}
