import type { Grid } from '@kianda/geo';
import { writeArrayBuffer } from 'geotiff';

/** Beyond this a reader of single windows needs tiles and overviews, which these files have not. */
const cloudOptimizedPixels = 512;

/** Media type of a grid's GeoTIFF: small ones are cloud-optimised as they are, with their directory first. */
export function geotiffType({ columns, rows }: Pick<Grid, 'columns' | 'rows'>): string {
  const optimized = columns <= cloudOptimizedPixels && rows <= cloudOptimizedPixels;
  return `image/tiff; application=geotiff${optimized ? '; profile=cloud-optimized' : ''}`;
}

/**
 * A grid as a GeoTIFF of one float32 band in EPSG:4326, NaN being no data. `values` are row-major, south → north, and
 * `west`, `south` the centre of the first cell; the file has its first row in the north and its corner at the cell's edge.
 */
export function geotiff(grid: Grid, values: Float32Array): Uint8Array {
  const { columns, rows, lonStepDegrees, latStepDegrees } = grid;
  if (values.length !== columns * rows) {
    throw new RangeError(`geotiff: received ${values.length} values, expected ${columns} × ${rows}`);
  }
  const flipped = new Float32Array(values.length);
  for (let row = 0; row < rows; row += 1) {
    flipped.set(values.subarray(row * columns, (row + 1) * columns), (rows - 1 - row) * columns);
  }
  const [west, , , north] = gridBox(grid);
  const file = writeArrayBuffer(flipped, {
    width: columns,
    height: rows,
    ModelPixelScale: [lonStepDegrees, latStepDegrees, 0],
    ModelTiepoint: [0, 0, 0, west, north, 0],
    GTModelTypeGeoKey: 2,
    GTRasterTypeGeoKey: 1,
    GeographicTypeGeoKey: 4326,
    GeogCitationGeoKey: 'WGS 84',
    GDAL_NODATA: 'nan',
  });
  return new Uint8Array(file);
}

/** Outer edges of a grid's cells: west, south, east, north. */
export function gridBox(grid: Grid): [number, number, number, number] {
  const { west, south, lonStepDegrees: dx, latStepDegrees: dy, columns, rows } = grid;
  const tidy = (value: number) => Number(value.toFixed(9));
  return [
    tidy(west - dx / 2),
    tidy(south - dy / 2),
    tidy(west + (columns - 0.5) * dx),
    tidy(south + (rows - 0.5) * dy),
  ];
}

/** Cells that have a value as CSV: longitude, latitude, value. */
export function gridCsv(grid: Grid, values: Float32Array, column: string): Uint8Array {
  const lines = [`longitude,latitude,${column}`];
  for (let row = 0; row < grid.rows; row += 1) {
    for (let at = 0; at < grid.columns; at += 1) {
      const value = values[row * grid.columns + at];
      if (value === undefined || Number.isNaN(value)) continue;
      const lon = Number((grid.west + at * grid.lonStepDegrees).toFixed(6));
      const lat = Number((grid.south + row * grid.latStepDegrees).toFixed(6));
      lines.push(`${lon},${lat},${Number(value.toPrecision(7))}`);
    }
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}
