import type { DataOf } from '@kianda/contract';
import type { qgisSpatialSummary } from '@kianda/contract/space/spatial/qgis.contract';

/** The specification's summary, for when the server cannot be reached: examples, never the state of the sea. */
export const spatialSummaryFallback: DataOf<typeof qgisSpatialSummary> = {
  buffer_zones: { count: 12, total_area: 1250.5 },
  connectivity_analysis: { corridors: 8, index: 0.76 },
  hotspots_identified: 15,
  ecological_corridors: 6,
  total_area: null,
  fishing_zones: 12,
  protected_areas: 3,
  overlap: 23.7,
  coordinates: null,
};
