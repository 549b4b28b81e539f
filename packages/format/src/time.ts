import { formatMilliseconds, formatNumber, formatQuantity, NBSP, UNKNOWN } from './number.ts';

/** Time zones an operator may read in. */
export const timeZones = { 'Africa/Luanda': 'Luanda', UTC: 'UTC' } as const;
export type TimeZone = keyof typeof timeZones;
export const defaultTimeZone: TimeZone = 'Africa/Luanda';

const dayMs = 86_400_000;
const date = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const styles = {
  date,
  minute: { ...date, ...time },
  second: { ...date, ...time, second: '2-digit' },
  clock: { ...time, second: '2-digit' },
  short: { dateStyle: 'short', timeStyle: 'short' },
  longDate: { dateStyle: 'long' },
  long: { dateStyle: 'long', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(zone: TimeZone, style: keyof typeof styles): Intl.DateTimeFormat {
  const key = `${zone}|${style}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('pt-PT', { timeZone: zone, ...styles[style] });
  formatters.set(key, made);
  return made;
}

type Instant = string | number | null | undefined;

/** Milliseconds since 1970 of an ISO instant or a number; NaN when not known. */
export function toMilliseconds(instant: Instant): number {
  if (instant === null || instant === undefined) return Number.NaN;
  return typeof instant === 'number' ? instant : Date.parse(instant);
}

function formatted(instant: Instant, zone: TimeZone, style: keyof typeof styles): string {
  const ms = toMilliseconds(instant);
  return Number.isFinite(ms) ? formatterFor(zone, style).format(ms) : UNKNOWN;
}

/** `31/08/2026`. */
export function formatDate(instant: Instant, zone: TimeZone = defaultTimeZone): string {
  return formatted(instant, zone, 'date');
}

/** A calendar day, `2026-08-31`, as `31/08/2026`: it has no zone, so that none can move it. */
export function formatDay(day: string): string {
  return day.split('-').toReversed().join('/');
}

/** `31 de agosto de 2026`. */
export function formatLongDate(instant: Instant, zone: TimeZone = defaultTimeZone): string {
  return formatted(instant, zone, 'longDate');
}

/** `31 de agosto de 2026 às 10:05`, for letters: the surrounding text states the zone. */
export function formatLongInstant(instant: Instant, zone: TimeZone = defaultTimeZone): string {
  return formatted(instant, zone, 'long');
}

/** `31/08/26, 10:05`, where room is short and the surrounding text states the zone. */
export function formatShortInstant(instant: Instant, zone: TimeZone = defaultTimeZone): string {
  return formatted(instant, zone, 'short');
}

/** `31/08/2026, 10:05`, with `:32` where seconds are asked for, where the surrounding text states the zone. */
export function formatPlainInstant(instant: Instant, zone: TimeZone = defaultTimeZone, seconds = false): string {
  return formatted(instant, zone, seconds ? 'second' : 'minute');
}

/** `31/08/2026, 10:05 (Luanda)`: date and time with their zone. */
export function formatInstant(instant: Instant, zone: TimeZone = defaultTimeZone, seconds = false): string {
  const text = formatted(instant, zone, seconds ? 'second' : 'minute');
  return text === UNKNOWN ? UNKNOWN : `${text} (${timeZones[zone]})`;
}

/** `10:05:32`, for a clock with its zone stated next to it. */
export function formatClock(instant: Instant, zone: TimeZone = defaultTimeZone): string {
  return formatted(instant, zone, 'clock');
}

/** Below so many seconds a part of a second is told too. */
const tellsParts = 10;

/** Length of time in its two largest units: `3 d 4 h`, `5 min 20 s`, `12 s`; a short one to a part: `1,4 s`, `40 ms`. */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return UNKNOWN;
  if (seconds > 0 && seconds < tellsParts && !Number.isInteger(seconds))
    return seconds < 0.9995 ? formatMilliseconds(seconds * 1000) : formatQuantity(seconds, 's', { maxDecimals: 1 });
  const total = Math.max(0, Math.round(seconds));
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(total / 86_400), 'd'],
    [Math.floor((total % 86_400) / 3_600), 'h'],
    [Math.floor((total % 3_600) / 60), 'min'],
    [total % 60, 's'],
  ];
  const first = parts.findIndex(([amount]) => amount > 0);
  if (first === -1) return `0${NBSP}s`;
  return parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${formatNumber(amount, { maxDecimals: 0 })}${NBSP}${unit}`)
    .join(' ');
}

/** Age in one unit: `12 s`, `3 min`, `5 h`, `2 d`. */
export function formatAge(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return UNKNOWN;
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds}${NBSP}s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}${NBSP}min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}${NBSP}h`;
  return `${formatNumber(Math.floor(seconds / 86_400), { maxDecimals: 0 })}${NBSP}d`;
}

/** `há 3 min` or `daqui a 2 h` up to a day from `now` (ms since 1970), then date and time with zone. */
export function formatRelative(instant: Instant, now: number, zone: TimeZone = defaultTimeZone): string {
  const ms = toMilliseconds(instant);
  if (!Number.isFinite(ms)) return UNKNOWN;
  const age = now - ms;
  if (Math.abs(age) >= dayMs) return formatInstant(ms, zone);
  if (Math.abs(age) < 1000) return 'agora mesmo';
  return age > 0 ? `há${NBSP}${formatAge(age)}` : `daqui${NBSP}a${NBSP}${formatAge(-age)}`;
}

/** Minutes that a zone is ahead of UTC: neither changes its clocks. */
const aheadMinutes: Readonly<Record<TimeZone, number>> = { 'Africa/Luanda': 60, UTC: 0 };

/** The instant of a local time, `2026-08-31T10:05`, in a zone; null for what is no time. */
export function instantOf(local: string, zone: TimeZone = defaultTimeZone): string | null {
  const ms = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  return Number.isFinite(ms) ? new Date(ms - aheadMinutes[zone] * 60_000).toISOString() : null;
}

/** An instant as local time of a zone, `2026-08-31T10:05`, to the minute or to the second. */
export function localOf(instant: string, zone: TimeZone = defaultTimeZone, withSeconds = false): string {
  const ms = Date.parse(instant) + aheadMinutes[zone] * 60_000;
  return new Date(ms).toISOString().slice(0, withSeconds ? 19 : 16);
}
