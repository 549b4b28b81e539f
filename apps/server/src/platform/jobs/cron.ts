import { hourMs } from '@kianda/geo';
import { CronExpressionParser } from 'cron-parser';
import { AppError } from '../http/errors.ts';

const timeZone = 'Africa/Luanda';
/** Results of schedules are read by people: one that runs more often has a mistyped field. */
const leastGapMs = hourMs;
const looked = 26;

/** The next instants a schedule runs after `nowMs`, by Luanda's clock; none where it never does. */
export function nextRunsOf(cron: string, nowMs: number, count: number): Date[] {
  const interval = CronExpressionParser.parse(cron, { currentDate: new Date(nowMs), tz: timeZone });
  return Array.from({ length: count }, () => interval.next().toDate());
}

/** Throws `validation_failed` for what is no cron of five fields, or runs more than once an hour. */
export function checkCron(cron: string, nowMs: number): void {
  const refuse = (message: string) =>
    new AppError('validation_failed', { detail: message, issues: [{ path: 'body.cron', message }] });
  if (cron.split(/\s+/).length !== 5) {
    throw refuse('Indique cinco campos: minuto, hora, dia do mês, mês e dia da semana (por exemplo, 0 8 1 * *).');
  }
  let runs: Date[];
  try {
    runs = nextRunsOf(cron, nowMs, looked);
  } catch (error) {
    // The parser has no other way to say that a text is no schedule.
    throw new AppError('validation_failed', {
      detail: 'Esta agenda não se percebe, ou nunca corre. Um exemplo: 0 8 1 * * (dia 1 de cada mês, às 8 h).',
      issues: [{ path: 'body.cron', message: 'não é uma agenda que corra' }],
      cause: error,
    });
  }
  const isOften = runs.some(
    (run, index) => index > 0 && run.getTime() - (runs[index - 1]?.getTime() ?? 0) < leastGapMs,
  );
  if (isOften) throw refuse('Agenda-se, no máximo, uma vez por hora.');
}
