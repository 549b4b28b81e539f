import { dayMs, isoDate, startOfUtcDay } from '@kianda/geo';
import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import type { PullInput } from '../core/port.ts';
import type { DateRange } from './reports.ts';

/** AIS of the last 96 hours is not published. */
const DELAY_MS = 4 * dayMs;
/** Nor are radar detections of the last five days. */
export const RADAR_DELAY_MS = 5 * dayMs;
const FIRST_DAYS = 7;
/** Longer windows run into the provider's 100 s limit. */
const WINDOW_DAYS = 7;
/** Satellite messages come late: the newest days are asked for once more. */
const REDO_DAYS = 2;
const OLDEST_MS = Date.UTC(2012, 0, 1);

export const cursorSchema = z.object({
  /** Last day stored (YYYY-MM-DD); null before the first. */
  lastDate: z.iso.date().nullable(),
});
export type Cursor = z.infer<typeof cursorSchema>;

/** Windows of at most seven days, oldest first, none of them beyond the last complete day published. */
export function windowsOf(input: PullInput<Cursor>, nowMs: number, delayMs = DELAY_MS): DateRange[] {
  const endMs = startOfUtcDay(nowMs - delayMs);
  if (input.mode === 'backfill') {
    if (input.window === undefined) throw new ProviderError('request', 'Recuperação sem janela de datas');
    const fromMs = Math.max(OLDEST_MS, startOfUtcDay(input.window.fromMs));
    return split(fromMs, Math.min(endMs, startOfUtcDay(input.window.toMs) + dayMs));
  }
  const lastDate = input.mode === 'full' ? null : (input.cursor?.lastDate ?? null);
  if (lastDate === null) return split(endMs - FIRST_DAYS * dayMs, endMs);
  const nextMs = Date.parse(lastDate) + dayMs;
  return nextMs >= endMs ? [] : split(nextMs - REDO_DAYS * dayMs, endMs);
}

function split(fromMs: number, endMs: number): DateRange[] {
  const windows: DateRange[] = [];
  for (let startMs = fromMs; startMs < endMs; startMs += WINDOW_DAYS * dayMs) {
    const stopMs = Math.min(endMs, startMs + WINDOW_DAYS * dayMs);
    windows.push({ startDate: isoDate(startMs), endDate: isoDate(stopMs) });
  }
  return windows;
}

/** Last day of a window, which ends before its end date. */
export function lastDayOf({ endDate }: DateRange): string {
  return isoDate(Date.parse(endDate) - dayMs);
}

/** The last `days` complete days that the provider has published. */
export function lastPublished(nowMs: number, days: number = FIRST_DAYS): DateRange {
  const endMs = startOfUtcDay(nowMs - DELAY_MS);
  return { startDate: isoDate(endMs - days * dayMs), endDate: isoDate(endMs) };
}
