import { rampTable } from '../colour/ramps.ts';
import type { ColourScale } from '../colour/scale.ts';
import type { Field } from './decode.ts';
import { cellEdges, mercatorRows } from './mercator.ts';

/** An image of a field and where its corners lie: north-west, north-east, south-east, south-west. */
export type FieldRaster = {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly corners: readonly [Corner, Corner, Corner, Corner];
};
type Corner = [lon: number, lat: number];

/** Long side of an image, in pixels: sharp on a large screen, and painted well within one animation step. */
const wantedPixels = 1000;

/** Whole pixels drawn for each cell of a grid with `cells` cells on its long side. */
export function pixelsPerCell(cells: number): number {
  return Math.min(16, Math.max(1, Math.round(wantedPixels / cells)));
}

/** Stripes of a gap: every how many pixels, and how many of them are drawn. */
const [stripePeriod, stripeWidth] = [9, 2];

/**
 * Paints a field for Web Mercator. Between known cells the value is bilinear; a cell that is missing is transparent to
 * its edges, striped in `gap` (little-endian RGBA) where given, and does not affect its neighbours: a cloud is shown,
 * never filled in. Codes have no values between them: each pixel has that of its own cell.
 */
export function paintField(
  field: Field,
  scale: ColourScale,
  perCell = pixelsPerCell(field.grid.rows),
  { gap = 0, isCodes = false }: { readonly gap?: number; readonly isCodes?: boolean } = {},
): FieldRaster {
  const { grid, values } = field;
  const { columns, rows } = grid;
  const [width, height] = [columns * perCell, rows * perCell];
  const table = new Uint32Array(rampTable(scale.ramp).buffer);
  const pixels = new Uint32Array(width * height);
  const rowOf = mercatorRows(grid, height);

  for (let y = 0; y < height; y += 1) {
    const row = Math.min(rows - 0.5001, Math.max(-0.4999, rowOf[y] ?? 0));
    const nearestRow = Math.round(row);
    const south = Math.max(0, Math.floor(row));
    const north = Math.min(rows - 1, south + 1);
    const up = Math.min(1, Math.max(0, row - south));
    for (let x = 0; x < width; x += 1) {
      const column = (x + 0.5) / perCell - 0.5;
      const nearest = values[nearestRow * columns + Math.round(column)] ?? Number.NaN;
      if (Number.isNaN(nearest)) {
        if (gap !== 0 && (x + y) % stripePeriod < stripeWidth) pixels[y * width + x] = gap;
        continue;
      }
      const west = Math.max(0, Math.floor(column));
      const east = Math.min(columns - 1, west + 1);
      const right = Math.min(1, Math.max(0, column - west));
      // A missing corner takes the value of the cell that the pixel lies in.
      const southWest = knownOr(values[south * columns + west], nearest);
      const southEast = knownOr(values[south * columns + east], nearest);
      const northWest = knownOr(values[north * columns + west], nearest);
      const northEast = knownOr(values[north * columns + east], nearest);
      const between = mix(mix(southWest, southEast, right), mix(northWest, northEast, right), up);
      const value = isCodes ? nearest : between;
      const index = scale.indexOf(value);
      if (index >= 0) pixels[y * width + x] = table[index] ?? 0;
    }
  }
  const edges = cellEdges(grid);
  return {
    width,
    height,
    pixels: new Uint8ClampedArray(pixels.buffer),
    corners: [
      [edges.west, edges.north],
      [edges.east, edges.north],
      [edges.east, edges.south],
      [edges.west, edges.south],
    ],
  };
}

const knownOr = (value: number | undefined, other: number): number =>
  value === undefined || Number.isNaN(value) ? other : value;

/** Linear between two values; `share` 0 is the first. */
const mix = (from: number, to: number, share: number): number => from + share * (to - from);
