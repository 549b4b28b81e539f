import { toCsv } from '@kianda/contract/core/csv';
import type { FilterPoints, FilterSummary } from '@kianda/contract/models/filters/filters.contract';
import type { StoredResult } from './filters.tables.ts';

const columns = [
  ...(['point_id', 'latitude', 'longitude', 'area_name', 'prediction', 'confidence'] as const),
  ...(['confidence_band', 'predicted_at', 'marker_size', 'note'] as const),
] as const;

/** Points of a result, one a line. */
export const resultCsv = ({ features }: FilterPoints): string =>
  toCsv(
    columns,
    features.map(({ properties }) => columns.map((column) => properties[column])),
  );

/** Polygons and points of a result, with whence they came. */
export function resultGeojson({ points, regions }: StoredResult, summary: FilterSummary | null) {
  const named = (kind: string) => (feature: { readonly id: string; readonly properties: object }) => ({
    ...feature,
    id: `${kind}-${feature.id}`,
    properties: { kind, ...feature.properties },
  });
  return {
    type: 'FeatureCollection',
    model: summary === null ? null : `${summary.modelType} v${summary.modelVersion} (${summary.algorithm})`,
    method: summary?.method ?? null,
    sources: summary?.sources ?? [],
    simulated: summary?.isSimulated ?? null,
    features: [...regions.features.map(named('area')), ...points.features.map(named('point'))],
  };
}
