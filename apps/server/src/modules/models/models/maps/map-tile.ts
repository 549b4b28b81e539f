import { rampStops } from '@kianda/contract/core/ramps';
import { type MapBand, type ModelMap, mapColours } from '@kianda/contract/models/maps/maps.contract';
import type { Grid } from '@kianda/geo';
import { rasterTile, type TileAddress } from '../../../../platform/formats/raster-tile.ts';

/** A tile of a layer in the grid of web maps, each pixel with the colour of the cell that it lies in. */
export function mapTile(
  { modelType, classes, bands }: Pick<ModelMap, 'modelType' | 'classes' | 'bands'>,
  { band, grid, values }: { readonly band: MapBand; readonly grid: Grid; readonly values: Float32Array },
  address: TileAddress,
): Uint8Array {
  const { ramp, range } = mapColours({ modelType, classes, bands }, band);
  return rasterTile({ grid, values }, { stops: rampStops[ramp], range, log: false }, address);
}
