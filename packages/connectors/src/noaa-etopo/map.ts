import { coastDistanceMeters } from '@kianda/science/ocean/coast-distance';
import { ProviderError } from '../core/failures.ts';
import { evenAxis, roundDegrees } from '../core/grid.ts';
import type { GridSlice } from '../core/records.ts';
import type { Relief } from './wire.ts';

/** ETOPO1 by ERDDAP. One place in three is read: 0.05°, 273 × 121 over the box, as the temperature maps. */
export const etopo = { id: 'etopo180', variable: 'altitude', stride: 3 } as const;
/** Amante and Eakins, NOAA Technical Memorandum NESDIS NGDC-24, of March 2009: the relief has no other date. */
export const publishedMs = Date.UTC(2009, 2, 1);
/** The fill value of its two-byte integers, and missing value. */
const fill = 32_767;

/**
 * Depth of the sea bed, and distance to the coast of every place that has one. The distance is the platform's own: the
 * geodesic to its coastline. Land is missing in both. Throws `schema` for a table that is no even grid.
 */
export function mapRelief({ table: { rows } }: Relief): GridSlice[] {
  const fail = (message: string): never => {
    throw new ProviderError('schema', `${etopo.id}: ${message}`);
  };
  const latitudes = [...new Set(rows.map(([lat]) => lat))].toSorted((a, b) => a - b);
  const longitudes = [...new Set(rows.map(([, lon]) => lon))].toSorted((a, b) => a - b);
  const lat = evenAxis(latitudes) ?? fail(`latitude de passo irregular (${latitudes.length} valores)`);
  const lon = evenAxis(longitudes) ?? fail(`longitude de passo irregular (${longitudes.length} valores)`);
  const columns = longitudes.length;
  if (rows.length !== latitudes.length * columns)
    fail(`${rows.length} lugares; esperados ${latitudes.length} × ${columns}`);
  const rowOf = new Map(latitudes.map((value, row) => [value, row]));
  const columnOf = new Map(longitudes.map((value, column) => [value, column]));
  const depth = new Float32Array(rows.length).fill(Number.NaN);
  const distance = new Float32Array(rows.length).fill(Number.NaN);
  for (const [latitude, longitude, altitude] of rows) {
    if (altitude === null || altitude === fill || altitude >= 0) continue;
    const cell = (rowOf.get(latitude) ?? 0) * columns + (columnOf.get(longitude) ?? 0);
    depth[cell] = -altitude;
    distance[cell] = (coastDistanceMeters([longitude, latitude]) ?? Number.NaN) / 1000;
  }
  const slice = (dataset: string, variable: string, unit: string, values: Float32Array): GridSlice => ({
    ...{ kind: 'grid-slice', dataset, variable, unit, values, timeMs: publishedMs, depthMeters: 0 },
    ...{ west: roundDegrees(lon.first), south: roundDegrees(lat.first), columns, rows: latitudes.length },
    ...{ lonStepDegrees: roundDegrees(lon.step), latStepDegrees: roundDegrees(lat.step) },
  });
  return [slice(etopo.id, 'seabedDepth', 'm', depth), slice(`${etopo.id}-costa`, 'coastDistance', 'km', distance)];
}
