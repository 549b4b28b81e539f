import type { ReportPeriod } from '@kianda/contract/operations/reports/report-types';
import type { ReportConfig } from '@kianda/contract/operations/reports/reports.contract';
import { dayMs, hourMs, isoDate } from '@kianda/geo';
import { shortDate } from '../../../platform/documents/index.ts';

/** Luanda is an hour ahead of UTC all year. */
const luandaMs = hourMs;

/** Days of Luanda, both included, and the instants they begin and end at. */
export type Period = {
  readonly from: string;
  readonly to: string;
  readonly beginMs: number;
  readonly endMs: number;
  readonly days: number;
  /** `1/11/2026 a 30/11/2026`. */
  readonly label: string;
};

export const luandaDay = (ms: number): string => isoDate(ms + luandaMs);
const beginOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) - luandaMs;

/** Every day of a period, in order. */
export const daysOf = ({ from, days }: Period): string[] =>
  Array.from({ length: days }, (_, index) => isoDate(Date.parse(`${from}T00:00:00Z`) + index * dayMs));

/** The days that a report made at `nowMs` covers. */
export function periodOf(
  config: Pick<ReportConfig, 'period' | 'from' | 'to'>,
  proposed: Exclude<ReportPeriod, 'custom'>,
  nowMs: number,
): Period {
  const [from, to] = boundsOf(config, config.period ?? proposed, nowMs);
  const beginMs = beginOf(from);
  const endMs = beginOf(to) + dayMs;
  const label = `${shortDate(beginMs + dayMs / 2)} a ${shortDate(endMs - dayMs / 2)}`;
  return { from, to, beginMs, endMs, days: Math.round((endMs - beginMs) / dayMs), label };
}

function boundsOf(
  { from, to }: Pick<ReportConfig, 'from' | 'to'>,
  period: ReportPeriod,
  nowMs: number,
): readonly [string, string] {
  const today = luandaDay(nowMs);
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  // Today counts, as far as it has come: a young installation has nothing else.
  const last = (days: number) => [luandaDay(nowMs - (days - 1) * dayMs), today] as const;
  switch (period) {
    case 'custom':
      if (from === undefined || to === undefined) throw new RangeError('period: custom without its days');
      return [from, to];
    case 'last_7_days':
      return last(7);
    case 'last_30_days':
      return last(30);
    case 'last_90_days':
      return last(90);
    case 'current_month':
      return [`${today.slice(0, 7)}-01`, today];
    case 'previous_month':
      return [isoDate(Date.UTC(year, month - 2, 1)), isoDate(Date.UTC(year, month - 1, 0))];
    case 'previous_year':
      return [`${year - 1}-01-01`, `${year - 1}-12-31`];
  }
}
