import type { Grid } from '@kianda/geo';
import { type Product, rectangle, stacExtensions } from '../../../../platform/collections.ts';
import { geotiffType, gridBox } from '../../../../platform/formats/geotiff.ts';

/** One variable of a grid product. */
export type GridBand = {
  /** Also the stem of its files' names. */
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly statistics: {
    readonly mean: number | null;
    readonly minimum: number | null;
    readonly maximum: number | null;
  };
};

/** STAC description of a grid and its variables: footprint, projection, bands, one GeoTIFF and one CSV each. */
export function gridParts(grid: Grid, bands: readonly GridBand[]) {
  const box = gridBox(grid);
  const [west, , , north] = box;
  const projection = {
    'proj:code': 'EPSG:4326',
    'proj:shape': [grid.rows, grid.columns],
    'proj:bbox': box,
    'proj:transform': [grid.lonStepDegrees, 0, west, 0, -grid.latStepDegrees, north],
  };
  return {
    geometry: rectangle(box),
    bbox: box,
    properties: projection,
    extensions: [stacExtensions.projection, stacExtensions.raster],
    assets: bands.flatMap((band): Product['assets'] => [
      {
        key: `${band.name}.tif`,
        title: `${band.title} (${band.unit}), GeoTIFF`,
        mediaType: geotiffType(grid),
        roles: ['data'],
        fields: {
          // Here, not among the properties: GDAL takes every asset that has it for a raster, and the CSV is none.
          'proj:epsg': 4326,
          bands: [
            {
              name: band.name,
              description: band.title,
              data_type: 'float32',
              nodata: 'nan',
              unit: band.unit,
              ...statisticsOf(band),
              'raster:sampling': 'area',
              'raster:bits_per_sample': 32,
            },
          ],
        },
      },
      {
        key: `${band.name}.csv`,
        title: `${band.title} (${band.unit}), CSV`,
        mediaType: 'text/csv',
        roles: ['data'],
      },
    ]),
  };
}

/** Over the cells inside the ZEE; nothing where clouds left none. */
function statisticsOf({ statistics: { mean, minimum, maximum } }: GridBand): object {
  if (mean === null || minimum === null || maximum === null) return {};
  return { statistics: { mean, minimum, maximum } };
}
