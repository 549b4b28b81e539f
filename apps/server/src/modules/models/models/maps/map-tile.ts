import { rampStops } from '@kianda/contract/core/ramps';
import { type MapBand, type ModelMap, mapColours } from '@kianda/contract/models/maps/maps.contract';
import { type Grid, gridIndex, gridNearest } from '@kianda/geo';
import { channelsAt } from '../../../../platform/documents/ramp-colour.ts';
import { palettePng } from '../../../../platform/formats/palette-png.ts';

const tileSide = 256;
/** Colours of a palette, beside the transparent one. */
const mostColours = 255;

export type TileAddress = { readonly z: number; readonly x: number; readonly y: number };

/** A tile of a layer in the grid of web maps, each pixel with the colour of the cell that it lies in. */
export async function mapTile(
  { modelType, classes, bands }: Pick<ModelMap, 'modelType' | 'classes' | 'bands'>,
  { band, grid, values }: { readonly band: MapBand; readonly grid: Grid; readonly values: Float32Array },
  address: TileAddress,
): Promise<Uint8Array> {
  const { ramp, range } = mapColours({ modelType, classes, bands }, band);
  const stops = rampStops[ramp];
  const colours = Array.from({ length: mostColours }, (_, place) => channelsAt(stops, place / (mostColours - 1)));
  const pixels = new Uint8Array(tileSide * tileSide);
  const columns = Array.from({ length: tileSide }, (_, at) => longitudeAt(address, at));
  for (let row = 0; row < tileSide; row += 1) {
    const latitude = latitudeAt(address, row);
    for (let column = 0; column < tileSide; column += 1) {
      const value = valueAt(grid, values, [columns[column] ?? 0, latitude]);
      if (!Number.isNaN(value)) pixels[row * tileSide + column] = 1 + placeOf(value, range);
    }
  }
  return palettePng({ width: tileSide, height: tileSide, pixels, colours });
}

function placeOf(value: number, [low, high]: readonly [number, number]): number {
  const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return Math.round(share * (mostColours - 1));
}

/** Value of the cell that a place lies in; NaN outside the grid. */
export function valueAt(grid: Grid, values: Float32Array, position: readonly [number, number]): number {
  const cell = gridNearest(grid, position);
  const index = cell === null ? null : gridIndex(grid, cell.column, cell.row);
  return index === null ? Number.NaN : (values[index] ?? Number.NaN);
}

const longitudeAt = ({ z, x }: TileAddress, pixel: number): number =>
  ((x + (pixel + 0.5) / tileSide) / 2 ** z) * 360 - 180;

function latitudeAt({ z, y }: TileAddress, pixel: number): number {
  const share = (y + (pixel + 0.5) / tileSide) / 2 ** z;
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI;
}
