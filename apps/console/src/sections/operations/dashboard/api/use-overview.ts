import { dashboardOverview, dashboardStats } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { overviewFallback, statsFallback } from './fallbacks.ts';

/** Interval of the dashboards' own refresh, from the specification. */
export const refreshSeconds = 30;

/** Counters of the enhanced dashboard. */
export const useStats = () =>
  useEndpoint(dashboardStats, {}, { refetchSeconds: refreshSeconds, fallback: { data: statsFallback } });

/** ZEE, ocean, services, alerts and performance in one answer. */
export const useOverview = () =>
  useEndpoint(dashboardOverview, {}, { refetchSeconds: refreshSeconds, fallback: { data: overviewFallback } });
