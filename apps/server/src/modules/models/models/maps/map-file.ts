import { type MapBand, mapBands } from '@kianda/contract/models/maps/maps.contract';
import type { Grid } from '@kianda/geo';
import { readBands } from '../../../../platform/formats/read-bands.ts';
import type { MapRow } from './maps.tables.ts';

export type MapRaster = { readonly grid: Grid; readonly bands: Readonly<Record<MapBand, Float32Array>> };

export const gridOfMap = ({ west, south, cell_degrees, columns, rows }: MapRow): Grid => ({
  ...{ west, south, columns, rows },
  ...{ lonStepDegrees: cell_degrees, latStepDegrees: cell_degrees },
});

/** The layers of a stored map, row-major, south → north. */
export async function readMapFile(row: MapRow, bytes: Uint8Array): Promise<MapRaster> {
  const layers = await readBands(bytes);
  const names = Object.keys(mapBands) as MapBand[];
  const empty = new Float32Array(row.columns * row.rows).fill(Number.NaN);
  const bands = Object.fromEntries(names.map((name, place) => [name, layers[place] ?? empty]));
  return { grid: gridOfMap(row), bands: bands as Record<MapBand, Float32Array> };
}
