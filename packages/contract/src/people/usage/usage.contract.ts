import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { recordUsage, setUsageChoice, usageChoice, usageDevices } from './usage-recording.contract.ts';

export const usagePeriods = ['7d', '30d', '90d', '1y'] as const;
export type UsagePeriod = (typeof usagePeriods)[number];

const day = z.iso.date();
const share = z.number().min(0).max(100);
/** `change`: percent for counts, percentage points for shares, seconds for durations; null without a period before. */
const figure = z.object({ value: z.number().nullable(), change: z.number().nullable() });

export const usageFigureIds = [
  'dailyUsers',
  'weeklyUsers',
  'monthlyUsers',
  'conversion',
  'sessionSeconds',
  'retention',
  'churn',
  'bounce',
  'sectionsOpened',
  'signIns',
  'analyses',
  'exports',
] as const;
export type UsageFigureId = (typeof usageFigureIds)[number];

export const funnelSteps = ['visitors', 'activated', 'firstAnalysis', 'firstExport', 'activeUsers'] as const;
export type FunnelStep = (typeof funnelSteps)[number];

export const usageSegments = ['scientists', 'researchers', 'students', 'government', 'clients'] as const;
export type UsageSegment = (typeof usageSegments)[number];

export const usageReport = endpoint({
  id: 'usageReport',
  service: 'admin-api',
  method: 'GET',
  path: '/usage/report',
  summary: 'Análise da utilização da plataforma num período',
  access: 'usage:read',
  query: z.object({ period: z.enum(usagePeriods).default('30d') }),
  response: z.object({
    period: z.enum(usagePeriods),
    /** First and last day, both included, in `timeZone`. */
    from: day,
    to: day,
    timeZone: z.string(),
    recording: z.object({
      enabled: z.boolean(),
      /** First day of which anything is known; null while nothing is. */
      since: day.nullable(),
      retentionDays: z.number().int(),
    }),
    overview: z.record(z.enum(usageFigureIds), figure),
    trend: z.array(z.object({ day, users: z.number().int(), opened: z.number().int() })),
    devices: z.array(z.object({ device: z.enum(usageDevices), visits: z.number().int(), share: share })),
    sections: z.array(z.object({ section: z.string(), opened: z.number().int(), users: z.number().int() })),
    /** Hours in which an account was active, by weekday (0 is Sunday) and block of four hours. */
    heatmap: z.array(
      z.object({ weekday: z.number().int().min(0).max(6), hour: z.number().int(), accountHours: z.number().int() }),
    ),
    cohorts: z.object({
      unit: z.enum(['day', 'week', 'month']),
      rows: z.array(
        z.object({
          start: day,
          users: z.number().int(),
          /** Percent of them active in the first, second, … unit; the last may still be under way. */
          shares: z.array(share),
        }),
      ),
    }),
    funnel: z.array(
      z.object({
        id: z.enum(funnelSteps),
        users: z.number().int(),
        /** Of the step before. */ share: share.nullable(),
      }),
    ),
    segments: z.array(
      z.object({
        id: z.enum(usageSegments),
        users: z.number().int().nullable(),
        growth: z.number().nullable(),
        /** Mean percent of the period's days on which its active accounts were active. */
        engagement: share.nullable(),
        analyses: z.number().int().nullable(),
        exports: z.number().int().nullable(),
      }),
    ),
  }),
});
export type UsageReport = z.infer<(typeof usageReport)['response']>;

export const usageEndpoints = [recordUsage, usageChoice, setUsageChoice, usageReport] as const;
