import type { ReportWire } from '@kianda/connectors/gfw/wire';
import { dayMs, startOfUtcDay } from '@kianda/geo';

const dailyLimit = 50_000;
const monthlyLimit = 1_500_000;
/** The last report can be fetched so long. */
const keptMs = 30 * 60_000;

type RunningReport = {
  readonly url: string;
  readonly body: unknown;
  readonly report: ReportWire;
  readonly startedMs: number;
  readonly readyMs: number;
};

/** State of one user at the provider: requests counted and the last report. */
export type Account = {
  /** Counts a request and answers the quota headers, and whether it is one too many: then the account waits. */
  count(nowMs: number): { readonly headers: Record<string, string>; readonly isOver: boolean };
  /** The report still being computed, if any. */
  running(nowMs: number): RunningReport | null;
  /** The last report, running or done; null when there is none or it is too old. */
  last(nowMs: number): RunningReport | null;
  start(report: RunningReport): void;
};

export function createAccount(): Account {
  let day = -1;
  let month = '';
  let dayUsage = 0;
  let monthUsage = 0;
  let report: RunningReport | null = null;
  /** Past the day's quota all tokens of the user wait a day, past the month's thirty. */
  let blockedUntilMs = 0;

  /** A report answered at once never runs, even when the clock is set back after it. */
  const runs = (nowMs: number) => report !== null && report.startedMs < report.readyMs && nowMs < report.readyMs;

  return {
    count(nowMs) {
      const thisMonth = new Date(nowMs).toISOString().slice(0, 7);
      if (day !== startOfUtcDay(nowMs)) dayUsage = 0;
      if (month !== thisMonth) monthUsage = 0;
      day = startOfUtcDay(nowMs);
      month = thisMonth;
      dayUsage += 1;
      monthUsage += 1;
      const date = new Date(nowMs);
      const monthEndMs = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
      const figures = {
        'daily-limit-requests': dailyLimit,
        'monthly-limit-requests': monthlyLimit,
        'daily-remaining-requests': Math.max(0, dailyLimit - dayUsage),
        'monthly-remaining-requests': Math.max(0, monthlyLimit - monthUsage),
        'daily-current-usage': dayUsage,
        'monthly-current-usage': monthUsage,
        'daily-reset-hours': Math.ceil((day + dayMs - nowMs) / 3_600_000),
        'monthly-reset-days': Math.ceil((monthEndMs - nowMs) / dayMs),
      };
      const isOver = dayUsage > dailyLimit || monthUsage > monthlyLimit;
      if (isOver) blockedUntilMs = Math.max(blockedUntilMs, nowMs + (monthUsage > monthlyLimit ? 30 : 1) * dayMs);
      return {
        headers: Object.fromEntries(
          Object.entries(figures).map(([name, value]) => [`x-ratelimit-${name}`, String(value)]),
        ),
        isOver: nowMs < blockedUntilMs,
      };
    },
    running: (nowMs) => (runs(nowMs) ? report : null),
    last: (nowMs) => (report !== null && nowMs < report.readyMs + keptMs ? report : null),
    start(next) {
      report = next;
    },
  };
}
