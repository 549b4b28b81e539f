import { earthMeanRadiusMeters, type Grid } from '@kianda/geo';
import type { CurrentField } from '../drift/current-field.ts';

const metersPerDegree = (Math.PI * earthMeanRadiusMeters) / 180;

/** A steady flow on a grid, in m/s by place. */
export function steadyFlow(
  grid: Grid,
  flow: (lon: number, lat: number) => readonly [east: number, north: number],
): CurrentField {
  const at = (cell: number) =>
    flow(
      grid.west + (cell % grid.columns) * grid.lonStepDegrees,
      grid.south + Math.floor(cell / grid.columns) * grid.latStepDegrees,
    );
  const cells = { length: grid.columns * grid.rows };
  return {
    grid,
    timesMs: [0],
    east: [Float32Array.from(cells, (_, cell) => at(cell)[0])],
    north: [Float32Array.from(cells, (_, cell) => at(cell)[1])],
  };
}

/** Solid rotation of the plane of the degrees around [0, 0], once in `days`. */
export function rotation(grid: Grid, days: number): CurrentField {
  const rate = (2 * Math.PI) / (days * 86_400);
  return steadyFlow(grid, (lon, lat) => [
    -rate * lat * metersPerDegree * Math.cos((lat * Math.PI) / 180),
    rate * lon * metersPerDegree,
  ]);
}
