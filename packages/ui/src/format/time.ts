import { formatNumber, NBSP, UNKNOWN } from './number.ts';

/** Time zones an operator may read in. */
export const timeZones = { 'Africa/Luanda': 'Luanda', UTC: 'UTC' } as const;
export type TimeZone = keyof typeof timeZones;
export const defaultTimeZone: TimeZone = 'Africa/Luanda';

const dayMs = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(zone: TimeZone, style: 'date' | 'minute' | 'second' | 'clock'): Intl.DateTimeFormat {
  const key = `${zone}|${style}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const date = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const made = new Intl.DateTimeFormat('pt-PT', {
    timeZone: zone,
    ...(style === 'clock' ? {} : date),
    ...(style === 'date' ? {} : time),
    ...(style === 'second' || style === 'clock' ? { second: '2-digit' } : {}),
  });
  formatters.set(key, made);
  return made;
}

type Instant = string | number | null | undefined;

/** Milliseconds since 1970 of an ISO instant or a number; NaN when not known. */
export function toMilliseconds(instant: Instant): number {
  if (instant === null || instant === undefined) return Number.NaN;
  return typeof instant === 'number' ? instant : Date.parse(instant);
}

/** `31/08/2026`. */
export function formatDate(instant: Instant, zone: TimeZone = defaultTimeZone): string {
  const ms = toMilliseconds(instant);
  return Number.isFinite(ms) ? formatterFor(zone, 'date').format(ms) : UNKNOWN;
}

/** `31/08/2026, 10:05 (Luanda)`: date and time with their zone. */
export function formatInstant(instant: Instant, zone: TimeZone = defaultTimeZone, seconds = false): string {
  const ms = toMilliseconds(instant);
  if (!Number.isFinite(ms)) return UNKNOWN;
  return `${formatterFor(zone, seconds ? 'second' : 'minute').format(ms)} (${timeZones[zone]})`;
}

/** `10:05:32`, for a clock whose zone is stated beside it. */
export function formatClock(instant: Instant, zone: TimeZone = defaultTimeZone): string {
  const ms = toMilliseconds(instant);
  return Number.isFinite(ms) ? formatterFor(zone, 'clock').format(ms) : UNKNOWN;
}

/** Length of time in its two largest units: `3 d 4 h`, `5 min 20 s`, `12 s`. */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return UNKNOWN;
  const whole = Math.max(0, Math.round(seconds));
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor((whole % 86_400) / 3_600), 'h'],
    [Math.floor((whole % 3_600) / 60), 'min'],
    [whole % 60, 's'],
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
