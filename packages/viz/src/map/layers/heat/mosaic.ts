import { heatMaxZoom, heatSide, mercatorTile, mercatorTileBbox } from '@kianda/geo';
import { mercatorX, mercatorY } from '../../../field/mercator.ts';

/** Tiles of one zoom that cover a view: `columns` × `rows` from the north-west one. */
export type HeatBlock = {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
};
type Bounds = readonly [west: number, south: number, east: number, north: number];

/** Beyond so many tiles a coarser zoom is taken: a wide screen must not ask for a hundred. */
const mostTiles = 16;

/**
 * Tiles for the visible area at a map's zoom (512-pixel tiles); bounds within the map's own limits, west before east.
 */
export function heatBlockOf([west, south, east, north]: Bounds, mapZoom: number): HeatBlock {
  for (let z = Math.min(heatMaxZoom, Math.max(0, Math.round(mapZoom))); ; z -= 1) {
    const { x, y } = mercatorTile(west, north, z);
    const last = mercatorTile(east, south, z);
    const block = { z, x, y, columns: last.x - x + 1, rows: last.y - y + 1 };
    if (z === 0 || block.columns * block.rows <= mostTiles) return block;
  }
}

/** Addresses of a block's tiles, row by row. */
export function heatTilesOf({ x, y, columns, rows }: HeatBlock): readonly { readonly x: number; readonly y: number }[] {
  return Array.from({ length: columns * rows }, (_, at) => ({
    x: x + (at % columns),
    y: y + Math.floor(at / columns),
  }));
}

/** Values of a block's cells, row by row from the north-west; NaN where a tile has not come. */
export type HeatMosaic = { readonly block: HeatBlock; readonly values: Float64Array };

/** Puts the cells of tiles together; `sumsOf` gives a tile's 4096 cells, or null while it is on its way. */
export function heatMosaic(block: HeatBlock, sumsOf: (x: number, y: number) => Float64Array | null): HeatMosaic {
  const width = block.columns * heatSide;
  const values = new Float64Array(width * block.rows * heatSide).fill(Number.NaN);
  heatTilesOf(block).forEach(({ x, y }) => {
    const sums = sumsOf(x, y);
    if (sums === null) return;
    const corner = (y - block.y) * heatSide * width + (x - block.x) * heatSide;
    for (let row = 0; row < heatSide; row += 1)
      values.set(sums.subarray(row * heatSide, (row + 1) * heatSide), corner + row * width);
  });
  return { block, values };
}

/** Corners of a block: north-west, north-east, south-east, south-west. */
export function blockCorners({ z, x, y, columns, rows }: HeatBlock): readonly [Corner, Corner, Corner, Corner] {
  const [west, , , north] = mercatorTileBbox(z, x, y);
  const [, south, east] = mercatorTileBbox(z, x + columns - 1, y + rows - 1);
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ];
}
type Corner = [number, number];

/** Value of the cell at a place; NaN outside the block or where nothing has come. */
export function mosaicAt({ block, values }: HeatMosaic, [lon, lat]: readonly [number, number]): number {
  const cells = 2 ** block.z * heatSide;
  const column = Math.floor(mercatorX(lon) * cells) - block.x * heatSide;
  const row = Math.floor(mercatorY(lat) * cells) - block.y * heatSide;
  const width = block.columns * heatSide;
  const isInside = column >= 0 && column < width && row >= 0 && row < block.rows * heatSide;
  return isInside ? (values[row * width + column] ?? Number.NaN) : Number.NaN;
}
