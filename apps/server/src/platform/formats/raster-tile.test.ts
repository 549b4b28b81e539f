import { inflateSync } from 'node:zlib';
import { type Grid, gridIndex, gridNearest } from '@kianda/geo';
import { expect, test } from 'vitest';
import { isInGrid, rasterTile, type TileScale } from './raster-tile.ts';

/** Cells of a tenth of a degree off Luanda, one of them unknown. */
const grid: Grid = { west: 11, south: -10, lonStepDegrees: 0.1, latStepDegrees: 0.1, columns: 20, rows: 12 };
const values = Float32Array.from({ length: 240 }, (_, cell) => (cell === 45 ? Number.NaN : 0.01 * 1.03 ** cell));
const stops = ['#000000', '#ffffff'];
const scale = (log: boolean): TileScale => ({ stops, range: [0.01, 10], log });
const address = { z: 9, x: 272, y: 269 };

/** Red and opacity of each pixel. */
function pixelsOf(png: Uint8Array): (readonly [number, number])[] {
  const bytes = Buffer.from(png);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    chunks.set(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const [head, palette, rows] = ['IHDR', 'PLTE', 'IDAT'].map((name) => chunks.get(name) ?? Buffer.alloc(0));
  expect([head?.readUInt32BE(0), head?.readUInt32BE(4)]).toEqual([256, 256]);
  const data = inflateSync(rows ?? Buffer.alloc(0));
  const places = Buffer.alloc(256 * 256);
  return Array.from({ length: 256 * 256 }, (_, pixel) => {
    // A row begins with its filter: 0 is none, and 2 adds to the row above.
    const line = Math.floor(pixel / 256) * 257;
    const above = data[line] === 2 ? (places[pixel - 256] ?? Number.NaN) : 0;
    if (data[line] !== 0 && data[line] !== 2) throw new Error(`row ${line / 257}: filter ${data[line]}`);
    const place = ((data[line + 1 + (pixel % 256)] ?? 0) + above) % 256;
    places[pixel] = place;
    return [palette?.[3 * place] ?? -1, place === 0 ? 0 : 255] as const;
  });
}

test.each([false, true])('each pixel has the colour of its own cell; log: %s', (log) => {
  const pixels = pixelsOf(rasterTile({ grid, values }, scale(log), address));
  const wrong = pixels.filter(([red, opacity], pixel) => {
    const lon = ((address.x + ((pixel % 256) + 0.5) / 256) / 2 ** 9) * 360 - 180;
    const share = (address.y + (Math.floor(pixel / 256) + 0.5) / 256) / 2 ** 9;
    const lat = (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI;
    const cell = gridNearest(grid, [lon, lat]);
    const value = cell === null ? Number.NaN : (values[gridIndex(grid, cell.column, cell.row) ?? -1] ?? Number.NaN);
    if (Number.isNaN(value)) return opacity !== 0;
    const at = log ? Math.log(value / 0.01) / Math.log(1000) : (value - 0.01) / 9.99;
    // A palette has 255 colours for the 256 greys.
    return opacity !== 255 || Math.abs(red - Math.min(1, Math.max(0, at)) * 255) > 1;
  });
  expect(wrong).toEqual([]);
  expect(new Set(pixels.map(([red]) => red)).size).toBeGreaterThan(4);
});

test('beyond the field nothing is drawn, and beyond the grid of maps there is no tile', () => {
  const pixels = pixelsOf(rasterTile({ grid, values }, scale(false), { z: 9, x: 10, y: 10 }));
  expect(pixels.every(([, opacity]) => opacity === 0)).toBe(true);
  expect([isInGrid({ z: 0, x: 0, y: 0 }), isInGrid({ z: 1, x: 2, y: 0 })]).toEqual([true, false]);
});
