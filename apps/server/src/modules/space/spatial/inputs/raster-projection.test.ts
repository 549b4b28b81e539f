import { Readable } from 'node:stream';
import { writeArrayBuffer } from 'geotiff';
import { expect, test } from 'vitest';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { readRaster } from './raster-file.service.ts';
import { degreesGrid, type SourceGrid, warpedRows } from './raster-projection.rules.ts';

const [radius, flattening] = [6_378_137, 1 / 298.257223563];
const squared = flattening * (2 - flattening);
const radians = (degrees: number) => (degrees * Math.PI) / 180;
type Place = readonly [x: number, y: number];

/** Spherical Mercator. Source: EPSG Guidance Note 7-2, method 1024. */
const webMercator = (lon: number, lat: number): Place => [
  radius * radians(lon),
  radius * Math.log(Math.tan(Math.PI / 4 + radians(lat) / 2)),
];
/** Mercator on the ellipsoid. Source: Snyder (1987), eq. 7-7. */
function worldMercator(lon: number, lat: number): Place {
  const [phi, e] = [radians(lat), Math.sqrt(squared)];
  return [radius * radians(lon), radius * (Math.asinh(Math.tan(phi)) - e * Math.atanh(e * Math.sin(phi)))];
}
/** Universal transverse Mercator by its series. Source: Snyder (1987), eq. 3-21 and 8-9 to 8-15. */
function utm(zone: number, falseNorthing: number) {
  return (lon: number, lat: number): Place => {
    const [phi, k0, second] = [radians(lat), 0.9996, squared / (1 - squared)];
    const nu = radius / Math.sqrt(1 - squared * Math.sin(phi) ** 2);
    const [t, c] = [Math.tan(phi) ** 2, second * Math.cos(phi) ** 2];
    const a = Math.cos(phi) * radians(lon - (6 * zone - 183));
    const [e4, e6] = [squared ** 2, squared ** 3];
    const arc =
      radius *
      ((1 - squared / 4 - (3 * e4) / 64 - (5 * e6) / 256) * phi -
        ((3 * squared) / 8 + (3 * e4) / 32 + (45 * e6) / 1024) * Math.sin(2 * phi) +
        ((15 * e4) / 256 + (45 * e6) / 1024) * Math.sin(4 * phi) -
        ((35 * e6) / 3072) * Math.sin(6 * phi));
    const x =
      k0 * nu * (a + ((1 - t + c) * a ** 3) / 6 + ((5 - 18 * t + t ** 2 + 72 * c - 58 * second) * a ** 5) / 120);
    const y =
      k0 *
      (arc +
        nu *
          Math.tan(phi) *
          (a ** 2 / 2 +
            ((5 - t + 9 * c + 4 * c ** 2) * a ** 4) / 24 +
            ((61 - 58 * t + t ** 2 + 600 * c - 330 * second) * a ** 6) / 720));
    return [500_000 + x, falseNorthing + y];
  };
}

/** A file of which each cell has its own number, row by row as it stands there. */
function filed({ code, columns, rows, x, y, dx, dy }: SourceGrid): Uint8Array {
  const cells = Float32Array.from({ length: columns * rows }, (_, cell) => cell);
  return new Uint8Array(
    writeArrayBuffer(cells, {
      ...{ width: columns, height: rows, ModelPixelScale: [dx, -dy, 0] },
      ...{ ModelTiepoint: [0, 0, 0, x - dx / 2, y - dy / 2, 0], GTModelTypeGeoKey: 1, GTRasterTypeGeoKey: 1 },
      ...{ ProjectedCSTypeGeoKey: code, GDAL_NODATA: '-9999' },
    } as never),
  );
}
const read = (bytes: Uint8Array, mostCells = 100_000) =>
  readRaster(
    {
      open: async (_key, range) => {
        const asked = range?.(bytes.length) ?? { first: 0, last: bytes.length - 1 };
        const part = bytes.subarray(asked.first, asked.last + 1);
        return { sizeBytes: bytes.length, bytes: Readable.from([Buffer.from(part)]) } as never;
      },
    },
    { key: 'a', sizeBytes: bytes.length, mostCells, band: 1 },
  );

const kilometres = { columns: 40, rows: 30, dx: 5_000, dy: -5_000 };
test.each<[string, (lon: number, lat: number) => Place, SourceGrid]>([
  ['UTM 33S', utm(33, 10_000_000), { ...kilometres, code: 32_733, x: 302_500, y: 9_047_500 }],
  ['UTM 32S', utm(32, 10_000_000), { ...kilometres, code: 32_732, x: 702_500, y: 8_747_500 }],
  ['UTM 34S', utm(34, 10_000_000), { ...kilometres, code: 32_734, x: 402_500, y: 8_447_500 }],
  ['UTM 32N', utm(32, 0), { ...kilometres, code: 32_632, x: 452_500, y: 302_500 }],
  ['Web Mercator', webMercator, { ...kilometres, code: 3857, x: 1_302_500, y: -1_002_500 }],
  ['World Mercator', worldMercator, { ...kilometres, code: 3395, x: 1_302_500, y: -1_002_500 }],
])(
  'every cell of %s has the value of the cell in which its middle lies, by the published formula',
  async (_name, forward, source) => {
    const { grid, values, crs } = await read(filed(source));
    expect(crs).toBe(`EPSG:${source.code}`);
    let [compared, known] = [0, 0];
    for (let row = 0; row < grid.rows; row += 1) {
      for (let column = 0; column < grid.columns; column += 1) {
        const value = values[row * grid.columns + column] ?? Number.NaN;
        const [x, y] = forward(grid.west + column * grid.lonStepDegrees, grid.south + row * grid.latStepDegrees);
        const at = [(x - source.x) / source.dx, (y - source.y) / source.dy] as const;
        // A middle on the edge of two cells has the value of either.
        if (at.some((place) => Math.abs(Math.abs(place - Math.round(place)) - 0.5) < 0.02)) continue;
        const from = [Math.round(at[0]), Math.round(at[1])] as const;
        const isInside = from[0] >= 0 && from[0] < source.columns && from[1] >= 0 && from[1] < source.rows;
        expect(value).toEqual(isInside ? 0 + from[1] * source.columns + from[0] : Number.NaN);
        compared += 1;
        if (isInside) known += 1;
      }
    }
    // Nearly as many cells as the file has, and none of them is left out.
    expect(compared).toBeGreaterThan(0.8 * source.columns * source.rows);
    expect(known).toBeGreaterThan(0.8 * source.columns * source.rows);
  },
);

test('on the central meridian of zone 33 the middle cell is at 15° E, and 1 000 km of northing are 9,05° of latitude', () => {
  const source = { code: 32_733, columns: 3, rows: 3, x: 490_000, y: 9_010_000, dx: 10_000, dy: -10_000 };
  const grid = degreesGrid(source, 100);
  expect([grid.columns, grid.rows]).toEqual([3, 3]);
  expect(grid.west + grid.lonStepDegrees).toBeCloseTo(15, 4);
  // 1 000 000 m ÷ 0,9996 along the meridian from the equator: Snyder's arc for 9,0476°.
  expect(utm(33, 10_000_000)(15, grid.south + grid.latStepDegrees)[1]).toBeCloseTo(9_000_000, -2);
  const values = Float32Array.from({ length: 9 }, (_, cell) => cell);
  expect([...warpedRows(values, { source, grid }, [0, 3])]).toEqual([6, 7, 8, 3, 4, 5, 0, 1, 2]);
});

test('a file that would have more cells in degrees than the limit is refused, and so is one that is nowhere', async () => {
  const source = { ...kilometres, code: 32_733, x: 302_500, y: 9_047_500 };
  await expect(read(filed(source), 1_100)).rejects.toThrow(UnreadableFile);
  expect(() => degreesGrid(source, 100)).toThrow('Em graus o ficheiro fica com');
  for (const place of [{ x: 90_000_000 }, { y: 10 }, { x: 5_000_000 }]) {
    expect(() => degreesGrid({ ...source, ...place }, 100_000)).toThrow('fora de onde EPSG:32733 serve');
  }
});
