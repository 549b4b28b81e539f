import { usagePeriods } from '@kianda/contract/people/usage/usage.contract';
import { z } from 'zod';

export const analysisTabs = ['overview', 'heatmap', 'cohort', 'funnel', 'segments'] as const;
export type AnalysisTab = (typeof analysisTabs)[number];

export const analysisSearch = z.object({
  tab: z.enum(analysisTabs).catch('overview'),
  period: z.enum(usagePeriods).catch('30d'),
});
