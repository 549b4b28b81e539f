import type { Grid } from '@kianda/geo';

/** A field with one cell in `stride` in each direction, from the south-west. */
export function thin(grid: Grid, values: Float32Array, stride: number): { grid: Grid; values: Float32Array } {
  if (stride === 1) return { grid, values };
  const columns = Math.ceil(grid.columns / stride);
  const rows = Math.ceil(grid.rows / stride);
  const thinned = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      thinned[row * columns + column] = values[row * stride * grid.columns + column * stride] ?? Number.NaN;
    }
  }
  const { lonStepDegrees, latStepDegrees } = grid;
  return {
    grid: { ...grid, columns, rows, lonStepDegrees: lonStepDegrees * stride, latStepDegrees: latStepDegrees * stride },
    values: thinned,
  };
}
