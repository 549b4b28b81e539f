import { spatialStats } from '@kianda/contract/space/spatial/analyses.contract';
import { qgisSpatialSummary } from '@kianda/contract/space/spatial/qgis.contract';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { spatialSummaryFallback } from './fallback.ts';

/** The specification's pace for spatial analyses. */
export const pace = { refetchSeconds: 300, staleSeconds: 600 } as const;

/** Figures of the panel and of the spatial page. */
export function useSummary() {
  const spatial = useEndpoint(qgisSpatialSummary, {}, { ...pace, fallback: { data: spatialSummaryFallback } });
  const stats = useEndpoint(spatialStats, {}, pace);
  return { spatial, stats };
}
export type Summary = ReturnType<typeof useSummary>;
