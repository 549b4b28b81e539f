import { formatDay } from './time.ts';

const two = (text: string) => text.padStart(2, '0');

/** A calendar day as `2026-08-31`; null for one that is in no calendar. */
function dayOf(year: string, month: string, day: string): string | null {
  const iso = `${year}-${two(month)}-${two(day)}`;
  const at = Date.parse(`${iso}T00:00:00Z`);
  return Number.isFinite(at) && new Date(at).toISOString().slice(0, 10) === iso ? iso : null;
}

/**
 * A day as a person writes it, `31/08/2026`, `31-8-2026`, `31082026` or `2026-08-31`, as `2026-08-31`; null for what is
 * no day.
 */
export function readDay(text: string): string | null {
  const written = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(written);
  if (iso !== null) return dayOf(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '');
  const usual = /^(\d{1,2})[/.\s-](\d{1,2})[/.\s-](\d{4})$/.exec(written) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(written);
  return usual === null ? null : dayOf(usual[3] ?? '', usual[2] ?? '', usual[1] ?? '');
}

/** A time of day as a person writes it, `8`, `8:30`, `8h30`, `0830` or `08:30:15`, as `08:30` or `08:30:15`; else null. */
export function readClock(text: string): string | null {
  const written = text.trim();
  const found =
    /^(\d{1,2})(?:[:h.](\d{2})?)?(?:[:.](\d{2}))?$/.exec(written) ?? /^(\d{2})(\d{2})(\d{2})?$/.exec(written);
  if (found === null) return null;
  const [hour = '', minute = '00', second] = found.slice(1);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null;
  return [two(hour), minute, ...(second === undefined ? [] : [second])].join(':');
}

/** Day and time of day, `31/08/2026 10:05` or `2026-08-31T10:05`, as `2026-08-31T10:05`; a day alone begins at 00:00. */
export function readMoment(text: string): string | null {
  const [day, clock] = text.trim().split(/[\sT,]+/);
  const read = readDay(day ?? '');
  const time = clock === undefined ? '00:00' : readClock(clock);
  return read === null || time === null ? null : `${read}T${time}`;
}

/** `2026-08-31T10:05` as `31/08/2026 10:05`. */
export function writeMoment(local: string): string {
  const [day = '', clock = ''] = local.split('T');
  return `${formatDay(day)} ${clock}`.trim();
}
