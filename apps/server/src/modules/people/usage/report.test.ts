import { describe, expect, test } from 'vitest';
import { simulatedHistory } from './demonstration.rules.ts';
import {
  type ActivityDay,
  dayName,
  dayNumber,
  dayOf,
  hourOf,
  joinHistories,
  type UsageHistory,
} from './history.rules.ts';
import { firstDayNeeded, reportOf } from './report.rules.ts';

const to = '2026-08-30';
const back = (days: number) => dayName(dayNumber(to) - days);
const did = (accountId: string, daysBack: number, over: Partial<ActivityDay> = {}): ActivityDay => ({
  accountId,
  day: back(daysBack),
  hours: [9],
  sections: { dashboard: 1 },
  analyses: 0,
  exports: 0,
  ...over,
});
const account = (accountId: string, role: UsageHistory['accounts'][number]['role'], daysBack: number) => ({
  accountId,
  role,
  firstDay: back(daysBack),
});
const three = { dashboard: 2, 'realtime-angola': 1, 'system-health': 1 };

/** Four accounts: one of the period before alone, one of both, two new ones. */
const history: UsageHistory = {
  accounts: [
    account('old', 'cientista', 13),
    account('both', 'cientista', 10),
    account('new', 'operador', 2),
    account('brief', 'cliente', 0),
  ],
  days: [
    did('old', 13),
    did('both', 10),
    did('both', 6, { sections: three, analyses: 2, exports: 1, hours: [0, 9, 23] }),
    did('both', 3, { hours: [9, 10] }),
    did('both', 0),
    did('new', 2, { sections: three, analyses: 1 }),
    did('brief', 0),
  ],
  visits: [
    { day: back(10), device: 'desktop', visits: 1, bounces: 0, seconds: 100, signIns: 1 },
    { day: back(6), device: 'desktop', visits: 3, bounces: 1, seconds: 900, signIns: 2 },
    { day: back(0), device: 'mobile', visits: 1, bounces: 1, seconds: 60, signIns: 1 },
  ],
};
const report = reportOf(history, '7d', to);

describe('report of a week', () => {
  test('figures with their change against the week before', () => {
    const { overview } = report;
    // Accounts by day: 1, 0, 0, 1, 1, 0, 2.
    expect(overview.dailyUsers.value).toBeCloseTo(5 / 7);
    expect(overview.weeklyUsers).toEqual({ value: 3, change: 50 });
    expect(overview.monthlyUsers.value).toBeNull();
    expect(overview.conversion.value).toBeCloseTo(200 / 3);
    expect(overview.conversion.change).toBeCloseTo(200 / 3);
    expect(overview.sessionSeconds).toEqual({ value: 240, change: 140 });
    expect(overview.bounce).toEqual({ value: 50, change: 50 });
    expect([overview.retention.value, overview.churn.value]).toEqual([50, 50]);
    expect(overview.sectionsOpened).toEqual({ value: 11, change: 450 });
    expect(overview.signIns).toEqual({ value: 3, change: 200 });
    expect([overview.analyses.value, overview.exports.value]).toEqual([3, 1]);
    expect(overview.analyses.change).toBeNull();
  });
  test('each step of the funnel is a part of the one before', () => {
    expect(report.funnel).toEqual([
      { id: 'visitors', users: 3, share: null },
      { id: 'activated', users: 2, share: (100 * 2) / 3 },
      { id: 'firstAnalysis', users: 2, share: 100 },
      { id: 'firstExport', users: 1, share: 50 },
      { id: 'activeUsers', users: 1, share: 100 },
    ]);
  });
  test('segments by role; students are not known', () => {
    const segments = Object.fromEntries(report.segments.map(({ id, ...rest }) => [id, rest]));
    expect(segments.scientists).toMatchObject({ users: 1, growth: -50, analyses: 2, exports: 1 });
    expect(segments.scientists?.engagement).toBeCloseTo(300 / 7);
    expect(segments.government).toMatchObject({ users: 1, growth: null });
    expect(segments.researchers).toMatchObject({ users: 0, engagement: null });
    expect(segments.students).toEqual({
      users: null,
      growth: null,
      engagement: null,
      analyses: null,
      exports: null,
    });
  });
  test('the heat map counts account hours by weekday and block of four hours', () => {
    expect(report.heatmap).toHaveLength(42);
    const cell = (weekday: number, hour: number) =>
      report.heatmap.find((one) => one.weekday === weekday && one.hour === hour)?.accountHours;
    // 2026-08-30 is a Sunday, 2026-08-24 a Monday.
    expect([cell(0, 8), cell(1, 0), cell(1, 8), cell(1, 20), cell(4, 8)]).toEqual([2, 1, 1, 1, 2]);
    expect(report.heatmap.reduce((sum, one) => sum + one.accountHours, 0)).toBe(8);
  });
  test('cohorts by first day, with empty ones left without shares', () => {
    const { unit, rows } = report.cohorts;
    expect(unit).toBe('day');
    expect(rows.map(({ start }) => start)).toEqual([6, 5, 4, 3, 2, 1, 0].map(back));
    expect(rows.map(({ users }) => users)).toEqual([0, 0, 0, 0, 1, 0, 1]);
    expect(rows[4]?.shares).toEqual([100, 0, 0]);
    expect(rows[0]?.shares).toEqual([]);
  });
  test('trend, devices and sections', () => {
    expect(report.trend.map(({ users }) => users)).toEqual([1, 0, 0, 1, 1, 0, 2]);
    expect(report.trend[0]).toEqual({ day: back(6), users: 1, opened: 4 });
    expect(report.devices).toEqual([
      { device: 'desktop', visits: 3, share: 75 },
      { device: 'mobile', visits: 1, share: 25 },
      { device: 'tablet', visits: 0, share: 0 },
    ]);
    expect(report.sections[0]).toEqual({ section: 'dashboard', opened: 7, users: 3 });
  });
});

test('records that begin within the period before say nothing about a change', () => {
  const young = { ...history, accounts: history.accounts.filter(({ accountId }) => accountId !== 'old') };
  expect(reportOf(young, '7d', to).overview.weeklyUsers).toEqual({ value: 3, change: null });
  expect(reportOf(young, '7d', to).overview.retention.value).toBeNull();
});

test('without any record everything is unknown or nought, never a division by it', () => {
  const empty = reportOf({ days: [], visits: [], accounts: [] }, '30d', to);
  expect(Object.values(empty.overview).every(({ value }) => value === null || value === 0)).toBe(true);
  expect(empty.overview.dailyUsers.value).toBeNull();
  expect(empty.funnel.map(({ users, share }) => [users, share])).toEqual([
    [0, null],
    [0, null],
    [0, null],
    [0, null],
    [0, null],
  ]);
});

test('months and weeks of cohorts begin where they do', () => {
  const year = reportOf(history, '1y', to).cohorts;
  expect([year.rows[0]?.start, year.rows.at(-1)?.start]).toEqual(['2025-09-01', '2026-08-01']);
  expect(year.rows.at(-1)).toEqual({ start: '2026-08-01', users: 4, shares: [100] });
  const quarter = reportOf(history, '90d', to).cohorts;
  expect(quarter.rows).toHaveLength(13);
  expect(quarter.rows.at(-1)?.start).toBe('2026-08-24');
  expect(firstDayNeeded('7d', to)).toBe(back(13));
});

test('days and hours are those of Luanda', () => {
  expect([dayOf(Date.parse('2026-08-30T23:30:00Z')), hourOf(Date.parse('2026-08-30T23:30:00Z'))]).toEqual([
    '2026-08-31',
    0,
  ]);
});

describe('the simulated history', () => {
  const simulated = simulatedHistory(8478, to, 24);
  test('is the same for the same seed and day, and another for another seed', () => {
    expect(JSON.stringify(simulatedHistory(8478, to, 24))).toBe(JSON.stringify(simulated));
    expect(simulatedHistory(1, to, 24).days.length).not.toBe(simulated.days.length);
  });
  test('goes on: what is past does not change with the day', () => {
    const tomorrow = simulatedHistory(8478, dayName(dayNumber(to) + 1), 24);
    const of = (all: UsageHistory) => all.days.filter(({ day }) => day >= back(300) && day < to).map(({ day }) => day);
    const shared = (all: UsageHistory) => of(all).toSorted();
    expect(shared(tomorrow).join()).toBe(shared(simulated).join());
  });
  test('has no hour that has not come', () => {
    const morning = simulatedHistory(8478, '2026-08-31', 8);
    const today = morning.days.filter(({ day }) => day === '2026-08-31');
    expect(today.every(({ hours }) => hours.every((hour) => hour <= 8))).toBe(true);
  });
  test('fills every tab, with shares that make sense', () => {
    const { overview, funnel, cohorts, heatmap, segments } = reportOf(joinHistories([simulated]), '30d', to);
    expect(overview.dailyUsers.value).toBeGreaterThan(10);
    expect(overview.retention.value).toBeGreaterThan(50);
    expect(overview.weeklyUsers.change).not.toBeNull();
    expect(funnel.every(({ users }, index) => index === 0 || users <= (funnel[index - 1]?.users ?? 0))).toBe(true);
    expect(funnel.at(-1)?.users).toBeGreaterThan(0);
    expect(cohorts.rows.every(({ shares }) => shares.length === 0 || shares[0] === 100)).toBe(true);
    expect(heatmap.some(({ accountHours }) => accountHours > 0)).toBe(true);
    expect(segments.filter(({ users }) => users === null).map(({ id }) => id)).toEqual(['students']);
  });
});
