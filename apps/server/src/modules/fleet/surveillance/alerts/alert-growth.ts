import type { AlertRow } from '../surveillance.tables.ts';
import { type AlertContext, announceAlert } from './alert-context.ts';

/** A screen that is open then is at most this much behind the figures of an event that goes on. */
const everyMs = 30_000;

export type GrowthNotice = (before: AlertRow, row: AlertRow) => void;

/**
 * Tells the consoles of an alert that was found again. A new severity, or an end, is told at once. An event that goes on has
 * new figures with each position, each second on a busy sea: of those, one word in half a minute says that there are some,
 * for all alerts.
 */
export function createGrowthNotice({ clock, events }: Pick<AlertContext, 'clock' | 'events'>): GrowthNotice {
  let toldMs = Number.NEGATIVE_INFINITY;
  return (before, row) => {
    const nowMs = clock.nowMs();
    const isNews =
      row.severity !== before.severity || (row.event_ended_at === null) !== (before.event_ended_at === null);
    if (!isNews && (row.description === before.description || nowMs - toldMs < everyMs)) return;
    if (!isNews) toldMs = nowMs;
    announceAlert({ events }, 'alert.updated', row);
  };
}
