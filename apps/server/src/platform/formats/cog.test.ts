import { fromArrayBuffer } from 'geotiff';
import { expect, test } from 'vitest';
import { type CogBand, cog } from './cog.ts';

const grid = { west: 8.25, south: -18, lonStepDegrees: 0.02, latStepDegrees: 0.01, columns: 300, rows: 700 };
const size = grid.columns * grid.rows;
const value: CogBand = {
  ...{ name: 'valor & <mais>', unit: '°C', kind: 'number' },
  values: Float32Array.from({ length: size }, (_, cell) => (cell % 7 === 0 ? Number.NaN : Math.sin(cell / 900) * 20)),
};
const code: CogBand = {
  ...{ name: 'classe', unit: null, kind: 'codes' },
  values: Float32Array.from({ length: size }, (_, cell) => (Math.floor(cell / 3) % 5) * 2),
};
const open = async (bytes: Uint8Array) => fromArrayBuffer(bytes.slice().buffer as ArrayBuffer);

test('another reader finds every value in its band and place, and no data as NaN', async () => {
  const tiff = await open(await cog(grid, [value, code]));
  const image = await tiff.getImage();
  expect([image.getWidth(), image.getHeight(), image.getSamplesPerPixel(), image.isTiled]).toEqual([300, 700, 2, true]);
  const box = image.getBoundingBox();
  [8.24, -18.005, 14.24, -11.005].forEach((edge, side) => {
    expect(box[side]).toBeCloseTo(edge, 9);
  });
  expect(image.getGDALNoData()).toBeNaN();
  const rasters = (await image.readRasters()) as unknown as readonly Float32Array[];
  for (const [band, { values }] of [value, code].entries()) {
    const turned = Float32Array.from({ length: size }, (_, cell) => {
      const row = grid.rows - 1 - Math.floor(cell / grid.columns);
      return values[row * grid.columns + (cell % grid.columns)] ?? 0;
    });
    expect(rasters[band]).toEqual(turned);
  }
});

test('smaller versions are the means of what is known, and of codes one that is there', async () => {
  const tiff = await open(await cog(grid, [value, code]));
  expect(await tiff.getImageCount()).toBe(3);
  const half = await tiff.getImage(1);
  expect([half.getWidth(), half.getHeight()]).toEqual([150, 350]);
  const [numbers, codes] = (await half.readRasters()) as unknown as readonly Float32Array[];
  const at = (values: Float32Array, row: number, column: number) =>
    values[(grid.rows - 1 - row) * grid.columns + column] ?? Number.NaN;
  const four = (values: Float32Array, row: number, column: number) =>
    [at(values, 2 * row, 2 * column), at(values, 2 * row, 2 * column + 1)]
      .concat([at(values, 2 * row + 1, 2 * column), at(values, 2 * row + 1, 2 * column + 1)])
      .filter((one) => !Number.isNaN(one));
  for (const [row, column] of [
    [0, 0],
    [17, 140],
    [349, 149],
  ] as const) {
    const known = four(value.values, row, column);
    expect(numbers?.[row * 150 + column]).toBeCloseTo(known.reduce((sum, one) => sum + one, 0) / known.length, 4);
    expect(four(code.values, row, column)).toContain(codes?.[row * 150 + column]);
  }
});

test('the directories come first, and the tiles of the smallest version before those of the whole', async () => {
  const bytes = await cog(grid, [value]);
  const tiff = await open(bytes);
  const firsts: number[] = [];
  for (let place = 0; place < 3; place += 1) {
    const directory = (await tiff.getImage(place)).fileDirectory;
    const offsets = (await directory.loadValue('TileOffsets')) as ArrayLike<number>;
    firsts.push(Number(offsets[0]));
  }
  expect(firsts).toEqual(firsts.toSorted((a, b) => b - a));
  expect(Math.min(...firsts)).toBeLessThan(2_000);
  expect(bytes.byteLength).toBeLessThan(size * 4);
});

test('a band of another size is refused, not cut', async () => {
  await expect(cog(grid, [{ ...value, values: new Float32Array(3) }])).rejects.toThrow('received 3 values');
});
