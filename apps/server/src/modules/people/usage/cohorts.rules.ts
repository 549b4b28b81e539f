import type { UsagePeriod, UsageReport } from '@kianda/contract/people/usage/usage.contract';
import { dayName, dayNumber, type UsageHistory } from './history.rules.ts';

type Unit = UsageReport['cohorts']['unit'];

/** How accounts are grouped by their first day, and how many groups back. */
export const cohortUnits: Readonly<Record<UsagePeriod, { readonly unit: Unit; readonly count: number }>> = {
  '7d': { unit: 'day', count: 7 },
  '30d': { unit: 'week', count: 5 },
  '90d': { unit: 'week', count: 13 },
  '1y': { unit: 'month', count: 12 },
};

/** Number of the unit that a day lies in: its day, its week from Monday, or its month. */
function unitNumber(day: string, unit: Unit): number {
  if (unit === 'month') return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const number = dayNumber(day);
  if (unit === 'day') return number;
  // 1970-01-05 was a Monday.
  return Math.floor((number - 4) / 7);
}

function unitStart(number: number, unit: Unit): string {
  if (unit === 'month') return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}-01`;
  return dayName(unit === 'day' ? number : number * 7 + 4);
}

/** Accounts by when they first came, and which share of them came again in each unit since. */
export function cohortsOf(history: UsageHistory, period: UsagePeriod, to: string): UsageReport['cohorts'] {
  const { unit, count } = cohortUnits[period];
  const last = unitNumber(to, unit);
  const activeIn = new Map<string, Set<number>>();
  for (const { accountId, day } of history.days) {
    const units = activeIn.get(accountId) ?? new Set();
    units.add(unitNumber(day, unit));
    activeIn.set(accountId, units);
  }
  const rows = Array.from({ length: count }, (_, index) => {
    const first = last - count + 1 + index;
    const members = history.accounts.filter(({ firstDay }) => firstDay <= to && unitNumber(firstDay, unit) === first);
    const shares = Array.from({ length: last - first + 1 }, (_unused, step) => {
      const active = members.filter(({ accountId }) => activeIn.get(accountId)?.has(first + step) === true);
      return (100 * active.length) / members.length;
    });
    return { start: unitStart(first, unit), users: members.length, shares: members.length === 0 ? [] : shares };
  });
  return { unit, rows };
}
