import { type Grid, gridNearest } from '@kianda/geo';
import { channelsAt } from '../documents/ramp-colour.ts';
import { palettePng } from './palette-png.ts';

export const tileSide = 256;
/** Colours of a palette, beside the transparent one. */
const mostColours = 255;

/** A tile of the grid of web maps (WebMercatorQuad). */
export type TileAddress = { readonly z: number; readonly x: number; readonly y: number };

export type TileScale = {
  /** Colours from the lowest value to the highest. */
  readonly stops: readonly string[];
  readonly range: readonly [number, number];
  readonly log: boolean;
};

type Field = { readonly grid: Grid; readonly values: Float32Array };

const palettes = new WeakMap<readonly string[], PaletteColours>();
type PaletteColours = readonly (readonly [number, number, number])[];

export const isInGrid = ({ z, x, y }: TileAddress): boolean => x < 2 ** z && y < 2 ** z;

/** A tile of a field as PNG: each pixel has the colour of the cell that it lies in, and none where nothing is known. */
export function rasterTile({ grid, values }: Field, scale: TileScale, address: TileAddress): Promise<Uint8Array> {
  const places = placesOf(scale);
  // A pixel's column and row are found once for a whole column and row of the tile: −1 is outside the grid.
  const columns = Int32Array.from({ length: tileSide }, (_, pixel) => columnAt(grid, longitudeAt(address, pixel)));
  const pixels = new Uint8Array(tileSide * tileSide);
  let drawn = -1;
  for (let pixelRow = 0; pixelRow < tileSide; pixelRow += 1) {
    const row = rowAt(grid, latitudeAt(address, pixelRow));
    const to = pixelRow * tileSide;
    // Close up, several rows of pixels lie in one row of cells.
    if (row === drawn) pixels.copyWithin(to, to - tileSide, to);
    if (row < 0 || row === drawn) continue;
    drawn = row;
    const from = row * grid.columns;
    // Close up, several pixels of a row lie in one cell too.
    let [last, place] = [-1, 0];
    for (let pixel = 0; pixel < tileSide; pixel += 1) {
      const column = columns[pixel] ?? -1;
      if (column !== last) place = column < 0 ? 0 : places(values[from + column] ?? Number.NaN);
      last = column;
      pixels[to + pixel] = place;
    }
  }
  return palettePng({ width: tileSide, height: tileSide, pixels, colours: coloursOf(scale.stops) });
}

function coloursOf(stops: readonly string[]): PaletteColours {
  const known = palettes.get(stops);
  if (known !== undefined) return known;
  const made = Array.from({ length: mostColours }, (_, place) => channelsAt(stops, place / (mostColours - 1)));
  palettes.set(stops, made);
  return made;
}

/** Place of a value in the palette; 0, the transparent one, of a missing value. */
function placesOf({ range: [low, high], log }: TileScale): (value: number) => number {
  const [first, last] = log ? [Math.log(low), Math.log(high)] : [low, high];
  const perUnit = (mostColours - 1) / (last - first);
  return (value) => {
    if (Number.isNaN(value)) return 0;
    // The logarithm of what is not above zero is below any range.
    const at = ((log ? Math.log(Math.max(value, Number.MIN_VALUE)) : value) - first) * perUnit;
    return 1 + Math.round(Math.min(mostColours - 1, Math.max(0, at)));
  };
}

const columnAt = (grid: Grid, lon: number): number => gridNearest(grid, [lon, grid.south])?.column ?? -1;
const rowAt = (grid: Grid, lat: number): number => gridNearest(grid, [grid.west, lat])?.row ?? -1;

const longitudeAt = ({ z, x }: TileAddress, pixel: number): number =>
  ((x + (pixel + 0.5) / tileSide) / 2 ** z) * 360 - 180;

function latitudeAt({ z, y }: TileAddress, pixel: number): number {
  const share = (y + (pixel + 0.5) / tileSide) / 2 ** z;
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI;
}
