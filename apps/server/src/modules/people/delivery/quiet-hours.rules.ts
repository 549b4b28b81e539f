import type { Digest } from '@kianda/contract/people/delivery/delivery.contract';
import { dayMs, hourMs } from '@kianda/geo';

/** Africa/Luanda is UTC+1 all year round, without summer time. */
const luandaOffsetMs = hourMs;
const minuteMs = 60_000;
/** Clock hour at which a daily digest goes out. */
const dailyHour = 7;

/** Milliseconds since midnight in Luanda. */
const timeOfDayMs = (ms: number): number => (ms + luandaOffsetMs) % dayMs;
const midnightMs = (ms: number): number => ms - timeOfDayMs(ms);

function clockMs(text: string): number {
  const [hours = Number.NaN, minutes = Number.NaN] = text.split(':').map(Number);
  return hours * hourMs + minutes * minuteMs;
}

/**
 * The daily window of Luanda's clock that an instant falls in, in ms; null outside it. `from` belongs to it, `to` does
 * not; one that ends before it begins goes over midnight.
 */
export function windowAt(
  nowMs: number,
  from: string,
  to: string,
): { readonly startMs: number; readonly endMs: number } | null {
  const [start, end, time] = [clockMs(from), clockMs(to), timeOfDayMs(nowMs)];
  const isInside = start < end ? time >= start && time < end : time >= start || time < end;
  if (!isInside) return null;
  const endMs = midnightMs(nowMs) + end + (time < end ? 0 : dayMs);
  return { startMs: endMs - ((end - start + dayMs) % dayMs), endMs };
}

/** End of the quiet hours that an instant falls in, in ms; null outside them. */
export function quietUntil(nowMs: number, from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : (windowAt(nowMs, from, to)?.endMs ?? null);
}

/** Day of the week of an instant in Luanda; 0 is Sunday. */
export const luandaWeekday = (ms: number): number => new Date(ms + luandaOffsetMs).getUTCDay();

/** When an alert that comes now goes out: at once, at the next full hour, or at 07:00 in Luanda. In ms. */
export function digestDue(nowMs: number, digest: Digest): number {
  if (digest === 'off') return nowMs;
  if (digest === 'hourly') return (Math.floor(nowMs / hourMs) + 1) * hourMs;
  const today = midnightMs(nowMs) + dailyHour * hourMs;
  return today > nowMs ? today : today + dayMs;
}
