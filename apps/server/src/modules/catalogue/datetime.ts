import { AppError } from '../../platform/http/errors.ts';

/** An open end is null. */
export type Interval = { readonly from: Date | null; readonly to: Date | null };

const instantPattern = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/;
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function refuse(text: string): never {
  throw new AppError('validation_failed', {
    issues: [
      {
        path: 'datetime',
        message: `«${text.slice(0, 100)}» não é um instante RFC 3339 com fuso, nem um intervalo deles.`,
      },
    ],
  });
}

/** RFC 3339 instant to the millisecond, which is what is stored. Throws `validation_failed` for anything else. */
export function instantOf(text: string): Date {
  const match = instantPattern.exec(text);
  if (match === null) refuse(text);
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '', fraction = '', zone = ''] = match;
  const leap = new Date(Date.UTC(Number(year), 1, 29)).getUTCMonth() === 1;
  const lastDay = Number(month) === 2 && !leap ? 28 : daysOfMonth[Number(month) - 1];
  const offset = zone.toUpperCase() === 'Z' ? [0, 0] : zone.slice(1).split(':').map(Number);
  const valid =
    lastDay !== undefined &&
    Number(day) >= 1 &&
    Number(day) <= lastDay &&
    Number(hour) <= 23 &&
    Number(minute) <= 59 &&
    Number(second) <= 59 &&
    (offset[0] ?? 99) <= 23 &&
    (offset[1] ?? 99) <= 59;
  if (!valid) refuse(text);
  const millis = fraction.padEnd(3, '0').slice(0, 3);
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millis}${zone.toUpperCase()}`);
}

/** An instant, or two with a slash between them, of which one may be `..` or empty. Throws `validation_failed`. */
export function intervalOf(text: string): Interval {
  const parts = text.split('/');
  if (parts.length === 1) {
    const at = instantOf(text);
    return { from: at, to: at };
  }
  if (parts.length !== 2) refuse(text);
  const [from, to] = parts.map((part) => (part === '' || part === '..' ? null : instantOf(part)));
  if ((from ?? null) === null && (to ?? null) === null) refuse(text);
  if (from != null && to != null && from.getTime() > to.getTime()) refuse(text);
  return { from: from ?? null, to: to ?? null };
}
