import type { Grid } from '@kianda/geo';

/** Task of the reader of a GeoTIFF: the cells of one of its bands, from 1. */
export type RasterTask = { readonly sizeBytes: number; readonly mostCells: number; readonly band: number };

export type RasterBand = { readonly name: string; readonly unit: string };

/** A GeoTIFF as it is before its cells are read; `grid` is in degrees, whatever the file is in. */
export type RasterFile = {
  readonly grid: Grid;
  readonly bands: readonly RasterBand[];
  /** System that the file is in, e.g. `EPSG:32733`. */
  readonly crs: string;
};

/** Rows of cells from the first that is given, NaN missing: as they stand in the file, or from the south on in degrees. */
export type RasterItem =
  | { readonly kind: 'file'; readonly file: RasterFile; readonly isNorthFirst: boolean }
  | { readonly kind: 'rows'; readonly first: number; readonly values: Float32Array };
