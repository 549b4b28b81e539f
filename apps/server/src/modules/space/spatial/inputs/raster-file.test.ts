import { Readable } from 'node:stream';
import type { Grid } from '@kianda/geo';
import { writeArrayBuffer } from 'geotiff';
import { expect, test } from 'vitest';
import { cog } from '../../../../platform/formats/cog.ts';
import { geotiff } from '../../../../platform/formats/geotiff.ts';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { isTiff, readRaster } from './raster-file.service.ts';

const grid: Grid = { west: 11.05, south: -9.95, lonStepDegrees: 0.1, latStepDegrees: 0.1, columns: 3, rows: 2 };
/** South → north, the second cell unknown. */
const values = Float32Array.from([1, Number.NaN, 3, 4, 5, 6]);

/** A storage that holds one object. */
const holding = (bytes: Uint8Array): Parameters<typeof readRaster>[0] => ({
  open: async (_key, range) => {
    const asked = range?.(bytes.length) ?? { first: 0, last: bytes.length - 1 };
    const part = bytes.subarray(asked.first, asked.last + 1);
    return { sizeBytes: bytes.length, bytes: Readable.from([Buffer.from(part)]) } as never;
  },
});
const read = (bytes: Uint8Array, { mostCells = 1_000, band = 1 } = {}) =>
  readRaster(holding(bytes), { key: 'a', sizeBytes: bytes.length, mostCells, band });
const written = (over: object, cells: ArrayLike<number> = Float32Array.from([4, 5, 6, 1, -9999, 3])) =>
  new Uint8Array(
    writeArrayBuffer(Float32Array.from(cells), {
      ...{ width: 3, height: 2, ModelPixelScale: [0.1, 0.1, 0], ModelTiepoint: [0, 0, 0, 11, -9.8, 0] },
      ...{ GTModelTypeGeoKey: 2, GTRasterTypeGeoKey: 1, GeographicTypeGeoKey: 4326, GDAL_NODATA: '-9999' },
      ...over,
    } as never),
  );

test('cells come back where they were, south first, from a plain file and from a cloud-optimised one', async () => {
  for (const file of [geotiff(grid, values), await cog(grid, [{ name: 'sst', unit: '°C', values, kind: 'number' }])]) {
    const found = await read(file);
    expect([...found.values]).toEqual([...values]);
    expect(found.grid.columns).toBe(3);
    expect(found.grid.west).toBeCloseTo(grid.west, 9);
    expect(found.grid.south).toBeCloseTo(grid.south, 9);
    expect(isTiff(file)).toBe(true);
  }
});

test('a file of several bands gives the one asked for, with its name and unit', async () => {
  const doubled = values.map((value) => value * 2);
  const file = await cog(grid, [
    { name: 'Temperatura', unit: '°C', values, kind: 'number' },
    { name: 'Clorofila', unit: 'mg/m³', values: doubled, kind: 'number' },
  ]);
  const found = await read(file, { band: 2 });
  expect([found.band, [...found.values]]).toEqual([{ name: 'Clorofila', unit: 'mg/m³' }, [...doubled]]);
  await expect(read(file, { band: 3 })).rejects.toThrow('O ficheiro tem 2 bandas, e pediu-se a 3.');
});

test('what the file calls no data is none, and a file of points is not moved by half a cell', async () => {
  const found = await read(written({}));
  expect([...found.values]).toEqual([...values]);
  expect(found.grid.west).toBeCloseTo(11.05, 9);
  const points = await read(written({ GTRasterTypeGeoKey: 2 }));
  expect([points.grid.west, points.grid.south]).toEqual([expect.closeTo(11, 9), expect.closeTo(-9.9, 9)]);
});

test.each<[string, () => Uint8Array, string]>([
  [
    'in a system that is not converted',
    () => written({ GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 22033 }),
    'EPSG:22033',
  ],
  [
    'whose metres are none of its system',
    () => written({ GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 32733 }),
    'fora de onde EPSG:32733',
  ],
  ['of another datum', () => written({ GeographicTypeGeoKey: 4222 }), 'gdalwarp -t_srs EPSG:4326'],
  ['in metres under the code of degrees', () => written({ ModelTiepoint: [0, 0, 0, 300_000, 9_000_000, 0] }), 'graus'],
  ['cut off', () => written({}).subarray(0, 60), 'não se lê como GeoTIFF'],
])('a file %s is refused with what to do', async (_how, file, words) => {
  const reading = read(file());
  await expect(reading).rejects.toThrow(UnreadableFile);
  await expect(reading).rejects.toThrow(words);
});

test('a file of more cells than an analysis may have is refused before a cell is unpacked', async () => {
  await expect(read(geotiff(grid, values), { mostCells: 5 })).rejects.toThrow('tem 6 células, e o limite são 5');
});
