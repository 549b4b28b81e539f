import { CronExpressionParser } from 'cron-parser';

/** Next instant (ISO, UTC) a cron expression fires after `nowMs`. Throws on an invalid expression. */
export function nextCronRun(cron: string, nowMs: number): string {
  const interval = CronExpressionParser.parse(cron, { currentDate: new Date(nowMs), tz: 'UTC' });
  return interval.next().toDate().toISOString();
}
