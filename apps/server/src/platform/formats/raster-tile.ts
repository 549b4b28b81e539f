import { type Grid, gridNearest } from '@kianda/geo';
import { channelsAt } from '../documents/ramp-colour.ts';
import { digestOf } from '../http/etag.ts';
import { filters, palettePng } from './palette-png.ts';

export const tileSide = 256;
/** A row of pixels, and its filter before it. */
const lineBytes = tileSide + 1;
/** Grows with each change by which the same field would give another picture: tags of older pictures then hold no more. */
const drawing = 1;
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
export function rasterTile({ grid, values }: Field, scale: TileScale, address: TileAddress): Uint8Array {
  const places = placesOf(scale);
  const columns = columnsOf(grid, address);
  const rows = new Uint8Array(lineBytes * tileSide);
  let drawn = -1;
  for (let pixelRow = 0; pixelRow < tileSide; pixelRow += 1) {
    const row = rowAt(grid, latitudeAt(address, pixelRow));
    const to = pixelRow * lineBytes;
    if (row < 0) continue;
    // Close up, several rows of pixels lie in one row of cells: they add nothing to the one above.
    if (row === drawn) rows[to] = filters.up;
    else drawRow(rows, to, { columns, values, from: row * grid.columns, places });
    drawn = row;
  }
  return palettePng({ width: tileSide, height: tileSide, rows, colours: coloursOf(scale.stops) });
}

/** Tag of the tile that these would give; `field`: what tells the field, in this state of it, from every other. */
export function tileTag(field: readonly unknown[], scale: TileScale, address: TileAddress): string {
  return `W/"${digestOf(JSON.stringify([drawing, field, scale, address]))}"`;
}

type RowOfCells = {
  readonly columns: Int32Array;
  readonly values: Float32Array;
  /** Index of the row's first cell. */
  readonly from: number;
  readonly places: (value: number) => number;
};

/** Writes a row of pixels after its filter, which is none. Each cell is coloured once, however many pixels lie in it. */
function drawRow(rows: Uint8Array, to: number, { columns, values, from, places }: RowOfCells): void {
  let [last, place] = [-1, 0];
  for (let pixel = 0; pixel < tileSide; pixel += 1) {
    const column = columns[pixel] ?? -1;
    if (column !== last) place = column < 0 ? 0 : places(values[from + column] ?? Number.NaN);
    last = column;
    rows[to + 1 + pixel] = place;
  }
}

/** The column that each pixel of a row lies in; −1 is outside the grid. */
function columnsOf(grid: Grid, address: TileAddress): Int32Array {
  const columns = new Int32Array(tileSide);
  for (let pixel = 0; pixel < tileSide; pixel += 1) columns[pixel] = columnAt(grid, longitudeAt(address, pixel));
  return columns;
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
