import { CronExpressionParser } from 'cron-parser';

function parse(cron: string, nowMs: number) {
  return CronExpressionParser.parse(cron, { currentDate: new Date(nowMs), tz: 'UTC' });
}

/** Next instant (ISO, UTC) a cron expression fires after `nowMs`. Throws on an invalid expression. */
export function nextCronRun(cron: string, nowMs: number): string {
  return parse(cron, nowMs).next().toDate().toISOString();
}

/** The next `count` instants (ISO, UTC) after `nowMs`. */
export function nextCronRuns(cron: string, nowMs: number, count: number): string[] {
  const interval = parse(cron, nowMs);
  return Array.from({ length: count }, () => interval.next().toDate().toISOString());
}

/** True for a five-field cron expression: seconds would ask providers too often. */
export function isCron(text: string): boolean {
  if (text.trim().split(/\s+/).length !== 5) return false;
  try {
    CronExpressionParser.parse(text, { tz: 'UTC' });
    return true;
  } catch {
    // The parser has no other way to say that the text is not a schedule.
    return false;
  }
}
