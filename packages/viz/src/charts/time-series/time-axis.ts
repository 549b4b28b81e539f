import { formatClock, formatDate, type TimeZone } from '@kianda/format';

const daySeconds = 86_400;

/** Text under a tick of the time axis: day and month, the month of a year, or the hour, by the distance of the ticks. */
export function tickText(seconds: number, stepSeconds: number, zone: TimeZone): string {
  const ms = seconds * 1000;
  if (stepSeconds < daySeconds) {
    const clock = formatClock(ms, zone).slice(0, 5);
    return clock === '00:00' ? formatDate(ms, zone).slice(0, 5) : clock;
  }
  const date = formatDate(ms, zone);
  return stepSeconds < 28 * daySeconds ? date.slice(0, 5) : date.slice(3);
}

/** Seconds that a zone is ahead of UTC. Luanda is one hour ahead the whole year. */
export function zoneOffsetSeconds(zone: TimeZone): number {
  return zone === 'Africa/Luanda' ? 3_600 : 0;
}
