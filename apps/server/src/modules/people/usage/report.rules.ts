import type { Role } from '@kianda/contract';
import {
  type FunnelStep,
  funnelSteps,
  type UsageFigureId,
  type UsagePeriod,
  type UsageReport,
  type UsageSegment,
  usageSegments,
} from '@kianda/contract/people/usage/usage.contract';
import { usageDevices } from '@kianda/contract/people/usage/usage-recording.contract';
import { cohortsOf, cohortUnits } from './cohorts.rules.ts';
import { type ActivityDay, dayName, dayNumber, type UsageHistory, type VisitDay, weekdayOf } from './history.rules.ts';

export const periodDays: Readonly<Record<UsagePeriod, number>> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 };
/** Sections an account must have opened to count as having found its way. */
const activatedSections = 3;
/** Days on which an account must have come to count as an active user. */
const activeDays = 3;
const hourBlock = 4;
const listedSections = 15;

const rolesOfSegment: Readonly<Record<UsageSegment, readonly Role[]>> = {
  scientists: ['cientista'],
  researchers: ['investigador'],
  // No account says that it is a student's.
  students: [],
  government: ['administrador', 'operador'],
  clients: ['cliente'],
};

/** First day that the report of a period ending on `to` looks at: the period before, and its oldest cohort. */
export function firstDayNeeded(period: UsagePeriod, to: string): string {
  const { unit, count } = cohortUnits[period];
  const cohortDays = count * { day: 1, week: 7, month: 31 }[unit] + 7;
  return dayName(dayNumber(to) - Math.max(2 * periodDays[period], cohortDays) + 1);
}

/** The analysis of a period ending on day `to`, from the history of at least `firstDayNeeded`. */
export function reportOf(
  history: UsageHistory,
  period: UsagePeriod,
  to: string,
): Omit<UsageReport, 'recording' | 'timeZone'> {
  const length = periodDays[period];
  const from = dayName(dayNumber(to) - length + 1);
  const now = sliceOf(history, from, to);
  const before = sliceOf(history, dayName(dayNumber(from) - length), dayName(dayNumber(from) - 1));
  const since = history.accounts.reduce<string | null>(
    (first, { firstDay }) => (first === null || firstDay < first ? firstDay : first),
    null,
  );
  // Records that begin in the middle of the period before say nothing about it.
  const compared = since !== null && since <= dayName(dayNumber(from) - length) ? before : null;
  return {
    period,
    from,
    to,
    overview: overviewOf(now, compared, since),
    trend: trendOf(now),
    devices: devicesOf(now.visits),
    sections: sectionsOf(now.days),
    heatmap: heatmapOf(now.days),
    cohorts: cohortsOf(history, period, to),
    funnel: funnelOf(now.days),
    segments: segmentsOf(history, now, compared),
  };
}

type Slice = {
  readonly from: string;
  readonly to: string;
  readonly days: readonly ActivityDay[];
  readonly visits: readonly VisitDay[];
};

function sliceOf(history: UsageHistory, from: string, to: string): Slice {
  const inside = ({ day }: { readonly day: string }) => day >= from && day <= to;
  return { from, to, days: history.days.filter(inside), visits: history.visits.filter(inside) };
}

const accountsOf = (days: readonly ActivityDay[]) => new Set(days.map(({ accountId }) => accountId));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const openedOf = (days: readonly ActivityDay[]) => sum(days.map(({ sections }) => sum(Object.values(sections))));
const percent = (part: number, whole: number) => (whole === 0 ? null : (100 * part) / whole);

/** Distinct accounts of the last `days` days of a slice. */
function usersOfLast(slice: Slice, days: number): number {
  const first = dayName(dayNumber(slice.to) - days + 1);
  return accountsOf(slice.days.filter(({ day }) => day >= first)).size;
}

function measuresOf(
  slice: Slice,
  since: string | null,
): Omit<Record<UsageFigureId, number | null>, 'retention' | 'churn'> {
  const first = since !== null && since > slice.from ? since : slice.from;
  const known = since === null ? 0 : dayNumber(slice.to) - dayNumber(first) + 1;
  const perDay = Map.groupBy(slice.days, ({ day }) => day);
  const users = accountsOf(slice.days);
  const visits = sum(slice.visits.map((one) => one.visits));
  const analysts = accountsOf(slice.days.filter(({ analyses }) => analyses > 0));
  return {
    dailyUsers: known <= 0 ? null : sum([...perDay.values()].map((days) => accountsOf(days).size)) / known,
    weeklyUsers: known <= 0 ? null : usersOfLast(slice, 7),
    monthlyUsers: known <= 0 || dayNumber(slice.to) - dayNumber(slice.from) < 29 ? null : usersOfLast(slice, 30),
    conversion: percent(analysts.size, users.size),
    sessionSeconds: visits === 0 ? null : sum(slice.visits.map((one) => one.seconds)) / visits,
    bounce: percent(sum(slice.visits.map((one) => one.bounces)), visits),
    sectionsOpened: openedOf(slice.days),
    signIns: sum(slice.visits.map((one) => one.signIns)),
    analyses: sum(slice.days.map((one) => one.analyses)),
    exports: sum(slice.days.map((one) => one.exports)),
  };
}

/** Figures whose change is a difference; that of the others is in percent. */
const differences: readonly UsageFigureId[] = ['conversion', 'sessionSeconds', 'bounce'];

function overviewOf(now: Slice, before: Slice | null, since: string | null): UsageReport['overview'] {
  const measured = measuresOf(now, since);
  const earlier = before === null ? null : measuresOf(before, since);
  const figures = Object.entries(measured).map(([name, value]) => {
    const id = name as keyof typeof measured;
    const was = earlier?.[id] ?? null;
    const known = value !== null && was !== null;
    const change = !known
      ? null
      : differences.includes(id)
        ? value - was
        : was === 0
          ? null
          : (100 * (value - was)) / was;
    return [id, { value, change }] as const;
  });
  const retention = before === null ? null : returnedShare(before, now);
  return {
    ...(Object.fromEntries(figures) as Record<keyof typeof measured, { value: number | null; change: number | null }>),
    retention: { value: retention, change: null },
    churn: { value: retention === null ? null : 100 - retention, change: null },
  };
}

/** Percent of the accounts of the period before that came back in this one. */
function returnedShare(before: Slice, now: Slice): number | null {
  const then = accountsOf(before.days);
  return percent(accountsOf(now.days).intersection(then).size, then.size);
}

function trendOf(now: Slice): UsageReport['trend'] {
  const perDay = Map.groupBy(now.days, ({ day }) => day);
  const first = dayNumber(now.from);
  return Array.from({ length: dayNumber(now.to) - first + 1 }, (_, index) => {
    const day = dayName(first + index);
    const days = perDay.get(day) ?? [];
    return { day, users: accountsOf(days).size, opened: openedOf(days) };
  });
}

function devicesOf(visits: readonly VisitDay[]): UsageReport['devices'] {
  const all = sum(visits.map((one) => one.visits));
  return usageDevices.map((device) => {
    const count = sum(visits.filter((one) => one.device === device).map((one) => one.visits));
    return { device, visits: count, share: percent(count, all) ?? 0 };
  });
}

function sectionsOf(days: readonly ActivityDay[]): UsageReport['sections'] {
  const opened = new Map<string, { count: number; users: Set<string> }>();
  for (const { accountId, sections } of days) {
    for (const [section, count] of Object.entries(sections)) {
      const entry = opened.get(section) ?? { count: 0, users: new Set() };
      entry.count += count;
      entry.users.add(accountId);
      opened.set(section, entry);
    }
  }
  return [...opened]
    .map(([section, { count, users }]) => ({ section, opened: count, users: users.size }))
    .toSorted((a, b) => b.opened - a.opened || a.section.localeCompare(b.section))
    .slice(0, listedSections);
}

function heatmapOf(days: readonly ActivityDay[]): UsageReport['heatmap'] {
  const cells = new Map<number, number>();
  for (const { day, hours } of days) {
    for (const hour of hours) {
      const cell = weekdayOf(day) * 24 + Math.floor(hour / hourBlock) * hourBlock;
      cells.set(cell, (cells.get(cell) ?? 0) + 1);
    }
  }
  return Array.from({ length: 7 * (24 / hourBlock) }, (_, index) => {
    const weekday = Math.floor(index / (24 / hourBlock));
    const hour = (index % (24 / hourBlock)) * hourBlock;
    return { weekday, hour, accountHours: cells.get(weekday * 24 + hour) ?? 0 };
  });
}

function funnelOf(days: readonly ActivityDay[]): UsageReport['funnel'] {
  const perAccount = [...Map.groupBy(days, ({ accountId }) => accountId).values()];
  const passes: Readonly<Record<FunnelStep, (days: readonly ActivityDay[]) => boolean>> = {
    visitors: () => true,
    activated: (own) => new Set(own.flatMap(({ sections }) => Object.keys(sections))).size >= activatedSections,
    firstAnalysis: (own) => own.some(({ analyses }) => analyses > 0),
    firstExport: (own) => own.some(({ exports }) => exports > 0),
    activeUsers: (own) => own.length >= activeDays,
  };
  let left = perAccount;
  let before: number | null = null;
  return funnelSteps.map((id) => {
    left = left.filter(passes[id]);
    const share = before === null ? null : percent(left.length, before);
    before = left.length;
    return { id, users: left.length, share };
  });
}

function segmentsOf(history: UsageHistory, now: Slice, before: Slice | null): UsageReport['segments'] {
  const roleOf = new Map(history.accounts.map(({ accountId, role }) => [accountId, role]));
  const length = dayNumber(now.to) - dayNumber(now.from) + 1;
  return usageSegments.map((id) => {
    const roles = rolesOfSegment[id];
    if (roles.length === 0) return { id, users: null, growth: null, engagement: null, analyses: null, exports: null };
    const belongs = ({ accountId }: ActivityDay) => {
      const role = roleOf.get(accountId) ?? null;
      return role !== null && roles.includes(role);
    };
    const days = now.days.filter(belongs);
    const users = accountsOf(days).size;
    const were = before === null ? null : accountsOf(before.days.filter(belongs)).size;
    return {
      id,
      users,
      growth: were === null || were === 0 ? null : (100 * (users - were)) / were,
      engagement: percent(days.length, users * length),
      analyses: sum(days.map((one) => one.analyses)),
      exports: sum(days.map((one) => one.exports)),
    };
  });
}
