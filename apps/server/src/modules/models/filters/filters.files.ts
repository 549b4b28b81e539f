import { toCsv } from '@kianda/contract/core/csv';
import type { FilterPoints, FilterSummary } from '@kianda/contract/models/filters/filters.contract';
import type { Grid } from '@kianda/geo';
import { cog } from '../../../platform/formats/cog.ts';
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

/** The cells of a result as a cloud-optimised GeoTIFF: their value, and 1 where they are in the result, 0 where not. */
export function resultTiff({ grid }: StoredResult, summary: FilterSummary | null): Promise<Uint8Array> {
  const { west, south, columns, rows, cellDegrees, cells } = grid;
  // A lattice tells of its edges, and a grid of the centre of its first cell.
  const [lon, lat] = [west + cellDegrees / 2, south + cellDegrees / 2];
  const place: Grid = {
    west: lon,
    south: lat,
    columns,
    rows,
    lonStepDegrees: cellDegrees,
    latStepDegrees: cellDegrees,
  };
  const [value, chosen] = [new Float32Array(columns * rows), new Float32Array(columns * rows)];
  value.fill(Number.NaN);
  chosen.fill(Number.NaN);
  for (const one of cells) {
    value[one.cell] = one.value;
    chosen[one.cell] = Number(one.isChosen);
  }
  return cog(place, [
    { name: summary?.valueName ?? 'Valor', unit: summary?.unit ?? null, values: value, kind: 'number' },
    { name: 'No resultado', unit: null, values: chosen, kind: 'codes' },
  ]);
}
