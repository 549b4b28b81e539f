import { coastLongitude, type Grid, gridPosition, offshoreMeters } from '@kianda/geo';

/** Latitudes (degrees) that indices along the coast are given for, from Cabinda to the Cunene. */
export const coastalLatitudes: readonly number[] = Array.from({ length: 13 }, (_, index) => -5 - index);
const halfBandDegrees = 0.25;

/** Text key of a latitude: `-12`. */
export const latitudeKey = (lat: number) => String(lat);

/** Direction of the coast at a latitude, sea on its left hand, degrees clockwise from north, over a degree of latitude. */
export function coastAzimuthDegrees(lat: number): number {
  const [south, north] = [lat - 0.5, lat + 0.5];
  const east = (coastLongitude(north) - coastLongitude(south)) * Math.cos((lat * Math.PI) / 180);
  return (Math.atan2(east, north - south) * 180) / Math.PI;
}

export type Mean = { readonly mean: number; readonly cells: number };

/** Mean of the cells of a band of latitude that `take` accepts by longitude and distance offshore; null without one. */
export function bandMean(
  grid: Grid,
  values: Float32Array,
  lat: number,
  take: (lon: number, offshoreKilometers: number) => boolean,
): Mean | null {
  let sum = 0;
  let cells = 0;
  const rowOf = (latitude: number) => (latitude - grid.south) / grid.latStepDegrees;
  const first = Math.max(0, Math.ceil(rowOf(lat - halfBandDegrees)));
  const last = Math.min(grid.rows - 1, Math.floor(rowOf(lat + halfBandDegrees)));
  for (let row = first; row <= last; row += 1) {
    for (let column = 0; column < grid.columns; column += 1) {
      const value = values[row * grid.columns + column] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const position = gridPosition(grid, column, row);
      if (!take(position[0], offshoreMeters(position) / 1000)) continue;
      sum += value;
      cells += 1;
    }
  }
  return cells === 0 ? null : { mean: sum / cells, cells };
}

const nearCoast = new Map<string, (column: number, row: number) => boolean>();

/** Whether a cell of a grid lies within so many kilometres of the coast, measured along the parallel. */
export function withinKilometers(grid: Grid, kilometers: number): (column: number, row: number) => boolean {
  const key = JSON.stringify([grid, kilometers]);
  const known = nearCoast.get(key);
  if (known !== undefined) return known;
  const mask = Uint8Array.from({ length: grid.columns * grid.rows }, (_, index) => {
    const offshore = offshoreMeters(gridPosition(grid, index % grid.columns, Math.floor(index / grid.columns))) / 1000;
    return offshore >= 0 && offshore <= kilometers ? 1 : 0;
  });
  const test = (column: number, row: number) => mask[row * grid.columns + column] === 1;
  nearCoast.set(key, test);
  return test;
}
