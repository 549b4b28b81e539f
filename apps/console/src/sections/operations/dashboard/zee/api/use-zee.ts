import type { DataOf } from '@kianda/contract';
import { servicesStatus, systemHealth } from '@kianda/contract/operations/health/health.contract';
import { biodiversitySummary } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import { fisheriesStats } from '@kianda/contract/sea/fisheries/fisheries.contract';
import { zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { oceanographicData, satelliteData, zeeSeries } from '@kianda/contract/sea/ocean/ocean.contract';
import { asExample } from '../../../../../client/example.ts';
import { type EndpointResult, useEndpoint } from '../../../../../client/use-endpoint.ts';
import {
  fisheriesFallback,
  healthFallback,
  oceanographicFallback,
  satelliteFallback,
  servicesFallback,
} from '../../api/fallbacks.ts';
import { refreshSeconds } from '../../api/use-overview.ts';
import { zeeTexts } from '../texts.pt.ts';

const refetch = { refetchSeconds: refreshSeconds } as const;

export const useHealth = () => useEndpoint(systemHealth, {}, { ...refetch, fallback: { data: healthFallback } });

export const useOceanographic = () =>
  useEndpoint(oceanographicData, {}, { ...refetch, fallback: { data: oceanographicFallback } });

export const useFisheries = () =>
  useEndpoint(fisheriesStats, { query: {} }, { ...refetch, fallback: { data: fisheriesFallback } });

export const useServices = () =>
  useEndpoint(servicesStatus, { query: {} }, { ...refetch, fallback: { data: servicesFallback } });

export const useBiodiversity = () => useEndpoint(biodiversitySummary, {}, refetch);

export const useBoundary = () => useEndpoint(zeeBoundary, {}, { refetchSeconds: 0, staleSeconds: 3_600 });

/** Daily statistics of one variable over the ZEE. */
export const useSeries = (variable: 'analysedSst' | 'chlorophyll', days: number) =>
  useEndpoint(zeeSeries, { params: { variable }, query: { days } }, refetch);

type Satellite = EndpointResult<DataOf<typeof satelliteData>>;

/** Newest satellite fields. An answer whose `status` is not `success` is a failed call, by the specification. */
export function useSatellite(): Satellite {
  const result = useEndpoint(satelliteData, {}, { ...refetch, fallback: { data: satelliteFallback } });
  const status = result.sourced?.value.status;
  if (status === undefined || status === 'success' || result.sourced?.provenance.state === 'fallback') return result;
  const message = zeeTexts.satellite.failed(zeeTexts.satellite.statuses[status]);
  return { ...result, error: { message }, sourced: asExample(satelliteFallback, message), example: satelliteFallback };
}
