import { listPolicies } from '@kianda/contract/models/retention/policies.contract';
import { getRetained, listRetained } from '@kianda/contract/models/retention/retention.contract';
import {
  retentionAlerts,
  retentionCaches,
  retentionForecast,
  retentionHealth,
  retentionHistory,
  retentionMetrics,
  retentionTables,
  retentionTypes,
} from '@kianda/contract/models/retention/statistics.contract';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { retentionCachesFallback, retentionMetricsFallback } from './fallback.ts';

const refetchSeconds = 30;
/** An answer on its way does not make the one before it old. */
const arrival = 10;
/** Hours of the charts. */
const hours = '24';

/** Answers that change with the records. */
export const recordAnswers = [listRetained, getRetained, retentionMetrics, retentionTables, retentionTypes] as const;
/** Answers that change with a policy or its run. */
export const policyAnswers = [listPolicies, ...recordAnswers] as const;
/** Everything that the section shows. */
export const retentionAnswers = [
  ...recordAnswers,
  ...[retentionCaches, retentionHealth, retentionHistory, retentionAlerts, retentionForecast, listPolicies],
] as const;

export const useMetrics = () =>
  useEndpoint(
    retentionMetrics,
    {},
    { refetchSeconds, staleSeconds: 30 + arrival, fallback: { data: retentionMetricsFallback } },
  );

export const useCaches = () =>
  useEndpoint(
    retentionCaches,
    {},
    { refetchSeconds: 15, staleSeconds: 15 + arrival, fallback: { data: retentionCachesFallback } },
  );

export const useHealth = () =>
  useEndpoint(retentionHealth, {}, { refetchSeconds, staleSeconds: refetchSeconds + arrival });

export const useHistory = () =>
  useEndpoint(retentionHistory, { query: { interval: 'hour', limit: hours } }, { refetchSeconds, staleSeconds: 60 });

export const useAlerts = () =>
  useEndpoint(retentionAlerts, {}, { refetchSeconds, staleSeconds: refetchSeconds + arrival });

export const usePolicies = () => useEndpoint(listPolicies, {}, { refetchSeconds: 60, staleSeconds: 300 });

export const useTables = () => useEndpoint(retentionTables, {}, { refetchSeconds, staleSeconds: 120 });

export const useTypes = () => useEndpoint(retentionTypes, {}, { refetchSeconds, staleSeconds: 120 });

export const useForecast = (days: number) =>
  useEndpoint(
    retentionForecast,
    { query: { days: String(days) } },
    { refetchSeconds: 3_600, staleSeconds: 3_600 + arrival },
  );
