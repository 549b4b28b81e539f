import type { Grid } from '@kianda/geo';

type GridColumns = {
  readonly west: number;
  readonly south: number;
  readonly lon_step_degrees: number;
  readonly lat_step_degrees: number;
  readonly columns: number;
  readonly rows: number;
};

/** Grid of a stored field, from the columns of its row. */
export function gridOf(row: GridColumns): Grid {
  return {
    west: row.west,
    south: row.south,
    lonStepDegrees: row.lon_step_degrees,
    latStepDegrees: row.lat_step_degrees,
    columns: row.columns,
    rows: row.rows,
  };
}
