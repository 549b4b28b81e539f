import { type MapBand, mapBands } from '@kianda/contract/models/maps/maps.contract';
import type { Grid } from '@kianda/geo';
import { fromArrayBuffer } from 'geotiff';
import type { MapRow } from './maps.tables.ts';

export type MapRaster = { readonly grid: Grid; readonly bands: Readonly<Record<MapBand, Float32Array>> };

export const gridOfMap = ({ west, south, cell_degrees, columns, rows }: MapRow): Grid => ({
  ...{ west, south, columns, rows },
  ...{ lonStepDegrees: cell_degrees, latStepDegrees: cell_degrees },
});

/** The layers of a stored map, row-major, south → north. */
export async function readMapFile(row: MapRow, bytes: Uint8Array): Promise<MapRaster> {
  const tiff = await fromArrayBuffer(Uint8Array.from(bytes).buffer);
  const rasters = (await (await tiff.getImage()).readRasters()) as unknown as readonly Float32Array[];
  const { columns, rows } = row;
  const southFirst = (values: Float32Array | undefined) => {
    const turned = new Float32Array(columns * rows).fill(Number.NaN);
    for (let line = 0; line < rows && values !== undefined; line += 1) {
      turned.set(values.subarray(line * columns, (line + 1) * columns), (rows - 1 - line) * columns);
    }
    return turned;
  };
  const names = Object.keys(mapBands) as MapBand[];
  const bands = Object.fromEntries(names.map((name, place) => [name, southFirst(rasters[place])]));
  return { grid: gridOfMap(row), bands: bands as Record<MapBand, Float32Array> };
}
