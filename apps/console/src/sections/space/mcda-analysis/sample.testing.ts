import type { DataOf } from '@kianda/contract';
import type { zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import type { FieldGrid, FieldVariable } from '@kianda/contract/sea/ocean/ocean.contract';

/** A degree of sea as the ZEE. */
export const sampleZee = {
  boundary: {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        id: 'zee',
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [12, -10],
              [13, -10],
              [13, -9],
              [12, -9],
              [12, -10],
            ],
          ],
        },
        properties: { name: 'ZEE', mrgid: null, note: '' },
      },
    ],
  },
  areas: [],
} as unknown as DataOf<typeof zeeBoundary>;

/** A field that rises from `low` in the west to `high` in the east. */
export function sampleField(variable: FieldVariable, low: number, high: number): FieldGrid {
  const codes = Int16Array.of(low * 100, high * 100, low * 100, high * 100);
  return {
    slice: {
      ...{ variable, dataset: 'ensaio', provider: 'ensaio', unit: '', time: '2026-08-30T00:00:00Z', depthMeters: 0 },
      ...{ zeeMean: null, zeeMedian: null, zeeMin: null, zeeMax: null, coverage: 1 },
    },
    ...{ west: 12, south: -10, lonStepDegrees: 1, latStepDegrees: 1, columns: 2, rows: 2 },
    ...{ encoding: 'int16-base64', scale: 0.01, offset: 0 },
    values: btoa(String.fromCharCode(...new Uint8Array(codes.buffer))),
  };
}
