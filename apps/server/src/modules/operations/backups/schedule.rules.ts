import type { BackupSettings } from '@kianda/contract/operations/backups/backups.contract';
import { dayMs } from '@kianda/geo';

/** Luanda is an hour ahead of UTC all year. */
const luandaMs = 3_600_000;

export type Due = { readonly kind: 'full' | 'incremental'; readonly atMs: number };

function onDay(settings: BackupSettings, day: number): Due {
  // 1 January 1970 was a Thursday.
  const weekday = (day + 4) % 7;
  const kind = weekday === settings.fullWeekday ? 'full' : 'incremental';
  const [hours = 0, minutes = 0] = (kind === 'full' ? settings.fullAt : settings.incrementalAt).split(':').map(Number);
  return { kind, atMs: day * dayMs - luandaMs + (hours * 60 + minutes) * 60_000 };
}

function dayOf(nowMs: number): number {
  return Math.floor((nowMs + luandaMs) / dayMs);
}

/** The scheduled backup whose time came last; null while the schedule is off. */
export function lastDue(settings: BackupSettings, nowMs: number): Due | null {
  if (!settings.scheduleEnabled) return null;
  const today = onDay(settings, dayOf(nowMs));
  return today.atMs <= nowMs ? today : onDay(settings, dayOf(nowMs) - 1);
}

/** The scheduled backup that comes next; null while the schedule is off. */
export function nextDue(settings: BackupSettings, nowMs: number): Due | null {
  if (!settings.scheduleEnabled) return null;
  const today = onDay(settings, dayOf(nowMs));
  return today.atMs > nowMs ? today : onDay(settings, dayOf(nowMs) + 1);
}
