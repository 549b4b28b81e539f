import {
  type UsageFigureId,
  type UsagePeriod,
  type UsageReport,
  usageFigureIds,
} from '@kianda/contract/people/usage/usage.contract';

const figures: Partial<Record<UsageFigureId, readonly [number, number | null]>> = {
  dailyUsers: [1247, 12.5],
  weeklyUsers: [3421, null],
  monthlyUsers: [8934, null],
  conversion: [4.3, 2.1],
  sessionSeconds: [754, 83],
  retention: [78.9, 5.2],
  churn: [2.1, null],
  bounce: [23.4, null],
  sectionsOpened: [45678, null],
};
const months = ['2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01', '2024-05-01', '2024-06-01'];
const cohortShares = [
  [100, 65, 45, 32, 28, 25],
  [100, 72, 51, 38, 31],
  [100, 68, 48, 35],
  [100, 75, 54],
  [100, 78],
  [100],
];

/** The specification's sample figures, for when the server cannot be reached; nobody counted them. */
export function usageFallback(period: UsagePeriod): UsageReport {
  return {
    period,
    from: '2024-01-01',
    to: '2024-06-30',
    timeZone: 'Africa/Luanda',
    recording: { enabled: true, since: null, retentionDays: 400 },
    overview: Object.fromEntries(
      usageFigureIds.map((id) => {
        const [value, change] = figures[id] ?? [null, null];
        return [id, { value, change }];
      }),
    ) as UsageReport['overview'],
    trend: [1200, 1350, 1100, 1400, 1600, 1247].map((users, index) => ({ day: months[index] ?? '', users, opened: 0 })),
    devices: [
      { device: 'desktop', visits: 45, share: 45 },
      { device: 'mobile', visits: 40, share: 40 },
      { device: 'tablet', visits: 15, share: 15 },
    ],
    sections: [],
    heatmap: [],
    cohorts: {
      unit: 'month',
      rows: cohortShares.map((shares, index) => ({ start: months[index] ?? '', users: 100, shares })),
    },
    funnel: [
      { id: 'visitors', users: 10_000, share: null },
      { id: 'activated', users: 2_400, share: 24 },
      { id: 'firstAnalysis', users: 1_800, share: 75 },
      { id: 'activeUsers', users: 1_440, share: 80 },
    ],
    segments: [
      { id: 'scientists', users: 1_247, growth: 12.5, engagement: 85, analyses: null, exports: null },
      { id: 'researchers', users: 834, growth: 8.3, engagement: 72, analyses: null, exports: null },
      { id: 'students', users: 2_156, growth: 23.1, engagement: 58, analyses: null, exports: null },
      { id: 'government', users: 156, growth: 5.2, engagement: 91, analyses: null, exports: null },
    ],
  };
}
