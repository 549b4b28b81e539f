import { dashboardOverview, dashboardStats } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { type EndpointResult, useEndpoint } from '../../../../client/use-endpoint.ts';
import { overviewFallback, statsFallback } from './fallbacks.ts';

/** Interval of the dashboards' own refresh, from the specification. */
export const refreshSeconds = 30;

/** Counters of the enhanced dashboard. */
export const useStats = () =>
  useEndpoint(dashboardStats, {}, { refetchSeconds: refreshSeconds, fallback: { data: statsFallback } });

/** ZEE, ocean, services, alerts and performance in one answer. */
export const useOverview = () =>
  useEndpoint(dashboardOverview, {}, { refetchSeconds: refreshSeconds, fallback: { data: overviewFallback } });

export type SystemState = 'healthy' | 'degraded' | 'down' | 'unknown';

/** State of the system by the overview; what the server did not say just now is unknown, never healthy. */
export function systemStateOf(overview: EndpointResult<typeof overviewFallback>): SystemState | undefined {
  const { sourced } = overview;
  if (sourced === undefined) return overview.error === null ? undefined : 'unknown';
  const { state } = sourced.provenance;
  return state === 'fallback' || state === 'cached' ? 'unknown' : sourced.value.system_status.overall;
}
