const dayMs = 86_400_000;
const isoOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The day that is `days` after `day`, both `2026-08-31`. */
export const movedBy = (day: string, days: number): string => isoOf(msOf(day) + days * dayMs);

/** The same day of another month; the last one where that month is shorter. */
export function movedByMonths(day: string, months: number): string {
  const at = new Date(msOf(day));
  const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1);
  const length = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0)).getUTCDate();
  return isoOf(first + (Math.min(at.getUTCDate(), length) - 1) * dayMs);
}

/** Whole weeks, Monday first, that hold the month of `day`. */
export function daysShown(day: string): readonly (readonly string[])[] {
  const first = msOf(`${day.slice(0, 7)}-01`);
  const beginMs = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs;
  const endMs = msOf(`${movedByMonths(day, 1).slice(0, 7)}-01`);
  const weeks = Math.ceil((endMs - beginMs) / (7 * dayMs));
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, column) => isoOf(beginMs + (7 * week + column) * dayMs)),
  );
}
