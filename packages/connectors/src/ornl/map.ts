import { type Grid, gridPosition, isAtSea, type Position } from '@kianda/geo';
import { ProviderError } from '../core/failures.ts';
import type { GridSlice } from '../core/records.ts';
import { type Composite, NDVI_BAND, type Subset } from './wire.ts';

/** Cells of half a degree that tile the specification's box, 8.5–17.5° E and 18.2–4.2° S. */
export const lattice: Grid = {
  ...{ west: 8.75, south: -17.95, lonStepDegrees: 0.5, latStepDegrees: 0.5 },
  ...{ columns: 18, rows: 28 },
};

/** Indexes of the cells whose centre is on land, and the centres: the places that the service is asked for. */
export const landPlaces: readonly { readonly index: number; readonly position: Position }[] = Array.from(
  { length: lattice.columns * lattice.rows },
  (_, index) => ({
    index,
    position: gridPosition(lattice, index % lattice.columns, Math.floor(index / lattice.columns)),
  }),
).filter(({ position }) => !isAtSea(position));

/** Valid pixels of MOD13Q1, −0.2 to 1; the fill value, −3000, is below. */
const validPixels = { least: -2000, most: 10_000 } as const;

export type Window = { readonly mean: number; readonly valid: number };

/** Mean of the valid pixels of each composite of an answer, by its MODIS date. Throws `schema` for a window that is none. */
export function windowMeans({ subset, nrows, ncols, scale }: Subset): ReadonlyMap<string, Window> {
  const means = new Map<string, Window>();
  for (const { modis_date, band, data } of subset) {
    if (band !== NDVI_BAND) continue;
    if (data.length !== nrows * ncols)
      throw new ProviderError('schema', `${modis_date}: ${data.length} píxeis; esperados ${nrows} × ${ncols}`);
    const valid = data.filter((pixel) => pixel >= validPixels.least && pixel <= validPixels.most);
    const sum = valid.reduce((total, pixel) => total + pixel, 0);
    means.set(modis_date, { mean: (sum / valid.length) * Number(scale), valid: valid.length });
  }
  return means;
}

/**
 * Fields of a composite on the lattice: the mean NDVI of each window, and how many of its pixels were valid. Sea, and
 * windows without a valid pixel, are missing. Null where no window has any.
 */
export function compositeSlices(
  { modis_date, calendar_date }: Composite,
  windows: readonly { readonly index: number; readonly means: ReadonlyMap<string, Window> }[],
): readonly GridSlice[] | null {
  const ndvi = new Float32Array(lattice.columns * lattice.rows).fill(Number.NaN);
  const pixels = new Float32Array(ndvi.length).fill(Number.NaN);
  for (const { index, means } of windows) {
    const found = means.get(modis_date);
    if (found === undefined) continue;
    pixels[index] = found.valid;
    if (found.valid > 0) ndvi[index] = found.mean;
  }
  if (ndvi.every(Number.isNaN)) return null;
  const slice = (variable: string, unit: string, values: Float32Array): GridSlice => ({
    ...{ kind: 'grid-slice', dataset: 'MOD13Q1.061', variable, unit, values, depthMeters: 0, ...lattice },
    timeMs: Date.parse(`${calendar_date}T00:00:00Z`),
  });
  return [slice('ndvi', 'índice', ndvi), slice('ndviPixels', 'píxeis', pixels)];
}
