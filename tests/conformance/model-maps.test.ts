/** GDAL of Debian on the file of a model's map: bands, no data, geotransform, every value, and its form as a COG. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CogBand, cog } from '../../apps/server/src/platform/formats/cog.ts';
import { missing, printed } from './testing/world.ts';

const grid = { west: 8.25, south: -18.05, lonStepDegrees: 0.1, latStepDegrees: 0.1, columns: 300, rows: 520 };
const size = grid.columns * grid.rows;
const bands: readonly CogBand[] = [
  {
    ...{ name: 'Valor', unit: '°C', kind: 'number' },
    values: Float32Array.from({ length: size }, (_, cell) => (cell % 5 === 0 ? Number.NaN : 20 + Math.sin(cell / 77))),
  },
  {
    ...{ name: 'Incerteza', unit: '°C', kind: 'number' },
    values: Float32Array.from({ length: size }, (_, cell) => (cell % 11) / 10),
  },
  { name: 'Novidade', unit: '%', kind: 'number', values: new Float32Array(size).fill(Number.NaN) },
];

type Info = {
  readonly size: readonly number[];
  readonly geoTransform: readonly number[];
  readonly stac: { readonly 'proj:epsg': number };
  readonly metadata: { readonly IMAGE_STRUCTURE: { readonly COMPRESSION: string; readonly INTERLEAVE: string } };
  readonly bands: readonly {
    readonly description: string;
    readonly unit?: string;
    readonly type: string;
    readonly noDataValue: string;
    readonly block: readonly number[];
    readonly overviews: readonly { readonly size: readonly number[] }[];
  }[];
};

describe.skipIf(missing('gdal-bin') !== false)(`GDAL (${missing('gdal-bin') || 'instalado'})`, () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kianda-maps-'));
    file = join(folder, 'mapa.tif');
    await writeFile(file, await cog(grid, bands));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('gdalinfo finds the bands with names, units and no data, where the grid is, tiles and smaller versions', async () => {
    const info = JSON.parse(await printed('gdalinfo', '-json', file)) as Info;
    expect(info.size).toEqual([grid.columns, grid.rows]);
    [8.2, 0.1, 0, -18.05 + 519.5 * 0.1, 0, -0.1].forEach((part, place) => {
      expect(info.geoTransform[place]).toBeCloseTo(part, 9);
    });
    expect(info.stac['proj:epsg']).toBe(4326);
    expect(info.metadata.IMAGE_STRUCTURE).toMatchObject({ COMPRESSION: 'DEFLATE', INTERLEAVE: 'BAND' });
    expect(info.bands.map(({ description, unit }) => [description, unit])).toEqual([
      ['Valor', '°C'],
      ['Incerteza', '°C'],
      ['Novidade', '%'],
    ]);
    for (const band of info.bands) {
      expect(band).toMatchObject({ type: 'Float32', noDataValue: 'NaN', block: [256, 256] });
      expect(band.overviews.map((one) => one.size)).toEqual([
        [150, 260],
        [75, 130],
      ]);
    }
  });

  test('gdal_translate reads every value of every band, in its place', async () => {
    for (const [place, { values }] of bands.entries()) {
      const raw = join(folder, `banda${place}.bin`);
      await printed('gdal_translate', '-q', '-b', String(place + 1), '-of', 'ENVI', file, raw);
      const bytes = await readFile(raw);
      const read = new Float32Array(Uint8Array.from(bytes).buffer);
      const expected = Float32Array.from({ length: size }, (_, cell) => {
        const row = grid.rows - 1 - Math.floor(cell / grid.columns);
        return values[row * grid.columns + (cell % grid.columns)] ?? 0;
      });
      expect(read).toEqual(expected);
    }
  });

  test('the COG driver takes it as it is: it reads the layout and a part without the whole', async () => {
    const part = join(folder, 'parte.tif');
    await printed('gdal_translate', '-q', '-of', 'COG', '-srcwin', '10', '20', '64', '64', file, part);
    const info = JSON.parse(await printed('gdalinfo', '-json', part)) as Info;
    expect(info.size).toEqual([64, 64]);
    expect(info.bands.length).toBe(3);
  });
});
